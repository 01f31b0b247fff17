"""Which number do these words say?

`cardinal(words, at, language)` and `ordinal(words, at, language)` read folded words from a position and answer
`Number(value, length)` or None: ("twenty", "one") -> 21, ("vinte", "e", "um") -> 21, ("treinta", "y", "uno") -> 31,
("vigesimo", "primeiro") -> 21st. `number(text, language)` reads a whole phrase ("a dozen" -> 12, "half" -> 0.5).
Words of digits count ("12", "3rd", "1o"). The longest reading wins.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from orchestrator.kit import patterns
from orchestrator.language.normalize import tokens


@dataclass(frozen=True, slots=True)
class Number:
    """A value and how many words said it."""

    value: int
    length: int


@dataclass(frozen=True, slots=True)
class _Table:
    units: dict[str, int]
    tens: dict[str, int]
    hundreds: dict[str, int]
    hundred: frozenset[str]
    thousand: frozenset[str]
    glue: frozenset[str]
    ordinals: dict[str, int]
    ordinal_tens: dict[str, int]
    suffixes: frozenset[str]
    phrases: dict[tuple[str, ...], float]


def _counted(words: str, first: int = 0, step: int = 1) -> dict[str, int]:
    """Words in order, spellings of one number joined by "/"."""
    return {
        spelling: first + index * step for index, group in enumerate(words.split()) for spelling in group.split("/")
    }


_EN = _Table(
    units=_counted(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        " seventeen eighteen nineteen"
    ),
    tens=_counted("twenty thirty forty/fourty fifty sixty seventy eighty ninety", 20, 10),
    hundreds={},
    hundred=frozenset({"hundred"}),
    thousand=frozenset({"thousand"}),
    glue=frozenset({"and"}),
    ordinals=_counted(
        "first second third fourth fifth sixth seventh eighth/eigth ninth tenth eleventh twelfth thirteenth fourteenth"
        " fifteenth sixteenth seventeenth eighteenth nineteenth",
        1,
    )
    | {"twentieth": 20, "thirtieth": 30, "fortieth": 40, "fiftieth": 50},
    ordinal_tens={},
    suffixes=frozenset({"st", "nd", "rd", "th"}),
    phrases={
        ("a", "dozen"): 12,
        ("dozen",): 12,
        ("half", "a", "dozen"): 6,
        ("a", "couple", "of"): 2,
        ("a", "couple"): 2,
        ("couple", "of"): 2,
        ("a", "pair", "of"): 2,
        ("half",): 0.5,
        ("a", "half"): 0.5,
        ("a", "quarter"): 0.25,
    },
)
_PT = _Table(
    units=_counted(
        "zero um/uma dois/duas tres quatro cinco seis sete oito nove dez onze doze treze quatorze/catorze quinze"
        " dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove"
    ),
    tens=_counted("vinte trinta quarenta cinquenta/cinqüenta sessenta setenta oitenta noventa", 20, 10),
    hundreds=_counted(
        "cento/cem duzentos/duzentas trezentos/trezentas quatrocentos/quatrocentas quinhentos/quinhentas"
        " seiscentos/seiscentas setecentos/setecentas oitocentos/oitocentas novecentos/novecentas",
        100,
        100,
    ),
    hundred=frozenset(),
    thousand=frozenset({"mil"}),
    glue=frozenset({"e"}),
    ordinals=_counted(
        "primeiro/primeira segundo/segunda terceiro/terceira quarto/quarta quinto/quinta sexto/sexta setimo/setima"
        " oitavo/oitava nono/nona",
        1,
    )
    | {"decimo": 10, "decima": 10, "vigesimo": 20, "vigesima": 20, "trigesimo": 30, "trigesima": 30},
    ordinal_tens={"decimo": 10, "decima": 10, "vigesimo": 20, "vigesima": 20, "trigesimo": 30, "trigesima": 30},
    suffixes=frozenset({"o", "a"}),
    phrases={
        ("uma", "duzia"): 12,
        ("uma", "duzia", "de"): 12,
        ("duzia",): 12,
        ("meia", "duzia", "de"): 6,
        ("meia", "duzia"): 6,
        ("um", "par", "de"): 2,
        ("meio",): 0.5,
        ("meia",): 0.5,
    },
)
_ES = _Table(
    units=_counted(
        "cero un/uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"
        " dieciseis diecisiete dieciocho diecinueve veinte veintiun/veintiuno/veintiuna veintidos veintitres"
        " veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve"
    ),
    tens=_counted("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa", 20, 10),
    hundreds=_counted(
        "cien/ciento doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas quinientos/quinientas"
        " seiscientos/seiscientas setecientos/setecientas ochocientos/ochocientas novecientos/novecientas",
        100,
        100,
    ),
    hundred=frozenset(),
    thousand=frozenset({"mil"}),
    glue=frozenset({"y"}),
    ordinals=_counted(
        "primer/primero/primera segundo/segunda tercer/tercero/tercera cuarto/cuarta quinto/quinta sexto/sexta"
        " septimo/septima octavo/octava noveno/novena decimo/decima undecimo/undecima duodecimo/duodecima",
        1,
    )
    | {"vigesimo": 20, "vigesima": 20, "trigesimo": 30, "trigesima": 30, "decimotercero": 13},
    ordinal_tens={"decimo": 10, "decima": 10, "vigesimo": 20, "vigesima": 20, "trigesimo": 30, "trigesima": 30},
    suffixes=frozenset({"o", "a", "er", "ero", "era", "do", "da", "ro", "ra", "to", "ta"}),
    phrases={
        ("una", "docena"): 12,
        ("una", "docena", "de"): 12,
        ("docena",): 12,
        ("media", "docena", "de"): 6,
        ("media", "docena"): 6,
        ("un", "par", "de"): 2,
        ("par", "de"): 2,
        ("medio",): 0.5,
        ("media",): 0.5,
    },
)
_Reader = Callable[[_Table, Sequence[str], int], Number | None]
_TABLES = {"en": _EN, "pt": _PT, "es": _ES}

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
    high = table.ordinal_tens.get(words[at]) or (table.tens.get(words[at]) if table is _EN else None)
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
    if front is None and table is _EN:
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
    if word in table.tens and word not in table.units:
        value, position = table.tens[word], at + 1
        # English joins them directly, Portuguese and Spanish with "e" and "y".
        if table is not _EN:
            if position >= len(words) or words[position] not in table.glue:
                return Number(value, 1)
            position += 1
        unit = table.units.get(words[position]) if position < len(words) else None
        return Number(value + unit, position + 1 - at) if unit and unit < 10 else Number(value, 1)
    return Number(table.units[word], 1) if word in table.units else None


def _after_glue(table: _Table, words: Sequence[str], position: int, reader: _Reader) -> tuple[int, int] | None:
    start = position + 1 if position < len(words) and words[position] in table.glue else position
    found = reader(table, words, start)
    return (found.value, start + found.length) if found is not None else None


def joins(word: str, language: str) -> bool:
    """Whether a hyphen after the word may join it to a unit ("thirty-six")."""
    return language == "en" and word in _EN.tens
