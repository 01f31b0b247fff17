"""Rules for dates: weekdays, days and months, numbers of days, units of the calendar before and after now."""

from dataclasses import replace
from datetime import timedelta

from orchestrator.language.time.calendar import inside, merged, midnight, occurrence
from orchestrator.language.time.chart import Grammar
from orchestrator.language.time.context import Context
from orchestrator.language.time.rules.written_formats import CENTURY_TURN, day_span
from orchestrator.language.time.semantics import Span, Spec, Value

_AFTER_HOURS, _AFTER_DAYS = 13, 32

rules = Grammar()
rule = rules.rule


@rule("OFFDAY", makes="D")
def _offset_day(ctx: Context, days: int) -> Value:
    return day_span(ctx.now + timedelta(days=days))


@rule("THISDAY", makes="D", cost=2)
def _this_day_weak(ctx: Context, days: int) -> Value:
    """ "The day", which is mostly the day of something."""
    return replace(day_span(ctx.now + timedelta(days=days)), weak=True)


@rule("FORDAY", makes="D", cost=1)
def _for_this_day(ctx: Context, days: int) -> Value:
    """ "Blocked for the day"."""
    return replace(day_span(ctx.now + timedelta(days=days)), sure=False)


@rule("DOW", makes="D")
def _weekday(_: Context, weekday: int) -> Value:
    return Spec(weekday=weekday, weak=True)


@rule("STRONGDOW", makes="D")
def _sure_weekday(_: Context, weekday: int) -> Value:
    return Spec(weekday=weekday)


@rule("MONTH", makes="D")
def _month(_: Context, month: int) -> Value:
    return Spec(month=month, weak=True)


@rule("STRONGMONTH", makes="D")
def _sure_month(_: Context, month: int) -> Value:
    return Spec(month=month)


@rule("YEAR", makes="D")
def _year(_: Context, year: int) -> Value:
    return Spec(year=year, weak=True)


@rule("in the? D", "during the? D", makes="D")
def _in(_: Context, value: Spec | Span) -> Value:
    if isinstance(value, Span):
        return replace(value, weak=False, sure=value.sure and value.grain != "day") if value.weak else None
    return replace(value, weak=False) if value.weak and value.grain != "day" else None


@rule("the? year of? YEAR", makes="D")
def _the_year(_: Context, year: int) -> Value:
    return Spec(year=year)


@rule("the D", makes="D")
def _the(_: Context, value: Spec | Span) -> Value:
    return value


@rule("on the? D", makes="D")
def _on(_: Context, value: Spec | Span) -> Value:
    # A bare number stays weak: "on the 5" may be anything.
    if isinstance(value, Span) and value.weak:
        return None
    if isinstance(value, Span) or value.month is not None or value.weekday is not None:
        return replace(value, weak=False) if isinstance(value, Span) or value.grain == "day" else value
    return value


# ---- weekdays by their week -------------------------------------------------------------------------------------


@rule("on? the? DOW thispost", makes="D")
def _weekday_of_this_week(ctx: Context, weekday: int) -> Value:
    return day_span(ctx.in_week(ctx.now.date(), weekday))


@rule("this DOW", makes="D")
def _this_weekday(ctx: Context, weekday: int) -> Value:
    day = ctx.in_week(ctx.now.date(), weekday)
    return day_span(day if day >= ctx.now.date() else day + timedelta(days=7))


@rule("on? the? next DOW", "on? the? DOW nextpost", makes="D")
def _next_weekday(ctx: Context, weekday: int) -> Value:
    today = ctx.now.date()
    coming = today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
    following = ctx.in_week(today, weekday) + timedelta(days=7)
    first, second = (coming, following) if ctx.lexicon.next_is_coming else (following, coming)
    # On Monday "next Friday" is this week's for some and next week's for others.
    return replace(day_span(first), sure=first == second, other=midnight(second) if first != second else None)


@rule("on? the? coming DOW", makes="D")
def _coming_weekday(ctx: Context, weekday: int) -> Value:
    today = ctx.now.date()
    return day_span(today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1))


@rule("on? the? last DOW", "on? the? DOW lastpost", makes="D")
def _last_weekday(ctx: Context, weekday: int) -> Value:
    today = ctx.now.date()
    latest = today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1)
    before = ctx.in_week(today, weekday) - timedelta(days=7)
    first, second = (before, latest) if ctx.lexicon.last_is_of_last_week else (latest, before)
    return replace(day_span(first), sure=first == second, other=midnight(second) if first != second else None)


@rule("on? this last DOW", "on? this lastpost DOW", makes="D")
def _latest_weekday(ctx: Context, weekday: int) -> Value:
    return day_span(ctx.now - timedelta(days=(ctx.now.weekday() - weekday - 1) % 7 + 1))


