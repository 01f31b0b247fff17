"""What is known of other people's time: when somebody comes and how long they stay, whether they are free, when they
work.

Their own calendars are not known. What stands in the user's own and what they said themselves is told, and that no more
is known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from orchestrator.language.messages import say
from orchestrator.language.values import sentences
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.discourse.shown import told_targets
from orchestrator.reader.domains.attendance import COMES, DAY_ONLY, HOUR, IN, PRONOUNS, WORKS
from orchestrator.reader.evidence.finds import Item
from orchestrator.reader.evidence.gathering import gather
from orchestrator.reader.line import Line, joined, line
from orchestrator.reader.phrase.contact_lines import name_of
from orchestrator.reader.phrase.frame import in_order, listed, over
from orchestrator.reader.phrase.lines import line as row_of
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.finding import MOST, Way, person, subject
from orchestrator.reader.query.of_events import lasting
from orchestrator.reader.question.model import Reading, iso
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.slots import DAY, Slot, free_days, slot_of
from orchestrator.reader.texts import share
from orchestrator.reader.timing import phrases
from orchestrator.reader.words import WORDS, words_of

_AHEAD = timedelta(days=366)
_BACK = timedelta(days=120)
_HITS = 20
_FEW = 2
"""People of an event of whole days that is the stay of one of them."""


def _who(query: Query, facts: TurnFacts) -> Reading:
    return subject(query, joined(query.subjects) if query.subjects else line(""), facts, kind=Kind.TOPIC)


def person_named(query: Query, facts: TurnFacts) -> Line:
    """The words for the person: those of the question, else whom the conversation was about."""
    first = query.subjects[0] if query.subjects else line("")
    reading = subject(query, first, facts, kind=Kind.TOPIC)
    told = [target.name for target in told_targets(facts, Kind.ATTRIBUTE) if target.kind == "contact"]
    words = reading.names[0] if reading.names else reading.about
    if not words or words.casefold() in PRONOUNS:
        return line(told[0]) if len(told) == 1 else line("")
    return line(words)


def _one(query: Query, facts: TurnFacts) -> Item | None:
    words = person_named(query, facts)
    return person(words, facts) if words.low else None


def _look(query: Query, facts: TurnFacts, about: str, bounds: Mapping[str, str]) -> list[Wanted]:
    """Who it is, what is on the user's calendar with them, and what they wrote."""
    words = person_named(query, facts)
    if not words.low:
        return []
    return [
        wanted("get_contacts", name=words.raw, limit=5),
        wanted("get_events", action="by_participant", participant=words.raw, limit=MOST, **bounds),
        wanted(
            "search_memories",
            query=about,
            kinds=["message"],
            speaker=words.raw,
            since=iso(facts.now - _BACK),
            until=iso(facts.now),
            limit=_HITS,
        ),
    ]


def _events(facts: TurnFacts, by: str = "participant") -> list[Slot]:
    """What is on the calendar with them, by time; `by`: the look-up that found it."""
    rows = [
        row
        for entry in facts.ledger
        if entry.tool == "get_events" and entry.arguments.get(by) and entry.outcome == "done"
        for row in entry.data.get("events") or ()
        if row.get("status") != "cancelled"
    ]
    found = [slot for row in rows if (slot := slot_of(Item("event", row, 1.0), facts.zone)) is not None]
    return sorted(found, key=lambda one: one.start)


def _own_words(facts: TurnFacts, one: Item) -> list[Item]:
    """What they wrote themselves, latest first."""
    reading = Reading(
        line(name_of(one)), facts.locale[:2], facts.locale, Kind.SAID, who=name_of(one), names=(name_of(one),)
    )
    hits = [item for item in gather(facts.ledger, reading).items if item.hit and item.kind == "message"]
    theirs = [item for item in hits if item.get("speaker") == name_of(one)]
    return sorted(theirs, key=lambda item: item.get("at"), reverse=True)


