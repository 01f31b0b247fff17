"""The table `places`, and what reads and writes it."""

import math
from collections.abc import Sequence

from sqlalchemy import ColumnElement, and_, or_
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.repository import EntityRow, OwnedRepository
from orchestrator.db.tx import Tx
from orchestrator.integrations.geocoding.port import Point


class Place(EntityRow):
    """A place that the user knows. `lat`, `lon` in degrees (WGS 84), `radius_m` in metres; `attribution`: whom its
    address is to be credited to where a geocoder gave it."""

    __tablename__ = "places"

    name: Mapped[str] = mapped_column()
    aliases: Mapped[list[str]] = mapped_column(default=list)
    category: Mapped[str | None] = mapped_column()
    address: Mapped[str | None] = mapped_column()
    lat: Mapped[float | None] = mapped_column()
    lon: Mapped[float | None] = mapped_column()
    radius_m: Mapped[float | None] = mapped_column()
    home_like: Mapped[bool] = mapped_column(default=False)
    ignored: Mapped[bool] = mapped_column(default=False)
    timezone: Mapped[str | None] = mapped_column()
    description: Mapped[str | None] = mapped_column()
    attribution: Mapped[str | None] = mapped_column()


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


async def in_band(tx: Tx, south: float, north: float, within_m: float, *, limit: int) -> Sequence[Place]:
    """The places between two latitudes, or so far beyond."""
    high = within_m / METRES_A_DEGREE
    return await places.rows(tx, Place.lat.between(south - high, north + high), limit=limit)


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
