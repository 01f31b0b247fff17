"""Connections that move with an archive, and a sync whose process is killed: nothing is there twice."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio
from tests.support.connecting import connected, synced
from tests.support.feed_server import FeedServer, calendar, event
from tests.support.loopback_http import Recorded
from tests.support.meddling import Meddling
from tests.support.postgres import PostgresServer
from tests.support.radicale import Radicale
from tests.support.served import served
from tests.support.steward import Person, Steward, started
from tests.support.waiting import PATIENCE_S, eventually

ACCOUNT = {"username": "ana", "secret": "ana-secret"}
SETTINGS: dict[str, Any] = {"llm_provider": "reader", "workers": 1, "embed_model": "off"}


@pytest_asyncio.fixture(scope="module")
async def radicale(tmp_path_factory: Any) -> AsyncIterator[Radicale]:
    server = Radicale(tmp_path_factory.mktemp("radicale"))
    await server.start("ana")
    yield server
    await server.stop()


@pytest_asyncio.fixture
async def homes(postgres: PostgresServer, tmp_path: Path) -> AsyncIterator[tuple[Steward, Steward]]:
    """The home that is exported, and an empty one."""
    old, new = await postgres.clone(), await postgres.clone()
    private = ("127.0.0.0/8",)
    async with (
        started(tmp_path / "old", old, private_hosts=private, **SETTINGS) as first,
        started(tmp_path / "new", new, private_hosts=private, **SETTINGS) as second,
    ):
        yield first, second
    await postgres.drop(old)
    await postgres.drop(new)


async def moved(old: Person, new: Person) -> None:
    archive = (await old.send("GET", "/export")).content
    answer = await new.send("POST", "/import", content=archive, headers={"Content-Type": "application/zip"})
    assert answer.status_code == 200, answer.text


async def ids_of(me: Person) -> dict[str, str]:
    found = await me.get("/events", limit=500)
    assert len({one["title"] for one in found["items"]}) == len(found["items"])
    return {one["title"]: one["id"] for one in found["items"]}


async def test_connections_go_with_an_archive_but_for_their_passwords(
    homes: tuple[Steward, Steward], radicale: Radicale
) -> None:
    old, new = await homes[0].owner(), await homes[1].owner()
    work = await radicale.calendar("ana", "Work")
    await radicale.put("ana", f"{work}a.ics", calendar(event("a", "Stand-up")))
    await radicale.put("ana", f"{work}b.ics", calendar(event("b", "Review")))
    with FeedServer() as feeds:
        url = feeds.serve("/holidays.ics", calendar(event("h", "Holiday")))
        await connected(old, "caldav", f"{radicale.url}{work}", writable=True, **ACCOUNT)
        await connected(old, "ics", url)
        before = await ids_of(old)
        archive = (await old.send("GET", "/export")).content
        assert b"ana-secret" not in archive
        await moved(old, new)
        by_kind = {one["kind"]: one for one in (await new.get("/connections"))["items"]}
        account = by_kind["caldav"]
        assert (account["state"], account["has_secret"]) == ("needs_attention", False)
        assert "password" in account["last_error"]
        changed = (await new.get(f"/events/{before['Review']}"))["id"]
        await new.patch(f"/connections/{account['id']}", {"secret": "ana-secret"})
        read = await synced(new, account["id"])
        assert (read["state"], read["last_result"]["created"]) == ("ok", 0), read
        assert (await synced(new, by_kind["ics"]["id"]))["state"] == "ok"
        assert await ids_of(new) == before
        await new.patch(f"/events/{changed}", {"title": "Review of all"})
        await eventually(
            lambda: radicale.send("ana", "GET", f"{work}b.ics"), lambda found: "Review of all" in found.text
        )


async def test_what_was_connected_anew_before_the_archive_came_is_the_same(
    homes: tuple[Steward, Steward], radicale: Radicale
) -> None:
    old, new = await homes[0].owner(), await homes[1].owner()
    home = await radicale.calendar("ana", "Home")
    await radicale.put("ana", f"{home}a.ics", calendar(event("a", "Dinner")))
    await connected(old, "caldav", f"{radicale.url}{home}", **ACCOUNT)
    there = await connected(new, "caldav", f"{radicale.url}{home}", **ACCOUNT)
    await moved(old, new)
    assert [one["id"] for one in (await new.get("/connections"))["items"]] == [there["id"]]
    after = await synced(new, there["id"])
    assert (after["state"], after["last_result"]["created"]) == ("ok", 0), after
    assert set(await ids_of(new)) == {"Dinner"}


async def test_a_sync_whose_process_is_killed_goes_on(tmp_path: Path, radicale: Radicale) -> None:
    many = await radicale.calendar("ana", "Many")
    for number in range(120):
        await radicale.put("ana", f"{many}{number:03}.ics", calendar(event(f"u{number}", f"Meeting {number:03}")))
    reached, go_on = asyncio.Event(), False
    loop = asyncio.get_running_loop()

    async def stall(request: Recorded) -> None:
        """The second part of the objects does not come while `go_on` is not set."""
        if request.method == "REPORT" and b"multiget" in request.raw and not go_on:
            asked.append(request)
            if len(asked) > 1:
                loop.call_soon_threadsafe(reached.set)
                await asyncio.sleep(PATIENCE_S)  # until it is killed

    asked: list[Recorded] = []
    tmp = tmp_path / "served"
    tmp.mkdir()
    settings = {"STEWARD_EMBED_MODEL": "off", "STEWARD_LLM_PROVIDER": "reader", "STEWARD_PRIVATE_HOSTS": "127.0.0.1"}
    async with Meddling(radicale.url) as between, served(tmp, **settings) as steward:
        between.before = stall
        async with steward.owner() as owner:
            made = await owner.post("/connections", {"kind": "caldav", "url": f"{between.url}/{many}", **ACCOUNT})
            await asyncio.wait_for(reached.wait(), PATIENCE_S)
            assert await owner.count("events") == 50
        await steward.kill()
        go_on = True
        await steward.start()
        async with steward.owner() as owner:
            await owner.until(f"/connections/{made['id']}", lambda found: found["state"] == "ok")
            assert await owner.count("events") == 120
            assert await owner.count("connection_objects", "etag <> ''") == 120
