"""Values that are worked out of events: the busiest day, hours in all, the longest, the first, the order and the time
between two, which time holds more, whether it takes place and who is among its people."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from orchestrator.kit import lookaround
from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.evidence import RELEVANT, SURE, Item, gather
from orchestrator.reader.line import Line, joined
from orchestrator.reader.phrase.frame import listed
from orchestrator.reader.phrase.lines import Voice, line, month_name, quoted
from orchestrator.reader.phrase.measured import apart, clock
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.finding import complete, event_look, many, meant, slots, subject
from orchestrator.reader.query.slots import Slot, slot_of
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.reading import Reading, iso
from orchestrator.reader.timing import phrases
from orchestrator.reader.words import words_of

_DAY = timedelta(days=1)
_AHEAD = {"day": timedelta(days=7), "week": timedelta(days=28), "month": timedelta(days=366)}
"""How far it is looked where no time is named."""
_CALLED_OFF = lookaround.compile(r"\b(?:cancel|called off|desmarcad|anulad)")
_PAIR = 2
_NO_SUBJECT = frozenset(
    "compare compara more mais mas fewer less menos has have tem tiene month mes week semana".split()
)
"""Words of a comparison that name nothing."""


@dataclass(frozen=True)
class OfEvents:
    """How an aggregate is looked up and told. `reads`: in one round; `told`: None where nothing decides it."""

    reads: Callable[[Query, TurnFacts], list[Wanted]]
    told: Callable[[Query, TurnFacts, Voice], str | None]


def _spanned(query: Query, facts: TurnFacts, words: Line) -> Reading:
    return subject(query, words, facts, kind=Kind.AGENDA)


def _range(since: datetime, until: datetime) -> list[Wanted]:
    return [wanted("get_events", action="by_range", since=iso(since), until=iso(until), limit=100)]


# The busiest day or week


def _busy_span(query: Query, facts: TurnFacts) -> tuple[datetime, datetime]:
    reading = _spanned(query, facts, query.line)
    today = facts.now.replace(hour=0, minute=0, second=0, microsecond=0)
    if reading.span is None:
        return today, today + _AHEAD[query.unit or "day"]
    since, until = reading.span
    return since, until if until is not None else since + _AHEAD[query.unit or "day"]


def _read_busiest(query: Query, facts: TurnFacts) -> list[Wanted]:
    return _range(*_busy_span(query, facts))


def _busiest(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    if not complete(facts):
        return None
    since, until = _busy_span(query, facts)
    found = [one for one in _all(facts) if not one.all_day and since <= one.start < until]
    buckets: dict[date, list[Slot]] = {}
    day = since
    while query.least and day < until:  # a day with nothing on it is the quietest
        buckets.setdefault(_bucket(day.date(), query.unit), [])
        day += _DAY
    for one in found:
        buckets.setdefault(_bucket(one.start.date(), query.unit), []).append(one)
    if not buckets:
        return None
    ranked = sorted(buckets.items(), key=lambda pair: (_weight(pair[1]), -pair[0].toordinal()), reverse=not query.least)
    first, held = ranked[0]
    same = [when for when, others in ranked[1:] if _weight(others) == _weight(held)]
    named = render.join([_named(when, query.unit, voice) for when in (first, *same[:_PAIR])], voice.locale)
    if not held:
        return say("reader.query.empty_day", voice.locale, day=named)
    value = say(
        "reader.query.busiest",
        voice.locale,
        day=named,
        count=render.count(len(held), "event", voice.locale),
        length=clock(_length(held), voice.locale),
    )
    return value if same or query.unit != "day" else f"{value}\n{_list(held, voice)}"


def _bucket(day: date, unit: str | None) -> date:
    if unit == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if unit == "month" else day


def _named(day: date, unit: str | None, voice: Voice) -> str:
    if unit == "month":
        return say("reader.answer.month_of", voice.locale, month=month_name(day, voice.locale), year=day.year)
    return (
        render.day(day, voice.locale)
        if unit != "week"
        else say("reader.query.week_of", voice.locale, day=voice.short(day))
    )


def _weight(held: Sequence[Slot]) -> tuple[int, timedelta]:
    return len(held), _length(held)


def _length(held: Sequence[Slot]) -> timedelta:
    return sum((one.end - one.start for one in held), timedelta())


def _list(held: Sequence[Slot], voice: Voice) -> str:
    rows = listed([one.item for one in held if one.item is not None], voice)
    return rows if rows.startswith("- ") else f"- {rows}"


def _all(facts: TurnFacts) -> list[Slot]:
    """Every event that was looked up and takes place."""
    found: dict[tuple[str, datetime], Slot] = {}
    for entry in facts.ledger:
        rows = entry.data.get("events") if entry.tool == "get_events" and entry.outcome == "done" else None
        for row in rows or ():
            slot = slot_of(Item("event", row, 1.0), facts.zone)
            if slot is not None and row.get("status") != "cancelled":
                found.setdefault((str(row.get("id")), slot.start), slot)
    return sorted(found.values(), key=lambda one: one.start)


# Hours in all, the longest, the first


def _words(query: Query) -> Line:
    return joined(query.subjects) if query.subjects else query.line


def _read_some(query: Query, facts: TurnFacts) -> list[Wanted]:
    reading = _spanned(query, facts, _words(query))
    if reading.span is None and not (reading.words or reading.names):
        return []
    return [many(event_look(reading, facts))]


def _some(query: Query, facts: TurnFacts) -> list[Slot]:
    """The events that are measured, of the past up to now; those of whole days only where they are named."""
    reading = _spanned(query, facts, _words(query))
    found = [one for one in slots(reading, facts, needed=RELEVANT) if reading.words or not one.all_day]
    if reading.span is not None:
        since, until = reading.span
        found = [one for one in found if one.end > since and (until is None or one.start < until)]
    return [one for one in found if one.end <= facts.now] if reading.past else found


def _total(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    timed = [one for one in _some(query, facts) if not one.all_day]
    if not timed or not complete(facts):
        return None
    count = render.count(len(timed), "event", voice.locale)
    value = say("reader.query.total", voice.locale, length=clock(_length(timed), voice.locale), count=count)
    return f"{value}\n{_list(timed, voice)}"


def _longest(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    found = [one for one in _some(query, facts) if one.end > one.start]
    if not found or not complete(facts):
        return None
    ranked = sorted(found, key=lambda one: (one.end - one.start, -one.start.timestamp()), reverse=not query.least)
    first = ranked[0]
    length = apart(first.start, first.end, voice.locale, timed=not first.all_day)
    told = line(first.item, voice) if first.item is not None else quoted(first.title)
    return f"{length}: {told}"


def _first(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    reading = _spanned(query, facts, _words(query))
    found = [one for one in _some(query, facts) if not one.all_day]
    if reading.span is None or not found or not complete(facts):
        return None
    one = max(found, key=lambda each: each.end) if query.least else found[0]
    return line(one.item, voice) if one.item is not None else None


# The order of two, and the time between them


def _read_two(query: Query, facts: TurnFacts) -> list[Wanted]:
    read = [subject(query, words, facts) for words in query.subjects]
    if len(read) != _PAIR or not all(one.words or one.names or one.targets for one in read):
        return []
    return [event_look(one, facts) for one in read]


def _two(query: Query, facts: TurnFacts) -> list[Slot]:
    found = [meant(subject(query, words, facts), facts) for words in query.subjects[:_PAIR]]
    return [one for one in found if one is not None]


def _order(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    two = _two(query, facts)
    if len(two) != _PAIR or two[0].item == two[1].item:
        return None
    one, other = two
    key = "same_time" if one.start == other.start else "before" if one.start < other.start else "after"
    text = say(f"reader.query.{key}", voice.locale, one=quoted(one.title), other=quoted(other.title))
    return f"{text}\n{_list(two, voice)}"


def _between(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    two = sorted(_two(query, facts), key=lambda one: one.start)
    if len(two) != _PAIR or two[0].item == two[1].item:
        return None
    first, last = two
    timed = not (first.all_day or last.all_day)
    ends = first.end if timed else first.start
    value = apart(ends, max(last.start, ends), voice.locale, timed=timed, unit=query.unit)
    return f"{value}:\n{_list(two, voice)}"


# Which of two times holds more


def _times(query: Query, facts: TurnFacts) -> list[tuple[datetime, datetime]]:
    known = words_of(query.language)
    told = phrases(query.line.raw, query.line.low, known, facts.now, known.locale)
    spans = [(one.mention.start, one.mention.end) for one in told if one.mention.has_date]
    if len(spans) != _PAIR:
        return []
    past = bool(known.past.search(query.line.low))
    found = [(since, until) for since, until in spans if until is not None]
    back = [
        (_year_before(since), _year_before(until)) if past and since > facts.now else (since, until)
        for since, until in found
    ]
    return back if len(back) == _PAIR else []


def _year_before(at: datetime) -> datetime:
    leap = (at.month, at.day) == (2, 29)
    return at.replace(year=at.year - 1, day=28 if leap else at.day)


def _counted(query: Query, facts: TurnFacts) -> Reading:
    reading = _spanned(query, facts, query.line)
    kept = tuple(word for word in reading.words if word.casefold() not in _NO_SUBJECT)
    return Reading(reading.line, reading.language, reading.locale, Kind.COUNT, words=kept)


def _read_more(query: Query, facts: TurnFacts) -> list[Wanted]:
    times = _times(query, facts)
    if not times:
        return []
    since, until = min(one[0] for one in times), max(one[1] for one in times)
    about = _counted(query, facts).about
    look = {"action": "search", "query": about} if about else {"action": "by_range"}
    return [wanted("get_events", **look, since=iso(since), until=iso(until), limit=100)]


def _more(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    times = _times(query, facts)
    if not times or not complete(facts):
        return None
    found = slots(_counted(query, facts), facts, needed=RELEVANT)
    held = [[one for one in found if since <= one.start < until] for since, until in times]
    told = [(len(rows), _span(*span, voice)) for rows, span in zip(held, times, strict=True)]
    if told[0][0] == told[1][0]:
        text = say("reader.query.as_many", voice.locale, one=told[0][1], other=told[1][1], count=told[0][0])
    else:
        most, least = sorted(told, reverse=not query.least)
        key = "reader.query.fewer" if query.least else "reader.query.more"
        text = say(key, voice.locale, one=most[1], other=least[1], count=most[0], against=least[0])
    rows = [one for rows in held for one in rows]
    return f"{text}\n{_list(rows, voice)}" if rows else text


def _span(since: datetime, until: datetime, voice: Voice) -> str:
    last = until - _DAY if until.time() == datetime.min.time() else until
    if since.day == 1 and until.day == 1 and since.month == last.month:
        return say(
            "reader.answer.month_of", voice.locale, month=month_name(since.date(), voice.locale), year=since.year
        )
    if last.date() <= since.date():
        return voice.short(since)
    return f"{voice.short(since)} – {voice.short(last)}"


# Does it take place


def _read_place(query: Query, facts: TurnFacts) -> list[Wanted]:
    reading = subject(query, _words(query), facts)
    if not (reading.words or reading.names):
        return []
    look = event_look(reading, facts)
    return [Wanted(look.tool, {**look.arguments, "include_cancelled": True})]


def _takes_place(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    reading = subject(query, _words(query), facts)
    found = [item for item in gather(facts.ledger, reading).items if item.kind == "event" and not item.hit]
    told = [slot for item in found if item.share >= SURE and (slot := slot_of(item, facts.zone)) is not None]
    ahead = sorted((one for one in told if one.end > facts.now), key=lambda one: one.start)
    if not ahead or ahead[0].item is None:
        return None
    told_of = line(ahead[0].item, voice)
    if ahead[0].item.get("status") == "cancelled":
        return told_of  # the line says that it is called off
    key = "reader.query.on_no" if _CALLED_OFF.search(query.line.low) else "reader.query.on"
    return f"{say(key, voice.locale)} {told_of}"


OF_EVENTS: Mapping[Aggregate, OfEvents] = {
    Aggregate.BUSIEST: OfEvents(_read_busiest, _busiest),
    Aggregate.TOTAL: OfEvents(_read_some, _total),
    Aggregate.LONGEST: OfEvents(_read_some, _longest),
    Aggregate.FIRST: OfEvents(_read_some, _first),
    Aggregate.ORDER: OfEvents(_read_two, _order),
    Aggregate.BETWEEN: OfEvents(_read_two, _between),
    Aggregate.MORE: OfEvents(_read_more, _more),
    Aggregate.TAKES_PLACE: OfEvents(_read_place, _takes_place),
}
