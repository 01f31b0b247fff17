"""Which tools would do this? Found by plain words in English, Portuguese and Spanish; an exact name comes first.

Words are compared by their stems and shared concepts (as the search index has them), so that "calendário" finds what
an English description calls a calendar. A word that few tools have weighs more; one of a tool's name counts double.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import process

from orchestrator.domain.foundation.search.text.lexemes import query_words

NAME_WEIGHT = 2.0
NEAR = 70.0
"""Likeness (0 to 100) from which a name is what somebody may have meant."""
MOST_NEAR = 3


@dataclass(frozen=True)
class Findable:
    """A tool as it is found: its name, and all words that it may be found by."""

    name: str
    text: str


def found(query: str, tools: Sequence[Findable], limit: int) -> list[str]:
    """The names of those that fit, the best first; without a word all, in their order."""
    wanted = query.strip().lower()
    asked = [one.lexemes for one in query_words(query)] if wanted else []
    exact = [one.name for one in tools if one.name == wanted]
    if not asked:
        return [one.name for one in tools][:limit]
    bags = {one.name: (_bag(one.name.replace("_", " ")), _bag(one.text)) for one in tools}
    spread = Counter(lexeme for names, texts in bags.values() for lexeme in names | texts)
    scores = {one.name: sum(_score(lexemes, bags[one.name], spread, len(tools)) for lexemes in asked) for one in tools}
    best = sorted((one.name for one in tools if scores[one.name] > 0), key=lambda name: -scores[name])
    return list(dict.fromkeys([*exact, *best]))[:limit]


def near(name: str, tools: Sequence[Findable]) -> list[str]:
    """The names that somebody may have meant."""
    matches = process.extract(name, [one.name for one in tools], limit=MOST_NEAR, score_cutoff=NEAR)
    return [match for match, _, _ in matches]


def _score(
    lexemes: frozenset[str], bag: tuple[frozenset[str], frozenset[str]], spread: Counter[str], number: int
) -> float:
    names, texts = bag
    met = lexemes & (names | texts)
    if not met:
        return 0.0
    rare = math.log(1 + number / min(spread[lexeme] for lexeme in met))
    return rare * (NAME_WEIGHT if lexemes & names else 1.0)


@lru_cache(maxsize=512)
def _bag(text: str) -> frozenset[str]:
    return frozenset[str]().union(*(one.lexemes for one in query_words(text)))
