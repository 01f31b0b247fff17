"""Which day does an answer tell in the words that it quotes, reckoned from when they were said: "the doctor set the
operation for 19 January" (message, 30 Oct 2026)?"""

from datetime import date, datetime

from orchestrator.kit import patterns
from orchestrator.kit.patterns import Match
from orchestrator.language.detect import language_of
from orchestrator.language.time import mentions

_QUOTED = patterns.compile(r"(?m)^(?:- )?(?:[^“”:\n]{1,80}: )?“(?P<text>[^“”\n]{1,400})” \((?P<source>[^\n]{1,300})\)$")
_MOST_READ = 2000


def said_on(answer: str, *, now: datetime, locale: str) -> tuple[date, str] | None:
    """When the words were said of the one passage that an answer quotes, and the line that quotes them; None where it
    quotes several, or tells no day of it. `now`: wall time of the user."""
    passage = _passage(answer)
    day = _day_said(passage, now, locale) if passage is not None else None
    return (day.date(), passage.group().removeprefix("- ")) if passage is not None and day is not None else None


def quoted_day(answer: str, *, now: datetime, locale: str) -> date | None:
    """The first day of the one passage that an answer quotes; None where it quotes several, or none that tells a day.
    `now`: wall time of the user."""
    passage = _passage(answer)
    if passage is None:
        return None
    text = passage["text"]
    told = mentions(text, now=_day_said(passage, now, locale) or now, locale=language_of(text, locale))
    return next((one.start.date() for one in told if one.has_date and one.kind != "duration"), None)


def _passage(answer: str) -> Match | None:
    found = list(_QUOTED.finditer(answer[:_MOST_READ]))
    return found[0] if len(found) == 1 else None


def _day_said(passage: Match, now: datetime, locale: str) -> datetime | None:
    told = mentions(passage["source"], now=now, locale=locale)
    return next((one.start for one in reversed(told) if one.has_date), None)
