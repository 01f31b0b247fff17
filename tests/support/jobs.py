"""A job whose attempts and effects can be counted."""

from typing import Any
from uuid import UUID

from pydantic import BaseModel
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession
from tests.support.waiting import eventually

from orchestrator.agent.testing.in_memory import NothingToErase
from orchestrator.db.session import Database
from orchestrator.kit.clock import SystemClock
from orchestrator.kit.ids import new_id
from orchestrator.scheduling.async_jobs import JobType, enqueue
from orchestrator.scheduling.handler import JobContext


class Note(BaseModel):
    """What a job of these tests is told apart by."""

    text: str


NOTE = JobType("tests.note", Note, max_attempts=3, lease_s=1.5, timeout_s=20)
TABLES = "create table if not exists attempts (note text); create table if not exists effects (note text)"


async def make_tables(database: Database) -> None:
    """Where attempts and effects are counted."""
    async with database.unit_of_work() as session:
        for statement in TABLES.split(";"):
            await session.execute(text(statement))


async def note_attempt(database: Database, note: Note) -> None:
    """Count an attempt that began, whatever becomes of it."""
    async with database.unit_of_work() as session:
        await session.execute(text("insert into attempts values (:note)"), {"note": note.text})


async def note_effect(session: AsyncSession, note: Note) -> None:
    """Count an effect, in the job's own transaction."""
    await session.execute(text("insert into effects values (:note)"), {"note": note.text})


async def count(database: Database, table: str) -> int:
    """How many attempts or effects there are."""
    statement = {"attempts": "select count(*) from attempts", "effects": "select count(*) from effects"}[table]
    async with database.unit_of_work() as session:
        return int((await session.execute(text(statement))).scalar_one())


async def put(database: Database, note: str = "one", **options: Any) -> UUID:
    """Enqueue a note."""
    async with database.unit_of_work() as session:
        return await enqueue(session, NOTE, Note(text=note), **options)


async def settled(database: Database, job_id: UUID, *states: str) -> dict[str, Any]:
    """The job as it is stored, once it is over (or in one of these states)."""
    wanted = states or ("done", "failed", "superseded")
    return await eventually(lambda: row(database, job_id), lambda found: found["state"] in wanted)


async def attempts_reach(database: Database, number: int) -> None:
    """Until so many attempts began."""
    await eventually(lambda: count(database, "attempts"), lambda found: found >= number)


async def row(database: Database, job_id: UUID) -> dict[str, Any]:
    """The job as it is stored."""
    async with database.unit_of_work() as session:
        found = await session.execute(text("select * from async_jobs where id = :id"), {"id": job_id})
        return dict(found.one()._mapping)


def context_of(database: Database, session: AsyncSession, owner: UUID | None = None, **how: Any) -> JobContext:
    """What a handler is given, without a lease: nobody looks at its progress, and nothing stops it unless told."""

    async def report(_session: AsyncSession, _done: int, _total: int) -> None:
        return None

    values: dict[str, Any] = {"eraser": NothingToErase(), "stopping": lambda: False, **how}
    return JobContext(
        session=session,
        unit_of_work=database.unit_of_work,
        job_id=new_id(),
        owner_id=owner,
        attempt=1,
        last_attempt=True,
        clock=SystemClock(),
        report=report,
        **values,
    )
