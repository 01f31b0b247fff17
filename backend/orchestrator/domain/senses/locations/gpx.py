"""Which samples are in a GPX file? Read as it streams by, without its definitions and entities.

A time without an offset is UTC, as the standard says. Tracks say where somebody was. A route does so where each of its
points has a later time than the one before, else it is a plan. A waypoint is a named point, whenever it was made.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, BinaryIO, NamedTuple
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse

from orchestrator.domain.foundation.entities.schemas import IngestResult, ItemError
from orchestrator.domain.senses.locations.schemas import Read, read_sample
from orchestrator.domain.senses.locations.waypoints import MOST as MOST_WAYPOINTS
from orchestrator.domain.senses.locations.waypoints import Waypoint, waypoint
from orchestrator.errors import InvalidRequest

SOURCE = "gpx"
MOST_POINTS = 250_000
"""Three days of one a second; each is answered by itself, so that a file of millions would fill the memory."""
_DEEPEST = 50
_MOST_PARTS = 500
"""Elements inside a point, with its extensions."""
_MEASURES = {"ele": "altitude_m", "speed": "speed_mps", "course": "course_deg", "accuracy": "accuracy_m"}


_LINES = {"trk": "track", "rte": "route"}
_POINTS = {"trkpt", "rtept", "wpt"}


@dataclass
class Found:
    """What a file holds: samples in order (a track without any time, and a route that is a plan, is one `invalid` entry
    that says so), and the named points, the first five hundred."""

    samples: list[Read] = field(default_factory=list)
    waypoints: list[Waypoint] = field(default_factory=list)


class _Part(NamedTuple):
    """A track (`trk`), a route (`rte`) or a waypoint (`wpt`), with its points."""

    kind: str
    points: list[dict[str, Any]]


def read(file: BinaryIO, *, device: str = "") -> Found:
    """Takes a second for 100 000 points. Raises InvalidRequest where it is no GPX with tracks, routes or named
    points."""
    found = Found()
    points = 0
    counts = dict.fromkeys(_LINES, 0)
    try:
        for part in _parts(file):
            points += len(part.points)
            if points > MOST_POINTS:
                raise _too_many()
            if part.kind == "wpt":
                _take_waypoint(found, part.points[0])
                continue
            found.samples += _samples(part, counts[part.kind], device)
            counts[part.kind] += 1
    except DefusedXmlException as error:
        raise InvalidRequest("This is no GPX that can be read: it defines document types or entities.") from error
    except (ParseError, ValueError, LookupError) as error:
        raise InvalidRequest(f"This is no GPX that can be read: {error}.") from error
    if not found.samples and not found.waypoints:
        raise InvalidRequest(
            "There is no track in this file: a GPX with <trkpt> points inside <trk>, or with named <wpt>, is needed."
        )
    return found


def _too_many() -> InvalidRequest:
    return InvalidRequest(f"There are over {MOST_POINTS} points in this file: split it.")


def _take_waypoint(found: Found, point: dict[str, Any]) -> None:
    named = waypoint(point["name"], point["lat"], point["lon"])
    if named is not None and len(found.waypoints) < MOST_WAYPOINTS:
        found.waypoints.append(named)


def _samples(part: _Part, number: int, device: str) -> list[Read]:
    if part.points and all(point["captured_at"] is None for point in part.points):
        return [_timeless(part, number)]
    if part.kind == "rte" and not _is_recorded(part.points):
        return [_left_out(part, number, "a route is a plan unless each of its points has a later time")]
    return [read_sample({**point, "device": device}) for point in part.points]


def _is_recorded(points: Sequence[dict[str, Any]]) -> bool:
    times = [point["captured_at"] for point in points]
    return all(isinstance(one, datetime) for one in times) and all(one < after for one, after in pairwise(times))


def _parts(file: BinaryIO) -> Iterator[_Part]:
    """Tracks, routes and waypoints as they end. What was read is forgotten at once."""
    opened: list[Element] = []
    line: list[dict[str, Any]] = []
    parts = inside = 0
    for event, element in iterparse(file, events=("start", "end"), forbid_dtd=True):
        name = _name(element)
        if event == "start":
            opened.append(element)
            parts += 1
            if name in _POINTS and not inside:
                parts, inside = 0, len(opened)
            if len(opened) == 1 and name != "gpx":
                msg = f"it begins with <{name[:50]}>"
                raise ValueError(msg)
            if len(opened) > _DEEPEST or (inside and parts > _MOST_PARTS):
                msg = "its elements are nested too deeply or too many"
                raise ValueError(msg)
            continue
        opened.pop()
        if len(opened) + 1 == inside:
            inside = 0
            if name == "wpt":
                yield _Part(name, [_point(element)])
            else:
                line.append(_point(element))
            if len(line) > MOST_POINTS:
                raise _too_many()
        elif name in _LINES:
            yield _Part(name, line)
            line = []
        if opened and not inside:
            opened[-1].clear()


def _point(element: Element) -> dict[str, Any]:
    """What a point says; what is no number or time is passed on to be refused."""
    told: dict[str, Any] = {
        "lat": _number(element.get("lat")),
        "lon": _number(element.get("lon")),
        "captured_at": None,
        "name": next((one.text for one in element if _name(one) == "name"), None),
    }
    for part in element.iter():
        name, text = _name(part), (part.text or "").strip()
        if not text:
            continue
        if name == "time" and told["captured_at"] is None:
            told["captured_at"] = _moment(text)
        elif name in _MEASURES and not isinstance(value := _number(text), str):
            told.setdefault(_MEASURES[name], value if name == "ele" or value >= 0 else None)
    return told


def _number(text: str | None) -> Any:
    try:
        return float(text or "")
    except ValueError:
        return text


def _moment(text: str) -> Any:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _name(element: Element) -> str:
    """Without its namespace: 1.0, 1.1 and files without one are the same to us."""
    return str(element.tag).rpartition("}")[2]


def _timeless(part: _Part, number: int) -> IngestResult:
    kind = _LINES[part.kind]
    why = f"none of the {len(part.points)} points of this {kind} has a time: skipped, for nobody knows when that was"
    return _left_out(part, number, why)


def _left_out(part: _Part, number: int, why: str) -> IngestResult:
    return IngestResult(status="invalid", errors=[ItemError(loc=[part.kind, number], message=why)])
