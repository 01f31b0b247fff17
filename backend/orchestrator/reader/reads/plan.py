"""What has to be looked up before this question can be answered?

A question has a few batches of reads, from the likeliest to the widest. They are proposed together, in one round; which
of the finds answers is decided by `evidence`, the likeliest kind first.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta

from orchestrator.kit import lookaround
from orchestrator.llm.messages import ToolCall, TurnFacts
from orchestrator.reader.call_selection import Wanted, calls, offered, spent, wanted
from orchestrator.reader.passages.ranking import asks_texts
from orchestrator.reader.question.model import Reading, iso
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.reads.asked_todos import of_a_list, todo_state
from orchestrator.reader.reads.lookups import (
    EVERYONE,
    LIMIT,
    YEAR,
    Batches,
    contacts_read,
    events_read,
    near_search,
    said_reads,
    search_read,
    stated_reads,
    todos_read,
    told_read,
)
from orchestrator.reader.slots import free_days

MOST_READS = 6
"""In one round, run in parallel: a second one that finds nothing either would end the turn as "no progress"."""
_DAY = timedelta(days=1)
_FILTERED = timedelta(days=28)
"""How far ahead it is looked for what is "on Tuesdays"."""
_RANKED = {Kind.WHEN, Kind.WHERE, Kind.WHO, Kind.HOW_LONG, Kind.AGENDA, Kind.NEXT, Kind.TOPIC, Kind.EXISTS}
"""Kinds that may ask for one of several in the order of time."""
_KNOW = lookaround.compile(r"\b(?:know|conheco|conhecemos|conozco|conocemos)\b")
"""Asks whether somebody is among the people of the user."""
_TWINS = lookaround.compile(r"\b(?:duplicat\w*|duplicad\w*|repetid[oa]s?|dupes?)\b")
_PEOPLE = lookaround.compile(r"\b(?:contacts?|contatos?|contactos?|people|pessoas|personas|address book)\b")
"""Together: asks which contacts are one person twice."""
_SILENT = {Kind.GREETING, Kind.THANKS, Kind.FAREWELL, Kind.ABILITIES, Kind.UNABLE, Kind.NOTHING, Kind.CLOCK}


def next_reads(
    readings: Sequence[Reading], facts: TurnFacts, *, first: Sequence[Wanted] = (), before: int = 0
) -> list[ToolCall]:
    """The reads to propose now; none where the answer can be given. Several questions share the round; `first` are
    those that a question about a place needs, `before` the number of those that decided nothing."""
    asked = [reading for reading in readings if reading.kind not in _SILENT or facts.missing is not None]
    share = MOST_READS // max(1, len(asked))
    batch: list[Wanted] = list(first)
    for reading in asked:
        own = [each for each in _distinct(batches(reading, facts)) if offered(facts, each.tool)][:share]
        batch += [each for each in own if each not in batch][: MOST_READS - len(batch)]
    if not batch:
        return []
    return [] if spent(facts, batch, before) else calls(facts, batch)


def _a_day(reading: Reading) -> bool:
    """Whether one day is asked for; a briefing tells no week."""
    if reading.span is None:
        return True
    start, end = reading.span
    return end is not None and end - start <= _DAY


def _distinct(planned: Batches) -> list[Wanted]:
    found: list[Wanted] = []
    for batch in planned:
        found += [each for each in batch if each not in found]
    return found


def batches(reading: Reading, facts: TurnFacts) -> Batches:
    """The batches of a question that this turn's tools can make."""
    if _TWINS.search(reading.line.low) and _PEOPLE.search(reading.line.low) and offered(facts, "get_contacts"):
        return [[wanted("get_contacts", duplicates=True, limit=EVERYONE)]]
    ranked = reading.rank is not None and reading.kind in _RANKED
    planned = _ranked(reading, facts.now) if ranked else _PLANS.get(reading.kind, _topic)(reading, facts.now)
    if reading.filters or reading.kind is Kind.COUNT:
        planned = [[_all(each) for each in batch] for batch in planned]
    if reading.kind is Kind.BRIEFING and offered(facts, "get_briefing") and _a_day(reading):
        dated = any(one.mention.has_date for one in reading.times)  # "this morning's briefing" is that of the day
        return [[wanted("get_briefing", when=reading.when if dated else None)]]
    planned = [*planned[:1], [near_search(reading)], *planned[1:]] if asks_texts(reading) and reading.words else planned
    possible = [[each for each in batch if offered(facts, each.tool)] for batch in planned]
    possible = [batch for batch in possible if batch]
    if not possible or (facts.missing and not any(entry.effect == "read" for entry in facts.ledger)):
        possible.append([search_read(reading), *([] if reading.words else [events_read(reading, facts.now)])])
    return [batch for batch in possible if any(offered(facts, each.tool) for each in batch)]


def _all(look: Wanted) -> Wanted:
    """The same look-up of as many as there are: what is counted or left out is done here."""
    return Wanted(look.tool, {**look.arguments, "limit": EVERYONE}) if look.tool == "get_events" else look


