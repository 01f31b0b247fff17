"""What does OwnTracks say? One message a request, in its units; answered with an array whatever it was.

A phone repeats for ever what is not answered 200, and everything behind it waits: so what can't be read is left out.
"""

import base64
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from nacl.exceptions import CryptoError
from nacl.secret import SecretBox

from orchestrator.domain.foundation.entities.schemas import SHORT, IngestResult, ItemError
from orchestrator.domain.senses.locations.schemas import LocationOut, Read, read_sample
from orchestrator.domain.senses.locations.waypoints import MOST, Waypoint, waypoint
from orchestrator.errors import InvalidRequest
from orchestrator.kit.text import shorten, storable

SOURCE = "owntracks"
KMH = 3.6
PERCENT = 100.0
_TID_LENGTH = 2
_UNREADABLE = (
    "encrypted messages can't be read: set STEWARD_OWNTRACKS_KEY to the encryption key of the phone, or turn it off in "
    "OwnTracks"
)
_BATTERY = {0: "unknown", 1: "unplugged", 2: "charging", 3: "full"}
_MOTION = {"automotive": "driving", "car": "driving", "vehicle": "driving", "bicycle": "cycling", "on_foot": "walking"}
_MOTIONS = frozenset({"stationary", "walking", "running", "cycling", "driving", "unknown"})


@dataclass(frozen=True)
class Said:
    """A message. `sample`: where the device was, or why that can't be true; None where the message says nothing of it.
    `kind`: its `_type`, "" of an empty body. `device`: as the message names it, else "". `waypoints`: the regions that
    it names."""

    kind: str
    device: str = ""
    sample: Read | None = None
    waypoints: tuple[Waypoint, ...] = ()


def read(body: bytes, *, device: str = "", key: str | None = None) -> Said:
    """The message in a body. `device`: what the request beside it says, for a message without a topic: two letters
    (`tid`) are the tracker's initials, not its name. `key`: the encryption key of the phones.

    A `transition` is a sample where it has a place; its tag says which region was entered or left. A `waypoint` names
    a region; all others say where nobody was. Raises InvalidRequest for a body that is no JSON object: no tracker sent
    that, so none waits for it to be taken.
    """
    if not body.strip():
        return Said("")
    message = _object(body)
    kind = _kind(message)
    named = _of_topic(message) or device or _initials(message)
    if kind == "encrypted":
        inside = _decrypted(message.get("data"), key)
        if inside is None or _kind(inside) == "encrypted":
            return Said(kind, named, _wrong(_UNREADABLE))
        message, kind = inside, _kind(inside)
        named = _of_topic(message) or named or _initials(message)
    if kind in {"waypoint", "waypoints"}:
        return Said(kind, named, waypoints=_regions(message, kind))
    if kind == "location" or (kind == "transition" and "lat" in message and "lon" in message):
        return Said(kind, named, read_sample({**_measured(message), "device": named, "tags": _tags(message)}))
    return Said(kind, named)


def _object(body: bytes) -> dict[str, Any]:
    try:
        message = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise InvalidRequest("The body is not JSON.") from error
    if not isinstance(message, dict):
        raise InvalidRequest("The body is no JSON object.")
    return message


def _kind(message: dict[str, Any]) -> str:
    kind = message.get("_type")
    return kind if isinstance(kind, str) else ""


def _decrypted(data: Any, key: str | None) -> dict[str, Any] | None:
    """The message inside an encrypted one (libsodium's secretbox, its nonce first, under the key filled up with zeros);
    None where there is no key, or another one. Source: OwnTracks' booklet, Encryption."""
    octets = (key or "").encode()
    if not octets or len(octets) > SecretBox.KEY_SIZE or not isinstance(data, str):
        return None
    try:
        opened = SecretBox(octets.ljust(SecretBox.KEY_SIZE, b"\0")).decrypt(base64.b64decode(data))
        return _object(opened)
    except (CryptoError, ValueError, InvalidRequest):
        return None


