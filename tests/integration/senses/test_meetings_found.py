"""Is what was said in a meeting found, by whom and where, and not any more once it is erased?

Real Postgres, real worker processes, no model.
"""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from tests.support.meetings import item, summary, transcript
from tests.support.meetings_desk import ZONE, Meetings
from tests.support.people import make_user
from tests.support.postgres import execute

import orchestrator
from orchestrator.db.session import Database
from orchestrator.domain.foundation.search.schemas import Hit, SearchQuery
from orchestrator.domain.foundation.search.service import search
from orchestrator.domain.senses.meetings import finding, service
from orchestrator.worker_processes.service import WorkerProcesses

MIGRATION = Path(orchestrator.__file__).parent / "db_migrations" / "0064_meetings_are_found.sql"
SITE = (
    ("S1", "Welcome, the harbour project has to be ready in June."),
    ("Bruno Sá", "We decided to use recycled bricks for the quay wall."),
    ("S1", "Good."),
    ("Bruno Sá", "And I will call the diver about the moorings."),
)


def body(*said: tuple[str, str], **fields: Any) -> dict[str, Any]:
    given = {"started_at": "2026-11-20T10:00:00Z", "title": "Harbour site", "meeting_id": "site", **fields}
    return transcript(*(said or SITE), **given)


@pytest.fixture
async def meetings(database: Database, processes: WorkerProcesses) -> Meetings:
    return Meetings(database, processes, await make_user(database, email="ana@example.org", name="Ana Reis", zone=ZONE))


async def read(meetings: Meetings, given: dict[str, Any]) -> UUID:
    await meetings.send(given)
    await meetings.worked(configured=False)
    async with meetings.database.unit_of_work_of(meetings.owner) as tx:
        return await service.row_id(tx, "site")


async def passages(meetings: Meetings, words: str = "harbour quay moorings", **how: Any) -> list[Hit]:
    return [hit for hit in await meetings.found(words, passages=True, **how) if hit.kind == "meeting"]


async def test_what_was_said_is_found_with_its_speaker_and_the_meeting_by_its_owner_alone(meetings: Meetings) -> None:
    meeting = await read(meetings, body(attendees=["Bruno Sá", "Carla Nunes"]))
    (hit,) = [one for one in await passages(meetings, "recycled bricks") if "bricks" in one.text]
    assert (hit.id, hit.external_id, hit.title, hit.speaker) == (meeting, "site", "Harbour site", "Bruno Sá")
    assert hit.part_id not in {None, meeting}
    assert hit.text == "We decided to use recycled bricks for the quay wall.\nS1: Good."
    assert (hit.at, hit.origin) == (datetime(2026, 11, 20, 10, 0, 5, tzinfo=UTC), "third_party")
    assert [hit.kind for hit in await meetings.found("harbour quay moorings")].count("meeting") == 1
    several = await passages(meetings)
    assert len({hit.entry_id for hit in several}) == len(several) > 1
    assert "meeting" in {hit.kind for hit in await meetings.found("Carla Nunes")}
    said = await passages(meetings, "moorings", speaker="bruno")
    assert {hit.speaker for hit in said} == {"Bruno Sá"}
    assert "moorings" in said[0].text
    (decided,) = (await meetings.show("site")).decisions
    assert decided.text == "We decided to use recycled bricks for the quay wall."
    assert (decided.speaker, decided.at_s) == ("Bruno Sá", 5.0)
    ben = Meetings(meetings.database, meetings.processes, await make_user(meetings.database, name="Ben"))
    assert await ben.found("moorings") == []


async def test_a_models_summary_and_tasks_are_found_as_the_meeting(meetings: Meetings) -> None:
    task = item("Ring the diver", "I will call the diver", "Bruno Sá")
    await meetings.summarised(body(), summary("The zeppelin was cancelled.", task))
    hits = [hit for hit in await meetings.found("zeppelin") if hit.kind == "meeting"]
    assert [(hit.part_id, hit.external_id) for hit in hits] == [(None, "site")]
    assert "Bruno Sá: Ring the diver" in hits[0].text


async def test_read_again_it_keeps_its_entries_and_another_transcript_takes_their_place(meetings: Meetings) -> None:
    meeting = await read(meetings, body())
    first = {hit.entry_id for hit in await passages(meetings)}
    await meetings.rerun("site")
    await meetings.worked(configured=False)
    assert {hit.entry_id for hit in await passages(meetings)} == first
    await read(meetings, body(*SITE[:2], ("Bruno Sá", "The lantern comes on Monday.")))
    assert await meetings.found("lantern")
    assert await meetings.found("moorings") == []
    assert (await meetings.show("site")).decisions[0].speaker == "Bruno Sá"
    await meetings.erase("meeting", meeting)
    assert await meetings.found("lantern quay bricks harbour") == []
    left = "select count(*) from search_documents where user_id = :me and kind = 'meeting'"
    assert await meetings.scalar(left) == 0
    assert await meetings.scalar("select count(*) from search_sessions where user_id = :me") == 0


async def test_a_long_monologue_is_found_where_it_says_it(meetings: Meetings) -> None:
    filler = " ".join(f"Then we looked at crate {number} of the old stock." for number in range(60))
    await read(meetings, body(("Bruno Sá", f"{filler} The spare key hangs behind the boiler. {filler}")))
    (hit, *_) = await passages(meetings, "spare key boiler")
    assert "behind the boiler" in hit.text
    assert len(hit.text) <= 700


async def test_meetings_that_are_there_are_read_once_the_migration_ran(meetings: Meetings) -> None:
    row = await read(meetings, body())
    await meetings.found("moorings")
    async with meetings.database.unit_of_work_of(meetings.owner) as tx:
        await finding.withdraw(tx, row)
    async with meetings.database.unit_of_work_of(meetings.owner) as tx:
        assert [hit.kind for hit in await search(tx, SearchQuery("moorings"))] in ([], ["event"])
    await execute(meetings.database, MIGRATION.read_text().split(";")[1])
    assert "meeting" in {hit.kind for hit in await meetings.found("moorings")}
