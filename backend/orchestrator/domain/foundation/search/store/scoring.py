"""How well does an entry answer a question? Pure arithmetic over arrays: recipe R of contracts/retrieval.md, changed as
docs/decisions/0009-retrieval-ordering.md tells.

`lexical` scores every entry in which a term stands, or beside which one stands in the same session; `final` weighs what
else is known of the best of them. Positions are `sessions`': a message's neighbours have the numbers beside its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orchestrator.domain.foundation.search.store.postings import (
    ASKING,
    MESSAGE_CLASS,
    NO_DAY,
    OTHER_CLASS,
    TALK,
    TALK_CLASS,
    Postings,
    kind_code,
    unpack,
)
from orchestrator.domain.foundation.search.text.lexemes import ASKS, TIME_EXPRESSION, self_reference

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]

# What stands beside a message tells what it is about: the share of a neighbour's words that counts as its own.
PREVIOUS, BEFORE_PREVIOUS, NEXT = 0.5, 0.2, 0.1
NEIGHBOURS: tuple[tuple[int, float], ...] = ((-1, PREVIOUS), (-2, BEFORE_PREVIOUS), (1, NEXT))
"""(distance, weight): of the message at that distance from the one that is scored."""
ANSWERED = 1.2
"""Instead of PREVIOUS where the message before ends with a question: what it asks, this one tells, often in no word of
its own ("How often do you train?" "Three times a week.")."""
OFFSETS = (0, *(offset for offset, _ in NEIGHBOURS))
"""The columns of `Candidates.cosines`."""

# x = Σ w·times/norm; a term counts idf·(1 + K)·x / (x + K).
K = 0.3
"""Small: that a word stands there at all tells most; what holds two of the words comes before what repeats one."""
K_ALONE = 1.0
"""Of a message to an assistant, which is long and has no neighbours: many of its words stand there by the way, what it
is about stands there more than once."""
LONG_WORDS = 30
"""From so many words on, a text needs a word more often."""
B = 0.2
MOST_RATIO = 3.0
"""Times the mean length, from which on length holds nothing back any more."""

CONCEPT = 0.7
"""What a word of another language, or another word for the same, counts beside the word itself. Ours."""

# Of the candidates; how they were chosen: docs/decisions/0009-retrieval-ordering.md.
SPEAKER = 2.0
ASKS_COSTS, SHORT_WORDS = -1.0, 12
"""In a talk among people who ends with a question tells little; to an assistant people tell much and then ask, only a
short question tells nothing."""
SELF_REFERENCE = 1.2
"""What people tell of themselves is looked for, not what they say to what the other told ("Wow, that's great!")."""
LENGTH, LENGTH_WORDS = 0.6, 60
DATE = 5.0
TIME = 1.5
WHOLE, BEST = 1.0, 0.5
"""Of one standard deviation of the cosines among the candidates, of the text with its neighbours and of its best
sentence: embedders differ in how far apart their cosines lie."""
WHOLE_ALONE, BEST_ALONE = 0.6, 0.75
"""The same of what has no neighbours and is no message."""
WHOLE_TO_ASSISTANT, BEST_TO_ASSISTANT = 1.5, 0.5
"""The same of a message of a talk with an assistant: long, of one subject, and its words stand in many others."""
LEAST_SPREAD = 0.02
"""Cosines that differ by less differ by nothing."""
FEWEST, FARTHEST = -2.0, 6.0
"""Standard deviations that count at most."""
TITLE = 3.0
"""A title that the question names whole: people look for an event or a person by its name. Ours."""


def idf(documents: int, holding: int) -> float:
    """What a term that stands in `holding` of the user's entries tells."""
    holding = min(holding, documents)
    return float(np.log(1 + (documents - holding + 0.5) / (holding + 0.5)))


@dataclass(frozen=True)
class Term:
    """A word that is looked for: its idf, and the postings of the lexemes that stand for it, each with its weight."""

    idf: float
    alternatives: Sequence[tuple[Postings, float]]


