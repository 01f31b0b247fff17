"""How does Immich write what it tells? Its JSON, of v3 and v2, as the port's types (contracts/immich.md).

Every field in which versions differ is optional, and what is malformed is left out: one odd asset hides no other.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from math import isfinite
from typing import Any

from orchestrator.integrations.photos.port import Asset, Person
from orchestrator.kit.ids import parse_id
from orchestrator.kit.text import shorten, storable

NAME_CHARACTERS = 200
MESSAGE_CHARACTERS = 200


def asset(told: object) -> Asset | None:
    """An `AssetResponseDto`; None for what is none."""
    if not isinstance(told, Mapping) or (asset_id := parse_id(told.get("id"))) is None:
        return None
    exif = told.get("exifInfo")
    exif = exif if isinstance(exif, Mapping) else {}
    lat, lon = _degrees(exif.get("latitude"), 90), _degrees(exif.get("longitude"), 180)
    return Asset(
        id=asset_id,
        owner_id=parse_id(told.get("ownerId")),
        taken_at=_moment(exif.get("dateTimeOriginal")) or _moment(told.get("fileCreatedAt")),
        lat=lat if lon is not None else None,
        lon=lon if lat is not None else None,
        people=tuple(people(told.get("people"))),
        trashed=told.get("isTrashed") is True or told.get("isOffline") is True,
    )


def assets(told: object) -> list[Asset]:
    """The items of a `SearchResponseDto`."""
    part = told.get("assets") if isinstance(told, Mapping) else None
    items = part.get("items") if isinstance(part, Mapping) else None
    return [one for each in _list(items) if (one := asset(each)) is not None]


def next_page(told: object) -> int | None:
    """The number of the next page of a `SearchResponseDto`, which is text."""
    part = told.get("assets") if isinstance(told, Mapping) else None
    number = part.get("nextPage") if isinstance(part, Mapping) else None
    return int(number) if isinstance(number, str) and number.isdecimal() and len(number) < 9 else None


def people(told: object) -> Iterator[Person]:
    """Those of a list of `PersonResponseDto`, each once."""
    seen = set()
    for each in _list(told):
        one = person(each)
        if one is not None and one.id not in seen:
            seen.add(one.id)
            yield one


def person(told: object) -> Person | None:
    """A `PersonResponseDto`; None for what is none."""
    if not isinstance(told, Mapping) or (person_id := parse_id(told.get("id"))) is None:
        return None
    name = told.get("name")
    text = " ".join(shorten(storable(name), NAME_CHARACTERS).split()) if isinstance(name, str) else ""
    return Person(person_id, text, told.get("isHidden") is True)


def faces(told: object) -> list[Person]:
    """The people of a list of `AssetFaceResponseDto`."""
    return list(people([one.get("person") for one in _list(told) if isinstance(one, Mapping)]))


def version(told: object) -> tuple[int, int, int] | None:
    """A `ServerVersionResponseDto`."""
    if not isinstance(told, Mapping):
        return None
    major, minor, patch = (told.get(name) for name in ("major", "minor", "patch"))
    if not isinstance(major, int) or not isinstance(minor, int) or not isinstance(patch, int):
        return None
    return major, minor, patch


def message(told: object) -> str:
    """What an error's body says: text, or a list of it; "" where it says nothing."""
    said = told.get("message") if isinstance(told, Mapping) else None
    texts = [said] if isinstance(said, str) else [one for one in _list(said) if isinstance(one, str)]
    return shorten(" ".join(storable(" ".join(texts)).split()), MESSAGE_CHARACTERS)


def _list(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


def _moment(value: object) -> datetime | None:
    """ISO-8601; v2 wrote some without an offset, in UTC."""
    if not isinstance(value, str):
        return None
    try:
        found = datetime.fromisoformat(value)
        return (found if found.tzinfo is not None else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _degrees(value: object, most: float) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        return None
    return float(value) if abs(value) <= most else None
