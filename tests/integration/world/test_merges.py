"""Is a merge of contacts whole, and is an un-merge its inverse?"""

from typing import Any

import httpx
from tests.support.entities import contact, made, stranger
from tests.support.postgres import scalar

from orchestrator.db.session import Database

TIMES = {"version", "updated_at"}


async def _merge(client: httpx.AsyncClient, keep: str, *others: str, **fields: Any) -> dict[str, Any]:
    answer = await client.post("/contacts/merge", json={"keep_id": keep, "merge_ids": list(others), **fields})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def _unmerge(client: httpx.AsyncClient, keep: str, other: str) -> dict[str, Any]:
    answer = await client.post(f"/contacts/{keep}/unmerge", json={"contact_id": other})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def _world(client: httpx.AsyncClient) -> dict[str, Any]:
    """All that a client sees, without versions."""
    found = {}
    for kind in ("contacts", "contact-groups", "events", "todos", "places"):
        for row in (await client.get(f"/{kind}", params={"limit": 100})).json()["items"]:
            found[row["id"]] = {name: value for name, value in row.items() if name not in TIMES}
            if kind == "contacts":
                found[row["id"]]["relationships"].sort(key=str)
    return found


async def test_everything_moves_and_comes_back(client: httpx.AsyncClient) -> None:
    home = await made(client, "places", name="Home")
    ana = await contact(
        client, "Ana Souza", emails=["ana@example.org"], phones=["+351 912 345 678"], groups=["Porto"], notes="tall"
    )
    rui = await contact(client, "Rui")
    twin = await contact(
        client,
        "Ana S.",
        emails=["ANA@example.org", "ana@work.org"],
        phones=["+351912345678", "+351 220 000 000"],
        organization="Acme",
        birthday="1990-05-14",
        groups=["Climbers"],
        notes="likes tea",
        relationships=[{"contact_id": rui, "label": "brother"}],
        places=[{"place_id": home, "label": "Home"}],
    )
    event = await made(
        client,
        "events",
        title="Tea",
        start_at="2026-11-27T10:00:00",
        participants=[{"contact_id": twin}, {"name": "Zoe"}],
    )
    both = {
        "title": "All",
        "start_at": "2026-11-28T10:00:00",
        "participants": [{"contact_id": ana}, {"contact_id": twin}],
    }
    together = await made(client, "events", **both)
    todo = await made(client, "todos", title="Call", source_kind="contact", source_id=twin)
    before = await _world(client)

    seen = await _merge(client, ana, twin, dry_run=True)
    assert (seen["dry_run"], seen["moves"]) == (True, {"relationship": 1, "place": 1, "event": 2, "todo": 1})
    assert seen["fields"] == {
        "aliases": ["Ana S."],
        "emails": [{"value": "ana@work.org", "label": None}],
        "phones": [{"value": "+351 220 000 000", "label": None}],
        "groups": ["Climbers"],
        "organization": ["Acme"],
        "birthday": ["1990-05-14"],
        "notes": ["tall\n\nlikes tea"],
    }
    assert await _world(client) == before

    merged = await _merge(client, ana, twin)
    assert {**merged, "dry_run": True, "updated_at": ""} == {**seen, "updated_at": ""}
    assert (merged["id"], merged["merged_ids"], merged["version"]) == (ana, [twin], 2)
    gone = await client.get(f"/contacts/{twin}")
    assert (gone.status_code, gone.json()["merged_into"]) == (404, ana)
    assert (await client.patch(f"/contacts/{twin}", json={"notes": "x"})).status_code == 404
    assert (await client.get(f"/contacts/{rui}")).json()["relationships"][0]["contact_id"] == ana
    assert [one["contact_id"] for one in (await client.get(f"/events/{event}")).json()["participants"]] == [ana, None]
    assert [one["contact_id"] for one in (await client.get(f"/events/{together}")).json()["participants"]] == [ana]
    assert (await client.get(f"/todos/{todo}")).json()["source_id"] == ana
    hits = (await client.get("/search", params={"q": "work.org", "kinds": "contact"})).json()["hits"]
    assert [hit["id"] for hit in hits] == [ana]
    climbers = next(one for one in (await client.get("/contact-groups")).json()["items"] if one["name"] == "Climbers")
    assert climbers["contact_ids"] == [ana]

    back = await _unmerge(client, ana, twin)
    assert (back["id"], back["kept"]["id"]) == (twin, ana)
    assert await _world(client) == before
    hits = (await client.get("/search", params={"q": "work.org", "kinds": "contact"})).json()["hits"]
    assert hits[0]["id"] == twin


