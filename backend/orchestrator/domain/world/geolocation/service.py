"""Where is the client, and where is a place that the user does not know yet? Implements the port `PlaceContext`.

First the places that the user knows: most questions end there, and private points do not leave the house. Then the
geocoder, where one is configured and the fix is worth it; the offline gazetteer tells the town in any case.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.places import Located, PlaceDraft
from orchestrator.agent.ports.resolution import Resolver
from orchestrator.agent.ports.unit_of_work import UnitOfWork
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.db.tx import Tx, owned
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.geolocation.geocoding import CachedGeocoder
from orchestrator.domain.world.places import service as places
from orchestrator.domain.world.places.known import Near
from orchestrator.integrations.geocoding.gazetteer import Gazetteer
from orchestrator.integrations.geocoding.port import Category, GeoPlace, Point
from orchestrator.language.text.normalize import normalize, tokens

HERE_FOR = timedelta(hours=1)
"""A fix older than that says where the client was."""
ROUGH_M = 1_000.0
"""A fix worse than that is of no street and of no house."""
WIDE_M = 50_000.0
"""A fix worse than that is of no town."""
LOOKED_AT_M = 5_000.0
"""The radius of a place may be so large; beyond, it is a region."""
SURE = 0.6
"""A geocoder's confidence from which on a place is taken for the one that was named."""
BY_NAME = frozenset({"amenity", "building", "unknown"})
"""What is found by its name; of a street or a town its address is told, of a country nothing."""
BY_ADDRESS = frozenset({"street", "building", "amenity"})
TOWNS = frozenset({"city", "suburb", "district"})


InMind = Callable[[Tx], Awaitable[EntityRef | None]]
"""Which place the conversation was about."""


class Surroundings(NamedTuple):
    """What is near a point: known places, nearest first, and what a geocoder found of the category."""

    known: Sequence[Near]
    found: Sequence[GeoPlace]
    asked: bool


