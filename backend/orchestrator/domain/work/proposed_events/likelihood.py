"""How much does a stay look like an event? By how usual its place is, how long it was and what is known of it; pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Literal
from uuid import UUID

from orchestrator.domain.work.proposed_events.rules import Candidate
from orchestrator.kit.zones import to_utc, to_wall

Confidence = Literal["medium", "high"]

UNUSUAL = 3
"""Fewer visits in 90 days make a place unusual."""
DAILY = 10
"""On so many days of 90: school, the gym round the corner."""
LONG, LONGEST = timedelta(minutes=45), timedelta(hours=6)
FAR_M = 5_000.0
WEIGHTS = {"unusual": 0.35, "duration": 0.25, "evidence": 0.2, "far": 0.2}
"""Start values (contracts/stays_proposals.md)."""
PROPOSED_FROM, HIGH_FROM = 0.5, 0.75

NIGHT = (time(0), time(6))
OFFICE = (time(9), time(18))
SLEPT, WORKED = timedelta(hours=3), timedelta(hours=4)
ROUTINE_DAYS = 3
"""Nights, or working days, from which a place is where the user lives or works."""
LAST_WORKDAY = 4


@dataclass(frozen=True)
class Been:
    """A past stay at a known place. Aware instants; `zone`: that of its coordinates."""

    place_id: UUID
    start: datetime
    end: datetime
    zone: str


@dataclass(frozen=True)
class History:
    """Of the place in the 90 days before: visits, and days with one."""

    visits: int
    days: int


def history(past: Sequence[Been]) -> History:
    """Of stays at one place; what two devices measured at one time is one visit."""
    visits, until = 0, None
    for one in sorted(past, key=lambda each: each.start):
        visits += until is None or one.start > until
        until = max(until, one.end) if until is not None else one.end
    return History(visits, len({to_wall(one.start, one.zone).date() for one in past}))


def lived(past: Sequence[Been]) -> UUID | None:
    """Where the user lives, by where they are: the place of most nights."""
    nights = _days(past, NIGHT, SLEPT)
    home = max(nights, key=lambda place: len(nights[place]), default=None)
    return home if home is not None and len(nights[home]) >= ROUTINE_DAYS else None


def worked(past: Sequence[Been]) -> frozenset[UUID]:
    """Where the user works: the places of many working days."""
    working = _days(past, OFFICE, WORKED, workdays=True)
    return frozenset(place for place, days in working.items() if len(days) >= ROUTINE_DAYS)


def slept(one: Candidate) -> bool:
    """Whether a night was spent there."""
    assert one.spot is not None
    return bool(_days([Been(one.spot.id, one.start, one.end, one.zone)], NIGHT, SLEPT))


def _days(
    past: Sequence[Been], hours: tuple[time, time], least: timedelta, *, workdays: bool = False
) -> dict[UUID, set[datetime]]:
    """By place the local days on which the user was there for so long between these hours."""
    spent: dict[tuple[UUID, datetime], timedelta] = {}
    for one in past:
        day = datetime.combine(to_wall(one.start, one.zone).date(), time())
        last = to_wall(one.end, one.zone)
        while day <= last:
            if not (workdays and day.weekday() > LAST_WORKDAY):
                begun, over = (to_utc(datetime.combine(day, at), one.zone) for at in hours)
                both = min(one.end, over) - max(one.start, begun)
                key = (one.place_id, day)
                spent[key] = spent.get(key, timedelta()) + max(both, timedelta())
            day += timedelta(days=1)
    found: dict[UUID, set[datetime]] = {}
    for (place, day), length in spent.items():
        if length >= least:
            found.setdefault(place, set()).add(day)
    return found


def score(one: Candidate, before: History, *, evidence: bool, from_home_m: float | None) -> float:
    """How much it looks like an event."""
    held = {
        "unusual": before.visits < UNUSUAL,
        "duration": LONG <= one.length <= LONGEST,
        "evidence": evidence,
        "far": from_home_m is not None and from_home_m > FAR_M,
    }
    return sum(WEIGHTS[name] for name, holds in held.items() if holds)


def confidence(value: float, before: History) -> Confidence | None:
    """Any unusual place is worth a question; None: it is not proposed."""
    if before.days >= DAILY:
        return None
    if value >= HIGH_FROM:
        return "high"
    return "medium" if before.visits < UNUSUAL or value >= PROPOSED_FROM else None
