"""Does what a result says bear a claim, or another one in the same words? Numbers in words, days and months, names,
denials, and what is told as done. Words are each language's (`bearing.toml`); months and weekdays are Babel's."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from babel import Locale

from orchestrator.kit import patterns
from orchestrator.language.numbers import cardinal
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Language, Table
from orchestrator.language.text.normalize import normalize, tokens

LEAST_COUNTED = 2
"""One is an article in most languages."""
_MOST_CHARACTERS = 2_000
_NAME = patterns.compile(r"\p{Lu}[\p{L}\p{M}'’-]+")
_BEGINS = patterns.compile(r"(?:^|[.!?:;\n“”\"«(–-]\s*)$")


class _Bearing(Table):
    """`bearing.toml`; patterns over folded text."""

    denies: Compiled
    """A word by which something is said not to be."""
    done: Compiled
    """Something is said to be finished."""
    open: Compiled
    """It is still to be done, or only may be."""
    parts: Compiled
    """What stands between two statements of one sentence."""
    calendar_in_capitals: bool
    """Whether a month or a weekday is only meant with its capital: small ones may be other words."""


_TABLES: Final = ByLanguage(lambda language: read_patterns(language, "bearing", _Bearing))


def _folded(text: str) -> str:
    return normalize(text[:_MOST_CHARACTERS]).replace("’", "'")


def counted_in(text: str, language: Language) -> list[int]:
    """The numbers that are written as words, from two on."""
    words, found, at = tokens(text[:_MOST_CHARACTERS]), [], 0
    while at < len(words):
        number = None if words[at][0].isdigit() else cardinal(words, at, language)
        if number is not None and number.value >= LEAST_COUNTED:
            found.append(number.value)
        at += number.length if number is not None else 1
    return found


@cache
def _calendar(language: Language) -> tuple[dict[str, int], dict[str, int]]:
    locale = Locale(language)
    days = {normalize(name): day for day, name in locale.days["stand-alone"]["wide"].items()}
    months = {normalize(name): month for month, name in locale.months["stand-alone"]["wide"].items()}
    return days, months


@cache
def _written(language: Language) -> frozenset[str]:
    """Days and months as they are written, in full and cut short."""
    locale = Locale(language)
    widths = [
        table[form][width]
        for table in (locale.days, locale.months)
        for form in ("stand-alone", "format")
        for width in ("wide", "abbreviated")
    ]
    return frozenset(normalize(name).strip(" .") for names in widths for name in names.values())


def days_in(text: str, language: Language) -> tuple[frozenset[int], frozenset[int]]:
    """The weekdays (0 = Monday) and months (1 = January) that are named."""
    days, months = _calendar(language)
    shown = text[:_MOST_CHARACTERS]
    if _TABLES[language].calendar_in_capitals:
        shown = " ".join(one[0] for one in _NAME.finditer(shown))
    words = f" {' '.join(tokens(shown))} "
    return (
        frozenset(day for name, day in days.items() if f" {' '.join(tokens(name))} " in words),
        frozenset(month for name, month in months.items() if f" {name} " in words),
    )


def names_in(text: str, language: Language) -> Iterator[str]:
    """Words with a capital that no sentence begins with, but for those of the calendar."""
    shown = text[:_MOST_CHARACTERS]
    written = _written(language)
    for one in _NAME.finditer(shown):
        if _BEGINS.search(shown[: one.start()]) is None and normalize(one[0]) not in written:
            yield one[0]


def denied(text: str, language: Language) -> bool | None:
    """Whether it is said not to be so; None where the text says several things, of which some are."""
    table = _TABLES[language]
    found = {table.denies.search(part) is not None for part in _parts(text, table)}
    return found.pop() if len(found) == 1 else None


def around(quote: str, told: str, language: Language) -> str:
    """The statement of a text that the quoted words stand in: a denial may be left out of a quotation."""
    folded, quoted = " ".join(_folded(told).split()), " ".join(_folded(quote).split()).strip(" .,;:!?")
    at = folded.find(quoted)
    if at < 0 or not quoted:
        return quote
    ends = list(_TABLES[language].parts.finditer(folded))
    start = max((one.end() for one in ends if one.end() <= at), default=0)
    end = min((one.start() for one in ends if one.start() >= at + len(quoted)), default=len(folded))
    return folded[start:end]


def said_done(text: str, language: Language) -> bool:
    """Whether something is told as finished, and nothing of it as open."""
    table, folded = _TABLES[language], _folded(text)
    return table.done.search(folded) is not None and table.open.search(folded) is None


def _parts(text: str, table: _Bearing) -> list[str]:
    return [part for part in table.parts.split(_folded(text)) if tokens(part)] or [""]
