"""How are the pieces of a phrase put together?

A bottom-up chart. Positions are taken from the right to the left, so that when a rule's first symbol is found at a
position, everything after it is known. A rule is a row of symbols and an action: capital symbols are pieces and hand
their value to the action, small ones are function words ("of", "at", "next") and do not. An action answers None
where the pieces do not fit. Time is bounded by the span of a phrase and the pieces that may begin at one position.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from orchestrator.language.time.semantics import Value

# A spoken time phrase is shorter; a text that repeats dates must not cost more than its length.
MAX_SPAN = 28
MAX_PIECES = 96
# Rows of symbols that are looked at: a sentence takes some hundreds; what takes more repeats itself to no end.
MAX_STEPS = 20_000
_STEPS_HERE = 1_500

Action = Callable[..., Value]


@dataclass(frozen=True, slots=True)
class Rule:
    """What a row of symbols makes. `cost`: how much less natural the reading is than its rivals of the same span."""

    symbols: tuple[str, ...]
    action: Action
    makes: str
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """A value over tokens [start, end)."""

    start: int
    end: int
    symbol: str
    value: Value
    cost: int = 0


@dataclass(slots=True)
class Node:
    """What may follow the symbols so far, and the rules that end here. Rules share their beginnings."""

    following: dict[str, "Node"] = field(default_factory=dict)
    rules: list[Rule] = field(default_factory=list)


class Grammar:
    """The rules as a tree by their symbols."""

    def __init__(self) -> None:
        self.root = Node()
        self.all: list[Rule] = []

    def rule(self, *patterns: str, makes: str, cost: int = 0) -> Callable[[Action], Action]:
        """Register an action for patterns; a symbol ending in "?" may be missing."""

        def register(action: Action) -> Action:
            for pattern in patterns:
                for symbols in _expanded(pattern.split()):
                    self.add(Rule(symbols, action, makes, cost))
            return action

        return register

    def add(self, rule: Rule) -> None:
        """One more rule."""
        node = self.root
        for symbol in rule.symbols:
            node = node.following.setdefault(symbol, Node())
        node.rules.append(rule)
        self.all.append(rule)


def _expanded(symbols: list[str]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [()]
    for symbol in symbols:
        bare = symbol.rstrip("?")
        longer = [(*row, bare) for row in rows]
        rows = longer + rows if symbol.endswith("?") else longer
    return rows


@dataclass(slots=True)
class Chart:
    """All pieces found, by where they begin and what they are."""

    size: int
    grammar: Grammar
    context: Any
    at: list[dict[str, list[Piece]]] = field(default_factory=list)
    steps: int = 0
    _bound: int = 0

    def fill(self, words: list[list[Piece]]) -> list[list[Piece]]:
        """From the pieces of the words to all pieces, by position."""
        self.at = [{} for _ in range(self.size + 1)]
        found: list[list[Piece]] = [[] for _ in range(self.size)]
        for position in range(self.size - 1, -1, -1):
            if words[position]:
                found[position] = self._fill_position(position, words[position])
        return found

    def _fill_position(self, position: int, lexical: list[Piece]) -> list[Piece]:
        here = self.at[position]
        self._bound = min(self.steps + _STEPS_HERE, MAX_STEPS)
        known: dict[tuple[int, str, Value], int] = {}
        agenda = list(lexical)
        done: list[Piece] = []
        while agenda and len(done) < MAX_PIECES:
            piece = agenda.pop()
            key = (piece.end, piece.symbol, piece.value)
            if known.get(key, 1_000) <= piece.cost:
                continue
            known[key] = piece.cost
            here.setdefault(piece.symbol, []).append(piece)
            done.append(piece)
            node = self.grammar.root.following.get(piece.symbol)
            if node is not None:
                self._complete(node, (piece,), agenda)
        return done

    def _complete(self, node: Node, row: tuple[Piece, ...], agenda: list[Piece]) -> None:
        """All rules that begin with the row of pieces, from the node that it leads to."""
        if self.steps >= self._bound:
            return
        self.steps += 1
        for rule in node.rules:
            value = self._made(rule, row)
            if value is not None:
                cost = rule.cost + sum(piece.cost for piece in row)
                agenda.append(Piece(row[0].start, row[-1].end, rule.makes, value, cost))
        beside = self.at[row[-1].end]
        if not beside or not node.following:
            return
        limit = row[0].start + MAX_SPAN
        few, many = (node.following, beside) if len(node.following) < len(beside) else (beside, node.following)
        for symbol in few:
            if symbol in many:
                following = node.following[symbol]
                for piece in beside[symbol]:
                    if piece.end <= limit:
                        self._complete(following, (*row, piece), agenda)

    def _made(self, rule: Rule, row: tuple[Piece, ...]) -> Value:
        try:
            return rule.action(self.context, *[piece.value for piece in row if piece.symbol[0].isupper()])
        except OverflowError:  # beyond the first day that the calendar has, or the last
            return None
