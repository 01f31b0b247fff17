"""On which days does a series happen? Its rules walked through within bounds, what single occurrences have of their own
laid over them.

All of it is wall time in the series' zone, so a meeting at nine stays at nine when the clocks change. Months and years
are `dateutil`'s; days and what happens several times a day are walked here, from near the range on: `dateutil` steps
through every second since the start, and never comes back from a rule that nothing fulfils (docs/decisions/0025).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import Any

from dateutil import rrule

from orchestrator.domain.world.events.recurrence import Recurrence
from orchestrator.domain.world.events.recurrence_rule import Rule

DAY = timedelta(days=1)
MOST_OCCURRENCES = 2_000
"""Of one series in one expansion, which is a year at most."""
MOST_LOOKED_AT = 100_000
"""Days of a rule, or moments of one that counts hours, minutes or seconds, of which most may not be meant."""
MOST_PERIODS = 3_000
"""Months or years from the start of a series that counts its occurrences."""
_FURTHEST = 2
"""Years after the beginning of the range that is asked for, which is a year long."""
_SECONDS = {"HOURLY": 3600, "MINUTELY": 60, "SECONDLY": 1}
_FREQ = {"YEARLY": rrule.YEARLY, "MONTHLY": rrule.MONTHLY}
_WEEK = timedelta(weeks=1)


@dataclass(frozen=True)
class Override:
    """What one occurrence has of its own, or with `following` it and those after. `start`, `end`: where it is moved to;
    `fields`: the rest, by the names of an event's fields, `status` among them. `by_user`: not the source's."""

    recurrence_id: datetime
    start: datetime | None
    end: datetime | None
    fields: Mapping[str, Any]
    following: bool = False
    by_user: bool = False


@dataclass(frozen=True)
class Slot:
    """One occurrence. `recurrence_id`: where the series has it."""

    recurrence_id: datetime
    start: datetime
    end: datetime | None
    fields: Mapping[str, Any]


def expand(
    recurrence: Recurrence,
    start: datetime,
    length: timedelta | None,
    overrides: Sequence[Override],
    *,
    since: datetime,
    until: datetime,
) -> list[Slot]:
    """The occurrences that the series has in [since, until), at most MOST_OCCURRENCES, in order, each where it was
    moved to; with those in that range that only an override of the source tells of. `length` None: without an end."""
    own = {one.recurrence_id: one for one in overrides if not one.following}
    later = sorted((one for one in overrides if one.following), key=lambda one: one.recurrence_id)
    meant = list(islice(_starts(recurrence, start, since, until), MOST_OCCURRENCES))
    known = set(meant)
    extra = [
        one.recurrence_id
        for one in own.values()
        if one.start is not None and not one.by_user and since <= one.recurrence_id < until
    ]
    meant += [one for one in extra if one not in known]
    return [_slot(one, length, own.get(one), later) for one in sorted(meant)]


def placed(at: datetime, overrides: Sequence[Override]) -> Slot:
    """The occurrence that the series has at `at`, as the overrides have it."""
    own = next((one for one in overrides if one.recurrence_id == at and not one.following), None)
    later = sorted((one for one in overrides if one.following), key=lambda one: one.recurrence_id)
    return _slot(at, None, own, later)


def reach(length: timedelta | None, overrides: Sequence[Override]) -> timedelta:
    """By how much an occurrence may lie before or after its place in the series, its length included."""
    far = length or timedelta()
    for one in overrides:
        far = max(far, *(abs(at - one.recurrence_id) for at in (one.start, one.end) if at is not None), timedelta())
    return far + 2 * DAY  # a zone's offset, and its changes


def _slot(at: datetime, length: timedelta | None, own: Override | None, later: Sequence[Override]) -> Slot:
    begins, lasts, fields = at, length, dict[str, Any]()
    changed = next((one for one in reversed(later) if one.recurrence_id <= at), None)
    if changed is not None:
        begins, lasts = _moved(at, lasts, changed)
        fields.update(changed.fields)
    if own is not None:
        moved_to = own.start if own.start is not None else begins
        lasts = own.end - moved_to if own.end is not None else lasts
        begins = moved_to
        fields.update(own.fields)
    return Slot(at, begins, begins + lasts if lasts is not None else None, fields)


def _moved(at: datetime, lasts: timedelta | None, changed: Override) -> tuple[datetime, timedelta | None]:
    begins = changed.start if changed.start is not None else changed.recurrence_id
    lasts = changed.end - begins if changed.end is not None else lasts
    return at + (begins - changed.recurrence_id), lasts


# Walking


def _starts(recurrence: Recurrence, start: datetime, since: datetime, until: datetime) -> Iterator[datetime]:
    """The starts in [since, until), in order, each once, those left out left out."""
    walks = [_bounded(_walk(rule, start, since), rule, since, until) for rule in recurrence.rules]
    dates = sorted(one for one in {start, *recurrence.dates} if since <= one < until)
    last: datetime | None = None
    for one in _merged([iter(dates), *walks]):
        if one != last and one not in recurrence.left_out and one.date() not in recurrence.left_out_days:
            yield one
        last = one


def _merged(walks: list[Iterator[datetime]]) -> Iterator[datetime]:
    heads = {number: head for number, walk in enumerate(walks) if (head := next(walk, None)) is not None}
    while heads:
        number = min(heads, key=lambda each: heads[each])
        yield heads.pop(number)
        if (head := next(walks[number], None)) is not None:
            heads[number] = head


def _bounded(walk: Iterator[datetime], rule: Rule, since: datetime, until: datetime) -> Iterator[datetime]:
    for told, one in enumerate(walk):
        over = (rule.count is not None and told >= rule.count) or (rule.until is not None and one > rule.until)
        if over or one >= until:
            return
        if one >= since:
            yield one


def _walk(rule: Rule, start: datetime, since: datetime) -> Iterator[datetime]:
    """The rule's starts in order; without a count from shortly before `since` on."""
    if rule.freq in _SECONDS:
        return _ticks(rule, start, since)
    if rule.freq == "DAILY":
        return _days(rule, start, since)
    return _by_library(rule, start, since)


