"""Which sentence of all that was said and written answers the question best, and how surely?

The search tells what comes near; here its sentences are compared. Of each counts how many of the question's words it
holds; those of its title, of who said it and of what stands beside it less. It has to hold a value of the kind that is
asked for, and it must leave out nobody whom the question names. `docs/decisions/0110-passages-answer.md` tells what was
measured.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from orchestrator.kit import patterns
from orchestrator.language.text.normalize import STOP_WORDS, normalize
from orchestrator.language.values import HARD, Value, called, holds, sentences
from orchestrator.llm.messages import LedgerEntry
from orchestrator.reader.evidence.finds import TEXTS, Item
from orchestrator.reader.evidence.gathering import named_people, of_somebody_else
from orchestrator.reader.evidence.relevance import of_another, only_asked
from orchestrator.reader.owing import states, tells_debt
from orchestrator.reader.passages.question_words import EXPLAINED, LEAST_WEIGHT, Asked, asked_of, held_share
from orchestrator.reader.passages.vocabulary import forms_of, of_oneself, words_for
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.texts import replied_to

TOOL = "search_memories"
HITS = 20
"""Texts whose sentences are compared."""
SURE, LIKELY, LIKELY_VALUED = 0.7, 0.42, 0.35
"""The weighed share of the question's words from which on a sentence answers, and comes closest; less is enough where
it was found first, or holds the kind of value that is asked for."""
CLEARLY = 0.06
"""So much better than the best of another text: else neither is told as the answer."""
_TOLD = frozenset(
    {Kind.WHEN, Kind.WHERE, Kind.WHO, Kind.HOW_LONG, Kind.COUNT, Kind.EXISTS, Kind.TOPIC, Kind.ATTRIBUTE, Kind.SAID,
     Kind.AGENDA, Kind.DECIDED, Kind.PROMISED, Kind.NEXT}
)  # fmt: skip
"""Kinds of questions that a sentence can answer."""
NEAR_KINDS = TEXTS | {"contact"}
"""What is looked through: of a contact what its words call it ("accountant")."""
_SPOKEN = frozenset({"message", "meeting"})
_OF_THE_REST, _AGAINST_THE_SEARCH = 0.3, 0.6
"""The share of the words that are no names which a sentence has to hold; what somebody said, which the search took for
no answer about whom the question names, has to hold more."""
_SOFT = frozenset(Value) - HARD
_WITH_PRONOUN = 2
"""Words that a question with a pronoun has to have beside it."""
_NOTED = frozenset({"fact", "note"})
_MOST_SENTENCES = 60
"""Of one text."""
_SHORT = 220
"""Characters of a text that is told whole."""
_TITLE, _REPLIED, _BESIDE, _ELSEWHERE = 0.85, 0.8, 0.6, 0.35
"""What a word counts that stands in the title, in what was replied to, in the sentence before or after, or elsewhere in
the text."""
_VALUED, _CALLED, _FOREMOST, _OWN, _BY_SOMEBODY = 0.12, 0.06, 0.12, 0.12, 0.05
_SOMEBODY, _KEPT = 0.1, 0.08
_UNVALUED, _UNPERMITTED, _ASKS, _OTHERS = 0.5, 0.2, 0.4, 0.35


@dataclass(frozen=True)
class Passage:
    """A sentence. `held`: the weighed share of the question's words, 0 to 1; `score` orders passages; `fits`: it holds
    the kind of value that is asked for (`valued`), and leaves out nobody who is named."""

    item: Item
    held: float
    score: float
    fits: bool
    valued: bool = False

    @property
    def sure(self) -> bool:
        return self.fits and self.held >= SURE

    @property
    def likely(self) -> bool:
        return self.fits and self.held >= (LIKELY if self.item.rank and not self.valued else LIKELY_VALUED)


def asks_texts(reading: Reading) -> bool:
    """Whether a sentence could answer it: it names something, and nothing is worked out of it."""
    whole = not (reading.targets or reading.follow) and reading.measure is None
    return whole and reading.kind in _TOLD and bool(reading.line.low)


def passages(ledger: Sequence[LedgerEntry], reading: Reading) -> list[Passage]:
    """The best sentence of each text that was found, the best first."""
    made = [entry for entry in ledger if entry.tool == TOOL and entry.outcome == "done"]
    near = next((entry for entry in made if entry.arguments.get("near")), None)
    if near is None:
        return []
    asked = asked_of(reading, near.data)
    telling = [word for word in asked.words if word.names or word.weight >= LEAST_WEIGHT]
    if not asked.words or (reading.deictic and len(telling) < _WITH_PRONOUN and not any(w.names for w in telling)):
        return []  # whom "she" means, another text may tell as well
    if asked.value is None and all(word.names for word in telling):
        return []  # what somebody did or said at all is more than a sentence
    rows: dict[tuple[str, str], tuple[int, Mapping[str, Any]]] = {}
    whom = named_people(ledger)
    for entry in (near, *(one for one in made if one is not near and not one.arguments.get("within"))):
        for rank, row in enumerate(entry.data.get("hits") or ()):
            if isinstance(row, Mapping) and row.get("kind") in TEXTS and not _is_of_the_talk(row, reading):
                if of_somebody_else(row, whom):
                    continue
                rows.setdefault(_key(row), (rank if entry is near else HITS, row))
    found = [best for rank, row in rows.values() if (best := _best(row, rank, asked, reading)) is not None]
    return sorted(_not_settled(found) if asked.debt is not None else found, key=lambda one: -one.score)


def _not_settled(found: Sequence[Passage]) -> list[Passage]:
    """Of what tells a debt none older than the newest that says what is owed: "Tyler owes me 25" after a loan."""
    told = [one for one in found if one.likely]
    stated = [str(one.item.get("at") or "") for one in told if states(str(one.item.data.get("text") or ""))]
    newest = max(stated, default="")
    return [one for one in found if one not in told or str(one.item.get("at") or "") >= newest]


def near_of(ledger: Sequence[LedgerEntry]) -> Mapping[str, Any]:
    """What the search told of the question's words."""
    made = (entry.data for entry in ledger if entry.tool == TOOL and entry.arguments.get("near"))
    return next(made, {})


