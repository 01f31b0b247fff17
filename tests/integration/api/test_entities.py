"""Does every entity take and answer the fields of api.md's table, page its lists, and tell times as they are meant?"""

from typing import Any

import httpx
import pytest
from tests.support.corpora import cases

COMMON = {"id", "external_id", "source", "origin", "created_at", "updated_at", "version", "tags"}
FIELDS: dict[str, dict[str, Any]] = {
    "contacts": {
        "display_name": "Ana Souza",
        "given_name": "Ana",
        "family_name": "Souza",
        "aliases": ["A. Souza"],
        "nicknames": ["Aninha"],
        "emails": [{"value": "ana@example.org", "label": "home"}],
        "phones": [{"value": "+55 11 91234-5678", "label": None}],
        "organization": "Clínica",
        "title": "Dr",
        "birthday": "--05-14",
        "notes": "allergic to nuts",
        "groups": ["book club"],
        "relationships": [],
        "places": [],
    },
    "places": {
        "name": "Clínica",
        "aliases": ["the dentist's"],
        "category": "health",
        "address": "Rua Augusta 10",
        "lat": -23.55,
        "lon": -46.65,
        "radius_m": 60,
        "home_like": True,
        "ignored": True,
        "timezone": "America/Sao_Paulo",
        "description": "second floor",
    },
    "events": {
        "title": "Dentist",
        "description": "bring the card",
        "start_at": "2026-11-27T10:00:00",
        "end_at": "2026-11-27T11:00:00",
        "timezone": "America/Sao_Paulo",
        "all_day": False,
        "location_text": "Rua Augusta 10",
        "participants": [{"contact_id": None, "name": "Ana", "email": "ana@example.org", "role": "chair"}],
        "recurrence": "RRULE:FREQ=WEEKLY",
        "status": "tentative",
        "busy": False,
        "calendar": "work",
    },
    "todos": {
        "title": "Milk",
        "notes": "two",
        "due_at": "2026-11-27T10:00:00",
        "remind_at": "2026-11-27T09:00:00",
        "timezone": "America/Sao_Paulo",
        "done_at": "2026-11-27T09:30:00",
        "priority": 1,
        "source_kind": "event",
        "source_id": "019aa000-0000-7000-8000-000000000000",
    },
    "notes": {
        "text": "likes tea",
        "category": "preference",
        "confidence": 0.7,
        "agent": "coder",
        "subjects": ["tea"],
        "session_id": "s-1",
    },
}
ANSWERED_ONLY = {
    "events": {"start_utc", "end_utc", "place_id", "action_items", "meeting"}
    | {"overrides", "absent_since", "recurrence_id", "elsewhere"},
    "places": {"attribution"},
    "notes": {"promoted_to"},
}
LEAST = {
    "contacts": {"display_name": "Bea"},
    "places": {"name": "Home"},
    "events": {"title": "Walk", "start_at": "2026-12-01T08:00:00"},
    "todos": {"title": "Walk"},
    "notes": {"text": "likes coffee"},
}


async def good(answer: httpx.Response) -> dict[str, Any]:
    assert answer.status_code < 300, answer.text
    return dict(answer.json())


@pytest.mark.parametrize("kind", list(FIELDS))
async def test_all_fields_are_taken_and_answered(client: httpx.AsyncClient, kind: str) -> None:
    fields = {**FIELDS[kind], "tags": ["a", "b"]}
    made = await good(await client.post(f"/{kind}", json={**fields, "external_id": "x", "source": "s"}))
    assert made.keys() == COMMON | fields.keys() | ANSWERED_ONLY.get(kind, set())
    assert {name: made[name] for name in fields} == fields
    bare = await good(await client.post(f"/{kind}", json=LEAST[kind]))
    assert bare.keys() == made.keys()
    changed = await client.patch(f"/{kind}/{bare['id']}", json={**fields, "external_id": "y"})
    patched = await good(changed)
    assert {name: patched[name] for name in fields} == fields
    assert (patched["external_id"], patched["version"], changed.headers["etag"]) == (None, 2, '"2"')
    assert await good(await client.get(f"/{kind}/{bare['id']}")) == patched
    emptied = {name: None for name in fields if name not in {*LEAST[kind]}}
    assert (await good(await client.patch(f"/{kind}/{bare['id']}", json=emptied)))["tags"] == []


