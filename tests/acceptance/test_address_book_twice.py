"""An address book that comes again under another source: asked about person by person, and nobody is merged unasked."""

import pytest_asyncio
from tests.support.steward import Person, Steward
from tests.support.vcards import asked_about, card, names, take_cards


@pytest_asyncio.fixture(scope="module")
async def steward(working: Steward) -> Steward:
    return working


BOOK = "".join(
    [
        card("0b8f62ce-0001-4a4e-9d7b-0000000000a1", "Ana Souza", "EMAIL:ana@example.org"),
        card("0b8f62ce-0001-4a4e-9d7b-0000000000a2", "Bruno Lima", "TEL:+351 912 345 678"),
        card("0b8f62ce-0001-4a4e-9d7b-0000000000a3", "Carla Dias"),
        card("0b8f62ce-0001-4a4e-9d7b-0000000000a4", "Davi Reis", "BDAY:1990-05-14"),
        card("0b8f62ce-0001-4a4e-9d7b-0000000000a5", "Eva Melo", "TEL:21 555 0199"),
    ]
)
NAMES = ["Ana Souza", "Bruno Lima", "Carla Dias", "Davi Reis", "Eva Melo"]


async def test_the_same_book_from_another_source_is_asked_about(me: Person, steward: Steward) -> None:
    first = await take_cards(me, BOOK, source="vcard:phone")
    assert first["duplicates"] == 0
    here = [one["id"] for one in first["results"]]
    again = await take_cards(me, BOOK, source="vcard:phone")
    assert ({one["status"] for one in again["results"]}, again["duplicates"]) == ({"unchanged"}, 0)
    second = await take_cards(me, BOOK, source="vcard:laptop")
    assert (second["duplicates"], second["waiting"]) == (5, 5)
    assert await names(me) == NAMES
    assert [one["duplicate_of"] for one in second["results"]] == here
    pairs = await asked_about(me, 5)
    assert {one["why"] for one in pairs} == {"uid"}
    assert {frozenset(one["contact_ids"]) for one in pairs} == {
        frozenset((one["duplicate_of"], one["id"])) for one in second["results"]
    }
    for one in pairs:
        await me.post(f"/previews/{one['preview_id']}/confirm")
    assert await names(me) == NAMES
    for source in ("vcard:phone", "vcard:laptop"):
        settled = await take_cards(me, BOOK, source=source)
        assert ({one["status"] for one in settled["results"]}, settled["duplicates"]) == ({"unchanged"}, 0)
    other = await steward.person("Somebody Else")
    assert (await take_cards(other, BOOK, source="vcard:laptop"))["duplicates"] == 0


async def test_what_agrees_is_asked_about_and_a_name_alone_is_not(me: Person) -> None:
    old = [
        {"external_id": "1", "source": "crm", "display_name": "Ana Souza", "emails": ["Ana@Example.org"]},
        {"external_id": "2", "source": "crm", "display_name": "Bruno Lima", "phones": ["+351 912 345 678"]},
        {"external_id": "3", "source": "crm", "display_name": "Carla Dias", "birthday": "1990-05-14"},
        {"external_id": "4", "source": "crm", "display_name": "Davi Reis", "phones": ["555 0199 22"]},
        {"external_id": "5", "source": "crm", "display_name": "Eva Melo"},
        {"external_id": "6", "source": "crm", "display_name": "Filipa Rocha"},
    ]
    new = [
        {"external_id": "61", "source": "erp", "display_name": "A. Souza", "emails": ["ana@example.org"]},
        {"external_id": "62", "source": "erp", "display_name": "Bruno", "phones": ["00351 912345678"]},
        {"external_id": "63", "source": "erp", "display_name": "Carla Dias", "birthday": "--05-14"},
        {"external_id": "64", "source": "erp", "display_name": "Davi Reis", "phones": ["5550 199-22"]},
        {"external_id": "65", "source": "erp", "display_name": "Eva Melo"},
        {"external_id": "6", "source": "erp", "display_name": "Gil Pinto"},
    ]
    before = (await me.post("/ingest/contact", old))["results"]
    told = await me.post("/ingest/contact", new)
    matched = [one.get("duplicate_of") for one in told["results"]]
    assert matched == [*(one["id"] for one in before[:4]), None, None]
    assert (told["duplicates"], told["waiting"]) == (4, 1)
    assert [one.get("waits", False) for one in told["results"]] == [False, False, False, True, False, False]
    pairs = {one["names"][0]: one for one in await asked_about(me, 4)}
    assert {one["why"] for one in pairs.values()} == {"email", "phone", "name_and_birthday", "name"}
    assert pairs["Eva Melo"]["preview_id"] is None
    assert len(await names(me)) == 11


async def test_a_fourth_source_is_no_household(me: Person) -> None:
    for number in range(1, 6):
        item = {"external_id": "x", "source": f"s{number}", "display_name": "Ana Souza", "emails": ["ana@example.org"]}
        told = await me.post("/ingest/contact", item)
        assert (told["duplicates"], told["waiting"]) == (number > 1, number > 1)
    assert await names(me) == ["Ana Souza"]
    family = [
        {"external_id": f"{name}", "source": "school", "display_name": f"{name} Costa", "emails": ["home@example.org"]}
        for name in ("Rita", "Rui", "Lia", "Gil")
    ]
    assert (await me.post("/ingest/contact", family))["duplicates"] == 0
