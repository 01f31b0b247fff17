"""Are vectors kept with the text that they were made of, and multiplied exactly, for one user alone?"""

import asyncio
import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from tests.support.index_books import BALANCED, balances, put
from tests.support.people import make_user
from tests.support.postgres import execute, scalar
from tests.support.waiting import eventually

from orchestrator.db.session import Database
from orchestrator.domain.foundation.search.schemas import IndexEntry, SearchQuery
from orchestrator.domain.foundation.search.service import index, search, withdraw
from orchestrator.domain.foundation.search.store import vectors
from orchestrator.domain.foundation.search.store.filters import Filters
from orchestrator.domain.foundation.search.store.vectors import Embedded, Unembedded
from orchestrator.kit.ids import new_id
from orchestrator.llm.port import QueryVector

MODEL = "m"
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
UNBOUNDED: dict[str, Any] = {"kinds": (), "speaker": None, "until": None, "exclude_kinds": ()}
EAST, NORTH, WEST = [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]


def entry(said: str, *, kind: str = "note", title: str = "", **fields: object) -> IndexEntry:
    return IndexEntry(kind, new_id(), title, said, None, **fields)  # type: ignore[arg-type]


async def missing(database: Database, owner: UUID, model: str = MODEL, **how: int) -> list[Unembedded]:
    async with database.unit_of_work_of(owner) as tx:
        return await vectors.missing(tx, model, **{"limit": 100, **how})


async def store(
    database: Database, owner: UUID, made: Sequence[tuple[Unembedded, Sequence[list[float]]]], model: str = MODEL
) -> int:
    rows = [Embedded(row.doc, row.digest, several) for row, several in made]
    async with database.unit_of_work_of(owner) as tx:
        return await vectors.store(tx, model, rows)


async def products(
    database: Database, owner: UUID, asked: Sequence[float], docs: Sequence[int], model: str = MODEL
) -> dict[int, tuple[float, float]]:
    async with database.unit_of_work_of(owner) as tx:
        found = await vectors.products(tx, QueryVector(model, asked), docs)
    return {doc: (round(product.whole, 3), round(product.best, 3)) for doc, product in found.items()}


async def stored(database: Database) -> int:
    return int(await scalar(database, "select count(*) from search_vectors"))


async def test_cosines_of_the_whole_and_of_the_best_sentence(database: Database, owner: UUID) -> None:
    await put(database, owner, entry("alpha"), entry("beta"), entry("gamma"))
    three, two, one = await missing(database, owner)
    assert [row.body for row in (one, two, three)] == ["alpha", "beta", "gamma"]  # the newest came first
    half = [0.6, 0.8, 0.0]
    assert await store(database, owner, [(one, [EAST]), (two, [half, NORTH, WEST, EAST])]) == 2
    docs = [one.doc, two.doc, three.doc, 10**9]
    assert await products(database, owner, EAST, docs) == {one.doc: (1, 1), two.doc: (0.6, 1)}
    assert await products(database, owner, EAST, docs, "other") == {}
    assert await products(database, owner, [1.0, 0.0], docs) == {}  # the same name, another length
    assert await products(database, owner, EAST, []) == {}
    assert await missing(database, owner) == [three]


async def test_products_are_scaled_by_the_models_floor(database: Database, owner: UUID) -> None:
    await put(database, owner, entry("alpha"))
    [row] = await missing(database, owner)
    await store(database, owner, [(row, [[0.85, math.sqrt(1 - 0.85**2), 0.0], EAST])])
    async with database.unit_of_work_of(owner) as tx:
        asked = QueryVector(MODEL, EAST, floor=0.7)
        found = await vectors.products(tx, asked, [row.doc])
        near = await vectors.nearest(tx, asked, Filters(), least=0.4, limit=5)
        far = await vectors.nearest(tx, asked, Filters(), least=0.6, limit=5)
        stands = await tx.session.scalars(
            text("select position from search_documents where doc = :doc"), {"doc": row.doc}
        )
        assert (near, far) == (list(stands), [])
    assert (round(found[row.doc].whole, 2), round(found[row.doc].best, 2)) == (0.5, 1.0)


@pytest.mark.parametrize(
    "narrowed", [{"kinds": ("event",)}, {"speaker": "Rui"}, {"until": NOON}, {"exclude_kinds": ("message",)}]
)
async def test_what_only_its_meaning_finds_is_found_among_many_nearer_ones(
    database: Database, narrowed: dict[str, Any]
) -> None:
    owner, group = await make_user(database), new_id()
    regatta = IndexEntry("event", new_id(), "Regatta", "", NOON - timedelta(days=9), speaker="Rui")
    chat = [
        IndexEntry("message", new_id(), "", f"oars {n}", NOON + timedelta(hours=n), speaker="Ana", group_id=group)
        for n in range(300)
    ]
    await put(database, owner, regatta, *chat)
    rows = await missing(database, owner, limit=500)
    far, near = [0.6, 0.8, 0.0], [0.96, 0.28, 0.0]
    await store(database, owner, [(row, [far if row.title == "Regatta" else near]) for row in rows])
    query = SearchQuery("Which kerfuffle?", vector=QueryVector(MODEL, EAST), **narrowed)
    async with database.unit_of_work_of(owner) as tx:
        assert [hit.id for hit in await search(tx, query)] == [regatta.id]
        assert regatta.id not in [hit.id for hit in await search(tx, replace(query, **UNBOUNDED))]


async def test_a_text_without_vectors_is_not_asked_for_again(database: Database, owner: UUID) -> None:
    await put(database, owner, entry("alpha"))
    [row] = await missing(database, owner)
    await store(database, owner, [(row, [])])
    assert await missing(database, owner) == []
    assert await products(database, owner, EAST, [row.doc]) == {}


