"""Where did the user stay? The stays as they are stored, with the places that they lie in."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from orchestrator.db.cursors import moment_cursor, moment_mark
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.senses.locations import changes
from orchestrator.domain.senses.locations.changes import Track
from orchestrator.domain.senses.stays import computing, repository
from orchestrator.domain.senses.stays.computing import DAYS_AT_ONCE, Change
from orchestrator.domain.senses.stays.detection import METRES_A_DEGREE
from orchestrator.domain.senses.stays.repository import Stay
from orchestrator.domain.senses.stays.schemas import KIND, StayOut
from orchestrator.domain.world.places import service as places
from orchestrator.domain.world.places.known import KnownPlace, Near
from orchestrator.integrations.geocoding.port import Point
from orchestrator.kit.paging import Page, PageRequest

ALL_DAYS = 100_000
MOST_LOOKED_AT = 1_000
MOST_SAMPLES = 5_000
LOOKED_AT_M = 5_000.0
"""The radius of a place may be so large; beyond, it is a region."""


class Visit(NamedTuple):
    """From when to when somebody was at a place."""

    start: datetime
    end: datetime


async def settle(tx: Tx, *, most_days: int = DAYS_AT_ONCE) -> list[Change]:
    """Compute the stays of marked days, of no more than so many; none where nothing is marked."""
    if not await changes.marked(tx, limit=1):
        return []
    await provenance.lock_ingestion(tx)
    days = await changes.marked(tx, limit=most_days)
    return [await computing.compute(tx, *span) for span in computing.spans(days)]


async def settle_later(tx: Tx) -> bool:
    """Have what is still marked computed by a job; whether there was anything."""
    waiting = bool(await changes.marked(tx, limit=1))
    if waiting:
        await changes.compute_later(tx)
    return waiting


async def list_stays(
    tx: Tx, page: PageRequest, *, since: datetime | None = None, until: datetime | None = None
) -> Page[StayOut]:
    """Stays that overlap [since, until), the latest first. Raises InvalidRequest for a foreign cursor."""
    await settle(tx)
    rows = await repository.page(
        tx, after=moment_mark(page.cursor), limit=page.limit + 1, since=since, until=until, q=page.q
    )
    there = rows[: page.limit]
    cursor = moment_cursor(there[-1].started_at, there[-1].id) if len(rows) > page.limit else None
    near = await places_of(tx, there)
    return Page([_out(row, near.get(row.id)) for row in there], cursor)


async def at(tx: Tx, *, since: datetime | None, until: datetime | None, place: KnownPlace | None) -> Sequence[Stay]:
    """The stays that overlap [since, until), the earliest first; of a place those that lie in it. A moment (`since` is
    `until`) is overlapped by who is there then. No more than the latest thousand."""
    await settle(tx)
    band = None
    if place is not None and place.at is not None:
        band = (place.at.lat - LOOKED_AT_M / METRES_A_DEGREE, place.at.lat + LOOKED_AT_M / METRES_A_DEGREE)
    rows = await repository.page(tx, after=None, limit=MOST_LOOKED_AT, since=since, until=until, band=band)
    if place is not None:
        near = await places_of(tx, rows)
        rows = [row for row in rows if row.id in near and near[row.id].place.id == place.id]
    return list(reversed(rows))


def visits(stays: Sequence[Stay]) -> list[Visit]:
    """Stays at one place as visits: what two devices measured at one time is one."""
    found: list[Visit] = []
    for stay in sorted(stays, key=lambda one: one.started_at):
        if found and stay.started_at <= found[-1].end:
            found[-1] = Visit(found[-1].start, max(found[-1].end, stay.ended_at))
        else:
            found.append(Visit(stay.started_at, stay.ended_at))
    return found


async def samples_of(tx: Tx, stay: Stay) -> list[UUID]:
    """The samples that a stay was made of."""
    track = Track(stay.source, stay.device)
    return await changes.sample_ids(tx, track, stay.started_at, stay.ended_at, limit=MOST_SAMPLES)


async def places_of(tx: Tx, stays: Sequence[Stay]) -> dict[UUID, Near]:
    """The known place that each stay lies in: the nearest one's middle counts."""
    points = [Point(stay.lat, stay.lon) for stay in stays]
    near = await places.near_each(tx, points, within_m=LOOKED_AT_M)
    return {stay.id: one for stay, each in zip(stays, near, strict=True) if (one := _holding(stay, each)) is not None}


async def at_ignored(tx: Tx, stays: Sequence[Stay]) -> set[UUID]:
    """Those of the stays that lie in a place to be ignored, whatever else is near it."""
    points = [Point(stay.lat, stay.lon) for stay in stays]
    near = await places.near_each(tx, points, within_m=LOOKED_AT_M, ignored=True)
    held = {stay.id: _holding(stay, each) for stay, each in zip(stays, near, strict=True)}
    return {stay_id for stay_id, one in held.items() if one is not None and one.ignored}


def _holding(stay: Stay, near: Sequence[Near]) -> Near | None:
    """The nearest of the places that a stay lies in, for a rough stay of those that it may lie in."""
    within = [one for one in near if one.holds()] or [one for one in near if one.holds(stay.radius_m)]
    return within[0] if within else None


def _out(row: Stay, near: Near | None) -> StayOut:
    return StayOut(
        id=row.id,
        start_at=row.started_at,
        end_at=row.ended_at,
        timezone=row.timezone,
        lat=row.lat,
        lon=row.lon,
        radius_m=row.radius_m,
        place_id=near.place.id if near else None,
        place_name=near.place.name if near else None,
        device=row.device or None,
        inferred=row.inferred,
        samples=row.samples,
    )


async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """Compute again the stays that erased samples were part of; what quotes them is cleaned. Counts `stay`."""
    if not any(kind == "location" for kind, _ in erased):
        return {}
    touched = [one for change in await settle(tx, most_days=ALL_DAYS) for one in (*change.vanished, *change.changed)]
    for stay_id in touched:
        provenance.rewritten(tx.session, stay_id)
    return {KIND: len(touched)} if touched else {}
