"""Rules for the units of the calendar: weeks, months, quarters and years before and after now, the nth of them, their
beginnings and ends.
"""

from dataclasses import replace
from datetime import date, datetime, timedelta

from orchestrator.language.time.calendar import DAY, inside, midnight, neighbour, period
from orchestrator.language.time.chart import Grammar
from orchestrator.language.time.context import Context
from orchestrator.language.time.shapes import day_span
from orchestrator.language.time.values import Clock, Span, Spec, Value, When

rules = Grammar()
rule = rules.rule


def _range(start: date | datetime, end: date | datetime, grain: str, *, sure: bool = True) -> Span:
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
    start, end = period(date(year, quarter * 3 - 2, 1), "quarter")
    return Span(midnight(start), midnight(end), "quarter")


@rule("in? the? QUARTER", "in? the? QUARTER of this UNIT", makes="D")
def _bare_quarter(ctx: Context, quarter: int, unit: str = "year") -> Value:
    start, end = period(date(ctx.now.year, quarter * 3 - 2, 1), "quarter")
    return Span(midnight(start), midnight(end), "quarter", sure=False) if unit == "year" else None


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
    year = span.start.year if span is not None else ctx.now.year
    if not 1 <= number <= 53:
        return None
    try:
        monday = date.fromisocalendar(year, number, 1)
    except ValueError:
        return None
    return Span(midnight(monday), midnight(monday + timedelta(days=7)), "week", sure=value is not None)


# ---- units of the calendar --------------------------------------------------------------------------------------


def _unit(ctx: Context, unit: str, offset: int) -> Span | None:
    if unit in ("second", "minute", "hour"):
        return None
    found = neighbour(ctx.now.date(), unit, offset)
    if found is None:
        return None
    return Span(midnight(found[0]), midnight(found[1]), unit if unit != "business day" else "day")


@rule("this UNIT", "in this UNIT", "on? the? UNIT thispost", makes="D")
def _this_unit(ctx: Context, unit: str) -> Value:
    return _unit(ctx, unit, 0)


@rule("on? the UNIT", "on the? UNIT", makes="D")
def _the_weekend(ctx: Context, unit: str) -> Value:
    return _unit(ctx, unit, 0) if unit == "weekend" else None


@rule("in? on? the? next UNIT", "on? the? UNIT nextpost", "in? the? UNIT next", makes="D")
def _next_unit(ctx: Context, unit: str) -> Value:
    if unit == "weekend":
        saturday = neighbour(ctx.now.date(), unit, 0 if ctx.lexicon.next_is_coming else 1)
        assert saturday is not None
        return replace(_range(*saturday, unit), kind="instant", sure=ctx.now.weekday() >= 5)
    return _unit(ctx, unit, 1)


@rule("in? on? the? coming UNIT", makes="D")
def _coming_unit(ctx: Context, unit: str) -> Value:
    return _unit(ctx, unit, 0 if unit == "weekend" and ctx.now.weekday() < 5 else 1)


@rule("in? on? the? UNIT beforelast", makes="D")
def _last_but_one(ctx: Context, unit: str) -> Value:
    return _unit(ctx, unit, -2)


@rule(
    "in? on? the? last UNIT",
    "in? on? the? UNIT lastpost",
    "this last UNIT",
    "this lastpost UNIT",
    "the lastpost UNIT",
    makes="D",
)
def _last_unit(ctx: Context, unit: str) -> Value:
    return _unit(ctx, unit, -1)


@rule("the? UNIT after next", makes="D")
def _unit_after_next(ctx: Context, unit: str) -> Value:
    return _unit(ctx, unit, 2)


@rule("the? UNIT before last", makes="D")
def _unit_before_last(ctx: Context, unit: str) -> Value:
    return _unit(ctx, unit, -2)


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
    span = _unit(ctx, unit, 0)
    return _last_weekday_of(ctx, weekday, span) if span is not None and unit not in ("day", "week") else None


