"""What does Overland say? A batch of GeoJSON points, in its units; one that can't be read does not hold up the rest."""

from datetime import datetime
from typing import Any

from orchestrator.domain.foundation.entities.schemas import SHORT, IngestResult, ItemError
from orchestrator.domain.senses.locations.schemas import Read, read_sample
from orchestrator.errors import InvalidRequest
from orchestrator.kit.text import shorten, storable

SOURCE = "overland"
MOST_POINTS = 50_000
"""In one batch: an app that was offline for months sends them by the thousand at most."""
_STATES = frozenset({"unknown", "charging", "full", "unplugged"})
_MOTIONS = frozenset({"driving", "walking", "running", "cycling", "stationary"})
_AXES = 2


def read(body: Any) -> list[Read]:
    """The points of a batch, in order; entries without a place (`action`s that only tell what the app did) are none.
    Raises InvalidRequest where the body is no batch."""
    found = body.get("locations") if isinstance(body, dict) else None
    if not isinstance(found, list):
        raise InvalidRequest('Send `{"locations": [...]}` as Overland does.')
    if len(found) > MOST_POINTS:
        raise InvalidRequest(f"At most {MOST_POINTS} locations at once; these are {len(found)}.")
    return [one for each in found if (one := _point(each)) is not None]


def _point(feature: Any) -> Read | None:
    if not isinstance(feature, dict):
        return _wrong("a location is a GeoJSON feature")
    said = feature.get("properties")
    told = said if isinstance(said, dict) else {}
    geometry = feature.get("geometry")
    place = geometry.get("coordinates") if isinstance(geometry, dict) else None
    if place is None and "action" in told:
        return None
    if not isinstance(place, list) or len(place) < _AXES:
        return _wrong("a location has `geometry.coordinates` [lon, lat]")
    state, motion = told.get("battery_state"), told.get("motion")
    return read_sample(
        {
            "captured_at": _moment(told.get("timestamp")),
            "lon": place[0],
            "lat": place[1],
            "accuracy_m": _known(told.get("horizontal_accuracy")),
            "altitude_m": told.get("altitude") if _is_number(told.get("altitude")) else None,
            "vertical_accuracy_m": _known(told.get("vertical_accuracy")),
            "speed_mps": _known(told.get("speed")),
            "course_deg": _known(told.get("course")),
            "battery": _known(told.get("battery_level")),
            "battery_state": state if isinstance(state, str) and state in _STATES else None,
            "motion": [one for one in motion if isinstance(one, str) and one in _MOTIONS]
            if isinstance(motion, list)
            else [],
            "device": _device(told),
        }
    )


def _moment(written: Any) -> Any:
    """ISO 8601; its offset may stand without a colon. What is none is left to be refused."""
    if not isinstance(written, str):
        return None
    try:
        return datetime.fromisoformat(written.strip())
    except ValueError:
        return written


def _known(value: Any) -> Any:
    """-1 is not known; a text where a number is due says as little."""
    return value if _is_number(value) and value >= 0 else None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _device(told: dict[str, Any]) -> str | None:
    name = told.get("device_id") or told.get("unique_id")
    return shorten(storable(name).strip(), SHORT) if isinstance(name, str) else None


def _wrong(message: str) -> IngestResult:
    return IngestResult(status="invalid", errors=[ItemError(loc=[], message=message)])
