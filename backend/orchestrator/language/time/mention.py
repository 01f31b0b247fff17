"""Which times does a text mention?"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from orchestrator.kit import patterns
from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.language.time.engine import Found, readings
from orchestrator.language.time.reconciliation import weighed


@dataclass(frozen=True)
class Mention:
    """A time phrase in a text: `text` = text[offset:offset + len(text)], naive local times, `end` exclusive.

    `parts`: the places (start, end) of its words, several where a date and its time stand apart; `text` then runs from
    the first to the last of them.

    `feast`: it names one ("Christmas at noon").

    `kind`: "instant" (a moment, or a whole day or longer unit), "range", "open" (one end only) or "duration" (a
    length alone; it then runs from now). `grain`: second, minute, hour, part, day, week, weekend, month, quarter, year.
    """

    text: str
    offset: int
    start: datetime
    end: datetime | None
    grain: str
    sure: bool
    has_date: bool
    has_time: bool
    all_day: bool
    kind: str
    duration: timedelta | None = None
    parts: tuple[tuple[int, int], ...] = ()
    feast: bool = False


_ORDINAL = patterns.compile(r"\.?[ºª°]")
"""Behind a number: it counts ("o 9.º B" is a class)."""
MAX_TEXT = 3_000
"""So many characters of a text are read: a long message; a document is read in parts."""


@kept_for_short_texts(512)
def mentions(text: str, *, now: datetime, locale: str, zone: str | None = None) -> tuple[Mention, ...]:
    """The time phrases of a text in order, none overlapping. `zone`: ours, for a phrase that names another.
    What stands after MAX_TEXT characters is not read."""
    text = text[:MAX_TEXT]
    read = readings(text, now=now, locale=locale, zone=zone)
    told = (_mention(text, each) for each in weighed(text, read, now=now, locale=locale))
    return tuple(one for one in told if not _ORDINAL.match(text, one.offset + len(one.text)))


def _mention(text: str, found: Found) -> Mention:
    result = found.outcome
    return Mention(
        text=text[found.parts[0][0] : found.parts[-1][1]],
        offset=found.parts[0][0],
        start=result.start,
        end=result.end,
        grain=result.grain,
        sure=result.sure,
        has_date=result.has_date,
        has_time=result.has_time,
        all_day=result.all_day,
        kind=result.kind,
        duration=result.duration,
        parts=found.parts,
        feast=found.feast,
    )
