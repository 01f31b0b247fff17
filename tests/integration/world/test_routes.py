"""Do the entity, ingest and search routes keep api.md?"""

from typing import Any

import httpx
import pytest
from tests.support.accounts import make_owner, token_of
from tests.support.corpora import cases

from orchestrator.db.session import Database

ITEMS: dict[str, dict[str, Any]] = {
    "contacts": {
        "display_name": "Ana Souza",
        "emails": ["ana@example.org"],
        "phones": [{"value": "1", "label": "home"}],
    },
    "places": {"name": "Home", "lat": 1.5, "lon": 2, "home_like": True},
    "events": {"title": "Dentist", "start_at": "2026-11-27T10:00:00", "participants": ["Ana"]},
    "todos": {"title": "Milk", "due_at": "2026-11-27T10:00:00", "priority": "high"},
    "notes": {"text": "likes tea", "confidence": 0.7, "subjects": ["tea"]},
}
CHANGES: dict[str, dict[str, Any]] = {
    "contacts": {"nicknames": ["Aninha"]},
    "places": {"radius_m": 50},
    "events": {"busy": False, "status": "tentative"},
    "todos": {"done_at": "2026-11-27T11:00:00"},
    "notes": {"text": "likes coffee"},
}


@pytest.mark.parametrize("kind", list(ITEMS))
async def test_the_life_of_an_entity(client: httpx.AsyncClient, kind: str) -> None:
    made = await client.post(f"/{kind}", json={**ITEMS[kind], "tags": ["a"], "external_id": "x", "source": "s"})
    assert made.status_code == 201, made.text
    entity = made.json()
    assert {"id", "external_id", "source", "origin", "created_at", "updated_at", "version", "tags"} <= entity.keys()
    assert (entity["origin"], entity["version"], made.headers["etag"]) == ("own_data", 1, '"1"')
    assert entity["created_at"].endswith("Z")
    url = f"/{kind}/{entity['id']}"
    assert (await client.get(url)).json() == entity
    listed = (await client.get(f"/{kind}")).json()
    assert listed == {"items": [entity], "next_cursor": None}
    twice = await client.post(f"/{kind}", json={**ITEMS[kind], "external_id": "x", "source": "s"})
    assert (twice.status_code, twice.json()["code"], twice.json()["id"]) == (409, "already_exists", entity["id"])
    changed = await client.patch(url, json=CHANGES[kind], headers={"If-Match": '"1"'})
    assert (changed.status_code, changed.json()["version"]) == (200, 2), changed.text
    assert changed.json() == {**entity, **CHANGES[kind], "version": 2, "updated_at": changed.json()["updated_at"]}
    same = await client.patch(url, json=CHANGES[kind])
    assert same.json()["version"] == 2
    for stale in ('"1"', '"1", "3"', 'W/"2"', '"2'):
        for answer in (
            await client.patch(url, json=CHANGES[kind], headers={"If-Match": stale}),
            await client.delete(url, headers={"If-Match": stale}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (412, "version_conflict"), stale
    either = {"If-Match": '"1", "2"'}
    assert (await client.patch(url, json=CHANGES[kind], headers=either)).status_code == 200
    assert (await client.delete(url, params={"dry_run": "true"}, headers=either)).status_code == 200
    receipt = {"deleted": {kind[:-1]: 1}, "rebuilt": {}, "redacted": {}}
    assert (await client.delete(url, params={"dry_run": "true"})).json() == receipt
    assert (await client.get(url)).status_code == 200
    gone = await client.delete(url)
    assert (gone.status_code, gone.json()) == (200, receipt)
    for answer in (await client.get(url), await client.patch(url, json={}), await client.delete(url)):
        assert answer.status_code == 404


@pytest.mark.parametrize(("kind", "body"), cases("bodies", "bad_bodies"))
async def test_bad_bodies(client: httpx.AsyncClient, kind: str, body: Any) -> None:
    answer = await client.post(f"/{kind}", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")
    assert answer.json()["errors"]
    assert (await client.get(f"/{kind}")).json()["items"] == []


async def test_event_lists_take_a_range(client: httpx.AsyncClient) -> None:
    for day in ("2026-11-26", "2026-11-27", "2026-11-28"):
        await client.post("/events", json={"title": day, "start_at": f"{day}T23:30:00", "timezone": "America/New_York"})
    for since, until, found in (
        ("2026-11-28", "2026-11-29", ["2026-11-27"]),
        ("2026-11-28T04:30:00Z", "2026-11-28T04:31:00Z", ["2026-11-27"]),
        ("2026-11-28T05:30:00+01:00", None, ["2026-11-27", "2026-11-28"]),
    ):
        params = {"since": since, **({"until": until} if until else {})}
        answer = await client.get("/events", params=params)
        assert [one["title"] for one in answer.json()["items"]] == found
    assert (await client.get("/events", params={"since": "soon"})).status_code == 422
    page = (await client.get("/events", params={"limit": 2})).json()
    rest = (await client.get("/events", params={"limit": 2, "cursor": page["next_cursor"]})).json()
    assert [len(page["items"]), len(rest["items"]), rest["next_cursor"]] == [2, 1, None]
    assert (await client.get("/events", params={"cursor": "x"})).status_code == 422


async def test_relationships_and_places_of_a_contact(client: httpx.AsyncClient) -> None:
    ana, bea = [(await client.post("/contacts", json={"display_name": name})).json()["id"] for name in ("Ana", "Bea")]
    home = (await client.post("/places", json=ITEMS["places"])).json()["id"]
    link = {"contact_id": bea, "label": "Sister", "reciprocal_label": "Brother"}
    made = await client.post(f"/contacts/{ana}/relationships", json=link)
    assert (made.status_code, made.json()["relationships"], made.json()["version"]) == (201, [link], 2)
    seen = (await client.get(f"/contacts/{bea}/relationships")).json()["items"]
    assert seen == [{"contact_id": ana, "label": "Brother", "reciprocal_label": "Sister"}]
    self_made = await client.post(f"/contacts/{ana}/relationships", json={"contact_id": ana})
    assert self_made.status_code == 422
    tried = await client.delete(f"/contacts/{bea}/relationships/{ana}", params={"dry_run": True})
    assert tried.json()["deleted"] == {"contact_relationship": 1}
    gone = await client.delete(f"/contacts/{bea}/relationships/{ana}")
    assert gone.json()["deleted"] == {"contact_relationship": 1}
    assert (await client.delete(f"/contacts/{bea}/relationships/{ana}")).status_code == 404
    place = {"place_id": home, "label": "Home"}
    assert (await client.post(f"/contacts/{ana}/places", json=place)).json()["places"] == [place]
    assert (await client.get(f"/contacts/{ana}/places")).json()["items"] == [place]
    for query in ({"dry_run": True}, {}):
        receipt = await client.delete(f"/contacts/{ana}/places/{home}", params=query)
        assert (receipt.status_code, receipt.json()["deleted"]) == (200, {"contact_place": 1})
    assert (await client.get(f"/contacts/{ana}/places")).json()["items"] == []


async def test_a_voice_is_tried_before_it_goes(client: httpx.AsyncClient) -> None:
    ana = (await client.post("/contacts", json={"display_name": "Ana"})).json()["id"]
    await client.put(f"/contacts/{ana}/voice", json={"enabled": True})
    heard = {"speaker": "S1", "contact_id": ana, "embedding": [0.1, -0.1] * 96, "speech_s": 40}
    await client.post("/meetings/speakers/confirm", json={"meeting_id": "m-voice", "assignments": [heard]})
    shown = await client.get(f"/contacts/{ana}/voice")
    assert [one["samples"] for one in shown.json()["clusters"]] == [1]
    tried = await client.delete(f"/contacts/{ana}/voice", params={"dry_run": True})
    assert (tried.status_code, tried.json()["deleted"]) == (200, {"voice_sample": 1})
    same = await client.get(f"/contacts/{ana}/voice")
    assert (same.json(), same.headers["etag"]) == (shown.json(), shown.headers["etag"])
    gone = await client.delete(f"/contacts/{ana}/voice")
    assert (gone.status_code, gone.content) == (204, b"")
    assert (await client.get(f"/contacts/{ana}/voice")).json() == {"enabled": False, "clusters": []}


async def test_a_contact_changes_its_relationships(client: httpx.AsyncClient) -> None:
    ana, bea = [(await client.post("/contacts", json={"display_name": name})).json()["id"] for name in ("Ana", "Bea")]
    link = {"contact_id": bea, "label": "Sister", "reciprocal_label": "Brother"}
    patched = await client.patch(f"/contacts/{ana}", json={"relationships": [link], "emails": ["a@b.org"]})
    assert patched.json()["relationships"] == [link]
    assert patched.json()["emails"] == [{"value": "a@b.org", "label": None}]


async def test_ingestion(client: httpx.AsyncClient) -> None:
    items = [{**ITEMS["events"], "external_id": str(number), "source": "cal"} for number in range(3)]
    answer = await client.post("/ingest/event", json=[*items, {"title": "no start", "external_id": "bad"}, 7])
    assert answer.status_code == 200
    results = answer.json()["results"]
    assert [one["status"] for one in results] == ["created"] * 3 + ["invalid"] * 2
    assert [one["external_id"] for one in results] == ["0", "1", "2", "bad", None]
    assert results[3]["errors"][0]["loc"] == ["start_at"]
    again = (await client.post("/ingest/event", json=items)).json()["results"]
    assert [(one["status"], one["id"]) for one in again] == [("unchanged", one["id"]) for one in results[:3]]
    assert (await client.get(f"/events/{results[0]['id']}")).json()["origin"] == "third_party"
    await client.delete(f"/events/{results[0]['id']}")
    assert (await client.post("/ingest/event", json=items[0])).json()["results"][0]["status"] == "erased"
    none = await client.post("/ingest/event", json=[{}, {"title": 5}])
    assert (none.status_code, none.json()["code"]) == (422, "invalid_request")
    assert [one["status"] for one in none.json()["results"]] == ["invalid", "invalid"]
    assert (await client.post("/ingest/event", json=[{}] * 1_001)).status_code == 422
    assert (await client.post("/ingest/event", json="text")).status_code == 422
    for kind in ("contact", "place", "todo"):
        assert (await client.post(f"/ingest/{kind}", json=ITEMS[f"{kind}s"])).json()["results"][0][
            "status"
        ] == "created"


async def test_restoring_needs_write(database: Database, client: httpx.AsyncClient) -> None:
    owner = await make_owner(database)
    item = {**ITEMS["todos"], "external_id": "1", "source": "s"}
    made = (await client.post("/ingest/todo", json=item)).json()["results"][0]
    await client.delete(f"/todos/{made['id']}")
    narrow = {"Authorization": f"Bearer {await token_of(database, owner, 'ingest')}"}
    again = {**item, "restore": True}
    assert (await client.post("/ingest/todo", json=again, headers=narrow)).json()["results"][0]["status"] == "erased"
    assert (await client.post("/ingest/todo", json=again)).json()["results"][0]["status"] == "created"