def _ranked(reading: Reading, now: datetime) -> Batches:
    """The events of which one is asked for by its place in the order of time."""
    rank = reading.rank
    named = reading.names[0] if reading.names and not reading.rest else None
    if rank is None or not rank.from_now:
        bounds = reading.timing or ({"until": iso(now)} if reading.past else {})
        look = (
            {"action": "by_participant", "participant": named}
            if named
            else {"action": "search", "query": reading.about}
        )
        return [[wanted("get_events", **look, limit=EVERYONE, **bounds)]] if reading.words else []
    bounds = reading.timing or ({"since": iso(now)} if rank.index >= 0 else {})
    return [
        [
            wanted(
                "get_events",
                action="next" if rank.index >= 0 else "last",
                participant=named,
                query=None if named else reading.about,
                limit=LIMIT,
                **bounds,
            )
        ]
    ]


def _today(now: datetime) -> Mapping[str, str]:
    start = datetime.combine(now.date(), time())
    return {"since": iso(start), "until": iso(start + _DAY)}


def _thing(reading: Reading, now: datetime) -> Batches:
    """When, where, who, how long, is there: events first."""
    if reading.kind is Kind.EXISTS and reading.words and _KNOW.search(reading.line.low):
        return [[*contacts_read(reading), search_read(reading)], _wider(reading)]
    first = [events_read(reading, now)]
    if reading.kind is Kind.WHEN and reading.thing == "event" and len(reading.words) == 1 and not reading.names:
        # "When do I see Loli": no title says how somebody is called, the tool knows it.
        first.append(replace(first[0], arguments=_with_whom(first[0].arguments, reading)))
    if reading.kind in {Kind.WHEN, Kind.EXISTS} and reading.words:
        first.append(todos_read(reading))
    if reading.thing == "todo":
        first = (
            [todos_read(reading, timed=True), *first[:1]]
            if reading.words
            else [todos_read(reading, status=todo_state(reading))]
        )
    if reading.kind is Kind.WHERE:
        ids = [target.id for target in reading.targets if target.kind == "place"]
        if ids:
            first = [wanted("get_places", ids=ids)]
        elif reading.words:
            first.append(wanted("get_places", query=reading.about, limit=5))
    if reading.words and not (reading.past or reading.when or reading.targets):
        # A search misses a title that is misspelt in the question; the next events are compared letter by letter.
        first.append(wanted("get_events", action="next", limit=LIMIT))
    return [first, _wider(reading), [search_read(reading, timed=False)]]


def _with_whom(asked: Mapping[str, object], reading: Reading) -> dict[str, object]:
    """The look-up of events by their words as one by who takes part."""
    kept = {name: value for name, value in asked.items() if name != "query"}
    return {
        **kept,
        "action": kept["action"] if kept["action"] == "last" else "by_participant",
        "participant": reading.about,
    }


def _wider(reading: Reading) -> list[Wanted]:
    """What was said about it; at the time that was asked for everything, at no time the same words anywhere."""
    second = [search_read(reading)]
    if reading.words and reading.when:
        second.append(wanted("get_events", action="by_range", limit=LIMIT, **reading.timing))
    elif reading.words:
        second.append(wanted("get_events", action="search", query=reading.about, limit=LIMIT))
    return second


def _who(reading: Reading, now: datetime) -> Batches:
    contacts = contacts_read(reading)
    if any(target.kind == "place" for target in reading.targets):
        return [contacts, [search_read(reading)]]
    return [[events_read(reading, now), *contacts], _wider(reading), [search_read(reading, timed=False)]]


def _agenda(reading: Reading, now: datetime) -> Batches:
    said = [search_read(reading, timed=False)] if reading.words else []
    if reading.thing == "todo":
        every = reading.words and (reading.when or of_a_list(reading))
        plain = [todos_read(replace(reading, words=()), status=todo_state(reading))] if every else []
        day = [events_read(reading, now)] if _asks_a_day(reading) else []
        return [[todos_read(reading, status=todo_state(reading)), *plain, *day], said]
    if reading.thing == "contact":
        return [[wanted("get_contacts", query=reading.about, limit=LIMIT)], said]
    if reading.thing == "place":
        return [[wanted("get_places", query=reading.about, limit=LIMIT)], said]
    if reading.thing == "message":
        return [[search_read(reading, kinds=("message",))], [search_read(reading, timed=False)]]
    first = [events_read(reading, now)]
    if reading.words and reading.when:
        first.append(wanted("get_events", action="by_range", limit=LIMIT, **reading.timing))
    if reading.filters and not reading.when and not reading.words:
        ahead = {"since": iso(now), "until": iso(now + _FILTERED)}
        bounds = {"since": iso(now - YEAR), "until": iso(now)} if reading.past else ahead
        first = [wanted("get_events", action="last" if reading.past else "by_range", **bounds)]
    if reading.thing is None and not reading.words and not reading.past:
        first.append(todos_read(reading, status="open"))
    return [first, [search_read(reading), todos_read(reading)]] if reading.words else [first]


