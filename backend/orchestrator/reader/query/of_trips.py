"""Values of one event and what stands around it: the way back, what comes after it, whether it is before a time."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from orchestrator.language.messages import say
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.conditions.order import AT, BARE_HOUR, ENDS, FLIGHT, LANDS, NO_SUBJECT
from orchestrator.reader.discourse.shown import told_targets
from orchestrator.reader.evidence.finds import Item
from orchestrator.reader.line import joined
from orchestrator.reader.line import line as line_of
from orchestrator.reader.phrase.lines import line, where
from orchestrator.reader.phrase.quotation import quoted
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.finding import MOST, Way, event_look, many, meant, slots, subject
from orchestrator.reader.question.model import Reading, iso
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.slots import DAY, Slot, slot_of
from orchestrator.reader.texts import share
from orchestrator.reader.timing import phrases
from orchestrator.reader.words import words_of

_AFTER = timedelta(days=21)
"""So long after the way out the way back is looked for."""
_NEXT_WITHIN = timedelta(days=2)
_TRIPS = timedelta(days=45)
_LEAVES_WITHIN = timedelta(days=366)
_RIDES = ("flight", "train", "bus", "trip", "ferry")
_BACK = ("back", "home", "return")


def _in_mind(facts: TurnFacts, reading: Reading) -> tuple[str, ...]:
    """The events that the last answer told, of which the words hold good."""
    told = [target for target in told_targets(facts, Kind.WHEN) if target.kind == "event"]
    bare = reading.line.low == ""
    return tuple(target.id for target in told if bare or share(reading.words, target.name) >= 1)


def _reading(query: Query, facts: TurnFacts) -> Reading:
    """The event as the question names it; whoever lands is on a flight."""
    words = query.subjects[0] if query.subjects else line_of("")
    if query.aggregate is Aggregate.LANDING or LANDS.search(words.low):
        words = joined(
            (line_of(FLIGHT[query.language]), words.without([one.span() for one in LANDS.finditer(words.low)]))
        )
    return subject(query, words, facts)


def _look(query: Query, facts: TurnFacts) -> list[Wanted]:
    """The event that is meant: the one that is named, else those that were told last, else the trips ahead."""
    reading = _reading(query, facts)
    ids = _in_mind(facts, reading)
    if (reading.words or reading.names) and not ids:
        return [many(event_look(reading, facts))]
    if ids:
        return [wanted("get_events", action="by_ids", ids=list(ids))]
    if query.aggregate is not Aggregate.RETURN:
        return []
    return [wanted("get_events", action="by_range", since=iso(facts.now), until=iso(facts.now + _TRIPS), limit=MOST)]


def _first_of(query: Query, facts: TurnFacts) -> Slot | None:
    """The event that is meant."""
    reading = _reading(query, facts)
    spoken_of = _in_mind(facts, reading)
    if (reading.words or reading.names) and not spoken_of:
        return meant(reading, facts)
    entry = next((one for one in facts.ledger if one.tool == "get_events" and one.outcome == "done"), None)
    rows = entry.data.get("events") or () if entry is not None else ()
    found = [slot for row in rows if (slot := slot_of(Item("event", row, 1.0), facts.zone)) is not None]
    found = sorted((one for one in found if one.item is not None), key=lambda one: one.start)
    if spoken_of:
        if query.aggregate is Aggregate.AFTER and found:
            return max(found, key=lambda one: one.end)
        return next((one for one in found if one.end > facts.now), found[0] if found else None)
    return next((one for one in found if one.end > facts.now and _is_trip(one)), None)


def _is_trip(one: Slot) -> bool:
    return any(share((word,), one.title) >= 1 for word in _RIDES)


def _goes_back(one: Slot) -> bool:
    return any(share((word,), one.title) >= 1 for word in _BACK)


# The way back


def _then_back(query: Query, facts: TurnFacts) -> list[Wanted]:
    out = _first_of(query, facts)
    if out is None:
        return []
    return [wanted("get_events", action="by_range", since=iso(out.start), until=iso(out.end + _AFTER), limit=MOST)]


def _return(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """The ride home that follows the way out, else the last day of a stay; None where neither stands there."""
    out = _first_of(query, facts)
    if out is None or out.item is None:
        return None
    rides = [one for one in _looked(facts) if one.start >= out.start and _is_trip(one) and _goes_back(one)]
    if _is_trip(out) and _goes_back(out):
        rides = [out]
    if rides and rides[0].item is not None:
        return line(rides[0].item, voice)
    return _last_day(out, voice)


def _last_day(out: Slot, voice: Voice) -> str | None:
    """Until when what lasts for days does; None of anything else."""
    if out.item is None or not out.all_day or out.end - out.start <= DAY:
        return None
    last = voice.moment(out.end - DAY, all_day=True)
    return f"{say('reader.query.last_day', voice.locale, title=quoted(out.title), day=last)}\n- {line(out.item, voice)}"


def _leaves(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """The last day on which somebody is there: "when is mum leaving?". A call or a dinner with them before that is no
    stay of theirs."""
    visit = _first_of(query, facts)
    if visit is not None and (told := _last_day(visit, voice)) is not None:
        return told
    reading = _reading(query, facts)
    named = (*reading.names, *reading.words)
    ahead = (one for one in slots(reading, facts) if one.all_day and one.end > facts.now)
    stays = [told for one in ahead if share(named, one.title) > 0 and (told := _last_day(one, voice)) is not None]
    return stays[0] if stays else None


def _looked(facts: TurnFacts) -> list[Slot]:
    rows = [
        row
        for entry in facts.ledger
        if entry.tool == "get_events" and entry.arguments.get("action") == "by_range" and entry.outcome == "done"
        for row in entry.data.get("events") or ()
        if row.get("status") != "cancelled"
    ]
    found = [slot for row in rows if (slot := slot_of(Item("event", row, 1.0), facts.zone)) is not None]
    return sorted(found, key=lambda one: one.start)


# What comes after it


def _then_after(query: Query, facts: TurnFacts) -> list[Wanted]:
    one = _first_of(query, facts)
    if one is None:
        return []
    since, until = (one.start - _NEXT_WITHIN, one.start) if query.least else (one.end, one.end + _NEXT_WITHIN)
    return [wanted("get_events", action="by_range", since=iso(since), until=iso(until), limit=MOST)]


def _after(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    one = _first_of(query, facts)
    looked = [entry for entry in facts.ledger if entry.arguments.get("action") == "by_range"]
    if one is None or not looked:
        return None
    near = [each for each in _looked(facts) if not each.all_day and each.item is not None]
    if query.least:
        ended = [each for each in near if each.end <= one.start and each.start.date() == one.start.date()]
        if ended and (last := ended[-1].item) is not None:
            return line(last, voice)
        return say("reader.query.nothing_before", voice.locale, title=quoted(one.title))
    then = [each for each in near if each.start >= one.end]
    if not then or then[0].item is None:
        return say("reader.query.nothing_after", voice.locale, title=quoted(one.title))
    return line(then[0].item, voice)


# Is it before a time


def _read_bound(query: Query, facts: TurnFacts) -> list[Wanted]:
    if _bound(query, facts) is None or NO_SUBJECT.search(query.subjects[0].low):
        return []
    return _look(query, facts)


def _bound(query: Query, facts: TurnFacts) -> tuple[datetime, bool] | None:
    """The time that is compared with, and whether it has a day; None where the words are no time."""
    if len(query.subjects) < 2:
        return None
    said, known = query.subjects[1], words_of(query.language)
    for text in (said.raw, f"{AT[query.language]} {said.raw}"):
        own = line_of(text)
        told = [one for one in phrases(own.raw, own.low, known, facts.now, known.locale) if one.mention.has_time]
        if len(told) == 1 and not own.without([(told[0].start, told[0].end)]).low:
            return told[0].mention.start, told[0].mention.has_date
    return None


def _is_before(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """Yes or no by the beginning of the one event that is meant, or by its end where that is asked for."""
    bound = _bound(query, facts)
    one = _first_of(query, facts) if bound is not None else None
    if bound is None or one is None or one.item is None or one.all_day:
        return None
    if _several_meant(query, facts):
        return None
    ends = ENDS.search(query.line.low) is not None
    if ends and not one.item.get("end_at"):
        return None
    at, (limit, dated) = one.end if ends else one.start, bound
    limit = limit if dated else datetime.combine(at.date(), limit.time())
    if not dated and BARE_HOUR.match(query.subjects[1].low):
        limit = _nearest(limit, at)
    if not dated and limit.time() == datetime.min.time():
        limit = datetime.combine(one.start.date() + DAY, limit.time())  # midnight is the end of that day
    if at == limit:
        return line(one.item, voice)
    key = "have_yes" if (at < limit) != query.least else "no"
    opens = say("reader.answer.have_yes" if key == "have_yes" else "reader.query.no", voice.locale)
    return f"{opens} {line(one.item, voice)}"


def _nearest(limit: datetime, at: datetime) -> datetime:
    """ "Before 9" is the nine that is nearer to the event: morning or evening was not said."""
    morning = datetime.combine(limit.date(), limit.time().replace(hour=limit.hour % 12))
    return min((morning, morning + timedelta(hours=12)), key=lambda one: abs(one - at))


def _several_meant(query: Query, facts: TurnFacts) -> bool:
    """Whether the words fit several events ahead of other titles: which one is asked about is not clear then."""
    reading = _reading(query, facts)
    if _in_mind(facts, reading):
        return False
    ahead = [one for one in slots(reading, facts) if one.end > facts.now]
    if query.aggregate is Aggregate.LANDING or LANDS.search(query.line.low):
        return False  # the next one is meant
    return len({one.title for one in ahead}) > 1


# When does the flight land


def _landing(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    one = _first_of(query, facts)
    return line(one.item, voice) if one is not None and one.item is not None else None


# When does one leave a place


def _read_departure(query: Query, facts: TurnFacts) -> list[Wanted]:
    return [
        wanted(
            "get_events",
            action="search",
            query=f"{FLIGHT[query.language]} {query.subjects[0].raw}",
            since=iso(facts.now),
            until=iso(facts.now + _LEAVES_WITHIN),
            limit=MOST,
        )
    ]


def _departure(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """The next ride that begins at the place: the flight to it does not."""
    rows = [row for one in facts.ledger if one.tool == "get_events" for row in one.data.get("events") or ()]
    items = [Item("event", row, 1.0) for row in rows if row.get("status") != "cancelled"]
    there = [item for item in items if share((query.subjects[0].raw,), where(item)) >= 1]
    found = [slot for item in there if (slot := slot_of(item, facts.zone)) is not None and _is_trip(slot)]
    found.sort(key=lambda one: one.start)
    return line(found[0].item, voice) if found and found[0].item is not None else None


OF_TRIPS: Mapping[Aggregate, Way] = {
    Aggregate.RETURN: Way(_look, _return),
    Aggregate.LEAVES: Way(_look, _leaves),
    Aggregate.AFTER: Way(_look, _after),
    Aggregate.BOUND: Way(_read_bound, _is_before),
    Aggregate.LANDING: Way(_look, _landing),
    Aggregate.DEPARTURE: Way(_read_departure, _departure),
}
LATER_TRIPS = {Aggregate.RETURN: _then_back, Aggregate.AFTER: _then_after}
"""What can be looked up only when it is known which event is meant."""
