"""Are vCard files taken in and given out over HTTP as api.md says?"""

from typing import Any

import httpx
import pytest
from tests.support.entities import stranger
from tests.support.statements import counted

from orchestrator.db.session import Database

VCARD = {"content-type": "text/vcard"}
FAMILY = """BEGIN:VCARD
VERSION:4.0
UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1
FN:Jordan Reis
NICKNAME:Jo,Jojo
EMAIL;TYPE=home:jordan@example.org
TEL;TYPE=cell:912 345 678
BDAY:--0514
CATEGORIES:Book club
ADR;TYPE=home:;;Rua das Flores 5;Lisboa;;1200-001;Portugal
RELATED;TYPE=sibling;VALUE=text:Marta Reis
RELATED;TYPE=friend;VALUE=text:Somebody Else
PHOTO:data:image/jpeg;base64,AAAA
END:VCARD
BEGIN:VCARD
VERSION:3.0
UID:marta-1
FN:Marta Reis
N:Reis;Marta;;;
ADR;TYPE=HOME:;;Rua das Flores 5;Lisboa;;1200-001;Portugal
item1.X-ABRELATEDNAMES:Jordan Reis
item1.X-ABLabel:_$!<Brother>!$_
END:VCARD
"""


@pytest.fixture
async def client(client: httpx.AsyncClient) -> httpx.AsyncClient:
    await client.patch("/me", json={"timezone": "Europe/Lisbon"})
    return client


async def _taken(client: httpx.AsyncClient, data: str | bytes, **params: str) -> list[dict[str, Any]]:
    answer = await client.post("/ingest/vcard", content=data, headers=VCARD, params=params)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["results"])


async def _all(client: httpx.AsyncClient, kind: str) -> dict[str, dict[str, Any]]:
    items = (await client.get(f"/{kind}", params={"limit": 200})).json()["items"]
    return {str(one.get("display_name") or one.get("name")): one for one in items}


async def test_a_family(client: httpx.AsyncClient) -> None:
    jordan, marta = await _taken(client, FAMILY)
    assert [one["status"] for one in (jordan, marta)] == ["created", "created"]
    assert jordan["external_id"] == "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"
    assert (jordan["notes"], jordan["errors"]) == (["photo skipped"], [])
    people = await _all(client, "contacts")
    one = people["Jordan Reis"]
    assert (one["origin"], one["source"], one["nicknames"], one["birthday"]) == (
        "third_party",
        "vcard",
        ["Jo", "Jojo"],
        "--05-14",
    )
    assert one["relationships"] == [{"contact_id": marta["id"], "label": "Sibling", "reciprocal_label": "Sibling"}]
    assert one["notes"] == "Friend: Somebody Else"
    (place,) = (await _all(client, "places")).values()
    assert (place["name"], place["origin"], place["category"]) == ("Rua das Flores 5", "third_party", "home")
    assert [person["places"] for person in people.values()] == [[{"place_id": place["id"], "label": "Home"}]] * 2
    assert (await _all(client, "contact-groups"))["Book club"]["contact_ids"] == [jordan["id"]]
    before = (people, await _all(client, "places"))
    assert [one["status"] for one in await _taken(client, FAMILY)] == ["unchanged", "unchanged"]
    assert (await _all(client, "contacts"), await _all(client, "places")) == before


async def test_what_the_user_changed_stays(client: httpx.AsyncClient) -> None:
    jordan, marta = await _taken(client, FAMILY)
    await client.patch(f"/contacts/{jordan['id']}", json={"nicknames": ["J"], "emails": ["mine@example.org"]})
    await client.delete(f"/contacts/{jordan['id']}/relationships/{marta['id']}")
    (group,) = (await _all(client, "contact-groups")).values()
    await client.patch(f"/contact-groups/{group['id']}", json={"contact_ids": []})
    changed = FAMILY.replace("TEL;TYPE=cell:912 345 678", "TEL;TYPE=work:21 000 0000").replace("--0514", "--0515")
    assert [one["status"] for one in await _taken(client, changed)] == ["updated", "unchanged"]
    one = (await client.get(f"/contacts/{jordan['id']}")).json()
    assert (one["nicknames"], [two["value"] for two in one["emails"]]) == (["J"], ["mine@example.org"])
    assert (one["birthday"], one["phones"]) == ("--05-15", [{"value": "21 000 0000", "label": "work"}])
    assert (one["relationships"], one["groups"]) == ([], [])


