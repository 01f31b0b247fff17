"""Which event do the user's words mean: "the dentist on Friday", "lunch with Ana"? And of one that repeats: this day,
or all of them?"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.agent.types.origin import least_trusted
from orchestrator.domain.foundation.asking.matching import EXACT, best, scored
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import find, occurrence_at
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.series.occurrence import Occurrence, Shown
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.events.tools.tool_data import AT, label, names_of
from orchestrator.errors import NO_MATCH, NotFound, ToolRejected
from orchestrator.kit import patterns
from orchestrator.kit.ids import parse_id
from orchestrator.kit.zones import to_utc
from orchestrator.language import time
from orchestrator.language.messages import say
from orchestrator.language.speech_acts.effective_from import Onward, onward
from orchestrator.language.text.normalize import content_words, normalize

LOOK_BACK = timedelta(days=60)
LOOK_AHEAD = timedelta(days=400)
CANDIDATES = 2_000
MAX_OPTIONS = 8
ALL = "all"
ONWARD = "+"
"""After the place of an occurrence: it and all later ones."""
Scope = Literal["", "one", "following", "all"]
"""Of an event that repeats: one occurrence, that and all later ones, the whole series, or not said."""

_WHOLE = patterns.compile(
    r"\b(?:series?|serie|every|each|all (?:the |my |of |future )?\w+|(?:all|every one) of them|"
    r"tod[oa]s|toda a|toda la|cada|permanently|altogether|for good)\b"
)
_SCOPE_WORDS = patterns.compile(
    r"\b(?:series?|whole|entire|every|each|all|of|the|only|just|next|this|once|tod[oa]s?|a|la|o|el|de|cada|inteira|"
    r"enter[ao]|proxim[oa]|est[ea]|solo|so|apenas|one|occurrences?|ocorrencias?|ocurrencias?)\b"
)
"""Words that say how much of a series is meant, and name nothing."""
_NO_SERIES = patterns.compile(r"\b(?:all right|all ?day|all good|todo o dia|todo el dia|dia todo)\b")
_ONCE = patterns.compile(r"\b(?:next|this|only|just|once|proxim[oa]|est[ea]|ess[ea]|so|solo|apenas|uma vez|una vez)\b")


@dataclass(frozen=True)
class Target:
    """The event meant; `at`: the one occurrence of it that is, None where all of it is; `later`: those after it too."""

    row: Event
    at: Occurrence | None = None
    later: bool = False

    @property
    def shown(self) -> Shown:
        """What is meant, to be told."""
        return self.at or self.row


def said_onward(ctx: ToolContext, *texts: str) -> Onward | None:
    """From when on a change holds, by the first of the texts that says so."""
    told = (onward(text, now=ctx.local_now, locale=ctx.locale) for text in texts if text)
    return next((one for one in told if one is not None), None)


def without_onward(ctx: ToolContext, text: str) -> str:
    """The text without the words that say from when on a change holds."""
    told = said_onward(ctx, text)
    return told.rest if told is not None else text


async def target(
    ctx: ToolContext,
    words: str,
    *,
    scope: Scope = "",
    field: str = "event",
    dated: str = "",
    from_on: Onward | None = None,
) -> Target | NeedUserInput:
    """The event meant, by id (of an occurrence, `id@start`; with `+` of it and those after) or words; several, and a
    series where it is not clear whether all of it is meant, are a question. `dated`: words in which the day of the one
    meant may stand; `from_on`: from when on it is meant, where that was said. Raises ToolRejected where there is
    none."""
    if from_on is None and scope == "following":
        from_on = Onward(None, "")
    named, _, place = words.strip().partition(AT)
    if (event_id := parse_id(named)) is not None:
        row = await _by_id(ctx, event_id)
        if place == ALL:
            return Target(row)
        if place:
            at = await _at(ctx, row, place.removesuffix(ONWARD))
            return _onward_from(row, at) if from_on is not None or place.endswith(ONWARD) else Target(row, at)
        if from_on is not None and row.recurrence is not None:
            return await _later(ctx, row, from_on, dated)
        return await _of_series(ctx, row, await _coming(ctx, row, dated), scope, words=ctx.question, field=field)
    found, day = await _by_words(ctx, words)
    if not found:
        told = f"No event matches '{words}'. Look with get_events, then give its id, or ask the user."
        raise ToolRejected(told, code=NO_MATCH)
    rows = {one.id: one.event for one in found}
    if len(rows) == 1:
        (row,) = rows.values()
        if from_on is not None and row.recurrence is not None:
            return await _later(ctx, row, from_on, words)
        several = [one for one in found if one.recurrence_id is not None]
        return await _of_series(ctx, row, (several, day), scope, words=f"{words} {ctx.question}", field=field)
    shown = [one for at, one in enumerate(found) if day or one.id not in {each.id for each in found[:at]}]
    options = tuple(Option(_named(one) if day else str(one.id), label(ctx, one)) for one in shown[:MAX_OPTIONS])
    question = say("events.target.which", ctx.locale, words=words)
    origin = least_trusted(one.origin for one in found)
    return NeedUserInput("choice", question, options, "ambiguous", field, origin)


async def _later(ctx: ToolContext, row: Event, from_on: Onward, dated: str) -> Target:
    """The first occurrence from that day on, and those after it. Raises ToolRejected where there is none."""
    since = to_utc(from_on.since, ctx.zone) if from_on.since is not None else None
    day = day_said(ctx, dated) if since is None and dated else None
    since = since or (day.since if day is not None else None) or ctx.now
    found = await find(ctx.tx, EventFilter(since=since, ids=(row.id,)), limit=1)
    if not found:
        raise ToolRejected("The series has no occurrence from then on. Find its occurrences with get_events.")
    return _onward_from(row, found[0])


def _onward_from(row: Event, at: Occurrence) -> Target:
    """From the first occurrence on it is the whole series."""
    if at.recurrence_id is None or at.recurrence_id <= row.start_at:
        return Target(row)
    return Target(row, at, later=True)


async def next_of(ctx: ToolContext, row: Event) -> Shown:
    """The series' next occurrence, of one that is over the last; the event where it has none."""
    ahead = EventFilter(since=ctx.now, until=ctx.now + LOOK_AHEAD, ids=(row.id,))
    behind = EventFilter(since=ctx.now - LOOK_AHEAD, until=ctx.now, ids=(row.id,))
    found = await find(ctx.tx, ahead, limit=1)
    found = found or await find(ctx.tx, behind, limit=1, newest_first=True)
    return found[0] if found else row


