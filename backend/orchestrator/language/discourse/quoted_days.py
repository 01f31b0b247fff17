"""Which day does an answer tell in the words that it quotes, reckoned from when they were said: "the doctor set the
operation for 19 January" (message, 30 Oct 2026)?"""

from datetime import date, datetime

from orchestrator.kit import patterns
from orchestrator.language.detect import language_of
from orchestrator.language.time import mentions

_QUOTED = patterns.compile(r"(?m)^(?:- )?(?:[^“”:\n]{1,80}: )?“(?P<text>[^“”\n]{1,400})” \((?P<source>[^\n]{1,300})\)$")
_MOST_READ = 2000


def said_on(answer: str, *, now: datetime, locale: str) -> tuple[date, str] | None:
    """When the words were said of the one passage that an answer quotes, and the line that quotes them."""
    found = list(_QUOTED.finditer(answer[:_MOST_READ]))
    told = mentions(found[0]["source"], now=now, locale=locale) if len(found) == 1 else ()
    day = next((one.start.date() for one in reversed(told) if one.has_date), None)
    return (day, found[0].group().removeprefix("- ")) if day is not None else None


def quoted_day(answer: str, *, now: datetime, locale: str) -> date | None:
    """The first day of the one passage that an answer quotes; None where it quotes several, or none that tells a day.
    `now`: wall time of the user."""
    found = list(_QUOTED.finditer(answer[:_MOST_READ]))
    if len(found) != 1:
        return None
    text, source = found[0]["text"], found[0]["source"]
    said = next((one.start for one in reversed(mentions(source, now=now, locale=locale)) if one.has_date), now)
    told = mentions(text, now=said, locale=language_of(text, locale))
    return next((one.start.date() for one in told if one.has_date and one.kind != "duration"), None)
