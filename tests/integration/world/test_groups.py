"""Do groups and the contacts in them say the same, whichever side is written?"""

import httpx
from tests.support.entities import contact, stranger

from orchestrator.db.session import Database


async def test_the_life_of_a_group(client: httpx.AsyncClient) -> None:
    ana, bea = await contact(client, "Ana"), await contact(client, "Bea")
    body = {"name": "Book club", "aliases": ["the readers"], "contact_ids": [ana], "description": "Tuesdays"}
    made = await client.post("/contact-groups", json={**body, "selector": {"kind": "domain", "value": "acme.com"}})
    assert made.status_code == 201, made.text
    group = made.json()
    assert {"id", "external_id", "source", "origin", "created_at", "updated_at", "version", "tags"} <= group.keys()
    assert {name: group[name] for name in body} == body
    assert group["selector"] == {"kind": "domain", "value": "acme.com"}
    url = f"/contact-groups/{group['id']}"
    assert (await client.get(url)).json() == group
    assert (await client.get(url)).headers["etag"] == '"1"'
    hers = (await client.get(f"/contacts/{ana}")).json()
    assert (hers["groups"], hers["version"]) == (["Book club"], 2)
    twice = await client.post("/contact-groups", json={"name": "book CLUB"})
    assert (twice.status_code, twice.json()["code"], twice.json()["id"]) == (409, "already_exists", group["id"])
    changed = await client.patch(url, json={"contact_ids": [ana, bea], "name": "Readers"}, headers={"If-Match": '"1"'})
    assert changed.status_code == 200, changed.text
    assert (changed.json()["contact_ids"], changed.json()["version"]) == ([ana, bea], 2)
    assert [(await client.get(f"/contacts/{one}")).json()["groups"] for one in (ana, bea)] == [["Readers"]] * 2
    assert (await client.patch(url, json={}, headers={"If-Match": '"1"'})).status_code == 412
    found = (await client.get("/contacts", params={"q": "readers"})).json()["items"]
    assert {one["id"] for one in found} == {ana, bea}
    assert (await client.get("/contacts", params={"q": "book"})).json()["items"] == []
    hits = (await client.get("/search", params={"q": "Readers"})).json()["hits"]
    assert {hit["kind"] for hit in hits} == {"contact", "contact_group"}
    gone = await client.delete(url)
    assert (gone.status_code, gone.json()["deleted"]) == (200, {"contact_group": 1})
    assert (await client.get(f"/contacts/{ana}")).json()["groups"] == []
    assert (await client.get(url)).status_code == 404


async def test_a_contact_that_names_a_group_is_in_it(client: httpx.AsyncClient) -> None:
    ana = await contact(client, "Ana", groups=["Família"])
    bea = await contact(client, "Bea", groups=["familia", "Porto"])
    assert (await client.get(f"/contacts/{bea}")).json()["groups"] == ["Família", "Porto"]
    groups = {one["name"]: one for one in (await client.get("/contact-groups")).json()["items"]}
    assert groups.keys() == {"Família", "Porto"}
    assert (groups["Família"]["contact_ids"], groups["Família"]["version"]) == ([ana, bea], 2)
    await client.patch(f"/contacts/{ana}", json={"groups": []})
    left = (await client.get(f"/contact-groups/{groups['Família']['id']}")).json()
    assert (left["contact_ids"], left["version"]) == ([bea], 3)
    receipt = (await client.delete(f"/contacts/{bea}")).json()
    assert receipt["deleted"] == {"contact": 1, "contact_group": 2}
    assert (await client.get("/contact-groups")).json()["items"] == []


async def test_a_group_of_the_users_own_outlives_its_members(client: httpx.AsyncClient) -> None:
    ana = await contact(client, "Ana", groups=["Porto"])
    made = await client.post("/contact-groups", json={"name": "porto", "aliases": ["os do Porto"]})
    assert (made.status_code, made.json()["contact_ids"], made.json()["name"]) == (201, [ana], "porto")
    assert (await client.get(f"/contacts/{ana}")).json()["groups"] == ["porto"]
    by_alias = await client.post("/contacts", json={"display_name": "Bea", "groups": ["Os do porto"]})
    assert by_alias.json()["groups"] == ["porto"]
    for one in (ana, by_alias.json()["id"]):
        await client.delete(f"/contacts/{one}")
    assert [one["contact_ids"] for one in (await client.get("/contact-groups")).json()["items"]] == [[]]


async def test_a_refresh_leaves_the_groups_that_the_user_chose(client: httpx.AsyncClient) -> None:
    item = {"external_id": "1", "source": "crm", "display_name": "Ana", "groups": ["Clients"]}
    ana = (await client.post("/ingest/contact", json=item)).json()["results"][0]["id"]
    (group,) = (await client.get("/contact-groups")).json()["items"]
    assert group["origin"] == "third_party"
    await client.patch(f"/contact-groups/{group['id']}", json={"contact_ids": []})
    again = (await client.post("/ingest/contact", json=item)).json()["results"][0]
    assert (again["status"], (await client.get(f"/contacts/{ana}")).json()["groups"]) == ("unchanged", [])


async def test_bad_groups_are_told(database: Database, client: httpx.AsyncClient) -> None:
    other = await stranger(database)
    for body, field in (
        ({"name": " "}, "name"),
        ({}, "name"),
        ({"name": "x", "contact_ids": ["nobody"]}, "contact_ids"),
        ({"name": "x", "selector": {"kind": "Not A Word"}}, "selector"),
    ):
        answer = await client.post("/contact-groups", json=body)
        assert answer.status_code == 422, body
        assert field in answer.json()["errors"][0]["loc"], answer.text
    assert (await client.get("/contact-groups")).json()["items"] == []
    mine = (await client.post("/contact-groups", json={"name": "Porto"})).json()["id"]
    assert (await client.get(f"/contact-groups/{mine}", headers=other)).status_code == 404
    assert (await client.post("/contact-groups", json={"name": "Porto"}, headers=other)).status_code == 201