@rule("DOW after next", makes="D")
def _weekday_after_next(ctx: Context, weekday: int) -> Value:
    coming = ctx.now.date() + timedelta(days=(weekday - ctx.now.weekday() - 1) % 7 + 1)
    return day_span(coming + timedelta(days=7))


# ---- day numbers and months -------------------------------------------------------------------------------------


@rule("MONTH the? ORD", "MONTH NUM", makes="D")
def _month_day(_: Context, month: int, day: int) -> Value:
    # One that no calendar has ("30 February") is told by its having no occurrence.
    return Spec(month=month, day=day) if 1 <= day <= 31 else None


@rule(
    "on? the? ORD dayword? of? MONTH",
    "on? the? NUM of? MONTH",
    "on? the? dayword NUM of? MONTH",
    "on? the? ORD - MONTH",
    "NUM - MONTH",
    "NUM / MONTH",
    makes="D",
)
def _day_month(ctx: Context, day: int, month: int) -> Value:
    return _month_day(ctx, month, day)


@rule("MONTH - NUM", "MONTH / NUM", "MONTH / ORD", makes="D")
def _month_slash_day(ctx: Context, month: int, day: int) -> Value:
    return _month_day(ctx, month, day)


@rule("on? the? ORDDAY", makes="D", cost=3)
def _the_day_weak(_: Context, day: int) -> Value:
    return Spec(day=day, weak=True) if 1 <= day <= 31 else None


@rule("on the? ORDDAY", "the ORDDAY of? this month", "on? the? dayword NUM", "on? the? dayword ORDDAY", makes="D")
def _the_day(_: Context, day: int) -> Value:
    return Spec(day=day) if 1 <= day <= 31 else None


@rule("on the NUM", "the NUM", "on NUM", makes="D", cost=2)
def _the_number(_: Context, day: int) -> Value:
    return Spec(day=day, weak=True) if 1 <= day <= 31 else None


@rule("ondate NUM", makes="D")
def _on_date(_: Context, day: int) -> Value:
    """ "Pour le 15": an hour has another article, or none."""
    return Spec(day=day) if 1 <= day <= 31 else None


@rule("this dayword NUM", "this dayword ORDDAY", "on? the? next dayword NUM", makes="D")
def _this_day(_: Context, day: int) -> Value:
    return Spec(day=day) if 1 <= day <= 31 else None


@rule("DOW the? ORDDAY", "DOW the NUM", "DOW the? dayword NUM", makes="D", cost=1)
def _weekday_day(_: Context, weekday: int, day: int) -> Value:
    return Spec(weekday=weekday, day=day) if 1 <= day <= 31 else None


@rule("DOW NUM", makes="D", cost=1)
def _weekday_number(ctx: Context, weekday: int, number: int) -> Value:
    """ "Friday 11"; not "Friday 8", where no Friday soon is the 8th: that is an hour."""
    hour = number <= CLOCK_HOURS and not is_day_soon(ctx, weekday, number)
    return Spec(weekday=weekday, day=number) if 1 <= number <= 31 and not hour else None


_SOON = timedelta(days=36)


def is_day_soon(ctx: Context, weekday: int, day: int, within: timedelta = _SOON) -> bool:
    """Whether the next such weekday (the last one, where the past is spoken of) that is this day of its month comes
    so soon: by default within some five weeks."""
    found = occurrence(Spec(weekday=weekday, day=day), ctx.now, back=ctx.back)
    return found is not None and abs(found.start - ctx.now) <= within


CLOCK_HOURS = 12


@rule("on? the? dayword D", makes="D")
def _day_date(_: Context, value: Spec | Span) -> Value:
    """ "Dia 5/6"."""
    return value if isinstance(value, Spec) and value.day is not None and value.month is not None else None


@rule("on? the? DOW beforelast", makes="D")
def _weekday_before_last(ctx: Context, weekday: int) -> Value:
    return replace(day_span(ctx.in_week(ctx.now.date(), weekday) - timedelta(days=14)), sure=False)


@rule("YEAR / NUM / MONTH", "YEAR - NUM - MONTH", makes="D")
def _year_day_month(_: Context, year: int, day: int, month: int) -> Value:
    return Spec(year, month, day) if 1 <= day <= 31 else None


@rule("NUM - YEAR - MONTH", "NUM / YEAR / MONTH", makes="D")
def _day_year_month(_: Context, day: int, year: int, month: int) -> Value:
    return Spec(year, month, day) if 1 <= day <= 31 else None


@rule("MONTH - YEAR - NUM", "MONTH / YEAR / NUM", makes="D")
def _month_year_day(_: Context, month: int, year: int, day: int) -> Value:
    return Spec(year, month, day) if 1 <= day <= 31 else None


