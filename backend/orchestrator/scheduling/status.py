"""What waits, what runs, who works? (`GET /system/jobs`, `GET /jobs/{id}`, `POST /jobs/{id}/retry` of api.md)"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, Interval, and_, bindparam, func, literal, or_, select, text, update
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.errors import Conflict, NotFound
from orchestrator.scheduling import history
from orchestrator.scheduling.async_jobs import notify
from orchestrator.scheduling.model import NOW, AsyncJob, JobWorker

ALIVE_WITHIN = timedelta(seconds=30)
WORKERS_SHOWN = 100
_SETTLED = {
    "running": "the job is at work.",
    "done": "the job is done.",
    "superseded": "a newer job took its place.",
}
# Asked before every turn, so written out (docs/decisions/0007).
_FAILURES = text(
    """
    select id, job_type, state, run_after, attempts, max_attempts, last_error, created_at, started_at, finished_at
      from async_jobs j
     where user_id = :owner and state = 'failed' and finished_at > steward_now() - :within
       and not exists (select from async_jobs a where a.job_type = j.job_type and a.user_id = j.user_id
                          and a.dedupe_key = j.dedupe_key and a.arrival > j.arrival)
     order by finished_at desc limit :most
    """
).bindparams(bindparam("owner", type_=PgUUID(as_uuid=True)), bindparam("within", type_=Interval()))


@dataclass(frozen=True)
class Progress:
    """So many of so many; of what, the job's type tells."""

    done: int
    total: int


@dataclass(frozen=True)
class JobStatus:
    """A job as its owner sees it: no payload. `progress`: None where the job tells none."""

    id: UUID
    job_type: str
    state: str
    run_after: datetime
    attempts: int
    max_attempts: int
    last_error: str | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    progress: Progress | None = None


@dataclass(frozen=True)
class WorkerStatus:
    """`alive`: its heartbeat is younger than 30 s. `running`: how many jobs it has at work."""

    id: UUID
    host: str
    started_at: datetime
    heartbeat_at: datetime
    alive: bool
    running: int


@dataclass(frozen=True)
class QueueStatus:
    """One job type: `pending` = due now, `delayed` = later; `oldest_s`: how long the oldest due one has waited;
    `progress`: of those that run and tell theirs, together."""

    job_type: str
    pending: int
    delayed: int
    running: int
    failed: int
    oldest_s: float | None
    progress: Progress | None = None


async def show(tx: Tx, job_id: UUID, *, system: bool = False) -> JobStatus:
    """The owner's job; with `system` (an operator asks) the system's too. Raises NotFound."""
    return _status(await _own(tx, job_id, system=system))


async def retry(tx: Tx, job_id: UUID, *, system: bool = False) -> JobStatus:
    """Have a failed or delayed job done now, with all its attempts anew. `system`: as `show`.

    Raises NotFound, and Conflict `already_exists` where it runs or is done already, or newer work with its key was done
    or waits: the older would undo it.
    """
    job = await _own(tx, job_id, system=system, for_update=True)
    if job.state not in {"failed", "pending"}:
        raise Conflict("already_exists", f"There is nothing to be done again: {_SETTLED[job.state]}")
    if job.dedupe_key is not None and not job.scheduled and await _newer_than(tx.session, job):
        raise Conflict("already_exists", "Newer work of this kind was done since, or waits.")
    values = {"state": "pending", "attempts": 0, "deaths": 0, "run_after": NOW, "finished_at": None, "updated_at": NOW}
    try:
        async with tx.session.begin_nested():
            await tx.session.execute(
                update(AsyncJob)
                .where(AsyncJob.id == job_id, _theirs(tx.owner_id, system=system))
                .values(**values)
                .execution_options(synchronize_session=False)
            )
    except IntegrityError as error:
        raise Conflict("already_exists", "A newer job of this kind waits already.") from error
    if job.scheduled:
        await history.again(tx.session, job_id)
    await notify(tx.session)
    return _status(await _own(tx, job_id, system=system))


async def unfinished(tx: Tx, job_type: str, keys: Sequence[str]) -> dict[str, JobStatus]:
    """By key, the newest job of the owner, where it waits, runs or failed; what is done is left out."""
    if not keys:
        return {}
    newest = (
        select(AsyncJob)
        .ext(distinct_on(AsyncJob.dedupe_key))
        .where(AsyncJob.job_type == job_type, AsyncJob.user_id == tx.owner_id, AsyncJob.dedupe_key.in_(keys))
        .order_by(AsyncJob.dedupe_key, AsyncJob.arrival.desc())
    )
    found = (await tx.session.scalars(newest.execution_options(populate_existing=True))).all()
    return {str(job.dedupe_key): _status(job) for job in found if job.state not in {"done", "superseded"}}


