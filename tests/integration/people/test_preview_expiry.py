"""Does a preview that nobody settles become `expired`, by a job that its own unit of work enqueued?"""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from sqlalchemy import text
from tests.support.people import make_user
from tests.support.postgres import execute
from tests.support.runs import preview_of
from tests.support.waiting import eventually

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.testing.in_memory import NothingToErase
from orchestrator.agent.types.bundle import PreviewState
from orchestrator.db.session import Database
from orchestrator.domain.people.previews.service import Previews
from orchestrator.domain.people.previews.slice import JOBS
from orchestrator.scheduling.worker import Worker


async def frozen(database: Database, *, life_s: float, state: PreviewState = "pending") -> Preview:
    ends = datetime.now(UTC) + timedelta(seconds=life_s)
    preview = preview_of(await make_user(database), expires_at=ends, state=state)
    async with database.unit_of_work() as session:
        await Previews().add(session, preview)
    return preview


async def jobs_of(database: Database, owner_id: UUID) -> list[str]:
    async with database.unit_of_work() as session:
        statement = text("select job_type || ' ' || state from async_jobs where user_id = :user")
        return list((await session.scalars(statement, {"user": owner_id})).all())


async def worked(database: Database, owner_id: UUID) -> None:
    async with Worker(database, JOBS, eraser=NothingToErase()).working():
        await eventually(lambda: jobs_of(database, owner_id), lambda found: found == ["previews.expire done"])


async def stored(database: Database, preview: Preview) -> str:
    async with database.unit_of_work() as session:
        statement = text("select state from previews where id = :id")
        return str((await session.execute(statement, {"id": preview.id})).scalar_one())


async def test_a_preview_that_waits_expires_in_its_time(database: Database) -> None:
    preview = await frozen(database, life_s=0.5)
    assert await jobs_of(database, preview.owner_id) == ["previews.expire pending"]
    assert await stored(database, preview) == "pending"
    await worked(database, preview.owner_id)
    assert await stored(database, preview) == "expired"


@pytest.mark.parametrize("state", ["confirmed", "cancelled", "executing", "superseded"])
async def test_one_that_does_not_wait_stays_as_it_is(database: Database, state: PreviewState) -> None:
    preview = await frozen(database, life_s=0.1, state=state)
    await worked(database, preview.owner_id)
    assert await stored(database, preview) == state


async def test_one_that_was_erased_is_no_failure(database: Database) -> None:
    preview = await frozen(database, life_s=0.1)
    await execute(database, "delete from previews")
    await worked(database, preview.owner_id)