async def test_an_export_taken_in_again_changes_nothing(client: httpx.AsyncClient) -> None:
    await _taken(client, FAMILY)
    own = {
        "display_name": "Ana “A” Souza",
        "aliases": ["Mum; the old one, really"],
        "phones": [{"value": "+351 21 000 0001", "label": "Summer house"}],
        "emails": [{"value": "ana@example.org", "label": "work"}],
        "organization": "Acme, Inc; Lisboa",
        "notes": "long " * 60 + "\nend",
        "groups": ["Book club"],
    }
    ana = (await client.post("/contacts", json=own)).json()
    jordan = (await _all(client, "contacts"))["Jordan Reis"]["id"]
    await client.post(f"/contacts/{ana['id']}/relationships", json={"contact_id": jordan, "label": "godson"})
    crm = {"external_id": "7", "source": "crm", "display_name": "Rui", "title": "Dr"}
    await client.post("/ingest/contact", json=crm)
    before = [await _all(client, kind) for kind in ("contacts", "places", "contact-groups")]
    exported = await client.get("/export/contacts.vcf")
    assert (exported.status_code, exported.headers["content-type"].partition(";")[0]) == (200, "text/vcard")
    assert exported.text.count("BEGIN:VCARD") == exported.text.count("VERSION:4.0") == 4
    assert {one["status"] for one in await _taken(client, exported.content)} == {"unchanged"}
    assert [await _all(client, kind) for kind in ("contacts", "places", "contact-groups")] == before


async def test_an_export_goes_to_another_user(client: httpx.AsyncClient, database: Database) -> None:
    await _taken(client, FAMILY)
    exported = (await client.get("/export/contacts.vcf")).content
    other = await stranger(database, "read", "ingest")
    answer = await client.post("/ingest/vcard", files={"file": ("c.vcf", exported, "text/vcard")}, headers=other)
    assert [one["status"] for one in answer.json()["results"]] == ["created", "created"]
    theirs = (await client.get("/contacts", headers=other)).json()["items"]
    mine = await _all(client, "contacts")
    labels = {one["display_name"]: one["relationships"][0]["label"] for one in theirs}
    assert labels == {name: one["relationships"][0]["label"] for name, one in mine.items()}
    assert {one["id"] for one in theirs}.isdisjoint(one["id"] for one in mine.values())


async def test_erased_ones_stay_away(client: httpx.AsyncClient) -> None:
    jordan, _ = await _taken(client, FAMILY)
    own = (await client.post("/contacts", json={"display_name": "Ana"})).json()["id"]
    exported = (await client.get("/export/contacts.vcf")).content
    receipt = (await client.delete(f"/contacts/{jordan['id']}")).json()
    assert receipt["deleted"] == {"contact": 1, "contact_relationship": 1, "contact_place": 1, "contact_group": 1}
    assert receipt["rebuilt"] == {"place": 1}
    await client.delete(f"/contacts/{own}")
    statuses = sorted(one["status"] for one in await _taken(client, exported))
    assert statuses == ["erased", "erased", "unchanged"]
    marta = (await _all(client, "contacts"))["Marta Reis"]
    assert len(marta["places"]) == 1
    receipt = (await client.delete(f"/contacts/{marta['id']}")).json()
    assert receipt["deleted"]["place"] == 1
    statuses = sorted(one["status"] for one in await _taken(client, exported, restore="true"))
    assert statuses == ["created", "created", "created"]