def _by_library(rule: Rule, start: datetime, since: datetime) -> Iterator[datetime]:
    names = {name.lower(): list(values) for name, values in rule.by.items()}
    weekdays = [rrule.weekday(day.day, day.nth or None) for day in rule.days]
    common: dict[str, Any] = {"wkst": rule.week_start, "byweekday": weekdays or None, **names}
    if rule.freq != "WEEKLY":
        return (one for one in _by_periods(rule, start, since, common) if one >= start)
    if rule.count is None and since > start:
        step = rule.interval * _WEEK
        start += max((since - start) // step - 1, 0) * step
    made: Iterator[datetime] = iter(rrule.rrule(rrule.WEEKLY, dtstart=start, interval=rule.interval, **common))
    return made


def _by_periods(rule: Rule, start: datetime, since: datetime, common: dict[str, Any]) -> Iterator[datetime]:
    """Years or months one by one, so that a rule that nothing fulfils ends with the last that is asked for."""
    months = 12 if rule.freq == "YEARLY" else 1
    if not rule.days and not {"BYWEEKNO", "BYYEARDAY", "BYMONTHDAY"} & rule.by.keys():
        common = {**common, "bymonthday": [start.day]}
        if rule.freq == "YEARLY" and "BYMONTH" not in rule.by:
            common["bymonth"] = [start.month]
    step = rule.interval * months
    first = start.year * 12 + (start.month - 1 if months == 1 else 0)
    ahead = (max(since, start) - start).days // 366 * 12 if rule.count is None else 0
    at = first + max(ahead // step - 1, 0) * step
    for _ in range(MOST_PERIODS):
        year, month = divmod(at, 12)
        if year > min(since.year + _FURTHEST, date.max.year):
            return
        begins = datetime.combine(date(year, month + 1, 1), start.time())
        # An interval beyond the calendar's end: this period alone.
        yield from rrule.rrule(_FREQ[rule.freq], dtstart=begins, interval=date.max.year * 12, **common)
        at += step


def _days(rule: Rule, start: datetime, since: datetime) -> Iterator[datetime]:
    step = rule.interval * DAY
    times = _times(rule, start.time())
    day = start.date()
    if rule.count is None and since > start:
        day += max((since - start) // step - 1, 0) * step
    for _ in range(MOST_LOOKED_AT):
        if day.year >= date.max.year:
            return
        if _fits(rule, day):
            for at in times:
                if (one := datetime.combine(day, at)) >= start:
                    yield one
        if day > since.date() + 400 * DAY:
            return  # nobody asks further ahead than a year
        day += step


def _times(rule: Rule, own: time) -> list[time]:
    hours = rule.by.get("BYHOUR", (own.hour,))
    minutes = rule.by.get("BYMINUTE", (own.minute,))
    seconds = rule.by.get("BYSECOND", (own.second,))
    return sorted({time(hour, minute, second) for hour in hours for minute in minutes for second in seconds})


def _ticks(rule: Rule, start: datetime, since: datetime) -> Iterator[datetime]:
    step = timedelta(seconds=rule.interval * _SECONDS[rule.freq])
    at = start
    if rule.count is None and since > start:
        at += -((start - since) // step) * step
    hours, minutes, seconds = _within(rule)
    for _ in range(MOST_LOOKED_AT):
        if at.year >= date.max.year:
            return
        if not _fits(rule, at.date()) or at.hour not in hours:
            at = _skipped(at, step, start, rule)
            continue
        if at.minute in minutes and at.second in seconds:
            yield at
        at += step


def _within(rule: Rule) -> tuple[frozenset[int], ...]:
    names = {"BYHOUR": range(24), "BYMINUTE": range(60), "BYSECOND": range(60)}
    return tuple(frozenset(rule.by.get(name, every)) for name, every in names.items())


def _skipped(at: datetime, step: timedelta, start: datetime, rule: Rule) -> datetime:
    """The first tick of the next hour, or of the next day where none of this one is meant."""
    if _fits(rule, at.date()):
        following = at.replace(minute=0, second=0) + timedelta(hours=1)
    else:
        following = datetime.combine(at.date(), time()) + DAY
    return start - ((start - following) // step) * step


def _fits(rule: Rule, day: date) -> bool:
    by = rule.by
    if "BYMONTH" in by and day.month not in by["BYMONTH"]:
        return False
    if rule.days and all(one.day != day.weekday() for one in rule.days):
        return False
    if "BYMONTHDAY" in by:
        left = (day.replace(day=28) + 4 * DAY).replace(day=1) - day
        if day.day not in by["BYMONTHDAY"] and -left.days not in by["BYMONTHDAY"]:
            return False
    if "BYYEARDAY" in by:
        number = day.timetuple().tm_yday
        left_of_year = (date(day.year + 1, 1, 1) - day).days
        return number in by["BYYEARDAY"] or -left_of_year in by["BYYEARDAY"]
    return True
