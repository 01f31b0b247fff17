"""Do two statements say the same? By what they claim, by their words, by one holding the other, by their meaning.

Numbers, names and a "not" tell apart what is worded alike; meaning alone (vectors) never makes two statements one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from math import fsum

from orchestrator.kit import patterns
from orchestrator.language.statements import Claim, claim_of, contradict
from orchestrator.language.text.normalize import STOP_WORDS, normalize, stems, tokens

SAME_MEANING = 0.88
"""Cosine from which two short statements that share words mean the same (all-MiniLM and e5 alike keep paraphrases above
it); no more than a third opinion."""
_SAME_WORDS = 0.8
_SOME_WORDS = 1 / 3
_IDLE = frozenset("user usuario usuaria utilizador utilizadora s m ve re".split()).union(*STOP_WORDS.values())
_NEGATIONS = frozenset("not never no t nao nunca nem ni sin sem without neither".split())
_NUMBER = patterns.compile(r"\d+")
_JOBS = frozenset({"job", "works_at"})
_NAME = patterns.compile(r"\p{L}[\w'-]*")


@dataclass(frozen=True)
class Meanings:
    """Unit vectors of statements, by their words; empty where there is no embedder."""

    vectors: Mapping[str, Sequence[float]] = field(default_factory=dict)

    def near(self, one: str, other: str) -> bool:
        first, second = self.vectors.get(one), self.vectors.get(other)
        if first is None or second is None:
            return False
        return fsum(a * b for a, b in zip(first, second, strict=True)) >= SAME_MEANING


@dataclass(frozen=True)
class Reading:
    """A statement as it is compared, read once. `words`: the stems of each word that says something; `turned`: a "not"
    turns it round; `names`: words with a capital inside it."""

    text: str
    words: tuple[tuple[str, ...], ...]
    stems: frozenset[str]
    turned: bool
    numbers: frozenset[str]
    names: frozenset[str]
    plain: frozenset[str]
    claim: Claim | None


def reading(text: str) -> Reading:
    """What `alike` looks at."""
    words = tuple(_content(text))
    return Reading(
        text,
        words,
        frozenset(stem for word in words for stem in word),
        _turned(text),
        frozenset(_NUMBER.findall(text)),
        frozenset(_names(text)),
        frozenset(_words(text)),
        claim_of(text),
    )


def alike(new: str, known: str, meanings: Meanings) -> bool:
    """Whether `new` says no more than `known`, and not the opposite."""
    found = likeness(reading(new), reading(known))
    return found is Likeness.SAME or (found is Likeness.BY_MEANING and meanings.near(new, known))


class Likeness(Enum):
    """What words alone tell of two statements. `BY_MEANING`: they are alike where they mean the same."""

    SAME = "same"
    BY_MEANING = "by_meaning"
    OTHER = "other"


def likeness(new: Reading, known: Reading) -> Likeness:
    """Whether `new` says no more than `known`, and not the opposite, as far as words tell."""
    mine, theirs = new.claim, known.claim
    if mine is not None and theirs is not None and mine.known and theirs.known and not _of_one_job(mine, theirs):
        same = mine.attribute == theirs.attribute and not contradict(mine.value, theirs.value)
        return Likeness.SAME if same else Likeness.OTHER
    if new.turned != known.turned or new.numbers != known.numbers:
        return Likeness.OTHER
    if not new.words or not known.words:
        return Likeness.SAME if normalize(new.text) == normalize(known.text) else Likeness.OTHER
    if not new.names <= known.plain:
        return Likeness.OTHER
    shared = sum(not known.stems.isdisjoint(word) for word in new.words)
    if shared == len(new.words) or shared / max(len(new.words), len(known.words)) >= _SAME_WORDS:
        return Likeness.SAME
    return Likeness.BY_MEANING if shared / len(new.words) >= _SOME_WORDS else Likeness.OTHER


def _of_one_job(mine: Claim, theirs: Claim) -> bool:
    """ "I'm a designer at Acme", "I work at Acme as a designer": one tells the trade first, one the employer."""
    told = {claim.attribute.rpartition(" ")[2] for claim in (mine, theirs)}
    return told == _JOBS and mine.about == theirs.about and mine.ended == theirs.ended


def shares_words(one: str, other: str) -> bool:
    """Whether they have any word of their own in common: else no meaning makes them one."""
    first = {stem for word in _content(one) for stem in word}
    return any(first & set(word) for word in _content(other))


def _content(text: str) -> list[tuple[str, ...]]:
    return [found for word, found in zip(tokens(text), stems(text), strict=False) if word not in _IDLE]


def _turned(text: str) -> bool:
    return sum(word in _NEGATIONS for word in tokens(text)) % 2 == 1


def _names(text: str) -> set[str]:
    """Words with a capital inside a sentence, folded."""
    pieces = text.split()
    inside = (piece for before, piece in pairwise(pieces) if before[-1] not in ".!?")
    named = (match.group() for piece in inside if (match := _NAME.match(piece)))
    return {normalize(word) for word in named if word[0].isupper() and normalize(word) not in _IDLE and len(word) > 1}


def _words(text: str) -> set[str]:
    return set(tokens(text)) | {normalize(word) for word in text.split()}
