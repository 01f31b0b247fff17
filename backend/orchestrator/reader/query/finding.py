"""Which records are the subjects of a query, and how are they looked up?"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from orchestrator.kit import patterns
from orchestrator.language.text.normalize import STOP_WORDS
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.discourse.coreference import completed
from orchestrator.reader.evidence.finds import SURE, Item, text_of
from orchestrator.reader.evidence.gathering import gather
from orchestrator.reader.line import Line, line
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.query.algebra import Query
from orchestrator.reader.question.asked_times import asked_span
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question.reading import read_line
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.reads.lookups import events_read
from orchestrator.reader.slots import Slot, slot_of
from orchestrator.reader.texts import share
from orchestrator.reader.words import words_of

_ARTICLE = patterns.compile(r"^(?:the|o|a|os|as|el|la|los|las) ")
MOST = 100
"""Events that are compared, at most: what a look-up gives."""


def subject(query: Query, words: Line, facts: TurnFacts, *, kind: Kind = Kind.WHEN) -> Reading:
    """A subject read as a question for it; a pronoun stands for what the conversation was about."""
    found = read_line(line(words.raw), query.language, now=facts.now, locale=facts.locale)
    known = words_of(query.language)
    past = bool(known.past.search(query.line.low)) and not known.future.search(query.line.low)
    if past and not found.past and found.times and not found.exact:
        # The words alone ("the gym in October") say nothing of the past: the question does.
        told = list(found.times)
        back = asked_span(
            found.when or "", told, past=True, clamped=True, feast=False, now=facts.now, locale=found.locale
        )
        found = replace(found, span=back, ahead=False)
    return completed(replace(found, kind=kind, past=past, follow=False), facts)


@dataclass(frozen=True)
class Way:
    """How an aggregate is looked up and told. `reads`: in one round; `told`: None where nothing decides it."""

    reads: Callable[[Query, TurnFacts], list[Wanted]]
    told: Callable[[Query, TurnFacts, Voice], str | None]


def spanned(query: Query, facts: TurnFacts, words: Line) -> Reading:
    return subject(query, words, facts, kind=Kind.AGENDA)


def many(look: Wanted) -> Wanted:
    """The same look-up of as many as there are."""
    return replace(look, arguments={**look.arguments, "limit": MOST})


def event_look(reading: Reading, facts: TurnFacts) -> Wanted:
    """The look-up of an event, whenever it is."""
    return events_read(reading, facts.now, directed=False)


def person_look(words: Line) -> Wanted:
    """The look-up of a person by the words for them."""
    return wanted("get_contacts", name=bare(words), limit=5)


def bare(words: Line) -> str:
    """The words without an article: "o Teo"."""
    found = _ARTICLE.match(words.low)
    return words.raw[found.end() :] if found is not None else words.raw


def slots(reading: Reading, facts: TurnFacts, *, needed: float = SURE) -> list[Slot]:
    """The events that answer to a reading, in the order of time; none that is called off."""
    found = [item for item in gather(facts.ledger, reading).items if item.kind == "event" and not item.hit]
    kept = [item for item in found if item.share >= needed and item.get("status") != "cancelled"]
    told = [slot for item in kept if (slot := slot_of(item, facts.zone)) is not None]
    return sorted(told, key=lambda one: one.start)


def slots_by_ids(ids: list[str], facts: TurnFacts) -> list[Slot]:
    """The events that were read by these ids, in the order of time."""
    rows = [
        row
        for entry in facts.ledger
        if entry.tool == "get_events" and entry.arguments.get("ids") == ids and entry.outcome == "done"
        for row in entry.data.get("events") or ()
    ]
    return slots_of_rows(rows, facts)


def slots_of_rows(rows: Iterable[Mapping[str, Any]], facts: TurnFacts) -> list[Slot]:
    """Events as they were read, in the order of time."""
    found = [slot for row in rows if (slot := slot_of(Item("event", row, 1.0), facts.zone)) is not None]
    return sorted(found, key=lambda one: one.start)


def foremost(found: list[Slot]) -> list[Slot]:
    """Those that hold as much of what was said as the best of them: a party is no lesson, though it is of a class."""
    top = max((one.item.share for one in found if one.item is not None), default=0.0)
    return [one for one in found if one.item is not None and one.item.share >= min(top, SURE)]


def found_by(look: Wanted, facts: TurnFacts) -> TurnFacts:
    """The facts with what one look-up found: of two people each has their own events."""
    told = ("participant", "query", "ids")
    own = [
        entry
        for entry in facts.ledger
        if entry.tool == look.tool and all(entry.arguments.get(name) == look.arguments.get(name) for name in told)
    ]
    return replace(facts, ledger=tuple(own))


def complete(facts: TurnFacts) -> bool:
    """Whether the look-ups of events gave all that there is: a sum of a part is wrong."""
    looked = [entry for entry in facts.ledger if entry.tool == "get_events" and entry.outcome == "done"]
    return bool(looked) and all(int(one.data.get("total") or 0) <= len(one.data.get("events") or ()) for one in looked)


def meant(reading: Reading, facts: TurnFacts) -> Slot | None:
    """The one event that is meant: the next one ahead, of what was the latest; None where none holds all that was said
    of it ("Alba's birthday" is no other event with Alba)."""
    found = [one for one in slots(reading, facts) if reading.targets or _holds_all(reading, one)]
    ahead = [one for one in found if one.end > facts.now]
    gone = [one for one in found if one.end <= facts.now]
    if reading.past and gone:
        return gone[-1]
    return ahead[0] if ahead else gone[-1] if gone else None


def _holds_all(reading: Reading, one: Slot) -> bool:
    """Whether an event holds every word that names it; the time that is said beside is none of them."""
    stop, generic = STOP_WORDS[reading.language], words_of(reading.language).generic
    said = list(reading.words) if reading.when else [word.raw for word in reading.line.tokens() if word.low not in stop]
    if one.item is None:
        return False
    text = text_of(one.item)
    said = [
        word for word in said if word.casefold() not in generic or share((word,), text) >= SURE
    ]  # "the council thing"
    return share(tuple(said), text) >= SURE


def people(words: Line, facts: TurnFacts) -> list[Item]:
    """The contacts that words mean for sure, as they were looked up."""
    for entry in facts.ledger:
        if entry.tool == "get_contacts" and entry.outcome == "done" and entry.arguments.get("name") == bare(words):
            ids: Sequence[Any] = entry.data.get("meant") or ()
            rows: Sequence[Mapping[str, Any]] = entry.data.get("contacts") or ()
            return [Item("contact", row, 1.0, named=True) for row in rows if row.get("id") in ids]
    return []


def person(words: Line, facts: TurnFacts) -> Item | None:
    """The one contact that words mean."""
    found = people(words, facts)
    return found[0] if len(found) == 1 else None
