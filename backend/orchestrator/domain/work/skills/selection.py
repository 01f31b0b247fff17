"""Which skills is a turn told of? All where there is room, else those that fit the question, what is never used last.

A name and its description cost a hundred tokens in every prompt: all are told where that stays within bounds, else the
eight that fit best, and how many there are. What a model chose (`choosing.py`) stands before what fits by words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from orchestrator.kit.text import shorten
from orchestrator.kit.tokens import estimate
from orchestrator.language.text.normalize import content_words, stems

CATALOGUE_TOKENS = 1_500
MOST_OFFERED = 8
DESCRIPTION_CHARACTERS = 300
RESTS_AFTER = timedelta(days=30)
NAME_WEIGHT = 2.0


@dataclass(frozen=True)
class Offered:
    """A skill that may be told: by its name and what it is for. `since`: its last use, else since when it is there."""

    name: str
    description: str
    since: datetime | None

    def resting(self, now: datetime) -> bool:
        """Nobody used it for 30 days."""
        return self.since is not None and now - self.since > RESTS_AFTER

    @property
    def line(self) -> str:
        """As a prompt tells it."""
        return f"{self.name}: {shorten(' '.join(self.description.split()), DESCRIPTION_CHARACTERS)}"


def fit(question: str, skill: Offered) -> float:
    """How well its name and description fit what is asked, from 0: shared stems, those of the name twice, against the
    number of those that the question has."""
    asked = _stems(question)
    if not asked:
        return 0.0
    named, described = _stems(skill.name.replace("-", " ")), _stems(skill.description)
    return (NAME_WEIGHT * len(asked & named) + len((asked & described) - named)) / len(asked)


def _stems(text: str) -> frozenset[str]:
    return frozenset(each for word in stems(" ".join(content_words(text))) for each in word)


def in_order(skills: Sequence[Offered], question: str, now: datetime) -> list[Offered]:
    """What fits first; of those that fit alike, what rests last; else in the order that they have."""
    return sorted(skills, key=lambda one: (-fit(question, one), one.resting(now)))


def fits_whole(skills: Sequence[Offered]) -> bool:
    """Whether all of them may be told."""
    return sum(estimate(one.line) for one in skills) <= CATALOGUE_TOKENS


def catalogue(
    skills: Sequence[Offered], question: str, now: datetime, chosen: Sequence[str] = ()
) -> tuple[list[Offered], int]:
    """Those that are told, and how many there are: all within the budget, by name, what rests last, so that every
    prompt tells them alike; else the eight that fit best. `chosen`: names that come first then, in this order."""
    if fits_whole(skills):
        return sorted(skills, key=lambda one: (one.resting(now), one.name)), len(skills)
    places = {name: place for place, name in enumerate(chosen)}
    ordered = sorted(in_order(skills, question, now), key=lambda one: places.get(one.name, len(places)))
    ordered = ordered[:MOST_OFFERED]
    while not fits_whole(ordered):
        ordered.pop()
    return ordered, len(skills)
