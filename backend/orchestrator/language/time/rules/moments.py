"""Rules for a date with its time of day, whichever comes first, and from one such moment to another."""

from dataclasses import replace
from datetime import timedelta

from orchestrator.language.time.calendar import merged, midnight
from orchestrator.language.time.chart import Grammar
from orchestrator.language.time.context import Context
from orchestrator.language.time.rules.clocks import hour, in_half, moved
from orchestrator.language.time.rules.days import CLOCK_HOURS, is_day_soon, number_beside_weekday, together
from orchestrator.language.time.rules.offsets import CLOCK_UNITS
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

_SPOKEN_MINUTES = range(10, 60, 5)
_EDGES = {"early": (0, 720, "am"), "middle": (600, 840, "pm"), "late": (720, MINUTES_A_DAY, "pm")}

rules = Grammar()
rule = rules.rule


@rule("D T", "D at the? T", "D and? inpart the? T", makes="DT")
@rule("D of T", makes="DT", cost=1)  # some words for "of" are those for "from"
def _date_time(_: Context, value: Spec | Span, time: TimeOfDay) -> Value:
    return _timed(value, time)


@rule("D from the? T", "D starting at? the? T", makes="DT")
def _date_from(_: Context, value: Spec | Span, time: TimeOfDay) -> Value:
    """ "On Saturday from 3pm": all that comes after it."""
    return _timed(value, Hours(time, None, "from") if isinstance(time, Clock) else time)


@rule("D from the? NUM", "D after the? NUM", makes="DT", cost=1)
def _date_from_bare_hour(ctx: Context, value: Spec | Span, number: int) -> Value:
    clock = hour(ctx, number) if not value.weak or _is_weekday(value) else None
    return _timed(value, Hours(clock, None, "from")) if clock else None


def _is_weekday(value: Spec | Span) -> bool:
    """A weekday's short form ("sat") is weak by itself."""
    return isinstance(value, Spec) and value.weekday is not None and value.day is None


@rule("D NUM", makes="DT", cost=1)
def _date_bare_hour(ctx: Context, value: Spec | Span, number: int) -> Value:
    """ "Padel Thursday 7": no Thursday soon is the 7th."""
    if not isinstance(value, Spec) or value.weekday is None or value.day is not None:
        return None
    clock = hour(ctx, number) if number <= CLOCK_HOURS and not is_day_soon(ctx, value.weekday, number) else None
    return _timed(value, clock) if clock else None


@rule("D NUM NUM", makes="DT")
def _date_dictated_clock(ctx: Context, value: Spec | Span, number: int, minutes: int) -> Value:
    """ "Tuesday two thirty", as it is dictated."""
    day = _is_weekday(value) or (isinstance(value, Span) and value.grain == "day")
    clock = hour(ctx, number) if day and 1 <= number <= CLOCK_HOURS and minutes in _SPOKEN_MINUTES else None
    return _timed(value, timed) if (timed := moved(clock, minutes)) is not None else None


@rule("D at? halfword NUM", makes="DT", cost=1)
def _date_half(ctx: Context, value: Spec | Span, number: int) -> Value:
    """ "Tues half 4", as the British say: half an hour after it."""
    clock = hour(ctx, number) if "half seven" in ctx.lexicon.idioms and 1 <= number <= CLOCK_HOURS else None
    return _timed(value, replace(clock, minutes=clock.minutes + 30, grain="minute")) if clock else None


@rule("at? halfword NUM on? D", makes="DT", cost=1)
def _half_date(ctx: Context, number: int, value: Spec | Span) -> Value:
    return _date_half(ctx, value, number)


@rule("T D", "T of the? D", "T on the? D", "T in D", makes="DT")
def _time_date(_: Context, time: TimeOfDay, value: Spec | Span) -> Value:
    return _timed(value, time)