@pytest.mark.parametrize("kind", [kind for kind in FIELDS if kind != "notes"])
async def test_the_same_fields_are_ingested(client: httpx.AsyncClient, kind: str) -> None:
    item = {**FIELDS[kind], "tags": ["a"], "external_id": "x", "source": "s"}
    answer = await good(await client.post(f"/ingest/{kind[:-1]}", json=item))
    (result,) = answer["results"]
    assert result == {"external_id": "x", "id": result["id"], "status": "created", "errors": []}
    stored = await good(await client.get(f"/{kind}/{result['id']}"))
    assert {name: stored[name] for name in item} == item
    assert stored["origin"] == "third_party"
    mine = {name: value for name, value in LEAST[kind].items() if name != "start_at"}
    await good(await client.patch(f"/{kind}/{result['id']}", json={**mine, "tags": ["mine"]}))
    again = await good(await client.post(f"/ingest/{kind[:-1]}", json={**item, "tags": ["c"]}))
    assert again["results"][0]["status"] == "updated"
    stored = await good(await client.get(f"/{kind}/{result['id']}"))
    assert {name: stored[name] for name in mine} == mine, "the user's own fields stay"
    assert stored["tags"] == ["mine", "c"], "tags merge"


@pytest.mark.parametrize("path", ["/interactions", "/todos", "/contacts", "/previews", "/threads"])
async def test_a_search_of_many_words_is_refused_and_one_word_said_often_is_one(
    client: httpx.AsyncClient, path: str
) -> None:
    """Each word is a condition of SQL: some hundred kept the event loop for half a second."""
    assert (await client.get(path, params={"q": "à " * 90})).json()["items"] == []
    refused = await client.get(path, params={"q": " ".join(map(str, range(60)))})
    assert (refused.status_code, refused.json()["errors"][0]["loc"]) == (422, ["query", "q"])


async def test_lists_are_paged_whatever_is_asked(client: httpx.AsyncClient) -> None:
    for number in range(3):
        await good(await client.post("/todos", json={"title": f"Task {number}"}))
    whole = await good(await client.get("/todos", params={"limit": 100_000}))
    assert (len(whole["items"]), whole["next_cursor"]) == (3, None)
    first = await good(await client.get("/todos", params={"limit": 2}))
    rest = await good(await client.get("/todos", params={"limit": 2, "cursor": first["next_cursor"]}))
    assert [*first["items"], *rest["items"]] == whole["items"]
    assert [one["title"] for one in (await client.get("/todos", params={"q": "TASK 1"})).json()["items"]] == ["Task 1"]
    for wrong in ({"limit": 0}, {"limit": -1}, {"limit": "x"}, {"cursor": "x"}):
        answer = await client.get("/todos", params=wrong)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")


@pytest.mark.parametrize(("given", "start", "end", "start_utc", "end_utc"), cases("entities", "times_of_events"))
async def test_times_of_events(
    client: httpx.AsyncClient, given: dict[str, Any], start: str, end: str | None, start_utc: str, end_utc: str
) -> None:
    event = await good(await client.post("/events", json={"title": "x", **given}))
    assert (event["start_at"], event["end_at"], event["timezone"]) == (start, end, "Europe/Madrid")
    assert (event["start_utc"], event["end_utc"]) == (start_utc, end_utc)


async def test_a_home_is_a_place_of_ones_own_and_forgotten_with_it(client: httpx.AsyncClient) -> None:
    nowhere = {"home_place_id": "019aa000-0000-7000-8000-000000000000"}
    refused = await client.patch("/me", json=nowhere)
    assert (refused.status_code, refused.json()["errors"][0]["loc"]) == (422, ["body", "home_place_id"])
    home = await good(await client.post("/places", json={"name": "Home"}))
    assert (await good(await client.patch("/me", json={"home_place_id": home["id"]})))["home_place_id"] == home["id"]
    version = (await good(await client.get("/me")))["version"]
    receipt = {"deleted": {"place": 1}, "rebuilt": {}, "redacted": {"account": 1}}
    dry = await good(await client.delete(f"/places/{home['id']}", params={"dry_run": True}))
    assert dry == receipt
    assert (await good(await client.get("/me")))["home_place_id"] == home["id"]
    assert await good(await client.delete(f"/places/{home['id']}")) == receipt
    me = await good(await client.get("/me"))
    assert (me["home_place_id"], me["version"]) == (None, version + 1)
