"""What does the geocoder say, when has it said so already, and when is it not asked at all?

Answers are kept for the user who caused the question and for nobody else: the coordinates are theirs. No transaction
is open while the geocoder is asked. What it says is others' words.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from hashlib import blake2b
from uuid import UUID

from orchestrator.agent.ports.unit_of_work import UnitOfWork
from orchestrator.db.tx import Tx, owned
from orchestrator.domain.world.geolocation import repository
from orchestrator.errors import IntegrationFailed
from orchestrator.integrations.geocoding.port import Category, Geocoder, GeoPlace, Point
from orchestrator.language.text.normalize import normalize
from orchestrator.telemetry.logging import get_logger

DAY_S = 86_400.0
KEPT_S = 180 * DAY_S
NEARBY_KEPT_S = 7 * DAY_S
NOTHING_KEPT_S = DAY_S
A_DAY = 3_000
"""The free plan's requests; a person's own use stays far beneath it, a loop gone wild does not."""
PATIENCE_S = 3.5
"""A turn waits no longer for what only adorns it."""
EXACT, ROUGH = 4, 3
"""Decimals of a degree that leave the house: about 11 m and 110 m."""
EXACT_WITHIN_M = 50.0
MOST_FOUND = 5

log = get_logger(__name__)
ANSWER = "geocoder_answer"
"""The kind that an erasure counts them by."""


class CachedGeocoder:
    """A geocoder with a memory for each user."""

    def __init__(self, geocoder: Geocoder, unit_of_work: UnitOfWork) -> None:
        self._geocoder = geocoder
        self._unit_of_work = unit_of_work

    async def reverse(self, owner_id: UUID, at: Point, *, accuracy_m: float | None, language: str) -> GeoPlace | None:
        """What is at a point, told no more exactly than it is known; None where nothing is, or nobody answered."""
        decimals = EXACT if accuracy_m is None or accuracy_m <= EXACT_WITHIN_M else ROUGH
        asked = Point(round(at.lat, decimals), round(at.lon, decimals))

        async def ask() -> Sequence[GeoPlace]:
            found = await self._geocoder.reverse(asked, language=language)
            return (found,) if found is not None else ()

        found = await self._answer(owner_id, ("reverse", repr(asked), language), ask, kept_s=KEPT_S)
        return found[0] if found else None

    async def forward(self, owner_id: UUID, text: str, *, near: Point | None, language: str) -> Sequence[GeoPlace]:
        """Where a place is, the best first."""
        biased = Point(round(near.lat, 1), round(near.lon, 1)) if near is not None else None

        async def ask() -> Sequence[GeoPlace]:
            return await self._geocoder.forward(text, near=biased, language=language, limit=MOST_FOUND)

        return await self._answer(owner_id, ("forward", normalize(text), repr(biased), language), ask, kept_s=KEPT_S)

    async def nearby(
        self, owner_id: UUID, around: Point, *, radius_m: float, category: Category, language: str, limit: int
    ) -> Sequence[GeoPlace]:
        """What of a category is around a point, told to about 110 m."""
        asked = Point(round(around.lat, ROUGH), round(around.lon, ROUGH))

        async def ask() -> Sequence[GeoPlace]:
            return await self._geocoder.nearby(
                asked, radius_m=radius_m, category=category, language=language, limit=limit
            )

        key = ("nearby", repr(asked), f"{radius_m:.0f}", category, language, str(limit))
        return await self._answer(owner_id, key, ask, kept_s=NEARBY_KEPT_S)

    async def _answer(
        self,
        owner_id: UUID,
        question: Sequence[str],
        ask: Callable[[], Awaitable[Sequence[GeoPlace]]],
        *,
        kept_s: float,
    ) -> Sequence[GeoPlace]:
        key = _key(owner_id, self._geocoder.name, question)
        async with owned(self._unit_of_work(), owner_id) as tx:
            there = await repository.remembered(tx, key)
            if there is None and not await repository.charge(tx.session, self._geocoder.name, most=A_DAY):
                log.warning("the geocoder was asked often enough today", geocoder=self._geocoder.name)
                return ()
        if there is not None:
            return _read(there.answer)
        try:
            async with asyncio.timeout(PATIENCE_S):
                found = await ask()
        except (IntegrationFailed, TimeoutError) as error:
            log.warning("the geocoder gave no answer", geocoder=self._geocoder.name, reason=str(error) or "too slow")
            return ()
        async with owned(self._unit_of_work(), owner_id) as tx:
            answer = [asdict(one) for one in found] or None
            await repository.remember(tx, key, answer, for_s=kept_s if found else NOTHING_KEPT_S)
        return found


def _key(owner_id: UUID, geocoder: str, question: Sequence[str]) -> bytes:
    """A hash that only tells whether the same was asked; keyed by the user, so that two users' can't be compared."""
    text = "\x1f".join([geocoder, *question])
    return blake2b(text.encode(), digest_size=16, key=owner_id.bytes).digest()


def _read(answer: object) -> Sequence[GeoPlace]:
    rows = answer if isinstance(answer, list) else []
    return [GeoPlace(**{**row, "categories": tuple(row["categories"])}) for row in rows]


async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """Forget all of the user's answers where anything was erased: they hold no word of what they were asked for, so
    none can be told apart, and are asked again."""
    gone = await repository.forget(tx) if erased else 0
    return {ANSWER: gone} if gone else {}
