"""Do both sides of a relationship say the same, and nothing that can't be true?"""

from typing import Any

import httpx


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
