"""The tool `contacts_merge`: which contacts become one, what moves, and the way back."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import least_trusted
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.entities.merging import Moves, effects_told, moved_told
from orchestrator.domain.world.contacts.merging.service import Merges
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.contacts.tools.naming import followed, same_named, who
from orchestrator.errors import InvalidRequest, NotFound, ToolFailed, ToolRejected
from orchestrator.language.messages import say

NAME = "contacts_merge"
MOST = 20


class MergeContacts(ToolArguments):
    """Arguments of `contacts_merge`."""

    keep: str = Field(min_length=1, description="The contact that stays: name or id.")
    merge: list[str] = Field(min_length=1, max_length=MOST, description="The same person's other contacts.")


async def proposed(
    tx: Tx,
    merges: Merges,
    keep_id: UUID,
    merge_ids: Sequence[UUID],
    *,
    zone: str,
    locale: str,
    hints: tuple[str, ...] = (),
) -> Prepared:
    """The merge as it waits for the user. Raises NotFound, InvalidRequest."""
    moves = await merges.preview(tx, keep_id, merge_ids, zone=zone)
    rows = await contacts.many(tx, [keep_id, *merge_ids])
    for row in rows:
        await tx.session.refresh(row)
    kept = rows[0]
    names = ", ".join(f"“{row.display_name}”" for row in rows[1:])
    title = say("contacts.merge.merge", locale, names=names, kept=kept.display_name)
    frozen = moves.frozen((keep_id, kept.display_name), [(row.id, row.display_name) for row in rows[1:]])
    return Prepared(
        frozen,
        title,
        "; ".join([title, *_told(moves, kept.display_name, locale)]),
        target=EntityRef("contact", keep_id, kept.display_name),
        target_version=kept.version,
        hints=hints,
        origin=least_trusted(row.origin for row in rows),
    )


class _Merging:
    """The handlers of the tool."""

    def __init__(self, merges: Merges) -> None:
        self._merges = merges

    async def prepare(self, ctx: ToolContext, arguments: MergeContacts) -> Prepared | NeedUserInput:
        """Which contacts become one."""
        named = [arguments.keep, *arguments.merge]
        ids = await same_named(ctx, named)
        for index, phrase in enumerate(named) if ids is None else ():
            found = await who(ctx, phrase, field="keep" if not index else "merge", others=named)
            if isinstance(found, NeedUserInput):
                return found
            ids = [*(ids or ()), found.id]
        keep, *others = list(dict.fromkeys(ids or ()))
        if not others:
            raise ToolRejected(say("contacts.merge.one_already", ctx.locale))
        return await self._prepared(ctx, keep, others)

    async def _prepared(self, ctx: ToolContext, keep: UUID, others: Sequence[UUID]) -> Prepared:
        try:
            return await proposed(ctx.tx, self._merges, keep, others, zone=ctx.zone, locale=ctx.locale)
        except (NotFound, InvalidRequest) as error:
            raise ToolRejected(error.detail) from error

    async def revise(self, ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared:
        """The same over the contacts as they are now; there is nothing to edit."""
        if edits:
            raise ToolRejected("There is nothing to edit in a merge.")
        keep, others = await _followed(ctx, frozen)
        if not others:
            raise ToolRejected(say("contacts.merge.one_already", ctx.locale))
        return await self._prepared(ctx, keep, others)

    async def execute(self, ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
        """Merge them."""
        keep, others = await _followed(ctx, frozen)
        try:
            row, moves = await self._merges.merge(ctx.tx, keep, others, zone=ctx.zone)
        except (NotFound, InvalidRequest) as error:
            raise ToolFailed(error.detail) from error
        await ctx.tx.session.refresh(row)
        names = ", ".join(f"“{name}”" for name in moves.names)
        ref = EntityRef("contact", row.id, row.display_name)
        return ToolResult(
            data={"contact": {"id": str(row.id), "display_name": row.display_name}, "moves": moves.rows},
            summary=say("contacts.merge.merged", ctx.locale, names=names, kept=row.display_name),
            origin=least_trusted((ctx.origin, row.origin)),
            evidence=frozenset({"entity"}),
            context=(ref,),
            read=(ref,),
            entity=ref,
            version=row.version,
            undo={"keep_id": str(keep), "merge_ids": [str(one) for one in others], "names": names},
        )

    async def undo(self, ctx: ToolContext, payload: Mapping[str, Any]) -> str:
        """Take all of them out again."""
        try:
            for one in reversed(payload["merge_ids"]):
                await self._merges.unmerge(ctx.tx, UUID(payload["keep_id"]), UUID(one), zone=ctx.zone)
        except NotFound as error:
            raise ToolFailed(error.detail) from error
        return say("contacts.merge.taken_back", ctx.locale, names=payload["names"])

    async def declined(self, ctx: ToolContext, frozen: Mapping[str, Any]) -> None:
        """They are not one: those that waited for the answer stand for themselves."""
        for row in await contacts.many(ctx.tx, [UUID(one) for one in frozen.get("merge_ids", ())]):
            if row.waits_for is not None:
                await contacts.unhide(ctx.tx, row.id)

    async def version(self, ctx: ToolContext, contact_id: UUID) -> int | None:
        """The present version of the contact that stays."""
        return await contacts.version(ctx.tx, contact_id)


async def _followed(ctx: ToolContext, frozen: Mapping[str, Any]) -> tuple[UUID, list[UUID]]:
    """Which contact stays and which become part of it, as they are now: some may have been merged meanwhile."""
    now = await followed(ctx, {name: frozen[name] for name in ("keep_id", "merge_ids")})
    others = dict.fromkeys(UUID(one) for one in now["merge_ids"] if one != now["keep_id"])
    return UUID(now["keep_id"]), list(others)


def merge_tool(merges: Merges) -> WriteTool:
    """`contacts_merge`."""
    tool = _Merging(merges)
    return WriteTool(
        name=NAME,
        description="Merge contacts that are the same person. It can be undone.",
        group="contacts",
        execute=tool.execute,
        arguments=MergeContacts,
        prepare=tool.prepare,
        revise=tool.revise,
        undo=tool.undo,
        declined=tool.declined,
        version=tool.version,
        examples=(("Ana S. and Ana Souza are the same", {"keep": "Ana Souza", "merge": ["Ana S."]}),),
    )


def _told(moves: Moves, kept: str, locale: str) -> list[str]:
    """What moves, for people."""
    gets = [str(one["value"] if isinstance(one, dict) else one) for items in moves.fields.values() for one in items]
    aside = [str(one) for items in moves.left_aside.values() for one in items]
    rows = moved_told(moves, locale)
    parts = {"contacts.merge.gets": gets, "contacts.merge.moves": rows, "contacts.merge.aside": aside}
    return effects_told(kept, locale, parts)
