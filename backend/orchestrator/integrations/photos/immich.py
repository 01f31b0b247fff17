"""How is Immich spoken to? Its HTTP interface, v3 and v2, within bounds of size, time and number (contracts/immich.md).

Only the address that the operator configured is spoken to: redirects are not followed, proxies and credentials of the
environment not used. The key goes in a header, and neither it nor an address stands in an error.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import httpx

from orchestrator.integrations.photos import immich_wire as wire
from orchestrator.integrations.photos.port import Asset, KeyInfo, LibraryFailed, Person, Picture, Upload
from orchestrator.kit.authorities import authorities
from orchestrator.kit.ids import parse_id

ASKED_S = 10.0
UPLOAD_S = 120.0
"""A photo of 32 MB at 3 Mbit/s."""
CONNECT_S = 3.0
AT_ONCE = 4
"""Immich documents no limit; more would hold up those who look at their photos there."""
MOST_BYTES = 8 * 2**20
PAGE = 500
MOST_PAGES = 20
VERSION_HOLDS_S = 600.0
"""After an update of Immich the fields of its new version are sent from then on at the latest."""
DEVICE = "steward"
UNMARKED = 3
"""From this major version on an upload says nothing of a device."""
NEEDED = (
    *("asset.read", "asset.upload", "asset.view"),
    *("face.read", "person.read", "user.read"),
)
"""What an API key has to allow (contracts/immich.md)."""
ALL = "all"
_SHOWN = frozenset({"image/jpeg", "image/webp", "image/png", "image/avif", "image/gif"})


@dataclass(frozen=True)
class Bounds:
    """Of what is asked: seconds of an upload, bytes of an answer, items of a page."""

    upload_s: float = UPLOAD_S
    most_bytes: int = MOST_BYTES
    page: int = PAGE


@dataclass(frozen=True)
class _Answer:
    status: int
    media_type: str
    body: bytes

    def json(self) -> Any:
        """None for what is none."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            return None


