"""Which tools of MCP servers may a question need? A few, found by its words: never all of them.

A tool is found by its server's name, its own, and its description; a word that few tools have weighs more. Words are
compared by their stems and shared concepts, as the search index has them.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from orchestrator.domain.foundation.search.text.lexemes import query_words

MOST: Final = 6
"""Tools of servers in one prompt: three servers together have some 40, which are 8,000 tokens."""
NAME_WEIGHT: Final = 3.0
SHARE: Final = 0.3
"""Of the question's words, by weight, that a tool has to meet where none of them is in its name."""
_LONGEST: Final = 600


@dataclass(frozen=True)
class Findable:
    """A tool as it is found."""

    name: str
    """As it is offered."""
    server: str
    """What its owner calls the server."""
    tool: str
    """What the server calls it."""
    description: str


def found(question: str, tools: Sequence[Findable], *, limit: int = MOST) -> list[str]:
    """The names of those that fit, the best first; those that the question names whole come before all others."""
    asked = [one.lexemes for one in query_words(question)]
    if not asked or not tools:
        return []
    bags = [_Bags(_bag(one.server), _bag(_spaced(one.tool)), _bag(one.description[:_LONGEST])) for one in tools]
    spread = Counter(lexeme for bag in bags for lexeme in bag.all)
    weights = [_weight(lexemes, spread, len(tools)) for lexemes in asked]
    scored: list[tuple[float, int, str]] = []
    for at, (one, bag) in enumerate(zip(tools, bags, strict=True)):
        named = sum(weight for lexemes, weight in zip(asked, weights, strict=True) if lexemes & (bag.tool | bag.server))
        met = sum(weight for lexemes, weight in zip(asked, weights, strict=True) if lexemes & bag.all)
        exact = one.name in question or (len(one.tool) > 3 and one.tool in question)
        if exact or named or met >= SHARE * sum(weights):
            score = (1_000.0 if exact else 0.0) + NAME_WEIGHT * named + met
            scored.append((score, -at, one.name))
    return [name for score, _, name in sorted(scored, reverse=True) if score > 0][:limit]


@dataclass(frozen=True)
class _Bags:
    server: frozenset[str]
    tool: frozenset[str]
    description: frozenset[str]

    @property
    def all(self) -> frozenset[str]:
        return self.server | self.tool | self.description


def _weight(lexemes: frozenset[str], spread: Counter[str], number: int) -> float:
    """How telling a word is: one that no tool has counts as one that a single tool has."""
    fewest = min((spread[lexeme] for lexeme in lexemes if spread[lexeme]), default=1)
    return math.log(1 + number / fewest)


def _spaced(name: str) -> str:
    """`readTextFile`, `read-text_file` as words."""
    parts = ["".join((" ", one)) if one.isupper() else one for one in name]
    return "".join(parts).replace("_", " ").replace("-", " ").replace(".", " ")


@lru_cache(maxsize=2_048)
def _bag(text: str) -> frozenset[str]:
    return frozenset[str]().union(*(one.lexemes for one in query_words(text)))
