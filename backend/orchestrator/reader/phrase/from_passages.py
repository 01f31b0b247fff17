"""When does a sentence of what was said and written answer in place of what else was found?

Where nothing else answers; where what a record tells leaves more of the question unread; where another text was taken
that holds less of it. What leaves words of the question unread is told as the closest, never as the answer."""

from collections.abc import Sequence

from orchestrator.kit import patterns
from orchestrator.language.messages import say
from orchestrator.language.values import Value, holds
from orchestrator.llm.messages import LedgerEntry
from orchestrator.reader.evidence import Evidence, Item, text_of
from orchestrator.reader.passages import CLEARLY, Asked, Passage, asked_of, asks_texts, near_of, passages, words_held
from orchestrator.reader.phrase.frame import nothing
from orchestrator.reader.phrase.lines import Voice, line, name_of, noted
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.reading import Reading

_OF_A_TIME = frozenset({Kind.AGENDA, Kind.TOPIC, Kind.NEXT})
_OF_MEETINGS = frozenset({Kind.DECIDED, Kind.PROMISED})
_OF_TEXTS = frozenset({Value.SUM, Value.AMOUNT, Value.CODE, Value.SIZE, Value.MEASURE, Value.HEAT, Value.PERMISSION})
"""Values that a record tells in its words alone."""
_UNTIL = patterns.compile(r"\b(?:until|till|ate|hasta|jusqu'a|jusque)\b")
"""How long something holds is told by no event that only is about it."""
_MORE = 0.2
"""So much more of the question than a record a sentence has to hold to be told in its stead."""
_HALF = 0.55
_BETTER = 0.1
"""The same beside a text that answers."""


def told_from_passages(ledger: Sequence[LedgerEntry], reading: Reading, evidence: Evidence, voice: Voice) -> str | None:
    """The sentence that answers, or comes closest; None where what else was found answers as well."""
    if not asks_texts(reading) or evidence.twins is not None:
        return None
    found = passages(ledger, reading)
    if not found:
        return None
    best = next((one for one in found if one.fits), found[0])
    asked = asked_of(reading, near_of(ledger))
    if reading.span is not None and asked.value is None and reading.kind in _OF_A_TIME:
        return None  # whatever is in the calendar then
    records = [item for item in evidence.items if item.relevant and not item.hit]
    texts = [item for item in evidence.items if item.relevant and item.hit]
    likely = _told(best, found, reading, voice) if best.likely else None
    if reading.kind in _OF_MEETINGS and evidence.stated:
        held = max(words_held(asked, f"{row.get('text')} {row.get('title')}") for row in evidence.stated)
        return likely if best.sure and best.held >= held + _MORE else None
    if records:
        held = max(_of_record(item, asked, reading, voice) for item in records)
        told_apart = asked.value is Value.LENGTH or _UNTIL.search(reading.line.low) is not None
        if not texts and (held == 0 if asked.value in _OF_TEXTS else told_apart and held < _HALF):
            return likely or nothing(reading, evidence, voice)
        return likely if best.held >= held + (0.0 if told_apart else _MORE) else None
    if not texts:
        return likely
    known = {_same(one.item): one for one in found}
    told = max((known[key] for item in texts if (key := _same(item)) in known), key=lambda one: one.score, default=None)
    if told is best and best.fits:
        return None if asked.value is None else _told(best, found, reading, voice)
    if told is not None and not told.fits:
        return likely or nothing(reading, evidence, voice)
    return likely if told is None or best.score >= told.score + _BETTER else None


def _told(one: Passage, found: Sequence[Passage], reading: Reading, voice: Voice) -> str:
    """The sentence; where it leaves words unread as the closest, with another that comes as close."""
    said = line(one.item, voice, reading.words)
    beside = [other for other in found if other is not one and other.likely and one.score - other.score < CLEARLY][:1]
    if one.sure and not beside:
        return said
    opening = say("reader.answer.closest", voice.locale)
    rows = [said, *(line(other.item, voice, reading.words) for other in beside)]
    return f"{opening} {said}" if len(rows) == 1 else "\n".join([opening, *(f"- {row}" for row in rows)])


def _of_record(item: Item, asked: Asked, reading: Reading, voice: Voice) -> float:
    """How much of the question a record answers: of a contact nothing that is not noted."""
    if asked.value in _OF_TEXTS and not holds(asked.value, text_of(item).replace(name_of(item), "")):
        return 0.0
    if asked.value is Value.TIME and item.data.get("all_day"):
        return 0.0
    if item.kind == "contact" and (item.named or reading.kind is Kind.ATTRIBUTE):
        label = reading.attribute or "all"
        if reading.kind is Kind.ATTRIBUTE:
            return 1.0 if label == "all" or noted(item, label, voice) else 0.0
        if reading.relative is not None:
            return 1.0
    if item.named and item.kind == "contact" and all(word.names for word in asked.words if word.weight >= _MORE):
        return 1.0
    return words_held(asked, text_of(item))


def _same(item: Item) -> tuple[str, str]:
    return item.kind, str(item.data.get("part_id") or item.data.get("id"))