class ImmichLibrary:
    """See PhotoLibrary. `url` is STEWARD_IMMICH_URL, with or without `/api`."""

    def __init__(self, url: str, api_key: str, bounds: Bounds | None = None) -> None:
        self._bounds = bounds or Bounds()
        base = url.rstrip("/")
        self._base = base if base.endswith("/api") else f"{base}/api"
        self._http = httpx.AsyncClient(
            headers={"Accept": "application/json", "User-Agent": "steward", "x-api-key": api_key},
            timeout=httpx.Timeout(ASKED_S, connect=CONNECT_S),
            follow_redirects=False,
            verify=authorities(),
            trust_env=False,
        )
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._version: tuple[int, int, int] | None = None
        self._version_until = 0.0
        self._account: UUID | None = None

    async def upload(self, upload: Upload) -> UUID:
        """See PhotoLibrary. The checksum goes ahead: what is there is answered before the file is read."""
        fields = {"fileCreatedAt": _iso(upload.created_at), "fileModifiedAt": _iso(upload.created_at)}
        if (await self._major()) < UNMARKED:
            fields |= {"deviceAssetId": upload.sha1.hex(), "deviceId": DEVICE, "metadata": "[]"}
        found = await self._told(
            "POST",
            "/assets",
            permission="asset.upload",
            seconds=self._bounds.upload_s,
            data=fields,
            files={"assetData": (upload.filename, upload.content, upload.media_type)},
            headers={"x-immich-checksum": upload.sha1.hex()},
        )
        asset_id = parse_id(found.get("id")) if isinstance(found, Mapping) else None
        if asset_id is None:
            raise LibraryFailed("Immich took the photo and did not say what became of it. It is asked again.")
        return asset_id

    async def asset(self, asset_id: UUID) -> Asset | None:
        """See PhotoLibrary. Where an asset does not tell its people, its faces do."""
        answer = await self._asked("GET", f"/assets/{asset_id}", permission="asset.read", missing=True)
        if answer is None:
            return None
        told = answer.json()
        found = wire.asset(told)
        if found is None:
            raise LibraryFailed("Immich told nothing of a photo that can be read.")
        if "people" in told:
            return found
        faces = await self._told("GET", "/faces", permission="face.read", params={"id": str(asset_id)})
        return Asset(**{**vars(found), "people": tuple(wire.faces(faces))})

    async def taken(self, since: datetime, until: datetime, *, limit: int) -> Sequence[Asset]:
        """See PhotoLibrary."""
        wanted = {
            "takenAfter": _iso(since),
            "takenBefore": _iso(until),
            "type": "IMAGE",
            "withExif": True,
            "withPeople": True,
            "order": "asc",
            "size": min(self._bounds.page, limit),
        }
        found: list[Asset] = []
        page: int | None = 1
        for _ in range(MOST_PAGES):
            told = await self._told("POST", "/search/metadata", permission="asset.read", json={**wanted, "page": page})
            found += wire.assets(told)
            page = wire.next_page(told)
            if page is None or len(found) >= limit:
                break
        return found[:limit]

    async def people(self, *, limit: int) -> Sequence[Person]:
        """See PhotoLibrary."""
        found: list[Person] = []
        for page in range(1, MOST_PAGES + 1):
            asked = {"page": page, "size": min(self._bounds.page, limit), "withHidden": "false"}
            told = await self._told("GET", "/people", permission="person.read", params=asked)
            told = told if isinstance(told, Mapping) else {}
            found += [one for one in wire.people(told.get("people")) if not one.hidden]
            if told.get("hasNextPage") is not True or len(found) >= limit:
                break
        return found[:limit]

    async def person(self, person_id: UUID) -> Person | None:
        """See PhotoLibrary."""
        answer = await self._asked("GET", f"/people/{person_id}", permission="person.read", missing=True)
        return wire.person(answer.json()) if answer is not None else None

    async def thumbnail(self, asset_id: UUID) -> Picture | None:
        """See PhotoLibrary."""
        return await self._picture(f"/assets/{asset_id}/thumbnail", "asset.view", {"size": "thumbnail"})

    async def person_thumbnail(self, person_id: UUID) -> Picture | None:
        """See PhotoLibrary."""
        return await self._picture(f"/people/{person_id}/thumbnail", "person.read", {})

    async def _picture(self, path: str, permission: str, params: Mapping[str, str]) -> Picture | None:
        """Nothing but a picture is ever passed on."""
        accept = {"Accept": "image/*"}
        answer = await self._asked("GET", path, permission=permission, missing=True, params=params, headers=accept)
        if answer is None:
            return None
        if answer.media_type not in _SHOWN:
            raise LibraryFailed("Immich gave a thumbnail that is no picture.")
        return Picture(answer.body, answer.media_type)

    async def account_id(self) -> UUID:
        """See PhotoLibrary. Asked once: a key belongs to one account."""
        if self._account is None:
            told = await self._told("GET", "/users/me", permission="user.read")
            self._account = parse_id(told.get("id")) if isinstance(told, Mapping) else None
        if self._account is None:
            raise LibraryFailed("Immich does not say whose key it is.")
        return self._account

    async def key_info(self) -> KeyInfo:
        """See PhotoLibrary."""
        server = await self._server()
        told = await self._told("GET", "/api-keys/me", permission="")
        given = told.get("permissions") if isinstance(told, Mapping) else None
        if not isinstance(given, list):
            raise LibraryFailed("Immich does not say what the key may do.")
        return KeyInfo(frozenset(one for one in given if isinstance(one, str)), server)

    async def close(self) -> None:
        await self._http.aclose()

    async def _major(self) -> int:
        """Of a server that does not tell its version the newest that is known; it is asked again the next time."""
        try:
            return (await self._server())[0]
        except LibraryFailed as error:
            if not error.final:
                raise
            return UNMARKED

    async def _server(self) -> tuple[int, int, int]:
        """The version of the server, which decides what an upload has to hold."""
        if self._version is None or time.monotonic() > self._version_until:
            found = wire.version(await self._told("GET", "/server/version", permission=""))
            if found is None:
                told = "At STEWARD_IMMICH_URL there is no Immich: it does not tell its version."
                raise LibraryFailed(told, final=True)
            self._version, self._version_until = found, time.monotonic() + VERSION_HOLDS_S
        return self._version

    async def _told(self, method: str, path: str, *, permission: str, **sent: Any) -> Any:
        """The JSON of an answer."""
        answer = await self._asked(method, path, permission=permission, **sent)
        assert answer is not None
        found = answer.json()
        if found is None:
            raise LibraryFailed("What answers at STEWARD_IMMICH_URL does not speak Immich's language (JSON).")
        return found

    async def _asked(
        self,
        method: str,
        path: str,
        *,
        permission: str,
        missing: bool = False,
        seconds: float = ASKED_S,
        **sent: Any,
    ) -> _Answer | None:
        """A 200 or 201; with `missing` None for what is not there. Raises LibraryFailed."""
        try:
            async with self._slots, asyncio.timeout(seconds), self._streamed(method, path, seconds, sent) as response:
                answer = await _received(response, self._bounds.most_bytes)
        except (TimeoutError, httpx.TimeoutException):
            raise LibraryFailed("Immich did not answer in time. It is tried again later.") from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError):
            raise LibraryFailed("Immich can't be reached. Does it run at the address in STEWARD_IMMICH_URL?") from None
        if answer.status in {200, 201}:
            return answer
        if missing and _is_missing(answer):
            return None
        raise _failure(answer, permission)

    @asynccontextmanager
    async def _streamed(
        self, method: str, path: str, seconds: float, sent: Mapping[str, Any]
    ) -> AsyncIterator[httpx.Response]:
        timeout = httpx.Timeout(seconds, connect=CONNECT_S)
        async with self._http.stream(method, f"{self._base}{path}", timeout=timeout, **sent) as response:
            yield response


