"""What does one RRULE say, and what do the times beside it? Checked by RFC 5545, so that a wrong rule is refused by
name rather than read as another one. Everything is wall time in the event's own zone."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from orchestrator.kit.zones import to_wall, wall_time

_STAMP = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?")
_DAY = re.compile(r"([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)")
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
FREQUENCIES = ("YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY")
_RANGES: Mapping[str, tuple[int, int]] = {
    "BYMONTH": (1, 12),
    "BYMONTHDAY": (-31, 31),
    "BYYEARDAY": (-366, 366),
    "BYWEEKNO": (-53, 53),
    "BYSETPOS": (-366, 366),
    "BYHOUR": (0, 23),
    "BYMINUTE": (0, 59),
    "BYSECOND": (0, 59),
}
_NEGATIVE = frozenset({"BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYSETPOS"})
_NOT_WITH: Mapping[str, frozenset[str]] = {
    "BYWEEKNO": frozenset(FREQUENCIES) - {"YEARLY"},
    "BYYEARDAY": frozenset({"DAILY", "WEEKLY", "MONTHLY"}),
    "BYMONTHDAY": frozenset({"WEEKLY"}),
    "BYSETPOS": frozenset({"DAILY", "HOURLY", "MINUTELY", "SECONDLY"}),
}
"""RFC 5545, 3.3.10; BYSETPOS within a day says nothing that the hours do not."""
_LONGEST = {2: 29, 4: 30, 6: 30, 9: 30, 11: 30}
_LAST_SECOND = time(23, 59, 59)
MOST_INTERVAL = 100_000
MOST_COUNT = 1_000_000
MOST_TIMES = 1_440
"""Of one day, by BYHOUR, BYMINUTE and BYSECOND together: each minute."""


@dataclass(frozen=True)
class Weekday:
    """A day of the week, 0 = Monday; `nth` of the month or year, 0 = every."""

    day: int
    nth: int = 0


@dataclass(frozen=True)
class Rule:
    """One RRULE. `until` is wall time in the event's zone, inclusive. `by`: the numeric parts."""

    freq: str
    interval: int
    count: int | None
    until: datetime | None
    by: Mapping[str, tuple[int, ...]]
    days: tuple[Weekday, ...]
    week_start: int


def read_rule(text: str, zone: str, *, all_day: bool) -> Rule:
    parts = _parts(text)
    freq = parts.pop("FREQ", "")
    if freq not in FREQUENCIES:
        raise ValueError(f"FREQ is one of {', '.join(FREQUENCIES)}")
    if all_day and freq in FREQUENCIES[4:]:
        raise ValueError("a whole day does not happen several times a day")
    count = _whole("COUNT", parts.pop("COUNT"), 1, MOST_COUNT) if "COUNT" in parts else None
    until = _until(parts.pop("UNTIL"), zone) if "UNTIL" in parts else None
    if count is not None and until is not None:
        raise ValueError("COUNT and UNTIL exclude each other")
    interval = _whole("INTERVAL", parts.pop("INTERVAL", "1"), 1, MOST_INTERVAL)
    week_start = parts.pop("WKST", "MO")
    if week_start not in WEEKDAYS:
        raise ValueError("WKST is a weekday, like MO")
    days = _days(parts.pop("BYDAY", ""), freq, parts)
    by = {name: _numbers(name, content) for name, content in parts.items()}
    _check(freq, by, len(days) or 1)
    if all_day:
        by = {name: values for name, values in by.items() if name not in {"BYHOUR", "BYMINUTE", "BYSECOND"}}
    return Rule(freq, interval, count, until, by, days, WEEKDAYS.index(week_start))


def _parts(text: str) -> dict[str, str]:
    parts: dict[str, str] = {}
    for part in text.strip().strip(";").split(";"):
        name, equals, content = part.partition("=")
        name = name.strip().upper()
        if not equals or not content.strip():
            raise ValueError(f"this is no part of a rule: {part[:40]}")
        if name in parts:
            raise ValueError(f"{name[:40]} is there twice")
        if name not in _RANGES and name not in {"FREQ", "COUNT", "UNTIL", "INTERVAL", "WKST", "BYDAY"}:
            raise ValueError(f"{name[:40]} is not known")
        parts[name] = content.strip() if name == "UNTIL" else content.strip().upper()
    return parts


