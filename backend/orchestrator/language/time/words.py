"""What do a language's words mean, as pieces for the chart?

A `Lexicon` is made of the language's `time.toml`. A phrase is of words parted by blanks; it is folded, one written with
its accent ("às") matches only text that has it, and a final "." marks an abbreviation. Function words get a small
symbol and no value.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from orchestrator.language.tables import Branches, ByLanguage, Language, Table, Words, read
from orchestrator.language.time.semantics import Feast, Part, Spec, Value

Entry = tuple[tuple[str, ...], str, Value]
MEAL_MINUTES = 60

_ZONES = (
    ("gmt|utc|wet", 0),
    ("cet|bst|west", 1),
    ("cest|eet", 2),
    ("msk|eest", 3),
    ("brt", -3),
    ("edt", -4),
    ("est|cdt", -5),
    ("cst|mdt", -6),
    ("mst|pdt", -7),
    ("pst", -8),
    ("jst", 9),
)
"""Abbreviations of zones that mean one offset everywhere people write them, in hours."""


def _minutes(value: object) -> object:
    """Minutes of "8:30"."""
    hours, _, minutes = value.partition(":") if isinstance(value, str) else ("", "", "")
    return _since_midnight(str(value)) if hours.isdigit() and minutes.isdigit() else value


def _since_midnight(clock: str) -> int:
    hours, _, minutes = clock.partition(":")
    return int(hours) * 60 + int(minutes)


Minutes = Annotated[int, BeforeValidator(_minutes)]
Idiom = Literal[
    "every rank is a day",
    "months by number",
    "day of each month by number",
    "in eight days",
    "weekday in eight",
    "weekday week",
    "length from day",
    "half seven",
    "hour before part of day",
    "weekend before noun",
    "weekday behind noun",
    "one before noun",
    "weekday one",
]
"""What a language says and others don't; each stands at the rule that reads it."""


class _Feast(Table):
    """`say`: its names; the others as in `Feast`."""

    say: Branches
    easter: int | None = None
    month: int = 1
    weekday: int = 0
    nth: int = 1
    plus: int = 0
    days: int = 1
    sure: bool = True


class _Part(Table):
    """A part of the day from one hour to another, or a meal, `at` its time. `symbol`: where it is no plain one."""

    symbol: str = Field("PART", alias="as")
    say: Branches
    name: str
    half: str
    start: Minutes | None = Field(None, alias="from")
    end: Minutes | None = Field(None, alias="to")
    at: Minutes | None = None

    def value(self) -> Part:
        """In minutes. A part that tells no other symbol is also something else: weak."""
        weak = self.symbol == "PART"
        if self.at is not None:
            return Part(self.name, self.at, self.at + MEAL_MINUTES, self.half, at=self.at, weak=weak)
        assert self.start is not None, self.say
        assert self.end is not None, self.say
        return Part(self.name, self.start, self.end, self.half, weak=weak)


class _Beside(Table):
    """`words` are none of `symbols` beside the words `beside` (two of them joined: "turno-de"), nor, with `alone`,
    where the text ends."""

    words: Words
    symbols: tuple[str, ...] = Field(alias="as")
    beside: Words
    alone: bool = False