@rule("in? on? the? ORD UNIT of? D", makes="D")
def _nth_unit(ctx: Context, nth: int, unit: str, value: Spec | Span) -> Value:
    span = ctx.span(value)
    if span is None or span.end is None or span.grain in ("day", unit):
        return None
    if unit == "day":
        day = span.start + (nth - 1) * DAY
        return day_span(day) if day < span.end else None
    nested = unit in ("week", "weekend", "month", "quarter", "semester")
    first = neighbour(span.start.date(), unit, 0) if nested else None
    if first is None:
        return None
    # The first week of a month is the one that holds its first Thursday; a weekend belongs to its Saturday's month.
    anchor = first[0] + timedelta(days=3) if unit == "week" else first[0]
    begins = 0 if anchor >= span.start.date() else 1
    found = neighbour(span.start.date(), unit, nth - 1 + begins)
    return Span(midnight(found[0]), midnight(found[1]), unit) if found and midnight(found[0]) < span.end else None


@rule("in? on? the? ORD UNIT of? the? UNIT", makes="D", cost=1)
def _nth_of_this(ctx: Context, nth: int, unit: str, whole: str) -> Value:
    span = _unit(ctx, whole, 0)
    found = _nth_unit(ctx, nth, unit, span) if span is not None else None
    if whole == "year" and isinstance(found, Span) and found.end is not None and found.end <= ctx.now:
        span = _unit(ctx, whole, 1)
        found = _nth_unit(ctx, nth, unit, span) if span is not None else None
    return replace(found, sure=False) if isinstance(found, Span) else None


@rule("in? the? ORD UNIT", makes="D", cost=1)
def _nth_quarter(ctx: Context, nth: int, unit: str) -> Value:
    return _nth_of_this(ctx, nth, unit, "year") if unit in ("quarter", "semester") else None


@rule("in? on? the? last NUM UNIT of? D", "in? on? the? NUM last UNIT of? D", makes="D")
def _last_units_of(ctx: Context, count: int, unit: str, value: Spec | Span) -> Value:
    last = _last_unit_of(ctx, unit, value)
    if not isinstance(last, Span) or last.end is None or not 1 <= count <= 100:
        return None
    first = neighbour(last.start.date(), unit, 1 - count)
    return _range(first[0], last.end, unit) if first is not None else None


@rule("in? on? the? last UNIT of? D", "in? on? the? UNIT lastpost of D", makes="D")
def _last_unit_of(ctx: Context, unit: str, value: Spec | Span) -> Value:
    span = ctx.span(value)
    if span is None or span.end is None or span.grain == "day" or unit in ("hour", "minute", "second", span.grain):
        return None
    first, end = period((span.end - DAY).date(), unit)
    if (unit == "week" and first + timedelta(days=3) >= span.end.date()) or midnight(first) >= span.end:
        first, end = first - timedelta(days=7), end - timedelta(days=7)
    return Span(midnight(first), midnight(end), unit)


@rule("in? on? the? last UNIT of the? UNIT", "in? on? the? UNIT lastpost of the? UNIT", makes="D")
def _last_unit_of_this(ctx: Context, unit: str, whole: str) -> Value:
    """ "The last day of the month": of this one."""
    this = _unit(ctx, whole, 0)
    return _last_unit_of(ctx, unit, this) if this is not None and unit != whole else None


@rule("on? the? UNIT of the? D", "on? the? UNIT starting the? D", "on? the? UNIT from the? D", makes="D")
def _week_of(ctx: Context, unit: str, value: Spec | Span) -> Value:
    span = ctx.span(value)
    if span is None or span.grain != "day" or unit not in ("week", "weekend"):
        return None
    first, end = period(span.start.date(), unit)
    return Span(midnight(first), midnight(end), unit)


@rule("at? on? the? begin of? the? D", makes="D")
def _beginning(ctx: Context, value: Spec | Span) -> Value:
    return _slice(ctx, value, 0)


@rule("on? the? mid of? the? D", "mid - D", makes="D")
def _middle(ctx: Context, value: Spec | Span) -> Value:
    return _slice(ctx, value, 1)


