"""Two places that are one: what points to them follows in both directions, by words too, over an archive and erased."""

from datetime import timedelta
from typing import Any

import pytest
from tests.acceptance.test_proposed_events import SPOTS, YESTERDAY, known, listed, proposed, wandered
from tests.support.steward import Person, Steward

TIMES = {"version", "updated_at"}
AT = {"start_at": "2026-11-27T10:00:00", "timezone": "Europe/Lisbon"}


async def _place(person: Person, name: str, at: tuple[float, float] | None = None, **fields: Any) -> str:
    where = {"lat": at[0], "lon": at[1]} if at is not None else {}
    return str((await person.post("/places", {"name": name, **where, **fields}))["id"])


async def _merge(person: Person, keep: str, *others: str, **fields: Any) -> dict[str, Any]:
    answer = await person.send("POST", "/places/merge", json={"keep_id": keep, "merge_ids": list(others), **fields})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def _world(person: Person) -> dict[str, Any]:
    """All that a client sees of what a merge touches, without versions."""
    found: dict[str, Any] = {}
    for kind in ("places", "events", "contacts", "rules", "proposed-events"):
        for row in (await person.get(f"/{kind}", limit=100))["items"]:
            found[row["id"]] = {name: value for name, value in row.items() if name not in TIMES}
    return found | {"home": (await person.get("/me"))["home_place_id"]}


async def test_everything_follows_and_comes_back(steward: Steward, ana: Person) -> None:
    shop = await _place(ana, "Minipreço", (38.7350, -9.1300), address="Rua A 1")
    twin = await _place(ana, "Minipreço", (38.7353, -9.1303), aliases=["the corner shop"], category="shop", radius_m=90)
    rui = await ana.post("/contacts", {"display_name": "Rui", "places": [{"place_id": twin, "label": "Works"}]})
    event = await ana.post("/events", {"title": "Shopping", "place_id": twin, **AT})
    await ana.patch("/me", {"home_place_id": twin})
    match = {"type": "forbid", "parameters": {"match": {"place_ids": [twin]}, "operations": ["create"]}}
    ruled = await ana.send("POST", "/rules", json={"text": "never there", "effect": match})
    before = await _world(ana)
    seen = await _merge(ana, shop, twin, dry_run=True)
    assert (seen["dry_run"], await _world(ana)) == (True, before)
    assert seen["fields"] == {"aliases": ["the corner shop"], "category": ["shop"], "radius_m": [133.0]}
    told = {"account": 1, "contact_place": 1, "event": 1} | ({"fact": 1} if ruled.status_code == 201 else {})
    assert seen["moves"] == told
    assert (await _merge(ana, shop, twin))["moves"] == told
    assert (await ana.send("GET", f"/places/{twin}")).status_code == 404
    after = await _world(ana)
    assert twin not in str({key: value for key, value in after.items() if key != "home"})
    assert (after["home"], after[event["id"]]["place_id"]) == (shop, shop)
    assert after[rui["id"]]["places"] == [{"place_id": shop, "label": "Works"}]
    # who still has the old id in hand is led to the kept one
    made = await ana.post("/events", {"title": "Again", "place_id": twin, **AT})
    assert made["place_id"] == shop
    await ana.send("DELETE", f"/events/{made['id']}")
    back = await ana.send("POST", f"/places/{shop}/unmerge", json={"place_id": twin})
    assert back.status_code == 200, back.text
    assert await _world(ana) == before
    assert (await ana.send("POST", f"/places/{shop}/unmerge", json={"place_id": twin})).status_code == 404


async def test_chains_come_apart_in_any_order_and_bad_requests_are_told(ana: Person) -> None:
    one, two, three = [await _place(ana, name) for name in ("One", "Two", "Three")]
    event = await ana.post("/events", {"title": "Shopping", "place_id": one, **AT})
    before = await _world(ana)
    await _merge(ana, two, one)
    await _merge(ana, three, two)
    assert (await ana.get(f"/events/{event['id']}"))["place_id"] == three
    assert (await ana.get(f"/places/{three}"))["aliases"] == ["Two", "One"]
    await ana.post(f"/places/{three}/unmerge", {"place_id": one})
    assert (await ana.get(f"/places/{three}"))["aliases"] == ["Two"]
    assert (await ana.get(f"/events/{event['id']}"))["place_id"] == one
    await ana.post(f"/places/{three}/unmerge", {"place_id": two})
    assert await _world(ana) == before
    nobody = "01935f5c-8a00-7000-8000-000000000001"
    for body, status in (
        ({"keep_id": one, "merge_ids": [one]}, 422),
        ({"keep_id": one, "merge_ids": []}, 422),
        ({"keep_id": one, "merge_ids": [nobody]}, 404),
        ({"keep_id": "x", "merge_ids": [two]}, 422),
    ):
        assert (await ana.send("POST", "/places/merge", json=body)).status_code == status, body


