"""Do messages of one session stand beside each other in the index, whoever writes when, and nothing else?"""

import asyncio
import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from uuid import UUID

from sqlalchemy import text
from tests.support.index_books import BALANCED, balances, find, put
from tests.support.people import make_user
from tests.support.postgres import scalar

from orchestrator.db.session import Database
from orchestrator.domain.foundation.search.schemas import IndexEntry, SearchQuery
from orchestrator.domain.foundation.search.service import index, search, withdraw
from orchestrator.domain.foundation.search.store.sessions import APART, GAP, LEAST_ROOM
from orchestrator.kit.ids import new_id
from orchestrator.llm.port import QueryVector

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def said(words: str, minute: float, group: UUID, *, talk: bool = True, speaker: str = "Ana") -> IndexEntry:
    return IndexEntry(
        "message",
        new_id(),
        "",
        words,
        NOON + timedelta(minutes=minute),
        origin="third_party",
        speaker=speaker,
        group_id=group,
        talk=talk,
    )


async def positions(database: Database, owner: UUID, entries: Sequence[IndexEntry]) -> list[int]:
    """Of the entries, in the order given."""
    async with database.unit_of_work() as session:
        found = await session.execute(
            text("select entity_id, position from search_documents where user_id = :me"), {"me": owner}
        )
        stands = {row.entity_id: row.position for row in found}
    return [stands[entry.id] for entry in entries]


async def assert_seated(database: Database, owner: UUID) -> None:
    """Everything of one session follows each other in the order of time, everything else stands apart."""
    async with database.unit_of_work() as session:
        rows = (
            await session.execute(
                text("""
                    select position, group_id, at, talk from search_documents where user_id = :me
                     order by talk, group_id, at, entity_id
                """),
                {"me": owner},
            )
        ).all()
    assert len({row.position for row in rows}) == len(rows)
    beside = set()
    for one, other in pairwise(rows):
        if one.talk and one.group_id == other.group_id and other.at - one.at <= GAP:
            assert other.position == one.position + 1, (one, other)
            beside.add((one.position, other.position))
    for one, other in pairwise(sorted(row.position for row in rows)):
        assert other - one >= APART or (one, other) in beside


async def test_an_answer_is_found_by_what_was_asked_just_before(database: Database, owner: UUID) -> None:
    group = new_id()
    asked = said("What do you do for relaxation?", 0, group)
    answer = said("Pottery, mostly.", 1, group, speaker="Bea")
    later = said("Pottery is fine.", 45, group, speaker="Bea")
    await put(database, owner, asked, answer, later)
    assert await find(database, owner, "relaxation") == [answer.id, asked.id]
    await assert_seated(database, owner)


async def test_a_chat_with_an_assistant_has_no_neighbours(database: Database, owner: UUID) -> None:
    group = new_id()
    asked, answer = said("relaxation?", 0, group, talk=False), said("Pottery.", 1, group, talk=False)
    await put(database, owner, asked, answer)
    assert await find(database, owner, "relaxation") == [asked.id]


async def test_what_lands_inside_an_old_session_stands_in_its_place(database: Database) -> None:
    owner, group, other = await make_user(database), new_id(), new_id()
    old = [said(f"word{minute}", minute, group) for minute in (0, 10, 20)]
    elsewhere = [said("elsewhere", minute, other) for minute in (0, 10)]
    await put(database, owner, *old, *elsewhere)
    between, before, joining = said("between", 5, group), said("before", -20, group), said("joining", 45, group)
    for late in (between, before, joining):
        await put(database, owner, late)
        await assert_seated(database, owner)
    order = [before, old[0], between, old[1], old[2], joining]
    stands = await positions(database, owner, order)
    assert stands == list(range(stands[0], stands[0] + len(order)))
    assert await balances(database) == BALANCED
    assert (await find(database, owner, "between"))[0] == between.id


