"""Rules for a piece of a longer time: its beginning, middle and end, its halves, what is left of it, decades."""

from dataclasses import replace
from datetime import datetime

from orchestrator.language.time.calendar import DAY, add_months, midnight
from orchestrator.language.time.chart import Grammar
from orchestrator.language.time.context import Context
from orchestrator.language.time.rules.periods import range_of, unit_of
from orchestrator.language.time.rules.written_formats import day_span
from orchestrator.language.time.semantics import Clock, Span, Spec, Value, When

rules = Grammar()
rule = rules.rule


@rule("at? on? the? begin of? the? D", makes="D")
def _beginning(ctx: Context, value: Spec | Span) -> Value:
    return _slice(ctx, value, 0)


@rule("on? the? mid of? the? D", "mid - D", makes="D")
def _middle(ctx: Context, value: Spec | Span) -> Value:
    return _slice(ctx, value, 1)


@rule("at? on? the? end of? the? D", makes="D", cost=1)
def _ending(ctx: Context, value: Spec | Span) -> Value:
    return _slice(ctx, value, 2)


@rule("at? on? the? begin of the? UNIT", "BEGINUNIT", "the BEGINUNIT", makes="D")
def _beginningunit_of(ctx: Context, unit: str) -> Value:
    span = unit_of(ctx, unit, 0)
    return _slice(ctx, span, 0) if span is not None and unit != "day" else None


@rule("at? on? the? end of the? UNIT", "ENDUNIT", "at? the ENDUNIT", makes="D", cost=1)
def _endingunit_of(ctx: Context, unit: str) -> Value:
    span = unit_of(ctx, unit, 0)
    return _slice(ctx, span, 2) if span is not None and unit != "day" else None


@rule("before the? end of? the? D", makes="D")
def _before_the_end(ctx: Context, value: Spec | Span) -> Value:
    """Until it is over."""
    span = ctx.span(value)
    if span is None or span.end is None or span.kind == "open":
        return None
    return Span(min(ctx.now, span.end), span.end, span.grain, span.sure, None, "until", "open")


@rule("before the? end of the? UNIT", "before the? ENDUNIT", makes="D")
def _before_the_end_of_unit(ctx: Context, unit: str) -> Value:
    span = unit_of(ctx, unit, 0)
    return _before_the_end(ctx, span) if span is not None and unit != "day" else None


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
    return range_of(start, span.end, "day", sure=False)


@rule("in? on? the? ORD halfword of? the? D", makes="D")
def _half_of(ctx: Context, nth: int, value: Spec | Span) -> Value:
    """ "The first half of May", "la segunda mitad de 2027"."""
    span = ctx.span(value)
    if span is None or span.end is None or nth not in (1, 2) or span.grain not in ("month", "year", "quarter", "week"):
        return None
    months = {"year": 6}.get(span.grain)
    middle = add_months(span.start.date(), months) if months else (span.start + (span.end - span.start) / 2).date()
    if middle is None:
        return None
    ends = (span.start, midnight(middle)) if nth == 1 else (midnight(middle), span.end)
    return range_of(*ends, "day", sure=span.sure and span.grain == "year")


@rule("in? on? the? last halfword of? the? D", makes="D")
def _last_half_of(ctx: Context, value: Spec | Span) -> Value:
    return _half_of(ctx, 2, value)


@rule("in? on? the? ORD halfword of the? UNIT", makes="D", cost=1)
def _half_of_this(ctx: Context, nth: int, unit: str) -> Value:
    span = unit_of(ctx, unit, 0)
    return _half_of(ctx, nth, span) if span is not None else None


@rule("in? the? DECADE", makes="D")
def _decade(_: Context, decade: int) -> Value:
    start = datetime(1900 + decade, 1, 1)  # noqa: DTZ001  (wall time)
    return Span(start, start.replace(year=start.year + 10), "decade", sure=False)


@rule("yearsword NUM", makes="D", cost=1)
def _years_of(ctx: Context, number: int) -> Value:
    """ "Los años sesenta"."""
    return _decade(ctx, number) if number in range(20, 100, 10) else None


@rule("on? the? rest of? the? D", "during the? rest of? the? D", makes="D")
def _rest(ctx: Context, value: Spec | Span) -> Value:
    span = ctx.span(value)
    if span is None or span.end is None or span.end <= ctx.now:
        return None
    if span.grain == "day":
        return range_of(max(span.start, ctx.now), span.end, "minute")
    return range_of(max(span.start, midnight(ctx.now.date())), span.end, "day")


@rule("on? the? rest of? the? UNIT", "during the? rest of? the? UNIT", makes="D")
def _rest_of_this(ctx: Context, unit: str) -> Value:
    span = unit_of(ctx, unit, 0)
    return _rest(ctx, span) if span is not None else None


@rule("TODATE", "the? TODATE", makes="D")
def _to_date(ctx: Context, unit: str) -> Value:
    span = unit_of(ctx, unit, 0)
    return range_of(span.start, midnight(ctx.now.date()) + DAY, "day") if span is not None else None


@rule("at? the? ENDDAY of? D", makes="DT")
def _end_of_that_day(ctx: Context, _said: None, value: Spec | Span) -> Value:
    return _end_of_day(ctx, value)


@rule("at? the? end of? the? D", makes="DT")
def _end_of_day(ctx: Context, value: Spec | Span) -> Value:
    span = ctx.span(value)
    if span is None or span.grain != "day" or span.kind != "instant":
        return None
    return When(replace(span, sure=False), Clock(23 * 60 + 59, twelve=False, grain="minute", seconds=59))


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
        third_of = 4 if span.grain == "year" else 1
        first, second = add_months(start.date(), third_of), add_months(start.date(), 2 * third_of)
        if first is None or second is None:
            return None
        cuts = (start, midnight(first), midnight(second), end)
    else:
        return None
    # Nobody agrees where a beginning ends.
    return range_of(cuts[third], cuts[third + 1], "day", sure=False)
