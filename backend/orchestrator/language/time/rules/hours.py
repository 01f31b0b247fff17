"""Rules for hours: from one clock to another, after one, until one."""

from dataclasses import replace

from orchestrator.language.time.chart import Grammar
from orchestrator.language.time.context import Context
from orchestrator.language.time.rules.clocks import clock_part, hour, in_half
from orchestrator.language.time.rules.written_formats import to_half
from orchestrator.language.time.semantics import Clock, Hours, Part, TimeOfDay, Value

# "9-5" is a working day; "7-6" is rather a date.
_LONGEST_BARE = 10
_NOON = 12

rules = Grammar()
rule = rules.rule


@rule("T to the? T", makes="T")
def _to(ctx: Context, one: TimeOfDay, two: TimeOfDay) -> Value:
    return None if isinstance(one, Part) and one.at is not None else _hours(ctx, one, two)


@rule("T to the? T", makes="T", cost=2)
def _meal_to(ctx: Context, one: TimeOfDay, two: TimeOfDay) -> Value:
    """ "Lunch to four", where nothing else makes sense of both: "samedi dîner à 20h" is at eight."""
    return _hours(ctx, one, two) if isinstance(one, Part) and one.at is not None else None


@rule("from the? T to the? T", "between the? T and the? T", "between the? T to the? T", makes="T")
def _hours(_: Context, one: TimeOfDay, two: TimeOfDay) -> Value:
    if isinstance(one, Part) and isinstance(two, Part) and one.at is None and one.start < two.end:
        return Part(one.name, one.start, two.end, one.half)
    if isinstance(one, Part) and isinstance(two, Clock):
        inside = in_half(two, one)
        if inside is not None and one.at is None and one.start <= inside.minutes < one.end:
            return inside  # "sábado à noite às 9 e meia": the word between is "at", not "to"
        return Hours(Clock(one.start, twelve=False), two)
    return Hours(one, two) if isinstance(one, Clock) and isinstance(two, Clock) else None


@rule("NUM NUM inpart the? T", "at the? NUM NUM inpart the? T", makes="T", cost=1)
def _spoken_minutes_part(_: Context, number: int, minutes: int, part: TimeOfDay) -> Value:
    """ "Twelve thirty in the afternoon"."""
    if not isinstance(part, Part) or not 1 <= number <= 12 or not 10 <= minutes < 60:
        return None
    return in_half(Clock(number * 60 + minutes, twelve=True, grain="minute"), part)


@rule(
    "from? CLOCKFOUR dash CLOCKFOUR", "between CLOCKFOUR dash CLOCKFOUR", "between CLOCKFOUR and CLOCKFOUR", makes="T"
)
def _figures(_: Context, one: Clock, two: Clock) -> Value:
    return Hours(one, two)


@rule("from the? NUM to the? T", "between the? NUM and the? T", "between the? NUM to the? T", makes="T")
def _number_to_clock(ctx: Context, number: int, two: TimeOfDay) -> Value:
    one = hour(ctx, number)
    return Hours(replace(one, twelve=number <= 12), two) if one and isinstance(two, Clock) else None


@rule("NUM to the? T", "at the? NUM to the? T", makes="T", cost=2)
def _bare_number_to_clock(ctx: Context, number: int, two: TimeOfDay) -> Value:
    return _number_to_clock(ctx, number, two)


@rule("from the? T to the? NUM", "between the? T and the? NUM", makes="T")
def _clock_to_number(ctx: Context, one: TimeOfDay, number: int) -> Value:
    two = hour(ctx, number)
    return Hours(one, replace(two, twelve=number <= 12)) if two and isinstance(one, Clock) else None


@rule("T to the? NUM", makes="T", cost=2)
def _bare_clock_to_number(ctx: Context, one: TimeOfDay, number: int) -> Value:
    return _clock_to_number(ctx, one, number)


@rule("from the? NUM to the? NUM", "between the? NUM and the? NUM", makes="T")
def _numbers(ctx: Context, first: int, second: int) -> Value:
    one, two = hour(ctx, first), hour(ctx, second)
    return Hours(one, two, weak=second <= _NOON or first >= second) if one and two else None  # "de 9 a 17"


@rule("at the? NUM to the? NUM", "from at the? NUM to the? NUM", makes="T", cost=1)
def _at_numbers(ctx: Context, first: int, second: int) -> Value:
    one, two = hour(ctx, first), hour(ctx, second)
    return Hours(one, two) if one and two else None


@rule("NUM to NUM", makes="HOURS", cost=2)
def _bare_numbers(ctx: Context, first: int, second: int) -> Value:
    if not 0 < (second - first) % 12 <= _LONGEST_BARE:
        return None
    one, two = hour(ctx, first), hour(ctx, second)
    return Hours(one, two, weak=True) if one and two else None


@rule("HOURS T", "HOURS inpart the? T", "HOURS of T", makes="T")
def _numbers_part(_: Context, hours: Hours, part: TimeOfDay) -> Value:
    return clock_part(_, hours, part) if isinstance(part, Part) else None


@rule("after the? T", makes="T")
def _after(ctx: Context, time: TimeOfDay) -> Value:
    """ "After lunch": when it is over."""
    if isinstance(time, Part) and time.at is not None:
        return Hours(Clock(time.end, twelve=False), None, "from")
    return _since(ctx, time)


@rule("since the? T", "eversince the? T", "from the? T on", "starting the? T", makes="T")
def _since(_: Context, time: TimeOfDay) -> Value:
    if isinstance(time, Part) and time.at is not None:
        time = Clock(time.at, twelve=False)
    return Hours(time, None, "from") if isinstance(time, Clock) else None


@rule("after the? NUM", makes="T", cost=2)
def _after_bare_hour(ctx: Context, number: int) -> Value:
    clock = hour(ctx, number) if 1 <= number <= (23 if ctx.lexicon.clock_24 else 12) else None
    return Hours(clock, None, "from", weak=True) if clock else None


@rule("after the? NUM AMPM", makes="T")
def _after_hour(_: Context, number: int, half: str) -> Value:
    return Hours(Clock(to_half(number * 60, half), twelve=False), None, "from") if 1 <= number <= 12 else None


@rule("before the? T", "until the? T", "by the? T", makes="T")
def _before(_: Context, time: TimeOfDay) -> Value:
    if isinstance(time, Part) and time.at is not None:
        time = Clock(time.at, twelve=False)
    return Hours(None, time, "until") if isinstance(time, Clock) else None


@rule("until the? NUM", "before the? NUM", "by the? NUM", makes="T", cost=2)
def _before_hour(ctx: Context, number: int) -> Value:
    clock = hour(ctx, number)
    return Hours(None, clock, "until", weak=True) if clock else None