@dataclass(frozen=True)
class Found:
    """Entries by position, ascending. `own`: a term stands in the entry itself; of one found by its neighbours alone
    `day`, `kind` and `flags` are theirs."""

    positions: Integers
    scores: Floats
    own: NDArray[np.bool_]
    day: NDArray[np.int16]
    kind: NDArray[np.uint8]
    flags: NDArray[np.uint8]

    def of(self, positions: Sequence[int]) -> Floats:
        """The scores of these positions; 0 where no term stands."""
        wanted = np.asarray(positions, np.int64)
        if not len(self.positions):
            return np.zeros(len(wanted), np.float32)
        places = np.minimum(np.searchsorted(self.positions, wanted), len(self.positions) - 1)
        return np.where(self.positions[places] == wanted, self.scores[places], np.float32(0))


def lexical(terms: Sequence[Term], mean_lengths: Mapping[int, float]) -> Found:
    """Every entry that a term makes a candidate, none without a term. `mean_lengths`: words by class."""
    records = [postings for term in terms for postings, _ in term.alternatives]
    every: Postings = np.concatenate(records) if records else unpack(b"")
    places = _Places(every)
    day, kind, flags = places.described(every)
    own = np.zeros(len(places.positions), np.bool_)
    scores = np.zeros(len(places.positions), np.float32)
    alone = (kind == kind_code("message")) & ((flags & TALK) == 0)
    k = np.where(alone, np.float32(K_ALONE), np.float32(K))
    for term in terms:
        strength = _strength(term, places, mean_lengths)
        own |= strength > 0
        x = strength.copy()
        talking = np.flatnonzero((strength > 0) & ((flags & TALK) > 0))
        asking = (flags[talking] & ASKING) > 0
        for offset, weight in NEIGHBOURS:
            share = np.where(asking, ANSWERED, weight) if offset == -1 else weight
            beside = places.of(places.positions[talking] - offset)
            x[beside] += (share * strength[talking]).astype(np.float32)
        scores += np.float32(term.idf) * (1 + k) * x / (x + k)
    return Found(places.positions, scores, own, day, kind, flags)


class _Places:
    """Which row each position has among the candidates: those of the records, and what stands beside them. By a table
    over all positions between the first and the last, ten times faster than searching (a byte and an integer for each,
    and a home of a million entries has two to four million)."""

    positions: Integers

    def __init__(self, every: Postings) -> None:
        held = every["position"].astype(np.int64)
        reach = max(abs(offset) for offset, _ in NEIGHBOURS)
        self._first = int(held.min()) - reach if len(held) else 0
        there = np.zeros(int(held.max()) + reach + 1 - self._first if len(held) else 0, np.bool_)
        there[held - self._first] = True
        beside = held[(every["flags"] & TALK) > 0] - self._first
        for offset, _ in NEIGHBOURS:
            there[beside - offset] = True
        self.positions = np.flatnonzero(there) + self._first
        self._rows = np.cumsum(there, dtype=np.int32) - 1

    def of(self, positions: Integers) -> NDArray[np.int32]:
        """The rows of positions that are among them."""
        return np.asarray(self._rows[positions - self._first])

    def described(self, every: Postings) -> tuple[NDArray[np.int16], NDArray[np.uint8], NDArray[np.uint8]]:
        """Day, kind and flags of each row; of what is there by its neighbours alone, theirs."""
        day = np.full(len(self.positions), NO_DAY, np.int16)
        kind = np.zeros(len(self.positions), np.uint8)
        flags = np.zeros(len(self.positions), np.uint8)
        talk = every[(every["flags"] & TALK) > 0]
        held = talk["position"].astype(np.int64)
        for records, rows in (
            *((talk, self.of(held - offset)) for offset, _ in reversed(NEIGHBOURS)),
            (every, self.of(every["position"].astype(np.int64))),
        ):
            day[rows], kind[rows], flags[rows] = records["day"], records["kind"], records["flags"]
        return day, kind, flags


def _strength(term: Term, places: _Places, mean_lengths: Mapping[int, float]) -> Floats:
    """How strongly the term stands in each row, by the best of its alternatives; 0 where it does not."""
    strength = np.zeros(len(places.positions), np.float32)
    for records, weight in term.alternatives:
        means = np.full(len(records), mean_lengths.get(OTHER_CLASS, 1.0), np.float32)
        means[records["kind"] == kind_code("message")] = mean_lengths.get(MESSAGE_CLASS, 1.0)
        means[(records["flags"] & TALK) > 0] = mean_lengths.get(TALK_CLASS, 1.0)
        value = np.float32(weight) * records["times"] / norm(records["length"].astype(np.float32), means)
        rows = places.of(records["position"].astype(np.int64))
        strength[rows] = np.maximum(strength[rows], value)
    return strength