def _asks_a_day(reading: Reading) -> bool:
    """Whether it is asked what is to be done on a day: where no to-do is, what stands in the calendar answers."""
    return bool(reading.when) and not reading.words and todo_state(reading) == "open" and _a_day(reading)


def _next(reading: Reading, now: datetime) -> Batches:
    if reading.thing == "todo":
        return [[todos_read(reading, status="open")]]
    participant = reading.names[0] if reading.names and not reading.rest else None
    query = None if participant else reading.about
    first = wanted(
        "get_events",
        action="next",
        participant=participant,
        query=query,
        limit=5,
        **(reading.timing or {"since": iso(now)}),
    )
    if not reading.words:
        return [[first]]
    return [[first], [events_read(reading, now), search_read(reading)]]


def _free(reading: Reading, now: datetime) -> Batches:
    since, until = free_days(reading, now)
    return [[wanted("get_events", action="free", limit=EVERYONE, since=iso(since), until=iso(until))]]


def _conflicts(reading: Reading, now: datetime) -> Batches:
    del now  # the tool looks ahead by itself
    return [[wanted("get_events", action="conflicts", limit=LIMIT, **reading.timing)]]


def _briefing(reading: Reading, now: datetime) -> Batches:
    timing = reading.timing or _today(now)
    return [
        [
            wanted("get_events", action="by_range", limit=LIMIT, **timing),
            wanted("get_todos", status="overdue", limit=LIMIT),
            wanted("get_todos", status="open", limit=LIMIT, **timing),
        ]
    ]


def _count(reading: Reading, now: datetime) -> Batches:
    if reading.thing == "todo":
        return [[todos_read(reading, status=todo_state(reading))], [search_read(reading)]]
    if reading.thing == "contact":
        return [[wanted("get_contacts", query=reading.about, limit=LIMIT)]]
    if reading.thing == "place":
        return [[wanted("get_places", query=reading.about, limit=LIMIT)]]
    if reading.thing == "message" and reading.words:
        return [[search_read(reading, kinds=("message",))]]
    named = reading.names and not reading.rest
    bounds = reading.timing or ({"until": iso(now)} if reading.past else {})
    counted = wanted(
        "get_events",
        action="count",
        participant=reading.names[0] if named else None,
        query=None if named else reading.about,
        limit=LIMIT,
        **bounds,
    )
    return [[counted], [search_read(reading)]] if reading.words else [[counted]]


def _most(reading: Reading, now: datetime) -> Batches:
    timing = reading.timing or {"since": iso(now - YEAR), "until": iso(now)}
    return [[wanted("get_events", action="most", query=" ".join(reading.rest), limit=LIMIT, **timing)]]


def _attribute(reading: Reading, now: datetime) -> Batches:
    if reading.targets:
        return [contacts_read(reading), told_read(reading), [search_read(reading)]]
    if not reading.words:
        return (
            [[wanted("get_contacts", birthdays=True, limit=EVERYONE)]]
            if reading.attribute == "birthday"
            else [[search_read(reading)]]
        )
    first = [wanted("get_contacts", name=reading.names[0] if reading.relative else reading.about, limit=5)]
    second = [wanted("get_contacts", query=reading.about, limit=5)]
    if reading.attribute == "birthday":
        second.append(events_read(reading, now, directed=False, timed=False))
    if reading.attribute == "address":
        second.append(wanted("get_places", query=reading.about, limit=5))
        second.append(events_read(reading, now, directed=False, timed=False))
    if len(reading.words) == 1:
        return [first, second, [search_read(reading, timed=False), *told_read(reading)]]
    return [first, second, [search_read(reading, timed=False)]]


def _topic(reading: Reading, now: datetime) -> Batches:
    if reading.when and not reading.words:
        return _agenda(reading, now)
    first = [search_read(reading)]
    if reading.when:
        first.append(wanted("get_events", action="by_range", limit=LIMIT, **reading.timing))
    if reading.when or reading.thing == "event":
        first.append(events_read(reading, now, directed=False))
    second = [wanted("get_contacts", query=reading.about, limit=5), todos_read(reading, timed=False)]
    if reading.words:
        second.insert(0, events_read(reading, now, directed=False, timed=False))
    return [first, second if reading.words else [], [search_read(reading, timed=False)]]


_PLANS: Mapping[Kind, Callable[[Reading, datetime], Batches]] = {
    Kind.WHEN: _thing,
    Kind.WHERE: _thing,
    Kind.HOW_LONG: _thing,
    Kind.EXISTS: _thing,
    Kind.WHO: _who,
    Kind.AGENDA: _agenda,
    Kind.NEXT: _next,
    Kind.FREE: _free,
    Kind.CONFLICT: _conflicts,
    Kind.BRIEFING: _briefing,
    Kind.COUNT: _count,
    Kind.MOST: _most,
    Kind.SAID: said_reads,
    Kind.DECIDED: stated_reads,
    Kind.PROMISED: stated_reads,
    Kind.ATTRIBUTE: _attribute,
    Kind.TOPIC: _topic,
}
