"""Values that are worked out of events: hours in all, the longest, the first, the order of two and the time between
them, how long one is somewhere, whether it takes place."""

from collections.abc import Mapping
from datetime import timedelta

from orchestrator.kit import lookaround
from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.conditions.order import OWN_MOVE
from orchestrator.reader.discourse.previous_question import question_before
from orchestrator.reader.discourse.shown import quoted_last, shown_last, told_targets, told_title
from orchestrator.reader.evidence.finds import RELEVANT, SURE
from orchestrator.reader.evidence.gathering import gather
from orchestrator.reader.line import Line
from orchestrator.reader.phrase.lines import line, names
from orchestrator.reader.phrase.measured import apart, clock
from orchestrator.reader.phrase.quotation import clean, quoted
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.finding import (
    MOST,
    Way,
    complete,
    event_look,
    foremost,
    many,
    meant,
    slots,
    slots_by_ids,
    spanned,
    subject,
)
from orchestrator.reader.query.rows import length, listing
from orchestrator.reader.question.model import Reading, iso
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.slots import Slot, slot_of
from orchestrator.reader.words import words_of

_DAY = timedelta(days=1)
_CALLED_OFF = lookaround.compile(r"\b(?:cancel|called off|desmarcad|anulad)")
_PAIR = 2
_WHOLE = {"day", "week"}
"""Units that are longer than most events: what is asked for by them of "that" is how far off it is."""
_LONG = timedelta(days=28)
"""So much of a long time is looked at for what is first in it, or last."""
# Hours in all, the longest, the first


def _read_some(query: Query, facts: TurnFacts) -> list[Wanted]:
    reading = spanned(query, facts, query.words)
    if reading.span is None and not (reading.words or reading.names):
        return []
    if query.aggregate is Aggregate.FIRST and reading.span is not None and not (reading.words or reading.names):
        since, until = reading.span
        until = until or since + _LONG
        since, until = (max(since, until - _LONG), until) if query.least else (since, min(until, since + _LONG))
        return [wanted("get_events", action="by_range", since=iso(since), until=iso(until), limit=MOST)]
    return [many(event_look(reading, facts))]


def _some(query: Query, facts: TurnFacts) -> list[Slot]:
    """The events that are measured, of the past up to now; those of whole days only where they are named."""
    reading = spanned(query, facts, query.words)
    found = foremost(slots(reading, facts, needed=RELEVANT))
    found = [one for one in found if reading.words or query.aggregate is Aggregate.LONGEST or not one.all_day]
    if reading.span is not None:
        since, until = reading.span
        found = [one for one in found if one.end > since and (until is None or one.start < until)]
    first = query.aggregate is Aggregate.FIRST and reading.span is not None  # "the last thing this year" is ahead
    return [one for one in found if one.end <= facts.now] if reading.past and not first else found


