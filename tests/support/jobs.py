"""A job whose attempts and effects can be counted."""

from typing import Any
from uuid import UUID

from pydantic import BaseModel
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession
from tests.support.waiting import eventually

from orchestrator.db.session import Database
from orchestrator.scheduling.async_jobs import JobType, enqueue


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
