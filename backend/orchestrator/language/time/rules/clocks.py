"""Rules for the time of day: clocks, parts of the day, meals."""

from dataclasses import replace

from orchestrator.language.time.chart import Grammar
from orchestrator.language.time.context import Context
from orchestrator.language.time.rules.written_formats import day_span, to_half
from orchestrator.language.time.semantics import MINUTES_A_DAY, Clock, Hours, Part, TimeOfDay, Value, When

# "Ten to seven"; other minutes before the hour are said with "minutes".
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


@rule("at the? NUM hourword", makes="T", cost=1)
def _at_hours(ctx: Context, number: int) -> Value:
    return hour(ctx, number)


@rule("BARECLOCK hourword", "BARECLOCK oclock", "at BARECLOCK hourword", makes="T")
def _bare_clock_hours(_: Context, clock: Clock) -> Value:
    return clock


@rule("at? the? NUM AMPM", "at? the? NUM oclock AMPM", "on NUM AMPM", makes="T")
def _hour_half(_: Context, number: int, half: str) -> Value:
    return Clock(to_half(number * 60, half), twelve=False) if 1 <= number <= 12 else None


@rule("T AMPM", makes="T")
def _clock_half(_: Context, time: TimeOfDay, half: str) -> Value:
    if not isinstance(time, Clock) or not time.twelve:
        return None
    return Clock(to_half(time.minutes, half), twelve=False, grain=time.grain)


_TWO_DIGITS = 10


@rule("NUM NUM AMPM", "at the? NUM NUM AMPM", makes="T")
def _hour_two_digits(ctx: Context, number: int, minutes: int, half: str) -> Value:
    """ "6 30 pm"; in "the 10 6 pm" the ten is a day."""
    return _hour_minutes(ctx, number, minutes, half) if minutes >= _TWO_DIGITS else None


@rule("NUM NUM AMPM", "at the? NUM NUM AMPM", makes="T", cost=1)
def _hour_one_digit(ctx: Context, number: int, minutes: int, half: str) -> Value:
    """ "6 05 pm", where nothing else makes sense of both numbers."""
    return _hour_minutes(ctx, number, minutes, half)


