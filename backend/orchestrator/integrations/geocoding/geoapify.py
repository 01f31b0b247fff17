"""How does Geoapify answer? Its GeoJSON over HTTPS, within bounds of size, time and rate (contracts/geoapify.md).

Only the address that the operator configured is spoken to. The key goes in a header: URLs get logged, by us and by
others. No error of ours holds the URL: it has coordinates in it.
"""

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any

import httpx

from orchestrator.errors import IntegrationFailed
from orchestrator.integrations.geocoding.geoapify_wire import CATEGORIES, lon_first, places, told_error
from orchestrator.integrations.geocoding.port import Category, GeoPlace, Point
from orchestrator.kit.authorities import authorities
from orchestrator.telemetry.logging import get_logger

ANSWER_S = 4.0
"""One request; `WHOLE_S` bounds it with its repetitions: a person waits for the answer."""
WHOLE_S = 8.0
CONNECT_S = 2.0
MOST_BYTES = 2**20
PER_SECOND = 4
"""Beneath the free plan's five."""
BACKOFF_S = (0.4, 1.2)
LONGEST_WAIT_S = 2.0
RESTS_S = 600.0
"""So long nothing is asked after the quota was refused three times in a row."""
TEXT_CHARACTERS = 1024
MOST_PLACES = 50
_SILENT = 0
"""The status of a request that had no answer."""
_AGAIN = {_SILENT, 429, 500, 502, 503, 504}

log = get_logger(__name__)


class GeoapifyGeocoder:
    """See Geocoder. `url` is STEWARD_GEOAPIFY_URL, the origin."""

    def __init__(self, url: str, api_key: str) -> None:
        self._base = url.rstrip("/")
        self._http = httpx.AsyncClient(
            headers={"Accept": "application/json", "User-Agent": "steward", "x-api-key": api_key},
            timeout=httpx.Timeout(ANSWER_S, connect=CONNECT_S),
            follow_redirects=False,
            verify=authorities(),
            trust_env=False,
        )
        self._next_at = 0.0
        self._rests_until = 0.0

    @property
    def name(self) -> str:
        return "geoapify"

    async def forward(self, text: str, *, near: Point | None, language: str, limit: int) -> tuple[GeoPlace, ...]:
        """See Geocoder."""
        asked = {"text": text[:TEXT_CHARACTERS], "lang": language, "limit": str(limit), "format": "geojson"}
        if near is not None:
            asked["bias"] = f"proximity:{lon_first(near)}"
        return await self._asked("/v1/geocode/search", asked)

    async def reverse(self, at: Point, *, language: str) -> GeoPlace | None:
        """See Geocoder."""
        asked = {"lat": f"{at.lat:.6f}", "lon": f"{at.lon:.6f}", "lang": language, "limit": "1", "format": "geojson"}
        found = await self._asked("/v1/geocode/reverse", asked)
        return found[0] if found else None

    async def nearby(
        self, around: Point, *, radius_m: float, category: Category, language: str, limit: int
    ) -> tuple[GeoPlace, ...]:
        """See Geocoder."""
        asked = {
            "categories": CATEGORIES[category],
            "filter": f"circle:{lon_first(around)},{radius_m:.0f}",
            "bias": f"proximity:{lon_first(around)}",
            "lang": language,
            "limit": str(min(limit, MOST_PLACES)),
        }
        found = await self._asked("/v2/places", asked)
        return tuple(sorted(found, key=lambda one: one.distance_m if one.distance_m is not None else radius_m))

    async def close(self) -> None:
        await self._http.aclose()

    async def _asked(self, path: str, asked: Mapping[str, str]) -> tuple[GeoPlace, ...]:
        if time.monotonic() < self._rests_until:
            raise IntegrationFailed("Geoapify's quota is used up; it is asked again in some minutes.")
        try:
            async with asyncio.timeout(WHOLE_S):
                body = await self._answered(path, asked)
        except TimeoutError:
            raise IntegrationFailed("Geoapify did not answer in time. Try again later.") from None
        found = places(body)
        if found is None:
            raise IntegrationFailed("Geoapify answered something that is no GeoJSON.")
        return found

    async def _answered(self, path: str, asked: Mapping[str, str]) -> Mapping[str, Any]:
        """The body of a 200; a refused or broken request is repeated, one that was wrong is not."""
        for pause in (*BACKOFF_S, None):
            await self._turn()
            status, body, wait = await self._once(path, asked, last=pause is None)
            if status == httpx.codes.OK:
                return body
            if pause is None or status not in _AGAIN:
                self._give_up(status, body)
            log.info("geocoder asked again", status=status)
            await asyncio.sleep(min(wait or pause or 0.0, LONGEST_WAIT_S))
        raise AssertionError  # the last round returns or raises

    async def _turn(self) -> None:
        """Wait for this request's place in the row: PER_SECOND at most."""
        now = time.monotonic()
        at = max(now, self._next_at)
        self._next_at = at + 1 / PER_SECOND
        if at > now:
            await asyncio.sleep(at - now)

    async def _once(
        self, path: str, asked: Mapping[str, str], *, last: bool
    ) -> tuple[int, Mapping[str, Any], float | None]:
        """(status, body, seconds that it asks to wait); no answer is raised by the last attempt alone."""
        try:
            async with self._http.stream("GET", f"{self._base}{path}", params=dict(asked)) as response:
                received = bytearray()
                async for chunk in response.aiter_bytes():
                    received += chunk
                    if len(received) > MOST_BYTES:
                        raise IntegrationFailed("Geoapify answered more than 1 MB.")
                return response.status_code, _json(received), _seconds(response.headers.get("Retry-After"))
        except httpx.TimeoutException:
            if last:
                raise IntegrationFailed("Geoapify did not answer in time. Try again later.") from None
        except (httpx.HTTPError, httpx.InvalidURL):
            if last:
                raise IntegrationFailed(
                    "Geoapify can't be reached. Is this machine online, and STEWARD_GEOAPIFY_URL right?"
                ) from None
        return _SILENT, {}, None

    def _give_up(self, status: int, body: Mapping[str, Any]) -> None:
        if status in {httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN}:
            raise IntegrationFailed("Geoapify does not accept the key: check STEWARD_GEOAPIFY_API_KEY.")
        if status == httpx.codes.TOO_MANY_REQUESTS:
            self._rests_until = time.monotonic() + RESTS_S
            raise IntegrationFailed("Geoapify's quota is used up. Try again later, or look at your plan there.")
        told = f" ({told_error(body)})" if status == httpx.codes.BAD_REQUEST and told_error(body) else ""
        raise IntegrationFailed(f"Geoapify answered {status}{told}.")


def _json(received: bytes | bytearray) -> Mapping[str, Any]:
    """The body as an object; an empty one for anything else."""
    try:
        body = json.loads(received)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _seconds(text: str | None) -> float | None:
    return float(text) if text is not None and text.isdecimal() else None
