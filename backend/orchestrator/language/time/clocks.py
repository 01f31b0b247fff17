"""Rules for the time of day: clocks, parts of the day, meals, from one clock to another."""

from dataclasses import replace

from orchestrator.language.time.chart import Grammar
from orchestrator.language.time.context import Context
from orchestrator.language.time.shapes import day_span, to_half
from orchestrator.language.time.values import Clock, Hours, Part, TimeOfDay, Value, When

# "Ten to seven"; other minutes before the hour are said with "minutes".
# "9-5" is a working day; "7-6" is rather a date.
_LONGEST_BARE = 10
_SPOKEN_BEFORE = (5, 10, 15, 20, 25)

rules = Grammar()
rule = rules.rule


def hour(ctx: Context, number: int, *, weak: bool = False) -> Clock | None:
    """A bare hour. To 12 it may be either half of the day; where people count to 24, 10 to 12 are meant as said."""
    if not 0 <= number <= 24:
        return None
    return Clock(
        number * 60 % 1440, twelve=1 <= number <= 12, weak=weak, plain=ctx.lexicon.clock_24 and 10 <= number <= 12
    )


@rule("CLOCK", makes="T")
def _clock(_: Context, clock: Clock) -> Value:
    return clock


@rule("at BARECLOCK", makes="T")
def _bare_clock(_: Context, clock: Clock) -> Value:
    return clock


@rule("BARECLOCK AMPM", makes="T")
def _bare_clock_half(_: Context, clock: Clock, half: str) -> Value:
    return replace(clock, minutes=to_half(clock.minutes, half), twelve=False)


@rule("NAMED", makes="T")
def _named(_: Context, minutes: int) -> Value:
    return Clock(minutes % 1440, twelve=False)


@rule("at about? T", "about T", "the T", makes="T")
def _at(_: Context, time: TimeOfDay) -> Value:
    return replace(time, weak=False) if isinstance(time, Clock) else time if isinstance(time, Hours) else None


@rule("at the? about? NUM", makes="T")
def _at_hour(ctx: Context, number: int) -> Value:
    return hour(ctx, number)


@rule("NUM oclock", "at? the? NUM oclock", makes="T")
def _oclock(ctx: Context, number: int) -> Value:
    return hour(ctx, number)


@rule("at? the? NUM AMPM", "at? the? NUM oclock AMPM", makes="T")
def _hour_half(_: Context, number: int, half: str) -> Value:
    return Clock(to_half(number * 60, half), twelve=False) if 1 <= number <= 12 else None


@rule("T AMPM", makes="T")
def _clock_half(_: Context, time: TimeOfDay, half: str) -> Value:
    if not isinstance(time, Clock) or not time.twelve:
        return None
    return Clock(to_half(time.minutes, half), twelve=False, grain=time.grain)


@rule(
    "NUM NUM AMPM",
    "NUM zero NUM AMPM",
    "at the? NUM zero NUM AMPM",
    "at the? NUM NUM",
    "at the? NUM and NUM",
    "at the? NUM zero NUM",
    makes="T",
)
def _hour_minutes(ctx: Context, number: int, minutes: int, half: str | None = None) -> Value:
    if number > 24 or not 0 <= minutes < 60:
        return None
    if half is not None:
        return Clock(to_half(number * 60 + minutes, half), twelve=False, grain="minute") if number <= 12 else None
    return _moved(hour(ctx, number), minutes)


@rule("at? the? NUM oclock and NUM", "at? the? NUM oclock NUM minutes?", makes="T")
def _oclock_minutes(ctx: Context, number: int, minutes: int) -> Value:
    return _moved(hour(ctx, number), minutes) if 0 <= minutes < 60 else None


@rule("at? the? T and NUM", makes="T")
def _clock_and(_: Context, time: TimeOfDay, minutes: int) -> Value:
    return _moved(time, minutes) if isinstance(time, Clock) and time.grain == "hour" and 0 < minutes < 60 else None


@rule("at the? NUM and? FRACTION", "the NUM and FRACTION", makes="T")
def _hour_fraction(ctx: Context, number: int, minutes: int) -> Value:
    return _moved(hour(ctx, number), minutes)


@rule("NUM and FRACTION", makes="T")
def _hour_fraction_bare(ctx: Context, number: int, minutes: int) -> Value:
    found = _moved(hour(ctx, number), minutes)
    return replace(found, weak=True) if found else None


@rule("T and? FRACTION", makes="T")
def _clock_fraction(_: Context, time: TimeOfDay, minutes: int) -> Value:
    return _moved(time, minutes) if isinstance(time, Clock) and time.grain == "hour" else None


@rule("T TZ", makes="T")
def _zoned(_: Context, time: TimeOfDay, zone: int) -> Value:
    if isinstance(time, Clock):
        return replace(time, zone=zone, weak=False)
    if isinstance(time, Hours) and time.start and time.end:
        return Hours(replace(time.start, zone=zone), replace(time.end, zone=zone), time.opens)
    return None


@rule("at? FRACTION past T", "at? NUM minutes past T", makes="T")
def _past(_: Context, minutes: int, time: TimeOfDay) -> Value:
    return _moved(time, minutes) if isinstance(time, Clock) and 0 < minutes < 60 else None


@rule("at? FRACTION past NUM", "at? NUM minutes past NUM", makes="T")
def _past_hour(ctx: Context, minutes: int, number: int) -> Value:
    return _moved(hour(ctx, number), minutes) if 0 < minutes < 60 else None


@rule("at? FRACTION till the? T", "at? NUM minutes till the? T", makes="T")
def _to(_: Context, minutes: int, time: TimeOfDay) -> Value:
    return _moved(time, -minutes) if isinstance(time, Clock) and 0 < minutes < 60 else None


