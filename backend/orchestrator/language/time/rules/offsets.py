"""Rules for lengths of time, and for what lies so far from now or from another date."""

from dataclasses import replace
from datetime import datetime, timedelta

from orchestrator.language.time.calendar import DAY, length, midnight, period, shifted
from orchestrator.language.time.chart import Grammar
from orchestrator.language.time.context import Context
from orchestrator.language.time.rules.written_formats import day_span
from orchestrator.language.time.semantics import Length, Span, Spec, Value

rules = Grammar()
rule = rules.rule

# What leads to a moment and not to a day.
CLOCK_UNITS = ("second", "minute", "hour")


# ---- lengths ----------------------------------------------------------------------------------------------------


@rule("NUM UNIT", "COUNT UNIT", "COUNTED UNIT", "COUNTED - UNIT", makes="LENGTH")
def _length(_: Context, count: float, unit: str) -> Value:
    return length(unit, count) if 0 < count < 100_000 else None


@rule("one UNIT", makes="LENGTH")
def _one(_: Context, unit: str) -> Value:
    return length(unit, 1)


@rule("half one? UNIT", makes="LENGTH")
def _half(_: Context, unit: str) -> Value:
    return length(unit, 0.5)


@rule("quarterof UNIT", makes="LENGTH")
def _quarter(_: Context, unit: str) -> Value:
    return length(unit, 0.25)


@rule("few UNIT", makes="LENGTH", cost=1)
def _few(_: Context, unit: str) -> Value:
    return length(unit, 3)


@rule("NUM and half UNIT", makes="LENGTH")
def _and_half(_: Context, count: int, unit: str) -> Value:
    return length(unit, count + 0.5)


@rule("UNIT and half", makes="LENGTH")
def _one_and_half(_: Context, unit: str) -> Value:
    return length(unit, 1.5)


@rule("LENGTH and half", makes="LENGTH")
def _unit_and_half(_: Context, size: Length) -> Value:
    return length(size.unit, size.count + 0.5) if size.count == int(size.count) else None


@rule("LENGTH and? LENGTH", makes="LENGTH")
def _sum(_: Context, one: Length, two: Length) -> Value:
    if one.months * 43_200 + one.minutes <= two.months * 43_200 + two.minutes or one.unit == two.unit:
        return None
    return Length(two.unit, two.count, one.months + two.months, one.minutes + two.minutes)


@rule("for LENGTH", "for about LENGTH", "about LENGTH", makes="LASTING")
def _lasting(_: Context, size: Length) -> Value:
    return size


# ---- away from now ----------------------------------------------------------------------------------------------


def _moved(base: datetime, size: Length, sign: int, *, sure: bool = True) -> Span | None:
    """Hours and minutes lead to a moment, days and longer to a day."""
    if size.unit in CLOCK_UNITS:
        moment = shifted(base, size, sign)
        if moment is None:
            return None
        return Span(moment, None, "second" if size.unit == "second" else "minute", sure=sure, kind="moment", rolls=True)
    moment = shifted(midnight(base.date()), size, sign)
    # In two years is a day of that year to some, the year to others.
    sure = sure and size.unit not in ("year", "decade", "century")
    return replace(day_span(moment), sure=sure, rolls=True) if moment is not None and moment.year < 9999 else None


@rule(
    "in about? LENGTH", "in about? LENGTH time", "LENGTH hence", "in? LENGTH from now", "inside LENGTH hence", makes="D"
)
def _ahead(ctx: Context, size: Length) -> Value:
    return _moved(ctx.now, size, 1)


@rule("LENGTH ago", "ago LENGTH", "agopre about? LENGTH", "agopre LENGTH ago", makes="D")
def _ago(ctx: Context, size: Length) -> Value:
    return _moved(ctx.now, size, -1)


@rule(
    "in? LENGTH since D",
    "in? LENGTH eversince D",
    "in? LENGTH after D",
    "in? LENGTH from D",
    "LENGTH aftersay D",
    "in? LENGTH from the? D",
    makes="D",
    cost=1,
)
def _after_date(ctx: Context, size: Length, value: Spec | Span) -> Value:
    if size.unit in CLOCK_UNITS and value.weak:
        return None  # "two hours from the 3": a clock
    base = ctx.span(value)
    return _moved(base.start, size, 1, sure=base.sure) if base is not None else None


@rule("definite? UNIT aftersay the? D", "definite? UNIT after D", makes="D")
def _unit_after(ctx: Context, unit: str, value: Spec | Span) -> Value:
    """ "The day after Christmas", "the week after the 5th"."""
    return _neighbour_of(ctx, unit, value, 1)


@rule("definite? UNIT before the? D", "on? the? EVE of? the? D", makes="D")
def _unit_before(ctx: Context, unit: str, value: Spec | Span) -> Value:
    return _neighbour_of(ctx, unit, value, -1)


def _neighbour_of(ctx: Context, unit: str, value: Spec | Span, offset: int) -> Span | None:
    base = ctx.span(value)
    if base is None or base.kind not in ("instant", "range") or unit not in ("day", "week", "weekend", "month", "year"):
        return None
    if unit == "day" and base.grain != "day":
        return None
    found = ctx.neighbour(base.start.date(), unit, offset)
    return Span(midnight(found[0]), midnight(found[1]), unit, sure=base.sure) if found is not None else None


@rule("DOW week", "on? DOW week", makes="D", cost=1)
def _weekday_week(ctx: Context, weekday: int) -> Value:
    """ "Tuesday week", as the British say: a week after the coming one."""
    if "weekday week" not in ctx.lexicon.idioms:
        return None
    coming = ctx.now.date() + timedelta(days=(weekday - ctx.now.weekday() - 1) % 7 + 1)
    return replace(day_span(coming + timedelta(days=7)), sure=False)