async def _received(response: httpx.Response, most: int) -> _Answer:
    """The answer with its body. Raises LibraryFailed where that is too much."""
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > most:
            raise LibraryFailed(f"Immich answered more than {most // 2**20} MB.")
    media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    return _Answer(response.status_code, media_type, bytes(body))


def _is_missing(answer: _Answer) -> bool:
    """404, and the 400 by which some calls say that it is not there, or another's."""
    return answer.status == 404 or (answer.status == 400 and "not found" in wire.message(answer.json()).lower())


def _failure(answer: _Answer, permission: str) -> LibraryFailed:
    """Why it refused, and who must act."""
    status, said = answer.status, wire.message(answer.json())
    if status == 401:
        return LibraryFailed("Immich does not know the API key in STEWARD_IMMICH_API_KEY.", final=True)
    if status == 403:
        need = f" It needs the permission {permission}." if permission else ""
        return LibraryFailed(f"The API key in STEWARD_IMMICH_API_KEY may not do this at Immich.{need}", final=True)
    if status == 413:
        told = "The photo is too large for Immich, or for the proxy before it (client_max_body_size)."
        return LibraryFailed(told, final=True)
    if status == 429:
        return LibraryFailed("Immich, or the proxy before it, wants fewer requests. It is tried again later.")
    if 300 <= status < 400:
        return LibraryFailed("Immich redirects elsewhere; set STEWARD_IMMICH_URL to its own address.", final=True)
    if 400 <= status < 500:
        told = f"Immich refused ({status})" + (f": {said}" if said else "")
        return LibraryFailed(told, final=True)
    return LibraryFailed(f"Immich answered {status}. It is tried again later.")


def _iso(moment: datetime) -> str:
    """With an offset: v3 refuses times without one."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
