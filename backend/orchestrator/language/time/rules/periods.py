"""Rules for the units of the calendar: weeks, months, quarters and years before and after now, the nth of them, their
beginnings and ends.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta

from orchestrator.language.time.calendar import DAY, inside, length, midnight, period, shifted
from orchestrator.language.time.chart import Grammar
from orchestrator.language.time.context import Context
from orchestrator.language.time.rules.written_formats import century, day_span, iso_week
from orchestrator.language.time.semantics import Span, Spec, TimeOfDay, Value, When

_LAST_CENTURY = 30
# Four Thursdays make four weeks; nobody counts further.
_MOST_COUNTED = 100

rules = Grammar()
rule = rules.rule


def range_of(start: date | datetime, end: date | datetime, grain: str, *, sure: bool = True) -> Span:
    first = start if isinstance(start, datetime) else midnight(start)
    last = end if isinstance(end, datetime) else midnight(end)
    return Span(first, last, grain, sure=sure, kind="range")


# ---- months and quarters by name -----------------------------------------------------------------------------------


@rule("this MONTH", "in this MONTH", "on? the? MONTH thispost", makes="D")
def _this_month(ctx: Context, month: int) -> Value:
    return Spec(ctx.now.year, month)


@rule("in? on? the? next MONTH", "in? on? the? MONTH nextpost", makes="D")
def _next_month(ctx: Context, month: int) -> Value:
    return Spec(ctx.now.year + (month <= ctx.now.month), month)


@rule("in? on? the? last MONTH", "in? on? the? MONTH lastpost", makes="D")
def _last_month(ctx: Context, month: int) -> Value:
    return Spec(ctx.now.year - (month >= ctx.now.month), month)


@rule("in? the? QUARTER of? YEAR", "QUARTER - YEAR", makes="D")
def _quarter(_: Context, quarter: int, year: int) -> Value:
    return _quarter_of_year(year, quarter)


def _quarter_of_year(year: int, quarter: int) -> Span:
    start, end = period(date(year, quarter * 3 - 2, 1), "quarter")
    return Span(midnight(start), midnight(end), "quarter")


@rule("in? the? QUARTER of? D", makes="D", cost=1)
def _quarter_in(ctx: Context, quarter: int, value: Spec | Span) -> Value:
    """ "Q3 of next year"."""
    span = ctx.span(value) if isinstance(value, Span) else None
    return _quarter(ctx, quarter, span.start.year) if span is not None and span.grain == "year" else None


def _of_a_year(ctx: Context, made: Callable[[int], Span | None]) -> Span | None:
    """A part of a year that is named without one: this year's, unless that lies on the other side of now."""
    found = made(ctx.now.year)
    if found is None or found.start is None or found.end is None:
        return None
    beyond = found.start > ctx.now if ctx.back else found.end <= ctx.now
    there = made(ctx.now.year + (-1 if ctx.back else 1)) if beyond else found
    return replace(there, sure=False) if there is not None else None


@rule("in? the? QUARTER", makes="D")
def _bare_quarter(ctx: Context, quarter: int) -> Value:
    return _of_a_year(ctx, lambda year: _quarter_of_year(year, quarter))


@rule("in? the? QUARTER of this UNIT", makes="D")
def _quarter_of_this(ctx: Context, quarter: int, unit: str) -> Value:
    return _quarter(ctx, quarter, ctx.now.year) if unit == "year" else None


@rule("in? the? HALFYEAR of? YEAR", "HALFYEAR - YEAR", makes="D")
def _half_year(_: Context, half: int, year: int) -> Value:
    start, end = period(date(year, half * 6 - 5, 1), "semester")
    return Span(midnight(start), midnight(end), "semester")


@rule("on? the? week NUM of? D", "on? the? week NUM", makes="D")
def _week_number(ctx: Context, number: int, value: Spec | Span | None = None) -> Value:
    """ISO weeks."""
    span = ctx.span(value) if value is not None else None
    if span is not None and span.grain != "year":
        return None
    if not 1 <= number <= 53:
        return None
    return iso_week(span.start.year, number) if span else _of_a_year(ctx, lambda year: iso_week(year, number))


