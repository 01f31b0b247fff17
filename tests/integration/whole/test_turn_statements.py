"""What one turn by the reader asks of the database: its tools look side by side and share what they ask alike."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from sqlalchemy import event
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, started

MOST = 47
"""42 measured, and room for what the process does of itself; before what a step reads was shared it was 53."""


@pytest_asyncio.fixture
async def ana(postgres: PostgresServer, tmp_path: Path) -> AsyncIterator[Person]:
    url = await postgres.clone()
    async with started(tmp_path, url, llm_provider="reader", embed_model="off") as steward:
        yield await steward.person()
    await postgres.drop(url)


async def test_readers_turn_asks_alike_once(ana: Person) -> None:
    await ana.post("/notes", {"text": "The dentist moved to Rua Nova."})
    thread = (await ana.ask("When is my dentist appointment?"))["thread_id"]
    asked: list[str] = []
    engine = ana.database.engine.sync_engine

    def note(_: object, __: object, statement: str, *___: object) -> None:
        asked.append(" ".join(statement.split()))

    event.listen(engine, "before_cursor_execute", note)
    try:
        await ana.ask("When is my dentist appointment?", thread=thread)
    finally:
        event.remove(engine, "before_cursor_execute", note)
    postings = Counter(one for one in asked if one.startswith("select lexeme, string_agg"))
    assert postings
    assert sum(postings.values()) <= 2, postings  # four searches, one of them for other words too
    assert len(asked) <= MOST, "\n".join(asked)


async def test_what_was_written_is_seen_by_the_next_turn(ana: Person) -> None:
    first = await ana.ask("What did I note about the boiler?")
    await ana.post("/notes", {"text": "The boiler is serviced by Quist & Sons."})
    second = await ana.ask("What did I note about the boiler?", thread=first["thread_id"])
    assert "Quist" not in first["answer"]
    assert "Quist" in second["answer"]
