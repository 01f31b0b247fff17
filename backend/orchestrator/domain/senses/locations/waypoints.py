"""Named points that trackers and track files hold: regions of OwnTracks, waypoints of GPX. They are places of the user
and no samples: that a point was named says of nobody that they were there."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from orchestrator.db.retry import repeated
from orchestrator.db.session import Database
from orchestrator.domain.foundation.entities.schemas import SHORT, IngestResult
from orchestrator.domain.world.places import service as places
from orchestrator.kit.text import shorten, storable

MOST = 500
"""In one file or message: more are a catalogue, not somebody's places."""
AT_ONCE = 50
"""In one transaction: a catalogue holds up no other delivery."""
WIDEST_M = 20_000_000.0


@dataclass(frozen=True)
class Waypoint:
    """A named point, in degrees of WGS 84. `key`: by which its source knows it."""

    name: str
    lat: float
    lon: float
    key: str
    radius_m: float | None = None


def waypoint(name: Any, lat: Any, lon: Any, *, key: str = "", radius_m: Any = None) -> Waypoint | None:
    """None where it has no name, lies nowhere, or at 0, 0, which is what a beacon says. Without a `key` it is known by
    its name and where it lies."""
    if not isinstance(name, str) or not (shown := shorten(storable(name).strip(), SHORT)):
        return None
    if not _within(lat, 90) or not _within(lon, 180) or lat == 0 == lon:
        return None
    radius = float(radius_m) if _within(radius_m, WIDEST_M) and radius_m > 0 else None
    known_by = key or f"{lat:.5f},{lon:.5f} {shown}"
    return Waypoint(shown, float(lat), float(lon), shorten(known_by, SHORT), radius)


def _within(value: Any, most: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -most <= value <= most


async def keep(
    database: Database, owner_id: UUID, points: Sequence[Waypoint], *, source: str, zone: str
) -> list[IngestResult]:
    """As places of the user, one result each; what is surely a place that is there makes no second one."""
    results: list[IngestResult] = []
    for start in range(0, len(points), AT_ONCE):
        items = [_place(one, source) for one in points[start : start + AT_ONCE]]
        results += await repeated(partial(_keep_part, database, owner_id, items, zone=zone))
    return results


async def _keep_part(
    database: Database, owner_id: UUID, items: Sequence[dict[str, Any]], *, zone: str
) -> list[IngestResult]:
    async with database.unit_of_work_of(owner_id) as tx:
        return await places.keep_points(tx, items, zone=zone)


def _place(one: Waypoint, source: str) -> dict[str, Any]:
    shown = {"name": one.name, "lat": one.lat, "lon": one.lon, "external_id": one.key, "source": source}
    return shown if one.radius_m is None else {**shown, "radius_m": one.radius_m}