_NAMED = patterns.compile(r"(?:^|[^\p{L}\p{N}_])(\p{Lu}[\p{L}'’-]+)")


def _tells_who(sentence: str, row: Mapping[str, Any], asked: "Asked") -> bool:
    """Whether a sentence names somebody whom the question doesn't, or its speaker says it of themselves."""
    known = frozenset[str]().union(*(word.forms for word in asked.words))
    names = (found[1] for found in _NAMED.finditer(sentence))
    others = [folded for name in names if (folded := normalize(name)) not in words_for("nobody")]
    if any(name not in known and not any(name in words for words in STOP_WORDS.values()) for name in others):
        return True
    return bool(row.get("speaker")) and of_oneself(sentence)


def _best(row: Mapping[str, Any], rank: int, asked: Asked, reading: Reading) -> Passage | None:
    text = str(row.get("text") or "")
    said = sentences(text)[:_MOST_SENTENCES]
    if not said:
        return None
    held = [forms_of(one) for one in said]
    all_of_it = frozenset[str]().union(*held)
    title = forms_of(str(row.get("title") or ""))
    speaker = forms_of(f"{row.get('speaker') or ''} {row.get('told_to') or ''}")
    replied = forms_of(" ".join(one for one in sentences(replied_to(row)) if one.rstrip().endswith("?")))
    found = []
    for at, one in enumerate(said):
        beside = frozenset[str]().union(*held[max(0, at - 1) : at], *held[at + 1 : at + 2])
        near = (
            (1.0, held[at] | speaker),
            (_TITLE, title),
            (_REPLIED, replied),
            (_BESIDE, beside),
            (_ELSEWHERE, all_of_it),
        )
        counts = [max(worth * held_share(word, forms) for worth, forms in near) for word in asked.words]
        share = sum(word.weight * count for word, count in zip(asked.words, counts, strict=True)) / (asked.weight or 1)
        named = all(count > 0 for word, count in zip(asked.words, counts, strict=True) if word.names)
        valued = asked.value is None or holds(asked.value, one) or _dated(asked.value, one, row)
        valued = valued and (asked.debt is None or tells_debt(asked.debt, one, row))
        tells = named and not row.get("of_others") and not one.rstrip().endswith("?") and _rest(asked, counts, row)
        score = share + _beside_words(one, rank, row, asked, reading, valued=valued)
        found.append((score, share, at, valued and tells, valued and asked.value is not None))
    score, share, at, fits, valued = max(found, key=lambda one: (one[0], -one[2]))
    fits = fits or (asked.value in _SOFT and share >= SURE and not row.get("of_others"))
    item = Item(str(row["kind"]), row, share, hit=True, rank=rank)
    whole = len(text) <= _SHORT and row.get("kind") != "document"
    return Passage(item if whole else replace(item, telling=said[at]), share, score, fits, valued)