def norm(length: Floats, mean: Floats) -> Floats:
    """By what a word of a text of `length` words is divided, where texts have `mean` words."""
    ratio = np.minimum(length / np.maximum(mean, 1), MOST_RATIO)
    return np.asarray(np.maximum(1, length / LONG_WORDS) * (1 - B + B * ratio), np.float32)


@dataclass(frozen=True)
class Candidates:
    """What is known of the best entries, one row an entry.

    `cosines`: with the question, [row, one of OFFSETS (the entry itself, then its neighbours), whole text or its best
    sentence]; nan where there is no vector; None without a question's vector. `title`: the share of the title's words
    that the question names. `own`: the user said it. `talk`: said among people. `named`: the question names its
    speaker. `date`: of a date in the question.
    """

    lexical: Floats
    length: Floats
    marks: NDArray[np.int16]
    own: NDArray[np.bool_]
    talk: NDArray[np.bool_]
    named: NDArray[np.bool_]
    date: NDArray[np.bool_]
    title: Floats
    message: NDArray[np.bool_]
    cosines: Floats | None = None


@dataclass(frozen=True)
class Asking:
    """What kind of question it is: `first_person` speaks of the user, `when` asks for a time. `meaning`: what cosines
    count, 1 where the embedder knows the language."""

    first_person: bool
    when: bool
    meaning: float = 1.0


def final(rows: Candidates, asking: Asking) -> Floats:
    """The score of each candidate."""
    speaks = rows.named | (rows.own & asking.first_person)
    score = rows.lexical + SPEAKER * (speaks & rows.message)
    asks = ((rows.marks & ASKS) > 0) & (rows.talk | (rows.length <= SHORT_WORDS))
    score = score + ASKS_COSTS * (asks & rows.message)
    score = score + SELF_REFERENCE * self_reference(rows.marks) * ((rows.talk | rows.own) & rows.message)
    score = score + LENGTH * np.log1p(np.minimum(rows.length, LENGTH_WORDS))
    score = score + DATE * rows.date + TITLE * rows.title
    if asking.when:
        score = score + TIME * (((rows.marks & TIME_EXPRESSION) > 0) | ~rows.message)
    if rows.cosines is not None:
        score = score + asking.meaning * _near(rows.cosines, rows.talk, rows.message)
    return np.asarray(score, np.float32)


def _near(cosines: Floats, talk: NDArray[np.bool_], message: NDArray[np.bool_]) -> Floats:
    whole, best = standing(mean_cosine(cosines)), standing(cosines[:, 0, 1])
    whole_counts = np.where(talk, WHOLE, np.where(message, WHOLE_TO_ASSISTANT, WHOLE_ALONE))
    best_counts = np.where(talk, BEST, np.where(message, BEST_TO_ASSISTANT, BEST_ALONE))
    return np.asarray(whole_counts * whole + best_counts * best, np.float32)


def mean_cosine(cosines: Floats) -> Floats:
    """The mean of the cosines of an entry and its neighbours, by their weights; nan for an entry without a vector."""
    weights = np.array([1.0, *(weight for _, weight in NEIGHBOURS)], np.float32)
    whole = cosines[:, :, 0]
    share = np.where(np.isnan(whole), 0, weights)
    mean = np.nansum(whole * weights, axis=1) / np.maximum(share.sum(axis=1), 1)
    return np.asarray(np.where(np.isnan(whole[:, 0]), np.nan, mean), np.float32)


def standing(cosines: Floats) -> Floats:
    """How many standard deviations each lies above the mean of all. An entry without a vector yet lies at the mean:
    what is new is not punished."""
    if np.isnan(cosines).all():
        return np.zeros_like(cosines)
    apart = (cosines - np.nanmean(cosines)) / max(float(np.nanstd(cosines)), LEAST_SPREAD)
    return np.asarray(np.clip(np.nan_to_num(apart, nan=0.0), FEWEST, FARTHEST), np.float32)
