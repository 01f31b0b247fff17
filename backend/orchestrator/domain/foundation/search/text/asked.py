"""What does a question ask beside its words? For a time, about the user, on a date that it names."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache

from orchestrator.domain.foundation.search.text.lexemes import languages_of
from orchestrator.kit import patterns
from orchestrator.kit.zones import to_wall
from orchestrator.language.people.persons import FIRST_PERSON
from orchestrator.language.text.asked_words import ASKING, ASKS_WHEN, DATE, MONTHS, WEAK_MONTHS
from orchestrator.language.text.normalize import normalize, tokens

_WORD = patterns.compile(r"([^\W_]+)(?:['’`´]s\b)?")
_ISO = patterns.compile(r"\b((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?\b")


@dataclass(frozen=True)
class NamedDate:
    """A day, a month, or a day or month of any year."""

    year: int | None
    month: int
    day: int | None

    def holds(self, when: date) -> bool:
        """Whether `when` is that day or in that month."""
        return self.month == when.month and self.day in {None, when.day} and self.year in {None, when.year}


@dataclass(frozen=True)
class Asked:
    """What is asked. `words`: all of its folded words; `languages`: the one it is in, or all that it may be in;
    `question`: it is one, not mere words to look for."""

    words: frozenset[str]
    languages: tuple[str, ...]
    question: bool
    first_person: bool
    when: bool
    dates: tuple[NamedDate, ...]

    def on_a_date(self, at: datetime | None, zone: str) -> bool:
        """Whether the moment lies on a date that the question names, where `zone` is the local one."""
        return at is not None and bool(self.dates) and any(one.holds(to_wall(at, zone).date()) for one in self.dates)


@lru_cache(maxsize=256)
def asked(text: str) -> Asked:
    """Read a question."""
    folded = normalize(text)
    said = tokens(text)
    words = frozenset(said)
    question = "?" in text or (bool(said) and said[0] in ASKING)
    return Asked(
        words,
        languages_of(said),
        question,
        bool(words & FIRST_PERSON),
        ASKS_WHEN.search(folded) is not None,
        tuple(_dates(folded)),
    )


def without_names(text: str, names: Collection[str]) -> str:
    """The question without these folded words (and their possessives): what is left says what is looked for, and is
    compared with what people say, who seldom say their own names."""
    if not names:
        return text
    left = _WORD.sub(lambda word: "" if normalize(word[1]) in names else word[0], text)
    return " ".join(left.split()) or text


def _dates(folded: str) -> Iterator[NamedDate]:
    for match in _ISO.finditer(folded):
        if 1 <= int(match[2]) <= 12:
            yield NamedDate(int(match[1]), int(match[2]), int(match[3]) if match[3] else None)
    for match in DATE.finditer(folded):
        day = match["before"] or (match["after"] if match["clock"] is None else None)
        if match["month"] in WEAK_MONTHS and not (day or match["year"] or match["link"]):
            continue
        year = int(match["year"]) if match["year"] else None
        yield NamedDate(year, MONTHS[match["month"]], int(day) if day else None)
