"""Which samples are in a GPX file? Read as it streams by, without its definitions and entities.

A time without an offset is UTC, as the standard says. Tracks alone say where somebody was: waypoints and routes are
places and plans.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, BinaryIO
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse

from orchestrator.domain.foundation.entities.schemas import IngestResult, ItemError
from orchestrator.domain.senses.locations.schemas import Read, read_sample
from orchestrator.errors import InvalidRequest

SOURCE = "gpx"
MOST_POINTS = 250_000
"""Three days of one a second; each is answered by itself, so that a file of millions would fill the memory."""
_DEEPEST = 50
_MOST_PARTS = 500
"""Elements inside a point, with its extensions."""
_MEASURES = {"ele": "altitude_m", "speed": "speed_mps", "course": "course_deg", "accuracy": "accuracy_m"}


def read(file: BinaryIO, *, device: str = "") -> list[Read]:
    """The samples of a file in order; a track without any time is one `invalid` entry that says so. Takes a second for
    100 000 points. Raises InvalidRequest where it is no GPX with tracks."""
    found: list[Read] = []
    points = 0
    try:
        for number, track in enumerate(_tracks(file)):
            points += len(track)
            if points > MOST_POINTS:
                raise InvalidRequest(f"There are over {MOST_POINTS} points in this file: split it.")
            if track and all(point["captured_at"] is None for point in track):
                found.append(_timeless(number, len(track)))
            else:
                found += [read_sample({**point, "device": device}) for point in track]
    except DefusedXmlException as error:
        raise InvalidRequest("This is no GPX that can be read: it defines document types or entities.") from error
    except (ParseError, ValueError, LookupError) as error:
        raise InvalidRequest(f"This is no GPX that can be read: {error}.") from error
    if not found:
        raise InvalidRequest("There is no track in this file: a GPX with <trkpt> points inside <trk> is needed.")
    return found


def _tracks(file: BinaryIO) -> Iterator[list[dict[str, Any]]]:
    """The points of each track. What was read is forgotten at once."""
    opened: list[Element] = []
    track: list[dict[str, Any]] = []
    parts = inside = 0
    for event, element in iterparse(file, events=("start", "end"), forbid_dtd=True):
        name = _name(element)
        if event == "start":
            opened.append(element)
            parts += 1
            if name == "trkpt" and not inside:
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
            track.append(_point(element))
            if len(track) > MOST_POINTS:
                raise InvalidRequest(f"There are over {MOST_POINTS} points in this file: split it.")
        elif name == "trk":
            yield track
            track = []
        if opened and not inside:
            opened[-1].clear()


def _point(element: Element) -> dict[str, Any]:
    """What a point says; what is no number or time is passed on to be refused."""
    told: dict[str, Any] = {
        "lat": _number(element.get("lat")),
        "lon": _number(element.get("lon")),
        "captured_at": None,
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


def _timeless(number: int, points: int) -> IngestResult:
    message = f"none of the {points} points of this track has a time: skipped, for nobody knows when that was"
    return IngestResult(status="invalid", errors=[ItemError(loc=["trk", number], message=message)])