async def test_group_cards(client: httpx.AsyncClient) -> None:
    group = "BEGIN:VCARD\nVERSION:4.0\nKIND:group\nUID:g\nFN:Climbers\nMEMBER:urn:uuid:marta-1\nEND:VCARD\n"
    results = await _taken(client, FAMILY + group)
    groups = await _all(client, "contact-groups")
    assert (results[2]["id"], groups["Climbers"]["contact_ids"]) == (groups["Climbers"]["id"], [results[1]["id"]])


async def test_what_a_source_says_no_longer_goes(client: httpx.AsyncClient) -> None:
    jordan, marta = await _taken(client, FAMILY)
    moved = FAMILY.replace("ADR;TYPE=home:;;Rua das Flores 5;", "ADR;TYPE=work:;;Rua Nova 9;", 1)
    moved = moved.replace("RELATED;TYPE=sibling;VALUE=text:Marta Reis\n", "").replace("CATEGORIES:Book club\n", "")
    assert [one["status"] for one in await _taken(client, moved)] == ["updated", "updated"]
    one = (await client.get(f"/contacts/{jordan['id']}")).json()
    assert [two["label"] for two in one["places"]] == ["Work"]
    assert len(one["relationships"]) == 1, "the other one's card says it still"
    assert (await client.get("/contact-groups")).json()["items"] == []
    alone = moved.replace("item1.X-ABRELATEDNAMES:Jordan Reis\nitem1.X-ABLabel:_$!<Brother>!$_\n", "")
    assert [two["status"] for two in await _taken(client, alone)] == ["updated", "updated"]
    assert (await client.get(f"/contacts/{jordan['id']}")).json()["relationships"] == []
    assert {two["status"] for two in await _taken(client, alone)} == {"unchanged"}
    assert [two["status"] for two in await _taken(client, FAMILY)] == ["updated", "updated"]
    await client.post(f"/contacts/{marta['id']}/relationships", json={"contact_id": jordan["id"], "label": "Friend"})
    assert {two["status"] for two in await _taken(client, alone)} <= {"unchanged", "updated"}
    kept = (await client.get(f"/contacts/{jordan['id']}")).json()["relationships"]
    assert [two["label"] for two in kept] == ["Friend"], "the user said it"


async def test_a_label_that_changes_at_the_source(client: httpx.AsyncClient) -> None:
    card = "BEGIN:VCARD\nUID:a\nFN:Ana\nRELATED;TYPE={};VALUE=text:Rui\nEND:VCARD\n"
    other = "BEGIN:VCARD\nUID:r\nFN:Rui\nEND:VCARD\n"
    ana, _ = await _taken(client, card.format("friend") + other)
    await _taken(client, card.format("spouse") + other)
    one = (await client.get(f"/contacts/{ana['id']}")).json()
    assert [two["label"] for two in one["relationships"]] == ["Spouse"]


async def test_many_cards_and_their_addresses_cost_no_statement_each(
    client: httpx.AsyncClient, database: Database
) -> None:
    data = "".join(
        f"BEGIN:VCARD\nVERSION:3.0\nUID:u{at}\nFN:Ana {at}\nADR;TYPE=home:;;Rua {at // 2};Lisboa;;;\nEND:VCARD\n"
        for at in range(80)
    )
    with counted(database) as statements:
        results = await _taken(client, data)
    assert {one["status"] for one in results} == {"created"}
    assert statements() < 60
    assert len(await _all(client, "places")) == 40
    assert {one["status"] for one in await _taken(client, data)} == {"unchanged"}


