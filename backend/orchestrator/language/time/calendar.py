"""Which day does a date mean that is known in part, and where does a week, a quarter, a weekend begin?

Pure date arithmetic: `shifted`, `period`, `occurrence` (the first fitting day from a day on, or the last before it),
`merged` (two parts said of one date). Weeks begin on Monday unless told.
"""

import calendar
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from orchestrator.language.time.semantics import Feast, Length, Span, Spec

DAY = timedelta(days=1)
# "Friday the 13th" comes at least once in 14 months; 29 February once in eight years.
_MONTHS_AHEAD = 14
_YEARS_AHEAD = 8
_SOUGHT = timedelta(days=45)
_FIRST, _LAST = date(1, 1, 8), date(9998, 12, 24)

UNIT_MONTHS = {"month": 1, "quarter": 3, "semester": 6, "year": 12, "decade": 120, "century": 1200}
UNIT_MINUTES = {
    "second": 1 / 60,
    "minute": 1.0,
    "hour": 60.0,
    "day": 1440.0,
    "business day": 1440.0,
    "week": 10080.0,
    "weekend": 10080.0,
    "fortnight": 20160.0,
}


def midnight(day: date) -> datetime:
    """Where a day begins."""
    return datetime.combine(day, time())


def length(unit: str, count: float) -> Length:
    """So many of a unit; half months and years are counted in whole months or days."""
    if unit in UNIT_MONTHS:
        months = UNIT_MONTHS[unit] * count
        return Length(unit, count, months=int(months), minutes=round((months - int(months)) * 30) * 1440.0)
    return Length(unit, count, minutes=UNIT_MINUTES[unit] * count)


def add_months(day: date, months: int) -> date | None:
    """The same day so many months on; the last of a shorter month; None outside the calendar."""
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    if not _FIRST.year <= year <= _LAST.year:
        return None
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def shifted(moment: datetime, size: Length, sign: int) -> datetime | None:
    """The moment moved by a length, or None outside the calendar."""
    if abs(size.count) > 100_000:
        return None
    if size.unit == "business day":
        return datetime.combine(_business(moment.date(), int(size.count) * sign), moment.time())
    day = add_months(moment.date(), sign * size.months)
    if day is None:
        return None
    try:
        return datetime.combine(day, moment.time()) + sign * timedelta(minutes=size.minutes)
    except OverflowError:
        return None


def _business(day: date, count: int) -> date:
    step = DAY if count > 0 else -DAY
    for _ in range(min(abs(count), 1000)):
        day += step
        while day.weekday() > 4:
            day += step
    return day