async def test_two_sessions_become_one_when_the_gap_is_filled(database: Database, owner: UUID) -> None:
    group = new_id()
    first, second = said("first", 0, group), said("second", 50, group)
    await put(database, owner, first, second)
    await put(database, owner, said("middle", 25, group))
    await assert_seated(database, owner)
    assert await balances(database) == BALANCED


async def test_talks_that_grow_by_one_message_at_a_time(database: Database) -> None:
    owner, groups = await make_user(database), [new_id(), new_id()]
    for minute in range(3 * LEAST_ROOM):
        await put(database, owner, *(said(f"line {minute}", minute, group) for group in groups))
        if minute % 7 == 0:
            await put(database, owner, IndexEntry("event", new_id(), "Lunch", "", NOON))
    await assert_seated(database, owner)
    assert await balances(database) == BALANCED


async def test_an_edit_keeps_the_place_and_another_time_changes_it(database: Database, owner: UUID) -> None:
    group = new_id()
    entries = [said(f"word{minute}", minute, group) for minute in range(4)]
    await put(database, owner, *entries)
    before = await positions(database, owner, entries)
    edited = IndexEntry(**{**vars(entries[1]), "text": "changed entirely"})
    await put(database, owner, edited)
    assert await positions(database, owner, entries) == before
    assert await find(database, owner, "entirely", limit=1) == [edited.id]
    await put(database, owner, IndexEntry(**{**vars(edited), "at": NOON + timedelta(minutes=10)}))
    stands = await positions(database, owner, [entries[0], entries[2], entries[3], entries[1]])
    assert stands == sorted(stands)
    assert await balances(database) == BALANCED


async def test_what_becomes_a_chat_loses_its_neighbours(database: Database, owner: UUID) -> None:
    group = new_id()
    entries = [said("relaxation?", 0, group), said("Pottery.", 1, group)]
    await put(database, owner, *entries)
    await put(database, owner, *(IndexEntry(**{**vars(entry), "talk": False}) for entry in entries))
    assert await find(database, owner, "relaxation") == [entries[0].id]
    await assert_seated(database, owner)
    assert await balances(database) == BALANCED


async def test_withdrawing_a_talk_leaves_nothing_of_it(database: Database, owner: UUID) -> None:
    group = new_id()
    entries = [said(f"word{minute} common", minute, group) for minute in range(5)]
    await put(database, owner, *entries)
    async with database.unit_of_work_of(owner) as tx:
        await withdraw(tx, "message", [entries[2].id])
    assert await find(database, owner, "word2") == []
    assert await balances(database) == BALANCED
    async with database.unit_of_work_of(owner) as tx:
        await withdraw(tx, "message", [entry.id for entry in entries])
    for table in ("search_documents", "search_postings", "search_sessions"):
        assert await scalar(database, f"select count(*) from {table} where user_id = :me", me=owner) == 0
    assert await balances(database) == BALANCED


async def test_a_book_that_is_withdrawn_leaves_the_others_as_they_were(database: Database, owner: UUID) -> None:
    group = new_id()
    before = said("common words of the first", 0, new_id(), talk=False)
    pages = [said(f"common {' '.join(f'w{at}x{n}' for n in range(30))}", at, group, talk=False) for at in range(60)]
    after = said("common words of the last, w3x3", 90, new_id(), talk=False)
    await put(database, owner, before)
    await put(database, owner, *pages)
    await put(database, owner, after)
    kept = said("common words that come in the same unit of work, w5x5", 95, new_id(), talk=False)
    async with database.unit_of_work_of(owner) as tx:
        assert await withdraw(tx, "message", [one.id for one in pages]) == 60
        await index(tx, [kept])
    assert await balances(database) == BALANCED
    assert set(await find(database, owner, "common words")) == {before.id, after.id, kept.id}
    assert await find(database, owner, "w3x3") == [after.id]
    assert await find(database, owner, "w5x5") == [kept.id]
    assert await find(database, owner, "w7x7") == []


