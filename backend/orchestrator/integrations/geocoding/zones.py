"""In which time zone is a point? By timezonefinder's polygons (ODbL), loaded at the first question, off the loop.

The library is imported then too: it takes a third of a second and 27 MB, which a Steward without places needs not.
"""

import asyncio
import atexit
import importlib
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING

from orchestrator.integrations.geocoding.port import Point

if TYPE_CHECKING:
    from timezonefinder import TimezoneFinder

_ONE_AT_A_TIME = Lock()


async def zone_at(at: Point) -> str | None:
    """The IANA zone of a point on land; None at sea."""
    return await asyncio.to_thread(_zone, at.lat, at.lon)


def _zone(lat: float, lon: float) -> str | None:
    with _ONE_AT_A_TIME:
        return _finder().timezone_at_land(lat=lat, lng=lon)


@cache
def _finder() -> "TimezoneFinder":
    made: TimezoneFinder = importlib.import_module("timezonefinder").TimezoneFinder(in_memory=False)
    atexit.register(made.cleanup)  # its files stay mapped as long as the process lives
    return made
