"""How do other slices see a place, and how is it compared with what somebody says?"""

from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from orchestrator.domain.foundation.entities.service import OWN_DATA
from orchestrator.domain.world.places.likeness import USUAL_RADIUS_M, Sketch
from orchestrator.domain.world.places.repository import Place
from orchestrator.integrations.geocoding.port import Point


@dataclass(frozen=True)
class KnownPlace:
    """A place as resolution compares it."""

    id: UUID
    name: str
    aliases: tuple[str, ...]
    category: str | None
    address: str | None
    home_like: bool = False
    origin: str = OWN_DATA
    attribution: str | None = None
    tags: tuple[str, ...] = ()
    at: Point | None = None


class Near(NamedTuple):
    """A place, how far its middle is from a point, its radius and its zone."""

    place: KnownPlace
    distance_m: float
    radius_m: float
    timezone: str | None
    ignored: bool = False

    def holds(self, slack_m: float = 0.0) -> bool:
        """Whether the point is within the place's radius; `slack_m`: what the point may be off by."""
        return self.distance_m <= self.radius_m + min(slack_m, USUAL_RADIUS_M)


def known_place(row: Place) -> KnownPlace:
    """A row as other slices see it."""
    return KnownPlace(
        id=row.id,
        name=row.name,
        aliases=tuple(row.aliases),
        category=row.category,
        address=row.address,
        home_like=row.home_like,
        origin=row.origin,
        attribution=row.attribution,
        tags=tuple(row.tags),
        at=point(row.lat, row.lon),
    )


def sketch(row: Place) -> Sketch:
    """A row as it is compared."""
    return Sketch(row.name, tuple(row.aliases), row.address, point(row.lat, row.lon), row.radius_m)


def point(lat: float | None, lon: float | None) -> Point | None:
    """Where it is; None of what nobody located."""
    return Point(lat, lon) if lat is not None and lon is not None else None
