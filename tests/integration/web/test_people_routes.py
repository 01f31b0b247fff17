"""Threads, runs and previews by HTTP; another user's are 404."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import httpx
import pytest
from tests.support.accounts import make_owner, token_of
from tests.support.people import make_user
from tests.support.web import RuntimeDouble, client_of, make_app

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.requests import Owner, TurnRequest
from orchestrator.agent.types.bundle import Bundle, Explanation, ProposalRecord, RunOut, StepRecord
from orchestrator.agent.types.origin import Origin
from orchestrator.api import previews, runs, threads
from orchestrator.db.session import Database
from orchestrator.domain.people.previews.service import Previews
from orchestrator.domain.people.runs.service import Turns
from orchestrator.kit.ids import new_id

ROUTERS = [threads.router, runs.router, previews.router]


async def made_turn(database: Database, user: UUID, question: str = "When is the dentist?") -> tuple[UUID, UUID]:
    """A settled turn; answers its thread and run."""
    owner = Owner(user, "Test", "t@x.org", "UTC", "en", frozenset({"ask"}))
    turns = Turns()
    async with database.unit_of_work_of(user) as tx:
        turn = await turns.accept(
            tx.session, TurnRequest(owner=owner, question=question, zone="UTC", locale="en"), lease_s=9
        )
        assert turn.run_id
        assert turn.thread_id
        step = StepRecord(index=0, proposals=[ProposalRecord(tool="get_events", arguments={}, verdict="accept")])
        await turns.save_step(tx, turn.run_id, step)
        told = Bundle(
            thread_id="", message_id="", status="answered", answer="Friday.", run=RunOut(id=str(turn.run_id), steps=1)
        )
        await turns.finish(
            tx,
            turn.run_id,
            bundle=told,
            metadata={},
            origin=Origin.AGENT,
            explanation=Explanation(verifier=[{"check": "retrieval"}]),
        )
    return turn.thread_id, turn.run_id


async def made_preview(database: Database, user: UUID) -> UUID:
    now = datetime.now(UTC)
    preview = Preview(
        id=new_id(),
        owner_id=user,
        tool="events_create",
        title="Dinner",
        summary="Dinner on Friday",
        arguments={"title": "Dinner"},
        draft={"title": "Dinner"},
        digest="d",
        editable_fields=("title",),
        timezone="UTC",
        locale="en",
        idempotency_key=str(new_id()),
        created_at=now,
        expires_at=now + timedelta(hours=24),
    )
    async with database.unit_of_work() as session:
        await Previews().add(session, preview)
    return preview.id


async def test_threads_by_http(reused_database: Database) -> None:
    user = await make_owner(reused_database)
    thread, _ = await made_turn(reused_database, user)
    await made_turn(reused_database, user, "Milk?")
    async with client_of(make_app(reused_database, ROUTERS)) as client:
        listed = (await client.get("/threads")).json()
        assert [item["title"] for item in listed["items"]] == ["Milk?", "When is the dentist?"]
        assert listed["next_cursor"] is None
        assert {"id", "external_id", "source", "origin", "created_at", "updated_at", "version", "tags"} <= listed[
            "items"
        ][0].keys()
        read = await client.get(f"/threads/{thread}")
        assert read.headers["etag"] == '"1"'
        assert read.json()["last_message_at"].endswith("Z")
        changed = await client.patch(
            f"/threads/{thread}",
            json={"title": "Teeth", "archived_at": "2026-01-01T00:00:00Z"},
            headers={"If-Match": '"1"'},
        )
        assert changed.status_code == 200, changed.text
        assert (changed.json()["title"], changed.json()["version"]) == ("Teeth", 2)
        assert (await client.patch(f"/threads/{thread}", json={}, headers={"If-Match": '"1"'})).status_code == 412
        for query, titles in (
            ("archived=true", ["Teeth"]),
            ("archived=false", ["Milk?"]),
            ("q=friday", ["Milk?", "Teeth"]),
        ):
            found = (await client.get(f"/threads?{query}")).json()["items"]
            assert [item["title"] for item in found] == titles
        assert (await client.patch(f"/threads/{thread}", json={"archived_at": None})).json()["archived_at"] is None
        first = (await client.get(f"/threads/{thread}/messages?limit=1")).json()
        rest = (await client.get(f"/threads/{thread}/messages", params={"cursor": first["next_cursor"]})).json()
        assert [message["role"] for message in first["items"] + rest["items"]] == ["user", "assistant"]
        assert (await client.get(f"/threads/{thread}/messages?cursor=bad")).status_code == 422
        newest = (await client.get(f"/threads/{thread}/messages?limit=1&order=newest")).json()
        assert newest["items"] == rest["items"][-1:]
        older = {"cursor": newest["next_cursor"], "order": "newest"}
        before = (await client.get(f"/threads/{thread}/messages", params=older)).json()
        assert before["items"] == [*first["items"], *rest["items"]][-2::-1]
        receipt = await client.delete(f"/threads/{thread}?dry_run=true")
        assert receipt.json() == {"deleted": {"thread": 1, "message": 2}, "rebuilt": {}, "redacted": {}}
        assert (await client.get(f"/threads/{thread}")).status_code == 200
        assert (await client.delete(f"/threads/{thread}")).json() == receipt.json()
        for method in ("GET", "PATCH", "DELETE"):
            assert (await client.request(method, f"/threads/{thread}", json={})).status_code == 404


async def test_runs_by_http(reused_database: Database) -> None:
    user = await make_owner(reused_database)
    thread, run = await made_turn(reused_database, user)
    await made_turn(reused_database, user, "Milk?")
    app = make_app(reused_database, ROUTERS)
    async with client_of(app) as client:
        listed = (await client.get("/runs?q=dentist")).json()["items"]
        assert [item["id"] for item in listed] == [str(run)]
        assert listed[0]["steps"] == 1
        assert len((await client.get("/runs", params={"thread_id": str(thread)})).json()["items"]) == 1
        assert (await client.get("/runs?thread_id=none")).status_code == 404
        page = (await client.get("/runs?limit=1")).json()
        assert (await client.get("/runs", params={"cursor": page["next_cursor"]})).json()["items"][0]["id"] == str(run)
        told = (await client.get(f"/runs/{run}")).json()
        assert told["steps"][0]["proposals"][0]["tool"] == "get_events"
        assert told["verifier"] == [{"check": "retrieval"}]
        assert {"intent", "mood", "tier", "visible_tools", "stop_reason", "models", "claims", "context"} <= told.keys()
        assert (await client.post(f"/runs/{run}/cancel")).json()["state"] == "settled"
        runtime: RuntimeDouble = app.state.runtime
        assert runtime.agent.cancelled == [run]
        rated = await client.post(f"/runs/{run}/feedback", json={"rating": "good", "comment": "yes"})
        assert rated.json() == {"rating": "good", "comment": "yes"}
        assert (await client.get(f"/runs/{run}")).json()["feedback"] == rated.json()
        for bad in (
            {},
            {"rating": "fine"},
            {"rating": "good", "comment": 7},
            {"rating": "good", "comment": "x" * 4001},
        ):
            assert (await client.post(f"/runs/{run}/feedback", json=bad)).status_code == 422


async def test_previews_by_http(reused_database: Database) -> None:
    user = await make_owner(reused_database)
    preview = await made_preview(reused_database, user)
    app = make_app(reused_database, ROUTERS)
    async with client_of(app) as client:
        assert [item["id"] for item in (await client.get("/previews?state=pending")).json()["items"]] == [str(preview)]
        assert (await client.get("/previews?state=confirmed")).json()["items"] == []
        assert (await client.get("/previews?state=odd")).status_code == 422
        told = (await client.get(f"/previews/{preview}")).json()
        assert (told["state"], told["editable_fields"], told["result"]) == ("pending", ["title"], None)
        for body in (None, b"", b"{}", b"null"):
            assert (await client.post(f"/previews/{preview}/confirm", content=body)).status_code == 200
        await client.post(f"/previews/{preview}/confirm", json={"digest": "d", "edits": {"title": "Lunch"}})
        await client.post(f"/previews/{preview}/cancel")
        await client.post(f"/previews/{preview}/undo")
        await client.patch(f"/previews/{preview}", json={"edits": {"title": "Lunch"}})
        runtime: RuntimeDouble = app.state.runtime
        assert runtime.confirmer.calls == [
            *[("confirm", preview, (None, None))] * 4,
            ("confirm", preview, ("d", {"title": "Lunch"})),
            ("cancel", preview, None),
            ("undo", preview, None),
            ("edit", preview, {"title": "Lunch"}),
        ]
        for bad in ({}, {"edits": {}}, {"edits": "title"}, []):
            assert (await client.patch(f"/previews/{preview}", json=bad)).status_code == 422
        assert (await client.post(f"/previews/{preview}/confirm", json={"edits": "x"})).status_code == 422


@pytest.mark.parametrize("known", [True, False])
async def test_another_users_and_unknown_ones_are_404(reused_database: Database, known: bool) -> None:
    user, other = await make_user(reused_database), await make_user(reused_database)
    thread, run = await made_turn(reused_database, user) if known else (new_id(), new_id())
    preview = await made_preview(reused_database, user) if known else new_id()
    async with client_of(make_app(reused_database, ROUTERS), await token_of(reused_database, other, "ask")) as client:
        asked: list[tuple[str, str, object]] = [
            ("GET", f"/threads/{thread}", None),
            ("PATCH", f"/threads/{thread}", {"title": "x"}),
            ("DELETE", f"/threads/{thread}", None),
            ("GET", f"/threads/{thread}/messages", None),
            ("GET", f"/runs/{run}", None),
            ("POST", f"/runs/{run}/cancel", None),
            ("POST", f"/runs/{run}/feedback", {"rating": "good"}),
            ("GET", f"/previews/{preview}", None),
            ("PATCH", f"/previews/{preview}", {"edits": {"a": 1}}),
            ("POST", f"/previews/{preview}/confirm", {}),
            ("POST", f"/previews/{preview}/cancel", None),
            ("POST", f"/previews/{preview}/undo", None),
        ]
        for method, path, body in asked:
            answer: httpx.Response = await client.request(method, path, json=body)
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), (method, path)
        for path in ("/threads", "/runs", "/previews"):
            assert (await client.get(path)).json()["items"] == []
