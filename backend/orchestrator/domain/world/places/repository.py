"""Reads and writes `places`."""

import math
from collections.abc import Sequence

from sqlalchemy import ColumnElement, and_, or_

from orchestrator.db.repository import OwnedRepository
from orchestrator.db.tx import Tx
from orchestrator.domain.world.places.model import Place
from orchestrator.integrations.geocoding.port import Point

places = OwnedRepository(Place, "place")
METRES_A_DEGREE = 111_320.0
MOST_IN_A_BOX = 500


async def perhaps_the_same(
    tx: Tx, name: str, numbers: Sequence[str], at: Point | None, *, within_m: float, limit: int
) -> Sequence[Place]:
    """The places that hold a folded name or one of an address's numbers, or that lie about a point; oldest first."""
    some = [Place.folded.contains(text, autoescape=True) for text in (name, *numbers) if text]
    if at is not None:
        some.append(and_(*_box(at, within_m)))
    if not some:
        return []
    return await places.rows(tx, or_(*some), limit=limit, order_by=(Place.id.asc(),))


async def in_box(tx: Tx, around: Point, within_m: float) -> Sequence[Place]:
    """The places of a box that holds the circle of that radius around a point."""
    return await places.rows(tx, *_box(around, within_m), limit=MOST_IN_A_BOX)


def _box(around: Point, within_m: float) -> list[ColumnElement[bool]]:
    high = within_m / METRES_A_DEGREE
    shrink = math.cos(math.radians(min(abs(around.lat) + high, 90.0)))
    wide = high / shrink if shrink > high / 180.0 else 180.0
    return [Place.lat.between(around.lat - high, around.lat + high), *_between(around.lon - wide, around.lon + wide)]


def _between(west: float, east: float) -> list[ColumnElement[bool]]:
    """Longitudes of a span that may cross the 180th meridian."""
    if east - west >= 360.0:
        return [Place.lon.is_not(None)]
    if west < -180.0:
        return [or_(Place.lon >= west + 360.0, Place.lon <= east)]
    if east > 180.0:
        return [or_(Place.lon >= west, Place.lon <= east - 360.0)]
    return [Place.lon.between(west, east)]
