"""What do a language's words mean, as pieces for the chart?

A `Lexicon` is filled by each language's module: `add(symbol, "a|two words", value)`. Phrases are folded; one written
with its accent ("às") matches only text that has it. Function words get a small symbol and no value.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from orchestrator.language.time.semantics import Part, Value

Entry = tuple[tuple[str, ...], str, Value]


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


@dataclass(slots=True)
class Lexicon:
    """One language: its words, what may stand inside a phrase without meaning, how its numeric dates are ordered."""

    language: str
    month_first: tuple[str, ...] = ()
    fillers: frozenset[str] = frozenset()
    # A number with one of these after it is no hour and no day.
    counted: frozenset[str] = frozenset()
    # Who says "at 10" in these languages uses the clock to 24 often enough for 10 to 12 to be meant as they stand.
    clock_24: bool = False
    # Whether "next Friday" is the coming one, or the one of next week.
    next_is_coming: bool = False
    # Whether "last Wednesday" is that of last week even where this week's is over too.
    last_is_of_last_week: bool = False
    # A word that is not this symbol before these: "this may not be", "dez para as três".
    not_before: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    # A word that is not this symbol after these: "you may", "la mañana".
    not_after: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    entries: dict[str, list[Entry]] = field(default_factory=dict)
    # Phrase -> minutes since midnight: "drinks" are in the evening. No time of their own, as a meal's word is.
    occasions: dict[str, int] = field(default_factory=dict)
    abbreviations: set[str] = field(default_factory=set)

    def add(self, symbol: str, phrases: str, value: Value = None) -> None:
        """Phrases joined by "|", of words parted by blanks; a final "." marks an abbreviation."""
        for phrase in phrases.split("|"):
            if phrase.endswith(".") or symbol == "MONTH":
                self.abbreviations.add(phrase.rstrip("."))
            # Fillers are never seen: "mother's day" is read as "mother day".
            words = tuple(word for word in phrase.rstrip(".").split() if word not in self.fillers)
            self.entries.setdefault(words[0], []).append((words, symbol, value))

    def each(self, symbol: str, rows: Sequence[str], first: int = 0) -> None:
        """A row of phrases a number, counting from `first`."""
        for index, phrases in enumerate(rows):
            self.add(symbol, phrases, first + index)

    def occasion(self, phrases: str, at: str) -> None:
        """What one does about that hour, "20:00": which of two hours a title with it means."""
        hours, minutes = at.split(":")
        self.occasions |= dict.fromkeys(phrases.split("|"), int(hours) * 60 + int(minutes))

    def zones(self) -> None:
        """Abbreviations of zones that mean one offset everywhere people write them."""
        for names, hours in _ZONES:
            self.add("TZ", names, hours * 60)

    def part(self, phrases: str, name: str, start: int, end: int, half: str) -> None:
        """A part of the day, in hours."""
        self.add("PART", phrases, Part(name, start * 60, end * 60, half, weak=True))

    def meal(self, phrases: str, name: str, at: str, half: str) -> None:
        """A meal that stands for its usual time."""
        hours, minutes = at.split(":")
        start = int(hours) * 60 + int(minutes)
        self.add("PART", phrases, Part(name, start, start + 60, half, at=start, weak=True))
