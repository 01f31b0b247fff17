"""What does a written time mean in a zone, which instant is it, and does the clock show it once, twice or never?"""

from datetime import UTC, date, datetime, time
from functools import cache
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from orchestrator.kit import patterns

Daylight = Literal["gap", "fold"]


_DIGITS = patterns.compile(r"[+-]?[\d.]+")
_WEEK = patterns.compile(r"\d{4}-?[Ww]\d")
EARLIEST = datetime(1000, 1, 1)  # noqa: DTZ001  (wall time)
LATEST = datetime(9000, 1, 1)  # noqa: DTZ001


LONGEST_NAME = 64
"""The longest of the IANA database has 32 characters."""


@cache
def zone_names() -> frozenset[str]:
    """The names of the IANA database. `available_timezones` walks through 600 files each time: 10 ms."""
    return frozenset(available_timezones())


def named_zone(name: str) -> ZoneInfo:
    """The zone of an IANA name. `ZoneInfo` alone goes a step deeper for each slash of whatever it is given. Raises
    ZoneInfoNotFoundError, ValueError, OSError, as it does."""
    if len(name) > LONGEST_NAME:
        raise ZoneInfoNotFoundError(f"{name[:LONGEST_NAME]!r} is no time zone")
    return ZoneInfo(name)


def wall_time(value: object) -> datetime | date | None:
    """An ISO date or date and time, with or without an offset; an empty string is None. Raises ValueError."""
    if value is None or value == "":
        return None
    if isinstance(value, datetime):
        return value
    if isinstance(value, date):
        return value
    if not isinstance(value, str):
        msg = "a time is written as ISO 8601, like 2026-11-27T10:00:00 or 2026-11-27"
        raise ValueError(msg)
    text = value.strip()
    try:
        if _WEEK.match(text):
            raise ValueError(text)  # "2026-W49" is seven days, which Python reads as the first of them
        return date.fromisoformat(text) if len(text) == len("2026-11-27") else datetime.fromisoformat(text)
    except ValueError as error:
        msg = "a time is written as ISO 8601, like 2026-11-27T10:00:00 or 2026-11-27"
        raise ValueError(msg) from error


def written(value: object) -> object:
    """A time as a client wrote it, trimmed, for who parses it: ISO 8601, or a `datetime`. A number is none, nor are
    digits alone: they would be read as seconds since 1970. Raises ValueError."""
    if isinstance(value, datetime | date) or value is None:
        return value
    if not isinstance(value, str) or _DIGITS.fullmatch(value.strip()):
        msg = "a time is written out with its offset, like 2026-11-27T10:00:00Z"
        raise ValueError(msg)
    return value.strip()


def local(value: datetime | date, zone: str, *, at: time = time()) -> datetime:
    """`value` as naive wall time in `zone`, to the second; a date stands for `at` of that day. Raises ValueError
    outside the years that every zone and the database can tell."""
    if not isinstance(value, datetime):
        value = datetime.combine(value, at)
    if value.tzinfo is not None:
        value = value.astimezone(named_zone(zone))
    value = value.replace(tzinfo=None, microsecond=0, fold=0)
    if not EARLIEST <= value < LATEST:
        msg = "the year is out of range"
        raise ValueError(msg)
    return value


def to_utc(wall: datetime, zone: str) -> datetime:
    """The instant of naive `wall` in `zone` (IANA): the first of two, and past a gap by as much as the clock jumps."""
    return wall.replace(tzinfo=named_zone(zone), fold=0).astimezone(UTC)


def to_wall(moment: datetime, zone: str) -> datetime:
    """An aware `moment` as naive wall time in `zone`."""
    return moment.astimezone(named_zone(zone)).replace(tzinfo=None, fold=0)


def daylight(wall: datetime, zone: str) -> Daylight | None:
    """ "gap": the clock jumps over this wall time that day; "fold": it shows it twice."""
    known = named_zone(zone)
    first = wall.replace(tzinfo=known, fold=0).utcoffset()
    second = wall.replace(tzinfo=known, fold=1).utcoffset()
    if first is None or second is None or first == second:
        return None
    return "gap" if first < second else "fold"