async def _by_id(ctx: ToolContext, event_id: UUID) -> Event:
    try:
        row = await events.get(ctx.tx, event_id)
    except NotFound as error:
        raise ToolRejected("There is no event with this id. Find it with get_events.") from error
    if row.hidden_at is not None or row.status == "cancelled":
        raise ToolRejected(say("events.cancelled_already", ctx.locale))
    return row


async def _at(ctx: ToolContext, row: Event, place: str) -> Occurrence:
    """The occurrence that the series has at `place` (local ISO)."""
    try:
        at = datetime.fromisoformat(place).replace(tzinfo=None)
    except ValueError as error:
        raise ToolRejected(f"'{place}' is no occurrence: copy `occurrence` from a result of get_events.") from error
    one = await occurrence_at(ctx.tx, row, at)
    if one is None:
        raise ToolRejected("The series does not happen then. Find its occurrences with get_events.")
    if one.status == "cancelled":
        raise ToolRejected(say("events.cancelled_already", ctx.locale))
    return one


async def _coming(ctx: ToolContext, row: Event, dated: str) -> tuple[list[Occurrence], bool]:
    """The occurrences of a series on the day that the words say, else those to come; and whether a day was said."""
    if row.recurrence is None:
        return [], False
    day = day_said(ctx, dated) if dated else None
    wanted = day or EventFilter(since=ctx.now, until=ctx.now + LOOK_AHEAD)
    wanted = EventFilter(wanted.since, wanted.until, ids=(row.id,))
    return await find(ctx.tx, wanted, limit=MAX_OPTIONS), day is not None


