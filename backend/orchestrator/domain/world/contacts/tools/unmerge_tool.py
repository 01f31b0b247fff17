"""The tool `contacts_unmerge`: a contact comes out of the one that it was merged into ("separate Ana and Aninha")."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult, ToolSpec, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.world.contacts.known import living
from orchestrator.domain.world.contacts.merging.service import Merges, Part
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.contacts.tools.naming import who
from orchestrator.errors import InvalidRequest, NotFound, ToolFailed, ToolRejected
from orchestrator.kit.ids import parse_id
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import normalize

NAME = "contacts_unmerge"


class UnmergeContacts(ToolArguments):
    """Arguments of `contacts_unmerge`."""

    contact: str = Field(min_length=1, description="The contact that others were merged into.")
    other: str = Field(default="", description="Who comes out again; empty where only one was merged.")


class _Separating:
    """The handlers of the tool."""

    def __init__(self, merges: Merges) -> None:
        self._merges = merges

    async def prepare(self, ctx: ToolContext, arguments: UnmergeContacts) -> Prepared | NeedUserInput:
        """Who comes out of whom. Either of the two names may be the kept one's."""
        kept = await who(ctx, arguments.contact, field="contact")
        if isinstance(kept, NeedUserInput):
            return kept
        parts = await self._merges.parts(ctx.tx, kept.id)
        if not parts:
            raise ToolRejected(say("contacts.unmerge.single", ctx.locale, kept=kept.title))
        chosen = _called(parts, arguments.other) or _called(parts, arguments.contact)
        if arguments.other and not chosen:
            raise ToolRejected(say("contacts.unmerge.unknown", ctx.locale, name=arguments.other, kept=kept.title))
        if len(chosen or parts) > 1:
            options = tuple(Option(str(one.id), one.name) for one in chosen or parts)
            question = say("contacts.unmerge.which", ctx.locale, kept=kept.title)
            origin = least_trusted(one.origin for one in parts)
            return NeedUserInput("choice", question, options, "ambiguous", "other", origin)
        return await self._prepared(ctx, kept.id, (chosen or parts)[0].id)

    async def revise(self, ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared:
        """The same over the contacts as they are now; there is nothing to edit. Raises ToolRejected."""
        if edits:
            raise ToolRejected("There is nothing to edit here.")
        merged = UUID(frozen["other_id"])
        now = await living(ctx.tx, [merged])
        return await self._prepared(ctx, now.get(merged, UUID(frozen["contact_id"])), merged)

    async def execute(self, ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
        """Take it out."""
        kept, merged = UUID(frozen["contact_id"]), UUID(frozen["other_id"])
        try:
            row, _ = await self._merges.unmerge(ctx.tx, kept, merged, zone=ctx.zone)
        except NotFound as error:
            raise ToolFailed(error.detail) from error
        await ctx.tx.session.refresh(row)
        ref = EntityRef("contact", row.id, row.display_name)
        return ToolResult(
            data={"contact": {"id": str(row.id), "display_name": row.display_name}},
            summary=say("contacts.unmerge.done", ctx.locale, name=row.display_name, kept=str(frozen["contact"])),
            origin=least_trusted((ctx.origin, row.origin)),
            evidence=frozenset({"entity"}),
            context=(ref,),
            read=(ref,),
            entity=ref,
            version=row.version,
            undo={"keep_id": str(kept), "merged_id": str(merged), "version": row.version, "kept": frozen["contact"]},
        )

    async def undo(self, ctx: ToolContext, payload: Mapping[str, Any]) -> str:
        """Merge it again, unless it was changed since."""
        merged = UUID(payload["merged_id"])
        if await contacts.version(ctx.tx, merged) != payload["version"]:
            raise ToolFailed("It was changed since.")
        try:
            _, moves = await self._merges.merge(ctx.tx, UUID(payload["keep_id"]), [merged], zone=ctx.zone)
        except (NotFound, InvalidRequest) as error:
            raise ToolFailed(error.detail) from error
        return say("contacts.unmerge.taken_back", ctx.locale, name=moves.names[0], kept=str(payload["kept"]))

    async def version(self, ctx: ToolContext, contact_id: UUID) -> int | None:
        """The present version of the kept contact."""
        return await contacts.version(ctx.tx, contact_id)

    async def _prepared(self, ctx: ToolContext, kept: UUID, merged: UUID) -> Prepared:
        parts = {one.id: one for one in await self._merges.parts(ctx.tx, kept)}
        rows = await contacts.many(ctx.tx, [kept])
        if merged not in parts or not rows:
            raise ToolRejected("That contact is not part of this one any more.")
        part, row = parts[merged], rows[0]
        frozen = {
            "contact_id": str(kept),
            "contact": row.display_name,
            "other_id": str(merged),
            "other": part.name,
        }
        title = say("contacts.unmerge.title", ctx.locale, name=part.name, kept=row.display_name)
        target = EntityRef("contact", kept, row.display_name)
        origin = least_trusted((Origin(row.origin), Origin(part.origin)))
        return Prepared(frozen, title, title, (), target, row.version, origin=origin)


def unmerge_tool(merges: Merges) -> ToolSpec:
    """`contacts_unmerge`."""
    tool = _Separating(merges)
    return WriteTool(
        name=NAME,
        description="Take a contact out of another one that it was merged into.",
        group="contacts",
        execute=tool.execute,
        arguments=UnmergeContacts,
        prepare=tool.prepare,
        revise=tool.revise,
        undo=tool.undo,
        version=tool.version,
        examples=(("separate Ana and Aninha", {"contact": "Ana", "other": "Aninha"}),),
    )


def _called(parts: Sequence[Part], phrase: str) -> list[Part]:
    """Those with this id or name, else those with one that contains it."""
    key, own = normalize(phrase), parse_id(phrase)
    if not key:
        return []
    exact = [one for one in parts if one.id == own or key in {normalize(name) for name in one.names}]
    return exact or [one for one in parts if any(key in normalize(name).split() for name in one.names)]