async def test_a_new_title_of_a_thread_writes_no_postings(database: Database, owner: UUID) -> None:
    group = new_id()
    entry = said("harbour", 0, group)
    await put(database, owner, entry)
    async with database.unit_of_work_of(owner) as tx:
        await index(tx, [IndexEntry(**{**vars(entry), "title": "Renamed"})])
        assert await tx.session.scalar(text("select count(*) from search_documents where state <> 'indexed'")) == 0
    async with database.unit_of_work_of(owner) as tx:
        (hit,) = await search(tx, SearchQuery("harbour"))
        assert await search(tx, SearchQuery("renamed")) == [], "it is shown and not searched"
    assert hit.title == "Renamed"


async def test_writers_of_one_user_at_once_keep_the_books(database: Database, owner: UUID) -> None:
    groups = [new_id() for _ in range(3)]
    chance = random.Random(4)
    batches = [
        [said(f"line{number} common words", chance.randrange(200), chance.choice(groups)) for number in range(6)]
        for _ in range(14)
    ]

    async def write(batch: list[IndexEntry]) -> None:
        await put(database, owner, *batch)
        async with database.unit_of_work_of(owner) as tx:
            await withdraw(tx, "message", [batch[0].id])
        await put(database, owner, IndexEntry(**{**vars(batch[1]), "text": "edited words"}))

    await asyncio.gather(*(write(batch) for batch in batches))
    async with database.unit_of_work() as session:
        rows = await session.execute(text("select position from search_documents where user_id = :me"), {"me": owner})
        found = list(rows.scalars())
    assert len(found) == len(set(found)) == 14 * 5
    assert await balances(database) == BALANCED
    assert len(await find(database, owner, "edited", limit=100)) >= 14


async def test_an_entry_is_found_by_its_title_among_many_lines(database: Database, owner: UUID) -> None:
    group = new_id()
    lines = [said(f"we talked about the dentist, part {number}", number, group) for number in range(300)]
    event = IndexEntry("event", new_id(), "Dentist", "", NOON + timedelta(days=400))
    contact = IndexEntry("contact", new_id(), "Ana Souza", "ana@example.org", None)
    await put(database, owner, *lines, event, contact)
    assert (await find(database, owner, "dentist"))[0] == event.id
    assert (await find(database, owner, "when is the dentist?"))[0] == event.id
    assert (await find(database, owner, "Ana Souza"))[0] == contact.id


async def test_filters_count_before_the_best_are_taken(database: Database) -> None:
    owner, group, other = await make_user(database), new_id(), new_id()
    lines = [said("boat boat boat", number / 10, group) for number in range(600)]
    weak = said(
        "something about the weather, the harbour and, yes, also a boat " * 3, -90_000, other, speaker="Rui Melo"
    )
    todo = IndexEntry("todo", new_id(), "x", "paint the house and the boat " * 20, None)
    await put(database, owner, *lines, weak, todo)
    assert weak.id not in await find(database, owner, "boat", limit=200)
    assert await find(database, owner, "boat", kinds=("todo",)) == [todo.id]
    assert await find(database, owner, "boat", until=NOON - timedelta(days=30)) == [weak.id]
    assert await find(database, owner, "boat", speaker="rui") == [weak.id]
    assert await find(database, owner, "boat", exclude_kinds=("message",)) == [todo.id]
    newest = await find(database, owner, "boat", since=NOON + timedelta(minutes=59), limit=5)
    assert newest == [line.id for line in reversed(lines[-5:])]


async def test_a_vector_finds_nothing_where_nothing_is(database: Database, owner: UUID) -> None:
    vector = QueryVector("words", [0.6, 0.8])
    assert await find(database, owner, "where is the boat?", vector=vector) == []
    await put(database, owner, said("harbour", 0, new_id()))
    assert await find(database, owner, "where is the boat?", vector=vector) == []
    assert len(await find(database, owner, "where is the harbour?", vector=vector)) == 1