def _regions(message: dict[str, Any], kind: str) -> tuple[Waypoint, ...]:
    """Beacons, which lie nowhere, are left out."""
    listed = message.get("waypoints") if kind == "waypoints" else [message]
    given = [one for one in (listed if isinstance(listed, list) else []) if isinstance(one, dict)][:MOST]
    found = (
        waypoint(one.get("desc"), one.get("lat"), one.get("lon"), key=_region_key(one), radius_m=one.get("rad"))
        for one in given
    )
    return tuple(one for one in found if one is not None)


def _region_key(region: dict[str, Any]) -> str:
    """Its id, or when it was made, which stays with it when it is moved or renamed."""
    given = region.get("rid") or region.get("tst")
    return storable(str(given)) if isinstance(given, str | int) and not isinstance(given, bool) else ""


def friends(others: Sequence[LocationOut]) -> list[dict[str, Any]]:
    """The answer that shows the user's other devices on the map: a card with the name of each, and where it was."""
    told: list[dict[str, Any]] = []
    for one in others:
        name = one.device or ""
        tid = name[-_TID_LENGTH:]
        where: dict[str, Any] = {
            "_type": "location",
            "tid": tid,
            "topic": f"owntracks/steward/{name}",
            "lat": one.lat,
            "lon": one.lon,
            "tst": int(one.captured_at.timestamp()),
        }
        if one.accuracy_m is not None:
            where["acc"] = one.accuracy_m
        told += [{"_type": "card", "tid": tid, "name": name}, where]
    return told


def _measured(message: dict[str, Any]) -> dict[str, Any]:
    """In our units: km/h, per cent and seconds since 1970 are theirs alone; a zero is left out by the app."""
    battery = message.get("bs")
    return {
        "captured_at": _moment(message.get("tst")),
        "lat": message.get("lat"),
        "lon": message.get("lon"),
        "accuracy_m": _unless_negative(message.get("acc")),
        "altitude_m": message.get("alt"),
        "vertical_accuracy_m": _unless_negative(message.get("vac")),
        "speed_mps": _over(message.get("vel"), KMH),
        "course_deg": message.get("cog"),
        "battery": _unless_negative(_over(message.get("batt"), PERCENT)),
        "battery_state": _BATTERY.get(battery) if isinstance(battery, int) else None,
        "motion": _motion(message.get("motionactivities")),
    }


def _moment(seconds: Any) -> Any:
    """A time where it is one; else what was given, to be refused."""
    if isinstance(seconds, int | float) and not isinstance(seconds, bool):
        try:
            return datetime.fromtimestamp(seconds, UTC)
        except (ValueError, OverflowError, OSError):
            return None
    return None


def _over(value: Any, unit: float) -> Any:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return value
    try:
        return value / unit
    except OverflowError:  # hundreds of digits: refused as a measure, like infinity
        return math.inf


def _unless_negative(value: Any) -> Any:
    return None if isinstance(value, int | float) and value < 0 else value


def _motion(value: Any) -> list[str]:
    named = [_MOTION.get(one, one) for one in value if isinstance(one, str)] if isinstance(value, list) else []
    return [one for one in dict.fromkeys(named) if one in _MOTIONS]


def _of_topic(message: dict[str, Any]) -> str:
    """The last part of `owntracks/user/device`."""
    topic = message.get("topic")
    if not isinstance(topic, str) or topic.count("/") < 2:
        return ""
    return shorten(storable(topic.split("/")[2]).strip(), SHORT)


def _initials(message: dict[str, Any]) -> str:
    tid = message.get("tid")
    return shorten(storable(tid).strip(), SHORT) if isinstance(tid, str) else ""


def _tags(message: dict[str, Any]) -> list[str]:
    """Of a transition: "enter Home"; of a location its own `poi` and `tag`."""
    if message.get("_type") == "transition":
        words = [message.get("event"), message.get("desc")]
        return [shorten(storable(" ".join(one for one in words if isinstance(one, str))).strip(), SHORT)]
    return [shorten(storable(one), SHORT) for one in (message.get("poi"), message.get("tag")) if isinstance(one, str)]


def _wrong(message: str) -> IngestResult:
    return IngestResult(status="invalid", errors=[ItemError(loc=[], message=message)])
