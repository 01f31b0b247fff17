"""The tools `places_merge` and `places_unmerge`: which places become one, what moves, and the way back."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult, ToolSpec, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.entities.merging import Moves, effects_told, moved_told
from orchestrator.domain.world.places.merging.service import Part, PlaceMerges
from orchestrator.domain.world.places.repository import Place
from orchestrator.domain.world.places.service import living, places
from orchestrator.errors import InvalidRequest, NotFound, ToolFailed, ToolRejected
from orchestrator.kit.ids import parse_id
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import normalize

MOST = 20


class MergePlaces(ToolArguments):
    """Arguments of `places_merge`."""

    keep: str = Field(min_length=1, description="The place that stays: name or id.")
    merge: list[str] = Field(min_length=1, max_length=MOST, description="The same place's other entries.")


class UnmergePlaces(ToolArguments):
    """Arguments of `places_unmerge`."""

    place: str = Field(min_length=1, description="The place that others were merged into.")
    other: str = Field(default="", description="Which comes out again; empty where only one was merged.")


class _Merging:
    """The handlers of `places_merge`."""

    def __init__(self, merges: PlaceMerges) -> None:
        self._merges = merges

    async def prepare(self, ctx: ToolContext, arguments: MergePlaces) -> Prepared | NeedUserInput:
        """Which places become one. Of several with one name ("the two Minipreço") the oldest stays."""
        named = list(dict.fromkeys(normalize(one) for one in (arguments.keep, *arguments.merge)))
        if len(named) == 1:
            rows = await _called(ctx, arguments.keep)
            if len(rows) > 1 + len(arguments.merge):
                return _which(ctx, arguments.keep, rows, "merge")
            chosen = sorted(row.id for row in rows)
        else:
            chosen = []
            for index, phrase in enumerate((arguments.keep, *arguments.merge)):
                found = [row for row in await _called(ctx, phrase) if row.id not in chosen]
                if len(found) > 1:
                    return _which(ctx, phrase, found, "merge" if index else "keep")
                chosen += [row.id for row in found]
        if len(chosen) < 2:
            raise ToolRejected(say("places.merge.one", ctx.locale, name=arguments.keep))
        return await self._prepared(ctx, chosen[0], chosen[1:])

    async def revise(self, ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared:
        """The same over the places as they are now; there is nothing to edit. Raises ToolRejected."""
        if edits:
            raise ToolRejected("There is nothing to edit in a merge.")
        return await self._prepared(ctx, *await _followed(ctx, frozen))

    async def execute(self, ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
        """Merge them."""
        keep, others = await _followed(ctx, frozen)
        try:
            row, moves = await self._merges.merge(ctx.tx, keep, others)
        except (NotFound, InvalidRequest) as error:
            raise ToolFailed(error.detail) from error
        await ctx.tx.session.refresh(row)
        names = ", ".join(f"“{name}”" for name in moves.names)
        undo = {"keep_id": str(keep), "merge_ids": [str(one) for one in others], "names": names}
        return _result(ctx, row, say("places.merge.merged", ctx.locale, names=names, kept=row.name), undo)

    async def undo(self, ctx: ToolContext, payload: Mapping[str, Any]) -> str:
        """Take all of them out again."""
        try:
            for one in reversed(payload["merge_ids"]):
                keep = await living(ctx.tx, UUID(payload["keep_id"]))
                await self._merges.unmerge(ctx.tx, keep, UUID(one))
        except NotFound as error:
            raise ToolFailed(error.detail) from error
        return say("places.merge.taken_back", ctx.locale, names=payload["names"])

    async def _prepared(self, ctx: ToolContext, keep: UUID, others: Sequence[UUID]) -> Prepared:
        if not others:
            raise ToolRejected(say("places.merge.one_already", ctx.locale))
        try:
            moves = await self._merges.preview(ctx.tx, keep, others)
        except (NotFound, InvalidRequest) as error:
            raise ToolRejected(error.detail) from error
        rows = await places.many(ctx.tx, [keep, *others])
        for row in rows:
            await ctx.tx.session.refresh(row)
        kept = rows[0]
        names = ", ".join(f"“{_apart(row, kept)}”" for row in rows[1:])
        title = say("places.merge.merge", ctx.locale, names=names, kept=_apart(kept, rows[1]))
        frozen = moves.frozen((keep, kept.name), [(row.id, row.name) for row in rows[1:]])
        return Prepared(
            frozen,
            title,
            "; ".join([title, *_told(moves, kept.name, ctx.locale)]),
            target=EntityRef("place", keep, kept.name),
            target_version=kept.version,
            origin=least_trusted(row.origin for row in rows),
        )


class _Separating:
    """The handlers of `places_unmerge`."""

    def __init__(self, merges: PlaceMerges) -> None:
        self._merges = merges

    async def prepare(self, ctx: ToolContext, arguments: UnmergePlaces) -> Prepared | NeedUserInput:
        """Which comes out of which. Either of the two names may be the kept one's."""
        phrases = [one for one in (arguments.place, arguments.other) if one]
        for phrase in phrases:
            for kept in await _called(ctx, phrase):
                parts = await self._merges.parts(ctx.tx, kept.id)
                keys = [normalize(one) for one in reversed(phrases)]
                named = [one for key in keys for one in parts if normalize(one.name) == key or str(one.id) == key]
                chosen = list(dict.fromkeys(named)) or parts
                if len(chosen) > 1:
                    options = tuple(Option(str(one.id), one.name) for one in chosen)
                    question = say("places.unmerge.which", ctx.locale, kept=kept.name)
                    origin = least_trusted(Origin(one.origin) for one in chosen)
                    return NeedUserInput("choice", question, options, "ambiguous", "other", origin)
                if chosen:
                    return _separation(ctx, kept, chosen[0])
        raise ToolRejected(say("places.unmerge.single", ctx.locale, kept=arguments.place))

    async def revise(self, ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared:
        """The same over the places as they are now; there is nothing to edit. Raises ToolRejected."""
        if edits:
            raise ToolRejected("There is nothing to edit here.")
        merged = UUID(frozen["other_id"])
        rows = await places.many(ctx.tx, [await living(ctx.tx, merged)])
        parts = {one.id: one for row in rows for one in await self._merges.parts(ctx.tx, row.id)}
        if merged not in parts:
            raise ToolRejected("That place is not part of this one any more.")
        return _separation(ctx, rows[0], parts[merged])

    async def execute(self, ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
        """Take it out."""
        merged = UUID(frozen["other_id"])
        try:
            row, keep = await self._merges.unmerge(ctx.tx, await living(ctx.tx, merged), merged)
        except NotFound as error:
            raise ToolFailed(error.detail) from error
        await ctx.tx.session.refresh(row)
        undo = {"keep_id": str(keep.id), "merged_id": str(merged), "version": row.version, "kept": keep.name}
        return _result(ctx, row, say("places.unmerge.done", ctx.locale, name=row.name, kept=keep.name), undo)

    async def undo(self, ctx: ToolContext, payload: Mapping[str, Any]) -> str:
        """Merge it again, unless it was changed since."""
        merged = UUID(payload["merged_id"])
        if await places.version(ctx.tx, merged) != payload["version"]:
            raise ToolFailed("It was changed since.")
        try:
            _, moves = await self._merges.merge(ctx.tx, UUID(payload["keep_id"]), [merged])
        except (NotFound, InvalidRequest) as error:
            raise ToolFailed(error.detail) from error
        return say("places.unmerge.taken_back", ctx.locale, name=moves.names[0], kept=str(payload["kept"]))


async def _version(ctx: ToolContext, place_id: UUID) -> int | None:
    """The present version of the place that stays."""
    return await places.version(ctx.tx, place_id)


def merge_tools(merges: PlaceMerges) -> tuple[ToolSpec, ...]:
    """`places_merge`, `places_unmerge`."""
    joins, parts = _Merging(merges), _Separating(merges)
    return (
        WriteTool(
            name="places_merge",
            description="Merge entries of the same place: what is there moves to the kept one. It can be undone.",
            group="places",
            execute=joins.execute,
            arguments=MergePlaces,
            prepare=joins.prepare,
            revise=joins.revise,
            undo=joins.undo,
            version=_version,
            examples=(("the two Starbucks are the same place", {"keep": "Starbucks", "merge": ["Starbucks"]}),),
        ),
        WriteTool(
            name="places_unmerge",
            description="Take a place out of another one that it was merged into.",
            group="places",
            execute=parts.execute,
            arguments=UnmergePlaces,
            prepare=parts.prepare,
            revise=parts.revise,
            undo=parts.undo,
            version=_version,
            examples=(("the gym and the pool are two places", {"place": "the gym", "other": "the pool"}),),
        ),
    )


async def _called(ctx: ToolContext, phrase: str) -> list[Place]:
    """The places that words or an id may mean. Raises ToolRejected where there is none."""
    found = await ctx.resolver.resolve_place(ctx.tx, phrase, locale=ctx.locale)
    ids = [ref.id for ref in found.entities] or [id_ for one in found.options if (id_ := parse_id(one.id)) is not None]
    rows = [row for row in await places.many(ctx.tx, ids) if row.hidden_at is None]
    if not rows:
        raise ToolRejected(say("places.merge.unknown", ctx.locale, name=phrase))
    return rows


async def _followed(ctx: ToolContext, frozen: Mapping[str, Any]) -> tuple[UUID, list[UUID]]:
    """Which place stays and which become part of it, as they are now: some may have been merged meanwhile."""
    keep = await living(ctx.tx, UUID(frozen["keep_id"]))
    others = [await living(ctx.tx, UUID(one)) for one in frozen["merge_ids"]]
    return keep, [one for one in dict.fromkeys(others) if one != keep]


def _which(ctx: ToolContext, phrase: str, rows: Sequence[Place], field: str) -> NeedUserInput:
    options = tuple(Option(str(row.id), _apart(row)) for row in rows)
    question = say("resolution.where", ctx.locale, phrase=phrase)
    return NeedUserInput("choice", question, options, "ambiguous", field, least_trusted(row.origin for row in rows))


def _separation(ctx: ToolContext, kept: Place, part: Part) -> Prepared:
    title = say("places.unmerge.title", ctx.locale, name=part.name, kept=kept.name)
    frozen = {"place_id": str(kept.id), "place": kept.name, "other_id": str(part.id), "other": part.name}
    origin = least_trusted((Origin(kept.origin), Origin(part.origin)))
    return Prepared(frozen, title, title, (), EntityRef("place", kept.id, kept.name), kept.version, origin=origin)


def _result(ctx: ToolContext, row: Place, summary: str, undo: Mapping[str, Any]) -> ToolResult:
    ref = EntityRef("place", row.id, row.name)
    return ToolResult(
        data={"place": {"id": str(row.id), "name": row.name, "aliases": row.aliases}},
        summary=summary,
        origin=least_trusted((ctx.origin, row.origin)),
        evidence=frozenset({"entity"}),
        context=(ref,),
        read=(ref,),
        entity=ref,
        version=row.version,
        undo=undo,
    )


def _apart(row: Place, other: Place | None = None) -> str:
    """Its name, and where it is where the name alone does not tell it from the other."""
    alike = other is None or normalize(row.name) == normalize(other.name)
    at = f"{row.lat:.4f}, {row.lon:.4f}" if row.lat is not None and row.lon is not None else ""
    told = row.address or at
    return f"{row.name} ({told})" if alike and told else row.name


def _told(moves: Moves, kept: str, locale: str) -> list[str]:
    """What moves, for people: further names and addresses, what is there, what stays aside."""
    gets = [str(one) for name, items in moves.fields.items() if name in {"aliases", "address"} for one in items]
    gets += [say("places.merge.radius", locale, metres=f"{one:.0f}") for one in moves.fields.get("radius_m", ())]
    rows = moved_told(moves, locale)
    aside = [str(one) for items in moves.left_aside.values() for one in items if one is not True]
    parts = {"places.merge.gets": gets, "places.merge.moves": rows, "places.merge.aside": aside}
    return effects_told(kept, locale, parts)