@rule("LENGTH OFFDAY", makes="D", cost=1)
def _length_from(ctx: Context, size: Length, days: int) -> Value:
    """ "A week today", "a fortnight tomorrow"."""
    if "length from day" not in ctx.lexicon.idioms or days not in (0, 1):
        return None
    if size.unit not in ("week", "fortnight", "month", "year"):
        return None
    return _moved(ctx.now + timedelta(days=days), size, 1)


@rule("LENGTH on DOW", makes="D", cost=1)
def _length_on(ctx: Context, size: Length, weekday: int) -> Value:
    """ "A week on Tuesday"."""
    if "length from day" not in ctx.lexicon.idioms or size.unit not in ("week", "fortnight"):
        return None
    coming = ctx.now + timedelta(days=(weekday - ctx.now.weekday() - 1) % 7 + 1)
    return _moved(coming, size, 1)


@rule("LENGTH before D", "LENGTH before the? D", makes="D")
def _before_date(ctx: Context, size: Length, value: Spec | Span) -> Value:
    base = ctx.span(value)
    return _moved(base.start, size, -1, sure=base.sure) if base is not None else None


@rule("on? DOW LENGTH hence", "on? DOW in LENGTH", "on? DOW LENGTH from now", makes="D")
def _weekday_ahead(ctx: Context, weekday: int, size: Length) -> Value:
    return _weekday_of(ctx, _moved(ctx.now, size, 1), weekday, size)


@rule("on? DOW LENGTH ago", "on? DOW agopre LENGTH", makes="D")
def _weekday_before(ctx: Context, weekday: int, size: Length) -> Value:
    return _weekday_of(ctx, _moved(ctx.now, size, -1), weekday, size)


def _weekday_of(ctx: Context, span: Span | None, weekday: int, size: Length) -> Span | None:
    """ "Monday two weeks from now": the Monday of that week."""
    if span is None or size.unit not in ("week", "fortnight"):
        return None
    return day_span(ctx.in_week(span.start.date(), weekday))


@rule("within the? LENGTH", "in the next LENGTH", makes="D")
def _within(ctx: Context, size: Length) -> Value:
    end = shifted(ctx.now, size, 1)
    return Span(ctx.now, end, "minute", kind="range") if end is not None else None


@rule("NUM DOW hence", "NUM DOW from now", makes="D")
def _weekdays_hence(ctx: Context, count: int, weekday: int) -> Value:
    if not 1 <= count <= 60:
        return None
    first = ctx.now.date() + timedelta(days=(weekday - ctx.now.weekday() - 1) % 7 + 1)
    return day_span(first + timedelta(days=7 * (count - 1)))


@rule("NUM DOW ago", "agopre NUM DOW", makes="D")
def _weekdays_ago(ctx: Context, count: int, weekday: int) -> Value:
    if not 1 <= count <= 60:
        return None
    last = ctx.now.date() - timedelta(days=(ctx.now.weekday() - weekday - 1) % 7 + 1)
    return day_span(last - timedelta(days=7 * (count - 1)))


@rule("WEAKNOW", makes="D")
def _weak_now(ctx: Context, _unit: str) -> Value:
    return Span(ctx.now, None, "second", kind="moment", weak=True)


@rule("NOW", makes="D")
def _now(ctx: Context, _unit: str) -> Value:
    return Span(ctx.now, None, "second", kind="moment")


@rule(
    "in? on? the? next LENGTH",
    "in? on? the? coming LENGTH",
    "in? on? the? LENGTH nextpost",
    "during the? next LENGTH",
    makes="D",
)
def _next_length(ctx: Context, size: Length) -> Value:
    return _coming(ctx, size)


@rule(
    "in? on? the? NUM next UNIT",
    "in? on? the? NUM coming UNIT",
    "in? on? the? few next UNIT",
    "in? on? the? next few UNIT",
    makes="D",
)
def _next_counted(ctx: Context, *said: int | str) -> Value:
    count, unit = said if len(said) == 2 else (3, said[0])
    return _coming(ctx, length(str(unit), float(count))) if 0 < float(count) < 10_000 else None


def _coming(ctx: Context, size: Length) -> Span | None:
    start = ctx.now if size.unit in CLOCK_UNITS else midnight(ctx.now.date()) + DAY
    end = shifted(start, size, 1)
    return Span(start, end, size.unit, _rolls(size), kind="range", rolls=True) if end is not None else None


@rule(
    "in? on? the? last LENGTH", "in? on? the? LENGTH lastpost", "during the? last LENGTH", "this last LENGTH", makes="D"
)
def _last_length(ctx: Context, size: Length) -> Value:
    return _gone(ctx, size)


@rule("in? on? the? NUM last UNIT", "in? on? the? last few UNIT", "in? on? the? few last UNIT", makes="D")
def _last_counted(ctx: Context, *said: int | str) -> Value:
    count, unit = said if len(said) == 2 else (3, said[0])
    return _gone(ctx, length(str(unit), float(count))) if 0 < float(count) < 10_000 else None


def _gone(ctx: Context, size: Length) -> Span | None:
    end = ctx.now if size.unit in CLOCK_UNITS else midnight(ctx.now.date())
    if size.unit == "quarter":
        end = midnight(period(ctx.now.date(), "quarter")[0])
    start = shifted(end, size, -1)
    return Span(start, end, size.unit, _rolls(size), kind="range", rolls=True) if start is not None else None


def _rolls(size: Length) -> bool:
    """Weeks and longer may also be meant as those of the calendar."""
    return size.unit in (*CLOCK_UNITS, "day", "business day")
