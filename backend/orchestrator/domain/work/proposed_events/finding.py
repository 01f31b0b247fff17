"""Which proposal do the user's words mean? "The dinner one", "the gym", "the one on Tuesday", "the second"."""

from collections.abc import Sequence
from uuid import UUID

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.agent.types.origin import Origin
from orchestrator.domain.foundation.asking.matching import best
from orchestrator.domain.work.proposed_events import service
from orchestrator.domain.work.proposed_events.enriching import meal_of
from orchestrator.domain.work.proposed_events.repository import ProposedEvent
from orchestrator.domain.work.proposed_events.schemas import KIND
from orchestrator.domain.world.places import service as places
from orchestrator.domain.world.places.known import KnownPlace
from orchestrator.errors import NO_MATCH, ClientError, ToolRejected
from orchestrator.kit.ids import parse_id
from orchestrator.kit.zones import to_utc, to_wall
from orchestrator.language import render, time
from orchestrator.language.messages import LANGUAGES, say
from orchestrator.language.places.place_kinds import KINDS, place_kind

MOST = 20


def ref(row: ProposedEvent) -> EntityRef:
    """The proposal as a reference."""
    return EntityRef(KIND, row.id, row.title)


def when_of(row: ProposedEvent, ctx: ToolContext) -> str:
    """Its time in words, by the clock of where it was."""
    start, end = (to_wall(at, row.timezone) for at in (row.start_at, row.end_at))
    return render.moment(start, end, all_day=False, zone=row.timezone, now=ctx.now, locale=ctx.locale)


async def meant(ctx: ToolContext, words: str) -> ProposedEvent | NeedUserInput:
    """The waiting proposal that is meant, locked. Raises ToolRejected where there is none."""
    if (proposal_id := parse_id(words)) is not None:
        return await by_id(ctx, proposal_id)
    rows = await service.waiting(ctx.tx, ctx.clock.now(), limit=MOST)
    found = await _fitting(ctx, rows, words)
    if not found:
        told = f"No proposed event matches '{words}'. Look with get_proposed_events, or ask the user."
        raise ToolRejected(told, code=NO_MATCH)
    if len(found) == 1:
        return await by_id(ctx, found[0].id)
    options = tuple(Option(str(row.id), f"{row.title}, {when_of(row, ctx)}") for row in found)
    question = say("proposed_events.which", ctx.locale)
    return NeedUserInput("choice", question, options, "ambiguous", "proposal", Origin.OWN_DATA)


async def by_id(ctx: ToolContext, proposal_id: UUID) -> ProposedEvent:
    """The waiting proposal of that id, locked. Raises ToolRejected."""
    try:
        return await service.open_one(ctx.tx, proposal_id, ctx.clock.now())
    except ClientError as error:
        raise ToolRejected(error.detail, code=NO_MATCH) from error


async def _fitting(ctx: ToolContext, rows: Sequence[ProposedEvent], words: str) -> Sequence[ProposedEvent]:
    """By what it is about, else by its time."""
    known = {one.id: one for one in await places.described(ctx.tx, [row.place_id for row in rows if row.place_id])}
    texts = [(row, _text(row, known.get(row.place_id) if row.place_id else None)) for row in rows]
    if words and (found := best(words, texts)) and len(found) < len(rows):
        return found if len(found) == 1 else _then(ctx, found, words) or found
    timed = _then(ctx, rows, words)
    return timed or (best(words, texts) if words else rows)


def _then(ctx: ToolContext, rows: Sequence[ProposedEvent], words: str) -> list[ProposedEvent]:
    """Those at the time that the words name; none where they name none."""
    span = time.resolve_range(words, now=ctx.local_now, zone=ctx.zone, locale=ctx.locale, looking="back")
    if span is None:
        return []
    since, until = (to_utc(at, ctx.zone) for at in span)
    return [row for row in rows if row.start_at < until and since < row.end_at]


def _text(row: ProposedEvent, place: KnownPlace | None) -> str:
    """All that one may call it by: its title, its place and what kind of place that is, its meal, its people."""
    kind = place_kind(f"{place.category or ''} {place.name}") if place is not None else None
    meal = meal_of(to_wall(row.start_at, row.timezone))
    called = [say(f"proposed_events.{meal}", language, place="") for language in LANGUAGES] if meal else []
    names = [place.name, *place.aliases, place.category or ""] if place is not None else []
    people = [str(one["name"]) for one in row.suggested_contacts]
    return "\n".join([row.title, *names, KINDS.get(kind or "", ""), *called, *people])