async def test_what_the_user_changed_since_stays(client: httpx.AsyncClient) -> None:
    ana = await contact(client, "Ana", emails=["a@x.org"], nicknames=["Nana"])
    twin = await contact(client, "Ana S.", emails=["b@x.org", "c@x.org"], organization="Acme", title="Dr", notes="tea")
    await _merge(client, ana, twin)
    edits = {
        "emails": ["a@x.org", "c@x.org", "d@x.org"],
        "organization": "Beta",
        "notes": "tea\n\nand scones",
        "nicknames": ["Aninha"],
    }
    await client.patch(f"/contacts/{ana}", json=edits)
    back = await _unmerge(client, ana, twin)
    kept = back["kept"]
    assert [one["value"] for one in kept["emails"]] == ["a@x.org", "d@x.org"]
    assert (kept["organization"], kept["title"], kept["nicknames"], kept["aliases"]) == ("Beta", None, ["Aninha"], [])
    assert kept["notes"] == "and scones"
    assert [one["value"] for one in back["emails"]] == ["b@x.org", "c@x.org"]
    assert (back["organization"], back["title"], back["notes"]) == ("Acme", "Dr", "tea")


async def test_merges_come_out_in_any_order(client: httpx.AsyncClient) -> None:
    friend = await contact(client, "Zoe")
    link = [{"contact_id": friend, "label": "Friend"}]
    ids = [
        await contact(client, name, emails=[f"{name}@x.org", "shared@x.org"], organization=name, relationships=link)
        for name in ("ana", "bea", "caro", "dora")
    ]
    ana, bea, caro, dora = ids
    people = [{"contact_id": one} for one in ids]
    await made(client, "events", title="All", start_at="2026-11-28T10:00:00", participants=people)
    before = await _world(client)
    await _merge(client, ana, bea, caro)
    await _merge(client, dora, ana)
    assert (await client.get(f"/contacts/{bea}")).json()["merged_into"] == dora
    await client.patch(f"/contacts/{dora}", json={"birthday": "--01-02"})
    await _unmerge(client, dora, bea)
    await _unmerge(client, dora, ana)
    again = await client.post(f"/contacts/{dora}/unmerge", json={"contact_id": caro})
    assert again.status_code == 404
    await _unmerge(client, ana, caro)
    after = await _world(client)
    assert after[dora]["birthday"] == "--01-02"
    after[dora]["birthday"] = None
    assert after == before


async def test_a_source_goes_on_with_the_kept_contact(client: httpx.AsyncClient) -> None:
    item = {"external_id": "7", "source": "crm", "display_name": "Ana S.", "emails": ["b@x.org"], "title": "Dr"}
    twin = (await client.post("/ingest/contact", json=item)).json()["results"][0]["id"]
    mine = {"external_id": "1", "source": "phone", "display_name": "Ana", "emails": ["a@x.org"]}
    ana = (await client.post("/ingest/contact", json=mine)).json()["results"][0]["id"]
    await _merge(client, ana, twin)

    async def ingested(*items: dict[str, Any]) -> list[tuple[str, str]]:
        results = (await client.post("/ingest/contact", json=list(items))).json()["results"]
        return [(one["status"], one["id"]) for one in results]

    assert await ingested(item, mine) == [("unchanged", ana), ("unchanged", ana)]
    assert await ingested({**item, "emails": ["new@x.org"]}) == [("updated", ana)]
    assert await ingested({**mine, "emails": ["a2@x.org"], "organization": "Acme"}) == [("updated", ana)]
    kept = (await client.get(f"/contacts/{ana}")).json()
    assert [one["value"] for one in kept["emails"]] == ["a2@x.org", "new@x.org"]
    assert (kept["organization"], kept["title"], kept["aliases"]) == ("Acme", "Dr", ["Ana S."])
    await client.patch(f"/contacts/{ana}", json={"emails": ["a2@x.org"]})
    assert await ingested({**item, "emails": ["new@x.org"]}) == [("unchanged", ana)]
    assert len((await client.get("/contacts")).json()["items"]) == 1
    back = await _unmerge(client, ana, twin)
    assert [one["value"] for one in back["emails"]] == ["new@x.org"]
    assert (back["kept"]["title"], back["kept"]["organization"]) == (None, "Acme")
    assert await ingested(item) == [("updated", twin)]


