"""Which samples are in Google's exports? Takeout's `Records.json` and Semantic Location History, Android's
`Timeline.json` and iOS's `location-history.json`, told apart by their shape (contracts/location_ingest.md).

What Google calls a visit is two samples, at its beginning and its end: whether it was a stay is ours to say. Places
come without names, as ids of Google's that nobody else knows.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, BinaryIO, NamedTuple

from orchestrator.domain.foundation.entities.schemas import SHORT
from orchestrator.domain.senses.locations.json_elements import NotJson, Place, elements
from orchestrator.domain.senses.locations.schemas import Read, read_sample
from orchestrator.errors import InvalidRequest
from orchestrator.kit import patterns
from orchestrator.kit.text import shorten

SOURCE = "google"
SAMPLES_AT_ONCE = 20_000
E7 = 10_000_000
OVERFLOWED = 1_800_000_000
"""Beyond it a degree (times ten million) was written into too few bits."""
_POINT = patterns.compile(r"^(?:geo:)?\s*(-?\d{1,3}(?:\.\d+)?)°?\s*,\s*(-?\d{1,3}(?:\.\d+)?)°?")

Row = dict[str, Any]


class Part(NamedTuple):
    """Samples of a file, and where the next ones begin; None at its end."""

    samples: list[Read]
    after: Place | None


def read_part(file: BinaryIO, start: Place | None = None, *, device: str = "") -> Part:
    """The next samples from there on: some more than `SAMPLES_AT_ONCE` at most, as many as the last element has. Raises
    InvalidRequest where the file is none of the four, or ends early."""
    samples: list[Read] = []
    known = start is not None
    try:
        for key, value, after in elements(file, start):
            of = _SHAPES.get(key)
            if of is None or not isinstance(value, dict):
                continue
            known = known or bool(key) or "startTime" in value
            samples += [read_sample({"device": device, **row}) for row in of(value)]
            if len(samples) >= SAMPLES_AT_ONCE:
                return Part(samples, after)
    except NotJson as error:
        raise InvalidRequest(f"This file can't be read to its end: {error}.") from error
    if not known:
        raise InvalidRequest(
            "This is none of Google's location exports: Records.json, a month of Semantic Location History,"
            " Timeline.json or location-history.json is needed."
        )
    return Part(samples, None)


def _of_record(record: Row) -> Iterator[Row]:
    device = record.get("deviceTag")
    yield {
        **_e7(record.get("latitudeE7"), record.get("longitudeE7")),
        "captured_at": _moment(record.get("timestamp"), record.get("timestampMs")),
        "accuracy_m": _positive(record.get("accuracy")),
        "altitude_m": record.get("altitude"),
        "vertical_accuracy_m": _positive(record.get("verticalAccuracy")),
        "speed_mps": record.get("velocity"),
        "course_deg": record.get("heading"),
        **({"device": shorten(str(device), SHORT)} if isinstance(device, int | str) else {}),
    }


def _of_timeline_object(entry: Row) -> Iterator[Row]:
    visit, way = _mapping(entry.get("placeVisit")), _mapping(entry.get("activitySegment"))
    told = visit or way
    duration = _mapping(told.get("duration"))
    start, end = (
        _moment(duration.get(f"{name}Timestamp"), duration.get(f"{name}TimestampMs")) for name in ("start", "end")
    )
    where = _mapping(visit.get("location"))
    first, last = (where, where) if visit else (_mapping(way.get(f"{name}Location")) for name in ("start", "end"))
    ends = ((first, start), (last, end))
    yield from ({**_e7(at.get("latitudeE7"), at.get("longitudeE7")), "captured_at": when} for at, when in ends if at)
    for point in _rows(_mapping(way.get("simplifiedRawPath")).get("points")):
        when = _moment(point.get("timestamp"), point.get("timestampMs"))
        yield {
            **_e7(point.get("latE7"), point.get("lngE7")),
            "captured_at": when,
            "accuracy_m": _positive(point.get("accuracyMeters")),
        }


def _of_segment(segment: Row) -> Iterator[Row]:
    """Android's and iOS's alike: a visit, a way, or a path. A visit within a larger one is part of that."""
    start, end = _moment(segment.get("startTime")), _moment(segment.get("endTime"))
    visit, way = _mapping(segment.get("visit")), _mapping(segment.get("activity"))
    if visit and str(visit.get("hierarchyLevel", 0)) == "0":
        at = _point(_mapping(visit.get("topCandidate")).get("placeLocation"))
        yield from ({**at, "captured_at": when} for when in (start, end))
    if way:
        yield {**_point(way.get("start")), "captured_at": start}
        yield {**_point(way.get("end")), "captured_at": end}
    for point in _rows(segment.get("timelinePath")):
        yield {**_point(point.get("point")), "captured_at": _on_path(start, point)}


def _on_path(start: Any, point: Row) -> Any:
    """The time of a point, or the minutes since its path began."""
    if "time" in point:
        return _moment(point["time"])
    minutes = _number(point.get("durationMinutesOffsetFromStartTime"))
    known = isinstance(start, datetime) and minutes is not None and abs(minutes) < _MOST_MINUTES
    return start + timedelta(minutes=minutes or 0.0) if known else None


_MOST_MINUTES = 100_000


def _of_signal(signal: Row) -> Iterator[Row]:
    position = _mapping(signal.get("position"))
    if position:
        yield {
            **_point(position.get("LatLng") or position.get("latLng")),
            "captured_at": _moment(position.get("timestamp")),
            "accuracy_m": _positive(position.get("accuracyMeters")),
            "altitude_m": _number(position.get("altitudeMeters")),
            "speed_mps": _number(position.get("speedMetersPerSecond")),
        }


_SHAPES: Mapping[str, Callable[[Row], Iterator[Row]]] = {
    "locations": _of_record,
    "timelineObjects": _of_timeline_object,
    "semanticSegments": _of_segment,
    "rawSignals": _of_signal,
    "": _of_segment,
}
"""By the key of the array; iOS's file is the array itself."""


def _e7(lat: Any, lon: Any) -> Row:
    return {"lat": _degrees(lat), "lon": _degrees(lon)}


def _degrees(value: Any) -> Any:
    if not isinstance(value, int) or isinstance(value, bool):
        return value
    return (value - 2**32 if value > OVERFLOWED else value) / E7


def _point(value: Any) -> Row:
    """`geo:48.1,11.5`, `48.1°, 11.5°`, or one of them as `latLng`; else what can only be refused."""
    written = value.get("latLng") if isinstance(value, dict) else value
    found = _POINT.match(_plain(written)) if isinstance(written, str) else None
    return {"lat": float(found.group(1)), "lon": float(found.group(2))} if found else {"lat": None, "lon": None}


def _plain(written: str) -> str:
    """The sign of a degree as it is: two bytes, read as two signs (`json_elements`)."""
    return written.replace("\u00c2\u00b0", "°")


def _moment(written: Any, milliseconds: Any = None) -> Any:
    """A time where it is one; else what was given, to be refused."""
    number = _number(milliseconds)
    if written is None and number is not None:
        try:
            return datetime.fromtimestamp(number / 1000, UTC)
        except (ValueError, OverflowError, OSError):
            return None
    try:
        return datetime.fromisoformat(written)
    except (ValueError, TypeError):
        return written if isinstance(written, str) else None


def _number(value: Any) -> float | None:
    """A number, also one that is written as text."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None


def _positive(value: Any) -> float | None:
    number = _number(value)
    return number if number is not None and number > 0 else None


def _mapping(value: Any) -> Row:
    return value if isinstance(value, dict) else {}


def _rows(value: Any) -> list[Row]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
