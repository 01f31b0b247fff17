"""Does an event lie over another one, or what lies over it: "does it clash with the dentist", "is anything else on when
the flight leaves"?"""

from collections.abc import Callable, Mapping
from datetime import timedelta

from orchestrator.language.messages import say
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.discourse.shown import shown_last
from orchestrator.reader.phrase.quotation import quoted
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.finding import (
    MOST,
    Way,
    event_look,
    foremost,
    meant,
    slots,
    slots_by_ids,
    slots_of_rows,
    subject,
)
from orchestrator.reader.query.rows import listing
from orchestrator.reader.question.model import iso
from orchestrator.reader.slots import Slot

_DAY = timedelta(days=1)


def _in_question(facts: TurnFacts) -> list[str]:
    return [one.id for one in shown_last(facts, at_least=1)][-1:]


def _read_told(_query: Query, facts: TurnFacts) -> list[Wanted]:
    told = _in_question(facts)
    return [wanted("get_events", action="by_ids", ids=told)] if told else []


def _days_of_told(_query: Query, facts: TurnFacts) -> list[Wanted]:
    return _days_of(next(iter(slots_by_ids(_in_question(facts), facts)), None))


def _days_of(one: Slot | None) -> list[Wanted]:
    """A look at the days of an event."""
    if one is None:
        return []
    since = one.start.replace(hour=0, minute=0)
    until = max(one.end, since + _DAY)
    return [wanted("get_events", action="by_range", since=iso(since), until=iso(until), limit=MOST)]


def _clash(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """Whether the event that was told lies over the one that is named, on its own day alone."""
    told, named = slots_by_ids(_in_question(facts), facts), subject(query, query.words, facts)
    found = [one for one in foremost(slots(named, facts)) if told and one.title != told[0].title]
    there = [one for one in found if one.meets(told[0].start - _DAY, told[0].end + _DAY)]
    if not there:
        return None
    over = [one for one in there if one.meets(told[0].start, told[0].end)]
    if not over:
        key = "reader.query.apart"
        text = say(key, voice.locale, one=quoted(told[0].title), other=quoted(there[0].title))
        return f"{text}\n{listing([told[0], there[0]], voice)}"
    return f"{say('reader.answer.have_yes', voice.locale)}\n{listing([told[0], *over], voice)}"


def _read_named(query: Query, facts: TurnFacts) -> list[Wanted]:
    reading = subject(query, query.words, facts)
    return [event_look(reading, facts)] if reading.words or reading.names else []


def _named(query: Query, facts: TurnFacts) -> Slot | None:
    return meant(subject(query, query.words, facts), facts)


def _days_of_named(query: Query, facts: TurnFacts) -> list[Wanted]:
    return _days_of(_named(query, facts))


def _overlapping(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """What lies over the event that is named; what has no hour lies over nothing, unless that has none either."""
    one = _named(query, facts)
    if one is None or one.item is None:
        return None
    days = _days_of(one)[0]
    rows = [entry for entry in facts.ledger if entry.tool == days.tool and entry.arguments == days.arguments]
    if not rows:
        return None
    held = slots_of_rows(rows[-1].data.get("events") or (), facts)
    over = [
        each
        for each in held
        if each.meets(one.start, one.end) and each.title != one.title and (one.all_day or not each.all_day)
    ]
    key = "reader.query.over" if over else "reader.query.over_none"
    return f"{say(key, voice.locale, what=quoted(one.title))}\n{listing(over or [one], voice)}"


OF_OVERLAPS: Mapping[Aggregate, Way] = {
    Aggregate.CLASH: Way(_read_told, _clash),
    Aggregate.OVERLAPPING: Way(_read_named, _overlapping),
}
LATER_OVERLAPS: Mapping[Aggregate, Callable[[Query, TurnFacts], list[Wanted]]] = {
    Aggregate.CLASH: _days_of_told,
    Aggregate.OVERLAPPING: _days_of_named,
}
"""What can be looked up only when the day of what is meant is known."""
