"""Which times does the calendar hold, which time does a question mean, and what is left free of it?

All times are naive wall time of the user; ends are exclusive.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from orchestrator.domain.foundation.asking.hours import WAKING
from orchestrator.kit.zones import to_utc, to_wall
from orchestrator.reader.evidence.finds import RELEVANT, Item
from orchestrator.reader.question.model import Reading
from orchestrator.reader.texts import share
from orchestrator.reader.timing import Phrase

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
_WEEK = timedelta(days=7)
"""How far it is looked where no day is named, but parts of days are."""
_MEAL = timedelta(minutes=90)
"""How long a meal takes that no event tells of."""
_AROUND = timedelta(hours=2)
"""So near its usual hour an event that is called like a meal is that meal."""


@dataclass(frozen=True)
class Slot:
    """A time of the calendar; `item`: the event that it is, None of one that is only supposed."""

    title: str
    start: datetime
    end: datetime
    all_day: bool = False
    item: Item | None = None

    def meets(self, start: datetime, end: datetime) -> bool:
        """Whether it lies over a time."""
        return self.start < end and self.end > start


@dataclass(frozen=True)
class Window:
    """The time that is asked about. `open`: only its beginning was said ("after lunch")."""

    start: datetime
    end: datetime
    open: bool = False

    @property
    def waking(self) -> tuple[datetime, datetime]:
        """Of a whole day the hours in which one is awake."""
        if self.end - self.start != DAY or self.start.time() != time():
            return self.start, self.end
        return datetime.combine(self.start, WAKING[0]), datetime.combine(self.start, WAKING[1])


def slot_of(item: Item, zone: str) -> Slot | None:
    """An event in the user's own time; None where it has no start."""
    start, end = item.moment("start_at"), item.moment("end_at")
    if start is None:
        return None
    whole = bool(item.data.get("all_day"))
    end = end if end is not None and end > start else start + (DAY if whole else HOUR)
    theirs = item.get("timezone")
    if not whole and theirs and theirs != zone:
        start, end = (to_wall(to_utc(at, theirs), zone) for at in (start, end))
    return Slot(item.get("title"), start, end, whole, item)


def window_of(phrase: Phrase, start: datetime, rows: Sequence[Slot]) -> Window:
    """The time that a phrase means when it begins at `start`. `rows`: what is on the calendar, for "after lunch" is
    after the lunch that stands there."""
    said = phrase.mention
    if not said.has_time:
        begins = datetime.combine(start.date(), time())
        return Window(begins, begins + (said.end - said.start if said.end is not None else DAY))
    meal = _meal(phrase.meal, said.end if said.kind == "open" and said.end is not None else start, rows)
    if said.kind == "open" and said.end is None:
        after = (meal.end if meal is not None else start + _MEAL) if phrase.meal else start
        return Window(after, datetime.combine(start.date(), time()) + DAY, open=True)
    if said.kind == "open" and said.end is not None:
        until = datetime.combine(start.date(), said.end.time())
        return Window(datetime.combine(start.date(), time()), meal.start if meal is not None else until)
    if said.end is not None and said.end > said.start:
        return Window(start, start + (said.end - said.start))
    return meal_window(phrase.meal, start, rows) if phrase.meal else Window(start, start + HOUR)


def meal_window(named: str, at: datetime, rows: Sequence[Slot]) -> Window:
    """When a meal is that is usually at that hour: where one stands in the calendar, then."""
    meal = _meal(named, at, rows)
    return Window(at, at + _MEAL) if meal is None else Window(meal.start, meal.end)


def _meal(named: str, at: datetime, rows: Sequence[Slot]) -> Slot | None:
    """The meal of that day that stands in the calendar."""
    words = tuple(named.split())
    near = [one for one in rows if not one.all_day and abs(one.start - at) <= _AROUND and one.start.date() == at.date()]
    return next((one for one in near if any(share((word,), one.title) >= RELEVANT for word in words)), None)


def left(rows: Sequence[Slot], start: datetime, end: datetime) -> list[tuple[datetime, datetime]]:
    """What timed events leave free of a time."""
    found: list[tuple[datetime, datetime]] = []
    at = start
    for one in sorted(rows, key=lambda row: row.start):
        if one.all_day or not one.meets(start, end):
            continue
        if one.start > at:
            found.append((at, one.start))
        at = max(at, one.end)
    if at < end:
        found.append((at, end))
    return found


def free_days(reading: Reading, now: datetime) -> tuple[datetime, datetime]:
    """The whole days that have to be looked at, from midnight to midnight."""
    since, until = reading.span or (now, now + _WEEK if reading.filters else None)
    first = datetime.combine(since.date(), time())
    last = until if until is not None and until > since else first + DAY
    return first, last if last.time() == time() else datetime.combine(last.date(), time()) + DAY
