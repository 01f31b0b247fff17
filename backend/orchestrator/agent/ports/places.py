"""Where is the client, and where is a place that the user names?"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol
from uuid import UUID

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.types.origin import Origin


@dataclass(frozen=True)
class Located:
    """Where the client is, as far as it can be told (`inferred_location` in message metadata).

    `by`: a place that the user knows (`known_place`), what a geocoder said of the point (`geocoder`), the town of the
    offline gazetteer (`gazetteer`), or nothing but the point (`none`). `place`: the known place, `place_name` its name,
    `home_like` whether it is a home, `distance_m` how far its middle is. `city`, `country_code`, `timezone`: of the
    gazetteer, so nobody else's words. `address`: others' words. `origin`: of the least trusted of all that.
    """

    lat: float
    lon: float
    by: Literal["known_place", "geocoder", "gazetteer", "none"]
    accuracy_m: float | None = None
    place: EntityRef | None = None
    home_like: bool = False
    distance_m: float | None = None
    city: str = ""
    country: str = ""
    country_code: str = ""
    timezone: str | None = None
    address: str = ""
    attribution: str = ""
    origin: Origin = Origin.OWN_DATA
    place_origin: Origin = Origin.OWN_DATA

    def stored(self) -> dict[str, Any]:
        """As message metadata keeps it and a deterministic model reads it."""
        told = {
            name: getattr(self, name)
            for name in ("lat", "lon", "by", "accuracy_m", "city", "country", "country_code", "timezone", "address",
                         "attribution", "distance_m")
        }  # fmt: skip
        if self.place is not None:
            told |= {"place_id": str(self.place.id), "place_name": self.place.title, "home_like": self.home_like}
        return {name: value for name, value in told.items() if value not in (None, "")}


@dataclass(frozen=True)
class PlaceDraft:
    """A place that is not stored yet, as the user names it or a geocoder knows it: shown to the user before anything
    is made of it. What a geocoder says is others' words (`origin`), to be credited to `attribution`."""

    name: str
    lat: float | None = None
    lon: float | None = None
    address: str = ""
    timezone: str | None = None
    attribution: str = ""
    origin: Origin = Origin.THIRD_PARTY


class PlaceContext(Protocol):
    """Where things are (implemented by world/geolocation). It asks others over the network, in no transaction of the
    caller's: call it before a session is used."""

    async def locate(
        self, owner_id: UUID, location: Mapping[str, Any], *, now: datetime, locale: str
    ) -> Located | None:
        """What is known of the client's location (`lat`, `lon`, `accuracy_m`, `captured_at`); None where it is too old
        to be where the client is. Never raises for what a geocoder does."""
        ...

    async def enrich(
        self, owner_id: UUID, phrase: str, *, near: Located | None = None, locale: str
    ) -> PlaceDraft | None:
        """Where the place of a phrase is that the user does not know yet; None where they know it, and where nobody
        finds it for sure. Never raises for what a geocoder does."""
        ...
