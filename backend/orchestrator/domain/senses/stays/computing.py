"""Stays are computed again where samples changed: from the second stay before to the second one after, which is as far
as a changed sample reaches, under the ids that they had.

The anchor slides over the trail from one stay to the next (`detection.py`): begun at the first sample of a stay that is
there, it finds what it would have found from the very first one of all.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID, uuid5

from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.db.tx import Tx
from orchestrator.domain.senses.locations import changes
from orchestrator.domain.senses.locations.changes import Track, TrackDay, Trail
from orchestrator.domain.senses.stays import repository
from orchestrator.domain.senses.stays.detection import Fix, StayPoint, stay_points
from orchestrator.domain.senses.stays.repository import Stay
from orchestrator.integrations.geocoding.port import Point
from orchestrator.integrations.geocoding.zones import zone_at

REACH = 2
"""Stays on either side: a neighbour may grow or be merged, and so may the one beside it."""
BEYOND, BEYOND_FOR = 6, timedelta(minutes=2)
"""Samples after the last stay, and all within that time after them: how it ended, and whether that was an error of the
device."""
BEGUN_IN_A_GAP = 4
"""So many stays further back it is looked for one that begins with a sample: what tells of the gap before another one
lies before it."""
DAYS_AT_ONCE = 40
ID_STEP_S = 300
ID_CELL_DEGREES = 0.001
"""An id follows from the start to five minutes and the place to a hundred metres."""
SEA = "UTC"


@dataclass(frozen=True)
class Window:
    """The part of a trail that is computed again. `since`: where the trail begins, None of its first sample; `until`:
    the last sample looked at, None for the last there is; `settled`: stays that begin later are as they were."""

    since: datetime | None
    until: datetime | None
    settled: datetime | None
    free_since: datetime | None


@dataclass(frozen=True)
class Change:
    """What became of the stays of one window."""

    vanished: tuple[UUID, ...]
    changed: tuple[UUID, ...]


async def compute(tx: Tx, track: Track, first: date, last: date) -> Change:
    """The stays that the samples of these days (UTC, both included) are part of."""
    window = await _window(tx, track, _midnight(first), _midnight(last) + timedelta(days=1))
    trail = await changes.trail(tx, track, window.since, window.until)
    free_since = window.free_since.timestamp() if window.free_since else None
    found = await asyncio.to_thread(_points, trail, free_since)
    if window.settled is not None:
        found = [one for one in found if one.start <= window.settled.timestamp()]
    known = await repository.between(tx, track, window.since, window.settled)
    change = await _store(tx, track, least_trusted(trail.origins), known, found)
    await changes.unmark(tx, track, first, last)
    return change


def spans(days: Sequence[TrackDay]) -> list[tuple[Track, date, date]]:
    """The marked days as runs of neighbouring ones, each within one trail."""
    runs: list[tuple[Track, date, date]] = []
    for one in days:
        if runs and runs[-1][0] == one.track and one.day - runs[-1][2] <= timedelta(days=1):
            runs[-1] = (one.track, runs[-1][1], one.day)
        else:
            runs.append((one.track, one.day, one.day))
    return runs


async def _window(tx: Tx, track: Track, begins: datetime, ends: datetime) -> Window:
    earlier = await repository.before(tx, track, begins, limit=REACH + BEGUN_IN_A_GAP)
    later = await repository.after(tx, track, ends, limit=REACH)
    since = free_since = None
    for place, stay in enumerate(earlier[REACH - 1 : -1], start=REACH - 1):
        if await changes.measured_at(tx, track, stay.started_at):
            since = stay.started_at
            seen = await changes.neighbour(tx, track, since, later=-1)
            free_since = max(one for one in (seen, earlier[place + 1].ended_at) if one is not None)
            break
    if len(later) < REACH:
        return Window(since, None, None, free_since)
    settled = later[-1].ended_at
    until = await changes.neighbour(tx, track, settled, later=BEYOND)
    return Window(since, until + BEYOND_FOR if until is not None else None, settled, free_since)


def _points(trail: Trail, free_since: float | None) -> list[StayPoint]:
    fixes = list(map(Fix, trail.at, trail.lat, trail.lon, trail.accuracy_m))
    return stay_points(fixes, seen_elsewhere=free_since)


async def _store(tx: Tx, track: Track, origin: Origin, known: Sequence[Stay], found: Sequence[StayPoint]) -> Change:
    """Write what differs: a stay that overlaps one that was there is that one."""
    same = _matched(known, found)
    rows = [await _columns(track, origin, one) for one in found]
    kept = {stay.id for stay in same.values()}
    vanished = tuple(one.id for one in known if one.id not in kept)
    await repository.remove(tx, vanished)
    changed = []
    for place, stay in same.items():
        different = {name: value for name, value in rows[place].items() if getattr(stay, name) != value}
        if different:
            await repository.change(tx, stay.id, different)
            changed.append(stay.id)
    fresh = [{"id": _id(tx, track, one), **row} for one, row in zip(found, rows, strict=True)]
    await repository.add(tx, await _unlike(tx, [row for place, row in enumerate(fresh) if place not in same], kept))
    return Change(vanished, tuple(changed))


def _matched(known: Sequence[Stay], found: Sequence[StayPoint]) -> dict[int, Stay]:
    """By the place in `found`: the stay that it was, the longest overlaps first."""
    overlaps = [
        (min(one.end, stay.ended_at.timestamp()) - max(one.start, stay.started_at.timestamp()), place, number)
        for place, one in enumerate(found)
        for number, stay in enumerate(known)
        if one.start <= stay.ended_at.timestamp() and stay.started_at.timestamp() <= one.end
    ]
    matched: dict[int, Stay] = {}
    taken: set[int] = set()
    for _, place, number in sorted(overlaps, key=lambda each: (-each[0], each[1], each[2])):
        if place not in matched and number not in taken:
            matched[place] = known[number]
            taken.add(number)
    return matched


async def _unlike(tx: Tx, rows: Sequence[dict[str, Any]], kept: set[UUID]) -> list[dict[str, Any]]:
    """Each with an id of its own: a stay that grew, within this window or before it, may have kept the one that another
    would get."""
    asked, taken = {row["id"] for row in rows}, set(kept)
    while asked:
        taken |= await repository.those_there(tx, asked)
        given, asked = set(taken), set()
        for row in rows:
            while row["id"] in given:
                row["id"] = uuid5(row["id"], "another")
                asked.add(row["id"])
            given.add(row["id"])
    return list(rows)


def _id(tx: Tx, track: Track, stay: StayPoint) -> UUID:
    cell = (round(stay.lat / ID_CELL_DEGREES), round(stay.lon / ID_CELL_DEGREES))
    return uuid5(tx.owner_id, f"{track.source}\n{track.device}\n{stay.start // ID_STEP_S:.0f}\n{cell}")


async def _columns(track: Track, origin: Origin, stay: StayPoint) -> dict[str, Any]:
    return {
        "source": track.source,
        "device": track.device,
        "origin": origin.value,
        "started_at": datetime.fromtimestamp(stay.start, UTC),
        "ended_at": datetime.fromtimestamp(stay.end, UTC),
        "timezone": await zone_at(Point(stay.lat, stay.lon)) or SEA,
        "lat": stay.lat,
        "lon": stay.lon,
        "radius_m": stay.radius_m,
        "inferred": stay.inferred,
        "samples": stay.samples,
    }


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