async def test_a_source_may_say_links_of_a_merged_contact(client: httpx.AsyncClient) -> None:
    home, work = await made(client, "places", name="Home"), await made(client, "places", name="Work")
    rui, eva = await contact(client, "Rui"), await contact(client, "Eva")
    item: dict[str, Any] = {
        "external_id": "7",
        "source": "crm",
        "display_name": "Ana S.",
        "relationships": [{"contact_id": rui, "label": "Brother"}],
        "places": [{"place_id": home, "label": "Home"}],
    }

    async def ingested(body: dict[str, Any]) -> dict[str, Any]:
        answer = (await client.post("/ingest/contact", json=body)).json()
        return dict(answer["results"][0])

    twin = (await ingested(item))["id"]
    ana = (await ingested({"external_id": "1", "source": "phone", "display_name": "Ana"}))["id"]
    await _merge(client, ana, twin)
    assert (await ingested(item))["status"] == "unchanged"
    item |= {
        "relationships": [{"contact_id": eva, "label": "Sister"}],
        "places": [{"place_id": work, "label": "Work"}],
    }
    assert (await ingested(item))["status"] == "updated"
    kept = (await client.get(f"/contacts/{ana}")).json()
    assert [one["contact_id"] for one in kept["relationships"]] == [eva]
    assert kept["places"] == [{"place_id": work, "label": "Work"}]
    bad = {**item, "relationships": [{"contact_id": ana, "label": "Sister"}, {"contact_id": work}]}
    told = await ingested(bad)
    assert (told["status"], told["errors"][0]["loc"][0]) == ("invalid", "relationships")
    mine = {"external_id": "1", "source": "phone", "display_name": "Ana", "relationships": []}
    assert (await ingested(mine))["status"] == "unchanged", "it says nothing of the other record's"
    back = await _unmerge(client, ana, twin)
    assert [one["contact_id"] for one in back["relationships"]] == [eva]
    assert back["places"] == [{"place_id": work, "label": "Work"}]
    assert back["kept"]["relationships"] == []


async def test_erasing_takes_the_merged_one_too(client: httpx.AsyncClient, database: Database) -> None:
    item = {"external_id": "7", "source": "crm", "display_name": "Plantedname", "notes": "planted words"}
    twin = (await client.post("/ingest/contact", json=item)).json()["results"][0]["id"]
    first, second = await contact(client, "Ana"), await contact(client, "Bea")
    await _merge(client, first, twin)
    await _merge(client, second, first)
    receipt = (await client.delete(f"/contacts/{second}", params={"dry_run": "true"})).json()
    assert receipt["deleted"] == {"contact": 3}
    assert (await client.delete(f"/contacts/{second}")).json() == receipt
    assert (await client.post("/ingest/contact", json=item)).json()["results"][0]["status"] == "erased"
    for table in ("contact_merges", "contact_duplicates", "contacts"):
        assert await scalar(database, f"select count(*) from {table}") == 0


async def test_bad_merges(client: httpx.AsyncClient, database: Database) -> None:
    other = await stranger(database)
    ana, bea = await contact(client, "Ana"), await contact(client, "Bea")
    theirs = (await client.post("/contacts", json={"display_name": "Zoe"}, headers=other)).json()["id"]
    for body, status in (
        ({"keep_id": ana, "merge_ids": []}, 422),
        ({"keep_id": ana, "merge_ids": [ana]}, 422),
        ({"keep_id": ana}, 422),
        ({"keep_id": "x", "merge_ids": [bea]}, 422),
        ({"keep_id": ana, "merge_ids": [theirs]}, 404),
        ({"keep_id": theirs, "merge_ids": [ana]}, 404),
    ):
        assert (await client.post("/contacts/merge", json=body)).status_code == status, body
    body = {"keep_id": ana, "merge_ids": [bea]}
    assert (await client.post("/contacts/merge", json=body, headers={"If-Match": '"9"'})).status_code == 412
    reader = await stranger(database, "read")
    assert (await client.post("/contacts/merge", json=body, headers=reader)).status_code == 403
    assert (await client.post(f"/contacts/{ana}/unmerge", json={"contact_id": bea})).status_code == 404
    assert len((await client.get("/contacts")).json()["items"]) == 2
