"""Which one of several is asked for, in the order of time: the first, the last, the next, the one before?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from orchestrator.language.tables import Language
from orchestrator.reader.conditions.words import CONDITIONS
from orchestrator.reader.line import Line

T = TypeVar("T")


@dataclass(frozen=True)
class Rank:
    """A place in the order of time. `from_now`: 0 is the next one ahead, -1 the last that was; otherwise 0 is the first
    of all."""

    index: int
    from_now: bool = True

    def of(self, gone: Sequence[T], ahead: Sequence[T]) -> T | None:
        """The one that stands there; both are in the order of time."""
        rows = (ahead if self.index >= 0 else gone) if self.from_now else (*gone, *ahead)
        inside = -len(rows) <= self.index < len(rows)
        return rows[self.index] if inside else None


FIRST, LAST, NEXT = Rank(0, from_now=False), Rank(-1), Rank(0)


def rank_in(text: Line, language: Language) -> Rank | None:
    """Which one a question asks for by itself; None where it does not say."""
    if CONDITIONS[language].first.search(text.low):
        return FIRST
    return LAST if CONDITIONS[language].last.search(text.low) else None


def step(text: Line, language: Language) -> int:
    """How far a follow-up goes from the one that was told: -1 to the one before, 1 to the one after, 0 nowhere."""
    if CONDITIONS[language].before.search(text.low):
        return -1
    return 1 if CONDITIONS[language].after.search(text.low) else 0


def stepped(rank: Rank | None, by: int, *, past: bool) -> Rank:
    """The place one step further; a question that names none told the next one, of what was the last."""
    at = rank or (LAST if past else NEXT)
    return Rank(at.index + by, at.from_now)
