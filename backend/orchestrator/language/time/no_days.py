"""Which words name a day that no calendar has? "30 February", "31/04/2027", "on the 32nd": who reads one asks, and
never takes the hour beside it for one of today."""

from datetime import date, datetime

from orchestrator.kit import patterns
from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.language.messages import supported_language
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.language.text.words import level
from orchestrator.language.time.engine import readings

Place = tuple[int, int]


class _NoDays(Table):
    """`no_days.toml`. `beyond`: a number that no month has as a day of its own, with the hour behind it."""

    beyond: Compiled


_TABLES = ByLanguage(lambda language: read_patterns(language, "no_days", _NoDays))
LONGEST = 200
"""Characters that are read again for this: what is asked for in more is no appointment."""
_FIGURES = patterns.compile(
    r"\b(?:((?:19|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})|(\d{1,2})[-/.](\d{1,2})[-/.]((?:19|20)\d\d))\b"
)


@kept_for_short_texts(128)
def no_days(text: str, *, now: datetime, locale: str) -> tuple[Place, ...]:
    """Where they stand in the text, with the words that belong to them ("on 30 February at 10am")."""
    if len(text) > LONGEST or not any(map(str.isdigit, text)):
        return ()
    named = readings(text, now=now, locale=locale).impossible
    figures = [
        found.span() for found in _FIGURES.finditer(text) if not _is_day([part for part in found.groups() if part])
    ]
    beyond = _TABLES[supported_language(locale)].beyond.search(level(text))
    figures += [beyond.span()] if beyond is not None else []
    outside = [(start, end) for start, end in figures if named is None or end <= named[0] or start >= named[1]]
    return tuple(sorted([*outside, *([named] if named is not None else [])]))


def only_no_day(text: str, *, now: datetime, locale: str) -> str:
    """The words for a day that no calendar has, in a text that names no other day; "" = there are none."""
    places = no_days(text, now=now, locale=locale)
    if not places:
        return ""
    (start, end), *_ = places
    beside = readings(f"{text[:start]} {text[end:]}", now=now, locale=locale).found
    return "" if any(one.outcome.kind != "duration" for one in beside) else text[start:end].strip()


def _is_day(parts: list[str]) -> bool:
    """Whether a calendar has a day of these figures, in either order of day and month."""
    year, one, other = (*parts[2:], *parts[:2]) if len(parts[2]) > 2 else parts
    return any(_in_a_calendar(int(year), month, day) for month, day in ((int(one), int(other)), (int(other), int(one))))


def _in_a_calendar(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True
