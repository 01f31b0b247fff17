"""Which number do these words say?

`cardinal(words, at, language)` and `ordinal(words, at, language)` read folded words from a position and answer
`Number(value, length)` or None: ("twenty", "one") -> 21, ("vinte", "e", "um") -> 21, ("treinta", "y", "uno") -> 31,
("vigesimo", "primeiro") -> 21st. `number(text, language)` reads a whole phrase ("a dozen" -> 12, "half" -> 0.5).
Words of digits count ("12", "3rd", "1o"). The longest reading wins.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from orchestrator.kit import patterns
from orchestrator.language.tables import Branches, ByLanguage, Language, Table, Words, read
from orchestrator.language.text.normalize import tokens

_LONGEST_COMPOUND = 4
"""Words: "quatre vingt dix neuf"."""


@dataclass(frozen=True, slots=True)
class Number:
    """A value and how many words said it."""

    value: int
    length: int


class _Words(Table):
    """`numbers.toml`. Rows are of words in the order of their numbers, spellings of one joined by "/".

    `tens_joined`: whether "thirty" and "six" stand side by side or with a word of `glue` between them; `compounds`:
    numbers that are not made so ("quatre-vingt-dix").
    """

    units: str
    tens: str
    tens_joined: Literal["side by side", "by glue"]
    hundreds: str
    hundred: Words
    thousand: Words
    bare_thousand: bool
    glue: Words
    suffixes: Words
    ordinals: dict[int, Words]
    ordinal_tens: dict[int, Words]
    phrases: dict[float, Branches]
    compounds: dict[int, Branches]


@dataclass(frozen=True, slots=True)
class _Table:
    units: Mapping[str, int]
    tens: Mapping[str, int]
    side_by_side: bool
    hundreds: Mapping[str, int]
    hundred: frozenset[str]
    thousand: frozenset[str]
    bare_thousand: bool
    glue: frozenset[str]
    ordinals: Mapping[str, int]
    ordinal_tens: Mapping[str, int]
    suffixes: frozenset[str]
    phrases: Mapping[tuple[str, ...], float]
    compounds: Mapping[tuple[str, ...], int]
    opens: frozenset[str]
    """Words of a compound that another follows."""


def _counted(words: str, first: int = 0, step: int = 1) -> dict[str, int]:
    return {
        spelling: first + index * step for index, group in enumerate(words.split()) for spelling in group.split("/")
    }


def _by_word(rows: Mapping[int, frozenset[str]]) -> dict[str, int]:
    return {word: value for value, words in rows.items() for word in words}


_V = TypeVar("_V", int, float)


def _by_phrase(rows: Mapping[_V, str]) -> dict[tuple[str, ...], _V]:
    return {tuple(one.split()): value for value, phrases in rows.items() for one in phrases.split("|")}


def _table(language: Language) -> _Table:
    told = read(language, "numbers", _Words)
    return _Table(
        _counted(told.units),
        _counted(told.tens, 20, 10),
        told.tens_joined == "side by side",
        _counted(told.hundreds, 100, 100),
        told.hundred,
        told.thousand,
        told.bare_thousand,
        told.glue,
        _by_word(told.ordinals),
        _by_word(told.ordinal_tens),
        told.suffixes,
        _by_phrase(told.phrases),
        _by_phrase(told.compounds),
        frozenset(
            word for phrases in told.compounds.values() for one in phrases.split("|") for word in one.split()[:-1]
        ),
    )


_Reader = Callable[[_Table, Sequence[str], int], Number | None]
_TABLES = ByLanguage(_table)

_DIGITS = patterns.compile(r"\d{1,9}\Z")
_SUFFIXED = patterns.compile(r"(\d{1,4})([a-z]{1,3})\Z")


def cardinal(words: Sequence[str], at: int, language: str) -> Number | None:
    """The number said from `words[at]` on."""
    table = _TABLES[language]
    if at >= len(words):
        return None
    if _DIGITS.match(words[at]):
        return Number(int(words[at]), 1)
    return _thousands(table, words, at)


def ordinal(words: Sequence[str], at: int, language: str) -> Number | None:
    """The rank said from `words[at]` on: "twenty-first", "vigesimo primeiro", "3rd"."""
    table = _TABLES[language]
    if at >= len(words):
        return None
    if match := _SUFFIXED.match(words[at]):
        return Number(int(match[1]), 1) if match[2] in table.suffixes else None
    following = words[at + 1] if at + 1 < len(words) else ""
    low = table.ordinals.get(following, 0)
    high = table.ordinal_tens.get(words[at])
    if high and 0 < low < 10:
        return Number(high + low, 2)
    value = table.ordinals.get(words[at])
    return Number(value, 1) if value is not None else None


def number(text: str, language: str) -> int | float | None:
    """The number the whole text says, or None."""
    words = tuple(tokens(text))
    table = _TABLES[language]
    if words in table.phrases:
        return table.phrases[words]
    for reader in (cardinal, ordinal):
        found = reader(words, 0, language)
        if found is not None and found.length == len(words):
            return found.value
    return None


def phrase(words: Sequence[str], at: int, language: str) -> tuple[float, int] | None:
    """A count that is said by a phrase of its own ("a couple of", "half"): the longest one, with its length."""
    table = _TABLES[language]
    best: tuple[float, int] | None = None
    for size in range(1, 4):
        value = table.phrases.get(tuple(words[at : at + size])) if at + size <= len(words) else None
        if value is not None:
            best = (value, size)
    return best


def _thousands(table: _Table, words: Sequence[str], at: int) -> Number | None:
    """Below a million: [n] thousand [and] [below a thousand]."""
    front = _hundreds(table, words, at)
    position = at + (front.length if front else 0)
    if position >= len(words) or words[position] not in table.thousand:
        return front
    if front is None and not table.bare_thousand:
        return None
    value, position = (front.value if front else 1) * 1000, position + 1
    rest = _after_glue(table, words, position, _hundreds)
    if rest is not None:
        value, position = value + rest[0], rest[1]
    return Number(value, position - at)


def _hundreds(table: _Table, words: Sequence[str], at: int) -> Number | None:
    if at >= len(words):
        return None
    if words[at] in table.hundreds:
        value, position = table.hundreds[words[at]], at + 1
    else:
        front = _tens(table, words, at)
        if front is None:
            return None
        position = at + front.length
        if position >= len(words) or words[position] not in table.hundred:
            return front
        value, position = front.value * 100, position + 1
    rest = _after_glue(table, words, position, _tens)
    if rest is not None:
        value, position = value + rest[0], rest[1]
    return Number(value, position - at)


def _tens(table: _Table, words: Sequence[str], at: int) -> Number | None:
    if at >= len(words):
        return None
    word = words[at]
    if (compound := _compound(table, words, at)) is not None:
        return compound
    if word in table.tens and word not in table.units:
        value, position = table.tens[word], at + 1
        if not table.side_by_side:
            if position >= len(words) or words[position] not in table.glue:
                return Number(value, 1)
            position += 1
        unit = table.units.get(words[position]) if position < len(words) else None
        return Number(value + unit, position + 1 - at) if unit and unit < 10 else Number(value, 1)
    return Number(table.units[word], 1) if word in table.units else None


def _compound(table: _Table, words: Sequence[str], at: int) -> Number | None:
    """The longest number that is a phrase of its own."""
    for size in range(min(_LONGEST_COMPOUND, len(words) - at), 0, -1) if table.compounds else ():
        value = table.compounds.get(tuple(words[at : at + size]))
        if value is not None:
            return Number(value, size)
    return None


def _after_glue(table: _Table, words: Sequence[str], position: int, reader: _Reader) -> tuple[int, int] | None:
    start = position + 1 if position < len(words) and words[position] in table.glue else position
    found = reader(table, words, start)
    return (found.value, start + found.length) if found is not None else None


def joins(word: str, language: str) -> bool:
    """Whether a hyphen after the word may join it to a unit ("thirty-six")."""
    table = _TABLES[language]
    return table.side_by_side and (word in table.tens or word in table.opens)
