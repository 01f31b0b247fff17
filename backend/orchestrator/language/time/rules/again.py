"""Rules for what happens again and again: "every Tuesday at 5", "toda terça às 17h", "el primer lunes de cada mes"."""

from dataclasses import replace

from orchestrator.language.time.chart import Grammar
from orchestrator.language.time.context import Context
from orchestrator.language.time.rules.clocks import hour, in_half
from orchestrator.language.time.semantics import Again, Clock, Length, Part, Span, Spec, TimeOfDay, Value

# More weeks or months apart than this is rather a date of its own.
_MOST_APART = 60
LISTED = 3
"""So many weekdays in a row are a list of those on which something happens."""
_UNITS = {"day": "DAILY", "week": "WEEKLY", "month": "MONTHLY", "year": "YEARLY", "weekend": "WEEKLY"}
_SPANS = {"fortnight": ("WEEKLY", 2), "quarter": ("MONTHLY", 3), "semester": ("MONTHLY", 6)}
_WORKDAYS = tuple((0, day) for day in range(5))
_EVERY_DAY = tuple((0, day) for day in range(7))

rules = Grammar()
rule = rules.rule


@rule("each UNIT", "REPEATS", makes="R")
def _every(_: Context, unit: str) -> Value:
    return _of(unit, 1)


@rule("each NUM UNIT", "each ORD UNIT", makes="R")
def _every_few(_: Context, count: int, unit: str) -> Value:
    return _of(unit, count)


@rule("from? NUM in NUM UNIT", makes="R")
def _from_one_to_the_next(_: Context, one: int, other: int, unit: str) -> Value:
    """ "De 15 em 15 dias"."""
    return _of(unit, one) if one == other else None


@rule("each other UNIT", makes="R")
def _every_other(_: Context, unit: str) -> Value:
    return _of(unit, 2)


def _of(unit: str, count: int) -> Again | None:
    if not 1 <= count <= _MOST_APART:
        return None
    if unit in _SPANS:
        freq, each = _SPANS[unit]
        return Again(freq, each * count)
    if unit == "business day":
        return Again("WEEKLY", days=_WORKDAYS) if count == 1 else None
    days = ((0, 5), (0, 6)) if unit == "weekend" else ()
    return Again(_UNITS[unit], count, days) if unit in _UNITS else None


@rule("each DOW", "PLURALDAYS", "each PLURALDAYS", makes="R")
def _every_weekday(_: Context, weekday: int) -> Value:
    return Again("WEEKLY", days=((0, weekday),))


@rule("DOW and? DOW and? DOW", makes="R", cost=1)
def _some_weekdays(_: Context, *weekdays: int) -> Value:
    """ "Gym mon, wed and fri": nobody names three days for what happens once."""
    days = tuple(sorted({(0, weekday) for weekday in weekdays}))
    return Again("WEEKLY", days=days) if len(days) == LISTED else None


@rule("each other DOW", "each ORD DOW", makes="R", cost=1)
def _every_other_weekday(_: Context, *said: int) -> Value:
    rank, weekday = said if len(said) == 2 else (2, said[0])
    return Again("WEEKLY", 2, ((0, weekday),)) if rank == 2 else None


@rule("R and? DOW", "R and? PLURALDAYS", makes="R")
def _and_weekday(_: Context, again: Again, weekday: int) -> Value:
    bare = again.freq == "WEEKLY" and again.days and again.time is None and all(nth == 0 for nth, _ in again.days)
    if not bare or (0, weekday) in again.days:
        return None
    return replace(again, days=tuple(sorted((*again.days, (0, weekday)))))


@rule("R allbut on? the? DOW", "R allbut on? PLURALDAYS", "R allbut each DOW", makes="R")
def _but_one_weekday(_: Context, again: Again, weekday: int) -> Value:
    """ "Every weekday but Wednesday", "todos los días menos el domingo"."""
    days = again.days or (_EVERY_DAY if again.freq == "DAILY" and again.interval == 1 else ())
    left = tuple(one for one in days if one != (0, weekday))
    if again.time is not None or not left or left == days or any(nth for nth, _ in days):
        return None
    return replace(again, freq="WEEKLY", days=left)


@rule("each DOW to DOW", "each DOW to PLURALDAYS", makes="R")
def _weekdays(_: Context, first: int, last: int) -> Value:
    """ "Every Monday to Friday"."""
    return Again("WEEKLY", days=tuple((0, day) for day in range(first, last + 1))) if first < last else None


@rule("R on? the? DOW", makes="R", cost=1)
def _on_weekday(_: Context, again: Again, weekday: int) -> Value:
    return replace(again, days=((0, weekday),)) if again.freq == "WEEKLY" and not again.days else None


@rule("R on? the? ORDDAY", "R on? the? NUM", "R on? the? dayword NUM", "R on? the? dayword ORDDAY", makes="R", cost=1)
def _on_number(_: Context, again: Again, day: int) -> Value:
    bare = again.freq == "MONTHLY" and not again.days and again.monthday is None and again.time is None
    return replace(again, monthday=day) if bare and 1 <= day <= 31 else None