class Whereabouts:
    """Place context over the user's places, a gazetteer, and a geocoder where there is one."""

    def __init__(
        self, unit_of_work: UnitOfWork, resolver: Resolver, gazetteer: Gazetteer, geocoder: CachedGeocoder | None
    ) -> None:
        self._unit_of_work = unit_of_work
        self._resolver = resolver
        self._gazetteer = gazetteer
        self._geocoder = geocoder

    @property
    def asks_around(self) -> bool:
        """Whether anybody can be asked what is near, beyond the places that the user knows."""
        return self._geocoder is not None

    async def locate(
        self, owner_id: UUID, location: Mapping[str, Any], *, now: datetime, locale: str
    ) -> Located | None:
        """See PlaceContext."""
        if _stale(location.get("captured_at"), now):
            return None
        at, accuracy = Point(float(location["lat"]), float(location["lon"])), location.get("accuracy_m")
        here = Located(at.lat, at.lon, "none", accuracy)
        if accuracy is not None and accuracy > WIDE_M:
            return here
        town = await self._gazetteer.reverse(at, language=locale)
        if town is not None:
            here = replace(
                here,
                by="gazetteer",
                city=town.city,
                country=town.country,
                country_code=town.country_code,
                timezone=town.timezone,
                attribution=town.attribution,
            )
        if accuracy is not None and accuracy > ROUGH_M:
            return here
        if (near := await self._known(owner_id, at, accuracy)) is not None:
            return await self._at_known(owner_id, here, near)
        if self._geocoder is None:
            return here
        found = await self._geocoder.reverse(owner_id, at, accuracy_m=accuracy, language=_language(locale))
        if found is None or not found.address:
            return here
        return replace(
            here, by="geocoder", address=found.address, attribution=found.attribution, origin=Origin.THIRD_PARTY
        )

    async def enrich(
        self, owner_id: UUID, phrase: str, *, near: Located | None = None, locale: str
    ) -> PlaceDraft | None:
        """See PlaceContext."""
        name = " ".join(phrase.split())
        if not name or await self._is_known(owner_id, name, locale):
            return None
        around = Point(near.lat, near.lon) if near is not None else None
        found = await self._geocoded(owner_id, name, around, locale)
        if found is None:
            return None
        address = found.address if found.kind not in TOWNS else ""
        # The user's own word for it stays its name: they will ask for it by that.
        return PlaceDraft(name, found.lat, found.lon, address, found.timezone, found.attribution)

    async def centre(
        self, owner_id: UUID, phrase: str, *, locale: str, in_mind: InMind
    ) -> tuple[EntityRef, Point] | None:
        """A known place, with where it is: of that name or id, or for "" the one that `in_mind` tells; None where it is
        not known which, or where."""
        async with owned(self._unit_of_work(), owner_id) as tx:
            if phrase:
                named = await self._resolver.resolve_place(tx, phrase, locale=locale)
                meant = named.entities[0] if named.status == "resolved" else None
            else:
                meant = await in_mind(tx)
            found = await places.described(tx, [meant.id]) if meant is not None else []
        at = found[0].at if found else None
        return (meant, at) if meant is not None and at is not None else None

    async def around(
        self, owner_id: UUID, at: Point, *, radius_m: float, category: Category | None, locale: str, limit: int
    ) -> Surroundings:
        """What is near a point. Asks over the network, in a transaction of nobody's."""
        async with owned(self._unit_of_work(), owner_id) as tx:
            near = await places.near(tx, at, within_m=radius_m)
        if category is None or self._geocoder is None:
            return Surroundings(near, (), asked=False)
        found = await self._geocoder.nearby(
            owner_id, at, radius_m=radius_m, category=category, language=_language(locale), limit=limit
        )
        return Surroundings(near, found, asked=True)

    async def _known(self, owner_id: UUID, at: Point, accuracy_m: float | None) -> Near | None:
        """The known place that the point lies in, as far as the fix can tell: the nearest one's middle counts."""
        async with owned(self._unit_of_work(), owner_id) as tx:
            found = await places.near(tx, at, within_m=LOOKED_AT_M)
        within = [one for one in found if one.holds()]
        return next(iter(within or [one for one in found if one.holds(accuracy_m or 0.0)]), None)

    async def _at_known(self, owner_id: UUID, here: Located, near: Near) -> Located:
        known = near.place
        async with owned(self._unit_of_work(), owner_id) as tx:
            home = (await accounts.me(tx)).home_place_id
        origin = Origin(known.origin)
        return replace(
            here,
            by="known_place",
            place=EntityRef("place", known.id, known.name),
            home_like=known.home_like or known.id == home,
            distance_m=round(near.distance_m, 1),
            timezone=near.timezone or here.timezone,
            origin=least_trusted([here.origin, origin]),
            place_origin=origin,
        )

    async def _is_known(self, owner_id: UUID, name: str, locale: str) -> bool:
        """Whether the words mean a place, or the place of a person, that the user knows."""
        async with owned(self._unit_of_work(), owner_id) as tx:
            if await places.canonical_place(tx, name=name) is not None:
                return True
            found = await self._resolver.resolve_place(tx, name, locale=locale)
        return found.status != "unknown"

    async def _geocoded(self, owner_id: UUID, name: str, near: Point | None, locale: str) -> GeoPlace | None:
        """Where a name is for sure; None rather than a guess."""
        town = await self._gazetteer.forward(name, near=near, language=locale)
        if town is not None or self._geocoder is None:
            return town
        found = await self._geocoder.forward(owner_id, name, near=near, language=_language(locale))
        return next((one for one in found if _meant(name, one)), None)


def _meant(name: str, found: GeoPlace) -> bool:
    """Whether an answer is what was asked for: surely, and by its own name or by an address with a number."""
    if found.confidence < SURE:
        return False
    if found.kind in TOWNS:
        return normalize(found.city or found.name) in normalize(name)
    words = set(tokens(name))
    if found.kind in BY_NAME and found.name and set(tokens(found.name)) & words:
        return True
    return found.kind in BY_ADDRESS and bool(words & set(tokens(found.street)) and any(map(str.isdigit, name)))


def _stale(captured_at: object, now: datetime) -> bool:
    if not isinstance(captured_at, str):
        return False
    return now - datetime.fromisoformat(captured_at) > HERE_FOR


def _language(locale: str) -> str:
    return locale.replace("_", "-").split("-")[0].lower() or "en"