# ---- units of the calendar --------------------------------------------------------------------------------------


def unit_of(ctx: Context, unit: str, offset: int) -> Span | None:
    if unit in ("second", "minute", "hour"):
        return _clockunit_of(ctx, unit, offset)
    found = ctx.neighbour(ctx.now.date(), unit, offset)
    if found is None:
        return None
    return Span(midnight(found[0]), midnight(found[1]), unit if unit != "business day" else "day")


def _clockunit_of(ctx: Context, unit: str, offset: int) -> Span | None:
    """ "The last minute", "the next hour": counted from now."""
    size = length(unit, abs(offset))
    other = shifted(ctx.now, size, offset) if offset else None
    if other is None:
        return None
    return Span(min(other, ctx.now), max(other, ctx.now), unit, sure=False, kind="range")


@rule("this UNIT", "in this UNIT", "on? the? UNIT thispost", makes="D")
def _thisunit_of(ctx: Context, unit: str) -> Value:
    return unit_of(ctx, unit, 0)


@rule("on? the? dayword NUM of? the? YEAR", makes="D", cost=1)
def _day_of_year(ctx: Context, number: int, year: int) -> Value:
    """ "Day 100 of 2027"."""
    whole = ctx.span(Spec(year=year))
    return _nthunit_of(ctx, number, "day", whole) if whole is not None and number > 0 else None


@rule("on? the? ORD UNIT of? D", makes="D")
def _half_of_month(ctx: Context, which: int, unit: str, value: Spec | Span) -> Value:
    """ "A segunda quinzena de janeiro": months have two, the first to the 15th."""
    month = ctx.span(value)
    if unit != "fortnight" or which not in (1, 2) or month is None or month.grain != "month" or month.end is None:
        return None
    middle = month.start.replace(day=16)
    start, end = (month.start, middle) if which == 1 else (middle, month.end)
    return Span(start, end, "fortnight", sure=month.sure, kind="range")


@rule("UNIT", makes="D")
def _bare_weekend(ctx: Context, unit: str) -> Value:
    found = unit_of(ctx, unit, 0) if unit == "weekend" else None
    # In English it also stands before a noun: "weekend plans".
    return replace(found, weak="weekend before noun" in ctx.lexicon.idioms) if found is not None else None


@rule("on? the UNIT", "on the? UNIT", makes="D")
def _the_weekend(ctx: Context, unit: str) -> Value:
    return unit_of(ctx, unit, 0) if unit == "weekend" else None


@rule("all UNIT", "the UNIT allpost", makes="D")
def _all_of_unit(ctx: Context, unit: str) -> Value:
    """ "All weekend", "a semana toda"."""
    return unit_of(ctx, unit, 0) if unit in ("week", "weekend", "month", "quarter", "year") else None


@rule("in? on? the? next UNIT", "on? the? UNIT nextpost", "in? the? UNIT next", makes="D")
def _nextunit_of(ctx: Context, unit: str) -> Value:
    if unit == "weekend":
        saturday = ctx.neighbour(ctx.now.date(), unit, 0 if ctx.lexicon.next_is_coming else 1)
        assert saturday is not None
        return replace(range_of(*saturday, unit), kind="instant", sure=ctx.now.weekday() >= 5)
    return unit_of(ctx, unit, 1)


@rule("OFFWEEK", makes="D")
def _offset_week(ctx: Context, weeks: int) -> Value:
    """ "Para a semana", as the next one is called where a language has a word for it."""
    return unit_of(ctx, "week", weeks)


@rule("in? on? the? coming UNIT", makes="D")
def _comingunit_of(ctx: Context, unit: str) -> Value:
    return unit_of(ctx, unit, 0 if unit == "weekend" and ctx.now.weekday() < 5 else 1)


@rule("in? on? the? UNIT beforelast", makes="D")
def _last_but_one(ctx: Context, unit: str) -> Value:
    return unit_of(ctx, unit, -2)


@rule(
    "in? on? the? last UNIT",
    "in? on? the? UNIT lastpost",
    "this last UNIT",
    "this lastpost UNIT",
    "the lastpost UNIT",
    makes="D",
)
def _lastunit_of(ctx: Context, unit: str) -> Value:
    return unit_of(ctx, unit, -1)


