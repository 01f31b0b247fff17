"""What was made of two things, when one of them is erased? It lives on by the other; and what is gone stays gone."""

from typing import Any

import pytest
import pytest_asyncio
from tests.support.filing import filed
from tests.support.steward import Person, Steward
from tests.support.vcards import card, take_cards


@pytest_asyncio.fixture
async def mia(working: Steward) -> Person:
    return await working.person("Mia Sousa")


async def erased(person: Person, path: str) -> dict[str, Any]:
    """The receipt, which is that of the dry run before."""
    dry = await person.send("DELETE", path, params={"dry_run": "true"})
    assert dry.status_code == 200, dry.text
    answer = await person.send("DELETE", path)
    assert answer.status_code == 200, answer.text
    assert answer.json() == dry.json()
    receipt: dict[str, Any] = answer.json()
    assert (await person.send("DELETE", path)).status_code == 404
    return receipt


async def found(person: Person, words: str, **more: Any) -> set[str]:
    return {hit["id"] for hit in (await person.get("/search", q=words, **more))["hits"]}


async def cards(person: Person, *texts: str, **params: str) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = (await take_cards(person, *texts, **params))["results"]
    return results


ADDRESS = "ADR;TYPE=home:;;Rua das Flores 5;Porto;;4000-001;Portugal"


async def test_a_place_of_two_cards_lives_until_both_are_gone(mia: Person) -> None:
    texts = (card("a", "Ana Reis", ADDRESS), card("b", "Rui Reis", ADDRESS))
    ana, rui = [one["id"] for one in await cards(mia, *texts)]
    (place,) = (await mia.get("/places"))["items"]
    receipt = await erased(mia, f"/contacts/{ana}")
    assert "place" not in receipt["deleted"]
    (left,) = (await mia.get("/places"))["items"]
    assert left["id"] == place["id"]
    assert [one["status"] for one in await cards(mia, *texts)] == ["erased", "unchanged"]
    receipt = await erased(mia, f"/contacts/{rui}")
    assert receipt["deleted"]["place"] == 1
    assert (await mia.get("/places"))["items"] == []
    assert await found(mia, "Flores") == set()
    assert [one["status"] for one in await cards(mia, *texts)] == ["erased", "erased"]
    assert (await mia.get("/places"))["items"] == []
    assert [one["status"] for one in await cards(mia, texts[0], restore="true")] == ["created"]


async def test_a_place_that_the_user_edited_stays(mia: Person) -> None:
    (ana,) = [one["id"] for one in await cards(mia, card("a", "Ana Reis", ADDRESS))]
    (place,) = (await mia.get("/places"))["items"]
    await mia.patch(f"/places/{place['id']}", {"name": "Grandmother's house"})
    receipt = await erased(mia, f"/contacts/{ana}")
    assert "place" not in receipt["deleted"]
    assert (await mia.get(f"/places/{place['id']}"))["name"] == "Grandmother's house"


async def test_a_contact_of_two_documents(mia: Person) -> None:
    ana = (await mia.post("/contacts", {"display_name": "Ana Prates"}))["id"]
    papers = []
    for number in (1, 2):
        made = await filed(mia, f"recipe{number}.txt", f"Prescription {number}. Patient: Ana Prates.\n".encode() * 3)
        papers.append(made["id"])
    first, second = papers
    for paper in papers:
        assert [one["contact_id"] for one in (await mia.get(f"/documents/{paper}"))["contacts"]] == [ana]
    await erased(mia, f"/documents/{first}")
    assert [one["contact_id"] for one in (await mia.get(f"/documents/{second}"))["contacts"]] == [ana]
    assert (await mia.get(f"/contacts/{ana}"))["display_name"] == "Ana Prates"
    assert await found(mia, "prescription patient", kinds="document") == {second}
    receipt = await erased(mia, f"/contacts/{ana}")
    assert receipt["deleted"]["contact"] == 1
    assert (await mia.get(f"/documents/{second}"))["contacts"] == []


async def test_erasing_who_keeps_a_merged_contact_takes_both_for_good(mia: Person) -> None:
    texts = (card("a", "Ana Reis", "EMAIL:ana@one.example"), card("b", "A. Reis", "EMAIL:ana@two.example"))
    keep, other = [one["id"] for one in await cards(mia, *texts)]
    await mia.post("/contacts/merge", {"keep_id": keep, "merge_ids": [other]})
    assert (await mia.send("DELETE", f"/contacts/{other}")).status_code == 404
    receipt = await erased(mia, f"/contacts/{keep}")
    assert receipt["deleted"]["contact"] == 2
    assert [one["status"] for one in await cards(mia, *texts)] == ["erased", "erased"]
    assert await found(mia, "Reis") == set()
    assert (await mia.send("POST", f"/contacts/{keep}/unmerge", json={"contact_id": other})).status_code == 404


async def test_a_group_loses_who_is_erased_and_keeps_the_others(mia: Person) -> None:
    people = [
        (await mia.post("/contacts", {"display_name": name, "groups": ["Rowers"]}))["id"] for name in ("Ana", "Rui")
    ]
    (group,) = (await mia.get("/contact-groups"))["items"]
    await erased(mia, f"/contacts/{people[0]}")
    assert people[0] not in str(await mia.get(f"/contact-groups/{group['id']}"))
    assert (await mia.get(f"/contacts/{people[1]}"))["groups"] == ["Rowers"]
    await erased(mia, f"/contact-groups/{group['id']}")
    assert (await mia.get(f"/contacts/{people[1]}"))["groups"] == []


KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "contact": ("/contacts", {"display_name": "Zuleica Quintino"}),
    "place": ("/places", {"name": "Zuleica Quintino"}),
    "event": ("/events", {"title": "Zuleica Quintino", "start_at": "2027-03-05T10:00"}),
    "todo": ("/todos", {"title": "Zuleica Quintino"}),
    "conversation": ("/threads", {"title": "Zuleica", "messages": [
        {"external_id": "m", "speaker": "Zuleica", "text": "Quintino sails", "at": "2026-05-03T10:00:00Z"}]}),
    "document": ("/documents", {"title": "Zuleica Quintino", "text": "Zuleica Quintino sails"}),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
async def test_what_was_erased_is_found_by_nobody_and_does_not_come_back(working: Steward, kind: str) -> None:
    mia = await working.person("Mia Sousa")
    route, fields = KINDS[kind]
    item = {"external_id": "1", "source": "app", **fields}

    async def take(given: Any) -> list[str]:
        answer = await mia.send("POST", f"/ingest/{kind}", json=given)
        assert answer.status_code == 200, answer.text
        return [one["status"] for one in answer.json()["results"]]

    assert await take(item) == ["created"]
    (row,) = (await mia.get(route))["items"]
    assert await found(mia, "Quintino") != set()
    await erased(mia, f"{route}/{row['id']}")
    assert await found(mia, "Quintino") == set()  # at once: no job has to run first
    assert await take([item, item]) == ["erased", "erased"]
    assert (await mia.get(route))["items"] == []
    tracker = await working.with_scopes(mia, "ingest")
    answer = await tracker.send("POST", f"/ingest/{kind}", json={**item, "restore": True})
    assert answer.json()["results"][0]["status"] == "erased"
    assert await take([{**item, "restore": True}, item]) in (["created", "unchanged"], ["created", "updated"])
    assert len((await mia.get(route))["items"]) == 1
    assert await take({**item, "external_id": "2"}) == ["created"]
