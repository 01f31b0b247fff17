"""Do callers at the same time lose nothing, write nothing twice, and never wait for each other for ever?"""

import asyncio
from collections import Counter
from typing import Any
from uuid import UUID

from orchestrator.db.session import Database
from orchestrator.domain.lifecycle.erasure.service import Erasure
from orchestrator.domain.world.contacts.schemas import ContactFields
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import count
from orchestrator.domain.world.events.service import events
from orchestrator.errors import NotFound, VersionConflict

ITEM: dict[str, Any] = {"external_id": "1", "source": "cal", "title": "Lunch", "start_at": "2026-12-01"}


async def ingest(database: Database, owner: UUID) -> str:
    async with database.unit_of_work_of(owner) as tx:
        return (await events.ingest(tx, [ITEM], zone="UTC"))[0].status


async def test_one_item_delivered_many_times_at_once_is_one_event(database: Database, owner: UUID) -> None:
    statuses = await asyncio.gather(*(ingest(database, owner) for _ in range(10)))
    assert Counter(statuses) == {"created": 1, "unchanged": 9}


async def test_an_item_under_erasure_does_not_come_back(database: Database, owner: UUID) -> None:
    erasure = Erasure([events.erasable()])

    async def erase(event_id: UUID) -> None:
        async with database.unit_of_work_of(owner) as tx:
            await erasure.erase(tx, "event", event_id)

    async with database.unit_of_work_of(owner) as tx:
        made = (await events.ingest(tx, [ITEM], zone="UTC"))[0]
    assert made.id is not None
    results = await asyncio.gather(
        erase(made.id), *(ingest(database, owner) for _ in range(8)), erase(made.id), return_exceptions=True
    )
    assert sum(isinstance(one, NotFound) for one in results) == 1
    assert {one for one in results if isinstance(one, str)} <= {"unchanged", "erased"}
    async with database.unit_of_work_of(owner) as tx:
        assert await count(tx, EventFilter()) == 0


async def test_one_of_many_changes_to_a_version_wins(database: Database, owner: UUID) -> None:
    async with database.unit_of_work_of(owner) as tx:
        made = (await events.ingest(tx, [ITEM], zone="UTC"))[0]
    assert made.id is not None

    async def change(number: int) -> int:
        assert made.id is not None
        async with database.unit_of_work_of(owner) as tx:
            changes = {"title": f"Lunch {number}"}
            return (await events.update(tx, made.id, changes, zone="UTC", version=1)).version

    results = await asyncio.gather(*(change(number) for number in range(8)), return_exceptions=True)
    assert Counter(type(one) for one in results) == {int: 1, VersionConflict: 7}


async def test_crossing_relationships_do_not_deadlock(database: Database, owner: UUID) -> None:
    ids = []
    for number in range(4):
        async with database.unit_of_work_of(owner) as tx:
            fields = ContactFields(display_name=f"C{number}")
            ids.append((await contacts.create(tx, fields, zone="UTC")).id)

    async def relate(one: UUID, turn: int) -> None:
        async with database.unit_of_work_of(owner) as tx:
            links = [{"contact_id": other, "label": f"L{turn}"} for other in ids if other != one]
            await contacts.update(tx, one, {"relationships": links}, zone="UTC")

    await asyncio.gather(*(relate(one, turn) for turn in range(4) for one in ids))
