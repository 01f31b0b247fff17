"""A real HTTP server that answers as Geoapify does (GeoJSON, its error bodies), and fails as it does.

async with GeoapifyServer() as map_server:
    map_server.at = feature(name="", street="Rua Augusta", housenumber="10", city="Lisboa", lat=38.71, lon=-9.14)
    … STEWARD_GEOAPIFY_URL=map_server.url STEWARD_GEOAPIFY_API_KEY=KEY …
    assert map_server.asked[0] == ("/v1/geocode/reverse", {"lat": "38.7100", …})
"""

import asyncio
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.support.loopback_http import LoopbackServer, Recorded, Wire

KEY = "geo-secret-1234567890"
ATTRIBUTION = "© OpenStreetMap contributors"


def feature(lat: float, lon: float, **told: Any) -> dict[str, Any]:
    """One place as Geoapify gives it; `told` are further properties (`name`, `street`, `city`, `result_type` …)."""
    told.setdefault("country", "Portugal")
    formatted = ", ".join(str(told[key]) for key in ("name", "street", "city", "country") if told.get(key))
    properties = {
        "datasource": {"sourcename": "openstreetmap", "attribution": ATTRIBUTION, "license": "Open Database License"},
        "country_code": "pt",
        "lon": lon,
        "lat": lat,
        "formatted": formatted,
        "result_type": "building",
        "rank": {"confidence": 1, "match_type": "full_match"},
        "timezone": {"name": "Europe/Lisbon", "offset_STD": "+00:00", "offset_STD_seconds": 0},
        "place_id": "51aa",
        **told,
    }
    return {
        "type": "Feature",
        "properties": properties,
        "geometry": {"type": "Point", "coordinates": [lon, lat]},
        "bbox": [lon - 0.001, lat - 0.001, lon + 0.001, lat + 0.001],
    }


class GeoapifyServer(LoopbackServer):
    """`at` is what is at every point, `found` where texts are (by the very text), `around` what is near, by category.
    `statuses`: what the next requests are answered instead, in order; `raw`: another body; `hangs`: never any."""

    def __init__(self) -> None:
        super().__init__()
        self.at: dict[str, Any] | None = None
        self.found: dict[str, list[dict[str, Any]]] = {}
        self.around: dict[str, list[dict[str, Any]]] = {}
        self.statuses: list[int] = []
        self.raw: str | None = None
        self.hangs = False

    @property
    def asked(self) -> list[tuple[str, dict[str, str]]]:
        """(path, parameters) of each request, oldest first."""
        parts = [urlsplit(request.path) for request in self.requests]
        return [(one.path, {name: values[0] for name, values in parse_qs(one.query).items()}) for one in parts]

    async def handle(self, request: Recorded, wire: Wire) -> None:
        path, asked = self.asked[-1]
        if self.hangs:
            await asyncio.sleep(3600)
        elif request.headers.get("x-api-key") != KEY:
            await wire.whole(401, _error(401, "Unauthorized", "Invalid apiKey"))
        elif self.statuses:
            status = self.statuses.pop(0)
            await wire.whole(status, _error(status, "Error", "Quota exceeded" if status == 429 else "No"))
        elif self.raw is not None:
            await wire.whole(200, self.raw)
        elif path == "/v1/geocode/reverse" and "lat" not in asked:
            await wire.whole(400, _error(400, "Bad Request", '"lat" is required'))
        else:
            await wire.whole(200, {"type": "FeatureCollection", "features": self._features(path, asked), "query": {}})

    def _features(self, path: str, asked: dict[str, str]) -> list[dict[str, Any]]:
        if path == "/v1/geocode/reverse":
            return [self.at] if self.at is not None else []
        if path == "/v1/geocode/search":
            return self.found.get(asked["text"], [])[: int(asked["limit"])]
        if path == "/v2/places":
            return self.around.get(asked["categories"], [])[: int(asked["limit"])]
        raise AssertionError(path)


def _error(status: int, error: str, message: str) -> dict[str, Any]:
    return {"statusCode": status, "error": error, "message": message}