@rule("the? UNIT after next", makes="D")
def _unit_after_next(ctx: Context, unit: str) -> Value:
    return unit_of(ctx, unit, 2)


@rule("the? UNIT before last", makes="D")
def _unit_before_last(ctx: Context, unit: str) -> Value:
    return unit_of(ctx, unit, -2)


@rule("ORD DOW of? D", "the ORD DOW of? D", "on the? ORD DOW of? D", makes="D")
def _nth_weekday(ctx: Context, nth: int, weekday: int, value: Spec | Span) -> Value:
    span = ctx.span(value)
    if span is None or span.grain not in ("month", "quarter", "year"):
        return None
    return inside(Spec(weekday=weekday), span, nth=nth)


@rule("on? the? last DOW of? D", "on? the? DOW lastpost of D", makes="D")
def _last_weekday_of(ctx: Context, weekday: int, value: Spec | Span) -> Value:
    span = ctx.span(value)
    if span is None or span.grain not in ("month", "quarter", "year"):
        return None
    return inside(Spec(weekday=weekday), span, last=True)


@rule("on? the? last DOW of the? UNIT", "on? the? DOW lastpost of the? UNIT", makes="D")
def _last_weekday_of_this(ctx: Context, weekday: int, unit: str) -> Value:
    span = unit_of(ctx, unit, 0)
    return _last_weekday_of(ctx, weekday, span) if span is not None and unit not in ("day", "week") else None


@rule("in? on? the? ORD UNIT of? D", makes="D")
def _nthunit_of(ctx: Context, nth: int, unit: str, value: Spec | Span) -> Value:
    span = ctx.span(value)
    if span is None or span.end is None or span.grain in ("day", unit):
        return None
    if unit == "day":
        day = span.start + (nth - 1) * DAY
        return day_span(day) if day < span.end else None
    nested = unit in ("week", "weekend", "month", "quarter", "semester")
    first = ctx.neighbour(span.start.date(), unit, 0) if nested else None
    if first is None:
        return None
    # The first week of a month is the one that holds its first Thursday; a weekend belongs to its Saturday's month.
    anchor = first[0] + timedelta(days=3) if unit == "week" else first[0]
    begins = 0 if anchor >= span.start.date() else 1
    found = ctx.neighbour(span.start.date(), unit, nth - 1 + begins)
    return Span(midnight(found[0]), midnight(found[1]), unit) if found and midnight(found[0]) < span.end else None


@rule("in? on? the? ORD UNIT of? the? UNIT", makes="D", cost=1)
def _nth_of_this(ctx: Context, nth: int, unit: str, whole: str) -> Value:
    span = unit_of(ctx, whole, 0)
    found = _nthunit_of(ctx, nth, unit, span) if span is not None else None
    if whole == "year" and not ctx.back and isinstance(found, Span) and found.end is not None and found.end <= ctx.now:
        span = unit_of(ctx, whole, 1)
        found = _nthunit_of(ctx, nth, unit, span) if span is not None else None
    return replace(found, sure=False) if isinstance(found, Span) else None


@rule("in? the? ORD UNIT", makes="D", cost=1)
def _nth_quarter(ctx: Context, nth: int, unit: str) -> Value:
    if unit == "century" and nth <= _LAST_CENTURY:
        return century(nth)
    return _nth_of_this(ctx, nth, unit, "year") if unit in ("quarter", "semester") else None


@rule("in? on? the? last NUM UNIT of? D", "in? on? the? NUM last UNIT of? D", makes="D")
def _last_units_of(ctx: Context, count: int, unit: str, value: Spec | Span) -> Value:
    last = _last_unit_of(ctx, unit, value)
    if not isinstance(last, Span) or last.end is None or not 1 <= count <= 100:
        return None
    first = ctx.neighbour(last.start.date(), unit, 1 - count)
    return range_of(first[0], last.end, unit) if first is not None else None