def period(day: date, unit: str, week_start: int = 0) -> tuple[date, date]:
    """The calendar unit that holds the day, end exclusive. `week_start`: the weekday with which weeks begin; a weekend
    is a Saturday and the Sunday after it all the same."""
    if unit in ("day", "business day"):
        return day, day + DAY
    if unit in ("week", "fortnight"):
        opens = day - timedelta(days=(day.weekday() - week_start) % 7)
        return opens, opens + timedelta(days=7)
    monday = day - timedelta(days=day.weekday())
    if unit == "working week":
        return monday, monday + timedelta(days=5)
    if unit == "weekend":
        return monday + timedelta(days=5), monday + timedelta(days=7)
    months = UNIT_MONTHS[unit]
    first = (day.month - 1) // months * months + 1 if months <= 12 else 1
    year = day.year if months <= 12 else day.year - day.year % (months // 12)
    start = date(max(year, 1), first, 1)
    return start, add_months(start, months) or _LAST


def neighbour(day: date, unit: str, offset: int, week_start: int = 0) -> tuple[date, date] | None:
    """The calendar unit so many units from the one that holds the day."""
    start, _ = period(day, unit, week_start)
    if unit in UNIT_MONTHS:
        moved = add_months(start, UNIT_MONTHS[unit] * offset)
    else:
        days = {"day": 1, "business day": 1, "fortnight": 14}.get(unit, 7)
        moved = start + timedelta(days=days * offset) if abs(offset) < 10_000 else None
    return period(moved, unit, week_start) if moved is not None and _FIRST < moved < _LAST else None


def easter(year: int) -> date:
    """Easter Sunday (the anonymous Gregorian computus)."""
    century, golden = year // 100, year % 19
    moon = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    week = (32 + 2 * (century % 4) + 2 * (year % 100 // 4) - moon - year % 100 % 4) % 7
    correction = (golden + 11 * moon + 22 * week) // 451
    month, day = divmod(moon + week - 7 * correction + 114, 31)
    return date(year, month, day + 1)


def feast(named: Feast, year: int) -> date:
    """On which day of the year it is kept."""
    if named.easter is not None:
        return easter(year) + timedelta(days=named.easter)
    if named.nth > 0:
        first = date(year, named.month, 1)
        offset = (named.weekday - first.weekday()) % 7 + 7 * (named.nth - 1)
        return first + timedelta(days=offset + named.plus)
    last = date(year, named.month, calendar.monthrange(year, named.month)[1])
    return last - timedelta(days=(last.weekday() - named.weekday) % 7 - named.plus)


def merged(one: Spec, two: Spec) -> Spec | None:
    """Both said of one date; None where they name the same field."""
    pairs = ((one.year, two.year), (one.month, two.month), (one.day, two.day), (one.weekday, two.weekday))
    if any(left is not None and right is not None for left, right in pairs):
        return None
    year, month, day, weekday = (right if left is None else left for left, right in pairs)
    return Spec(year, month, day, weekday)


def dates(spec: Spec, base: date, *, back: bool) -> Iterator[tuple[date, date]]:
    """The spans that fit the spec, nearest first, from the base day on (or back from it)."""
    sign = -1 if back else 1
    if spec.day is None and spec.weekday is None:
        yield from _long(spec, base, sign)
        return
    if spec.day is None and spec.month is None and spec.year is None and spec.weekday is not None:
        first = base + timedelta(days=sign * ((sign * (spec.weekday - base.weekday())) % 7))
        for weeks in range(3):
            day = first + timedelta(days=7 * weeks * sign)
            yield day, day + DAY
        return
    for year, month in _months(spec, base, sign):
        for day in _days(spec, year, month, sign):
            yield day, day + DAY


def _long(spec: Spec, base: date, sign: int) -> Iterator[tuple[date, date]]:
    """Months and years. The one that holds the base day comes first, both ways."""
    if spec.month is None:
        if spec.year is not None and _FIRST.year <= spec.year <= _LAST.year:
            yield date(spec.year, 1, 1), date(spec.year + 1, 1, 1)
        return
    for year, month in _months(spec, base, sign):
        yield period(date(year, month, 1), "month")


def _months(spec: Spec, base: date, sign: int) -> Iterator[tuple[int, int]]:
    if spec.year is not None and not _FIRST.year <= spec.year <= _LAST.year:
        return
    if spec.month is not None:
        years = [spec.year] if spec.year is not None else [base.year + sign * step for step in range(_YEARS_AHEAD + 1)]
        yield from ((year, spec.month) for year in years)
        return
    if spec.year is not None:
        yield from ((spec.year, month) for month in range(1, 13))
        return
    for step in range(_MONTHS_AHEAD + 1):
        year, month = divmod(base.year * 12 + base.month - 1 + sign * step, 12)
        yield year, month + 1


def _days(spec: Spec, year: int, month: int, sign: int) -> Iterator[date]:
    last = calendar.monthrange(year, month)[1]
    if spec.day is not None:
        if spec.day <= last:
            day = date(year, month, spec.day)
            # With the month known the number rules and a wrong weekday is told, not searched for in other years.
            if spec.weekday is None or spec.month is not None or day.weekday() == spec.weekday:
                yield day
        return
    numbers = range(1, last + 1) if sign > 0 else range(last, 0, -1)
    for number in numbers:
        day = date(year, month, number)
        if day.weekday() == spec.weekday:
            yield day


def occurrence(spec: Spec, now: datetime, *, back: bool = False) -> Span | None:
    """The nearest fit: the coming one, or with `back` the last one begun. A bare weekday never means today."""
    today = now.date()
    only_weekday = spec.weekday is not None and spec.grain == "day" and spec.day is None and spec.month is None
    for start, end in dates(spec, today, back=back):
        if only_weekday and start == today:
            continue
        if not back and end <= today and spec.year is None:
            continue
        if back and start > today and spec.year is None:
            continue
        sure = spec.weekday is None or start.weekday() == spec.weekday
        # "Black Friday 2017", "trinity Sunday 2020": a weekday of a whole year is a feast that is not known here.
        sure = sure and not (spec.weekday is not None and spec.day is None and spec.year is not None)
        # "Friday the 13th" that comes in a year: rather a slip of the number.
        sought = spec.weekday is not None and spec.day is not None and spec.month is None
        sure = sure and not (sought and abs(start - today) > _SOUGHT)
        on_weekday = only_weekday and today.weekday() == spec.weekday
        return Span(
            midnight(start),
            midnight(end),
            spec.grain,
            sure=sure and not on_weekday,
            other=midnight(today) if on_weekday else None,
        )
    return None


def inside(spec: Spec, span: Span, *, last: bool = False, nth: int = 1) -> Span | None:
    """The nth (or the nth last) fit within a longer span."""
    if span.end is None:
        return None
    base = (span.end - DAY).date() if last else span.start.date()
    seen = 0
    for start, end in dates(spec, base, back=last):
        first = midnight(start)
        if (first < span.start and not last) or (first >= span.end and last):
            continue
        if first >= span.end or first < span.start:
            break
        seen += 1
        if seen == nth:
            return Span(first, midnight(end), spec.grain, sure=span.sure)
    return None
