"""How does a slice put off work? It declares a `JobType` in its `schemas.py` and enqueues in its own unit of work.

    EXPIRE = JobType("previews.expire", PreviewExpiry)
    await enqueue(session, EXPIRE, PreviewExpiry(preview_id=…), owner_id=…, run_after=…)

The job exists if and only if that unit of work commits. It is done at least once; what a handler writes in its
`JobContext.session` is done exactly once (`scheduling/worker.py`).

A key stands for one piece of work: of what is enqueued under it, one job waits, the newest by arrival; one that runs
already is left alone, and the next waits its turn.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar
from uuid import UUID

from pydantic import BaseModel
from sqlalchemy import ColumnElement, DateTime, Interval, Text, and_, case, cast, exists, func, literal, select, text
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from orchestrator.kit.ids import new_id
from orchestrator.kit.text import storable_json
from orchestrator.scheduling.model import ARRIVALS, NOW, AsyncJob, in_seconds

P = TypeVar("P", bound=BaseModel)
CHANNEL = "steward_jobs"
"""Postgres' notification channel on which workers are told of due jobs."""
DEFAULT_LEASE_S = 30.0
"""A job whose process died is taken up again when its lease ended: within 60 s (api.md), so the lease is half."""
DEFAULT_TIMEOUT_S = 300.0
AT_ONCE = 5_000
"""Jobs that one statement enqueues."""
_NOTIFIED_IF_DUE = case((AsyncJob.run_after <= NOW, cast(func.pg_notify(CHANNEL, ""), Text)))
"""See `notify`; in the statement that enqueues it costs no round trip."""
_ENQUEUE_MANY = text(
    """
    insert into async_jobs (id, user_id, job_type, payload, dedupe_key, max_attempts, run_after)
    select id, user_id, :job_type, payload, key, :max_attempts,
           coalesce(cast(:run_after as timestamptz), steward_now())
      from jsonb_to_recordset(cast(:rows as jsonb)) as r(id uuid, user_id uuid, payload jsonb, key text)
    on conflict (job_type, user_id, dedupe_key) where state = 'pending' and dedupe_key is not null
    do update set payload = excluded.payload, run_after = excluded.run_after, arrival = excluded.arrival,
                  attempts = 0, deaths = 0, max_attempts = excluded.max_attempts, updated_at = steward_now()
    returning id, user_id, dedupe_key, run_after <= steward_now() as due
    """
)


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


@dataclass(frozen=True)
class Item(Generic[P]):
    """One of many jobs that are enqueued together."""

    payload: P
    owner_id: UUID | None = None
    dedupe_key: str | None = None


@dataclass(frozen=True)
class Debounced:
    """The job that will do what was submitted, and from when on. `state` is `superseded` where a newer submission is
    there already: then this one is not done."""

    job_id: UUID
    run_after: datetime
    state: str


async def enqueue(
    session: AsyncSession,
    job_type: JobType[P],
    payload: P,
    *,
    owner_id: UUID | None = None,
    run_after: datetime | ColumnElement[datetime] | None = None,
    dedupe_key: str | None = None,
    scheduled: bool = False,
) -> UUID:
    """Have it done once this unit of work is committed; answers the job's id.

    `run_after` (aware, or `next_multiple`): not before then. `dedupe_key`: a job of this type, owner and key that still
    waits takes the new payload and time instead of a second one being made. `scheduled`: the registry's own
    (`scheduled_jobs.py`).
    """
    statement = _insert(job_type, payload, owner_id, dedupe_key).values(
        run_after=NOW if run_after is None else run_after, scheduled=scheduled
    )
    if dedupe_key is not None:
        statement = _replacing(statement, job_type, run_after=statement.excluded.run_after)
    row = (await session.execute(statement.returning(AsyncJob.id, _NOTIFIED_IF_DUE))).one()
    return row.id  # type: ignore[no-any-return]


async def enqueue_many(
    session: AsyncSession, job_type: JobType[P], items: Sequence[Item[P]], *, run_after: datetime | None = None
) -> dict[tuple[UUID | None, str], UUID]:
    """Have all of them done; one statement for thousands. Of items with the same owner and key the last one counts.
    Answers the jobs' ids by owner and key; those without a key are left out."""
    unkeyed = [item for item in items if item.dedupe_key is None]
    keyed = {(str(item.owner_id), item.dedupe_key or ""): item for item in items if item.dedupe_key is not None}
    wanted = [*unkeyed, *(keyed[key] for key in sorted(keyed))]  # sorted: two callers lock keys in one order
    due = False
    ids: dict[tuple[UUID | None, str], UUID] = {}
    for start in range(0, len(wanted), AT_ONCE):
        rows = [
            {
                "id": str(new_id()),
                "user_id": None if item.owner_id is None else str(item.owner_id),
                "payload": storable_json(item.payload.model_dump(mode="json")),
                "key": item.dedupe_key,
            }
            for item in wanted[start : start + AT_ONCE]
        ]
        values = {
            "job_type": job_type.name,
            "max_attempts": job_type.max_attempts,
            "run_after": run_after,
            "rows": json.dumps(rows),
        }
        made = (await session.execute(_ENQUEUE_MANY, values)).all()
        due |= any(row.due for row in made)
        ids |= {(row.user_id, row.dedupe_key): row.id for row in made if row.dedupe_key is not None}
    if due:
        await notify(session)
    return ids