def _timed(value: Spec | Span, time: TimeOfDay) -> When | None:
    if value.grain != "day" or (isinstance(value, Span) and value.kind in ("range", "open", "moment")):
        return None
    ranged = isinstance(time, Hours) and time.start is not None and time.end is not None
    if value.weak and time.weak and not ranged and isinstance(value, Spec) and value.month is None:
        return None
    return When(replace(value, weak=False), replace(time, weak=False))


@rule("HOURS D", "HOURS on D", makes="DT", cost=1)
def _hours_date(_: Context, hours: Hours, value: Spec | Span) -> Value:
    rising = hours.start and hours.end and hours.start.minutes < hours.end.minutes
    return _timed(value, hours) if rising and not value.weak else None


@rule("D HOURS", makes="DT", cost=1)
def _date_hours(_: Context, value: Spec | Span, hours: Hours) -> Value:
    return _timed(value, hours) if not value.weak else None


@rule("D at the? NUM", makes="DT", cost=1)
@rule("D dash NUM", makes="DT", cost=5)
def _date_hour(ctx: Context, value: Spec | Span, number: int) -> Value:
    clock = hour(ctx, number)
    return _timed(value, clock) if clock and not value.weak else None


@rule("DT at the? NUM", "DT NUM", makes="DT", cost=1)
def _part_hour(ctx: Context, when: When, number: int) -> Value:
    return part_with(when, hour(ctx, number)) if 1 <= number <= 12 else None


@rule("NUM DT", "NUM on DT", makes="DT", cost=1)
def _hour_part(ctx: Context, number: int, when: When) -> Value:
    return part_with(when, hour(ctx, number)) if 1 <= number <= 12 else None


@rule("by the? DT", "until the? DT", "before the? DT", makes="DT", cost=1)
def _deadline(_: Context, when: When) -> Value:
    if isinstance(when.time, Part):
        # "Until tomorrow morning" ends where the morning begins.
        return replace(when, time=Hours(None, Clock(when.time.start, twelve=False), "until"))
    return replace(when, time=Hours(None, when.time, "until")) if isinstance(when.time, Clock) else None


@rule("begin inpart? the? dayword? of? D", makes="DT", cost=1)
def _early_in_day(ctx: Context, value: Spec | Span) -> Value:
    return _part_of_day(ctx, value, "early")


@rule("mid D", "mid - D", "mid dayword of? D", makes="DT", cost=1)
def _middle_of_day(ctx: Context, value: Spec | Span) -> Value:
    return _part_of_day(ctx, value, "middle")


@rule("late inpart? the? dayword? of? D", "late D", "late on D", "D late", makes="DT", cost=1)
def _late_in_day(ctx: Context, value: Spec | Span) -> Value:
    return _part_of_day(ctx, value, "late")


def _part_of_day(ctx: Context, value: Spec | Span, name: str) -> When | None:
    """ "Early on Wednesday", "later today": no exact hours."""
    if isinstance(value, Span) and (value.kind != "instant" or value.grain != "day"):
        return None
    if isinstance(value, Spec) and (value.grain != "day" or value.weak):
        return None
    today = isinstance(value, Span) and value.start.date() == ctx.now.date()
    start, end, half = _EDGES[name]
    passed = ctx.now.hour * 60 + ctx.now.minute
    start = max(start, passed) if today and passed < end and not ctx.back and name != "early" else start
    return When(value, Part(name, start, end, half))


@rule("after the? DT", "since the? DT", "eversince the? DT", "from the? DT on", makes="DT", cost=1)
def _opening(_: Context, when: When) -> Value:
    return replace(when, time=Hours(when.time, None, "from")) if isinstance(when.time, Clock) else None


@rule("DT at? T", "DT HOURS", "DT from T", makes="DT", cost=1)
def _part_time(_: Context, when: When, time: TimeOfDay) -> Value:
    return part_with(when, time)


@rule("T DT", "T on? DT", makes="DT", cost=1)
def _time_part(_: Context, time: TimeOfDay, when: When) -> Value:
    return part_with(when, time)


