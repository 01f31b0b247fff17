"""Which moments does a finished piece mean?

A value of the chart becomes an `Outcome`: start, end, grain and every other reading it allows. A bare hour is taken
in the waking day (7 to 21), the coming one first; an hour that could be either half of the day is never sure.
"""

from dataclasses import dataclass, replace
from datetime import MAXYEAR, MINYEAR, datetime, timedelta, timezone

from orchestrator.kit.zones import named_zone
from orchestrator.language.time.calendar import DAY, midnight, shifted
from orchestrator.language.time.context import Context
from orchestrator.language.time.semantics import MINUTES_A_DAY, Clock, Hours, Length, Part, Span, Spec, TimeOfDay, When

WAKING = (7 * 60, 22 * 60)
_LONGEST_NIGHT = 14 * 60
_UNLIKELY = 60
"""Minutes by which a span has to be shorter to begin at night; twice as many to run past midnight."""
_HALF_DAY = MINUTES_A_DAY // 2


@dataclass(frozen=True, slots=True)
class Outcome:
    """One reading with its rivals (`others`: their starts). `duration`: how long, of what has no end of its own, or
    lasts so long some time in a part of a day."""

    start: datetime
    end: datetime | None
    grain: str
    sure: bool
    kind: str
    has_date: bool
    has_time: bool
    others: tuple[datetime, ...] = ()
    duration: timedelta | None = None

    @property
    def all_day(self) -> bool:
        """Whole days, without a time of day."""
        return self.has_date and not self.has_time


def outcome(ctx: Context, value: object) -> Outcome | None:
    """The reading of a finished piece, or None where the calendar has no such date."""
    try:
        found = _outcome(ctx, value)
    except OverflowError:
        return None
    return found if found is not None and _has_room(found) else None


def _has_room(found: Outcome) -> bool:
    """Whether a year lies before it and after it, so that whoever reckons on from it stays in the calendar."""
    return found.start.year > MINYEAR and (found.end or found.start).year < MAXYEAR


def _outcome(ctx: Context, value: object) -> Outcome | None:
    if isinstance(value, Length):
        return _lasting(ctx, value)
    if isinstance(value, Spec | Span):
        span = ctx.span(value)
        return _of_span(span) if span is not None else None
    if isinstance(value, When):
        span = ctx.span(value.date)
        return timed(ctx, span, value.time) if span is not None else None
    if isinstance(value, Clock | Hours | Part):
        return _undated(ctx, value)
    if isinstance(value, tuple) and len(value) == 2:
        one, two = value
        return _with_length(ctx, one, two) if isinstance(two, Length) else _from_to(ctx, one, two)
    return None


def _of_span(span: Span) -> Outcome:
    timed = span.kind == "moment" or (span.kind == "range" and span.grain in ("minute", "hour", "second"))
    kind = {"moment": "instant"}.get(span.kind, span.kind)
    others = (span.other,) if span.other is not None else ()
    return Outcome(span.start, span.end, span.grain, span.sure, kind, has_date=True, has_time=timed, others=others)


def _lasting(ctx: Context, size: Length) -> Outcome | None:
    end = shifted(ctx.now, size, 1)
    if end is None:
        return None
    return Outcome(
        ctx.now, end, size.unit, sure=False, kind="duration", has_date=False, has_time=False, duration=end - ctx.now
    )


def _undated(ctx: Context, time: TimeOfDay) -> Outcome | None:
    """A time alone: today, or tomorrow where it is over."""
    today = midnight(ctx.now.date())
    span = Span(today, today + DAY, "day")
    if isinstance(time, Clock):
        readings = sorted(
            (
                moment
                for minutes in _minutes(time)
                for moment in (today + timedelta(minutes=minutes), today + DAY + timedelta(minutes=minutes))
                if (moment >= ctx.now) != ctx.back
            ),
            reverse=ctx.back,
        )
        if ctx.back and not readings:
            readings = [today + timedelta(minutes=time.minutes) - DAY]
        awake = [moment for moment in readings if _awake(moment)] or readings
        first = awake[0]
        if time.zone is not None:
            there = [today + timedelta(minutes=minutes) for minutes in _minutes(time)]
            here = _here(ctx, next(filter(_awake, there), there[0]), time)
            here = here + DAY if here < ctx.now and not ctx.back else here
            return _instant(here, time, sure=ctx.zone is not None and not time.open, others=(), dated=False)
        others = tuple(moment for moment in readings if moment != first and moment - first < DAY)
        return _instant(first, time, sure=not time.open, others=others if time.open else (), dated=False)
    found = timed(ctx, span, time)
    if found is None:
        return None
    if (found.end or found.start) <= ctx.now and not ctx.back and (found.kind != "open" or found.end is not None):
        found = timed(ctx, Span(span.start + DAY, today + 2 * DAY, "day"), time)
    return replace(found, has_date=False) if found is not None else None


def _here(ctx: Context, moment: datetime, clock: Clock) -> datetime:
    """The user's wall time where the phrase names a zone of its own."""
    if clock.zone is None or ctx.zone is None:
        return moment
    there = moment.replace(tzinfo=timezone(timedelta(minutes=clock.zone)))
    return there.astimezone(named_zone(ctx.zone)).replace(tzinfo=None)


def _awake(moment: datetime) -> bool:
    return WAKING[0] <= moment.hour * 60 + moment.minute < WAKING[1]


def _minutes(clock: Clock) -> tuple[int, ...]:
    if not clock.open:
        return (clock.minutes,)
    return (clock.minutes % _HALF_DAY, clock.minutes % _HALF_DAY + _HALF_DAY)


