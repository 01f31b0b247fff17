"""Threads, runs and previews by HTTP."""

from tests.support.accounts import make_owner
from tests.support.runs import preview_of, settled
from tests.support.web import RuntimeDouble, client_of, make_app

from orchestrator.api import previews, runs, threads
from orchestrator.db.session import Database
from orchestrator.domain.people.previews.service import Previews

ROUTERS = [threads.router, runs.router, previews.router]


async def test_threads_by_http(database: Database) -> None:
    user = await make_owner(database)
    thread, _ = await settled(database, user)
    await settled(database, user, "Milk?")
    async with client_of(make_app(database, ROUTERS)) as client:
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


async def test_previews_by_http(database: Database) -> None:
    user = await make_owner(database)
    waiting = preview_of(user)
    preview = waiting.id
    async with database.unit_of_work() as session:
        await Previews().add(session, waiting)
    app = make_app(database, ROUTERS)
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


async def test_runs_are_listed_and_rated_by_http(database: Database) -> None:
    user = await make_owner(database)
    thread, run = await settled(database, user)
    await settled(database, user, "Milk?")
    async with client_of(make_app(database, ROUTERS)) as client:
        (listed,) = (await client.get("/runs?q=dentist")).json()["items"]
        assert (listed["id"], listed["steps"]) == (str(run), 1)
        assert len((await client.get("/runs", params={"thread_id": str(thread)})).json()["items"]) == 1
        assert (await client.get("/runs?thread_id=none")).status_code == 404
        page = (await client.get("/runs?limit=1")).json()
        assert (await client.get("/runs", params={"cursor": page["next_cursor"]})).json()["items"][0]["id"] == str(run)
        for bad in (
            {},
            {"rating": "fine"},
            {"rating": "good", "comment": 7},
            {"rating": "good", "comment": "x" * 4001},
        ):
            assert (await client.post(f"/runs/{run}/feedback", json=bad)).status_code == 422
