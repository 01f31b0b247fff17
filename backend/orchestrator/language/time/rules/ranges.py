"""Rules for ranges of dates: from one to another, for so long, since, until, before and after."""

from dataclasses import replace
from datetime import timedelta

from orchestrator.language.time.calendar import DAY, shifted
from orchestrator.language.time.chart import Grammar
from orchestrator.language.time.context import Context
from orchestrator.language.time.rules.offsets import CLOCK_UNITS
from orchestrator.language.time.semantics import Length, Span, Spec, Value

_LONGEST = timedelta(days=270)
_LAST_DAY = 31
_MONTHS = 12

rules = Grammar()
rule = rules.rule


@rule("from the? D to the? D", "between the? D and the? D", "starting the? D to the? D", makes="D")
def _between(ctx: Context, one: Spec | Span, two: Spec | Span) -> Value:
    return _joined(ctx, one, two)


@rule("D to the? D", makes="D", cost=1)
def _to(ctx: Context, one: Spec | Span, two: Spec | Span) -> Value:
    if isinstance(two, Spec) and two.weak and two.day is not None and two.month is None:
        return None  # "mañana a las 25": no number of a day
    return _joined(ctx, one, two)


@rule("fromdate NUM todate NUM", makes="D")
def _between_numbers(ctx: Context, first: int, last: int) -> Value:
    """ "Del 3 al 10", "du 3 au 10": no hour has these articles; "from 3 to 10" are hours."""
    if not (1 <= first <= _LAST_DAY and 1 <= last <= _LAST_DAY):
        return None
    return _joined(ctx, Spec(day=first), Spec(day=last))


@rule("from? the? NUM to the? D", "between the? NUM and the? D", "on? the? dayword NUM to the? D", makes="D", cost=1)
def _number_to(ctx: Context, number: int, two: Spec | Span) -> Value:
    if not isinstance(two, Spec) or two.month is None or two.day is None or not 1 <= number <= 31:
        return None
    return _joined(ctx, Spec(day=number), two)


@rule(
    "from? D to the? NUM", "between D and the? NUM", "from? D to the? ORD", "between D and the? ORD", makes="D", cost=1
)
def _to_number(ctx: Context, one: Spec | Span, number: int) -> Value:
    if not isinstance(one, Spec) or one.day is None or one.weekday is not None or not 1 <= number <= 31:
        return None
    return _joined(ctx, one, Spec(day=number))


@rule("NUM to the? NUM of? MONTH", "from the? NUM to the? NUM of? MONTH", makes="D", cost=1)
@rule("from? the? ORD to the? ORD of? MONTH", "between the? ORD and the? ORD of? MONTH", makes="D")
@rule("between the? NUM and the? NUM of? MONTH", "from? the? ORD to the? NUM of? MONTH", makes="D")
def _days_of_month(ctx: Context, first: int, second: int, month: int) -> Value:
    if not (1 <= first <= 31 and 1 <= second <= 31):
        return None
    return _joined(ctx, Spec(month=month, day=first), Spec(month=month, day=second)) if first < second else None


@rule("MONTH the? NUM to the? NUM", "MONTH the? ORD to the? ORD", "from MONTH the? NUM to the? NUM", makes="D")
@rule("from MONTH the? ORD to the? ORD", makes="D")
def _month_days(ctx: Context, month: int, first: int, second: int) -> Value:
    return _days_of_month(ctx, first, second, month)


@rule("from the? NUM to the? NUM in? of? D", "between the? NUM and the? NUM of? D", makes="D", cost=1)
def _numbers_of(_: Context, first: int, second: int, value: Spec | Span) -> Value:
    if not 1 <= first < second <= 31 or isinstance(value, Spec):
        return None
    if value.grain != "month" or value.end is None:
        return None
    start, end = value.start + (first - 1) * DAY, value.start + second * DAY
    return Span(start, min(end, value.end), "day", kind="range")


def _joined(ctx: Context, one: Spec | Span, two: Spec | Span) -> Span | None:
    """Both days belong to the range; what one does not say it takes from the other."""
    if isinstance(one, Spec) and isinstance(two, Spec):
        one, two = _shared(one, two)
    start, end = _ends(ctx, one, two)
    if start is None or start.kind in ("open", "range"):
        return None
    if end is None or end.kind in ("open", "range") or end.start < start.start:
        return None
    finish = end.end if end.end is not None else end.start
    if finish <= start.start:
        return None
    # "From 5 May to 3 May" is rather a slip than a year.
    slip = isinstance(one, Spec) and one.year is None and finish - start.start > _LONGEST
    return Span(start.start, finish, start.grain, sure=start.sure and end.sure and not slip, kind="range")


