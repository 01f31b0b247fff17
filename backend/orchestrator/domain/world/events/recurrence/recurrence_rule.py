"""What does one RRULE say, and what do the times beside it? Checked by RFC 5545, so that a wrong rule is refused by
name rather than read as another one. Everything is wall time in the event's own zone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from math import prod
from zoneinfo import ZoneInfo

from orchestrator.kit import patterns
from orchestrator.kit.zones import EARLIEST, LATEST, named_zone, to_wall, wall_time

_STAMP = patterns.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?")
_DAY = patterns.compile(r"([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)")
_NUMBER = patterns.compile(r"[+-]?\d{1,9}")
_TZID = patterns.compile(r"(?i);TZID=\"?([^;:\"]+)")
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
    "BYSECOND": (0, 60),
}
_NEGATIVE = frozenset({"BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYSETPOS"})
_NOT_WITH: Mapping[str, frozenset[str]] = {
    "BYWEEKNO": frozenset(FREQUENCIES) - {"YEARLY"},
    "BYYEARDAY": frozenset({"DAILY", "WEEKLY", "MONTHLY"}),
    "BYMONTHDAY": frozenset({"WEEKLY"}),
}
"""RFC 5545, 3.3.10."""
_LONGEST = {2: 29, 4: 30, 6: 30, 9: 30, 11: 30}
_LAST_SECOND = time(23, 59, 59)
_SKIPS = ("OMIT", "BACKWARD", "FORWARD")
PARTS = frozenset(_RANGES) | {"FREQ", "COUNT", "UNTIL", "INTERVAL", "WKST", "BYDAY", "RSCALE", "SKIP"}
MOST_INTERVAL = 100_000_000
"""Of seconds three years."""
MOST_COUNT = 1_000_000
MOST_VALUES = 1_000
"""Of one part: more than there are days, from the beginning and the end of a year."""
MOST_TIMES = 1_440
"""Of one day, by BYHOUR, BYMINUTE and BYSECOND together, where BYSETPOS does not choose among them: each minute."""


@dataclass(frozen=True)
class Weekday:
    """A day of the week, 0 = Monday; `nth` of the month or year, 0 = every."""

    day: int
    nth: int = 0


@dataclass(frozen=True)
class Rule:
    """One RRULE. `until` is wall time in the event's zone, inclusive. `by`: the numeric parts. `skip`: what becomes of
    days that a month or year has not (RFC 7529): OMIT, BACKWARD or FORWARD."""

    freq: str
    interval: int
    count: int | None
    until: datetime | None
    by: Mapping[str, tuple[int, ...]]
    days: tuple[Weekday, ...]
    week_start: int
    skip: str = "OMIT"


def read_rule(text: str, zone: str, *, all_day: bool) -> Rule:
    parts = _parts(text)
    freq = parts.pop("FREQ", "")
    if freq not in FREQUENCIES:
        raise ValueError(f"FREQ is one of {', '.join(FREQUENCIES)}")
    if all_day and freq in FREQUENCIES[4:]:
        raise ValueError("a whole day does not happen several times a day")
    count = _whole("COUNT", parts.pop("COUNT"), 1, MOST_COUNT) if "COUNT" in parts else None
    until = _until(parts.pop("UNTIL"), zone, all_day=all_day) if "UNTIL" in parts else None
    if count is not None and until is not None:
        raise ValueError("COUNT and UNTIL exclude each other")
    interval = _whole("INTERVAL", parts.pop("INTERVAL", "1"), 1, MOST_INTERVAL)
    week_start = parts.pop("WKST", "MO")
    if week_start not in WEEKDAYS:
        raise ValueError("WKST is a weekday, like MO")
    skip = _skip(parts)
    days = _days(parts.pop("BYDAY", ""), freq, parts)
    by = {name: _numbers(name, content) for name, content in parts.items()}
    _check(freq, by, len(days) or 1)
    if all_day:
        by = {name: values for name, values in by.items() if name not in {"BYHOUR", "BYMINUTE", "BYSECOND"}}
    return Rule(freq, interval, count, until, by, days, WEEKDAYS.index(week_start), skip)


def _parts(text: str) -> dict[str, str]:
    parts: dict[str, str] = {}
    for part in text.strip().strip(";").split(";"):
        name, equals, content = part.partition("=")
        name = name.strip().upper()
        if not equals or not content.strip():
            raise ValueError(f"this is no part of a rule: {part[:40]}")
        if name in parts:
            raise ValueError(f"{name[:40]} is there twice")
        if name not in PARTS:
            raise ValueError(f"{name[:40]} is not known")
        parts[name] = content.strip() if name == "UNTIL" else content.strip().upper()
    return parts


def _skip(parts: dict[str, str]) -> str:
    """RFC 7529: the calendar in which the rule counts, which is ours, and what becomes of days that it has not."""
    scale, skip = parts.pop("RSCALE", None), parts.pop("SKIP", "OMIT")
    if scale not in {None, "GREGORIAN"}:
        raise ValueError(f"RSCALE={str(scale)[:40]} is not known here, only GREGORIAN")
    if skip not in _SKIPS or (scale is None and skip != "OMIT"):
        raise ValueError(f"SKIP is one of {', '.join(_SKIPS)}, beside RSCALE=GREGORIAN")
    return skip


def _until(text: str, zone: str, *, all_day: bool) -> datetime:
    day, clock, rest = text.partition("T")
    if all_day and clock and rest.upper().rstrip("Z") == "000000":
        text = day  # the midnight of a day, whose else than in UTC it may be
    (value,) = stamps(text, "", zone)
    if not isinstance(value, datetime):
        value = datetime.combine(value, _LAST_SECOND)
    return min(max(value, EARLIEST), LATEST)  # the year 9999 is how some calendars write "for ever"


def _days(text: str, freq: str, parts: Mapping[str, str]) -> tuple[Weekday, ...]:
    found: dict[Weekday, None] = {}
    _check_length("BYDAY", text)
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
    _check_length(name, text)
    values = dict.fromkeys(_whole(name, one, low, high) for one in text.split(","))
    if name in _NEGATIVE and 0 in values:
        raise ValueError(f"{name} is never 0")
    if name == "BYSECOND":  # a leap second is the one before it, where there is none (RFC 5545, 3.3.12)
        values = dict.fromkeys(min(one, _LAST_SECOND.second) for one in values)
    return tuple(values)


def _check_length(name: str, text: str) -> None:
    if text.count(",") > MOST_VALUES:
        raise ValueError(f"{name} has at most {MOST_VALUES:,} values")


def _whole(name: str, text: str, low: int, high: int) -> int:
    if not _NUMBER.fullmatch(text.strip()):
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
    times = prod(len(by.get(name, (0,))) for name in ("BYHOUR", "BYMINUTE", "BYSECOND"))
    if freq in FREQUENCIES[:4] and times > MOST_TIMES and "BYSETPOS" not in by:
        raise ValueError(f"it happens at most {MOST_TIMES:,} times a day")
    if positions := by.get("BYSETPOS"):
        most = _most_in_a_period(freq, by, weekdays)
        if all(abs(one) > most for one in positions):
            raise ValueError(f"BYSETPOS counts to {most:,} at most here")


def _most_in_a_period(freq: str, by: Mapping[str, tuple[int, ...]], weekdays: int) -> int:
    """How often a rule may happen in one of its periods."""
    days = {"YEARLY": 366, "MONTHLY": 31, "WEEKLY": weekdays}.get(freq, 1)
    coarser = FREQUENCIES.index(freq)
    times = (("BYHOUR", "HOURLY"), ("BYMINUTE", "MINUTELY"), ("BYSECOND", "SECONDLY"))
    return days * prod(len(by.get(name, (0,))) for name, unit in times if coarser < FREQUENCIES.index(unit))


def mended(text: str) -> tuple[str, list[str]]:
    """A rule of a file without the parts that say nothing or nothing known, and what was left out. What is said wrong
    of a day or a time, and a COUNT below 1, stays: without it the rule would be another one, or never end, and
    `read_rule` refuses it."""
    kept: dict[str, str] = {}
    left_out: list[str] = []
    for part in text.split(";"):
        name, _, content = (one.strip() for one in part.partition("="))
        name, content = name.upper(), content.strip(", \t")
        if not part.strip():
            continue
        wrong = _wrong_part(name, content, kept)
        if wrong:
            left_out.append(f"{name[:40]} {wrong}")
        else:
            kept[name] = content
    if "UNTIL" in kept and kept.pop("COUNT", ""):
        left_out.append("COUNT does not go with UNTIL")
    return ";".join(f"{name}={content}" for name, content in kept.items()), left_out


def _wrong_part(name: str, content: str, kept: Mapping[str, str]) -> str:
    if name not in PARTS:
        return "is not known"
    if not content:
        return "is empty"
    if name in kept:
        return "is there twice"
    try:
        if name == "INTERVAL":
            _whole(name, content, 1, MOST_INTERVAL)
        if name == "COUNT":
            _whole(name, content, -MOST_COUNT, MOST_COUNT)
    except ValueError as error:
        return str(error).removeprefix(f"{name} ")
    return "is no weekday" if name == "WKST" and content.upper() not in WEEKDAYS else ""


# Times


def stamps(text: str, parameters: str, zone: str) -> Iterator[datetime | date]:
    """The dates and wall times (in `zone`) of a content."""
    told = _TZID.search(parameters)
    own = _zone(told[1]) if told else None
    for one in filter(None, (part.strip() for part in text.split(","))):
        value = _stamp(one.partition("/")[0])
        if not isinstance(value, datetime):
            yield value
            continue
        if value.tzinfo is None and own is not None:
            value = value.replace(tzinfo=own)
        yield _wall(value, zone) if value.tzinfo is not None else value


def is_kept(value: datetime | date) -> bool:
    """Whether it is of the years that every zone and the database can tell."""
    return EARLIEST.year <= value.year < LATEST.year


def _wall(value: datetime, zone: str) -> datetime:
    """In `zone`; as it stands where it is of a year that no zone may be able to tell."""
    return to_wall(value, zone) if is_kept(value) else value.replace(tzinfo=None)


def _zone(name: str) -> ZoneInfo:
    try:
        return named_zone(name)
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
