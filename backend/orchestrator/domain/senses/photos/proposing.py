"""Which photos may be of an event? Those taken while it was, and not far from where it was; the user links them. And
which were taken in a time that is no event yet?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.senses.photos import repository, service
from orchestrator.domain.senses.photos.access import PhotoAccess, configured, owns_library
from orchestrator.domain.senses.photos.linking import UnitOf
from orchestrator.domain.senses.photos.schemas import KIND, FaceOut, PhotoOut, ProposedPhotosOut
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import find
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.places import service as places
from orchestrator.domain.world.places.likeness import metres
from orchestrator.integrations.geocoding.port import Point
from orchestrator.integrations.photos.port import Asset, LibraryFailed
from orchestrator.telemetry.logging import get_logger

BEFORE, AFTER = timedelta(minutes=15), timedelta(minutes=30)
"""People are early, and say goodbye."""
NEAR_M = 500.0
"""Of the middle of the event's place; a photo that does not say where it was taken counts by its time."""
LONGEST = timedelta(days=31)
MOST_ASKED = 500
MOST = 50

log = get_logger(__name__)


@dataclass(frozen=True)
class Scene:
    """When an event was, with what lies around it, and where, if that is known."""

    since: datetime
    until: datetime
    at: Point | None


async def proposed(
    unit_of: UnitOf, access: PhotoAccess | None, owner_id: UUID, event_id: UUID, now: datetime
) -> ProposedPhotosOut:
    """Photos of the library that may be of an event. Raises NotFound, NotConfigured, IntegrationFailed."""
    async with unit_of(owner_id) as tx:
        scene = await _scene_of(tx, event_id, now)
        own = await owns_library(tx)
    access = configured(access)
    if scene is None or not own:
        return ProposedPhotosOut(items=[])
    taken = await access.library.taken(scene.since, scene.until, limit=MOST_ASKED)
    async with unit_of(owner_id) as tx:
        found = await _fitting(tx, event_id, scene, taken)
        people = await service.contacts_by_person(tx)
    return ProposedPhotosOut(items=[_proposed(one, people) for one in found])


async def taken_between(
    unit_of: UnitOf, access: PhotoAccess | None, owner_id: UUID, since: datetime, until: datetime
) -> Sequence[Asset]:
    """The photos of the user's own library from that time (aware); none where they have none, or where it does not
    answer: what is told with photos is told without them then."""
    if access is None or access.rests:
        return ()
    async with unit_of(owner_id) as tx:
        own = await owns_library(tx)
    if not own:
        return ()
    try:
        return await access.library.taken(since, until, limit=MOST_ASKED)
    except LibraryFailed as error:
        access.rest()
        log.warning("what happened is told without photos", error=str(error))
        return ()


def _proposed(asset: Asset, people: Mapping[UUID, UUID]) -> PhotoOut:
    seen = [one for one in asset.people if not one.hidden]
    return PhotoOut(
        asset_id=asset.id,
        taken_at=asset.taken_at,
        thumbnail_url=service.thumbnail_path(asset.id),
        faces=[FaceOut(person_id=one.id, name=one.name, contact_id=people.get(one.id)) for one in seen],
    )


async def _scene_of(tx: Tx, event_id: UUID, now: datetime) -> Scene | None:
    """Of a series the last time that it was; None where it was not yet. Raises NotFound."""
    await events.get(tx, event_id)
    begun = await find(tx, EventFilter(until=now, ids=(event_id,)), limit=1, newest_first=True)
    if not begun:
        return None
    one = begun[0]
    ended = min(one.end_utc, one.start_utc + LONGEST)
    known = await places.described(tx, [one.place_id]) if one.place_id else []
    return Scene(one.start_utc - BEFORE, ended + AFTER, known[0].at if known else None)


async def _fitting(tx: Tx, event_id: UUID, scene: Scene, assets: Sequence[Asset]) -> list[Asset]:
    """Those that may be linked: not linked yet, never taken away from this event, not from elsewhere."""
    there = {row.asset_id for row in await repository.photos_of(tx, [event_id])}
    keys = [(str(event_id), str(one.id)) for one in assets]
    buried = await provenance.buried(tx, KIND, keys) if keys else set()
    found = [one for one in assets if one.id not in there and (str(event_id), str(one.id)) not in buried]
    return [one for one in found if not one.trashed and _is_near(one, scene.at)][:MOST]


def _is_near(asset: Asset, at: Point | None) -> bool:
    if at is None or asset.lat is None or asset.lon is None:
        return True
    return metres(Point(asset.lat, asset.lon), at) <= NEAR_M
