"""Does a home of an earlier version open, with everything in it, and go on where it was?

`older_home.dump.gz` is the database of a home of 22 November 2026 (commit 7ebb7ee, the last one before the house was
rebuilt), as `pg_dump --format=custom` writes it: one user's contacts, place, events, todos, facts, rules, note and
conversation, two previews that wait, a thread with two runs, and the jobs that nobody had done. Made by that version's
own server, by its routes alone.
"""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio
from tests.support.postgres import PostgresServer, execute
from tests.support.steward import Person, Steward, started
from tests.support.waiting import eventually

from orchestrator.db.migrate import pending
from orchestrator.db.postgres.dump import restore
from orchestrator.db.session import Database

DUMP = Path(__file__).with_name("older_home.dump.gz")
MADE_AT = "2026-11-23T07:30:00Z"
OF_THEN = 54
"""The last migration that it has."""


@pytest_asyncio.fixture
async def older_url(postgres: PostgresServer, tmp_path: Path) -> AsyncIterator[str]:
    url, dump = await postgres.empty(), tmp_path / "older_home.dump"
    dump.write_bytes(gzip.decompress(DUMP.read_bytes()))
    await restore(url, dump)
    database = Database(url)
    await execute(database, "update previews set expires_at = steward_now() + interval '1 hour'")  # they wait an hour
    await database.close()
    yield url
    await postgres.drop(url)


@pytest_asyncio.fixture
async def steward(older_url: str, tmp_path: Path) -> AsyncIterator[Steward]:
    """This version over the home of then, with workers."""
    waiting = await pending(older_url)
    assert waiting
    assert min(int(name[:4]) for name in waiting) > OF_THEN, "what was applied then is known and unchanged"
    async with started(tmp_path, older_url, llm_provider="reader", workers=1) as steward:
        assert await pending(older_url) == []
        yield steward


@pytest_asyncio.fixture
async def marta(steward: Steward) -> Person:
    """The owner of that home, with the token of then."""
    return await steward.owner()


async def titles(person: Person, path: str, key: str, **params: Any) -> set[str]:
    return {one[key] for one in (await person.get(path, **params))["items"]}


async def test_everything_is_there_and_goes_on(steward: Steward, marta: Person) -> None:
    assert (await marta.get("/me"))["name"] == "Marta Lopes"
    assert await titles(marta, "/contacts", "display_name") >= {"Rui Alves", "Ana Reis"}
    assert await titles(marta, "/places", "name") == {"Marina of Faro"}
    assert await titles(marta, "/todos", "title", status="open") == {"Paint the hull", "Call the harbour office"}
    assert await titles(marta, "/todos", "title", status="done") == {"Buy varnish"}
    assert await titles(marta, "/events", "title") == {"Dentist", "Sailing lesson"}
    lesson = next(one for one in (await marta.get("/events"))["items"] if one["title"] == "Sailing lesson")
    assert "FREQ=WEEKLY" in str(lesson["recurrence"])
    assert await titles(marta, "/facts", "text") >= {"I live in Lisbon", "Rui is vegetarian"}
    assert "I live in Porto" in await titles(marta, "/facts", "text", as_of="2020-01-01")
    assert await titles(marta, "/rules", "text") >= {"No meetings before ten", "Never keep my salary"}
    assert await titles(marta, "/notes", "text") == {"Prefers the morning for painting"}


async def test_what_waited_is_carried_out_and_rules_bind(marta: Person) -> None:
    waiting = {one["tool"]: one for one in (await marta.get("/previews", state="pending"))["items"]}
    assert waiting.keys() == {"todos_create", "events_create"}
    confirmed = await marta.post(f"/previews/{waiting['todos_create']['id']}/confirm")
    assert confirmed["state"] == "confirmed"
    assert "milk" in {one.lower() for one in await titles(marta, "/todos", "title", status="open")}
    edited = await marta.patch(f"/previews/{waiting['events_create']['id']}", {"edits": {"title": "Lunch at the sea"}})
    assert (await marta.post(f"/previews/{edited['id']}/confirm"))["state"] == "confirmed"
    assert "Lunch at the sea" in await titles(marta, "/events", "title")
    early = await marta.send("POST", "/events", json={"title": "Stand-up", "start_at": "2027-03-08T09:00"})
    assert (early.status_code, early.json()["code"]) == (409, "rule_held")
    secret = await marta.send("POST", "/facts", json={"text": "My salary is 100"})
    assert (secret.status_code, secret.json()["code"]) == (409, "rule_refused")


async def test_what_was_queued_is_done_and_talk_goes_on(marta: Person) -> None:
    of_then = f"select count(*) from async_jobs where created_at < '{MADE_AT}' and run_after < steward_now()"
    assert await marta.scalar(of_then) > 0
    await eventually(lambda: marta.scalar(f"{of_then} and state in ('pending', 'running')"), lambda left: left == 0)
    assert await marta.scalar(f"{of_then} and state = 'failed'") == 0
    talk = next(one for one in (await marta.get("/threads"))["items"] if one["title"].startswith("What is on my list"))
    hits = (await marta.get("/search", q="anchor of the boat"))["hits"]
    assert any("anchor" in one["snippet"] for one in hits)
    told = await marta.ask("What is on my list?", thread=talk["id"])
    assert "Paint the hull" in told["answer"]
    found = await marta.ask("When is my dentist appointment?")
    assert "Dentist" in found["answer"]
