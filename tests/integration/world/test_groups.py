"""Do groups and their contacts, and both sides of a relationship, say the same, and nothing that can't be true?"""

from typing import Any

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


async def _people(client: httpx.AsyncClient, *names: str) -> list[str]:
    return [(await client.post("/contacts", json={"display_name": name})).json()["id"] for name in names]


async def _relate(client: httpx.AsyncClient, one: str, other: str, label: str, **fields: Any) -> httpx.Response:
    body = {"contact_id": other, "label": label, **fields}
    return await client.post(f"/contacts/{one}/relationships", json=body)


async def _seen(client: httpx.AsyncClient, one: str) -> dict[str, tuple[str, str]]:
    found = (await client.get(f"/contacts/{one}")).json()["relationships"]
    return {link["contact_id"]: (link["label"], link["reciprocal_label"]) for link in found}


async def test_one_side_writes_the_other(client: httpx.AsyncClient) -> None:
    ana, rui, eva = await _people(client, "Ana", "Rui", "Eva")
    assert (await _relate(client, ana, rui, "brother")).status_code == 201
    assert await _seen(client, rui) == {ana: ("Sibling", "Brother")}
    await _relate(client, rui, eva, "mother")  # Rui is somebody's brother: he is a son
    assert await _seen(client, eva) == {rui: ("Son", "Mother")}
    await _relate(client, eva, ana, "Daughter")
    assert (await _seen(client, ana))[eva] == ("Mother", "Daughter")
    version = (await client.get(f"/contacts/{eva}")).json()["version"]
    await client.patch(f"/contacts/{rui}", json={"relationships": []})
    assert await _seen(client, ana) == {eva: ("Mother", "Daughter")}
    after = (await client.get(f"/contacts/{eva}")).json()
    assert (after["version"], len(after["relationships"])) == (version + 1, 1)
    await _relate(client, ana, rui, "irmão", reciprocal_label="irmã")
    assert await _seen(client, rui) == {ana: ("Irmã", "Irmão")}
    same = await client.patch(f"/contacts/{rui}", json={"relationships": [{"contact_id": ana, "label": "Irmã"}]})
    assert same.json()["relationships"] == [{"contact_id": ana, "label": "Irmã", "reciprocal_label": "Irmão"}]


async def test_a_general_word_becomes_precise(client: httpx.AsyncClient) -> None:
    ana, rui, eva = await _people(client, "Ana", "Rui", "Eva")
    await _relate(client, rui, eva, "Mother")
    assert (await _seen(client, eva))[rui] == ("Child", "Mother")
    version = (await client.get(f"/contacts/{eva}")).json()["version"]
    await _relate(client, ana, rui, "irmão")
    assert (await _seen(client, eva))[rui] == ("Son", "Mother")
    assert (await client.get(f"/contacts/{eva}")).json()["version"] == version + 1
    await client.patch(f"/contacts/{ana}", json={"tags": ["relation:Sister"]})
    assert (await _seen(client, rui))[ana] == ("Irmã", "Irmão")


async def test_what_can_not_be_true(client: httpx.AsyncClient) -> None:
    ana, bea, caro = await _people(client, "Ana", "Bea", "Caro")
    assert (await _relate(client, ana, ana, "Friend")).status_code == 422
    assert (await _relate(client, ana, bea, "Mother")).status_code == 201
    for answer in (
        await _relate(client, bea, ana, "mãe"),
        await _relate(client, ana, bea, "Mother", reciprocal_label="Grandmother"),
        await client.patch(f"/contacts/{bea}", json={"relationships": [{"contact_id": ana, "label": "Mother"}]}),
    ):
        assert (answer.status_code, answer.json()["errors"][0]["loc"][0]) == (422, "relationships"), answer.text
    assert (await _relate(client, bea, caro, "Father")).status_code == 201
    assert (await _relate(client, caro, ana, "Grandfather")).status_code == 422  # a circle of three
    assert (await _relate(client, ana, caro, "Grandfather")).status_code == 201
    assert (await _relate(client, bea, ana, "Mother", reciprocal_label="Daughter")).status_code == 201
    assert (await _seen(client, ana))[bea] == ("Daughter", "Mother")