class TimeTable(Table):
    """`time.toml`. `clock_24` … `for_whom` are those of `Lexicon`.

    `weekdays`, `sure_weekdays`, `on_weekdays` from Monday, `months`, `sure_months` from January; `words` by symbol;
    `units` and `counts`: by symbol what a phrase stands for; `holidays` by "MM-DD"; `occasions`, what one does about
    then, by "HH:MM".
    """

    clock_24: bool
    next_is_coming: bool
    last_is_of_last_week: bool
    month_first: tuple[str, ...]
    idioms: frozenset[Idiom]
    centuries: dict[int, str]
    ranks: Words
    at_clock: str
    since: Words
    loose: Words
    fillers: Words
    counted: Words
    seats: Words
    for_whom: Words
    weekdays: tuple[Branches, ...] = Field(min_length=7, max_length=7)
    sure_weekdays: tuple[Branches, ...] = Field(min_length=7, max_length=7)
    on_weekdays: tuple[Branches, ...] = Field(min_length=7, max_length=7)
    months: tuple[Branches, ...] = Field(min_length=12, max_length=12)
    sure_months: tuple[Branches, ...] = Field(min_length=12, max_length=12)
    feasts: tuple[_Feast, ...]
    parts: tuple[_Part, ...]
    words: dict[str, Branches]
    units: dict[str, dict[str, Branches]]
    counts: dict[str, dict[int, Branches]]
    holidays: dict[str, Branches]
    not_before: tuple[_Beside, ...]
    not_after: tuple[_Beside, ...]
    occasions: dict[str, Branches]
    beside_occasions: Words

    def entries(self) -> Iterator[tuple[str, str, Value]]:
        """Symbol, phrases and value of everything in it."""
        yield from ((symbol, phrases, None) for symbol, phrases in self.words.items())
        for symbol, rows, first in (
            ("DOW", self.weekdays, 0),
            ("STRONGDOW", self.sure_weekdays, 0),
            ("PLURALDAYS", self.on_weekdays, 0),
            ("MONTH", self.months, 1),
            ("STRONGMONTH", self.sure_months, 1),
        ):
            yield from ((symbol, phrases, number) for number, phrases in enumerate(rows, first) if phrases)
        for symbol, named in self.units.items():
            yield from ((symbol, phrases, value) for value, phrases in named.items())
        for symbol, counted in self.counts.items():
            yield from ((symbol, phrases, value) for value, phrases in counted.items())
        for day, phrases in self.holidays.items():
            yield "HOLIDAY", phrases, Spec(month=int(day[:2]), day=int(day[3:]))
        yield from (("FEAST", one.say, Feast(**one.model_dump(exclude={"say"}))) for one in self.feasts)
        yield from ((one.symbol, one.say, one.value()) for one in self.parts)
        yield from (("TZ", names, hours * 60) for names, hours in _ZONES)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """One language: its words, what may stand inside a phrase without meaning, how its numeric dates are ordered."""

    language: Language
    month_first: tuple[str, ...]
    fillers: frozenset[str]
    # A number with one of these after it is no hour and no day.
    counted: frozenset[str]
    # What is had for so many people, and the word between: "a table for two" is no second of the month.
    seats: frozenset[str]
    for_whom: frozenset[str]
    # Who says "at 10" in these languages uses the clock to 24 often enough for 10 to 12 to be meant as they stand.
    clock_24: bool
    # Whether "next Friday" is the coming one, or the one of next week.
    next_is_coming: bool
    # Whether "last Wednesday" is that of last week even where this week's is over too.
    last_is_of_last_week: bool
    idioms: frozenset[Idiom]
    # Of years that are read in two halves: "nineteen ninety-one".
    centuries: Mapping[str, int]
    # What a rank in figures ends with: "3rd".
    ranks: frozenset[str]
    # Before an hour that stands alone: "at", "às".
    at_clock: str
    # What looks back ("since March") rather than on ("from Monday").
    since: frozenset[str]
    # Articles and prepositions around a phrase, which carry no meaning of their own.
    loose: frozenset[str]
    # A word that is not this symbol before these: "this may not be", "dez para as três".
    not_before: Mapping[tuple[str, str], frozenset[str]]
    # A word that is not this symbol after these: "you may", "la mañana".
    not_after: Mapping[tuple[str, str], frozenset[str]]
    # Phrase -> minutes since midnight: "drinks" are in the evening. No time of their own, as a meal's word is.
    occasions: Mapping[str, int]
    # Beside these a title is about the occasion, and not the occasion itself: "concert tickets".
    beside_occasions: frozenset[str]
    entries: dict[str, list[Entry]] = field(default_factory=dict)
    abbreviations: set[str] = field(default_factory=set)

    def add(self, symbol: str, phrases: str, value: Value = None) -> None:
        """Phrases joined by "|"."""
        for phrase in phrases.split("|"):
            if phrase.endswith(".") or symbol == "MONTH":
                self.abbreviations.add(phrase.rstrip("."))
            # Fillers are never seen: "mother's day" is read as "mother day".
            words = tuple(word for word in phrase.rstrip(".").split() if word not in self.fillers)
            self.entries.setdefault(words[0], []).append((words, symbol, value))


def _beside(rows: Sequence[_Beside]) -> dict[tuple[str, str], frozenset[str]]:
    found: dict[tuple[str, str], frozenset[str]] = {}
    for row in rows:
        for key in product(row.symbols, row.words):
            found[key] = found.get(key, frozenset()) | row.beside | ({""} if row.alone else set())
    return found


def _lexicon(language: Language) -> Lexicon:
    table = read(language, "time", TimeTable)
    lexicon = Lexicon(
        language,
        table.month_first,
        table.fillers,
        table.counted,
        table.seats,
        table.for_whom,
        table.clock_24,
        table.next_is_coming,
        table.last_is_of_last_week,
        table.idioms,
        {word: century for century, word in table.centuries.items()},
        table.ranks,
        table.at_clock,
        table.since,
        table.loose,
        _beside(table.not_before),
        _beside(table.not_after),
        {phrase: _since_midnight(at) for at, phrases in table.occasions.items() for phrase in phrases.split("|")},
        table.beside_occasions,
    )
    for symbol, phrases, value in table.entries():
        lexicon.add(symbol, phrases, value)
    return lexicon


LEXICONS = ByLanguage(_lexicon)