def _days(text: str, at: datetime | None, facts: TurnFacts) -> list[tuple[datetime, datetime]]:
    """The days that something said names, as they were meant when it was said."""
    known = words_of(facts.language or facts.locale[:2])
    said = line(text[:600])
    spans: list[tuple[datetime, datetime]] = []
    for locale in dict.fromkeys((known.locale, *(one.locale for one in WORDS.values()))):
        told = phrases(said.raw, said.low, known, at or facts.now, locale)
        spans += [
            (one.mention.start, one.mention.end or one.mention.start + DAY) for one in told if one.mention.has_date
        ]
    if not spans:
        spans = [day for found in DAY_ONLY.finditer(said.low) if (day := _next_day(int(found["day"]), at or facts.now))]
    return spans


def _next_day(number: int, at: datetime) -> tuple[datetime, datetime] | None:
    """The next day of that number: "el 27"."""
    first = datetime(at.year, at.month, at.day)  # noqa: DTZ001  (wall time)
    found = next((first + n * DAY for n in range(_LONGEST) if (first + n * DAY).day == number), None)
    return (found, found + DAY) if found is not None else None


_LONGEST = 62
"""Days within which every day of a month comes once."""


# When do they come, and how long do they stay


def _read_arrival(query: Query, facts: TurnFacts) -> list[Wanted]:
    bounds = {"since": iso(facts.now), "until": iso(facts.now + _AHEAD)}
    look = _look(query, facts, "arrive come land llego vengo chego venho aterro aterrizo", bounds)
    called = wanted("get_events", action="search", query=person_named(query, facts).raw, limit=MOST, **bounds)
    return [*look, called] if look and query.unit == "stay" else look  # who is no contact has a visit all the same


def _arrivals(one: Item, facts: TurnFacts) -> list[Slot]:
    """The events that are their coming or their stay."""
    first = name_of(one).split()[0] if name_of(one) else ""
    called = [first, *(str(nick) for nick in one.data.get("nicknames") or ())]
    return [slot for slot in _events(facts) if slot.end > facts.now and _is_arrival(slot, called)]


def _visits_of(name: str, facts: TurnFacts) -> list[Slot]:
    """The stays that are called by that name, with whomever they are."""
    return [one for one in _events(facts, "query") if one.end > facts.now and one.all_day and _is_arrival(one, [name])]


def _is_arrival(slot: Slot, called: Sequence[str]) -> bool:
    title = line(slot.title)
    named = any(share((name,), slot.title) >= 1 for name in called if name)
    says = any(share((word,), slot.title) >= 1 for word in ("arrives", "visit"))
    opens = named and any(title.low.startswith(line(name).low) for name in called if name)
    stays = slot.all_day and slot.end - slot.start > DAY and IN.search(f" {title.low} ") is not None
    return named and (says or (opens and (stays or IN.search(f" {title.low} ") is not None)))