def timed(ctx: Context, span: Span, time: TimeOfDay) -> Outcome | None:
    day = midnight(span.start.date())
    if isinstance(time, Part):
        return _part(day, span, time)
    if isinstance(time, Hours):
        return _hours(ctx, day, span, time)
    options = [day + timedelta(minutes=minutes) for minutes in _minutes(time)]
    if span.other is not None:
        others = tuple(midnight(span.other.date()) + timedelta(minutes=minutes) for minutes in _minutes(time))
    else:
        others = ()
    coming = [moment for moment in options if moment >= ctx.now or ctx.back or day.date() != ctx.now.date()] or options
    awake = [moment for moment in coming if _awake(moment)] or coming
    first = awake[0]
    rest = tuple(moment for moment in options if moment != first)
    known = span.sure and not time.open and (time.zone is None or ctx.zone is not None)
    here = _here(ctx, first, time)
    return _instant(here, time, sure=known, others=(*rest, *others), dated=True)


def _instant(start: datetime, clock: Clock, *, sure: bool, others: tuple[datetime, ...], dated: bool) -> Outcome:
    start += timedelta(seconds=clock.seconds)
    others = tuple(each + timedelta(seconds=clock.seconds) for each in others)
    return Outcome(start, None, clock.grain, sure, "instant", has_date=dated, has_time=True, others=others)


def _part(day: datetime, span: Span, part: Part) -> Outcome:
    start = day + timedelta(minutes=part.start)
    others = (midnight(span.other.date()) + timedelta(minutes=part.start),) if span.other is not None else ()
    if part.at is not None:
        return Outcome(start, None, "minute", span.sure, "instant", has_date=True, has_time=True, others=others)
    end = day + timedelta(minutes=part.end)
    # When a morning begins is nowhere said.
    return Outcome(start, end, "part", sure=False, kind="range", has_date=True, has_time=True, others=others)


def _hours(ctx: Context, day: datetime, span: Span, hours: Hours) -> Outcome | None:
    start, end = hours.start, hours.end
    if start is None and end is not None:
        finish = timed(ctx, span, end)
        assert finish is not None
        begin = min(max(day, ctx.now) if day.date() == ctx.now.date() else day, finish.start)
        return Outcome(begin, finish.start, "minute", sure=False, kind="open", has_date=True, has_time=True)
    if start is None:
        return None
    if end is None:
        first = timed(ctx, span, start)
        return replace(first, kind="open", end=None) if first is not None else None
    start, end = replace(start, zone=start.zone or end.zone), replace(end, zone=end.zone or start.zone)
    one, two, sure = between(start, end)
    begin = _here(ctx, day + timedelta(minutes=one), start)
    finish_at = _here(ctx, day + timedelta(minutes=two), end)
    others = () if sure else tuple(day + timedelta(minutes=minutes) for minutes in _minutes(start) if minutes != one)
    grain = "hour" if start.grain == end.grain == "hour" else "minute"
    return Outcome(begin, finish_at, grain, span.sure and sure, "range", has_date=True, has_time=True, others=others)


def between(start: Clock, end: Clock) -> tuple[int, int, bool]:
    """Start, end (past midnight where earlier) and whether it is the only reading; "3 to 5pm" shares its half."""
    best: tuple[int, int, int] | None = None
    for one in _minutes(start):
        for two in _minutes(end):
            finish = two if two > one else two + MINUTES_A_DAY
            awake = WAKING[0] <= one < WAKING[1]
            # The shorter span is meant: "3 to 5pm" is two hours, not fourteen; among equals the one by day, and an
            # early start rather than a night: "6-2" of a shift.
            late = 2 * _UNLIKELY if finish > MINUTES_A_DAY else 0
            rank = (finish - one) + late + (0 if awake else _UNLIKELY)
            if best is None or rank < best[0]:
                best = (rank, one, finish)
    assert best is not None
    # "10am to 9am" is rather a slip than a night.
    night = best[2] <= MINUTES_A_DAY or best[2] - best[1] <= _LONGEST_NIGHT
    return best[1], best[2], night and not (start.open and end.open)


def _with_length(ctx: Context, first: object, size: Length) -> Outcome | None:
    begin = outcome(ctx, first)
    if begin is not None and begin.grain == "part" and begin.end is not None:
        # "Thursday morning for an hour": when in it is not said.
        within = not size.months and size.minutes < MINUTES_A_DAY
        return replace(begin, duration=timedelta(minutes=size.minutes)) if within else None
    if begin is None or begin.end is not None or not begin.has_time:
        return None
    # "From 9 for two hours" in the afternoon: in the morning, where it would last into the night.
    starts = [begin.start, *(each for each in begin.others if each >= ctx.now), *_next_day(ctx, begin)]
    spans = [(start, end) for start in starts if (end := shifted(start, size, 1)) is not None]
    awake = [span for span in spans if _awake(span[0]) and _awake(span[1])] or spans
    return replace(begin, start=awake[0][0], end=awake[0][1], kind="range") if spans else None


def _next_day(ctx: Context, begin: Outcome) -> list[datetime]:
    """The other half of the next day, for a bare hour without a day."""
    if begin.has_date or begin.sure or ctx.back:
        return []
    return [begin.start + timedelta(minutes=_HALF_DAY)]


def _from_to(ctx: Context, first: object, second: object) -> Outcome | None:
    one, two = outcome(ctx, first), outcome(ctx, second)
    if one is None or two is None or two.start <= one.start:
        return None
    return replace(one, end=two.end or two.start, kind="range", sure=one.sure and two.sure)
