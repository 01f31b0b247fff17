"""Does anything that a user brings by the thousand, or in one huge row, keep the event loop from everybody else?"""

import json
import time
from collections.abc import AsyncIterator
from datetime import datetime

import pytest
import pytest_asyncio
from tests.acceptance.test_portability import changed, exported, try_import
from tests.support.busy_loop import watched_steps
from tests.support.by_reader import reading_steward
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward

from orchestrator.language.time.told import told_dates

SHARE = 0.3
"""Of all processor time that the loop takes for some thousand items, in one step: in slices it is a tenth."""
WORDS = "Bring the notes about the harbour, the budget and the ferry to {} before the meeting on {}. "


@pytest_asyncio.fixture(scope="module")
async def steward(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    """A Steward with a worker and no model but the reader."""
    async with reading_steward(postgres, tmp_path_factory.mktemp("steps")) as running:
        yield running


@pytest_asyncio.fixture
async def me(steward: Steward) -> Person:
    person = await steward.person("Rui Alves")
    await person.post(
        "/ingest/event", [{"external_id": "first", "source": "me", "title": "x", "start_at": "2027-01-01"}]
    )
    first = {"external_id": "first", "source": "me", "display_name": "First Reis", "phones": ["+351912345678"]}
    await person.post("/ingest/contact", first)  # what is loaded once is no matter of how many come
    return person


async def test_a_thousand_events_and_contacts_are_taken_in_step_by_step(me: Person) -> None:
    events = [
        {"external_id": str(at), "source": "me", "title": f"Meeting {at}", "start_at": "2027-03-05T10:00",
         "description": WORDS.format(f"Ana {at}", f"pier {at}") * 4, "participants": [{"name": f"Ana Reis {at}"}]}
        for at in range(1_000)
    ]  # fmt: skip
    contacts = [
        {"external_id": str(at), "source": "me", "display_name": f"Ana Reis {at}", "phones": [f"+3519{at:08}"],
         "emails": [f"ana{at}@example.org"], "notes": WORDS.format(at, at)}
        for at in range(1_000)
    ]  # fmt: skip
    for path, items in (("/ingest/event", events), ("/ingest/contact", contacts)):
        with watched_steps() as longest:
            told = await me.post(path, items)
            assert {one["status"] for one in told["results"]} == {"created"}
        assert longest.seconds < SHARE * longest.total, (path, longest)
    assert (await me.get("/search", q="ferry harbour Ana 77"))["hits"]


async def test_what_others_wrote_is_read_for_its_days_elsewhere(me: Person) -> None:
    messages = [
        {"external_id": f"{at}", "speaker": "Ana", "at": f"2026-03-02T08:0{at}:00Z",
         "text": f"tulips {at} yesterday at 1 {'am pm ' * 230}"}
        for at in range(8)
    ]  # fmt: skip
    talk = {"source": "me", "external_id": "halves", "title": "Tulips", "messages": messages}
    await me.post("/ingest/conversation", [talk])
    began = time.thread_time()
    assert told_dates(messages[0]["text"], at=datetime(2026, 3, 2, 8), locale="en-US")
    reading = time.thread_time() - began
    question = "What did Ana say about tulips?"
    assert "tulips" in (await me.ask(question))["answer"]  # and what is loaded once is loaded
    with watched_steps() as longest:
        assert "tulips" in (await me.ask(question))["answer"]
    assert longest.seconds < 2 * reading, (longest, reading)


async def test_an_archive_with_a_line_of_many_megabytes_is_decoded_elsewhere(me: Person, steward: Steward) -> None:
    me = await steward.with_every_scope(me)
    note = await me.post("/notes", {"text": "one"})
    archive = await exported(me)
    line = json.dumps({"huge": [0] * 6_000_000})

    def with_one(lines: list[str]) -> list[str]:
        row = json.loads(lines[0])
        own = dict.fromkeys(row) | {"id": row["id"]}
        return [json.dumps({**own, "text": "x"})[:-1].replace('"text": "x"', f'"text": {line}') + "}"]

    huge = changed(archive, "notes", with_one)
    began = time.thread_time()
    json.loads(line)
    decoding = time.thread_time() - began
    with watched_steps() as longest:
        refused = await try_import(me, huge)
    assert refused.status_code == 422, refused.text
    assert longest.seconds < decoding / 2, (longest, decoding)
    assert (await me.get(f"/notes/{note['id']}"))["text"] == "one"
