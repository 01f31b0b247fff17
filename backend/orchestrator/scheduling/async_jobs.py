"""How does a slice put off work? It declares a `JobType` in its `schemas.py` and enqueues in its own unit of work.

    EXPIRE = JobType("previews.expire", PreviewExpiry)
    await enqueue(session, EXPIRE, PreviewExpiry(preview_id=…), owner_id=…, run_after=…)

The job exists if and only if that unit of work commits. It is done at least once; what a handler writes in its
`JobContext.session` is done exactly once (`scheduling/worker.py`).
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from pydantic import BaseModel
from sqlalchemy import and_, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.kit.ids import new_id
from orchestrator.kit.text import storable_json
from orchestrator.scheduling.model import NOW, AsyncJob

P = TypeVar("P", bound=BaseModel)
CHANNEL = "steward_jobs"
"""Postgres' notification channel on which workers are told of due jobs."""
DEFAULT_LEASE_S = 30.0
"""A job whose process died is taken up again when its lease ended: within 60 s (api.md), so the lease is half."""
DEFAULT_TIMEOUT_S = 300.0


@dataclass(frozen=True)
class JobType(Generic[P]):
    """A kind of work, in seconds. `retry_delay_s` None = `STEWARD_JOB_RETRY_S`; an attempt that takes longer than
    `timeout_s` is stopped and counts as failed; a lease is renewed while its worker lives."""

    name: str
    payload: type[P]
    max_attempts: int = 5
    retry_delay_s: float | None = None
    lease_s: float = DEFAULT_LEASE_S
    timeout_s: float = DEFAULT_TIMEOUT_S


async def enqueue(
    session: AsyncSession,
    job_type: JobType[P],
    payload: P,
    *,
    owner_id: UUID | None = None,
    run_after: datetime | None = None,
    dedupe_key: str | None = None,
) -> UUID:
    """Have it done once this unit of work is committed; answers the job's id.

    `run_after` (aware): not before then. `dedupe_key`: a job of this type, owner and key that still waits takes the
    new payload and time instead of a second one being made; one that runs already is left alone.
    """
    values: dict[str, Any] = {
        "payload": storable_json(payload.model_dump(mode="json")),
        "run_after": NOW if run_after is None else run_after,
    }
    statement = insert(AsyncJob).values(
        id=new_id(),
        user_id=owner_id,
        job_type=job_type.name,
        dedupe_key=dedupe_key,
        max_attempts=job_type.max_attempts,
        **values,
    )
    if dedupe_key is not None:
        statement = statement.on_conflict_do_update(
            index_elements=[AsyncJob.job_type, AsyncJob.user_id, AsyncJob.dedupe_key],
            index_where=and_(text("state = 'pending'"), text("dedupe_key is not null")),
            set_={**values, "attempts": 0, "max_attempts": job_type.max_attempts, "updated_at": NOW},
        )
    job_id, due = (await session.execute(statement.returning(AsyncJob.id, AsyncJob.run_after <= NOW))).one()
    if due:
        await notify(session)
    return job_id


async def notify(session: AsyncSession) -> None:
    """Wake the workers when this unit of work commits. Never for a delayed job: NOTIFY takes a lock that all commits
    of the database share (contracts/postgres.md)."""
    await session.execute(select(func.pg_notify(CHANNEL, "")))
