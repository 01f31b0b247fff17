"""Does all of it work behind PgBouncer in transaction mode, where each transaction meets another server process?"""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from pydantic import SecretStr
from sqlalchemy import text
from tests.support.filing import filed
from tests.support.pooler import pooled
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started
from tests.support.waiting import eventually

from orchestrator.db.session import Database

PEOPLE = 6


@pytest_asyncio.fixture(scope="module")
async def steward(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    """With workers, and fewer connections to Postgres than it has people."""
    url = await postgres.clone()
    async with pooled(url) as through:
        past = {"database_direct_url": SecretStr(url), "database_pooler": "transaction"}
        home = tmp_path_factory.mktemp("pooled")
        async with started(home, through, llm_provider="reader", workers=1, embed_model="off", **past) as running:
            yield running
    await postgres.drop(url)


async def lived(person: Person, number: int) -> None:
    """What a day brings, and nobody else's."""
    event = {"title": f"Dentist {number}", "start_at": "2030-03-05T10:00", "timezone": "Europe/Lisbon"}
    made = await person.post("/events", event)
    await person.post("/contacts", {"display_name": f"Kofi {number}", "emails": [f"kofi{number}@example.org"]})
    told = await person.post("/ask", {"question": "add milk to my list"})
    (preview,) = told["previews"]
    done = await person.post(f"/previews/{preview['id']}/confirm", {"digest": preview["digest"]})
    assert done["state"] == "confirmed", done
    await person.patch(f"/events/{made['id']}", {"title": f"Optician {number}"})
    found = await person.get("/search", q="optician")
    assert [one["title"] for one in found["hits"]] == [f"Optician {number}"]
    streamed = await person.send("POST", "/ask/stream", json={"question": "what is on my list?"})
    assert "event: final" in streamed.text
    assert "milk" in json.loads(streamed.text.rpartition("data: ")[2])["answer"]


async def test_many_at_once_live_through_four_connections(steward: Steward) -> None:
    people = [await steward.person(f"Ana {number}") for number in range(PEOPLE)]
    await asyncio.gather(*(lived(person, number) for number, person in enumerate(people)))
    for person in people:
        assert [one["title"] for one in (await person.get("/todos"))["items"]] == ["milk"]
    archive = await (await steward.with_every_scope(people[0])).send("GET", "/export")
    assert archive.status_code == 200
    assert (await people[0].send("GET", "/ready")).status_code == 200


async def test_a_worker_is_told_past_the_pooler(steward: Steward) -> None:
    ana = await steward.person()
    paper = await filed(ana, "lease.txt", b"The notice period is three months.")
    assert paper["enhancement_status"] == "done"
    listening = "select count(*) from pg_stat_activity where query ilike 'listen%' and datname = current_database()"
    past = Database(steward.database.direct_url)
    async with past.one_statement() as connection:
        assert await connection.scalar(text(listening)) == 1
    await past.close()


async def test_no_statement_stays_at_the_servers(steward: Steward) -> None:
    """A name that stays is memory there for as long as the connection lives."""
    kept = "select count(*) from pg_prepared_statements"

    async def names() -> list[int]:
        async def one() -> int:
            async with steward.database.unit_of_work() as session:
                return int((await session.execute(text(kept))).scalar_one())

        return await asyncio.gather(*(one() for _ in range(12)))

    assert await eventually(names, lambda found: not any(found)) == [0] * 12