@rule("at? FRACTION till the? NUM", "at? NUM minutes till the? NUM", makes="T")
def _to_hour(ctx: Context, minutes: int, number: int) -> Value:
    return _moved(hour(ctx, number), -minutes) if 0 < minutes < 60 else None


@rule("at? NUM past NUM", makes="T", cost=2)
def _bare_past(ctx: Context, minutes: int, number: int) -> Value:
    return _moved(hour(ctx, number), minutes) if minutes % 5 == 0 and 0 < minutes < 60 else None


@rule("at? NUM past T", makes="T", cost=2)
def _bare_past_clock(_: Context, minutes: int, time: TimeOfDay) -> Value:
    fits = isinstance(time, Clock) and time.grain == "hour" and minutes % 5 == 0 and 0 < minutes < 60
    return _moved(time, minutes) if fits else None


@rule("at? NUM till the? NUM", makes="T", cost=4)
def _bare_to(ctx: Context, minutes: int, number: int) -> Value:
    return _moved(hour(ctx, number), -minutes) if minutes in _SPOKEN_BEFORE else None


@rule("at? NUM till the? T", makes="T", cost=4)
def _bare_to_clock(_: Context, minutes: int, time: TimeOfDay) -> Value:
    fits = isinstance(time, Clock) and time.grain == "hour" and minutes in _SPOKEN_BEFORE
    return _moved(time, -minutes) if fits else None


@rule("at? the? NUM minus FRACTION", "at the? NUM minus NUM", "at? the? T minus FRACTION", makes="T")
def _minus(ctx: Context, number: int | TimeOfDay, minutes: int) -> Value:
    time = hour(ctx, number) if isinstance(number, int) else number
    return _moved(time, -minutes) if isinstance(time, Clock) and 0 < minutes < 60 else None


def _moved(clock: TimeOfDay | None, minutes: int) -> Clock | None:
    if not isinstance(clock, Clock):
        return None
    return replace(clock, minutes=(clock.minutes + minutes) % 1440, grain="minute", weak=False)


# ---- parts of the day -------------------------------------------------------------------------------------------


@rule("PART", makes="T")
def _part(_: Context, part: Part) -> Value:
    return part


@rule("inpart the? PART", "on the? PART", "during the? PART", makes="T")
def _in_part(_: Context, part: Part) -> Value:
    return replace(part, weak=False)


@rule("at the? PART", makes="T")
def _at_part(_: Context, part: Part) -> Value:
    return replace(part, weak=False)


@rule("this PART", "in? this PART", "TONIGHT", makes="DT")
def _this_part(ctx: Context, part: Part) -> Value:
    return When(day_span(ctx.now), replace(part, weak=False))


@rule("early inpart? the? T", "late inpart? the? T", makes="T")
def _edge(_: Context, time: TimeOfDay) -> Value:
    return time if isinstance(time, Part) else None


def in_half(clock: Clock, part: Part) -> Clock | None:
    """A clock to 12 beside a part of the day: "3 in the afternoon". Night is both: 9 at night, 2 at night."""
    if not clock.twelve:
        return clock
    minutes = clock.minutes % 720
    if part.half == "night":
        # Until five it is the night that follows the day.
        late = minutes + (720 if minutes >= 5 * 60 else 1440)
        return replace(clock, minutes=late, twelve=False, plain=False)
    if part.name == "evening" and minutes == 0:
        return replace(clock, minutes=1440, twelve=False, plain=False)
    return replace(clock, minutes=to_half(minutes, part.half), twelve=False, plain=False)


@rule("T of? T", "T inpart the? T", makes="T")
def _clock_part(_: Context, one: TimeOfDay, two: TimeOfDay) -> Value:
    if isinstance(one, Part) and isinstance(two, Clock | Hours):
        one, two = two, one
    if not isinstance(two, Part):
        return None
    if isinstance(one, Clock):
        return in_half(one, two)
    if isinstance(one, Hours):
        start = in_half(one.start, two) if one.start else None
        end = in_half(one.end, two) if one.end else None
        return Hours(start, end, one.opens)
    return None


@rule("at the? NUM T", "at? the? NUM of T", "at? the? NUM inpart the? T", makes="T")
def _hour_part(ctx: Context, number: int, part: TimeOfDay) -> Value:
    clock = hour(ctx, number)
    if clock is None or not isinstance(part, Part) or not 1 <= number <= 12:
        return None
    return in_half(replace(clock, twelve=True), part)


# ---- from one clock to another ----------------------------------------------------------------------------------


@rule("from? the? T to the? T", "between the? T and the? T", "between the? T to the? T", makes="T")
def _hours(_: Context, one: TimeOfDay, two: TimeOfDay) -> Value:
    if isinstance(one, Part) and isinstance(two, Part) and one.at is None and one.start < two.end:
        return Part(one.name, one.start, two.end, one.half)
    return Hours(one, two) if isinstance(one, Clock) and isinstance(two, Clock) else None


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


@rule("from the? NUM to the? NUM", "between the? NUM and the? NUM", makes="T", cost=2)
def _numbers(ctx: Context, first: int, second: int) -> Value:
    one, two = hour(ctx, first), hour(ctx, second)
    return Hours(one, two, weak=True) if one and two else None


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
    return _clock_part(_, hours, part) if isinstance(part, Part) else None


@rule("after the? T", "since the? T", "from the? T on", "starting the? T", makes="T")
def _after(_: Context, time: TimeOfDay) -> Value:
    if isinstance(time, Part) and time.at is not None:
        time = Clock(time.at, twelve=False)
    return Hours(time, None, "from") if isinstance(time, Clock) else None


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
