"""Which facts may be the same, or can't both hold? Found by an inverted index, not by comparing all with all.

Each statement is read once. Two are looked at where they share words that few others have, the very same words, an
attribute, or an effect. What words alone can't settle (`BY_MEANING`) is told apart from what they can. What tells two
statements apart that share their words: how much they say, their numbers, and what comes first.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from functools import cache, lru_cache

from orchestrator.domain.memory.facts.contradictions import meet
from orchestrator.domain.memory.facts.review.review_queue import Comparable
from orchestrator.domain.memory.facts.schemas import SOFT_FACT
from orchestrator.domain.memory.facts.similarity import Likeness, Reading, likeness, reading
from orchestrator.language.detect import language_of
from orchestrator.language.numbers import cardinal
from orchestrator.language.statements import contradict
from orchestrator.language.statements.shape import TABLES
from orchestrator.language.text.normalize import tokens

COMMON = 200
"""A stem that more facts have tells nothing of any two of them; without it a fact is met by its rarer ones."""
MOST_CANDIDATES = 40
"""Of one fact, those that share most with it. Near-duplicates share nearly all."""
_RULES = 3
"""Counted up when what is written here changes: facts are then compared anew."""


class Relation(Enum):
    """What two facts are to each other. `MAYBE_SAME`: they share words, and are the same where they mean the same."""

    SAME = "same"
    MAYBE_SAME = "maybe_same"
    OPPOSED = "opposed"


@dataclass(frozen=True)
class Pair:
    """Two facts by their positions, the lower first."""

    first: int
    second: int
    relation: Relation


@cache
def state_of_the_code() -> str:
    """What changes with the tables that statements are read by: facts that were compared by others are due again."""
    told = [
        [language, [(one.tells, one.says.pattern, one.polar, one.denies) for one in table.forms],
         sorted((attribute, sorted(nouns)) for attribute, nouns in table.nouns.items()), sorted(table.negations)]
        for language, table in sorted(TABLES.items())
    ]  # fmt: skip
    return hashlib.sha256(json.dumps([_RULES, told]).encode()).hexdigest()[:16]


class FactIndex:
    """A user's believed facts, ready to be compared. Making one reads each statement: some 0.2 ms a fact."""

    def __init__(self, facts: Sequence[Comparable]) -> None:
        self.facts = tuple(facts)
        self.readings: tuple[Reading, ...] = tuple(reading(one.text) for one in facts)
        self._by_stem: dict[str, list[int]] = {}
        self._by_words: dict[tuple[str, ...], list[int]] = {}
        self._by_attribute: dict[object, list[int]] = {}
        self._by_effect: dict[object, list[int]] = {}
        self._effects = tuple(json.dumps(one.effect, sort_keys=True) if one.effect else "" for one in facts)
        for at, (fact, read) in enumerate(zip(self.facts, self.readings, strict=True)):
            for stem in read.stems:
                self._by_stem.setdefault(stem, []).append(at)
            self._by_words.setdefault(tuple(tokens(fact.text)), []).append(at)
            if fact.kind == SOFT_FACT and read.claim is not None:
                self._by_attribute.setdefault((fact.scope, read.claim.attribute), []).append(at)
            if self._effects[at]:
                self._by_effect.setdefault((fact.scope, self._effects[at]), []).append(at)

    def pairs(self, at: int, *, now: datetime) -> Iterator[Pair]:
        """What the fact at this position is to those that it may have to do with."""
        for other in self._candidates(at):
            relation = self._relation(at, other, now)
            if relation is not None:
                yield Pair(min(at, other), max(at, other), relation)

    def _candidates(self, at: int) -> list[int]:
        fact, read = self.facts[at], self.readings[at]
        found: dict[int, None] = {}
        same: list[Sequence[int]] = [self._by_words.get(tuple(tokens(fact.text)), ())]
        if fact.kind == SOFT_FACT and read.claim is not None:
            same.append(self._by_attribute.get((fact.scope, read.claim.attribute), ()))
        if self._effects[at]:
            same.append(self._by_effect.get((fact.scope, self._effects[at]), ()))
        for group in same:
            found.update(dict.fromkeys(group[-MOST_CANDIDATES:]))
        found.update(dict.fromkeys(self._sharing(read)))
        found.pop(at, None)
        return list(found)

    def _sharing(self, read: Reading) -> list[int]:
        """Those with most of its rarer stems; of a fact with common ones alone, those that have the rarest two."""
        rarest = sorted(read.stems, key=lambda stem: (len(self._by_stem[stem]), stem))
        rare = [stem for stem in rarest if len(self._by_stem[stem]) <= COMMON]
        if not rare:
            groups = [set(self._by_stem[stem]) for stem in rarest[:2]]
            return sorted(set.intersection(*groups), reverse=True)[:MOST_CANDIDATES] if groups else []
        shared = Counter(other for stem in rare for other in self._by_stem[stem])
        return [other for other, _ in shared.most_common(MOST_CANDIDATES + 1)]

    def _relation(self, at: int, other: int, now: datetime) -> Relation | None:
        one, another = self.facts[at], self.facts[other]
        if one.kind != another.kind or one.scope != another.scope or not meet(one, another, now=now):
            return None
        if self._opposed(at, other):
            return Relation.OPPOSED
        if self._effects[at] != self._effects[other]:
            return None
        if self._effects[at]:
            return Relation.SAME  # two rules that do the same, whatever their words
        first, second = self.readings[at], self.readings[other]
        if told_apart(first, second):
            return None
        found = {likeness(first, second), likeness(second, first)}
        if Likeness.SAME in found:
            return Relation.SAME
        return Relation.MAYBE_SAME if Likeness.BY_MEANING in found else None

    def _opposed(self, at: int, other: int) -> bool:
        mine, theirs = self.readings[at].claim, self.readings[other].claim
        if self.facts[at].kind != SOFT_FACT:
            return False
        if mine is None or theirs is None:
            return False
        if mine.attribute == theirs.attribute:
            return contradict(mine.value, theirs.value)
        known = mine.known or theirs.known
        return not known and only_a_number_apart(self.facts[at].text, self.facts[other].text)