def _until(text: str, zone: str) -> datetime:
    (value,) = stamps(text, "", zone)
    if isinstance(value, datetime):
        return value
    return datetime.combine(value, _LAST_SECOND)


def _days(text: str, freq: str, parts: Mapping[str, str]) -> tuple[Weekday, ...]:
    found: dict[Weekday, None] = {}
    for one in filter(None, (part.strip() for part in text.split(","))):
        match = _DAY.fullmatch(one)
        if match is None:
            raise ValueError(f"BYDAY holds weekdays, like MO or -1FR, not {one[:20]}")
        nth = int(match[1] or 0)
        if (match[1] and nth == 0) or abs(nth) > 53:
            raise ValueError("BYDAY counts from 1 to 53")
        if nth and (freq not in {"YEARLY", "MONTHLY"} or "BYWEEKNO" in parts):
            raise ValueError("BYDAY is counted (2MO) in months and years only")
        found[Weekday(WEEKDAYS.index(match[2]), nth)] = None
    return tuple(found)


def _numbers(name: str, text: str) -> tuple[int, ...]:
    low, high = _RANGES[name]
    values = dict.fromkeys(_whole(name, one, low, high) for one in text.split(","))
    if name in _NEGATIVE and 0 in values:
        raise ValueError(f"{name} is never 0")
    return tuple(values)


def _whole(name: str, text: str, low: int, high: int) -> int:
    if not re.fullmatch(r"[+-]?\d{1,9}", text.strip()):
        raise ValueError(f"{name} is a whole number, not {text[:20]}")
    value = int(text)
    if not low <= value <= high:
        raise ValueError(f"{name} lies between {low} and {high}")
    return value


def _check(freq: str, by: Mapping[str, tuple[int, ...]], weekdays: int) -> None:
    for name in by:
        if freq in _NOT_WITH.get(name, frozenset()):
            raise ValueError(f"{name} does not go with FREQ={freq}")
    months, monthdays = by.get("BYMONTH", ()), by.get("BYMONTHDAY", ())
    longest = max((_LONGEST.get(month, 31) for month in months), default=31)
    if monthdays and all(abs(day) > longest for day in monthdays):
        raise ValueError("this day is in none of these months")
    times = len(by.get("BYHOUR", (0,))) * len(by.get("BYMINUTE", (0,))) * len(by.get("BYSECOND", (0,)))
    if freq in FREQUENCIES[:4] and times > MOST_TIMES:
        raise ValueError(f"it happens at most {MOST_TIMES:,} times a day")
    if positions := by.get("BYSETPOS"):
        most = {"WEEKLY": weekdays, "MONTHLY": 31}.get(freq, 366) * times
        if all(abs(one) > most for one in positions):
            raise ValueError(f"BYSETPOS counts to {most} at most here")


# Times


def stamps(text: str, parameters: str, zone: str) -> Iterator[datetime | date]:
    """The dates and wall times (in `zone`) of a content."""
    told = re.search(r";TZID=\"?([^;:\"]+)", parameters, re.IGNORECASE)
    own = _zone(told[1]) if told else None
    for one in filter(None, (part.strip() for part in text.split(","))):
        value = _stamp(one.partition("/")[0])
        if not isinstance(value, datetime):
            yield value
            continue
        if value.tzinfo is None and own is not None:
            value = value.replace(tzinfo=own)
        yield to_wall(value, zone) if value.tzinfo is not None else value


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError) as error:
        raise ValueError(f"TZID={name[:60]} is no IANA zone") from error


def _stamp(text: str) -> datetime | date:
    match = _STAMP.fullmatch(text.upper())
    try:
        if match is None:
            value = wall_time(text)
        elif match[4] is None:
            return date(int(match[1]), int(match[2]), int(match[3]))
        else:
            value = datetime.strptime(text.upper().rstrip("Z"), "%Y%m%dT%H%M%S")  # noqa: DTZ007
            value = value.replace(tzinfo=ZoneInfo("UTC")) if match[7] else value
    except ValueError as error:
        raise ValueError(f"this is no time: {text[:40]}") from error
    if value is None:
        raise ValueError("a time is missing")
    return value