def _arrival(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    one = _one(query, facts)
    if query.unit == "stay" and (stay := _stay(_visits_of(person_named(query, facts).raw, facts), voice)) is not None:
        return stay
    if one is None:
        return None
    held = _arrivals(one, facts)
    if query.unit == "stay":
        return _stay(held, voice)
    rows = [row_of(slot.item, voice) for slot in held[:_FEW] if slot.item is not None]
    if not rows:
        rows = [row_of(item, voice) for item in _own_words(facts, one) if _tells_coming(item, facts)][:1]
    rows = rows or [row_of(item, voice) for item in _noted(query, facts, one)][:1]
    if rows:
        return rows[0] if len(rows) == 1 else "\n".join(f"- {row}" for row in rows)
    none = say("reader.query.no_arrival", voice.locale, name=name_of(one))
    nearest = [slot.item for slot in _events(facts) if slot.item is not None and slot.end > facts.now][:_FEW]
    if not nearest:
        return none
    return f"{none} {say('reader.query.next_with', voice.locale)}\n{_rows(nearest, voice)}"


def _noted(query: Query, facts: TurnFacts, one: Item) -> list[Item]:
    """What the user wrote down of when they come: "Fatima comes Mon Wed Fri at 8"."""
    first = name_of(one).split()[:1]
    kept = [item for item in gather(facts.ledger, _who(query, facts)).items if item.kind in {"note", "fact"}]
    texts = [(item, f"{item.get('text')} {item.get('snippet')}") for item in kept]
    return [item for item, text in texts if share(first, text) >= 1 and share(("come",), text) >= 1]


def _rows(items: list[Item], voice: Voice) -> str:
    text = listed(items, voice)
    return text if text.startswith("- ") else f"- {text}"


def _tells_coming(item: Item, facts: TurnFacts) -> bool:
    """Whether they said when they come, and that is still ahead."""
    text, at = item.get("text"), item.moment("at")
    told = [one for one in sentences(text) if COMES.search(line(one).low)]
    return any(end > facts.now for one in told for _, end in _days(one, at, facts))


def _stay(held: Sequence[Slot], voice: Voice) -> str | None:
    return lasting(held[0], voice) if held else None


# Are they free


def _read_their_time(query: Query, facts: TurnFacts) -> list[Wanted]:
    since, until, _ = _asked_time(query, facts)
    return _look(
        query, facts, "free busy livre ocupado libre trabajo trabalho work", {"since": iso(since), "until": iso(until)}
    )


def _their_time(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """What is shared with them at that time, and what they said of it: the rest of their time is not known."""
    one = _one(query, facts)
    if one is None:
        return None
    since, until, reading = _asked_time(query, facts)
    held = [slot for slot in _events(facts) if slot.meets(since, until) and slot.item is not None]
    said = [item for item in _own_words(facts, one) if _of_day(item, since, until, facts)][:_FEW]
    span = over(reading, gather((), reading), voice)
    key = "theirs" if held or said else "theirs_none"
    opens = say(f"reader.query.{key}", voice.locale, name=name_of(one), range=span)
    items = [*in_order([slot.item for slot in held if slot.item is not None]), *said]
    return f"{opens}\n{_rows(items, voice)}" if items else opens


def _asked_time(query: Query, facts: TurnFacts) -> tuple[datetime, datetime, Reading]:
    """The time that is asked about, the next week where none is; "the 12th in the afternoon" is told by its day."""
    reading = _who(query, facts)
    dated = any(one.mention.has_date for one in reading.times)
    words = joined(query.subjects).low if query.subjects else ""
    number = None if dated else DAY_ONLY.search(words)
    if number is not None and (day := _next_day(int(number["day"]), facts.now)) is not None:
        return day[0], day[1], replace(reading, span=day, when=number.group())
    since, until = free_days(reading, facts.now)
    if reading.span is None:
        return since, since + 7 * DAY, reading
    timed = reading.times and reading.times[0].mention.has_time
    return (reading.span[0], reading.span[1] or until, reading) if timed else (since, until, reading)


def _of_day(item: Item, since: datetime, until: datetime, facts: TurnFacts) -> bool:
    """Whether something said names a day of the time that is asked about, and no span much longer than a day."""
    first, last = datetime(since.year, since.month, since.day), until  # noqa: DTZ001  (wall time)
    spans = _days(item.get("text"), item.moment("at"), facts)
    return any(start < last and end > first and end - start <= 2 * DAY for start, end in spans)


# When do they work


def _read_hours(query: Query, facts: TurnFacts) -> list[Wanted]:
    reading = _who(query, facts)
    since, until = free_days(reading, facts.now)
    return _look(query, facts, "work shift trabajo turno trabalho", {"since": iso(since), "until": iso(until)})


def _hours(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """What they said of when they work: of the day that is asked about, else of no day in particular."""
    one = _one(query, facts)
    if one is None:
        return None
    reading = _who(query, facts)
    since, until = free_days(reading, facts.now)
    told = [item for item in _own_words(facts, one) if WORKS.search(line(item.get("text")).low)]
    timed = [item for item in told if _tells_hour(item)]
    dated = [item for item in timed if reading.span is not None and _of_day(item, since, until, facts)]
    found = dated or [item for item in timed if not _days(item.get("text"), item.moment("at"), facts)]
    if found:
        return row_of(found[0], voice)
    none = say(
        "reader.query.no_hours", voice.locale, name=name_of(one), range=over(reading, gather((), reading), voice)
    )
    return f"{none}\n- {row_of(one, voice)}"


def _tells_hour(item: Item) -> bool:
    return HOUR.search(line(item.get("text")).low) is not None


OF_OTHERS: Mapping[Aggregate, Way] = {
    Aggregate.ARRIVAL: Way(_read_arrival, _arrival),
    Aggregate.THEIR_TIME: Way(_read_their_time, _their_time),
    Aggregate.THEIR_HOURS: Way(_read_hours, _hours),
}