async def arrive(session: AsyncSession) -> int:
    """A place in the order of arrival, for what is submitted after more work (`debounce`)."""
    return int((await session.execute(select(ARRIVALS.next_value()))).scalar_one())


async def debounce(
    session: AsyncSession,
    job_type: JobType[P],
    payload: P,
    *,
    dedupe_key: str,
    wait_s: float,
    max_wait_s: float,
    owner_id: UUID | None = None,
    arrival: int | None = None,
) -> Debounced:
    """Have the newest of what is submitted under a key done, `wait_s` after the last submission but no later than
    `max_wait_s` after the first that waits. `arrival`: this submission's place (`arrive`), else now is its arrival; an
    older one never replaces a newer one, nor is it done after it."""
    statement = _insert(job_type, payload, owner_id, dedupe_key)
    place: Any = ARRIVALS.next_value()
    if arrival is not None:
        place = arrival
        overtaken = _newer(job_type, owner_id, dedupe_key, arrival)
        statement = statement.values(
            state=case((overtaken, "superseded"), else_="pending"), finished_at=case((overtaken, NOW), else_=None)
        )
    statement = statement.values(arrival=place, run_after=in_seconds(min(wait_s, max_wait_s)))
    new_burst = AsyncJob.attempts > 0  # what waited was tried: this submission is the first of the next
    since = case((new_burst, NOW), else_=AsyncJob.waiting_since)
    at_latest = since + literal(timedelta(seconds=max_wait_s), Interval())
    statement = _replacing(
        statement, job_type, run_after=func.least(statement.excluded.run_after, at_latest), waiting_since=since
    )
    returning = (AsyncJob.id, AsyncJob.run_after, AsyncJob.state, AsyncJob.run_after <= NOW)
    job_id, run_after, state, due = (await session.execute(statement.returning(*returning))).one()
    if due and state == "pending":
        await notify(session)
    return Debounced(job_id, run_after, state)


def next_multiple(seconds: float, *, after_s: float) -> ColumnElement[datetime]:
    """The next moment by the jobs' own clock, at least `after_s` away, whose Unix time is a multiple of `seconds`: what
    many put off to it is due at once."""
    earliest = func.extract("epoch", in_seconds(after_s))
    return func.to_timestamp((func.floor(earliest / seconds) + 1) * seconds, type_=DateTime(timezone=True))


async def notify(session: AsyncSession) -> None:
    """Wake the workers when this unit of work commits. Never for a delayed job: NOTIFY takes a lock that all commits
    of the database share (contracts/postgres.md)."""
    await session.execute(select(func.pg_notify(CHANNEL, "")))


def _insert(job_type: JobType[P], payload: P, owner_id: UUID | None, dedupe_key: str | None) -> Insert:
    return insert(AsyncJob).values(
        id=new_id(),
        user_id=owner_id,
        job_type=job_type.name,
        payload=storable_json(payload.model_dump(mode="json")),
        dedupe_key=dedupe_key,
        max_attempts=job_type.max_attempts,
    )


def _replacing(statement: Insert, job_type: JobType[P], **values: Any) -> Insert:
    """Where a job with this key waits already, it becomes this one, unless it arrived later."""
    new = statement.excluded
    newest = new.arrival > AsyncJob.arrival
    own = {name: case((newest, value), else_=getattr(AsyncJob, name)) for name, value in values.items()}
    return statement.on_conflict_do_update(
        index_elements=[AsyncJob.job_type, AsyncJob.user_id, AsyncJob.dedupe_key],
        index_where=and_(text("state = 'pending'"), text("dedupe_key is not null")),
        set_={
            **own,
            "payload": case((newest, new.payload), else_=AsyncJob.payload),
            "arrival": func.greatest(new.arrival, AsyncJob.arrival),
            "scheduled": new.scheduled,
            "attempts": 0,
            "deaths": case((newest, 0), else_=AsyncJob.deaths),
            "max_attempts": job_type.max_attempts,
            "updated_at": NOW,
        },
    )


def _newer(job_type: JobType[P], owner_id: UUID | None, dedupe_key: str, arrival: int) -> ColumnElement[bool]:
    """There is a job with this key, in whatever state but failed, that arrived later."""
    other = aliased(AsyncJob)
    return exists().where(
        other.job_type == job_type.name,
        other.user_id.is_not_distinct_from(owner_id),
        other.dedupe_key == dedupe_key,
        other.arrival > arrival,
        other.state != "failed",
    )