def groups(pairs: Mapping[tuple[int, int], Relation], relation: Relation, *, most: int) -> list[tuple[int, ...]]:
    """Facts that are all to each other what `relation` says, at most so many together, each in one group."""
    edges: dict[int, set[int]] = {}
    for (first, second), found in pairs.items():
        if found is relation:
            edges.setdefault(first, set()).add(second)
            edges.setdefault(second, set()).add(first)
    taken: set[int] = set()
    made: list[tuple[int, ...]] = []
    for at in sorted(edges):
        if at in taken:
            continue
        group = [at]
        for other in sorted(edges[at]):
            if len(group) < most and other not in taken and all(other in edges[one] for one in group):
                group.append(other)
        if len(group) > 1:
            taken.update(group)
            made.append(tuple(group))
    return made


_DIRECTED = frozenset(
    "over than rather instead before after above below from to into versus vs"
    " que vez antes depois despues acima abaixo para desde ate hasta contra".split()
)
"""Words between things that can't change places: "tabs over spaces"."""

_DATED = frozenset("in on em en no na el a dia since desde".split())
"""Before a number that says when, not how much: "in 2018"; the same may be true in 2019."""
_TIME_OF_DAY = 2
"""Numbers: hour and minute."""
_SUBJECT = 2
"""Words in which a number is mostly part of a name: "invoice 12 is paid"."""


def told_apart(one: Reading, other: Reading) -> bool:
    """Whether they are no duplicates, whatever words they share."""
    if _counted(one.text) != _counted(other.text):
        return True
    return not _of_one_attribute(one, other) and (not _as_much(one, other) or _turned_round(one, other))


def only_a_number_apart(one: str, other: str) -> bool:
    """Whether they say the same but for one number, or time of day, that is no date and in no name: "starts at 8:30",
    "starts at 9:00". Mostly one of them is out of date."""
    first, second = tokens(one), tokens(other)
    if len(first) != len(second):
        return False
    apart = [at for at, pair in enumerate(zip(first, second, strict=True)) if pair[0] != pair[1]]
    if not apart or apart[-1] - apart[0] >= len(apart) or len(apart) > _TIME_OF_DAY or apart[0] < _SUBJECT:
        return False
    numbers = all(words[at].isdecimal() for words in (first, second) for at in apart)
    return numbers and first[apart[0] - 1] not in _DATED


def _of_one_attribute(one: Reading, other: Reading) -> bool:
    """What is stated of one and the same attribute may be put shortly, and in any order: "a peanut allergy"."""
    mine, theirs = one.claim, other.claim
    return mine is not None and theirs is not None and mine.known and mine.attribute == theirs.attribute


def _as_much(one: Reading, other: Reading) -> bool:
    """Whether they say about as much: "I have a boat" is no duplicate of a story with a boat in it."""
    fewer, more = sorted((len(one.words), len(other.words)))
    return fewer == more or (fewer > 1 and fewer * 2 >= more)


def _turned_round(one: Reading, other: Reading) -> bool:
    """Whether the words that they share come in another order where the order says something."""
    if _DIRECTED.isdisjoint(tokens(one.text)) and _DIRECTED.isdisjoint(tokens(other.text)):
        return False
    first = [word for word in one.words if not other.stems.isdisjoint(word)]
    second = [word for word in other.words if not one.stems.isdisjoint(word)]
    return len(first) == len(second) and any(set(a).isdisjoint(b) for a, b in zip(first, second, strict=True))


@lru_cache(maxsize=32_768)
def _counted(text: str) -> frozenset[int]:
    """The numbers from two on, in figures or words; "one" is mostly no number."""
    words, language = tokens(text), language_of(text)
    found: set[int] = set()
    at = 0
    while at < len(words):
        number = cardinal(words, at, language)
        if number is not None and number.value > 1:
            found.add(number.value)
        at += number.length if number is not None else 1
    return frozenset(found)
