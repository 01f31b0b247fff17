"""Which texts make a pattern try the longest? Those made of what the pattern itself repeats, with an end that fails.

For every repetition in a pattern: a text that leads to it, its body again and again, and an end that can't match. The
bodies are drawn by chance from the pattern's own tree, so that alternatives that share a beginning meet each other.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from re import _constants as code  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

MANY = 6
"""A repetition of fewer times multiplies a pattern's work by a constant."""
ENDS = ("\x00", "", "!x", " x")
LIKELY = "a1 e,.-_'x/:;\"o9Az\n\t(<[{@é#+&=你"
WORD, DIGIT, SPACE = "aeo1_x", "1290", " \n\t"


@dataclass(frozen=True)
class Pump:
    """A text that grows: `before`, then `body` as often as wanted, then `end`."""

    before: str
    body: str
    end: str

    def times(self, count: int) -> str:
        return self.before + self.body * count + self.end

    def of(self, size: int) -> str:
        """So many characters, about."""
        return self.times(max(1, (size - len(self.before) - len(self.end)) // len(self.body)))


def pumps(pattern: str, flags: int, *, most: int, seed: int = 1) -> list[Pump]:
    """Up to `most` texts for the pattern, those of different repetitions first."""
    chance = random.Random(f"{seed}{pattern!a}")
    tree = parser.parse(pattern, flags)
    found: dict[Pump, None] = {}
    for _ in range(4):
        repeats = list(_repeats(list(tree), "", chance))
        chance.shuffle(repeats)
        for before, body in repeats:
            drawn = _witness(body, chance)
            if drawn and len(before) < 2000:
                found[Pump(before, drawn, chance.choice(ENDS[:2]))] = None
            drawn = "".join(_witness(body, chance) for _ in range(chance.choice((2, 3))))
            if drawn and len(before) < 2000:
                found[Pump(before, drawn, chance.choice(ENDS))] = None
            if len(found) >= 4 * most:
                break
    return list(found)[:most]


def _repeats(nodes: list[Any], before: str, chance: random.Random) -> Iterator[tuple[str, list[Any]]]:
    """Every repetition below, with a text that leads to it."""
    for at, (op, value) in enumerate(nodes):
        lead = before + _witness(nodes[:at], chance)
        if op in (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT):
            _, most, body = value
            if most >= MANY:
                yield lead, list(body)
            yield from _repeats(list(body), lead, chance)
        elif op is code.SUBPATTERN:
            yield from _repeats(list(value[3]), lead, chance)
        elif op is code.ATOMIC_GROUP:
            yield from _repeats(list(value), lead, chance)
        elif op is code.BRANCH:
            for one in value[1]:
                yield from _repeats(list(one), lead, chance)
        elif op in (code.ASSERT, code.ASSERT_NOT):
            yield from _repeats(list(value[1]), lead, chance)


def _witness(nodes: list[Any], chance: random.Random) -> str:
    """A text that the nodes match, most likely (look-around and back-references are taken for nothing)."""
    return "".join(_one(op, value, chance) for op, value in nodes)


def _one(op: Any, value: Any, chance: random.Random) -> str:  # noqa: PLR0911  (a case a kind of node)
    if op is code.LITERAL:
        return chr(value)
    if op is code.NOT_LITERAL:
        return "a" if value != ord("a") else "b"
    if op is code.ANY:
        return chance.choice("a ,")
    if op is code.IN:
        return _of_class(value, chance)
    if op is code.BRANCH:
        return _witness(list(chance.choice(value[1])), chance)
    if op is code.SUBPATTERN:
        return _witness(list(value[3]), chance)
    if op is code.ATOMIC_GROUP:
        return _witness(list(value), chance)
    if op in (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT):
        least, most, body = value
        count = chance.randint(least, min(most, max(least, 1)))
        return "".join(_witness(list(body), chance) for _ in range(min(count, 40)))
    return ""


def _of_class(items: list[Any], chance: random.Random) -> str:
    """A character of the class: one of the likely ones, else what it names itself."""
    allowed = [letter for letter in LIKELY if _holds(items, letter)]
    if allowed:
        return chance.choice(allowed[:4])
    for op, value in items:
        if op is code.LITERAL:
            return chr(value)
        if op is code.RANGE:
            return chr(value[0])
    return "\u2603"


def _holds(items: list[Any], letter: str) -> bool:
    negated = bool(items) and items[0][0] is code.NEGATE
    inside = any(_item_holds(op, value, letter) for op, value in items)
    return inside != negated


def _item_holds(op: Any, value: Any, letter: str) -> bool:
    if op is code.LITERAL:
        return ord(letter) == value
    if op is code.RANGE:
        return bool(value[0] <= ord(letter) <= value[1])
    if op is code.CATEGORY:
        return bool(re.match(CATEGORIES[value], letter))
    return False


CATEGORIES = {
    code.CATEGORY_DIGIT: r"\d",
    code.CATEGORY_NOT_DIGIT: r"\D",
    code.CATEGORY_SPACE: r"\s",
    code.CATEGORY_NOT_SPACE: r"\S",
    code.CATEGORY_WORD: r"\w",
    code.CATEGORY_NOT_WORD: r"\W",
}