async def under_way(session: AsyncSession, job_type: str) -> bool:
    """Whether a job of this type is at work, or due."""
    statement = select(AsyncJob.id).where(
        AsyncJob.job_type == job_type,
        (AsyncJob.state == "running") | ((AsyncJob.state == "pending") & (AsyncJob.run_after <= func.steward_now())),
    )
    return (await session.execute(statement.limit(1))).first() is not None


async def failures(tx: Tx, *, within: timedelta, limit: int) -> list[JobStatus]:
    """The owner's jobs that failed for good lately, newest first; not those whose work was taken up again since."""
    rows = await tx.session.execute(_FAILURES, {"owner": tx.owner_id, "within": within, "most": limit})
    return [JobStatus(*row) for row in rows]


async def workers(session: AsyncSession) -> list[WorkerStatus]:
    """All workers of this database, newest sign of life first."""
    at_work = (
        select(AsyncJob.worker_id, func.count().label("running"))
        .where(AsyncJob.state == "running")
        .group_by(AsyncJob.worker_id)
        .subquery()
    )
    within = literal(ALIVE_WITHIN, Interval())
    alive = and_(JobWorker.heartbeat_at > NOW - within, JobWorker.heartbeat_at < NOW + within)
    statement = (
        select(
            JobWorker.id,
            JobWorker.host,
            JobWorker.started_at,
            JobWorker.heartbeat_at,
            alive,
            func.coalesce(at_work.c.running, 0),
        )
        .outerjoin(at_work, at_work.c.worker_id == JobWorker.id)
        .order_by(JobWorker.heartbeat_at.desc())
        .limit(WORKERS_SHOWN)
    )
    return [WorkerStatus(*row) for row in await session.execute(statement)]


async def queues(session: AsyncSession, known: Iterable[str] = ()) -> list[QueueStatus]:
    """Every job type with unsettled or failed jobs, and the `known` ones, by name."""
    waiting = AsyncJob.state == "pending"
    due = and_(waiting, AsyncJob.run_after <= NOW)
    statement = (
        select(
            AsyncJob.job_type,
            func.count().filter(due),
            func.count().filter(waiting, AsyncJob.run_after > NOW),
            func.count().filter(AsyncJob.state == "running"),
            func.count().filter(AsyncJob.state == "failed"),
            func.extract("epoch", NOW - func.min(AsyncJob.run_after).filter(due)),
            func.sum(AsyncJob.progress_done).filter(AsyncJob.state == "running"),
            func.sum(AsyncJob.progress_total).filter(AsyncJob.state == "running"),
        )
        .where(AsyncJob.state.in_(["pending", "running", "failed"]))
        .group_by(AsyncJob.job_type)
    )
    found = {name: QueueStatus(name, 0, 0, 0, 0, None) for name in known}
    for name, pending, delayed, running, failed, oldest, done, total in await session.execute(statement):
        age = round(float(oldest), 3) if oldest is not None else None
        found[name] = QueueStatus(name, pending, delayed, running, failed, age, _progress(done, total))
    return [found[name] for name in sorted(found)]


async def _newer_than(session: AsyncSession, job: AsyncJob) -> bool:
    """Whether what was enqueued later with this job's key was done, is at work, or waits."""
    statement = select(AsyncJob.id).where(
        AsyncJob.job_type == job.job_type,
        AsyncJob.user_id.is_not_distinct_from(job.user_id),
        AsyncJob.dedupe_key == job.dedupe_key,
        AsyncJob.arrival > job.arrival,
        AsyncJob.state != "failed",
    )
    return (await session.execute(statement.limit(1))).first() is not None


def _theirs(owner_id: UUID, *, system: bool) -> ColumnElement[bool]:
    own = AsyncJob.user_id == owner_id
    return or_(own, AsyncJob.user_id.is_(None)) if system else own


async def _own(tx: Tx, job_id: UUID, *, system: bool, for_update: bool = False) -> AsyncJob:
    statement = select(AsyncJob).where(AsyncJob.id == job_id, _theirs(tx.owner_id, system=system))
    if for_update:
        statement = statement.with_for_update()
    job = (await tx.session.scalars(statement.execution_options(populate_existing=True))).one_or_none()
    if job is None:
        raise NotFound("There is no such job.")
    return job


def _status(job: AsyncJob) -> JobStatus:
    return JobStatus(
        id=job.id,
        job_type=job.job_type,
        state=job.state,
        run_after=job.run_after,
        attempts=job.attempts,
        max_attempts=job.max_attempts,
        last_error=job.last_error,
        created_at=job.created_at,
        started_at=job.started_at,
        finished_at=job.finished_at,
        progress=_progress(job.progress_done, job.progress_total),
    )


def _progress(done: int | None, total: int | None) -> Progress | None:
    return None if done is None or total is None else Progress(int(done), int(total))