@rule("in? on? the? ORD NUM UNIT of? D", "in? on? the? NUM ORD UNIT of? D", makes="D", cost=1)
def _first_units_of(ctx: Context, one: int, two: int, unit: str, value: Spec | Span) -> Value:
    """ "The first 2 weeks of 2021"; the rank comes first or last."""
    count = two if one == 1 else one
    first = _nthunit_of(ctx, 1, unit, value)
    if 1 not in (one, two) or not isinstance(first, Span) or not 1 <= count <= _MOST_COUNTED:
        return None
    last = ctx.neighbour(first.start.date(), unit, count - 1)
    return range_of(first.start, midnight(last[1]), unit) if last is not None else None


@rule("in? on? the? ORD last UNIT of? D", makes="D")
def _nth_last_unit_of(ctx: Context, nth: int, unit: str, value: Spec | Span) -> Value:
    last = _last_unit_of(ctx, unit, value)
    if not isinstance(last, Span) or not 1 <= nth <= _MOST_COUNTED:
        return None
    found = ctx.neighbour(last.start.date(), unit, 1 - nth)
    return Span(midnight(found[0]), midnight(found[1]), unit, sure=last.sure) if found is not None else None


@rule("in? on? the? ORD last DOW of? D", makes="D")
def _nth_last_weekday_of(ctx: Context, nth: int, weekday: int, value: Spec | Span) -> Value:
    last = _last_weekday_of(ctx, weekday, value)
    span = ctx.span(value)
    if not isinstance(last, Span) or span is None or not 1 <= nth <= _MOST_COUNTED:
        return None
    day = last.start - timedelta(days=7 * (nth - 1))
    return day_span(day) if day >= span.start else None


@rule("ORD DOW T of? D", "on the? ORD DOW T of? D", makes="DT", cost=1)
def _nth_weekday_at(ctx: Context, nth: int, weekday: int, time: TimeOfDay, value: Spec | Span) -> Value:
    day = _nth_weekday(ctx, nth, weekday, value)
    return When(day, replace(time, weak=False)) if isinstance(day, Span) else None


@rule("in? on? the? last UNIT of? D", "in? on? the? UNIT lastpost of D", makes="D")
def _last_unit_of(ctx: Context, unit: str, value: Spec | Span) -> Value:
    span = ctx.span(value)
    if span is None or span.end is None or span.grain == "day" or unit in ("hour", "minute", "second", span.grain):
        return None
    first, end = ctx.period((span.end - DAY).date(), unit)
    if (unit == "week" and first + timedelta(days=3) >= span.end.date()) or midnight(first) >= span.end:
        first, end = first - timedelta(days=7), end - timedelta(days=7)
    return Span(midnight(first), midnight(end), unit)


@rule("in? on? the? last UNIT of the? UNIT", "in? on? the? UNIT lastpost of the? UNIT", makes="D")
def _last_unit_of_this(ctx: Context, unit: str, whole: str) -> Value:
    """ "The last day of the month": of this one."""
    this = unit_of(ctx, whole, 0)
    return _last_unit_of(ctx, unit, this) if this is not None and unit != whole else None


@rule("in? on? the? UNIT of? D", makes="D", cost=1)
def _unit_named(_: Context, unit: str, value: Spec | Span) -> Value:
    """ "The month of May", "el año de 2016"."""
    if isinstance(value, Spec) and value.grain == unit and unit in ("month", "year"):
        return replace(value, weak=False)
    return None


@rule("inthe UNIT", makes="D", cost=2)
def _in_theunit_of(ctx: Context, unit: str) -> Value:
    """ "In the year", "no mês": the one that runs."""
    span = unit_of(ctx, unit, 0) if unit in ("week", "month", "quarter", "semester", "year") else None
    return replace(span, sure=False) if span is not None else None


@rule("on? the? UNIT of the? D", "on? the? UNIT starting the? D", "on? the? UNIT from the? D", makes="D")
def _week_of(ctx: Context, unit: str, value: Spec | Span) -> Value:
    span = ctx.span(value)
    if span is None or span.grain != "day" or unit not in ("week", "weekend"):
        return None
    first, end = ctx.period(span.start.date(), unit)
    return Span(midnight(first), midnight(end), unit)
