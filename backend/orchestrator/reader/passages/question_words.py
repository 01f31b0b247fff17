"""Which words of a question does a sentence have to hold, and how much does each of them count?

By stem, concept, or with a letter wrong; the rarer ones count more."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from orchestrator.language.concepts import MARK, as_asked
from orchestrator.language.people.persons import FIRST_PERSON
from orchestrator.language.text.normalize import normalize, stems, tokens
from orchestrator.language.values import Value, explained, wanted_value
from orchestrator.reader.owing import Debtor, debtor
from orchestrator.reader.passages.vocabulary import SMALL, forms_of, is_small, stands_for, words_for
from orchestrator.reader.question.model import Reading
from orchestrator.reader.texts import alike

_MOST_WORDS = 24
LEAST_WEIGHT, _UNKNOWN = 0.35, 0.8
"""What a word counts that stands in many entries, and one that stands in none: it may be said in another word."""
_CUE, EXPLAINED, _TIME, _NAME = 0.45, 0.25, 0.3, 1.0
"""What a word counts that only says how it is asked, one that the value itself explains, a time, a person."""
_MISSPELT = 0.8
"""What a word counts that stands there with another letter."""


@dataclass(frozen=True)
class Word:
    """A word of the question, with all the stems that stand for it. `names`: it is a person's."""

    text: str
    forms: frozenset[str]
    weight: float
    names: bool = False
    known: bool = False
    """It stands in some entry: as it is spelt, it is meant."""


@dataclass(frozen=True)
class Asked:
    """What the sentences are compared with. `own`: it is the user's matter, and names nobody;
    `debt`: whose debt it asks for."""

    words: tuple[Word, ...]
    value: Value | None
    own: bool = False
    debt: Debtor | None = None

    @property
    def weight(self) -> float:
        return sum(word.weight for word in self.words)


def words_held(asked: Asked, text: str) -> float:
    """The weighed share of the question's words that a text holds."""
    held = forms_of(text)
    return sum(word.weight * held_share(word, held) for word in asked.words) / (asked.weight or 1.0)


def asked_of(reading: Reading, told: Mapping[str, Any]) -> Asked:
    """What is asked, with what the search told of its words: `weights` and `people`."""
    low, language = reading.line.low, reading.language
    value = wanted_value(low)
    weights: Mapping[str, float] = told.get("weights") or {}
    most = max(weights.values(), default=1.0) or 1.0
    people = {normalize(str(phrase)): str(name) for phrase, name in (told.get("people") or {}).items()}
    contacts = [row for row in told.get("hits") or () if row.get("kind") == "contact"]
    speakers = {str(row.get(by)) for row in told.get("hits") or () for by in ("speaker", "told_to") if row.get(by)}
    named = {part: name for name in speakers for part in tokens(name) if len(part) > SMALL}
    named |= {part: name for phrase, name in people.items() for part in phrase.split()}
    times = set(tokens(reading.when or ""))
    words: list[Word] = []
    for word in list(dict.fromkeys(tokens(low)))[:_MOST_WORDS]:
        if word in words_for("asking") or is_small(word, language):
            continue
        forms = frozenset(form for one in stems(word) for form in as_asked(one))
        if name := named.get(word):
            forms |= frozenset(form for one in stems(name) for form in one)
            words.append(Word(word, forms, _NAME, names=True))
            continue
        if role := _so_called(forms, contacts):
            forms |= forms_of(role)
        weight = max(LEAST_WEIGHT, weights[word] / most) if word in weights else _UNKNOWN
        if value is not None and (explained(value, word) or stands_for(value, word)):
            weight = EXPLAINED
        elif word in reading.cues:
            weight *= _CUE
        elif word in times:
            weight *= _TIME
        words.append(Word(word, forms, weight, known=word in weights))
    own = bool(FIRST_PERSON & set(tokens(low))) and not any(word.names for word in words)
    return Asked(tuple(words), value, own, debtor(low) if value is Value.SUM else None)


def _so_called(forms: frozenset[str], contacts: Sequence[Mapping[str, Any]]) -> str:
    """The name of the one contact whom a word calls by what they are ("the accountant"), "" where none or several."""
    names = {str(row.get("title")) for row in contacts if not forms.isdisjoint(forms_of(str(row.get("text") or "")))}
    return names.pop() if len(names) == 1 else ""


def held_share(word: Word, held: frozenset[str]) -> float:
    if not word.forms.isdisjoint(held):
        return 1.0
    if word.known or any(form.startswith(MARK) for form in word.forms):
        return 0.0
    return _MISSPELT if any(alike(form, other) for form in word.forms for other in held) else 0.0