async def test_a_proposal_is_accepted_after_its_place_was_merged(steward: Steward, ana: Person) -> None:
    _, place, _ = await known(ana)
    await wandered(ana, (0, 10, 12))
    assert await proposed(steward, ana) == 1
    (one,) = await listed(ana)
    other = await _place(ana, "Park café", SPOTS[0], radius_m=90)
    merged = await _merge(ana, other, place)
    assert merged["moves"]["proposed_event"] == 1
    (moved,) = await listed(ana)
    assert (moved["id"], moved["place_id"]) == (one["id"], other)
    assert place not in str(moved)
    event = await ana.post(f"/proposed-events/{one['id']}/accept", {})
    assert event["place_id"] == other
    assert await proposed(steward, ana) == 0
    stays = (await ana.get("/stays", since=(YESTERDAY - timedelta(hours=2)).isoformat()))["items"]
    assert {each["place_id"] for each in stays if each["start_at"] > f"{YESTERDAY:%Y-%m-%d}T09"} >= {other}


async def test_a_delivery_does_not_bring_it_back_and_an_erasure_takes_all(steward: Steward, ana: Person) -> None:
    items = [
        {"external_id": f"p{number}", "source": "map", "name": name, "description": f"zqword{number}"}
        for number, name in enumerate(("Pool", "Swimming hall"))
    ]
    pool, hall = [one["id"] for one in (await ana.post("/ingest/place", items))["results"]]
    await _merge(ana, pool, hall)
    told = (await ana.post("/ingest/place", items))["results"]
    assert [(one["id"], one["status"]) for one in told] == [(pool, "unchanged"), (pool, "unchanged")]
    again = await ana.send("POST", "/places", json=items[1])
    assert (again.status_code, again.json()["id"]) == (409, pool)
    assert (await ana.send("DELETE", f"/places/{pool}")).json()["deleted"]["place"] == 2
    assert await ana.scalar("select count(*) from place_merges where user_id = :me") == 0
    assert [one["status"] for one in (await ana.post("/ingest/place", items))["results"]] == ["erased", "erased"]


async def test_it_goes_over_an_archive(steward: Steward, ana: Person) -> None:
    shop, twin = await _place(ana, "Minipreço"), await _place(ana, "Mini Preço", category="shop")
    event = await ana.post("/events", {"title": "Shopping", "place_id": twin, **AT})
    whole = await steward.with_every_scope(ana)
    old = (await whole.send("GET", "/export")).content
    await _merge(ana, shop, twin)
    taken = await whole.send("POST", "/import", content=old)
    assert taken.status_code == 200, taken.text
    assert (await ana.send("GET", f"/places/{twin}")).status_code == 404
    assert (await ana.get(f"/events/{event['id']}"))["place_id"] == shop
    new = (await whole.send("GET", "/export")).content
    other = await steward.with_every_scope(await steward.person("Bruno Dias"))
    assert (await other.send("POST", "/import", content=new)).status_code == 200
    (kept,) = (await other.get("/places"))["items"]
    part = str(await other.scalar("select merged_id from place_merges where user_id = :me"))
    back = await other.send("POST", f"/places/{kept['id']}/unmerge", json={"place_id": part})
    assert (back.status_code, back.json()["name"]) == (200, "Mini Preço")
    (row,) = (await other.get("/events"))["items"]
    assert row["place_id"] == part


WORDS = (
    ("the two Minipreço are the same place", "en"),
    ("merge the places Minipreço and Minipreço", "en"),
    ("los dos Minipreço son el mismo sitio", "es"),
    ("os dois Minipreço são o mesmo lugar", "pt"),
    ("les deux Minipreço sont le même endroit", "fr"),
)


@pytest.mark.parametrize(("words", "locale"), WORDS)
async def test_by_words(rita: Person, words: str, locale: str) -> None:
    shop = await _place(rita, "Minipreço", (38.7350, -9.1300))
    twin = await _place(rita, "Minipreço", (38.7353, -9.1303))
    event = await rita.post("/events", {"title": "Shopping", "place_id": twin, **AT})
    said = await rita.post("/ask", {"question": words, "client_context": {"locale": locale}})
    assert [one["tool"] for one in said["actions"]] == ["places_merge"], said
    (preview,) = said["previews"]
    await rita.post(f"/previews/{preview['id']}/confirm", {})
    assert (await rita.get(f"/events/{event['id']}"))["place_id"] == shop
    undone = await rita.send("POST", f"/previews/{preview['id']}/undo", json={})
    assert undone.status_code == 200, undone.text
    assert (await rita.get(f"/events/{event['id']}"))["place_id"] == twin
