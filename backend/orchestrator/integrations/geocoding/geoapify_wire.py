"""What does Geoapify's GeoJSON say? Every property may be absent or of another type: what is no answer is left out.

Within `filter` and `bias` the longitude comes first, elsewhere each has its name (contracts/geoapify.md).
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from orchestrator.integrations.geocoding.port import Category, GeoPlace, Point
from orchestrator.kit.text import shorten, storable
from orchestrator.kit.zones import zone_names

NAME_CHARACTERS = 160
ADDRESS_CHARACTERS = 300
MOST_CATEGORIES = 10
CREDIT = "© OpenStreetMap contributors, Powered by Geoapify"
"""What the free plan asks to be shown with results."""
_CITY = ("city", "town", "village", "municipality", "county")
"""Small towns come under another key."""

CATEGORIES: Mapping[Category, str] = {
    "restaurant": "catering.restaurant",
    "cafe": "catering.cafe",
    "bar": "catering.bar,catering.pub",
    "supermarket": "commercial.supermarket",
    "pharmacy": "healthcare.pharmacy",
    "hospital": "healthcare.hospital",
    "doctor": "healthcare.clinic_or_praxis",
    "bank": "service.financial.bank",
    "atm": "service.financial.atm",
    "fuel": "service.vehicle.fuel",
    "parking": "parking",
    "hotel": "accommodation.hotel",
    "school": "education.school",
    "park": "leisure.park",
    "gym": "sport.fitness",
    "museum": "entertainment.museum",
    "cinema": "entertainment.cinema",
    "bakery": "commercial.food_and_drink.bakery",
    "transport": "public_transport",
    "shop": "commercial",
    "police": "service.police",
    "post_office": "service.post",
    "hairdresser": "service.beauty.hairdresser",
    "library": "education.library",
}


def lon_first(at: Point) -> str:
    """A point as `filter` and `bias` have it."""
    return f"{at.lon:.6f},{at.lat:.6f}"


def places(body: Mapping[str, Any]) -> tuple[GeoPlace, ...] | None:
    """The places of a FeatureCollection in its order; None for what is none."""
    features = body.get("features")
    if not isinstance(features, list):
        return None
    found = (_place(one) for one in features if isinstance(one, Mapping))
    return tuple(one for one in found if one is not None)


def told_error(body: Any) -> str:
    """The `message` of an error, on one line."""
    return _line(body.get("message"), NAME_CHARACTERS) if isinstance(body, Mapping) else ""


def _place(feature: Mapping[str, Any]) -> GeoPlace | None:
    told = feature.get("properties")
    if not isinstance(told, Mapping):
        return None
    at = _point(told, feature.get("geometry"))
    if at is None:
        return None
    rank = told.get("rank")
    source = told.get("datasource")
    credit = _line(source.get("attribution"), NAME_CHARACTERS) if isinstance(source, Mapping) else ""
    street = " ".join(one for one in (_line(told.get("street")), _line(told.get("housenumber"))) if one)
    categories = told.get("categories")
    listed = categories if isinstance(categories, list) else [told.get("category")]
    return GeoPlace(
        lat=at.lat,
        lon=at.lon,
        kind=_line(told.get("result_type")) or "unknown",
        name=_line(told.get("name")),
        address=_line(told.get("formatted"), ADDRESS_CHARACTERS),
        street=street,
        city=next((name for key in _CITY if (name := _line(told.get(key)))), ""),
        country=_line(told.get("country")),
        country_code=_line(told.get("country_code")).upper()[:2],
        timezone=_zone(told.get("timezone")),
        distance_m=_number(told.get("distance")),
        confidence=min(max(_number(rank.get("confidence")) or 0.0, 0.0), 1.0) if isinstance(rank, Mapping) else 0.0,
        categories=tuple(one for one in map(_line, listed[:MOST_CATEGORIES]) if one),
        attribution=f"{credit}, Powered by Geoapify" if credit and credit not in CREDIT else CREDIT,
    )


def _point(told: Mapping[str, Any], geometry: object) -> Point | None:
    lat, lon = _number(told.get("lat")), _number(told.get("lon"))
    if (lat is None or lon is None) and isinstance(geometry, Mapping):
        pair = geometry.get("coordinates")
        if isinstance(pair, Sequence) and not isinstance(pair, str) and len(pair) >= 2:
            lon, lat = _number(pair[0]), _number(pair[1])
    if lat is None or lon is None or abs(lat) > 90 or abs(lon) > 180:
        return None
    return Point(lat, lon)


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)


def _line(value: object, limit: int = NAME_CHARACTERS) -> str:
    """A text, or a number told for one (a postcode), on one line without control characters."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return ""
    plain = "".join(char if char.isprintable() else " " for char in storable(value[: limit * 4]))
    return shorten(" ".join(plain.split()), limit)


def _zone(value: object) -> str | None:
    name = value.get("name") if isinstance(value, Mapping) else None
    return name if isinstance(name, str) and name in zone_names() else None
