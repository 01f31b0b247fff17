"""Do contacts, their links, groups and merges hold with strange names, bad input, other users' ids and two at once?"""

import asyncio
from itertools import pairwise
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import text
from tests.support.entities import contact, stranger
from tests.support.tools import Desk

from orchestrator.api.contacts import MERGE_TOOL, MERGES
from orchestrator.db.session import Database
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.contacts.tools import duplicates
from orchestrator.errors import ToolRejected
from orchestrator.kit.clock import SystemClock

NAMES = ("李小龍", "שרה כהן", "👩‍👩‍👧 Família", "Zoë Ångström-O’Neil", "ｆｕｌｌ　ｗｉｄｔｈ", "а" * 500)


async def test_names_of_all_scripts(client: httpx.AsyncClient) -> None:
    ids = [await contact(client, name, groups=["🏔 ירושלים", "x" * 500]) for name in NAMES]
    assert [(await client.get(f"/contacts/{one}")).json()["display_name"] for one in ids] == list(NAMES)
    for name, contact_id in zip(NAMES, ids, strict=True):
        if name.strip():
            found = (await client.get("/contacts", params={"q": name[:100]})).json()["items"]
            assert contact_id in {one["id"] for one in found}, name
    groups = (await client.get("/contact-groups", params={"q": "ירושלים"})).json()["items"]
    assert [len(one["contact_ids"]) for one in groups] == [len(NAMES)]
    exported = (await client.get("/export/contacts.vcf")).content
    again = await client.post("/ingest/vcard", content=exported, headers={"content-type": "text/vcard"})
    assert {one["status"] for one in again.json()["results"]} == {"unchanged"}
    assert (await client.post("/contacts", json={"display_name": "x" * 501})).status_code == 422
    merged = await client.post("/contacts/merge", json={"keep_id": ids[0], "merge_ids": ids[1:]})
    assert (merged.status_code, len(merged.json()["aliases"])) == (200, len(NAMES) - 1)


