"""Is an index of the first kind carried over to the present one, batch by batch, while Steward goes on?"""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from tests.support.index_books import BALANCED, balances
from tests.support.people import make_user
from tests.support.postgres import PostgresServer, execute
from tests.support.waiting import eventually

from orchestrator.agent.testing.in_memory import NothingToErase
from orchestrator.db.migrate import MIGRATIONS, migrate
from orchestrator.db.session import Database
from orchestrator.domain.foundation.search.schemas import IndexEntry, SearchQuery
from orchestrator.domain.foundation.search.service import index, search, withdraw
from orchestrator.domain.foundation.search.slice import JOBS
from orchestrator.kit.ids import new_id
from orchestrator.scheduling.worker import Worker

BEFORE = 15
"""The last migration of the first index."""
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
_THREAD = "insert into threads (id, user_id, title) values (:id, :owner, 'Old')"
_MESSAGE = """
    insert into messages (id, user_id, thread_id, role, content, origin, speaker, item_key, at)
    values (:id, :owner, :thread, :role, :body, :origin, :speaker, :key, :at)
"""
_DOCUMENT = """
    insert into search_documents
        (user_id, kind, entity_id, state, title, body, at, origin, speaker, speaker_words, group_id, lexemes, length)
    values (:owner, :kind, :id, 'indexed', :title, :body, :at, 'third_party', :speaker, :words, :thread, '{old}', 1)
"""


@pytest.fixture
async def old_home(postgres: PostgresServer, tmp_path: Path) -> AsyncIterator[Database]:
    """A home as it was before the present index."""
    url = await postgres.empty()
    for path in MIGRATIONS.glob("*.sql"):
        if int(path.name[:4]) <= BEFORE:
            shutil.copy(path, tmp_path)
    await migrate(url, folder=tmp_path)
    database = Database(url)
    yield database
    await database.close()
    await postgres.drop(url)


async def say(database: Database, owner: UUID, thread: UUID, words: str, minute: float, role: str = "user") -> UUID:
    """A message of an ingested conversation, as the first index held it."""
    message = new_id()
    values = {"id": message, "owner": owner, "thread": thread, "body": words, "at": NOON + timedelta(minutes=minute)}
    origin = "agent" if role == "assistant" else "third_party"
    speaker = "assistant" if role == "assistant" else "Ana"
    async with database.unit_of_work() as session:
        known = await session.scalar(text("select count(*) from threads where id = :thread"), {"thread": thread})
        if not known:
            await session.execute(text(_THREAD), {"id": thread, "owner": owner})
        said = {**values, "role": role, "origin": origin, "speaker": speaker, "key": str(message)}
        await session.execute(text(_MESSAGE), said)
        shown = {**values, "kind": "message", "title": "Old", "speaker": speaker, "words": [speaker.lower()]}
        await session.execute(text(_DOCUMENT), shown)
    return message


async def note_event(database: Database, owner: UUID, title: str) -> UUID:
    event = new_id()
    values = {"id": event, "owner": owner, "kind": "event", "title": title, "body": "", "at": None, "speaker": None}
    await execute(database, _DOCUMENT, **values, words=[], thread=None)
    return event


@asynccontextmanager
async def working(database: Database) -> AsyncIterator[Worker]:
    async with Worker(database, JOBS, eraser=NothingToErase(), retry_delay_s=0.1, beat_s=0.2).working() as worker:
        yield worker


async def jobs(database: Database, owner: UUID) -> list[dict[str, Any]]:
    async with database.unit_of_work() as session:
        found = await session.execute(
            text("select * from async_jobs where user_id = :me and job_type = 'search.reindex'"), {"me": owner}
        )
        return [dict(row._mapping) for row in found]


async def renewed(database: Database, *owners: UUID) -> None:
    """Once all has been indexed anew."""

    async def states() -> set[str]:
        return {job["state"] for owner in owners for job in await jobs(database, owner)}

    await eventually(states, lambda found: found <= {"done"})


async def find(database: Database, owner: UUID, words: str) -> list[UUID]:
    async with database.unit_of_work_of(owner) as tx:
        return [hit.id for hit in await search(tx, SearchQuery(words))]


async def test_everything_of_an_old_home_is_found_again(old_home: Database) -> None:
    ana, bea = await make_user(old_home), await make_user(old_home)
    talk, chat = new_id(), new_id()
    asked = await say(old_home, ana, talk, "What do you do for relaxation?", 0)
    answer = await say(old_home, ana, talk, "Pottery.", 1)
    wanted = await say(old_home, ana, chat, "about the harbour", 0)
    await say(old_home, ana, chat, "I see.", 1, role="assistant")
    event = await note_event(old_home, ana, "Dentist")
    theirs = await say(old_home, bea, new_id(), "about the harbour", 0)
    await migrate(old_home.url)
    assert await find(old_home, ana, "dentist") == []
    async with working(old_home):
        await renewed(old_home, ana, bea)
    assert await find(old_home, ana, "relaxation") == [answer, asked]  # neighbours
    assert await find(old_home, ana, "harbour") == [wanted]  # a chat has none
    assert await find(old_home, ana, "dentist") == [event]
    assert await find(old_home, bea, "harbour") == [theirs]
    assert await balances(old_home) == BALANCED
    [job] = await jobs(old_home, ana)
    assert (job["progress_done"], job["progress_total"]) == (5, 5)


async def test_what_is_written_meanwhile_is_neither_lost_nor_found_twice(old_home: Database) -> None:
    owner, thread = await make_user(old_home), new_id()
    kept = [await say(old_home, owner, thread, f"word{number} harbour", number) for number in range(30)]
    await migrate(old_home.url)
    changed = IndexEntry("message", kept[3], "Old", "changed harbour", NOON, group_id=thread, speaker="Ana", talk=True)
    async with old_home.unit_of_work_of(owner) as tx:
        await index(tx, [changed])
        await withdraw(tx, "message", [kept[4]])
        async with working(old_home):
            await asyncio.sleep(0.3)  # the job passes over what is being changed
    assert (await find(old_home, owner, "changed"))[0] == kept[3]
    await execute(old_home, "update async_jobs set run_after = steward_now() where state = 'pending'")
    async with working(old_home):
        await renewed(old_home, owner)
    async with old_home.unit_of_work_of(owner) as tx:
        hits = await search(tx, SearchQuery("harbour", limit=100))
    assert sorted(hit.id for hit in hits) == sorted({*kept} - {kept[4]})
    assert await balances(old_home) == BALANCED


async def test_what_was_indexed_with_fewer_words_learns_those_that_came(postgres: PostgresServer) -> None:
    """Migration 65: the vocabulary has grown, so that each entry's words are read anew."""
    url = await postgres.clone()
    database = Database(url)
    owner = await make_user(database)
    async with database.unit_of_work_of(owner) as tx:
        entry = IndexEntry("note", new_id(), "Watering", "the balcony plants need water every other day", at=NOON)
        await index(tx, [entry])
    async with database.unit_of_work() as session:
        await session.execute(text("delete from search_postings where lexeme not like 'plant%'"))
        for statement in (MIGRATIONS / "0065_words_anew.sql").read_text("utf-8").split(";\n"):
            await session.execute(text(statement))
    assert [job["state"] for job in await jobs(database, owner)] == ["pending"]
    async with working(database):
        await renewed(database, owner)
    assert await find(database, owner, "balcony") == [entry.id]
    await database.close()
    await postgres.drop(url)
