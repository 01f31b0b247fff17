"""Where do the days of the demo life lie? Around the day on which it is written, so that there is something ahead.

In `life.json` a text that begins with `@` is one of: `@zone`; `@+3`, `@-2T09:30`, `@0T08:05Z` (days from today, with a
local or UTC time); `@mon-8T09:30` (the Monday eight weeks before this week's); `@birthday+12 1986` (the day of the year
that comes in twelve days, in 1986).
"""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from orchestrator.kit import patterns

_DAY = patterns.compile(r"@([+-]?\d{1,4})(T\d\d:\d\d)?(Z?)")
_WEEKDAY = patterns.compile(r"@(mon|tue|wed|thu|fri|sat|sun)([+-]\d{1,3})(T\d\d:\d\d)?")
_BIRTHDAY = patterns.compile(r"@birthday([+-]\d{1,3}) (\d{4})")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def dated(value: Any, today: date, zone: str) -> Any:
    """The same with each `@…` put as what it stands for. Raises ValueError for one that stands for nothing."""
    if isinstance(value, Mapping):
        return {name: dated(one, today, zone) for name, one in value.items()}
    if isinstance(value, list):
        return [dated(one, today, zone) for one in value]
    if isinstance(value, str) and value.startswith("@"):
        return zone if value == "@zone" else _moment(value, today)
    return value


def _moment(text: str, today: date) -> str:
    if found := _DAY.fullmatch(text):
        day = today + timedelta(days=int(found[1]))
        return f"{day.isoformat()}{found[2] or ''}{':00Z' if found[3] else ''}"
    if found := _WEEKDAY.fullmatch(text):
        monday = today - timedelta(days=today.weekday())
        day = monday + timedelta(weeks=int(found[2]), days=_WEEKDAYS.index(found[1]))
        return f"{day.isoformat()}{found[3] or ''}"
    if found := _BIRTHDAY.fullmatch(text):
        day = today + timedelta(days=int(found[1]))
        return f"{found[2]}-{day.month:02d}-{min(day.day, 28) if day.month == 2 else day.day:02d}"
    msg = f"{text!r} is no day"
    raise ValueError(msg)
