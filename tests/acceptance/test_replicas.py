"""Two servers and two workers over one Postgres: asked here, followed and cancelled there; and killed in turn."""

import asyncio
import time
from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio
from tests.support.model_script import Hang
from tests.support.postgres import PostgresServer
from tests.support.replicas import Load, Replicas, killed_in_turn, replicas, tally
from tests.support.steward import events_of
from tests.support.waiting import PATIENCE_S, eventually

from orchestrator.agent.types.limits import Limits

KILLS, KILLED_EVERY_S = 4, 1.5
"""`make bench ARGS=replicas` does the same for ten minutes."""
CLIENTS = 4


@pytest_asyncio.fixture(scope="module")
async def running(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Replicas]:
    url = await postgres.clone()
    try:
        async with replicas(tmp_path_factory.mktemp("replicas"), url, STEWARD_LOCAL_FIRST="on") as started:
            yield started
    finally:
        await postgres.drop(url)


async def test_a_run_here_is_followed_and_cancelled_there(running: Replicas) -> None:
    running.model.forget()
    running.model.always(Hang())
    one, other = running.servers
    async with one.owner() as ana, other.owner() as same:
        body = {"question": "Tell me a long story about lighthouses", "client_message_id": "story"}
        asked = asyncio.create_task(ana.client.post("/ask", json=body, timeout=PATIENCE_S))
        (run,) = (
            await ana.until("/runs", lambda page: page["items"], q="lighthouses")
            and (await ana.get("/runs", q="lighthouses"))["items"]
        )
        async with same.client.stream("POST", "/ask/stream", json=body, timeout=PATIENCE_S) as following:
            assert following.status_code == 200
            lines = following.aiter_lines()
            first = await anext(lines), await anext(lines)
            assert first[0] == "event: run.started", "told at once, not when it ends"
            assert run["id"] in first[1]
            began = time.monotonic()
            settled = await same.post(f"/runs/{run['id']}/cancel")
            assert settled["id"] == run["id"]
            rest = "\n".join([line async for line in lines])
            took = time.monotonic() - began
        (final,) = events_of(rest.strip()).of("final")
        bundle = (await asked).json()
        assert (bundle["run"]["id"], bundle["run"]["stop_reason"]) == (run["id"], "cancelled")
        assert final == bundle, "both listeners got the same answer"
        assert took < Limits().deadline_s / 2, "no deadline was waited for"


async def test_a_token_revoked_here_is_refused_there(running: Replicas) -> None:
    one, other = running.servers
    async with one.owner() as ana:
        made = await ana.post("/tokens", {"name": "phone", "scopes": ["read"]})
        headers = {"Authorization": f"Bearer {made['token']}"}
        async with httpx.AsyncClient(base_url=other.url, headers=headers, verify=False) as phone:
            assert (await phone.get("/me")).status_code == 200
            assert (await ana.client.delete(f"/tokens/{made['id']}")).status_code == 204
            assert (await phone.get("/me")).status_code == 401, "from the next request on"


async def test_a_document_given_here_is_read_by_a_worker_and_given_back_there(running: Replicas) -> None:
    one, other = running.servers
    async with one.owner() as ana, other.owner() as same:
        files = {"file": ("lease.txt", b"The notice period of the flat is three months.", "text/plain")}
        sent = await ana.client.post("/documents", files=files)
        assert sent.status_code in {201, 202}, sent.text
        document = await same.until(
            f"/documents/{sent.json()['id']}", lambda each: each["enhancement_status"] not in {"pending", "running"}
        )
        assert document["enhancement_status"] == "done", document
        kept = await same.client.get(f"/documents/{document['id']}/content")
        assert kept.content == files["file"][1]


async def test_processes_killed_in_turn_lose_and_double_nothing(running: Replicas) -> None:
    running.model.forget()
    load = Load([each.url for each in running.servers])
    async with running.servers[0].owner() as ana:
        await ana.auto_confirm("todos_create")
        async with asyncio.TaskGroup() as group:
            group.create_task(load.run(CLIENTS))
            killing = group.create_task(
                killed_in_turn(running, load, enough=lambda kills: kills == KILLS, every_s=KILLED_EVERY_S)
            )
        found = await eventually(lambda: tally(load, ana), lambda found: found.stuck == 0)
    assert found.faults == 0, found
    assert killing.result() == KILLS
    assert load.broken > 0, "nobody was hit"
    assert found.turns == len(load.turns) >= CLIENTS
    assert found.done >= found.turns - found.interrupted, found
