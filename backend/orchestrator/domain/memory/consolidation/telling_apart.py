"""What tells two statements apart that share their words? How much they say, their numbers, and what comes first."""

from functools import lru_cache

from orchestrator.domain.memory.facts.similarity import Reading
from orchestrator.language.detect import language_of
from orchestrator.language.normalize import tokens
from orchestrator.language.numbers import cardinal

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
