"""Rules for what is told by something that stands beside it: so long before a meal, the Monday after a feast, the night
before, this hour in a week, more than two weeks ago.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from orchestrator.language.time.calendar import DAY, midnight, shifted
from orchestrator.language.time.chart import Grammar
from orchestrator.language.time.context import Context
from orchestrator.language.time.rules.clocks import edge
from orchestrator.language.time.rules.offsets import CLOCK_UNITS
from orchestrator.language.time.rules.written_formats import day_span
from orchestrator.language.time.semantics import (
    MINUTES_A_DAY,
    Clock,
    Hours,
    Length,
    Part,
    Span,
    Spec,
    TimeOfDay,
    Value,
    When,
)

rules = Grammar()
rule = rules.rule

_LONGEST = 12 * 60
_MOST_COUNTED = 10
# "In eight days" counts today.
_EIGHT_DAYS = {8: 1, 15: 2}
_CALENDAR = ("week", "month", "year")


# ---- so long before or after an hour ----------------------------------------------------------------------------


@rule("in? LENGTH after the? T", "in? LENGTH aftersay the? T", makes="T", cost=1)
def _after_hour(_: Context, size: Length, time: TimeOfDay) -> Value:
    """ "2 hours after lunch"."""
    return _moved(time, size, 1)


@rule("LENGTH before the? T", makes="T", cost=1)
def _before_hour(_: Context, size: Length, time: TimeOfDay) -> Value:
    return _moved(time, size, -1)


@rule("in? LENGTH after the? DT", "in? LENGTH aftersay the? DT", makes="DT", cost=1)
def _after_moment(_: Context, size: Length, when: When) -> Value:
    return _when(when, _moved(when.time, size, 1))


@rule("LENGTH before the? DT", makes="DT", cost=1)
def _before_moment(_: Context, size: Length, when: When) -> Value:
    return _when(when, _moved(when.time, size, -1))


def _when(when: When, time: Clock | None) -> When | None:
    return replace(when, time=time) if time is not None else None


def _moved(time: TimeOfDay, size: Length, sign: int) -> Clock | None:
    if isinstance(time, Part):
        time = Clock(time.at, twelve=False) if time.at is not None else time
    if not isinstance(time, Clock) or size.unit not in CLOCK_UNITS or not 1 <= size.minutes <= _LONGEST:
        return None
    minutes = time.minutes + sign * round(size.minutes)
    return replace(time, minutes=minutes, grain="minute", weak=False) if 0 <= minutes < 2 * MINUTES_A_DAY else None


@rule("after MEALVERB", makes="T")
def _after_eating(_: Context, meal: Part) -> Value:
    """ "Después de comer"."""
    return Hours(Clock(meal.end, twelve=False), None, "from")


@rule("before MEALVERB", makes="T")
def _before_eating(_: Context, meal: Part) -> Value:
    return Hours(None, Clock(meal.start, twelve=False), "until")


@rule("in? LENGTH after MEALVERB", "in? LENGTH aftersay MEALVERB", makes="T", cost=1)
def _long_after_eating(_: Context, size: Length, meal: Part) -> Value:
    return _moved(meal, size, 1)


@rule("LENGTH before MEALVERB", makes="T", cost=1)
def _long_before_eating(_: Context, size: Length, meal: Part) -> Value:
    return _moved(meal, size, -1)


# ---- beside a date ----------------------------------------------------------------------------------------------


@rule("on? the? DOW aftersay the? D", "on? the? DOW after the? D", makes="D", cost=1)
def _weekday_after(ctx: Context, weekday: int, value: Spec | Span) -> Value:
    """ "The Monday after Thanksgiving"."""
    return _nth_weekday_from(ctx, 1, weekday, value, 1)


@rule("on? the? DOW before the? D", makes="D", cost=1)
def _weekday_before(ctx: Context, weekday: int, value: Spec | Span) -> Value:
    return _nth_weekday_from(ctx, 1, weekday, value, -1)


@rule("on? the? ORD DOW aftersay the? D", "on? the? ORD DOW after the? D", makes="D", cost=1)
def _nth_weekday_after(ctx: Context, nth: int, weekday: int, value: Spec | Span) -> Value:
    return _nth_weekday_from(ctx, nth, weekday, value, 1)


def _nth_weekday_from(ctx: Context, nth: int, weekday: int, value: Spec | Span, sign: int) -> Span | None:
    base = ctx.span(value) if not value.weak else None
    if base is None or base.end is None or base.kind not in ("instant", "range") or not 1 <= nth <= _MOST_COUNTED:
        return None
    day = (base.end - DAY if sign > 0 else base.start).date()
    first = day + sign * timedelta(days=(sign * (weekday - day.weekday()) - 1) % 7 + 1)
    return replace(day_span(first + sign * timedelta(days=7 * (nth - 1))), sure=base.sure)


@rule("on? the? PART before the? D", makes="DT", cost=1)
def _part_before(ctx: Context, part: Part, value: Spec | Span) -> Value:
    """ "The night before Christmas"."""
    return _part_beside(ctx, part, value, -1)


@rule("on? the? PART after the? D", "on? the? PART aftersay the? D", makes="DT", cost=1)
def _part_after(ctx: Context, part: Part, value: Spec | Span) -> Value:
    return _part_beside(ctx, part, value, 1)


def _part_beside(ctx: Context, part: Part, value: Spec | Span, sign: int) -> When | None:
    base = ctx.span(value) if not value.weak else None
    if base is None or base.grain != "day" or base.kind != "instant" or part.at is not None:
        return None
    return When(day_span(base.start + sign * DAY), replace(part, weak=False))


@rule("LASTPART", makes="DT")
@rule("last PART", "inpart? the? PART lastpost", makes="DT", cost=3)
def _last_part(ctx: Context, part: Part) -> Value:
    """ "Last night", "la noche anterior"."""
    return When(day_span(ctx.now - DAY), replace(part, weak=False)) if part.at is None else None


@rule("next PART", "inpart? the? PART nextpost", makes="DT", cost=3)
def _next_part(ctx: Context, part: Part) -> Value:
    """ "The next morning", "a próxima manhã"."""
    return When(day_span(ctx.now + DAY), replace(part, weak=False)) if part.at is None else None


@rule("begin inpart? the? DT", makes="DT", cost=1)
def _early(_: Context, when: When) -> Value:
    return _edge(when, 0)


@rule("late inpart? the? DT", makes="DT", cost=1)
def _late(_: Context, when: When) -> Value:
    return _edge(when, 2)


def _edge(when: When, which: int) -> When | None:
    """ "Early tomorrow morning", "late Friday night"."""
    if not isinstance(when.time, Part) or when.time.at is not None:
        return None
    return replace(when, time=edge(when.time, which))


# ---- the same hour ----------------------------------------------------------------------------------------------


@rule("sametime on? D", "on? D sametime", makes="DT", cost=1)
def _same_time(ctx: Context, value: Spec | Span) -> Value:
    """ "This time tomorrow", "same time next week"."""
    span = ctx.span(value)
    if span is None or span.kind != "instant":
        return None
    day = span.start if span.grain == "day" else _same_day(ctx, span)
    clock = Clock(ctx.now.hour * 60 + ctx.now.minute, twelve=False, grain="minute")
    return When(replace(day_span(day), sure=span.sure and span.grain == "day"), clock) if day is not None else None


def _same_day(ctx: Context, span: Span) -> datetime | None:
    """The day of another week, month or year that stands where today stands in this one."""
    if span.grain not in _CALENDAR:
        return None
    this = ctx.neighbour(ctx.now.date(), span.grain, 0)
    if this is None:
        return None
    days = (ctx.now.date() - this[0]).days
    found = span.start + timedelta(days=days)
    return found if span.end is not None and found < span.end else None


@rule("LENGTH ago OFFDAY", "OFFDAY LENGTH ago", makes="D")
def _ago_today(ctx: Context, *said: Length | int) -> Value:
    """ "5 years ago today": to the day."""
    size, days = (said[0], said[1]) if isinstance(said[0], Length) else (said[1], said[0])
    if not isinstance(size, Length) or not isinstance(days, int) or size.unit in CLOCK_UNITS or days not in (-1, 0, 1):
        return None
    moment = shifted(midnight(ctx.now.date()) + days * DAY, size, -1)
    return day_span(moment) if moment is not None else None


# ---- more and less than a length --------------------------------------------------------------------------------


@rule("morethan LENGTH ago", "agopre morethan LENGTH", "morethan LENGTH before the? D", makes="D")
def _longer_before(ctx: Context, size: Length, value: Spec | Span | None = None) -> Value:
    """ "More than two weeks ago": until then."""
    end = _away(ctx, size, value, -1)
    return Span(min(ctx.now, end), end, "day", sure=False, opens="until", kind="open") if end is not None else None


@rule("morethan LENGTH hence", "in? morethan LENGTH from now", "in morethan LENGTH", makes="D")
@rule("in? morethan LENGTH after the? D", "in? morethan LENGTH aftersay the? D", makes="D")
def _longer_after(ctx: Context, size: Length, value: Spec | Span | None = None) -> Value:
    start = _away(ctx, size, value, 1)
    return Span(start, None, "day", sure=False, opens="from", kind="open") if start is not None else None


@rule("lessthan LENGTH ago", "agopre lessthan LENGTH", "lessthan LENGTH before the? D", makes="D")
def _shorter_before(ctx: Context, size: Length, value: Spec | Span | None = None) -> Value:
    return _shorter(ctx, size, value, -1)


@rule("in? lessthan LENGTH hence", "in? lessthan LENGTH from now", makes="D")
@rule("in? lessthan LENGTH after the? D", "in? lessthan LENGTH aftersay the? D", makes="D")
def _shorter_after(ctx: Context, size: Length, value: Spec | Span | None = None) -> Value:
    return _shorter(ctx, size, value, 1)


def _shorter(ctx: Context, size: Length, value: Spec | Span | None, sign: int) -> Span | None:
    """Between there and there."""
    base, other = _base(ctx, size, value), _away(ctx, size, value, sign)
    if base is None or other is None:
        return None
    grain = "minute" if size.unit in CLOCK_UNITS else "day"
    return Span(min(base, other), max(base, other), grain, sure=False, kind="range")


def _away(ctx: Context, size: Length, value: Spec | Span | None, sign: int) -> datetime | None:
    base = _base(ctx, size, value)
    return shifted(base, size, sign) if base is not None else None


def _base(ctx: Context, size: Length, value: Spec | Span | None) -> datetime | None:
    if value is None:
        return ctx.now if size.unit in CLOCK_UNITS else midnight(ctx.now.date())
    span = ctx.span(value) if not value.weak else None
    return span.start if span is not None and span.kind != "open" else None


@rule("aboveyear YEAR", makes="D")
def _years_after(_: Context, year: int) -> Value:
    """ "Sales where the year is greater than 2012"."""
    return Span(datetime(year + 1, 1, 1), None, "year", opens="from", kind="open")  # noqa: DTZ001  (wall time)


@rule("belowyear YEAR", makes="D")
def _years_before(ctx: Context, year: int) -> Value:
    end = datetime(year, 1, 1)  # noqa: DTZ001  (wall time)
    return Span(min(ctx.now, end), end, "year", sure=False, opens="until", kind="open")


@rule("from OFFDAY in NUM", makes="D")
def _eight_days_on(ctx: Context, days: int, count: int) -> Value:
    """ "De hoy en ocho", "de hoje a quinze": one week and two, today counted."""
    weeks = _EIGHT_DAYS.get(count) if "in eight days" in ctx.lexicon.idioms else None
    return day_span(ctx.now + timedelta(days=days + 7 * weeks)) if weeks is not None else None


@rule("on? the? DOW in NUM", makes="D")
def _weekday_in_eight(ctx: Context, weekday: int, count: int) -> Value:
    """ "El lunes en ocho"."""
    weeks = _EIGHT_DAYS.get(count) if "weekday in eight" in ctx.lexicon.idioms else None
    coming = ctx.now + timedelta(days=(weekday - ctx.now.weekday() - 1) % 7 + 1)
    return replace(day_span(coming + timedelta(days=7 * weeks)), sure=False) if weeks is not None else None
