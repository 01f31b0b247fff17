"""What was photographed while the user stayed somewhere? Photos of the library from that time and from near there, and
the contacts that its known faces are.

The library is asked by time alone, and only where something may be proposed: where one was is not told to it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.senses.photos import service as photos
from orchestrator.domain.work.proposed_events.rules import Candidate
from orchestrator.domain.world.places.known import KnownPlace
from orchestrator.domain.world.places.likeness import metres
from orchestrator.integrations.geocoding.port import Point
from orchestrator.integrations.photos.port import Asset

NEAR_M = 300.0
"""Of the middle of the place; a photo that does not say where it was taken counts by its time."""
ENOUGH = 3
"""So many say that something went on (contracts/stays_proposals.md)."""


@dataclass(frozen=True)
class Face:
    """A contact on photos; `link_id`: the user's word for who that person of the library is."""

    contact_id: UUID
    link_id: UUID
    photos: int


@dataclass(frozen=True)
class Photographed:
    """How many photos there are of a stay, the first of enough of them, and by contact who is on them."""

    taken: int = 0
    first: UUID | None = None
    faces: Mapping[UUID, Face] = field(default_factory=dict)

    @property
    def enough(self) -> bool:
        return self.first is not None


async def photographed(tx: Tx, assets: Sequence[Asset], one: Candidate, place: KnownPlace) -> Photographed:
    """What of these photos is of a stay at that place."""
    taken = [asset for asset in assets if _is_of(asset, one, place)]
    if not taken:
        return Photographed()
    links = await photos.links_by_person(tx)
    faces: dict[UUID, Face] = {}
    for asset in taken:
        persons = {person.id for person in asset.people if not person.hidden and person.id in links}
        for link in {links[person].contact_id: links[person] for person in persons}.values():
            before = faces.get(link.contact_id)
            faces[link.contact_id] = Face(link.contact_id, link.id, before.photos + 1 if before else 1)
    return Photographed(len(taken), taken[0].id if len(taken) >= ENOUGH else None, faces)


def _is_of(asset: Asset, one: Candidate, place: KnownPlace) -> bool:
    if asset.trashed or asset.taken_at is None or not one.start <= asset.taken_at <= one.end:
        return False
    if place.at is None or asset.lat is None or asset.lon is None:
        return True
    return metres(Point(asset.lat, asset.lon), place.at) <= NEAR_M


def span(found: Sequence[Candidate]) -> tuple[datetime, datetime] | None:
    """The time whose photos are to be asked for."""
    return (min(one.start for one in found), max(one.end for one in found)) if found else None