@rule("on? the? ORDDAY of? each UNIT", "on? the? NUM of? each UNIT", makes="R")
@rule("on? the? dayword NUM of? each UNIT", "on? the? ORDDAY dayword of? each UNIT", makes="R")
def _number_of(_: Context, day: int, unit: str) -> Value:
    return Again("MONTHLY", monthday=day) if unit == "month" and 1 <= day <= 31 else None


@rule("each dayword NUM", "each dayword ORDDAY", makes="R")
def _every_number(ctx: Context, day: int) -> Value:
    """ "Todo dia 5"."""
    said = "day of each month by number" in ctx.lexicon.idioms
    return Again("MONTHLY", monthday=day) if said and 1 <= day <= 31 else None


@rule("each ORDDAY", makes="R", cost=1)
def _every_ordinal(_: Context, day: int) -> Value:
    """ "Every 1st"."""
    return Again("MONTHLY", monthday=day) if 1 <= day <= 31 else None


@rule("each ORDDAY of? the? UNIT", "each NUM of the? UNIT", makes="R")
def _every_ordinal_of(_: Context, day: int, unit: str) -> Value:
    return Again("MONTHLY", monthday=day) if unit == "month" and 1 <= day <= 31 else None


@rule("on? the? ORD DOW of? each UNIT", "each ORD DOW of? the? UNIT", makes="R")
def _nth_weekday(_: Context, nth: int, weekday: int, unit: str) -> Value:
    return Again("MONTHLY", days=((nth, weekday),)) if unit == "month" and 1 <= nth <= 5 else None


@rule(
    "on? the? last DOW of? each UNIT", "each last DOW of? the? UNIT", "on? the? DOW lastpost of? each UNIT", makes="R"
)
def _last_weekday(_: Context, weekday: int, unit: str) -> Value:
    return Again("MONTHLY", days=((-1, weekday),)) if unit == "month" else None


@rule("on? the? last dayword of? each UNIT", makes="R")
def _last_day(_: Context, unit: str) -> Value:
    return Again("MONTHLY", monthday=-1) if unit == "month" else None


@rule("each D", "D each UNIT", "R on? the? D", makes="R", cost=1)
def _every_year(_: Context, *said: object) -> Value:
    """ "Every 5 May", "May 5 every year"."""
    value = next((each for each in said if isinstance(each, Spec)), None)
    yearly = all(each == "year" or isinstance(each, Spec) or _bare_year(each) for each in said)
    if value is None or not yearly or value.month is None or value.day is None or value.year is not None:
        return None
    return Again("YEARLY", monthday=value.day, month=value.month)


def _bare_year(each: object) -> bool:
    return isinstance(each, Again) and each == Again("YEARLY")


@rule("each PART", makes="R")
def _every_part(_: Context, part: Part) -> Value:
    """ "Every morning"."""
    return Again("DAILY", time=replace(part, weak=False))


@rule("R T", "R from T", "R at the? T", "R HOURS", makes="R")
def _at(_: Context, again: Again, time: TimeOfDay) -> Value:
    return _timed(again, time)


@rule("T R", makes="R")
def _time_first(_: Context, time: TimeOfDay, again: Again) -> Value:
    return _timed(again, time)


@rule("R at the? NUM", makes="R", cost=0)
def _at_hour(ctx: Context, again: Again, number: int) -> Value:
    clock = hour(ctx, number)
    return _timed(again, clock) if clock is not None else None


@rule("at the? NUM R", makes="R", cost=1)
def _hour_first(ctx: Context, number: int, again: Again) -> Value:
    return _at_hour(ctx, again, number)


def _timed(again: Again, time: TimeOfDay) -> Again | None:
    if isinstance(again.time, Part) and again.time.at is None and isinstance(time, Clock):
        clock = in_half(time, again.time)  # "todas las noches a las 9"
        return replace(again, time=replace(clock, weak=False)) if clock is not None else None
    return replace(again, time=replace(time, weak=False)) if again.time is None else None


@rule("R until the? D", "R to the? D", makes="R", cost=1)
def _until(_: Context, again: Again, value: Spec | Span) -> Value:
    return replace(again, until=value) if again.until is None else None


@rule("R since the? D", "R starting the? D", "R from the? D", makes="R", cost=1)
def _since(_: Context, again: Again, value: Spec | Span) -> Value:
    return replace(again, start=value) if again.start is None else None


@rule("R for LENGTH", "R LASTING", makes="R", cost=1)
def _lasts(_: Context, again: Again, size: Length) -> Value:
    return replace(again, lasting=size) if again.lasting is None else None


@rule("R NUM times", "R for NUM times", "R COUNTED times", "R for COUNTED times", makes="R", cost=1)
def _times(_: Context, again: Again, count: int) -> Value:
    return replace(again, count=count) if again.count is None and 1 <= count <= 1000 else None