@rule(
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
    return moved(hour(ctx, number), minutes)


@rule("at? the? NUM oclock and NUM", "at? the? NUM oclock NUM minutes?", makes="T")
def _oclock_minutes(ctx: Context, number: int, minutes: int) -> Value:
    return moved(hour(ctx, number), minutes) if 0 <= minutes < 60 else None


@rule("at? the? T and NUM", makes="T")
def _clock_and(_: Context, time: TimeOfDay, minutes: int) -> Value:
    return moved(time, minutes) if isinstance(time, Clock) and time.grain == "hour" and 0 < minutes < 60 else None


@rule("at the? NUM and? FRACTION", "the NUM and FRACTION", makes="T")
def _hour_fraction(ctx: Context, number: int, minutes: int) -> Value:
    return moved(hour(ctx, number), minutes)


@rule("NUM and FRACTION", makes="T")
def _hour_fraction_bare(ctx: Context, number: int, minutes: int) -> Value:
    found = moved(hour(ctx, number), minutes)
    return replace(found, weak=True) if found else None


@rule("T and? FRACTION", makes="T")
def _clock_fraction(_: Context, time: TimeOfDay, minutes: int) -> Value:
    return moved(time, minutes) if isinstance(time, Clock) and time.grain == "hour" else None


@rule("at? the? NUM of? the? NAMED", makes="T", cost=1)
def _twelve_named(_: Context, number: int, minutes: int) -> Value:
    """ "Las 12 del mediodía"."""
    return Clock(minutes % MINUTES_A_DAY, twelve=False) if number == 12 else None


@rule("T TZ", makes="T")
def _zoned(_: Context, time: TimeOfDay, zone: int) -> Value:
    if isinstance(time, Clock):
        return replace(time, zone=zone, weak=False)
    if isinstance(time, Hours) and time.start and time.end:
        return Hours(replace(time.start, zone=zone), replace(time.end, zone=zone), time.opens)
    return None


@rule("for the? T", makes="T", cost=1)  # "por uma hora" is rather for an hour than for one o'clock
def _for(_: Context, time: TimeOfDay) -> Value:
    """ "For a quarter past noon", "for 5pm"."""
    return replace(time, weak=False) if isinstance(time, Clock) else None


@rule("at halfword NUM", makes="T", cost=1)
def _half_hour(ctx: Context, number: int) -> Value:
    """ "At half seven", as the British say; elsewhere in our languages nobody does."""
    return moved(hour(ctx, number), 30) if "half seven" in ctx.lexicon.idioms and 1 <= number <= 12 else None


@rule("to? halfword NUM", makes="T", cost=1)
def _half_hour_alone(ctx: Context, number: int) -> Value:
    """ "Half seven" and nothing else: an hour as well, of whatever day is spoken of."""
    clock = _half_hour(ctx, number)
    return replace(clock, weak=True) if isinstance(clock, Clock) else None


@rule("at? FRACTION past T", "at? NUM minutes past T", makes="T")
def _past(_: Context, minutes: int, time: TimeOfDay) -> Value:
    return moved(time, minutes) if isinstance(time, Clock) and 0 < minutes < 60 else None


@rule("at? FRACTION past NUM", "at? NUM minutes past NUM", makes="T")
def _past_hour(ctx: Context, minutes: int, number: int) -> Value:
    return moved(hour(ctx, number), minutes) if 0 < minutes < 60 else None


@rule("at? FRACTION till the? T", "at? NUM minutes till the? T", makes="T")
def _to(_: Context, minutes: int, time: TimeOfDay) -> Value:
    return moved(time, -minutes) if isinstance(time, Clock) and 0 < minutes < 60 else None


@rule("at? FRACTION till the? NUM", "at? NUM minutes till the? NUM", makes="T")
def _to_hour(ctx: Context, minutes: int, number: int) -> Value:
    return moved(hour(ctx, number), -minutes) if 0 < minutes < 60 else None


@rule("at? NUM past NUM", makes="T", cost=2)
def _bare_past(ctx: Context, minutes: int, number: int) -> Value:
    return moved(hour(ctx, number), minutes) if minutes % 5 == 0 and 0 < minutes < 60 else None


@rule("at? NUM past T", makes="T", cost=2)
def _bare_past_clock(_: Context, minutes: int, time: TimeOfDay) -> Value:
    fits = isinstance(time, Clock) and time.grain == "hour" and minutes % 5 == 0 and 0 < minutes < 60
    return moved(time, minutes) if fits else None


@rule("at? NUM till the? NUM", makes="T", cost=4)
def _bare_to(ctx: Context, minutes: int, number: int) -> Value:
    return moved(hour(ctx, number), -minutes) if minutes in _SPOKEN_BEFORE else None


@rule("at? NUM till the? T", makes="T", cost=4)
def _bare_to_clock(_: Context, minutes: int, time: TimeOfDay) -> Value:
    fits = isinstance(time, Clock) and time.grain == "hour" and minutes in _SPOKEN_BEFORE
    return moved(time, -minutes) if fits else None


@rule("at? the? NUM minus FRACTION", "at the? NUM minus NUM", "at? the? T minus FRACTION", makes="T")
@rule("at? the? T minus NUM", makes="T", cost=1)
def _minus(ctx: Context, number: int | TimeOfDay, minutes: int) -> Value:
    time = hour(ctx, number) if isinstance(number, int) else number
    return moved(time, -minutes) if isinstance(time, Clock) and 0 < minutes < 60 else None


def moved(clock: TimeOfDay | None, minutes: int) -> Clock | None:
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


@rule("begin inpart? of? the? T", makes="T", cost=1)
def _early(_: Context, time: TimeOfDay) -> Value:
    return _edge(time, 0)


@rule("mid of? the? T", "mid - T", makes="T")
def _mid(_: Context, time: TimeOfDay) -> Value:
    return _edge(time, 1)


@rule("late inpart? of? the? T", "end of? the? T", makes="T")
def _late(_: Context, time: TimeOfDay) -> Value:
    return _edge(time, 2)


def edge(part: Part, which: int) -> Part:
    """The first half, the middle half or the second half of a part of the day, by whole hours."""
    half, quarter = (part.end - part.start) // 2, (part.end - part.start) // 4
    start = part.start + (0, quarter, half)[which]
    return replace(part, start=start, end=start + half, weak=False)


def _edge(time: TimeOfDay, which: int) -> Part | None:
    return edge(time, which) if isinstance(time, Part) and time.at is None else None


def in_half(clock: Clock, part: Part) -> Clock | None:
    """A clock to 12 beside a part of the day: "3 in the afternoon". Night is both: 9 at night, 2 at night."""
    if not clock.twelve:
        # "Midnight tonight" ends the day.
        return replace(clock, minutes=MINUTES_A_DAY) if part.half == "night" and clock.minutes == 0 else clock
    minutes = clock.minutes % 720
    if part.half == "night":
        # Until five it is the night that follows the day.
        late = minutes + (720 if minutes >= 5 * 60 else 1440)
        return replace(clock, minutes=late, twelve=False, plain=False)
    if part.name == "evening" and minutes == 0:
        return replace(clock, minutes=1440, twelve=False, plain=False)
    return replace(clock, minutes=to_half(minutes, part.half), twelve=False, plain=False)


@rule("T T", makes="T")
def _clock_beside_part(ctx: Context, one: TimeOfDay, two: TimeOfDay) -> Value:
    """ "8 noite"; in English no hour stands so: "at 2 morning sessions"."""
    bare = isinstance(one, Clock) and one.twelve and one.grain == "hour"
    said = not bare or "hour before part of day" in ctx.lexicon.idioms
    return clock_part(ctx, one, two) if said else None


@rule("T of T", "T inpart the? T", makes="T")
def clock_part(_: Context, one: TimeOfDay, two: TimeOfDay) -> Value:
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


@rule("at? the? NUM of T", "at? the? NUM inpart the? T", makes="T")
def _hour_part(ctx: Context, number: int, part: TimeOfDay) -> Value:
    clock = hour(ctx, number)
    if clock is None or not isinstance(part, Part) or not 1 <= number <= 12:
        return None
    return in_half(replace(clock, twelve=True), part)
