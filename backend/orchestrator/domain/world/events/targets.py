"""Which event do the user's words mean: "the dentist on Friday", "lunch with Ana"?"""

from collections.abc import Sequence
from datetime import timedelta

from orchestrator.agent.clarification import NeedUserInput, Option
from orchestrator.agent.origin import least_trusted
from orchestrator.agent.tool import ToolContext
from orchestrator.domain.ground.asking.matching import best
from orchestrator.domain.ground.asking.wording import Wording, said
from orchestrator.domain.ground.entities.schemas import lines
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.service import EventFilter, events, find
from orchestrator.domain.world.events.tool_data import label, names_of
from orchestrator.errors import NO_MATCH, NotFound, ToolRejected
from orchestrator.kit.ids import parse_id
from orchestrator.kit.zones import to_utc
from orchestrator.language import time

LOOK_BACK = timedelta(days=60)
LOOK_AHEAD = timedelta(days=400)
CANDIDATES = 2_000
MAX_OPTIONS = 8

_SAY: Wording = {
    "en": {"which": "Which event do you mean by “{words}”?"},
    "pt": {"which": "Qual evento é “{words}”?"},
    "es": {"which": "¿Qué evento es «{words}»?"},
}


async def target(ctx: ToolContext, words: str, *, field: str = "event") -> Event | NeedUserInput:
    """The event meant, by id or words; several are a question. Raises ToolRejected where there is none."""
    if (event_id := parse_id(words)) is not None:
        try:
            row = await events.get(ctx.session, ctx.owner_id, event_id)
        except NotFound as error:
            raise ToolRejected("There is no event with this id. Find it with get_events.") from error
        if row.hidden_at is not None or row.status == "cancelled":
            raise ToolRejected("This event is cancelled already. Tell the user.")
        return row
    found = await _by_words(ctx, words)
    if not found:
        told = f"No event matches '{words}'. Look with get_events, then give its id, or ask the user."
        raise ToolRejected(told, code=NO_MATCH)
    if len(found) == 1:
        return found[0]
    options = tuple(Option(str(row.id), label(ctx, row)) for row in found[:MAX_OPTIONS])
    question = said(_SAY, "which", ctx.locale, words=words)
    origin = least_trusted(row.origin for row in found)
    return NeedUserInput("choice", question, options, "ambiguous", field, origin)


async def _by_words(ctx: ToolContext, words: str) -> Sequence[Event]:
    """Of the events that fit best, those still to come, else those that were."""
    mentioned = time.mentions(words, now=ctx.local_now, locale=ctx.locale)
    rest = words
    for one in reversed(mentioned):
        rest = rest[: one.offset] + " " + rest[one.offset + len(one.text) :]
    wanted = EventFilter(since=ctx.now - LOOK_BACK, until=ctx.now + LOOK_AHEAD)
    dated = next((one.text for one in mentioned if one.has_date), None)
    span = time.resolve_range(dated, now=ctx.local_now, zone=ctx.zone, locale=ctx.locale) if dated else None
    if span is not None:
        wanted = EventFilter(since=to_utc(span[0], ctx.zone), until=to_utc(span[1], ctx.zone))
    rows = await find(ctx.session, ctx.owner_id, wanted, limit=CANDIDATES)
    texts = [(row, lines([row.title, row.location_text, *names_of(row.participants)])) for row in rows]
    found = best(rest, texts) or (best(words, texts) if mentioned else [])
    return [row for row in found if row.end_utc >= ctx.now] or found
