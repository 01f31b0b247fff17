"""Does erasing take what was derived, keep what the user made their own, and stay erased?"""

from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from tests.support.people import make_user
from tests.support.statements import counted

from orchestrator import catalog
from orchestrator.agent.ports.erasure import Receipt
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.service import EntityService
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search.schemas import SearchQuery
from orchestrator.domain.foundation.search.service import search
from orchestrator.domain.lifecycle.erasure.service import Emptied, Erasure
from orchestrator.domain.memory.notes.service import notes
from orchestrator.domain.people.conversations.ingestion import ingest as ingest_conversation
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.places.service import places
from orchestrator.domain.world.todos.service import todos
from orchestrator.errors import NotFound

SERVICES: tuple[EntityService[Any, Any], ...] = (contacts, places, events, todos, notes)
ERASURE = Erasure([service.erasable() for service in SERVICES])


async def make(database: Database, owner: UUID, service: EntityService[Any, Any], **fields: Any) -> UUID:
    async with database.unit_of_work_of(owner) as tx:
        row = await service.create(tx, service.fields.model_validate(fields), zone="UTC")
        return row.id  # type: ignore[no-any-return]


async def ingest(
    database: Database, owner: UUID, service: EntityService[Any, Any], *items: Any, **how: Any
) -> list[Any]:
    async with database.unit_of_work_of(owner) as tx:
        return list(await service.ingest(tx, items, zone="UTC", **how))


async def erase(database: Database, owner: UUID, kind: str, entity_id: UUID, *, dry_run: bool = False) -> Receipt:
    async with database.unit_of_work_of(owner) as tx:
        return await ERASURE.erase(tx, kind, entity_id, dry_run=dry_run)


async def test_derived_rows_go_and_those_of_the_user_stay(database: Database, owner: UUID) -> None:
    meeting = await make(database, owner, events, title="Meeting", start_at="2026-12-01T10:00")
    link = {"source_kind": "event", "source_id": str(meeting)}
    (derived, edited) = await ingest(
        database, owner, todos, {"title": "Derived one", **link}, {"title": "Edited one", **link}
    )
    own = await make(database, owner, todos, title="Own one", **link)
    async with database.unit_of_work_of(owner) as tx:
        await todos.update(tx, edited.id, {"notes": "mine"}, zone="UTC")
    dry = await erase(database, owner, "event", meeting, dry_run=True)
    async with database.unit_of_work_of(owner) as tx:
        assert (await events.get(tx, meeting)).title == "Meeting"
        assert len(await search(tx, SearchQuery("meeting one"))) == 4
    assert dry == await erase(database, owner, "event", meeting)
    assert dry == Receipt(deleted={"event": 1, "todo": 1}, redacted={"todo": 2})
    async with database.unit_of_work_of(owner) as tx:
        left = await todos.many(tx, [derived.id, edited.id, own])
        assert [(row.title, row.source_id) for row in left] == [("Edited one", None), ("Own one", None)]
        assert {hit.id for hit in await search(tx, SearchQuery("meeting one"))} == {edited.id, own}
        owed = await tx.session.execute(text("select count(*) from derivations"))
        assert owed.scalar_one() == 0
    with pytest.raises(NotFound):
        await erase(database, owner, "event", meeting)


async def test_all_of_a_kind_goes_some_at_a_time_and_nobody_elses(database: Database, owner: UUID) -> None:
    meetings = [await make(database, owner, events, title=f"Call {n}", start_at="2026-12-01T10:00") for n in range(3)]
    link = {"source_kind": "event", "source_id": str(meetings[0])}
    await ingest(database, owner, todos, {"title": "Derived", **link})
    other = await make_user(database)
    await make(database, other, events, title="Theirs", start_at="2026-12-01T10:00")
    async with database.unit_of_work_of(owner) as tx:
        tried = await ERASURE.erase_of_kind(tx, "event", most=2, dry_run=True)
        assert (tried.left, tried.receipt.deleted["event"], await ERASURE.counts(tx)) == (1, 2, {"event": 3, "todo": 1})
    gone: list[Emptied] = []
    while not gone or gone[-1].left:
        async with database.unit_of_work_of(owner) as tx:
            assert (await ERASURE.counts(tx))["event"] == 3 - 2 * len(gone)
            gone.append(await ERASURE.erase_of_kind(tx, "event", most=2))
    assert [one.left for one in gone] == [1, 0]
    assert sum(one.receipt.deleted["event"] for one in gone) == 3
    assert sum(one.receipt.deleted.get("todo", 0) for one in gone) == 1
    async with database.unit_of_work_of(owner) as tx:
        assert await ERASURE.counts(tx) == {}
        assert (await ERASURE.erase_of_kind(tx, "event", most=2)).receipt == Receipt()
        with pytest.raises(NotFound):
            await ERASURE.erase_of_kind(tx, "nothing", most=2)
    async with database.unit_of_work_of(other) as tx:
        assert await ERASURE.counts(tx) == {"event": 1}


