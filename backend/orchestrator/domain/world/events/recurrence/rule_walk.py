"""At which moments does one RRULE happen? RFC 5545, 3.3.10, walked period by period within bounds: from near the range
that is asked for on, to its end, and never for ever in a rule that nothing fulfils.

All of it is wall time. A period is a year, a month, a week, a day, an hour, a minute or a second; of the moments that
the rule means in one, BYSETPOS takes some. The start of a series is its first occurrence, whether the rule means it or
not.
"""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from orchestrator.domain.world.events.recurrence.recurrence_rule import Rule
from orchestrator.domain.world.events.recurrence.rule_days import DayParts, chosen, periods

MOST_LOOKED_AT = 100_000
"""Periods of a rule in one walk, of which most may not be meant."""
MOST_COUNTED = 1_000_000
"""Moments from the start of a series that counts them to the end of the range."""
_SECONDS = {"HOURLY": 3600, "MINUTELY": 60, "SECONDLY": 1}
_LAST_YEAR = date.max.year
_MARGIN = timedelta(days=8)
"""By so much what a period means may begin before it: the first week of a year, a day that SKIP moves back."""


def moments(rule: Rule, start: datetime, since: datetime, until: datetime) -> Iterator[datetime]:
    """The moments of the rule in [since, until), in order, the start left out unless the rule means it."""
    walk = _ticks if rule.freq in _SECONDS else _days
    end = until if rule.until is None else min(until, rule.until + timedelta(seconds=1))
    counted = 0 if _means(rule, start) else 1
    for looked_at, (before, one) in enumerate(walk(rule, start, since, end)):
        counted += 1
        over = looked_at > MOST_COUNTED or (rule.count is not None and before + counted > rule.count)
        if over or one >= end:
            return
        if one >= since:
            yield one


def _means(rule: Rule, start: datetime) -> bool:
    """Whether the rule means its own start; it is the first that is counted either way."""
    if rule.count is None:
        return True
    walk = _ticks if rule.freq in _SECONDS else _days
    first = next(walk(rule, start, start, start + timedelta(seconds=1)), None)
    return first is not None and first[1] == start


Walk = Iterator[tuple[int, datetime]]
"""(how many moments were passed over before the first one that is walked, the moment)."""


def _days(rule: Rule, start: datetime, since: datetime, end: datetime) -> Walk:
    parts = DayParts.of(rule, start.date())
    times = _times(rule, start.time())
    positions = rule.by.get("BYSETPOS", ())
    last_told = start - timedelta(seconds=1)
    ends = end + _MARGIN
    for looked_at, (first, last) in enumerate(periods(rule, start.date(), since.date())):
        if looked_at > MOST_LOOKED_AT or datetime.combine(first, time()) >= ends:
            return
        days = parts.within(first, last)
        if not positions:
            found = (datetime.combine(day, at) for day in days for at in times)
        else:
            numbers = chosen(len(days) * len(times), positions)
            found = (datetime.combine(days[one // len(times)], times[one % len(times)]) for one in numbers)
        for one in found:
            if one > last_told:  # with SKIP the end of one month and the beginning of the next are one day
                yield 0, one
                last_told = one


def _times(rule: Rule, own: time) -> list[time]:
    hours = rule.by.get("BYHOUR", (own.hour,))
    minutes = rule.by.get("BYMINUTE", (own.minute,))
    seconds = rule.by.get("BYSECOND", (own.second,))
    return sorted({time(hour, minute, second) for hour in hours for minute in minutes for second in seconds})


# Hours, minutes and seconds


def _ticks(rule: Rule, start: datetime, since: datetime, end: datetime) -> Walk:
    unit, own = _SECONDS[rule.freq], start.time()
    step = timedelta(seconds=unit * rule.interval)
    minute = own.minute if rule.freq == "HOURLY" else 0
    second = own.second if rule.freq != "SECONDLY" else 0
    origin = start - timedelta(minutes=minute, seconds=second)
    inside = _inside(rule, own)
    limits = _Limits(rule, start.date())
    number, before = 0, 0
    if since > origin and (rule.count is None or limits.none):
        number = (since - origin) // step
        passed = sum(1 for one in inside if origin + one < start)
        before = max(number * len(inside) - passed, 0)
    for _ in range(MOST_LOOKED_AT):
        at = origin + number * step
        if at >= end or at.year >= _LAST_YEAR:
            return
        following = limits.next_after(at)
        if following is not None:
            number = -((origin - following) // step)
            continue
        for one in inside:
            if at + one >= start:
                yield before, at + one
        number += 1


def _inside(rule: Rule, own: time) -> list[timedelta]:
    """What the rule means in each of its hours, minutes or seconds, from its beginning on."""
    minutes = rule.by.get("BYMINUTE", (own.minute,)) if rule.freq == "HOURLY" else (0,)
    seconds = rule.by.get("BYSECOND", (own.second,)) if rule.freq != "SECONDLY" else (0,)
    found = sorted({timedelta(minutes=minute, seconds=second) for minute in minutes for second in seconds})
    return [found[one] for one in chosen(len(found), rule.by.get("BYSETPOS", ()))]


class _Limits:
    """The days, hours, minutes and seconds outside of which a rule of hours, minutes or seconds does not happen."""

    def __init__(self, rule: Rule, start: date) -> None:
        self._parts = DayParts.of(rule, start)
        by = rule.by
        self._hours = frozenset(by.get("BYHOUR", range(24)))
        self._minutes = frozenset(by.get("BYMINUTE", range(60)) if rule.freq != "HOURLY" else range(60))
        self._seconds = frozenset(by.get("BYSECOND", range(60)) if rule.freq == "SECONDLY" else range(60))
        self._known: tuple[date, bool] = (date.min, False)
        everything = len(self._hours) == 24 and len(self._minutes) == 60 and len(self._seconds) == 60
        self.none = everything and self._parts.every
        """Whether there are none."""

    def next_after(self, at: datetime) -> datetime | None:
        """Where to look next; None where `at` itself is inside."""
        if not self._is_day(at.date()):
            return datetime.combine(at.date(), time()) + timedelta(days=1)
        if at.hour not in self._hours:
            return at.replace(minute=0, second=0) + timedelta(hours=1)
        if at.minute not in self._minutes:
            return at.replace(second=0) + timedelta(minutes=1)
        return None if at.second in self._seconds else at + timedelta(seconds=1)

    def _is_day(self, day: date) -> bool:
        if self._known[0] != day:
            self._known = (day, self._parts.fits(day))
        return self._known[1]
