"""Which days of a period (a year, a month, a week, one day) does one RRULE mean? The BY parts of RFC 5545, 3.3.10, that
speak of days, what they leave open taken from the start, and RFC 7529's SKIP for days that a month or year has not."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from orchestrator.domain.world.events.recurrence.recurrence_rule import Rule

_LAST = date(9998, 12, 24)
"""What is counted from a day stays inside the calendar."""
_WEEK = 7
_DECEMBER = 12


@dataclass(frozen=True)
class DayParts:
    """What a rule says of days. `weekdays`: those not counted; `nth`: (weekday, which one), counted in the month or,
    with `of_year`, in the year. None: says nothing, every day fits."""

    months: frozenset[int] | None
    month_days: frozenset[int] | None
    year_days: frozenset[int] | None
    weeks: frozenset[int] | None
    weekdays: frozenset[int] | None
    nth: frozenset[tuple[int, int]]
    of_year: bool
    week_start: int
    skip: str

    @classmethod
    def of(cls, rule: Rule, start: date) -> "DayParts":
        """The parts of a rule of a series that starts on `start`, which says what the rule does not: "each year in
        January" is on its day of the month, "each year in week 20" on its weekday."""
        parts = {name: frozenset(values) for name, values in rule.by.items()}
        weekdays = frozenset(one.day for one in rule.days if not one.nth) if rule.days else None
        said = rule.days or parts.keys() & {"BYMONTHDAY", "BYYEARDAY"}
        if not said and (rule.freq == "WEEKLY" or "BYWEEKNO" in parts):
            weekdays = frozenset({start.weekday()})
        elif not said and rule.freq in {"MONTHLY", "YEARLY"}:
            parts["BYMONTHDAY"] = frozenset({start.day})
            if rule.freq == "YEARLY":
                parts.setdefault("BYMONTH", frozenset({start.month}))
        return cls(
            parts.get("BYMONTH"),
            parts.get("BYMONTHDAY"),
            parts.get("BYYEARDAY"),
            parts.get("BYWEEKNO"),
            weekdays,
            frozenset((one.day, one.nth) for one in rule.days if one.nth),
            of_year=rule.freq == "YEARLY" and "BYMONTH" not in rule.by,
            week_start=rule.week_start,
            skip=rule.skip,
        )

    @property
    def every(self) -> bool:
        """Whether every day fits."""
        said = (self.months, self.month_days, self.year_days, self.weeks, self.weekdays)
        return all(one is None for one in said)

    def within(self, first: date, last: date) -> list[date]:
        """The days of [first, last] that fit, in order; with SKIP also those outside that stand for one inside."""
        if self.every and first == last:  # a rule of days, whose every period is one
            return [first]
        found = {day for day in self._candidates(first, last) if self.fits(day)}
        if self.skip != "OMIT":
            found.update(self._instead(first, last))
        return sorted(found)

    def fits(self, day: date) -> bool:
        """Whether the rule means this day."""
        if self.months is not None and day.month not in self.months:
            return False
        if self.month_days is not None and not self._is_month_day(day):
            return False
        if self.year_days is not None and not self._is_year_day(day):
            return False
        return self._is_weekday(day) and (self.weeks is None or self._is_in_week(day))

    def _candidates(self, first: date, last: date) -> Iterator[date]:
        """The days of [first, last] but for months that are not meant at all."""
        day = first
        while day <= last:
            if self.months is not None and day.month not in self.months:
                day = _next_month(day)
                continue
            yield day
            day += timedelta(days=1)

    def _is_month_day(self, day: date) -> bool:
        assert self.month_days is not None
        return day.day in self.month_days or day.day - month_length(day.year, day.month) - 1 in self.month_days

    def _is_year_day(self, day: date) -> bool:
        assert self.year_days is not None
        number = day.toordinal() - date(day.year, 1, 1).toordinal() + 1
        return number in self.year_days or number - year_length(day.year) - 1 in self.year_days

    def _is_weekday(self, day: date) -> bool:
        if self.weekdays is None:
            return True
        weekday = day.weekday()
        if weekday in self.weekdays:
            return True
        if not self.nth:
            return False
        if self.of_year:
            at, length = day.toordinal() - date(day.year, 1, 1).toordinal(), year_length(day.year)
        else:
            at, length = day.day - 1, month_length(day.year, day.month)
        forward, backward = at // _WEEK + 1, -((length - at - 1) // _WEEK + 1)
        return (weekday, forward) in self.nth or (weekday, backward) in self.nth

    def _is_in_week(self, day: date) -> bool:
        assert self.weeks is not None
        year = year_of_weeks(day, self.week_start)
        begins = week_one(year, self.week_start)
        weeks = (week_one(year + 1, self.week_start) - begins).days // _WEEK
        number = (day - begins).days // _WEEK + 1
        return number in self.weeks or number - weeks - 1 in self.weeks

    # RFC 7529

    def _instead(self, first: date, last: date) -> Iterator[date]:
        """What stands for days of [first, last] that there are not, as SKIP says."""
        for missing in (*self._missing_month_days(first, last), *self._missing_year_days(first, last)):
            before, after = missing
            day = after if self.skip == "FORWARD" else before
            if self._is_weekday(day):
                yield day

    def _missing_month_days(self, first: date, last: date) -> Iterator[tuple[date, date]]:
        """(the day before, the day after) each day of a month that it has not."""
        begins = first.replace(day=1)
        while self.month_days is not None and begins <= last:
            if self.months is None or begins.month in self.months:
                length = month_length(begins.year, begins.month)
                yield from _around(begins, length, self.month_days)
            begins = _next_month(begins)

    def _missing_year_days(self, first: date, last: date) -> Iterator[tuple[date, date]]:
        for year in range(first.year, last.year + 1):
            yield from _around(date(year, 1, 1), year_length(year), self.year_days or ())


