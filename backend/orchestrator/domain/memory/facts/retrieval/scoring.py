"""How relevant is a fact to this moment? Pure; the formula of product.md section 3 (seed 004).

`0.30 recency + 0.20 frequency + 0.35 importance + 0.15 similarity`, each from 0 to 1. What was merely shown to a model
is no use of it: a fact must not raise itself.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from math import exp2, log

from orchestrator.kit.zones import to_wall

RECENCY, FREQUENCY, IMPORTANCE, SIMILARITY = 0.30, 0.20, 0.35, 0.15
HALF_LIFE_DAYS = 30
"""Days of use, not of the calendar: who is away for a month forgets nothing."""
LOOK_BACK = timedelta(days=400)
"""A fact that was not used for so long counts as old whatever is asked."""
MANY_SESSIONS = 20
MOST_IMPORTANT = 10


@dataclass(frozen=True)
class Signals:
    """`days`: of use since it was last confirmed or used; `sessions`: in which an answer used it; `importance`: 1 to
    10; `similarity`: 0 to 1."""

    days: int
    sessions: int
    importance: int
    similarity: float


def relevance(signals: Signals) -> float:
    """From 0 to 1."""
    recency = exp2(-max(0, signals.days) / HALF_LIFE_DAYS)
    frequency = min(1.0, log(1 + max(0, signals.sessions)) / log(1 + MANY_SESSIONS))
    importance = min(max(signals.importance, 0), MOST_IMPORTANT) / MOST_IMPORTANT
    similarity = min(max(signals.similarity, 0.0), 1.0)
    return RECENCY * recency + FREQUENCY * frequency + IMPORTANCE * importance + SIMILARITY * similarity


def similarity(cosine: float, subjects: Collection[str], named: Collection[str]) -> float:
    """The nearness in meaning, or how many of the subjects that the context names (`named`) are the fact's: the higher
    of the two."""
    met = len(set(subjects) & set(named)) / len(set(named)) if named else 0.0
    return min(1.0, max(0.0, cosine, met))


def share_of_words(asked: Sequence[Collection[str]], there: Collection[str]) -> float:
    """What stands for the cosine where there is no vector: how many of the words asked (each by its stems) a fact has
    among its stems."""
    stems = set(there)
    return sum(1 for word in asked if not stems.isdisjoint(word)) / len(asked) if asked else 0.0


def days_unseen(seen: Iterable[datetime | None], zone: str, days_of_use: Sequence[date]) -> int:
    """How many of the days of use (ascending, in `zone`) lie after the newest of these moments (aware): when a fact was
    recorded, confirmed, used."""
    newest = max(moment for moment in seen if moment is not None)
    return len(days_of_use) - bisect_right(days_of_use, to_wall(newest, zone).date())