async def test_a_changed_text_loses_its_vectors_and_a_changed_group_title_does_not(database: Database) -> None:
    owner = await make_user(database)
    note, message = entry("alpha", title="One"), entry("see you", kind="message", title="Trip", group_id=new_id())
    await put(database, owner, note, message)
    await store(database, owner, [(row, [EAST, NORTH]) for row in await missing(database, owner)])
    await put(database, owner, IndexEntry("note", note.id, "One", "alpha", None))
    renamed = IndexEntry("message", message.id, "Journey", "see you", None, group_id=message.group_id)
    await put(database, owner, renamed)
    assert await missing(database, owner) == []
    await put(database, owner, IndexEntry("note", note.id, "Two", "alpha", None))
    assert [(row.title, row.body) for row in await missing(database, owner)] == [("Two", "alpha")]
    assert await stored(database) == 2


async def test_vectors_of_a_text_that_changed_meanwhile_are_not_stored(database: Database, owner: UUID) -> None:
    note = entry("alpha")
    await put(database, owner, note)
    [before] = await missing(database, owner)
    await put(database, owner, IndexEntry("note", note.id, "", "beta", None))
    assert await store(database, owner, [(before, [EAST])]) == 0
    assert [row.body for row in await missing(database, owner)] == ["beta"]


async def test_a_text_that_is_being_changed_now_is_passed_over(database: Database, owner: UUID) -> None:
    changing, still = entry("alpha"), entry("beta")
    await put(database, owner, changing, still)
    rows = {row.body: row for row in await missing(database, owner)}
    async with database.unit_of_work_of(owner) as tx:
        await index(tx, [IndexEntry("note", changing.id, "", "gamma", None)])
        async with asyncio.timeout(60):
            assert await store(database, owner, [(rows["alpha"], [EAST]), (rows["beta"], [NORTH])]) == 1
    assert [row.body for row in await missing(database, owner)] == ["gamma"]


async def test_a_session_that_moves_while_vectors_are_stored_loses_no_message(database: Database, owner: UUID) -> None:
    group = new_id()

    def said(words: str, minute: int) -> IndexEntry:
        at = NOON + timedelta(minutes=minute)
        return IndexEntry("message", new_id(), "", words, at, speaker="Ana", group_id=group, talk=True)

    old = [said(f"harbour {minute}", minute) for minute in (0, 10, 20)]
    await put(database, owner, *old)
    rows = [Embedded(row.doc, row.digest, [EAST]) for row in await missing(database, owner)]
    between = said("harbour between", 5)
    async with database.unit_of_work_of(owner) as tx:
        assert await vectors.store(tx, MODEL, rows) == len(old)
        moving = asyncio.create_task(put(database, owner, between))
        await _until_waiting(database, moving)
    await moving
    async with database.unit_of_work_of(owner) as tx:
        hits = await search(tx, SearchQuery("harbour"))
        seats = await tx.session.execute(text("select entity_id, position from search_documents"))
        stands = {row.entity_id: row.position for row in seats}
    assert {hit.id for hit in hits} == {entry.id for entry in (*old, between)}
    first = stands[old[0].id]
    assert [stands[entry.id] - first for entry in (old[0], between, old[1], old[2])] == [0, 1, 2, 3]
    assert await balances(database) == BALANCED


async def _until_waiting(database: Database, task: "asyncio.Task[None]") -> None:
    """Until somebody waits for the lock of an index, or the task has ended without waiting."""
    waiting = "select count(*) from pg_locks where locktype = 'advisory' and not granted"

    async def waits() -> bool:
        return task.done() or bool(await scalar(database, waiting))

    await eventually(waits)


async def test_vectors_go_with_their_entry_and_with_their_user(database: Database) -> None:
    ana, rui = await make_user(database), await make_user(database)
    note = entry("alpha")
    await put(database, ana, note)
    await put(database, rui, entry("beta"))
    for owner in (ana, rui):
        await store(database, owner, [(row, [EAST]) for row in await missing(database, owner)])
    async with database.unit_of_work_of(ana) as tx:
        await withdraw(tx, "note", [note.id])
    assert await stored(database) == 1
    await execute(database, "delete from users where id = :id", id=rui)
    assert await stored(database) == 0


async def test_nothing_crosses_users(database: Database) -> None:
    ana, rui = await make_user(database), await make_user(database)
    await put(database, ana, entry("alpha"))
    [row] = await missing(database, ana)
    assert await missing(database, rui) == []
    assert await store(database, rui, [(row, [WEST])]) == 0
    await store(database, ana, [(row, [EAST])])
    assert await products(database, rui, EAST, [row.doc]) == {}
    async with database.unit_of_work_of(rui) as tx:
        await vectors.forget(tx, [row.doc])
    assert await stored(database) == 1


async def test_what_was_only_asked_of_steward_needs_none(database: Database, owner: UUID) -> None:
    await put(database, owner, entry("when is the dentist?", kind="message", group_id=new_id(), aside=True))
    assert await missing(database, owner) == []
    async with database.unit_of_work() as session:
        assert await vectors.coverage(session, MODEL) == (0, 0)
        assert await vectors.owners_without(session, MODEL) == []


async def test_pages_of_what_is_missing(database: Database, owner: UUID) -> None:
    await put(database, owner, *(entry(f"number {number}") for number in range(5)))
    for limit in (1, 2, 5):
        before, found = vectors.NEWEST, []
        while rows := await missing(database, owner, limit=limit, before=before):
            found += [row.doc for row in rows]
            before = rows[-1].doc
        assert found == sorted(found, reverse=True)
        assert len(found) == 5
    async with database.unit_of_work_of(owner) as tx:
        assert await vectors.count_missing(tx, MODEL) == 5