async def test_a_list_half_valid(client: httpx.AsyncClient) -> None:
    ana = await contact(client, "Ana")
    items: list[Any] = []
    for number in range(1_000):
        good = {"external_id": str(number), "source": "crm", "display_name": f"P {number}"}
        bad = (
            {**good, "emails": ["no at"]},
            {**good, "relationships": [{"contact_id": str(UUID(int=number)), "label": "Friend"}]},
            {**good, "relationships": [{"contact_id": ana, "label": "Mother", "reciprocal_label": "Mother"}]},
            {**good, "places": [{"place_id": str(UUID(int=number))}]},
            "text",
        )
        items.append(good if number % 2 else bad[number % 10 // 2])
    results = (await client.post("/ingest/contact", json=items)).json()["results"]
    assert [one["status"] for one in results] == ["invalid", "created"] * 500
    assert all(one["errors"] for one in results[::2])
    assert (await client.get(f"/contacts/{ana}")).json()["relationships"] == []
    assert {one["status"] for one in (await client.post("/ingest/contact", json=items[1::2])).json()["results"]} == {
        "unchanged"
    }


async def test_merges_at_once(client: httpx.AsyncClient, database: Database) -> None:
    other = await stranger(database)
    ids = [await contact(client, f"P{number}", emails=[f"p{number}@x.org"]) for number in range(4)]
    theirs = [
        (await client.post("/contacts", json={"display_name": f"T{number}"}, headers=other)).json()["id"]
        for number in range(2)
    ]
    answers = await asyncio.gather(
        client.post("/contacts/merge", json={"keep_id": ids[0], "merge_ids": ids[1:3]}),
        client.post("/contacts/merge", json={"keep_id": ids[3], "merge_ids": ids[:1]}),
        client.post("/contacts/merge", json={"keep_id": ids[1], "merge_ids": ids[2:]}),
        client.post("/contacts/merge", json={"keep_id": theirs[0], "merge_ids": theirs[1:]}, headers=other),
    )
    assert {one.status_code for one in answers} <= {200, 404}
    assert answers[3].status_code == 200
    left = (await client.get("/contacts")).json()["items"]
    emails = sorted(one["value"] for row in left for one in row["emails"])
    assert emails == [f"p{number}@x.org" for number in range(4)], "nobody was lost"


async def test_a_merge_that_breaks_off_leaves_nothing(
    client: httpx.AsyncClient, database: Database, owner: UUID
) -> None:
    ana, bea = await contact(client, "Ana", emails=["a@x.org"]), await contact(client, "Bea", emails=["b@x.org"])
    before = (await client.get("/contacts")).json()

    async def broken() -> None:
        async with database.unit_of_work_of(owner) as tx:
            await MERGES.merge(tx, UUID(ana), [UUID(bea)], zone="UTC")
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await broken()
    assert (await client.get("/contacts")).json() == before
    assert (await client.get("/search", params={"q": "b@x.org"})).json()["hits"][0]["id"] == bea


async def test_two_looks_at_once_propose_once(client: httpx.AsyncClient, database: Database, owner: UUID) -> None:
    for number in range(6):
        await contact(client, f"P{number}", emails=[f"shared{number // 2}@x.org"])

    async def look() -> int:
        async with database.unit_of_work_of(owner) as tx:
            found = await duplicates.propose(tx, MERGES, MERGE_TOOL, SystemClock())
            return len(found)

    assert sorted(await asyncio.gather(look(), look())) == [0, 3]
    assert len((await client.get("/previews")).json()["items"]) == 3


async def test_a_proposal_follows_a_merge(database: Database, owner: UUID, client: httpx.AsyncClient) -> None:
    desk = Desk(database, owner)
    ana, twin = await contact(client, "Ana Souza"), await contact(client, "Aninha")
    rui, eva = await contact(client, "Rui"), await contact(client, "Eva")
    related = await desk.propose("contacts_relate", contact="Aninha", relationship="sister", of="Rui")
    merging = await desk.propose("contacts_merge", keep="Eva", merge=["Aninha"])
    same = await desk.propose("contacts_merge", keep="Ana Souza", merge=["Aninha"])
    event = await desk.propose("events_create", title="Tea", when="tomorrow at 15:00", participants=["Aninha"])
    await client.post("/contacts/merge", json={"keep_id": ana, "merge_ids": [twin]})
    assert await desk.version("contacts_relate", UUID(twin)) == (await client.get(f"/contacts/{ana}")).json()["version"]
    again = await desk.revise("contacts_relate", related.arguments)
    assert (again.arguments["contact_id"], again.arguments["of_id"]) == (ana, rui)
    assert again.target is not None
    assert str(again.target.id) == ana
    await desk.execute("contacts_relate", related.arguments)
    assert (await client.get(f"/contacts/{rui}")).json()["relationships"][0]["contact_id"] == ana
    with pytest.raises(ToolRejected, match="one contact already"):
        await desk.revise("contacts_merge", same.arguments)
    made = await desk.execute("events_create", event.arguments)
    assert made.entity is not None
    people = (await client.get(f"/events/{made.entity.id}")).json()["participants"]
    assert [one["contact_id"] for one in people] == [ana]
    await desk.execute("contacts_merge", merging.arguments)
    assert (await client.get(f"/contacts/{ana}")).json()["merged_into"] == eva


async def test_relationships_in_circles_and_with_oneself(client: httpx.AsyncClient) -> None:
    ids = [await contact(client, f"P{number}") for number in range(30)]
    for below, above in pairwise(ids):
        body = {"contact_id": above, "label": "Mother"}
        assert (await client.post(f"/contacts/{below}/relationships", json=body)).status_code == 201
    body = {"contact_id": ids[0], "label": "Father"}
    told = await client.post(f"/contacts/{ids[-1]}/relationships", json=body)
    assert (told.status_code, told.json()["errors"][0]["loc"][0]) == (422, "relationships")
    for label in ("", "x" * 501):
        body = {"contact_id": ids[0], "label": label}
        status = (await client.post(f"/contacts/{ids[5]}/relationships", json=body)).status_code
        assert status == (422 if label else 201)
    cards = "".join(
        f"BEGIN:VCARD\nUID:c{number}\nFN:C{number}\nRELATED;TYPE=parent:c{(number + 1) % 5}\n"
        f"RELATED;TYPE=friend:c{number}\nEND:VCARD\n"
        for number in range(5)
    )
    answer = await client.post("/ingest/vcard", content=cards, headers={"content-type": "text/vcard"})
    results = answer.json()["results"]
    assert {one["status"] for one in results} == {"created"}
    assert sum(bool(one["notes"]) for one in results) == 1, results


async def test_whose_birthday_it_is_is_found_without_reading_all(database: Database, owner: UUID) -> None:
    """Asked by every briefing. Counted by Postgres in this transaction: no clock, no other's reads."""
    async with database.unit_of_work_of(owner) as tx:
        made = text(
            "insert into contacts (id, user_id, display_name, birthday) select gen_random_uuid(), :owner,"
            " 'No ' || n, case n % 10 when 0 then to_char(date '1951-01-01' + n, 'YYYY-MM-DD') end"
            " from generate_series(10, 5000) n"
        )
        await tx.session.execute(made, {"owner": owner})
    async with database.unit_of_work() as session:
        await session.execute(text("analyze contacts"))
    async with database.unit_of_work_of(owner) as tx:
        born = await contacts.born_on(tx, ["03-12", "03-13"], limit=100)
        looked = text(
            "select pg_stat_get_xact_tuples_returned('ix_contacts_day'::regclass)"
            " + pg_stat_get_xact_tuples_returned('contacts'::regclass)"
        )
        read = (await tx.session.execute(looked)).scalar_one()
    assert born
    assert {str(each.birthday)[5:] for each in born} <= {"03-12", "03-13"}
    assert len(born) <= read < 500, "not all five thousand"