async def test_bad_files_and_cards(client: httpx.AsyncClient, database: Database) -> None:
    bad = "BEGIN:VCARD\nFN:Zoe\nUID:z\nEMAIL:no at sign\nEND:VCARD\n"
    results = await _taken(client, f"{FAMILY}{bad}BEGIN:VCARD\nUID:e\nEND:VCARD\n")
    assert [one["status"] for one in results] == ["created", "created", "created", "invalid"]
    assert results[2]["notes"] == ["email address left out: “no at sign”: an email address is written name@domain"]
    assert results[3]["errors"][0]["loc"] == ["FN"]
    long = f"BEGIN:VCARD\nUID:long\nFN:{'x' * 501}\nEND:VCARD\n"
    answer = await client.post("/ingest/vcard", content=long, headers=VCARD)
    told = answer.json()["results"][0]["errors"][0]
    assert (told["loc"], told["message"]) == (["display_name"], "String should have at most 500 characters")
    for data in (b"", b"hello", b"{}", b"BEGIN:VCARD\nUID:e\nEND:VCARD\n", b"\x00" * 50):
        answer = await client.post("/ingest/vcard", content=data, headers=VCARD)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")
    assert len(await _all(client, "contacts")) == 3
    assert (await client.post("/ingest/vcard", content=b"x" * 32_000_001, headers=VCARD)).status_code == 413
    reader = {**await stranger(database, "read"), **VCARD}
    assert (await client.post("/ingest/vcard", content=FAMILY, headers=reader)).status_code == 403
    assert (await client.get("/export/contacts.vcf", headers=reader)).text == ""


async def test_a_merged_contacts_card_goes_on(client: httpx.AsyncClient) -> None:
    jordan, marta = await _taken(client, FAMILY)
    own = (await client.post("/contacts", json={"display_name": "Jordan R."})).json()["id"]
    await client.post("/contacts/merge", json={"keep_id": own, "merge_ids": [jordan["id"]]})
    assert {one["status"] for one in await _taken(client, FAMILY)} == {"unchanged"}
    moved = FAMILY.replace("ADR;TYPE=home:;;Rua das Flores 5;", "ADR;TYPE=work:;;Rua Nova 9;", 1)
    ida = "BEGIN:VCARD\nUID:ida\nFN:Ida\nEND:VCARD\n"
    moved = moved.replace("TYPE=friend;VALUE=text:Somebody Else", "TYPE=friend;VALUE=text:Ida") + ida
    assert [one["status"] for one in await _taken(client, moved)] == ["updated", "unchanged", "created"]
    one = (await client.get(f"/contacts/{own}")).json()
    assert [two["label"] for two in one["places"]] == ["Work"]
    assert sorted(two["label"] for two in one["relationships"]) == ["Friend", "Sibling"]
    back = (await client.post(f"/contacts/{own}/unmerge", json={"contact_id": jordan["id"]})).json()
    assert sorted(two["label"] for two in back["relationships"]) == ["Friend", "Sibling"]
    assert [two["label"] for two in back["places"]] == ["Work"]
    assert (back["kept"]["relationships"], back["kept"]["places"]) == ([], [])
    assert {one["status"] for one in await _taken(client, moved)} == {"unchanged"}
    assert (await client.get(f"/contacts/{marta['id']}")).json()["relationships"][0]["contact_id"] == jordan["id"]


@pytest.mark.parametrize("number", [600])
async def test_many_cards(client: httpx.AsyncClient, number: int) -> None:
    cards = [
        f"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:u{one}\r\nFN:Person {one}\r\nEMAIL:p{one}@example.org\r\n"
        f"TEL;TYPE=CELL:+3519100{one:05}\r\nCATEGORIES:Group {one % 20}\r\n"
        f"ADR;TYPE=HOME:;;Street {one // 3};Lisboa;;;\r\nEND:VCARD\r\n"
        for one in range(number)
    ]
    results = await _taken(client, "".join(cards))
    assert {one["status"] for one in results} == {"created"}
    assert {one["status"] for one in await _taken(client, "".join(cards))} == {"unchanged"}
    exported = (await client.get("/export/contacts.vcf")).content
    assert {one["status"] for one in await _taken(client, exported)} == {"unchanged"}
    groups = (await client.get("/contact-groups")).json()["items"]
    assert (len(groups), {len(one["contact_ids"]) for one in groups}) == (20, {number // 20})
