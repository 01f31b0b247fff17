"""What does `steward eval stays` answer to one case? Formats: api.md, Evaluation."""

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from orchestrator.domain.senses.stays.detection import Fix, StayPoint, stay_points
from orchestrator.kit.zones import named_zone


def stays_verdict(case: dict[str, Any]) -> dict[str, Any]:
    """`{"id", "timezone", "fixes": [{"tst", "lat", "lon", "acc"}]}` -> `{"id", "stays": [{"start", "end", "lat",
    "lon"}]}`. `tst`: seconds since 1970, and so are `start` and `end`; beside them the wall time of `timezone`. Fixes
    may come in any order; `acc` may be missing. Raises `KeyError` for a case or a fix without what it needs, and
    `ValueError` for one that can't be true."""
    zone = named_zone(str(case.get("timezone") or "UTC"))
    fixes = sorted((_fix(one) for one in case["fixes"]), key=lambda one: one.at)
    return {"id": case.get("id"), "stays": [_told(one, zone) for one in stay_points(fixes)]}


def _fix(given: Mapping[str, Any]) -> Fix:
    accuracy = given.get("acc")
    fix = Fix(
        float(given["tst"]),
        float(given["lat"]),
        float(given["lon"]),
        float(accuracy) if accuracy is not None and float(accuracy) >= 0 else None,
    )
    if not all(map(math.isfinite, fix[:3])) or abs(fix.lat) > 90 or abs(fix.lon) > 180:
        msg = "a fix lies nowhere on Earth"
        raise ValueError(msg)
    return fix


def _told(stay: StayPoint, zone: ZoneInfo) -> dict[str, Any]:
    start, end = (datetime.fromtimestamp(one, UTC).astimezone(zone) for one in (stay.start, stay.end))
    return {
        "start": round(stay.start),
        "end": round(stay.end),
        "lat": round(stay.lat, 6),
        "lon": round(stay.lon, 6),
        "start_local": start.isoformat(timespec="seconds"),
        "end_local": end.isoformat(timespec="seconds"),
        "inferred": stay.inferred,
    }