async def _of_series(
    ctx: ToolContext, row: Event, found: tuple[list[Occurrence], bool], scope: Scope, *, words: str, field: str
) -> Target | NeedUserInput:
    """One occurrence, the whole series, or the question which."""
    occurrences, day = found
    if row.recurrence is None:
        return Target(row)
    text = _NO_SERIES.sub(" ", normalize(words))
    whole = scope == ALL or (not scope and _WHOLE.search(text) is not None)
    once = scope == "one" or (not scope and _ONCE.search(text) is not None)
    if whole and (scope or not day) and not (once and not scope):
        return Target(row)
    if occurrences and ((day and len(occurrences) == 1) or once) and not (whole and not scope):
        return Target(row, occurrences[0])
    shown = occurrences if day else occurrences[:1]
    options = [
        Option(_named(one), say("events.target.one", ctx.locale, event=label(ctx, one))) for one in shown[:MAX_OPTIONS]
    ]
    options.append(Option(f"{row.id}{AT}{ALL}", say("events.target.all", ctx.locale, title=row.title)))
    question = say("events.target.scope", ctx.locale, title=row.title)
    return NeedUserInput("choice", question, tuple(options), "ambiguous", field, least_trusted([row.origin]))


def _named(one: Occurrence) -> str:
    return f"{one.id}{AT}{one.recurrence_id.isoformat()}" if one.recurrence_id is not None else str(one.id)


def day_said(ctx: ToolContext, words: str) -> EventFilter | None:
    """The time that words say with a date; None where they say none."""
    mentioned = time.mentions(words, now=ctx.local_now, locale=ctx.locale)
    dated = next((one.text for one in mentioned if one.has_date), None)
    span = time.resolve_range(dated, now=ctx.local_now, zone=ctx.zone, locale=ctx.locale) if dated else None
    return EventFilter(since=to_utc(span[0], ctx.zone), until=to_utc(span[1], ctx.zone)) if span is not None else None


def without_times(ctx: ToolContext, words: str) -> str:
    """The words without the times that they name."""
    rest = words
    for one in reversed(time.mentions(words, now=ctx.local_now, locale=ctx.locale)):
        rest = rest[: one.offset] + " " + rest[one.offset + len(one.text) :]
    return rest


async def _by_words(ctx: ToolContext, words: str) -> tuple[Sequence[Occurrence], bool]:
    """Of the events that fit best, those still to come, else those that were; and whether a day was said."""
    found, dated = await _fitting(ctx, words)
    return (found, dated) if found else (await _of_its_day(ctx, words), dated)


_ONE = patterns.compile(r"(?i)^one\b|\bone[ .!]*$")
""" "The Thursday one", "the one on Thursday": no hour, where nothing is at one."""


async def _of_its_day(ctx: ToolContext, words: str) -> Sequence[Occurrence]:
    """All of a day, where that alone is said of the event meant: "the Thursday one", "el del jueves"."""
    said = _ONE.sub(" ", words)
    rest, day = without_times(ctx, said), day_said(ctx, said)
    pointed = said != words or rest.strip()
    if day is None or not pointed or content_words(_SCOPE_WORDS.sub(" ", normalize(rest))):
        return []
    return await find(ctx.tx, day, limit=CANDIDATES)


async def _fitting(ctx: ToolContext, words: str) -> tuple[Sequence[Occurrence], bool]:
    rest = without_times(ctx, words)
    day = day_said(ctx, words)
    wanted = day or EventFilter(since=ctx.now - LOOK_BACK, until=ctx.now + LOOK_AHEAD)
    rows = await find(ctx.tx, wanted, limit=CANDIDATES)
    texts = [(row, lines([row.title, row.location_text, *names_of(row.participants)])) for row in rows]
    bare = _SCOPE_WORDS.sub(" ", normalize(rest)).strip()
    tried = (rest, words, bare) if bare else (rest, words)
    said = next((one for one in tried if best(one, texts)), None)
    if said is None:
        return [], day is not None
    found = best(said, texts)
    coming = [row for row in found if row.end_utc >= ctx.now]
    return [*_sooner(ctx, said, texts, coming), *coming] if coming else found, day is not None


def _sooner(
    ctx: ToolContext, words: str, texts: Sequence[tuple[Occurrence, str]], found: Sequence[Occurrence]
) -> list[Occurrence]:
    """The events to come before those whose very title was said that hold all of its words as well: "the dentist" is
    rather "Dentist, crown" on Tuesday than "Dentist" in March, so that has to be asked."""
    first = min(one.start_utc for one in found)
    return [
        row
        for share, row in scored(words, texts)
        if 1.0 <= share < EXACT and row.end_utc >= ctx.now and row.start_utc < first and row not in found
    ]
