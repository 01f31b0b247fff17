"""With which marks does a message say that it goes on, or puts right, what was said: "well", "no wait", "… I mean"?

They are taken off both ends; what stands between them is the change. The marks are each language's (`marks.toml`).
"""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from pydantic import Field

from orchestrator.kit import patterns
from orchestrator.kit.patterns import Pattern
from orchestrator.language.pattern_tables import read_patterns
from orchestrator.language.tables import LANGUAGES, ByLanguage, Language, Table, Words
from orchestrator.language.text.words import level

_MOST = 6
"""Marks at one end: nobody says more of them."""


class _Marks(Table):
    """`marks.toml`, patterns of folded text. `opens`, `closes`: say nothing; `rights`, `righted`: say that something
    was wrong, before the change and after it."""

    opens: str
    rights: str
    closes: str
    righted: str
    sets: str
    """How one begins who puts something at another time: "make it", "ponlo"."""
    toward: Words
    """What stands before the hour to which something is put: "to", "para"."""
    same_hour: str
    """What says that the hour stays as it is, in the place of one."""
    shifts: str
    """What tells, or asks, that something is put at another time: "was moved", "passou para"."""
    stands: str
    """What says that a time told before was right after all: "5 was right"."""
    around: Words
    """What stands beside a time that is put in another's place."""
    day: Words
    """What stands before a bare day of the month."""
    is_: str = Field(alias="is")
    """How a change begins that says what it is: "oops, it was with Carmen"."""
    repairs: str
    only: Words
    """What says that a request stands in the place of what is forbidden: "just", "instead"."""
    points: Words
    """What stands for the thing that was named before."""
    small: Words
    """What may stand between a verb and the thing that is forbidden."""
    keeps: str
    """How one says that what follows is to be remembered."""
    """What stands between the words that were wrong and those that take their place: "my … I mean, his brother"."""

    @cached_property
    def opening(self) -> Pattern:
        return patterns.compile(rf"(?:(?P<rights>{self.rights})|{self.opens})(?:[,.!:;]+ *| - | |$)")

    @cached_property
    def closing(self) -> Pattern:
        return patterns.compile(rf"(?:[,.;] ?| )(?:(?P<rights>{self.righted})|{self.closes})$")

    @cached_property
    def naming(self) -> Pattern:
        return patterns.compile(rf"(?:{self.is_}) ")

    @cached_property
    def repairing(self) -> Pattern:
        return patterns.compile(rf"(?P<pause>[.…]{{2,}}|…|,|-| )+(?:nao,? |no,? |non,? )?(?:{self.repairs})[,.…]* +")

    @cached_property
    def same(self) -> Pattern:
        return patterns.compile(rf"\b(?:{self.same_hour})\b")

    @cached_property
    def standing(self) -> Pattern:
        return patterns.compile(rf"(?:^| )(?:{self.stands})\b,?")

    @cached_property
    def moved(self) -> Pattern:
        return patterns.compile(rf"\b(?:{self.shifts}|{self.is_})\b")

    @cached_property
    def setting(self) -> Pattern:
        return patterns.compile(rf"(?:{self.sets})\b")


_TABLES: Final = ByLanguage(lambda language: read_patterns(language, "marks", _Marks))


@dataclass(frozen=True)
class Marked:
    """Where the change stands in the text, and whether a mark says that it puts something right."""

    start: int
    end: int
    rights: bool

    def of(self, text: str) -> str:
        """The change, of a text that is as long as the folded one."""
        return text[self.start : self.end].strip(" ,;")


def marked(low: str, language: Language) -> Marked:
    """The folded text without the marks at its ends; all of it where nothing else is said."""
    table, rights = _TABLES[language], False
    start, end = 0, len(low.rstrip(" .!"))
    for _ in range(_MOST):
        found = table.opening.match(low[start:end])
        if found is None or start + found.end() >= end:
            break
        start, rights = start + found.end(), rights or found["rights"] is not None
    names = table.naming.match(low[start:end]) if rights else None
    start += names.end() if names is not None and start + names.end() < end else 0
    for _ in range(_MOST):
        found = table.closing.search(low[start:end])
        if found is None or not found.start():
            break
        end, rights = start + found.start(), rights or found["rights"] is not None
    return Marked(start, end, rights)


def repairing(language: Language) -> Pattern:
    """What stands between the words that were wrong and those that take their place, over a folded text."""
    return _TABLES[language].repairing


def only_words(language: Language) -> frozenset[str]:
    """The words by which a request stands in the place of what is forbidden."""
    return frozenset(_TABLES[language].only)


def pointing_words(language: Language) -> frozenset[str]:
    """The words for a thing that was named before."""
    return frozenset(_TABLES[language].points)


def small_words(language: Language) -> frozenset[str]:
    """The words that may stand between a verb and the thing that is forbidden."""
    return frozenset(_TABLES[language].small)


def toward_words(language: Language) -> frozenset[str]:
    """The words before the hour to which something is put."""
    return frozenset(_TABLES[language].toward)


def keeping(language: Language) -> str:
    """The words before what is to be remembered."""
    return _TABLES[language].keeps


def sets_anew(low: str, language: Language) -> bool:
    """Whether the change says itself that it puts something elsewhere: "make it 11"."""
    found = marked(low, language)
    return _TABLES[language].setting.match(low[found.start : found.end]) is not None


def says_another_time(low: str, language: Language) -> bool:
    """Whether a message may tell that something is at another time: a mark rights it, or it was moved, or is then."""
    table = _TABLES[language]
    return marked(low, language).rights or table.moved.search(low) is not None


def without_same_hour(text: str, low: str, language: Language) -> str:
    """The message with blanks in the place of "at the same time"; `low`: it levelled."""
    found = _TABLES[language].same.search(low)
    return (
        text if found is None else f"{text[: found.start()]}{' ' * (found.end() - found.start())}{text[found.end() :]}"
    )


def without_standing(text: str, language: Language) -> str:
    """A correction without the words that say that a time told before was right after all: "no, Tuesday was fine but at
    10", "hang on, 5 was right"; any other message as it was said."""
    low = level(text)
    found = _TABLES[language].standing.search(low)
    if found is None or not marked(low, language).rights:
        return text
    return f"{text[: found.start()]}{text[found.end() :]}".strip()


@cache
def around_a_time() -> frozenset[str]:
    """What stands beside a time that is put in another's place, in whatever language."""
    return frozenset[str]().union(*(_TABLES[one].around for one in LANGUAGES))


def before_a_day(low: str) -> int | None:
    """The day of the month of words that say nothing else: "the 19th", "el 11"."""
    *before, said = low.split() or [""]
    found = _DAY_OF_MONTH.fullmatch(said)
    known = frozenset[str]().union(*(_TABLES[one].day for one in LANGUAGES))
    return int(found["day"]) if found is not None and known.issuperset(before) else None


_DAY_OF_MONTH = patterns.compile(r"(?P<day>\d{1,2})(?:st|nd|rd|th|er)?")