def _around(begins: date, length: int, numbers: Iterable[int]) -> Iterator[tuple[date, date]]:
    ends = begins + timedelta(days=length - 1)
    for number in numbers:
        if number > length:
            yield ends, ends + timedelta(days=1)
        elif number < -length:
            yield begins - timedelta(days=1), begins


def periods(rule: Rule, start: date, since: date) -> Iterator[tuple[date, date]]:
    """The (first, last) days of the rule's years, months, weeks or days in order; the first is that of `start` or, of a
    rule that does not count, one shortly before `since`."""
    ahead = max((since - start).days, 0) if rule.count is None else 0
    if rule.freq in {"YEARLY", "MONTHLY"}:
        months = rule.interval * (_DECEMBER if rule.freq == "YEARLY" else 1)
        begins = start.year * _DECEMBER + (0 if rule.freq == "YEARLY" else start.month - 1)
        if "BYWEEKNO" in rule.by:
            yield from _weeks_of_years(rule, start, ahead)
            return
        begins += max(ahead // 31 // months - 1, 0) * months
        while begins // _DECEMBER < _LAST.year:
            first = date(begins // _DECEMBER, begins % _DECEMBER + 1, 1)
            last = date(first.year, _DECEMBER, 31) if rule.freq == "YEARLY" else _next_month(first) - timedelta(days=1)
            yield first, last
            begins += months
        return
    size = _WEEK if rule.freq == "WEEKLY" else 1
    step = rule.interval * size
    at = start.toordinal() - ((start.weekday() - rule.week_start) % _WEEK if size == _WEEK else 0)
    at += max(ahead // step - 1, 0) * step
    while at < _LAST.toordinal():
        yield date.fromordinal(at), date.fromordinal(at + size - 1)
        at += step


def _weeks_of_years(rule: Rule, start: date, ahead: int) -> Iterator[tuple[date, date]]:
    """Years from the first day of their first week to the last day of their last; the first year is that whose week
    holds the start."""
    year = year_of_weeks(start, rule.week_start)
    year += max(ahead // 371 // rule.interval - 1, 0) * rule.interval
    while year < _LAST.year:
        yield week_one(year, rule.week_start), week_one(year + 1, rule.week_start) - timedelta(days=1)
        year += rule.interval


def year_of_weeks(day: date, week_start: int) -> int:
    """The year to which the week of a day belongs."""
    return next(one for one in (day.year + 1, day.year, day.year - 1) if week_one(one, week_start) <= day)


def week_one(year: int, week_start: int) -> date:
    """The first day of the first week with four days in the year; weeks begin on `week_start` (0 = Monday)."""
    fourth = date(year, 1, 4)
    return fourth - timedelta(days=(fourth.weekday() - week_start) % _WEEK)


def month_length(year: int, month: int) -> int:
    """How many days a month has."""
    return (_next_month(date(year, month, 1)) - date(year, month, 1)).days


def year_length(year: int) -> int:
    """How many days a year has."""
    return 366 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 365


def _next_month(day: date) -> date:
    return date(day.year + day.month // _DECEMBER, day.month % _DECEMBER + 1, 1)


def chosen(count: int, positions: Sequence[int]) -> list[int]:
    """Which of `count` things in order BYSETPOS means, from 0 on; all where it says nothing."""
    if not positions:
        return list(range(count))
    return sorted({one - 1 if one > 0 else count + one for one in positions if abs(one) <= count})