@rule("at? on? the? end of? the? D", makes="D")
def _ending(ctx: Context, value: Spec | Span) -> Value:
    return _slice(ctx, value, 2)


@rule("at? on? the? begin of the? UNIT", "BEGINUNIT", "the BEGINUNIT", makes="D")
def _beginning_unit(ctx: Context, unit: str) -> Value:
    span = _unit(ctx, unit, 0)
    return _slice(ctx, span, 0) if span is not None and unit != "day" else None


@rule("at? on? the? end of the? UNIT", "ENDUNIT", "at? the ENDUNIT", makes="D", cost=1)
def _ending_unit(ctx: Context, unit: str) -> Value:
    span = _unit(ctx, unit, 0)
    return _slice(ctx, span, 2) if span is not None and unit != "day" else None


@rule("late D", "late in? the? D", "late of the? D", makes="D")
def _late(ctx: Context, value: Spec | Span) -> Value:
    """ "Later this year": its second half, as far as it is not over."""
    span = ctx.span(value)
    if (
        span is None
        or span.end is None
        or span.kind == "range"
        or span.grain not in ("week", "month", "quarter", "year")
    ):
        return None
    middle = midnight((span.start + (span.end - span.start) / 2).date())
    if span.grain in ("month", "year"):
        middle = span.start.replace(month=7) if span.grain == "year" else span.start.replace(day=16)
    start = max(middle, midnight(ctx.now.date())) if span.start <= ctx.now < span.end else middle
    return _range(start, span.end, "day", sure=False)


@rule("on? the? rest of? the? D", "during the? rest of? the? D", makes="D")
def _rest(ctx: Context, value: Spec | Span) -> Value:
    span = ctx.span(value)
    if span is None or span.end is None or span.end <= ctx.now:
        return None
    return _range(max(span.start, midnight(ctx.now.date())), span.end, "day")


@rule("on? the? rest of? the? UNIT", "during the? rest of? the? UNIT", makes="D")
def _rest_of_this(ctx: Context, unit: str) -> Value:
    span = _unit(ctx, unit, 0)
    return _rest(ctx, span) if span is not None else None


@rule("TODATE", "the? TODATE", makes="D")
def _to_date(ctx: Context, unit: str) -> Value:
    span = _unit(ctx, unit, 0)
    return _range(span.start, midnight(ctx.now.date()) + DAY, "day") if span is not None else None


@rule("at? the? ENDDAY of? D", makes="DT")
def _end_of_that_day(ctx: Context, _said: None, value: Spec | Span) -> Value:
    return _end_of_day(ctx, value)


@rule("at? the? end of? the? D", makes="DT")
def _end_of_day(ctx: Context, value: Spec | Span) -> Value:
    span = ctx.span(value)
    if span is None or span.grain != "day" or span.kind != "instant":
        return None
    return When(replace(span, sure=False), Clock(23 * 60 + 59, twelve=False, grain="minute"))


@rule("at? the? ENDDAY", makes="DT")
def _end_of_today(ctx: Context, _said: None) -> Value:
    return _end_of_day(ctx, day_span(ctx.now))


def _slice(ctx: Context, value: Spec | Span, third: int) -> Span | None:
    """The beginning, middle or end: thirds of ten days in a month, of three days in a week, of quarters in a year."""
    span = ctx.span(value)
    if span is None or span.end is None:
        return None
    start, end = span.start, span.end
    if span.grain == "week":
        cuts = (start, start + 3 * DAY, start + 4 * DAY, end)
    elif span.grain == "month":
        cuts = (start, start + 10 * DAY, start + 20 * DAY, end)
    elif span.grain in ("year", "quarter"):
        cuts = (start, start + (end - start) / 3, start + 2 * (end - start) / 3, end)
        cuts = (start, midnight(cuts[1].date()), midnight(cuts[2].date()), end)
    else:
        return None
    # Nobody agrees where a beginning ends.
    return _range(cuts[third], cuts[third + 1], "day", sure=False)