def _ends(ctx: Context, one: Spec | Span, two: Spec | Span) -> tuple[Span | None, Span | None]:
    """The coming end and the start before it, so that a range that has begun is the one meant."""
    if isinstance(two, Span) or isinstance(one, Span) or one.year is not None:
        start = ctx.span(one)
        if start is None or isinstance(two, Span):
            return start, ctx.span(two)
        return start, Context(start.start - DAY, ctx.lexicon, week_start=ctx.week_start).span(two)
    end = ctx.span(two)
    if end is None or end.end is None:
        return None, None
    # A weekday that is today counts here: on Monday, "Monday to Friday" begins today.
    return Context(end.start, ctx.lexicon, back=True, week_start=ctx.week_start).span(one), end


def _shared(one: Spec, two: Spec) -> tuple[Spec, Spec]:
    """ "13 to 15 July 2027": the month and the year count for both; "July 13 to 15" likewise."""
    if one.day is not None and one.month is None and one.weekday is None and two.month is not None:
        turns = two.day is not None and one.day > two.day  # "the 24th to the 2nd of January" begins in December
        one = replace(one, month=(two.month - 2) % _MONTHS + 1 if turns else two.month)
    if two.day is not None and two.month is None and two.weekday is None and one.month is not None:
        two = replace(two, month=one.month)
    if one.year is None and two.year is not None and one.month is not None and two.month is not None:
        before = (one.month, one.day or 0) <= (two.month, two.day or 0)
        one = replace(one, year=two.year if before else two.year - 1)
    return one, two


@rule("D for LENGTH", "for LENGTH from? starting? the? D", "LENGTH starting from? the? D", makes="D", cost=1)
def _during(ctx: Context, one: Length | Spec | Span, two: Length | Spec | Span) -> Value:
    size, value = (one, two) if isinstance(one, Length) else (two, one)
    assert isinstance(size, Length)
    if isinstance(value, Length):
        return None
    base = ctx.span(value)
    if base is None or base.grain != "day" or base.kind == "range" or size.unit in CLOCK_UNITS:
        return None
    end = shifted(base.start, size, 1)
    return Span(base.start, end, "day", sure=base.sure, kind="range") if end is not None else None


@rule("eversince the? D", makes="D")
def _ever_since(ctx: Context, value: Spec | Span) -> Value:
    """ "Since March", "desde segunda": it began; the coming one is the other reading."""
    if isinstance(value, Span) or value.year is not None:
        return _since(ctx, value)
    past, coming = Context(ctx.now, ctx.lexicon, back=True, week_start=ctx.week_start).span(value), ctx.span(value)
    if past is None:
        return _since(ctx, value)
    other = coming.start if coming is not None and coming.start != past.start else None
    return Span(past.start, None, past.grain, past.sure and other is None, other, "from", "open")


@rule("since the? D", "starting from? on? the? D", "from the? D on", makes="D")
def _since(ctx: Context, value: Spec | Span) -> Value:
    base = ctx.span(value)
    if base is None or base.kind in ("open", "range"):
        return None
    return Span(base.start, None, base.grain, base.sure, base.other, "from", "open")


@rule("from the? D", makes="D", cost=3)
def _from(ctx: Context, value: Spec | Span) -> Value:
    found = _since(ctx, value)
    number = isinstance(value, Spec) and value.weak and value.day is not None and value.month is None
    return replace(found, weak=True) if isinstance(found, Span) and number else found


@rule("after the? D", "aftersay D", makes="D", cost=1)
def _later(ctx: Context, value: Spec | Span) -> Value:
    base = ctx.span(value)
    if base is None or base.kind == "open":
        return None
    # "After 2014", "after Friday": with it or without. A day is where it begins, and its end the other reading.
    sure = base.sure and base.grain in CLOCK_UNITS
    if base.grain == "day" and base.kind == "instant":
        return Span(base.start, None, base.grain, sure, base.end, "from", "open")
    return Span(base.end or base.start, None, base.grain, sure, None, "from", "open")


@rule("before the? D", makes="D", cost=1)
def _earlier(ctx: Context, value: Spec | Span) -> Value:
    base = ctx.span(value)
    if base is None or base.kind == "open":
        return None
    return Span(min(ctx.now, base.start), base.start, base.grain, base.sure, None, "until", "open")


@rule("untildate NUM", makes="D")
def _until_number(ctx: Context, day: int) -> Value:
    """ "Avant le 15", "antes del 15": an hour has another article, or none."""
    return _until(ctx, Spec(day=day)) if 1 <= day <= _LAST_DAY else None


@rule("until the? D", "by the? D", makes="D", cost=1)
def _until(ctx: Context, value: Spec | Span) -> Value:
    base = ctx.span(value)
    if base is None or base.kind == "open":
        return None
    end = base.end or base.start
    sure = base.sure and base.grain in ("day", "minute", "hour", "second")
    return Span(min(ctx.now, end), end, base.grain, sure, None, "until", "open")