def part_with(when: When, time: TimeOfDay | None) -> When | None:
    """ "tomorrow evening" and "at 8": one moment; a meal keeps its part of the day."""
    if not isinstance(when.time, Part) or time is None or isinstance(time, Part):
        return None
    if isinstance(time, Clock):
        return When(when.date, in_half(replace(time, twelve=time.twelve, weak=False), when.time) or time)
    start = in_half(time.start, when.time) if time.start else None
    end = in_half(time.end, when.time) if time.end else None
    return When(when.date, Hours(start, end, time.opens))


@rule("DT D", "DT of? D", "D DT", makes="DT", cost=2)
def _date_again(ctx: Context, one: When | Spec | Span, two: When | Spec | Span) -> Value:
    """ "at 5pm on Friday, 27 November": a second part of the date after the time."""
    when, value = (one, two) if isinstance(one, When) else (two, one)
    assert isinstance(when, When)
    if isinstance(value, When) or value.grain not in ("day", "week", "month", "year"):
        return None
    if isinstance(when.date, Spec) and isinstance(value, Spec):
        both = merged(when.date, value) if not number_beside_weekday(ctx, when.date, value) else None
        return When(both, when.time) if both is not None else None
    if isinstance(when.date, Spec) and isinstance(value, Span):
        found = together(ctx, when.date, value)
        return When(found, when.time) if isinstance(found, Spec | Span) and found.grain == "day" else None
    return None


@rule("from? the? DT to the? DT", "between the? DT and the? DT", makes="MOMENTS")
def _moments(_: Context, one: When, two: When) -> Value:
    return None if isinstance(one.time, Hours) or isinstance(two.time, Hours) else (one, two)  # type: ignore[return-value]


@rule("from at? the? NUM for LENGTH", makes="LASTS", cost=1)
def _hour_lasts(ctx: Context, number: int, size: Length) -> Value:
    clock = hour(ctx, number)
    return (clock, size) if clock is not None and size.unit in CLOCK_UNITS else None  # type: ignore[return-value]


@rule("for LENGTH from at? the? NUM", "for LENGTH starting at? the? NUM", makes="LASTS", cost=1)
def _lasts_from_hour(ctx: Context, size: Length, number: int) -> Value:
    return _hour_lasts(ctx, number, size)


@rule("for LENGTH from T", "for LENGTH starting at? T", "for LENGTH from DT", "for LENGTH starting DT", makes="LASTS")
def _lasts_from(_: Context, size: Length, when: When | TimeOfDay) -> Value:
    return (when, size) if size.unit in CLOCK_UNITS else None  # type: ignore[return-value]


@rule("DT for LENGTH", "T for LENGTH", "from T for LENGTH", "DT LASTING", "from DT for LENGTH", makes="LASTS")
def _lasts(_: Context, when: When | TimeOfDay, size: Length) -> Value:
    return (when, size)  # type: ignore[return-value]


@rule("between T and NOW", "from T to NOW", "since T to NOW", "eversince T to NOW", makes="D")
def _until_now(ctx: Context, time: TimeOfDay, _unit: str) -> Value:
    if not isinstance(time, Clock):
        return None
    start = midnight(ctx.now.date()) + timedelta(minutes=time.minutes)
    while start >= ctx.now:
        start -= timedelta(minutes=MINUTES_A_DAY // 2 if time.twelve else MINUTES_A_DAY)
    return Span(start, ctx.now, "minute", kind="range")


@rule("NOW to T", "from NOW to T", "between NOW and T", makes="D")
def _now_to(ctx: Context, _unit: str, time: TimeOfDay) -> Value:
    if not isinstance(time, Clock):
        return None
    end = midnight(ctx.now.date()) + timedelta(minutes=time.minutes)
    while end <= ctx.now:
        end += timedelta(minutes=MINUTES_A_DAY // 2 if time.twelve else MINUTES_A_DAY)
    return Span(ctx.now, end, "minute", kind="range")
