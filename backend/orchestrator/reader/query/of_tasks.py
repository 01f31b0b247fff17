"""Values that are worked out of to-dos and whole days: what is most urgent, what was done, which day is a holiday."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from orchestrator.language.messages import say
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.evidence.finds import Item
from orchestrator.reader.evidence.gathering import gather
from orchestrator.reader.line import Line, joined
from orchestrator.reader.line import line as line_of
from orchestrator.reader.phrase.due import late
from orchestrator.reader.phrase.frame import MOST_OF_A_LIST, listed, over
from orchestrator.reader.phrase.lines import line
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.finding import MOST, Way, spanned
from orchestrator.reader.query.parse import asks_by_rank
from orchestrator.reader.question.model import Reading, iso
from orchestrator.reader.slots import DAY, slot_of

_FAR = timedelta(days=36_500)
_NO_RANK = 9
_MOST_TOLD = 3
_HOLIDAYS = timedelta(days=60)
"""So far ahead it is looked for the next one."""


def _words(query: Query) -> Line:
    return joined(query.subjects) if query.subjects else line_of("")


def _todos(facts: TurnFacts) -> list[Item]:
    rows = [row for one in facts.ledger if one.tool == "get_todos" for row in one.data.get("todos") or ()]
    return [Item("todo", row, 1.0) for row in rows]


# The most urgent


def _read_open(_query: Query, _facts: TurnFacts) -> list[Wanted]:
    return [wanted("get_todos", status="open", limit=MOST)]


def _urgent(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """Those that are due soonest, of one day the more important first; what has no day is not urgent."""
    found = [item for item in _todos(facts) if not item.get("done_at")]
    ranked = sorted(found, key=lambda item: (_due(item, facts.now).date(), _rank(item), _due(item, facts.now)))
    if asks_by_rank(query) and (first := [item for item in ranked if _rank(item) == 1]):
        return listed(first, voice, most=MOST_OF_A_LIST)
    dated = [item for item in ranked if item.get("due_at") or item.get("priority")]
    return listed(dated[:_MOST_TOLD], voice) if dated else None


def _due(item: Item, now: datetime) -> datetime:
    return item.moment("due_at") or now + _FAR


def _rank(item: Item) -> int:
    told = item.get("priority")
    return int(told) if told.isdigit() else _NO_RANK


# What was forgotten


def _read_forgotten(_query: Query, facts: TurnFacts) -> list[Wanted]:
    soon = facts.now.replace(hour=0, minute=0, second=0, microsecond=0) + 2 * DAY
    return [
        wanted("get_todos", status="overdue", limit=MOST),
        wanted("get_todos", status="open", until=iso(soon), limit=MOST),
    ]


def _forgotten(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """What should have been done by now, or of it the one that is late for longest; where nothing is late, that, and
    what is due next."""
    if not any(one.tool == "get_todos" and one.outcome == "done" for one in facts.ledger):
        return None
    found = {item.get("id"): item for item in _todos(facts) if item.get("due_at") and not item.get("done_at")}
    ranked = sorted(found.values(), key=lambda item: (_due(item, facts.now), _rank(item)))
    overdue = [item for item in ranked if late(_due(item, facts.now), voice.now)]
    if overdue:
        return listed(overdue[: 1 if query.least else None], voice, most=MOST_OF_A_LIST)
    none = say("reader.answer.no_todos.overdue", voice.locale, range="")
    return "\n".join([none, *([listed(ranked[:_MOST_TOLD], voice)] if ranked else [])])


# What was done


def _read_done(_query: Query, _facts: TurnFacts) -> list[Wanted]:
    return [wanted("get_todos", status="done", limit=MOST)]


def _done(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    if not any(one.tool == "get_todos" for one in facts.ledger):
        return None
    reading = spanned(query, facts, query.line)
    found = [(at, item) for item in _todos(facts) if (at := item.moment("done_at")) is not None]
    if reading.span is not None:
        since, until = reading.span
        found = [(at, item) for at, item in found if since <= at and (until is None or at < until)]
    if not found:
        return say("reader.answer.no_todos.done", voice.locale, range=over(reading, gather((), reading), voice))
    found.sort(key=lambda pair: pair[0], reverse=True)
    return listed([item for _, item in found], voice, most=MOST_OF_A_LIST)


# Whole days that stand in the calendar by themselves


def _holiday_span(query: Query, facts: TurnFacts) -> tuple[Reading, datetime, datetime]:
    reading = spanned(query, facts, _words(query))
    today = facts.now.replace(hour=0, minute=0, second=0, microsecond=0)
    if reading.span is None:
        return reading, today, today + _HOLIDAYS
    since, until = reading.span
    return reading, since, until or since + DAY


def _read_holiday(query: Query, facts: TurnFacts) -> list[Wanted]:
    reading, since, until = _holiday_span(query, facts)
    if query.subjects and reading.span is None:
        return []
    return [wanted("get_events", action="by_range", since=iso(since), until=iso(until), limit=MOST)]


def _holiday(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """The whole days in the calendar that nobody takes part in and that are nowhere: such are holidays. A calendar of
    public holidays is not known."""
    reading, since, until = _holiday_span(query, facts)
    looked = [one for one in facts.ledger if one.tool == "get_events" and one.outcome == "done"]
    items = [Item("event", row, 1.0) for one in looked for row in one.data.get("events") or ()]
    whole = [slot for item in items if _alone(item) and (slot := slot_of(item, facts.zone)) is not None]
    found = sorted((one for one in whole if one.all_day and one.end - one.start <= DAY), key=lambda one: one.start)
    found = [one for one in found if one.meets(since, until)]
    if not looked:
        return None
    if not found or found[0].item is None:
        key = "reader.query.no_holiday"
        return say(key, voice.locale, range=over(reading, gather((), reading), voice))
    first = line(found[0].item, voice)
    return first if reading.span is None else f"{say('reader.query.holiday', voice.locale)} {first}"


def _alone(item: Item) -> bool:
    return not (item.data.get("participants") or item.get("location_text") or item.data.get("place"))


OF_TASKS: Mapping[Aggregate, Way] = {
    Aggregate.URGENT: Way(_read_open, _urgent),
    Aggregate.FORGOTTEN: Way(_read_forgotten, _forgotten),
    Aggregate.DONE: Way(_read_done, _done),
    Aggregate.HOLIDAY: Way(_read_holiday, _holiday),
}
