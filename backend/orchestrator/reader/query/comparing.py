"""Which of several times, people or subjects holds more: the busiest day, two times, two people?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from orchestrator.kit import lookaround
from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.language.time import resolve_range
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.evidence.finds import RELEVANT, Item
from orchestrator.reader.lexicon import Words
from orchestrator.reader.phrase.measured import clock
from orchestrator.reader.phrase.quotation import quoted
from orchestrator.reader.phrase.voice import Voice, month_name
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.finding import (
    Way,
    complete,
    event_look,
    foremost,
    found_by,
    many,
    slots,
    spanned,
    subject,
)
from orchestrator.reader.query.rows import length, listing
from orchestrator.reader.question.model import Reading, iso
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.slots import Slot, slot_of
from orchestrator.reader.timing import Phrase, phrases
from orchestrator.reader.words import words_of

_DAY = timedelta(days=1)
_AHEAD = {"day": timedelta(days=7), "week": timedelta(days=28), "month": timedelta(days=366)}
"""How far it is looked where no time is named."""
_PAIR = 2
_MOST_ROWS = 5
_HOURS = lookaround.compile(r"\b(?:time|hours|tempo|horas|tiempo)\b")
"""What is compared by how long it takes, and not by how often it is."""
_NO_SUBJECT = frozenset(
    "compare compara more mais mas fewer less menos has have tem tiene month mes week semana".split()
)
"""Words of a comparison that name nothing."""


def _range(since: datetime, until: datetime) -> list[Wanted]:
    return [wanted("get_events", action="by_range", since=iso(since), until=iso(until), limit=100)]


# The busiest day or week


def _busy_span(query: Query, facts: TurnFacts) -> tuple[datetime, datetime]:
    reading = spanned(query, facts, query.line)
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
        length=clock(length(held), voice.locale),
    )
    return value if same or query.unit != "day" else f"{value}\n{listing(held, voice)}"


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
    return len(held), length(held)


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


# Which of two times holds more


def _times(query: Query, facts: TurnFacts) -> list[tuple[datetime, datetime]]:
    known = words_of(query.language)
    told = phrases(query.line.raw, query.line.low, known, facts.now, known.locale)
    dated = [one for one in told if one.mention.has_date]
    if len(dated) != _PAIR:
        return []
    past = known.past.search(query.line.low) is not None and known.future.search(query.line.low) is None
    found = [_span_of(one, facts, known, past=past) for one in dated]
    spans = [(since, until) for since, until in found if until is not None]
    return spans if len(spans) == _PAIR else []


def _span_of(one: Phrase, facts: TurnFacts, known: Words, *, past: bool) -> tuple[datetime, datetime | None]:
    """From when until when a time is; the last one of that name where what was is compared."""
    since, until = one.mention.start, one.mention.end
    if not past or since <= facts.now:
        return since, until
    back = resolve_range(one.text, now=facts.now, zone=facts.zone, locale=known.locale, looking="back")
    return back if back is not None and back[0] <= facts.now else (since, until)


def _counted(query: Query, facts: TurnFacts) -> Reading:
    reading = spanned(query, facts, query.line)
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
    return f"{text}\n{listing(rows, voice)}" if rows else text


def _span(since: datetime, until: datetime, voice: Voice) -> str:
    last = until - _DAY if until.time() == datetime.min.time() else until
    if since.day == 1 and until.day == 1 and since.month == last.month:
        return say(
            "reader.answer.month_of", voice.locale, month=month_name(since.date(), voice.locale), year=since.year
        )
    if last.date() <= since.date():
        return voice.short(since)
    return f"{voice.short(since)} – {voice.short(last)}"


# Which of two holds more of the user's time


def _compared(query: Query, facts: TurnFacts) -> list[Reading]:
    """The subjects, each in the time that the question names."""
    whole = spanned(query, facts, query.line)
    return [
        replace(
            subject(query, words, facts, kind=Kind.COUNT),
            when=whole.when,
            span=whole.span,
            times=whole.times,
            past=whole.past,
        )
        for words in query.subjects[:_PAIR]
    ]


def _read_compared(query: Query, facts: TurnFacts) -> list[Wanted]:
    read = _compared(query, facts)
    if len(read) != _PAIR or not all(one.words for one in read):
        return []
    return [many(event_look(one, facts)) for one in read]


def _compare(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    read = _compared(query, facts)
    if len(read) != _PAIR or not complete(facts):
        return None
    held = [foremost(slots(reading, found_by(event_look(reading, facts), facts))) for reading in read]
    held = [[one for one in rows if not read[0].past or one.start <= facts.now] for rows in held]
    if not all(held):
        return None  # who stands in no event may be called otherwise there
    timed = _HOURS.search(query.line.low) is not None
    sizes = [length([one for one in rows if not one.all_day]) if timed else timedelta(len(rows)) for rows in held]
    told = [clock(size, voice.locale) if timed else render.count(size.days, "event", voice.locale) for size in sizes]
    named = [quoted(reading.about) for reading in read]
    one, other = (0, 1) if (sizes[0] >= sizes[1]) != query.least else (1, 0)
    text = say(
        "reader.query.against", voice.locale, one=named[one], other=named[other], count=told[one], against=told[other]
    )
    return "\n".join([text, *(listing(rows[-_MOST_ROWS:], voice) for rows in held)])


COMPARING: Mapping[Aggregate, Way] = {
    Aggregate.BUSIEST: Way(_read_busiest, _busiest),
    Aggregate.MORE: Way(_read_more, _more),
    Aggregate.COMPARE: Way(_read_compared, _compare),
}
