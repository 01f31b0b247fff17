"""The real client against a real HTTP server that speaks as Immich does: what it sends, reads, refuses, never tells."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import pytest_asyncio
from tests.support.immich_server import KEY, ImmichServer

from orchestrator.integrations.photos.fake import FakeImmich
from orchestrator.integrations.photos.immich import Bounds, ImmichLibrary
from orchestrator.integrations.photos.port import LibraryFailed, Upload
from orchestrator.kit.ids import new_id

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
CONTENT = b"\xff\xd8\xff a photo \r\n\x00 --boundary"
V2, V3 = (2, 4, 1), (3, 2, 2)


def upload(content: bytes = CONTENT, filename: str = "a.jpg") -> Upload:
    return Upload(content, filename, "image/jpeg", hashlib.sha1(content, usedforsecurity=False).digest(), NOON)


@pytest_asyncio.fixture
async def server() -> AsyncIterator[ImmichServer]:
    async with ImmichServer() as found:
        yield found


@asynccontextmanager
async def bounded(server: ImmichServer, **bounds: Any) -> AsyncIterator[ImmichLibrary]:
    made = ImmichLibrary(server.url, KEY, Bounds(**bounds))
    yield made
    await made.close()


@pytest_asyncio.fixture
async def library(server: ImmichServer) -> AsyncIterator[ImmichLibrary]:
    made = ImmichLibrary(server.url, KEY)
    yield made
    await made.close()


@pytest.mark.parametrize("version", [V2, V3])
async def test_the_same_bytes_are_stored_once(version: tuple[int, int, int]) -> None:
    async with ImmichServer(FakeImmich(version=version)) as server:
        library = ImmichLibrary(f"{server.url}/api/", KEY)
        first, again = await library.upload(upload()), await library.upload(upload())
        other = await library.upload(upload(b"\x89PNG other", "b.png"))
        found = await library.asset(first)
        await library.close()
    assert first == again != other
    assert server.immich.uploads == 2
    assert server.immich.assets[str(first)]["originalFileName"] == "a.jpg"
    assert found is not None
    assert (found.id, found.owner_id, found.taken_at) == (first, server.immich.account, NOON)
    sent = next(one for one in server.requests if one.method == "POST")
    assert sent.headers["x-immich-checksum"] == upload().sha1.hex()
    assert (b"deviceAssetId" in sent.raw) is (version == V2)
    assert server.times("GET", "/api/server/version") == 1


async def test_an_asset_tells_when_where_and_who(server: ImmichServer, library: ImmichLibrary) -> None:
    ana, nobody = server.immich.person("Ana  Souza"), server.immich.person(hidden=True)
    photo = server.immich.asset(NOON, at=(38.7, -9.1), people=[ana, nobody])
    found = await library.asset(photo)
    assert found is not None
    assert [(one.id, one.name, one.hidden) for one in found.people] == [(ana, "Ana Souza", False), (nobody, "", True)]
    assert (found.lat, found.lon, found.taken_at, found.trashed) == (38.7, -9.1, NOON, False)
    server.immich.trash(photo)
    assert (await library.asset(photo) or found).trashed
    server.immich.remove(photo)
    assert await library.asset(photo) is None
    assert await library.thumbnail(photo) is None
    assert await library.asset(server.immich.asset(NOON, owner=new_id())) is None
    assert [one.id for one in await library.people(limit=10)] == [ana]
    assert (await library.person(ana), await library.person(new_id())) == (found.people[0], None)


async def test_faces_tell_who_where_the_asset_does_not(server: ImmichServer, library: ImmichLibrary) -> None:
    ana = server.immich.person("Ana")
    photo = server.immich.asset(NOON, people=[ana])
    server.immich.tells_people = False
    found = await library.asset(photo)
    assert found is not None
    assert [one.id for one in found.people] == [ana]
    assert server.asked[-1] == ("GET", "/api/faces")


async def test_the_photos_of_a_time_are_paged(server: ImmichServer) -> None:
    made = [server.immich.asset(NOON + timedelta(minutes=number)) for number in range(5)]
    async with bounded(server, page=2) as library:
        found = await library.taken(NOON, NOON + timedelta(minutes=3), limit=100)
        assert [one.id for one in found] == made[:4]
        assert len(await library.taken(NOON, NOON + timedelta(hours=1), limit=3)) == 3


async def test_whose_key_it_is_and_what_it_may(server: ImmichServer, library: ImmichLibrary) -> None:
    server.immich.permissions = ["all"]
    assert await library.account_id() == await library.account_id() == server.immich.account
    assert server.times("GET", "/api/users/me") == 1
    assert (await library.key_info()).permissions == {"all"}
    assert all(one.headers["x-api-key"] == KEY and KEY not in one.path for one in server.requests)


@pytest.mark.parametrize(
    ("status", "final", "told"),
    [
        (401, True, "does not know the API key"),
        (403, True, "asset.upload"),
        (413, True, "too large"),
        (400, True, "refused (400): scripted"),
        (429, False, "fewer requests"),
        (302, True, "redirects"),
        (500, False, "answered 500"),
        (503, False, "answered 503"),
    ],
)
async def test_a_refusal_says_who_must_act(
    server: ImmichServer, library: ImmichLibrary, status: int, final: bool, told: str
) -> None:
    await library.key_info()
    server.statuses = [status]
    with pytest.raises(LibraryFailed) as failed:
        await library.upload(upload())
    assert failed.value.final is final
    assert told in failed.value.detail
    assert KEY not in failed.value.detail


async def test_a_missing_permission_is_told_by_name(server: ImmichServer, library: ImmichLibrary) -> None:
    server.immich.permissions = ["asset.read"]
    for call, permission in (
        (library.upload(upload()), "asset.upload"),
        (library.thumbnail(new_id()), "asset.view"),
        (library.people(limit=1), "person.read"),
        (library.person_thumbnail(new_id()), "person.read"),
        (library.account_id(), "user.read"),
    ):
        with pytest.raises(LibraryFailed, match=permission.replace(".", r"\.")):
            await call


async def test_it_follows_nobody_elsewhere(server: ImmichServer, library: ImmichLibrary) -> None:
    async with ImmichServer() as elsewhere:
        server.location = f"{elsewhere.url}/api/people"
        with pytest.raises(LibraryFailed, match="redirects"):
            await library.people(limit=1)
        assert not elsewhere.requests


async def test_a_server_that_is_slow_or_away(server: ImmichServer) -> None:
    async with bounded(server, upload_s=0.2) as library:
        await library.key_info()
        server.hangs = "/api/assets"
        with pytest.raises(LibraryFailed, match="in time") as slow:
            await library.upload(upload())
        await asyncio.to_thread(server.stop)
        with pytest.raises(LibraryFailed, match="can't be reached") as away:
            await library.asset(new_id())
    assert not slow.value.final
    assert not away.value.final


@pytest.mark.parametrize(
    "raw",
    ["<html>hello</html>", "[]", "null", '"x"', '{"id": 3}', '{"assets": {"items": [{"id": null}, 7]}}', "[" * 100_000],
)
async def test_what_is_no_immich_is_no_crash(server: ImmichServer, library: ImmichLibrary, raw: str) -> None:
    server.raw = raw
    calls: list[Any] = [
        library.asset(new_id()), library.taken(NOON, NOON, limit=5), library.people(limit=5), library.person(new_id()),
        library.thumbnail(new_id()), library.account_id(), library.key_info(), library.upload(upload()),
    ]  # fmt: skip
    for told in await asyncio.gather(*calls, return_exceptions=True):
        assert told is None or isinstance(told, LibraryFailed) or not told, told


async def test_more_than_a_picture_is_not_read(server: ImmichServer, library: ImmichLibrary) -> None:
    photo = server.immich.asset(NOON)
    picture = await library.thumbnail(photo)
    assert picture is not None
    assert (picture.media_type, picture.content) == ("image/jpeg", server.immich.thumbnails[str(photo)])
    async with bounded(server, most_bytes=8) as narrow:
        with pytest.raises(LibraryFailed, match="more than"):
            await narrow.thumbnail(photo)
