"""When does a sentence of what was said and written answer in place of what else was found?

Where nothing else answers; where what a record tells leaves more of the question unread; where another text was taken
that holds less of it. What leaves words of the question unread is told as the closest, never as the answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from orchestrator.kit import patterns
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import tokens
from orchestrator.language.values import Value, holds
from orchestrator.llm.messages import LedgerEntry
from orchestrator.reader.evidence.finds import Evidence, Item, text_of
from orchestrator.reader.passages.question_words import Asked, asked_of, words_held
from orchestrator.reader.passages.ranking import CLEARLY, Passage, asks_texts, near_of, passages
from orchestrator.reader.phrase.contact_lines import name_of, noted
from orchestrator.reader.phrase.frame import about, nothing
from orchestrator.reader.phrase.lines import line
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question_kinds import Kind

_OF_A_TIME = frozenset({Kind.AGENDA, Kind.TOPIC, Kind.NEXT})
_OF_MEETINGS = frozenset({Kind.DECIDED, Kind.PROMISED})
_OF_TEXTS = frozenset({Value.SUM, Value.AMOUNT, Value.CODE, Value.SIZE, Value.MEASURE, Value.HEAT, Value.PERMISSION})
"""Values that a record tells in its words alone."""
_SPOKEN = frozenset({"message", "meeting"})
_UNTIL = patterns.compile(r"\b(?:until|till|ate|hasta|jusqu'a|jusque)\b")
"""How long something holds is told by no event that only is about it."""
_MORE = 0.2
"""So much more of the question than a record a sentence has to hold to be told in its stead."""
_HALF = 0.55
_BETTER = 0.1
"""The same beside a text that answers."""


@dataclass(frozen=True)
class _Found:
    """What the question is answered from: the sentences, best first, and the one that may answer."""

    passages: Sequence[Passage]
    asked: Asked
    reading: Reading
    evidence: Evidence
    voice: Voice

    @property
    def best(self) -> Passage:
        return next((one for one in self.passages if one.fits), self.passages[0])

    @property
    def likely(self) -> str | None:
        return self.told(self.best) if self.best.likely else None

    def told(self, one: Passage) -> str:
        """The sentence; where it leaves words unread as the closest, with another that comes as close."""
        words = self.reading.words
        beside = [
            other for other in self.passages if other is not one and other.likely and one.score - other.score < CLEARLY
        ][:1]
        said = [line(each.item, self.voice, words) for each in (one, *beside)]
        if one.sure and not beside:
            return said[0]
        opening = self._opening((one, *beside))
        return f"{opening} {said[0]}" if not beside else "\n".join([opening, *(f"- {row}" for row in said)])

    def _opening(self, nearest: Sequence[Passage]) -> str:
        """That these come closest; that nothing says it, where who said it is named and the search found that what was
        said is no answer about them: most such questions ask of one person what another told."""
        spoken = all(one.item.kind in _SPOKEN and not one.item.data.get("answers") for one in nearest)
        speakers = {part for one in nearest for part in tokens(str(one.item.data.get("speaker") or ""))}
        if spoken and not speakers.isdisjoint(tokens(self.reading.line.low)):
            return say("reader.answer.near", self.voice.locale, about=about(self.reading, self.voice))
        return say("reader.answer.closest", self.voice.locale)

    def none(self) -> str:
        """That nothing says it."""
        return nothing(self.reading, self.evidence, self.voice)


def told_from_passages(ledger: Sequence[LedgerEntry], reading: Reading, evidence: Evidence, voice: Voice) -> str | None:
    """The sentence that answers, or comes closest; that nothing does, where what else was found can't tell what is
    asked for; None where that answers as well."""
    asks = asks_texts(reading) and evidence.twins is None
    sentences = passages(ledger, reading) if asks else []
    if not sentences:
        return None
    found = _Found(sentences, asked_of(reading, near_of(ledger)), reading, evidence, voice)
    if reading.span is not None and found.asked.value is None and reading.kind in _OF_A_TIME:
        return None  # whatever is in the calendar then
    if reading.kind in _OF_MEETINGS and evidence.stated:
        held = max(words_held(found.asked, f"{row.get('text')} {row.get('title')}") for row in evidence.stated)
        return found.likely if found.best.sure and found.best.held >= held + _MORE else None
    if any(item.relevant and not item.hit for item in evidence.items):
        return _beside_records(found)
    return _beside_texts(found)


def _beside_records(found: _Found) -> str | None:
    """Where a calendar or a contact tells something too."""
    asked, reading, best = found.asked, found.reading, found.best
    records = [item for item in found.evidence.items if item.relevant and not item.hit]
    if reading.kind is Kind.WHO and any(item.kind == "contact" for item in records):
        return None  # who somebody is, a contact tells
    if reading.kind is Kind.NEXT and any(item.kind == "event" for item in records):
        return None  # the next time that somebody is seen: no sentence that only says "next year"
    held = max(_of_record(item, asked, reading, found.voice) for item in records)
    told_apart = asked.value is Value.LENGTH or _UNTIL.search(reading.line.low) is not None
    texts = any(item.relevant and item.hit for item in found.evidence.items)
    if not texts and asked.value in _OF_TEXTS and held == 0:
        return found.likely or found.none()
    if not texts and told_apart and held < _HALF:
        return found.likely
    return found.likely if best.held >= held + (0.0 if told_apart else _MORE) else None


def _beside_texts(found: _Found) -> str | None:
    """Where another text was taken, or none."""
    texts = {_same(item.item) for item in found.passages} & {
        _same(item) for item in found.evidence.items if item.relevant and item.hit
    }
    told = next((one for one in found.passages if _same(one.item) in texts), None)
    if told is None:
        return found.likely
    if told is found.best and told.fits:
        return None if found.asked.value is None else found.told(told)
    if not told.fits:
        return found.likely or found.none()
    return found.likely if found.best.score >= told.score + _BETTER else None


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
