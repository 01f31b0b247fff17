"""The process that takes in an archive is killed in the middle: nothing of it is there, and the next time all of it."""

import asyncio
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
from tests.support.filing import filed
from tests.support.served import Served, served
from tests.support.steward import Person, person_at

EVENTS = 4_000
PATIENCE_S = 120.0
AT_WORK = "select count(*) from pg_stat_activity where state <> 'idle' and query like '%steward_came%'"
TABLES = ("events", "documents", "search_documents", "tombstones", "derivations")


async def _counts(person: Person) -> dict[str, int]:
    return {table: await person.count(table) for table in TABLES}


async def _given(owner: Person) -> tuple[bytes, str]:
    """The archive of somebody with a full calendar and a paper; the external id of an event that was erased."""
    for start in range(0, EVENTS, 1_000):
        items = [
            {"external_id": str(number), "source": "cal", "title": f"Choir {number}", "start_at": "2026-05-03T10:00"}
            for number in range(start, start + 1_000)
        ]
        await owner.post("/ingest/event", items)
    await filed(owner, "lease.txt", b"The tenant pays each month.")
    gone = (await owner.get("/events", limit=1))["items"][0]
    await owner.send("DELETE", f"/events/{gone['id']}")
    archive = await owner.send("GET", "/export")
    assert archive.status_code == 200
    return archive.content, gone["external_id"]


async def _another(owner: Person) -> str:
    """The token of a second user, who may import."""
    made = await owner.post("/users", {"email": "bea@example.org", "name": "Bea"})
    fields = {"name": "all", "scopes": ["admin"], "user_id": made["id"]}
    return str((await owner.post("/tokens", fields))["token"])


async def test_an_import_that_is_killed_leaves_nothing(tmp_path: Path) -> None:
    async with served(tmp_path, STEWARD_EMBED_MODEL="off", STEWARD_LLM_PROVIDER="reader") as steward:
        async with steward.owner() as owner:
            owner.client.timeout = httpx.Timeout(PATIENCE_S)
            archive, gone = await _given(owner)
            token = await _another(owner)
            bea = await _speaking(steward, owner, token)
            sending = asyncio.create_task(_import(bea, archive))
            async with asyncio.timeout(PATIENCE_S):
                while not await owner.scalar(AT_WORK):
                    assert not sending.done(), "the import was over before it could be killed"
            await steward.kill()
            with pytest.raises(httpx.TransportError):
                await sending
            await bea.client.aclose()
        await steward.start()
        async with steward.owner() as owner:
            owner.client.timeout = httpx.Timeout(PATIENCE_S)
            bea = await _speaking(steward, owner, token)
            assert set((await _counts(bea)).values()) == {0}
            before = await _counts(owner)
            told = await _import(bea, archive)
            assert told["parts"]["events"] == {"created": EVENTS - 1, "updated": 0, "unchanged": 0}
            assert (await _counts(bea))["events"] == EVENTS - 1
            (paper,) = (await bea.get("/documents"))["items"]
            content = await bea.send("GET", f"/documents/{paper['id']}/content")
            assert content.content == b"The tenant pays each month."
            again = await _import(bea, archive)
            assert again["parts"]["events"]["unchanged"] == EVENTS - 1
            assert await _counts(owner) == before
            item = {"external_id": gone, "source": "cal", "title": "Choir", "start_at": "2026-05-03T10:00"}
            (result,) = (await bea.post("/ingest/event", item))["results"]
            assert result["status"] == "erased", "what was erased there stays erased here"
            await bea.client.aclose()


async def _speaking(steward: Served, owner: Person, token: str) -> Person:
    bea = person_at(steward.url, owner.database, owner.id, token, timeout_s=PATIENCE_S)
    user_id = (await bea.get("/me"))["id"]
    bea.id = UUID(user_id)
    return bea


async def _import(person: Person, archive: bytes) -> dict[str, Any]:
    answer = await person.send("POST", "/import", content=archive, headers={"Content-Type": "application/zip"})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told
