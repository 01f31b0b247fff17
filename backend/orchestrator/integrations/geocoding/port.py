"""What must something be able to do to tell us where a place is, and what is at a point?"""

from dataclasses import dataclass
from typing import Literal, Protocol

Category = Literal[
    "restaurant", "cafe", "bar", "supermarket", "pharmacy", "hospital", "doctor", "bank", "atm", "fuel", "parking",
    "hotel", "school", "park", "gym", "museum", "cinema", "bakery", "transport", "shop", "police", "post_office",
    "hairdresser", "library",
]  # fmt: skip
"""What can be looked for around a point: a closed list, so that nothing but it and the point leaves the house."""


@dataclass(frozen=True)
class Point:
    """A position in degrees (WGS 84)."""

    lat: float
    lon: float


@dataclass(frozen=True)
class GeoPlace:
    """One answer. All of its text was written by others; "" where it was not told.

    `kind`: what it is a place of (`amenity`, `building`, `street`, `city`, `country` …); `timezone`: IANA, one that
    exists; `distance_m`: from the point asked about; `confidence` 0 to 1; `attribution`: whom its data is to be
    credited to wherever it is shown.
    """

    lat: float
    lon: float
    kind: str = "unknown"
    name: str = ""
    address: str = ""
    street: str = ""
    city: str = ""
    country: str = ""
    country_code: str = ""
    timezone: str | None = None
    distance_m: float | None = None
    confidence: float = 0.0
    categories: tuple[str, ...] = ()
    attribution: str = ""


class Geocoder(Protocol):
    """Somebody who knows the map."""

    @property
    def name(self) -> str: ...

    async def forward(self, text: str, *, near: Point | None, language: str, limit: int) -> tuple[GeoPlace, ...]:
        """Where `text` (an address, the name of a place) is, the best first; `near` is preferred, not required;
        `language` is two letters. Empty where nothing is found. Raises IntegrationFailed (what to do)."""
        ...

    async def reverse(self, at: Point, *, language: str) -> GeoPlace | None:
        """What is at a point. Raises IntegrationFailed."""
        ...

    async def nearby(
        self, around: Point, *, radius_m: float, category: Category, language: str, limit: int
    ) -> tuple[GeoPlace, ...]:
        """What of a category is around a point, the nearest first. Raises IntegrationFailed."""
        ...

    async def close(self) -> None:
        """Give back connections."""
        ...