@rule("NUM of NUM of YEAR", "on? the? NUM of NUM of YEAR", makes="D", cost=1)
def _number_month(ctx: Context, day: int, month: int, year: int) -> Value:
    """ "9 de 8 de 1971", as forms are read aloud."""
    if "months by number" not in ctx.lexicon.idioms or not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return Spec(year, month, day)


@rule("YEAR / MONTH / NUM", "YEAR - MONTH - NUM", makes="D")
def _year_month_day(_: Context, year: int, month: int, day: int) -> Value:
    return Spec(year, month, day) if 1 <= day <= 31 else None


@rule("D of? YEAR", "D - YEAR", "D / YEAR", "D in YEAR", "D of the? year of? YEAR", makes="D")
def _with_year(_: Context, value: Spec | Span, year: int) -> Value:
    if isinstance(value, Span) or value.year is not None or (value.month is None and value.weekday is None):
        return None
    return replace(value, year=year, weak=False)


@rule("ofthe NUM", "ofthe dayword NUM", makes="D", cost=2)
def _of_the_number(_: Context, day: int) -> Value:
    return Spec(day=day, weak=True) if 1 <= day <= 31 else None


@rule("D of? NUM", makes="D", cost=2)
def _short_year(_: Context, value: Spec | Span, number: int) -> Value:
    """ "April of 87", "14 April 15": a number that can be neither a day nor an hour."""
    if isinstance(value, Span) or value.month is None or value.year is not None or number > 99:
        return None
    if number < (_AFTER_HOURS if value.day is not None else _AFTER_DAYS):
        return None
    return replace(value, year=number + (2000 if number < CENTURY_TURN else 1900), weak=False)


@rule("next D", "this D", "the coming D", makes="D", cost=1)
def _next_date(_: Context, value: Spec | Span) -> Value:
    return replace(value, weak=False) if isinstance(value, Spec) and value.day and value.month else None


@rule("YEAR MONTH", "YEAR - MONTH", makes="D", cost=1)
def _year_month(_: Context, year: int, month: int) -> Value:
    return Spec(year=year, month=month)


@rule("D D", "D of D", "D in D", "D on D", makes="D", cost=1)
def together(ctx: Context, one: Spec | Span, two: Spec | Span) -> Value:
    if isinstance(one, Spec) and isinstance(two, Spec):
        both = _specs(one, two)
        return both if both is not None and not number_beside_weekday(ctx, one, two) else None
    if isinstance(one, Span) and isinstance(two, Span):
        return one if one.start == two.start and one.grain == two.grain == "day" else None
    spec, span = (one, two) if isinstance(one, Spec) else (two, one)
    assert isinstance(spec, Spec)
    assert isinstance(span, Span)
    if span.kind == "open":
        return None
    if span.grain == "day" and span.kind != "range":
        return _checked(spec, span, ctx)
    return inside(spec, span)


_NEAR = timedelta(days=62)


def number_beside_weekday(ctx: Context, one: Spec, two: Spec) -> bool:
    """ "A table for 4 on Saturday": no number of a day, unless a Saturday soon is the 4th."""
    numbers = [each for each in (one, two) if each.day is not None and each.weak and each.month is each.weekday is None]
    weekdays = [each for each in (one, two) if each.weekday is not None and each.day is each.month is None]
    if not (numbers and weekdays) or (day := numbers[0].day) is None or (weekday := weekdays[0].weekday) is None:
        return False
    return not is_day_soon(ctx, weekday, day, _NEAR)


def _specs(one: Spec, two: Spec) -> Spec | None:
    # Two months, or a year with a bare day, are two things said side by side.
    both = merged(one, two)
    if both is None or (both.day is not None and both.month is None and both.weekday is None):
        return None
    return replace(both, weak=one.weak and two.weak and both.day is None)


def _checked(spec: Spec, span: Span, ctx: Context) -> Span | None:
    """A day that is named twice: "tomorrow, Friday 27 November". A contradiction keeps the named date, unsure."""
    day = span.start.date()
    if spec.grain != "day":
        return None
    same = (
        spec.year in (None, day.year)
        and spec.month in (None, day.month)
        and spec.day in (None, day.day)
        and spec.weekday in (None, day.weekday())
    )
    if same:
        return replace(span, sure=True, other=None)
    if spec.weak:
        return None  # "mañana a las 25": no number of a day
    named = occurrence(spec, ctx.now, back=ctx.back)
    if named is not None and spec.day is not None and spec.month is not None:
        return replace(named, sure=False, other=span.start)
    return replace(span, sure=False, other=named.start if named is not None else None)
