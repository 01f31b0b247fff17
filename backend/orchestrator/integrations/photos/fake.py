"""An Immich that holds what a test gave it: the fake beside the port. It speaks Immich's own wire format, v3 or v2;
`tests/support/immich_server.py` serves it over HTTP.

It refuses as Immich does: a wrong key (401), a permission that the key lacks (403), another's or a missing asset (400,
404), times without an offset and files that it can't tell (400), what the proxy before it finds too large (413).
"""

import base64
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

from orchestrator.kit import patterns
from orchestrator.kit.ids import new_id

KEY = "immich-key-1234567890"
_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".gif", ".tif", ".tiff", ".avif", ".bmp")
_BOUNDARY = patterns.compile(r'boundary="?([^";]+)')
_FIELD = patterns.compile(r'name="([^"]*)"')
_FILENAME = patterns.compile(r'filename="([^"]*)"')
Json = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What goes over the wire."""

    status: int
    body: bytes
    media_type: str = "application/json"


class FakeImmich:
    """`permissions`: of its one key; `max_body`: what the proxy lets through; `uploads`: how many bodies were taken;
    `tells_people`: whether an asset says who is on it."""

    def __init__(self, *, version: tuple[int, int, int] = (3, 2, 2)) -> None:
        self.version = version
        self.account = new_id()
        self.permissions = ["asset.read", "asset.upload", "asset.view", "face.read", "person.read", "user.read"]
        self.max_body = 50_000_000
        self.people: dict[str, Json] = {}
        self.assets: dict[str, Json] = {}
        self.thumbnails: dict[str, bytes] = {}
        self.uploads = 0
        self.tells_people = True

    def person(self, name: str = "", *, hidden: bool = False) -> UUID:
        """Somebody whom it recognises."""
        person_id = new_id()
        told = {"id": str(person_id), "name": name, "birthDate": None, "thumbnailPath": "/p.jpg", "isHidden": hidden}
        self.people[str(person_id)] = told
        return person_id

    def asset(
        self,
        taken_at: datetime,
        *,
        at: tuple[float, float] | None = None,
        people: Sequence[UUID] = (),
        owner: UUID | None = None,
        content: bytes = b"",
    ) -> UUID:
        """A photo that is there."""
        asset_id = new_id()
        content = content or asset_id.bytes
        moment = taken_at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        lat, lon = at if at is not None else (None, None)
        self.assets[str(asset_id)] = {
            "id": str(asset_id),
            "ownerId": str(owner or self.account),
            "type": "IMAGE",
            "checksum": base64.b64encode(_sha1(content)).decode(),
            "originalFileName": f"{asset_id}.jpg",
            "originalPath": f"/library/{asset_id}.jpg",
            "fileCreatedAt": moment,
            "fileModifiedAt": moment,
            "localDateTime": moment,
            "createdAt": moment,
            "updatedAt": moment,
            "duration": None if self.version[0] >= 3 else "0:00:00.00000",
            "width": 4,
            "height": 3,
            "isArchived": False,
            "isEdited": False,
            "isFavorite": False,
            "isOffline": False,
            "isTrashed": False,
            "hasMetadata": True,
            "thumbhash": None,
            "visibility": "timeline",
            "exifInfo": {"dateTimeOriginal": moment, "latitude": lat, "longitude": lon},
            "_people": [str(one) for one in people],
        }
        self.thumbnails[str(asset_id)] = b"\xff\xd8\xff\xe0 thumbnail of " + str(asset_id).encode()
        return asset_id

    def seen(self, asset_id: UUID, *people: UUID) -> None:
        """It finds these faces in a photo now."""
        self.assets[str(asset_id)]["_people"] = [str(one) for one in people]

    def trash(self, asset_id: UUID) -> None:
        self.assets[str(asset_id)]["isTrashed"] = True

    def remove(self, asset_id: UUID) -> None:
        """For good."""
        del self.assets[str(asset_id)], self.thumbnails[str(asset_id)]

    def answer(self, method: str, target: str, headers: Mapping[str, str], raw: bytes) -> Answer:
        """What Immich answers. Names of headers are lower case."""
        parts = urlsplit(target)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        path = parts.path.removeprefix("/api")
        if path == "/server/version" and method == "GET":
            major, minor, patch = self.version
            return self._json(200, {"major": major, "minor": minor, "patch": patch, "prerelease": None})
        if len(raw) > self.max_body:
            return Answer(413, b"<html>413 Request Entity Too Large</html>", "text/html")
        if headers.get("x-api-key") != KEY:
            return self._error(401, "Invalid API key")
        return self._allowed(method, path.strip("/").split("/"), query, headers, raw)

    def _allowed(
        self, method: str, path: list[str], query: Mapping[str, str], headers: Mapping[str, str], raw: bytes
    ) -> Answer:
        needs, found = "", self._error(404, f"Cannot {method} /api/{'/'.join(path)}")
        made: Callable[[], Answer] = lambda: found  # noqa: E731
        match method, path:
            case "GET", ["api-keys", "me"]:
                made = self._key
            case "GET", ["users", "me"]:
                needs, made = "user.read", lambda: self._json(200, {"id": str(self.account), "name": "Ana"})
            case "POST", ["assets"]:
                needs, made = "asset.upload", lambda: self._upload(headers, raw)
            case "GET", ["assets", asset_id]:
                needs, made = "asset.read", lambda: self._asset(asset_id)
            case "GET", ["assets", asset_id, "thumbnail"]:
                needs, made = "asset.view", lambda: self._thumbnail(asset_id)
            case "GET", ["faces"]:
                needs, made = "face.read", lambda: self._faces(query.get("id", ""))
            case "GET", ["people"]:
                needs, made = "person.read", lambda: self._listed(query)
            case "GET", ["people", person_id, "thumbnail"]:
                needs, made = "person.read", lambda: self._face_of(person_id)
            case "GET", ["people", person_id]:
                needs, made = "person.read", lambda: self._person(person_id)
            case "POST", ["search", "metadata"]:
                needs, made = "asset.read", lambda: self._search(json.loads(raw))
        return self._needs(needs) or made()

    def _needs(self, permission: str) -> Answer | None:
        if not permission or permission in self.permissions or "all" in self.permissions:
            return None
        return self._error(403, f"Missing required permission: {permission}")

    def _key(self) -> Answer:
        return self._json(200, {"id": str(new_id()), "name": "steward", "permissions": self.permissions})

    def _person(self, person_id: str) -> Answer:
        found = self.people.get(person_id)
        return self._json(200, found) if found else self._error(400, "Not found or no person.read access")

    def _upload(self, headers: Mapping[str, str], raw: bytes) -> Answer:
        if (there := self._with_checksum(headers.get("x-immich-checksum", ""))) is not None:
            return self._json(200, {"id": there, "status": "duplicate"})
        fields, filename, content = _form(headers.get("content-type", ""), raw)
        wanted = ["fileCreatedAt", "fileModifiedAt", *(["deviceAssetId", "deviceId"] if self.version[0] < 3 else [])]
        absent = [name for name in wanted if name not in fields]
        naive = [name for name in wanted[:2] if name in fields and not fields[name].endswith("Z")]
        if absent or naive or not content:
            return self._error(400, "Validation failed", absent or naive or ["assetData"])
        if not filename.lower().endswith(_SUFFIXES):
            return self._error(400, f"Unsupported file type {filename}")
        if (there := self._with_checksum(_sha1(content).hex())) is not None:
            return self._json(200, {"id": there, "status": "duplicate"})
        self.uploads += 1
        asset_id = self.asset(datetime.fromisoformat(fields["fileCreatedAt"]), content=content)
        self.assets[str(asset_id)]["originalFileName"] = filename
        return self._json(201, {"id": str(asset_id), "status": "created"})

    def _with_checksum(self, sha1: str) -> str | None:
        """Of the account's own, trashed ones too."""
        wanted = base64.b64encode(bytes.fromhex(sha1)).decode() if len(sha1) == 40 else sha1
        return next((one for one, told in self.assets.items() if self._own(told) and told["checksum"] == wanted), None)

    def _own(self, told: Json) -> bool:
        return bool(told["ownerId"] == str(self.account))

    def _asset(self, asset_id: str) -> Answer:
        told = self.assets.get(asset_id)
        if told is None or not self._own(told):
            return self._error(400, "Not found or no asset.read access")
        return self._json(200, self._shown(told))

    def _shown(self, told: Json) -> Json:
        people = [self.people[one] for one in told["_people"] if one in self.people]
        if self.version[0] < 3:
            people = [{**one, "faces": []} for one in people]
        shown = {name: value for name, value in told.items() if name != "_people"}
        return {**shown, "people": people} if self.tells_people else shown

    def _thumbnail(self, asset_id: str) -> Answer:
        told = self.assets.get(asset_id)
        if told is None or not self._own(told):
            return self._error(404, "Not found or no asset.view access")
        return Answer(200, self.thumbnails[asset_id], "image/jpeg")

    def _face_of(self, person_id: str) -> Answer:
        if person_id not in self.people:
            return self._error(400, "Not found or no person.read access")
        return Answer(200, b"\xff\xd8\xff\xe0 face of " + person_id.encode(), "image/jpeg")

    def _faces(self, asset_id: str) -> Answer:
        told = self.assets.get(asset_id)
        if told is None:
            return self._error(400, "Not found or no asset.read access")
        box = {"boundingBoxX1": 0, "boundingBoxX2": 1, "boundingBoxY1": 0, "boundingBoxY2": 1}
        seen = [self.people[one] for one in told["_people"]]
        return self._json(
            200, [{"id": str(new_id()), **box, "imageHeight": 3, "imageWidth": 4, "person": one} for one in seen]
        )

    def _listed(self, query: Mapping[str, str]) -> Answer:
        page, size = int(query.get("page", "1")), int(query.get("size", "500"))
        there = [one for one in self.people.values() if query.get("withHidden") == "true" or not one["isHidden"]]
        shown = there[(page - 1) * size : page * size]
        more = len(there) > page * size
        return self._json(200, {"people": shown, "total": len(there), "hidden": 0, "hasNextPage": more})

    def _search(self, asked: Json) -> Answer:
        after, before = (datetime.fromisoformat(asked[name]) for name in ("takenAfter", "takenBefore"))
        found = [
            self._shown(one)
            for one in self.assets.values()
            if self._own(one)
            and not one["isTrashed"]
            and after <= datetime.fromisoformat(one["fileCreatedAt"]) <= before
        ]
        found.sort(key=lambda one: str(one["fileCreatedAt"]))
        page, size = int(asked.get("page") or 1), int(asked.get("size") or 250)
        shown = found[(page - 1) * size : page * size]
        following = str(page + 1) if len(found) > page * size else None
        part = {
            "items": shown,
            "count": len(shown),
            "total": len(shown),
            "facets": [],
            "nextPage": following,
            "nextCursor": None,
        }
        return self._json(200, {"albums": {"items": [], "count": 0, "total": 0, "facets": []}, "assets": part})

    def _json(self, status: int, body: Any) -> Answer:
        return Answer(status, json.dumps(body).encode())

    def _error(self, status: int, message: str, wrong: Sequence[str] = ()) -> Answer:
        """v3 tells what is wrong as zod does, v2 in a list of texts."""
        if self.version[0] < 3:
            return self._json(status, {"message": [message, *wrong], "error": "Error", "statusCode": status})
        issues = [{"code": "invalid_type", "path": [one], "message": "Required"} for one in wrong]
        return self._json(status, {"message": message, **({"errors": issues} if issues else {})})


def _sha1(content: bytes) -> bytes:
    return hashlib.sha1(content, usedforsecurity=False).digest()


def _form(content_type: str, raw: bytes) -> tuple[dict[str, str], str, bytes]:
    """The fields of a form, and its file with the name."""
    found = _BOUNDARY.search(content_type)
    fields: dict[str, str] = {}
    filename, content = "", b""
    for part in raw.split(f"--{found[1]}".encode())[1:-1] if found else ():
        head, _, body = part[2:].partition(b"\r\n\r\n")
        disposition, value = head.decode("latin-1"), body[:-2]
        name, file = _FIELD.search(disposition), _FILENAME.search(disposition)
        if file is not None:
            filename, content = file[1], value
        elif name is not None:
            fields[name[1]] = value.decode()
    return fields, filename, content