def _total(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    timed = [one for one in _some(query, facts) if not one.all_day]
    if not timed or not complete(facts):
        return None
    count = render.count(len(timed), "event", voice.locale)
    value = say("reader.query.total", voice.locale, length=clock(length(timed), voice.locale), count=count)
    return f"{value}\n{listing(timed, voice)}"


def _longest(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """The one that takes most hours; one of several whole days is longer still, and is told beside it."""
    found = [one for one in _some(query, facts) if one.end > one.start]
    if not found or not complete(facts):
        return None
    timed = [one for one in found if not one.all_day]
    whole = [one for one in found if one.all_day and (one.end - one.start > _DAY or not timed)]
    ranked = [sorted(kind, key=lambda one: one.start) for kind in (whole, timed)]
    best = [(min if query.least else max)(kind, key=lambda one: one.end - one.start) for kind in ranked if kind]
    if query.least and timed:
        best = best[-1:]
    rows = [lasting(one, voice) for one in best]
    return rows[0] if len(rows) == 1 else "\n".join(f"- {row}" for row in rows)


def lasting(one: Slot, voice: Voice) -> str:
    """How long an event takes, and its line."""
    told = line(one.item, voice) if one.item is not None else quoted(one.title)
    return f"{_took(one, voice)}: {told}"


def _took(one: Slot, voice: Voice) -> str:
    if one.all_day:
        return render.count((one.end - one.start).days, "day", voice.locale)
    length = one.end - one.start
    return clock(length, voice.locale) if length < _DAY else apart(one.start, one.end, voice.locale, timed=True)


def _first(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    reading = spanned(query, facts, query.words)
    found = [one for one in _some(query, facts) if not one.all_day]
    if reading.span is None and not reading.past:
        found = [one for one in found if one.start > facts.now]  # "my earliest flight" is the next one
    if not found or not complete(facts):
        return None
    one = max(found, key=lambda each: each.end) if query.least else found[0]
    return line(one.item, voice) if one.item is not None else None


# The order of two, and the time between them


def _read_two(query: Query, facts: TurnFacts) -> list[Wanted]:
    spoken_of = _told_of(query, facts)
    read = [subject(query, _moved(words), facts) for words in _named(query)]
    if len(read) + len(spoken_of) < _PAIR or not all(one.words or one.names or one.targets for one in read):
        return []
    told = [wanted("get_events", action="by_ids", ids=spoken_of)] if spoken_of else []
    return [*told, *(event_look(one, facts) for one in read)]


def _named(query: Query) -> tuple[Line, ...]:
    """The subjects that say what they are: "that" is what was told."""
    deictic = words_of(query.language).deictic
    return tuple(one for one in query.subjects[:_PAIR] if deictic.fullmatch(one.low) is None)


def _told_of(query: Query, facts: TurnFacts) -> list[str]:
    """The events that the conversation told last, as far as a query of two names none of its own."""
    wants = _PAIR - len(_named(query))
    return [one.id for one in shown_last(facts, at_least=wants)] if wants else []


def _moved(words: Line) -> Line:
    """The words for an event without who comes or goes there."""
    moves = OWN_MOVE.match(words.low)
    return words.cut(moves.end(), len(words.low)) if moves is not None else words


def _two(query: Query, facts: TurnFacts) -> list[Slot]:
    found = [meant(subject(query, _moved(words), facts), facts) for words in _named(query)]
    named = [one for one in found if one is not None]
    told = _told(query, facts)
    if not named:
        return told[:_PAIR] if query.aggregate is Aggregate.ORDER else told[-_PAIR:]
    if len(named) == _PAIR or not told:
        return named
    ahead = [one for one in told if one.end > facts.now] or told
    return [ahead[0] if query.aggregate is Aggregate.ORDER else told[-1], *named]


def _told(query: Query, facts: TurnFacts) -> list[Slot]:
    """Those of the told events that are meant, in the order of time."""
    return slots_by_ids(_told_of(query, facts), facts)


def _order(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    if not query.subjects:
        told = _told(query, facts)
        one = (told[-1] if query.least else told[0]) if len(told) >= _PAIR else None
        return line(one.item, voice) if one is not None and one.item is not None else None
    two = _two(query, facts)
    if len(two) != _PAIR or two[0].item == two[1].item:
        return None
    one, other = two
    key = "same_time" if one.start == other.start else "before" if one.start < other.start else "after"
    text = say(f"reader.query.{key}", voice.locale, one=quoted(one.title), other=quoted(other.title))
    return f"{text}\n{listing(two, voice)}"


def _between(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    two = sorted(_two(query, facts), key=lambda one: one.start)
    if len(two) != _PAIR or two[0].item == two[1].item:
        return None
    first, last = two
    timed = not (first.all_day or last.all_day)
    ends = first.end if timed else first.start
    value = apart(ends, max(last.start, ends), voice.locale, timed=timed, unit=query.unit)
    return f"{value}:\n{listing(two, voice)}"


# How long one is somewhere


def _read_stay(query: Query, facts: TurnFacts) -> list[Wanted]:
    reading = subject(query, query.words, facts)
    return [many(event_look(reading, facts))] if reading.words or reading.names else []


def _stay(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    one = meant(subject(query, query.words, facts), facts)
    if one is None or one.item is None:
        return None
    if query.unit in _WHOLE and not _named(query) and one.end - one.start < _DAY <= one.start - facts.now:
        return f"{apart(facts.now, one.start, voice.locale, timed=False, unit=query.unit)}: {line(one.item, voice)}"
    days = (one.end - one.start).days if one.all_day else (one.end.date() - one.start.date()).days
    if query.unit == "night" and days:
        value = render.count(days - 1 if one.all_day else days, "night", voice.locale)
    elif query.unit == "day" and days and not one.all_day:
        value = render.count(days + 1, "day", voice.locale)  # a course from Monday to Wednesday takes three
    else:
        value = _took(one, voice)
    return f"{value}: {line(one.item, voice)}"


# How many take part


def _read_guests(query: Query, facts: TurnFacts) -> list[Wanted]:
    if query.subjects:
        reading = subject(query, query.words, facts)
        return [many(event_look(reading, facts))] if reading.words or reading.names else []
    title = _whose_guests_were_told(facts)
    return [wanted("get_events", action="search", query=title, limit=MOST)] if title else []


def _whose_guests_were_told(facts: TurnFacts) -> str:
    """The title of the one event of which it was asked who takes part: "how many is that?"."""
    before = question_before(facts, facts.locale)
    return told_title(facts) if before is not None and before.kind is Kind.WHO else ""


def _guests(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    if query.subjects:
        one = meant(subject(query, query.words, facts), facts)
    else:
        found = [
            slot
            for item in gather(facts.ledger, subject(query, query.line, facts)).items
            if item.kind == "event" and (slot := slot_of(item, facts.zone)) is not None
        ]
        named = [each for each in found if each.title == _whose_guests_were_told(facts)]
        one = next((each for each in named if each.end > facts.now), next(iter(named), None))
    people = names(one.item) if one is not None and one.item is not None else []
    if one is None or one.item is None or not people:
        return None
    count = render.count(len(people), "person", voice.locale)
    told = line(one.item, voice)
    return say("reader.query.guests", voice.locale, count=count, all=str(len(people) + 1), event=told)


# Does it take place


def _spoken_of(query: Query, facts: TurnFacts) -> list[str]:
    """The event that the conversation was about, where the question names none: "is it still on?"."""
    told = [] if query.subjects else [one for one in told_targets(facts, Kind.WHEN) if one.kind == "event"]
    return [told[-1].id] if told else []


def _read_place(query: Query, facts: TurnFacts) -> list[Wanted]:
    if spoken_of := _spoken_of(query, facts):
        return [wanted("get_events", action="by_ids", ids=spoken_of)]
    if not query.subjects:
        title = quoted_last(facts)
        return [wanted("get_todos", status="all", query=title)] if title else []
    reading = subject(query, query.words, facts)
    if not (reading.words or reading.names):
        return []
    look = event_look(reading, facts)
    return [Wanted(look.tool, {**look.arguments, "include_cancelled": True})]


def _still_to_do(facts: TurnFacts, reading: Reading, voice: Voice) -> str:
    """That the to-do which was spoken of is open yet; "" where none was."""
    title = quoted_last(facts)
    rows = [item for item in gather(facts.ledger, reading).items if item.kind == "todo" and not item.hit]
    one = next((item for item in rows if clean(item.get("title")) == title and item.moment("done_at") is None), None)
    return f"{say('reader.answer.have_yes', voice.locale)} {line(one, voice)}" if one is not None else ""


def _takes_place(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    reading = subject(query, query.words, facts)
    if not query.subjects and (still := _still_to_do(facts, reading, voice)):
        return still
    found = [item for item in gather(facts.ledger, reading).items if item.kind == "event" and not item.hit]
    spoken_of = _spoken_of(query, facts)
    sure = [item for item in found if item.share >= SURE or item.get("id") in spoken_of]
    told = [slot for item in sure if (slot := slot_of(item, facts.zone)) is not None]
    ahead = sorted((one for one in told if one.end > facts.now), key=lambda one: one.start)
    if not ahead or ahead[0].item is None:
        return None
    told_of = line(ahead[0].item, voice)
    if ahead[0].item.get("status") == "cancelled":
        key = "off_yes" if _CALLED_OFF.search(query.line.low) else "off"
        return f"{say(f'reader.query.{key}', voice.locale)} {told_of}"
    key = "reader.query.on_no" if _CALLED_OFF.search(query.line.low) else "reader.query.on"
    if ahead[0].item.get("status") == "tentative":
        key = "reader.query.tentative"
    return f"{say(key, voice.locale)} {told_of}"


OF_EVENTS: Mapping[Aggregate, Way] = {
    Aggregate.TOTAL: Way(_read_some, _total),
    Aggregate.LONGEST: Way(_read_some, _longest),
    Aggregate.FIRST: Way(_read_some, _first),
    Aggregate.ORDER: Way(_read_two, _order),
    Aggregate.BETWEEN: Way(_read_two, _between),
    Aggregate.GUESTS: Way(_read_guests, _guests),
    Aggregate.STAY: Way(_read_stay, _stay),
    Aggregate.TAKES_PLACE: Way(_read_place, _takes_place),
}