async def test_erased_stays_erased_until_restored(database: Database, owner: UUID) -> None:
    item = {"external_id": "1", "source": "cal", "title": "Lunch", "start_at": "2026-12-01"}
    (made,) = await ingest(database, owner, events, item)
    await erase(database, owner, "event", made.id)
    again = {**item, "restore": True}
    for items, how, statuses in (
        ([item, item], {}, ["erased", "erased"]),
        ([again], {}, ["erased"]),
        ([again, item], {"may_restore": True}, ["created", "unchanged"]),
    ):
        results = await ingest(database, owner, events, *items, **how)
        assert [one.status for one in results] == statuses
    other = {**item, "source": "other"}
    assert [one.status for one in await ingest(database, owner, events, other)] == ["created"]


async def test_a_contact_leaves_its_name_in_events_and_nothing_else(database: Database, owner: UUID) -> None:
    home = await make(database, owner, places, name="Home")
    bea = await make(database, owner, contacts, display_name="Bea")
    ana = await make(
        database,
        owner,
        contacts,
        display_name="Ana",
        relationships=[{"contact_id": str(bea), "label": "Sister", "reciprocal_label": "Brother"}],
        places=[{"place_id": str(home), "label": "Home"}],
    )
    event = await make(
        database, owner, events, title="Lunch", start_at="2026-12-01", participants=[{"contact_id": str(ana)}]
    )
    receipt = await erase(database, owner, "contact", ana)
    assert receipt.deleted == {"contact": 1, "contact_relationship": 1, "contact_place": 1}
    assert receipt.redacted == {"event": 1}
    async with database.unit_of_work_of(owner) as tx:
        row = await events.get(tx, event)
        assert [(one["contact_id"], one["name"]) for one in row.participants] == [(None, "Ana")]
        assert row.version == 2
        (left,) = await contacts.present(tx, [await contacts.get(tx, bea)])
        assert (left.version, left.model_dump()["relationships"]) == (3, [])
    receipt = await erase(database, owner, "place", home)
    assert receipt.deleted == {"place": 1}


async def test_tombstones_hold_no_content(tx: Tx) -> None:
    await provenance.add_tombstones(tx, "event", [provenance.digest("cal", "secret-id")])
    assert await provenance.buried(tx, "event", [("cal", "secret-id"), ("ca", "lsecret-id")]) == {("cal", "secret-id")}
    stored = (await tx.session.execute(text("select digest from tombstones"))).scalar_one()
    assert b"secret" not in stored
    await provenance.remove_tombstone(tx, "event", "cal", "secret-id")
    assert await provenance.buried(tx, "event", [("cal", "secret-id")]) == set()


async def test_erasing_a_long_thread_takes_no_more_statements_than_a_short_one(database: Database, owner: UUID) -> None:
    erasure = Erasure(catalog.ERASABLES)
    counts = []
    for length in (2, 300):
        messages = [
            {"external_id": str(n), "speaker": "Ana", "text": f"message {n}", "at": "2026-03-02T18:00:00Z"}
            for n in range(length)
        ]
        async with database.unit_of_work_of(owner) as tx:
            (made,) = await ingest_conversation(tx, [{"external_id": f"c{length}", "messages": messages}], zone="UTC")
        assert made.id is not None
        with counted(database) as statements:
            async with database.unit_of_work_of(owner) as tx:
                receipt = await erasure.erase(tx, "thread", made.id)
        assert receipt.deleted == {"thread": 1, "message": length}
        counts.append(statements())
    assert counts[0] == counts[1]


def test_everything_that_can_be_erased_is_known_to_tombstones() -> None:
    assert [one.kind for one in catalog.ERASABLES if one.erase is not None and one.keys is None] == []