def _dated(value: Value, sentence: str, row: Mapping[str, Any]) -> bool:
    """Whether a sentence tells a day by words that only its own date makes one ("last week")."""
    told = row.get("dates")
    rows = told if value is Value.DATE and isinstance(told, list | tuple) else ()
    return any(str(each.get("text") or "") in sentence for each in rows if isinstance(each, Mapping))


def _rest(asked: Asked, counts: Sequence[float], row: Mapping[str, Any]) -> bool:
    """Whether enough is held of what the question says beside names: who said it is not yet what was asked."""
    beside = [(word.weight, count) for word, count in zip(asked.words, counts, strict=True)
              if not word.names and word.weight != EXPLAINED]  # fmt: skip
    rest = [one for one in beside if one[0] >= LEAST_WEIGHT] or beside
    judged = row.get("kind") not in _SPOKEN or row.get("answers") or not any(word.names for word in asked.words)
    needed = _OF_THE_REST if judged else _AGAINST_THE_SEARCH
    return not rest or sum(weight * count for weight, count in rest) >= needed * sum(one for one, _ in rest)


def _beside_words(
    sentence: str, rank: int, row: Mapping[str, Any], asked: Asked, reading: Reading, *, valued: bool
) -> float:
    """What speaks for a sentence, or against it, beside the words that it holds."""
    score = _FOREMOST * (1 - min(rank, HITS) / HITS)
    if asked.value is not None:
        score += _VALUED if valued else -_UNVALUED if asked.value in HARD else -_UNPERMITTED
        score += _CALLED if called(asked.value, sentence) else 0.0
    if asked.own:
        score += -_OTHERS if of_another(sentence, reading) else _OWN if row.get("kind") in _NOTED else 0.0
    if row.get("of_others"):
        score -= _OTHERS
    if sentence.rstrip().endswith("?"):
        score -= _ASKS
    if reading.kind is Kind.WHO and _tells_who(sentence, row, asked):
        score += _SOMEBODY
    score += _KEPT if row.get("kind") in _NOTED else 0.0
    return score + (_BY_SOMEBODY if row.get("kind") in _SPOKEN and row.get("speaker") else 0.0)


def _is_of_the_talk(row: Mapping[str, Any], reading: Reading) -> bool:
    """Whether it is this question, what Steward said, or what the user only asked of it."""
    own_question = normalize(str(row.get("text") or "")).strip(" ?") == normalize(reading.line.raw)
    return row.get("origin") == "agent" or own_question or only_asked(row)


def _key(row: Mapping[str, Any]) -> tuple[str, str]:
    return str(row.get("kind")), _id(row)


def _id(row: Mapping[str, Any]) -> str:
    return str(row.get("part_id") or row.get("id"))