async def test_a_link_is_said_anew_from_the_same_side(client: httpx.AsyncClient) -> None:
    ana, bea = await _people(client, "Ana", "Bea")
    for label, back in (("Grandmother", "Grandchild"), ("Niece", "Aunt/Uncle"), ("Filha", "Pai/Mãe")):
        assert (await _relate(client, ana, bea, label)).status_code == 201
        assert await _seen(client, ana) == {bea: (label, back)}
    put = {"relationships": [{"contact_id": bea, "label": "Mother"}]}
    assert (await client.patch(f"/contacts/{ana}", json=put)).status_code == 200
    assert await _seen(client, bea) == {ana: ("Child", "Mother")}
    assert (await _relate(client, bea, ana, "Mother")).status_code == 422


async def test_items_that_contradict_are_invalid_alone(client: httpx.AsyncClient) -> None:
    ana, bea = await _people(client, "Ana", "Bea")
    both = [
        {"external_id": str(number), "display_name": f"X{number}", "relationships": [{"contact_id": ana, "label": label,
         "reciprocal_label": back}]}
        for number, (label, back) in enumerate((("Mother", "Mother"), ("Mother", None)))
    ]  # fmt: skip
    bad = {"external_id": "9", "display_name": "Y", "emails": ["no at"]}
    results = (await client.post("/ingest/contact", json=[*both, bad])).json()["results"]
    assert [one["status"] for one in results] == ["invalid", "created", "invalid"]
    assert [results[index]["errors"][0]["loc"][0] for index in (0, 2)] == ["relationships", "emails"]
    assert len((await client.get("/contacts")).json()["items"]) == 3
    for field, value in (("emails", ["ana"]), ("emails", [{"value": "a b@x"}]), ("phones", ["call me"])):
        answer = await client.patch(f"/contacts/{bea}", json={field: value})
        assert (answer.status_code, answer.json()["errors"][0]["loc"][:2]) == (422, ["body", field])


async def test_duplicates_are_proposed_once(client: httpx.AsyncClient) -> None:
    async def made(name: str, **fields: Any) -> str:
        return str((await client.post("/contacts", json={"display_name": name, **fields})).json()["id"])

    await client.patch("/me", json={"locale": "pt-PT", "timezone": "Europe/Lisbon"})
    ana = await made("Ana Souza", emails=["ana@x.org"], phones=["912 345 678"])
    twin = await made("Ana S.", emails=["ANA@x.org"])
    third = await made("Aninha", phones=["+351 912345678"])
    same = [await made("João Silva", birthday="1990-01-02"), await made("Joao Silva", birthday="--01-02")]
    alike = [await made("Eva Lima"), await made("Eva Lima")]
    await made("Eva"), await made("Eva")
    told = (await client.post("/contacts/duplicates")).json()["items"]
    why = {frozenset(one["contact_ids"]): (one["why"], one["proposed"]) for one in told}
    assert why == {
        frozenset({ana, twin}): ("email", True),
        frozenset({ana, third}): ("phone", True),
        frozenset(same): ("name_and_birthday", True),
        frozenset(alike): ("name", False),
    }
    waiting = (await client.get("/previews", params={"state": "pending"})).json()["items"]
    assert {one["tool"] for one in waiting} == {"contacts_merge"}
    assert sorted(len(one["arguments"]["merge_ids"]) for one in waiting) == [1, 2]
    first = next(one for one in waiting if one["arguments"]["keep_id"] == ana)
    assert first["summary"].startswith("Juntar “Ana S.”, “Aninha” a “Ana Souza”")
    await client.post("/contacts/duplicates")
    assert len((await client.get("/previews")).json()["items"]) == 2
    assert len((await client.get("/contacts")).json()["items"]) == 9
    assert (await client.get("/contacts/duplicates")).json()["items"] == told
