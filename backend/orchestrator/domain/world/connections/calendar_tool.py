"""How does an event get into the user's calendar elsewhere? `events_create`, where the user names that calendar.

What is confirmed is written there first, under a UID that was frozen with it, then here: an effect outside of the
database (`executing`), looked up by that UID where it broke off. Participants are not sent: nobody is invited.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.people.previews.service import Previews
from orchestrator.domain.world.connections import calendars
from orchestrator.domain.world.connections.calendars import CalendarWriter, Writable
from orchestrator.domain.world.events.commands.calendar_words import WORDS, is_named, untitled
from orchestrator.domain.world.events.tools.write_tools import CreateEvent
from orchestrator.errors import ToolRejected
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import normalize, tokens

TIMEOUT_S = 90.0
"""A server that is asked twice."""


class CreateInCalendar(CreateEvent):
    """Arguments of `events_create` where there are calendars to write to."""

    calendar: str = Field(default="", max_length=200, description="Name of the calendar, only if the user names one.")

    @property
    def names_calendar(self) -> bool:
        return bool(self.calendar)


def with_calendars(create: WriteTool, writer: CalendarWriter) -> WriteTool:
    """`events_create`, which also writes into calendars elsewhere."""
    prepare_here, revise_here, execute_here = create.prepare, create.revise, create.execute
    assert prepare_here is not None
    assert revise_here is not None

    async def prepare(ctx: ToolContext, arguments: CreateInCalendar) -> Prepared | NeedUserInput:
        meant = await _meant(ctx, arguments.calendar)
        if isinstance(meant, NeedUserInput):
            return meant
        if meant is None:
            return await prepare_here(ctx, arguments.model_copy(update={"calendar": ""}))
        title = untitled(arguments.title, meant.name, ctx.question)
        told = arguments.model_copy(update={"title": title, "calendar": meant.name})
        prepared = await prepare_here(ctx, told)
        if isinstance(prepared, NeedUserInput):
            return prepared
        aimed = {
            "external_id": prepared.arguments["id"],
            "source": meant.source,
            "calendar": meant.name,
            "collection_id": str(meant.id),
            "account": meant.account,
        }
        return _shown(ctx, replace(prepared, arguments={**prepared.arguments, **aimed}))

    async def revise(ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared | NeedUserInput:
        prepared = await revise_here(ctx, frozen, edits)
        return _shown(ctx, prepared) if isinstance(prepared, Prepared) and leaves(frozen) else prepared

    async def execute(ctx: ToolContext, frozen: Any) -> ToolResult | NeedUserInput:
        if leaves(frozen):
            await writer.write(ctx.tx.owner_id, frozen)
            return await _written(ctx, frozen)
        return await execute_here(ctx, frozen)

    async def _written(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
        result = await execute_here(ctx, frozen)
        assert isinstance(result, ToolResult)
        await writer.wrote(ctx.tx, frozen)
        return result

    async def lookup(ctx: ToolContext, key: str) -> ToolResult | Literal["absent", "unclear"]:
        preview = await Previews().get(ctx.tx, UUID(key))
        found = await writer.find(ctx.tx.owner_id, preview.arguments)
        return await _written(ctx, preview.arguments) if found == "there" else found

    return replace(
        create,
        arguments=CreateInCalendar,
        prepare=prepare,
        revise=revise,
        execute=execute,
        probe=lookup,
        has_external_effect=leaves,
        hidden_arguments=create.hidden_arguments | {"calendar"},
        timeout_s=TIMEOUT_S,
    )


def leaves(frozen: Mapping[str, Any]) -> bool:
    """Whether these frozen arguments write elsewhere."""
    return bool(frozen.get("collection_id"))


def _shown(ctx: ToolContext, prepared: Prepared) -> Prepared:
    """The preview says where it will be written; the calendar's name is its server's word."""
    frozen = prepared.arguments
    into = say("connections.into", ctx.locale, name=frozen["calendar"], account=frozen["account"])
    hints = prepared.hints
    if frozen["participants"]:
        hints = (*hints, say("connections.nobody", ctx.locale))
    origin = least_trusted([prepared.origin, Origin.THIRD_PARTY])
    return replace(prepared, summary=f"{prepared.summary}, {into}", hints=hints, origin=origin)


async def _meant(ctx: ToolContext, name: str) -> Writable | NeedUserInput | None:
    """The calendar that the user named; None where they named none. Raises ToolRejected for one that is not there."""
    known = await calendars.writable(ctx.tx)
    if not known:
        return None
    if chosen := next((one for one in known if name == str(one.id)), None):
        return chosen
    words = list(tokens(ctx.question))
    named = normalize(name) if name and set(tokens(name)) <= set(words) else ""
    found = [one for one in known if named and named in {normalize(one.name), normalize(one.account)}]
    found = found or [one for one in known if is_named(one.name, words)]
    if len(found) == 1:
        return found[0]
    if found:
        return _which(ctx, found)
    if named and set(words) & WORDS:
        told = ", ".join(f"“{one.name}”" for one in known)
        raise ToolRejected(say("connections.none", ctx.locale, name=name, known=told))
    return None


def _which(ctx: ToolContext, found: Sequence[Writable]) -> NeedUserInput:
    options = tuple(
        Option(str(one.id), say("connections.option", ctx.locale, name=one.name, account=one.account)) for one in found
    )
    question = say("connections.which", ctx.locale)
    return NeedUserInput("choice", question, options, "ambiguous", "calendar", Origin.THIRD_PARTY)
