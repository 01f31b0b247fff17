"""Which day of birth do words mean ("5 May 1990", "14/05", "1990-05-14"), and how is one told?"""

from calendar import isleap
from datetime import date, datetime, timedelta

from orchestrator.kit import patterns
from orchestrator.language import render, time

_PARTIAL = patterns.compile(r"--(\d{2})-(\d{2})")
_YEAR = patterns.compile(r"(?:^|[^\p{L}\p{N}_])(?:19|20)\d{2}(?:[^\p{L}\p{N}_]|$)")


def birthday_of(words: str, *, now: datetime, locale: str) -> str:
    """`YYYY-MM-DD`, or `--MM-DD` where no year is said; empty where the words mean no day. A bare number is
    a day of the month, the next one of it. `now`: naive wall time."""
    text = words.strip()
    if _PARTIAL.fullmatch(text):
        return text
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        pass
    if _BARE_DAY.fullmatch(text):
        return _next_of(int(text), now.date())
    found = next((one for one in time.mentions(text, now=now, locale=locale) if one.has_date), None)
    if found is None:
        return ""
    day = found.start.date()
    return day.isoformat() if _YEAR.search(text) else f"--{day:%m-%d}"


def _next_of(number: int, today: date) -> str:
    """The next day of that number: "Leo's birthday is on the 9th" is of this month or the one to come."""
    days = (today + timedelta(days=ahead) for ahead in range(_TWO_MONTHS))
    return next((f"--{day:%m-%d}" for day in days if day.day == number), "")


_BARE_DAY = patterns.compile(r"\d{1,2}")
_TWO_MONTHS = 62
_LEAP_YEAR = 2000
"""For a day without a year: each has a 29 February in one."""


def told(born: str, locale: str) -> str:
    """A stored day of birth as people say it: "3 May", "3 May 1990"; other words stay as they are."""
    partial = _PARTIAL.fullmatch(born.strip())
    try:
        day = date(_LEAP_YEAR, int(partial[1]), int(partial[2])) if partial else date.fromisoformat(born.strip())
    except ValueError:
        return born
    return render.yearly_day(day, locale, year=partial is None)


def next_after(born: str, today: date) -> date | None:
    """The next time that a stored day of birth comes round, from today on; None of other words. Who was born on
    29 February has it on 1 March of other years."""
    found = _BORN.fullmatch(born.strip())
    if found is None:
        return None
    month, day = int(found["month"]), int(found["day"])
    for year in (today.year, today.year + 1):
        leap = (month, day) == (2, 29) and not isleap(year)
        this = date(year, 3, 1) if leap else date(year, month, day)
        if this >= today:
            return this
    return None


_BORN = patterns.compile(r"(?:\d{4}|-)-(?P<month>\d{2})-(?P<day>\d{2})")
