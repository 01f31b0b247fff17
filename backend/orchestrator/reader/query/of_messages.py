"""What somebody wrote to the user, what the user wrote to somebody, and to whom: found by the person, the direction and
the words, of what holds as much the latest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.text.normalize import content_words
from orchestrator.language.values import Value, asked_value, sentences
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.evidence.finds import Item
from orchestrator.reader.phrase.lines import line
from orchestrator.reader.phrase.quotation import clean
from orchestrator.reader.phrase.sources import is_own
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.finding import Way
from orchestrator.reader.query.of_others import person_named
from orchestrator.reader.texts import share

_HITS = 20
_MOST_WORDS = 12
_BESIDE = 0.6
"""What a word counts that stands in the message just before, to which it replies."""
_ASKS_FOR = 0.5
"""What it counts that a message asks for something, where that is what is looked for."""
_TOLD = 0.25
"""From this worth on a message is told for what it says; below it the latest is."""
_AROUND = timedelta(days=1)
"""How far the messages beside one are from it."""


@dataclass(frozen=True)
class _Message:
    """One message with its time and the one before it in the same exchange."""

    item: Item
    at: datetime
    own: bool
    before: str = ""


def _words(query: Query) -> tuple[str, ...]:
    """What it was about."""
    said = query.subjects[-1] if len(query.subjects) > 1 or query.aggregate is Aggregate.TO_WHOM else None
    return tuple(content_words(said.raw)[:_MOST_WORDS]) if said is not None else ()


def _read_exchange(query: Query, facts: TurnFacts) -> list[Wanted]:
    """The newest messages with somebody, and those that hold the words."""
    who = person_named(query, facts).raw
    about = " ".join(_words(query))
    newest = wanted("search_memories", kinds=["message"], conversation_with=who, limit=_HITS)
    holding = wanted("search_memories", query=about, kinds=["message"], conversation_with=who, limit=_HITS)
    if not who:
        return []
    return [holding, newest] if about else [newest]


def _then_beside(query: Query, facts: TurnFacts) -> list[Wanted]:
    """What stands beside the message that holds most of the words, where that is far back."""
    best = max(_messages(facts), key=lambda one: share(_words(query), one.item.get("text")), default=None)
    if best is None or not _words(query) or len(_messages(facts)) < _HITS:
        return []
    since, until = ((best.at + way * _AROUND).isoformat() for way in (-1, 1))
    who = person_named(query, facts).raw
    return [wanted("search_memories", kinds=["message"], conversation_with=who, since=since, until=until, limit=_HITS)]


def _messages(facts: TurnFacts) -> list[_Message]:
    """The messages that were found, in the order of time, each once."""
    items = {
        str(row.get("id")): Item("message", row, 1.0, hit=True)
        for entry in facts.ledger
        if entry.tool == "search_memories" and entry.outcome == "done"
        for row in entry.data.get("hits") or ()
        if isinstance(row, Mapping) and row.get("kind") == "message" and row.get("origin") != "agent"
    }
    timed = sorted(
        ((at, one) for one in items.values() if (at := one.moment("at")) is not None), key=lambda two: two[0]
    )
    found: list[_Message] = []
    for at, item in timed:
        last = found[-1] if found else None
        before = last.item.get("text") if last is not None and at - last.at <= _AROUND else ""
        found.append(_Message(item, at, is_own(item, facts.user_name or ""), before))
    return found


def _worth(one: _Message, query: Query, words: Sequence[str]) -> float:
    held = share(words, one.item.get("text")) if words else 0.0
    beside = share(words, one.before) if words and one.before else 0.0
    asks = _ASKS_FOR if query.unit == "want" and _asks_for_something(one.item.get("text")) else 0.0
    return held + _BESIDE * beside + asks


def _asks_for_something(text: str) -> bool:
    """Whether a sentence of it asks for something to be done: "and bring back my cardigan"."""
    return any(mood_of(one).mood == Mood.REQUEST for one in sentences(text))


def _best(found: Sequence[_Message], query: Query) -> _Message | None:
    """The message that holds most of what is asked for; of equal ones, or where none does, the latest that tells."""
    words = _words(query)
    weighed = [(worth if (worth := _worth(one, query, words)) >= _TOLD else 0.0, one.at, one) for one in found]
    return max(weighed, key=lambda each: each[:2])[2] if weighed else None


def _told(query: Query, facts: TurnFacts, voice: Voice, *, own: bool) -> str | None:
    found = [one for one in _messages(facts) if one.own == own]
    best = _best(found, query)
    if best is None:
        return None
    day = f"{voice.moment(best.at)}: " if _asks_when(query) else ""
    return f"{day}{line(best.item, voice)}"


def _asks_when(query: Query) -> bool:
    """Whether the question opens with it: its time is told first."""
    return asked_value(query.line.low.split(" ", 1)[0]) is Value.DATE


def _wrote(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    return _told(query, facts, voice, own=False)


def _answered(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    return _told(query, facts, voice, own=True)


# To whom


def _read_own(query: Query, _facts: TurnFacts) -> list[Wanted]:
    about = " ".join(_words(query))
    return [wanted("search_memories", query=about, kinds=["message"], speaker="me", limit=_HITS)] if about else []


def _to_whom(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """Who had spoken to the user before the words that are asked about; None where none holds them."""
    found = [one for one in _messages(facts) if one.own and one.item.get("told_to")]
    words = _words(query)
    held = [one for one in found if share(words, f"{one.item.get('text')} {one.before}") >= _TOLD]
    best = _best(held, query)
    return f"{clean(best.item.get('told_to'))}: {line(best.item, voice)}" if best is not None else None


OF_MESSAGES: Mapping[Aggregate, Way] = {
    Aggregate.WROTE: Way(_read_exchange, _wrote),
    Aggregate.ANSWERED: Way(_read_exchange, _answered),
    Aggregate.TO_WHOM: Way(_read_own, _to_whom),
}
LATER_MESSAGES = {Aggregate.WROTE: _then_beside, Aggregate.ANSWERED: _then_beside}
"""What can be looked up only when it is known what was said of it."""
