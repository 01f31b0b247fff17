"""Whose job is it now? Claims, renewals, completions and what becomes of a dead worker's jobs, few statements each.

A claim hands out a fencing token. Whoever completes must still hold it: an attempt whose lease ended and whose job was
given to another finds its token gone, and nothing of it is stored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    CursorResult,
    Float,
    Interval,
    and_,
    case,
    delete,
    exists,
    func,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession
from sqlalchemy.orm import aliased

from orchestrator.scheduling import history
from orchestrator.scheduling.async_jobs import notify
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.model import CLOCKS_AGREE_WITHIN_S, NOW, SHORT, AsyncJob, JobWorker, in_seconds

REAPED_AT_ONCE = 100
PRUNED_AT_ONCE = 5_000
DONE_KEPT_S = 7 * 86_400.0
FAILED_KEPT_S = 30 * 86_400.0
WORKER_KEPT_S = 86_400.0
_LEFT = {"claim": None, "worker_id": None, "lease_until": None}
DIED = "The worker that ran it died or lost the database."
MOST_DEATHS = 3
"""A job whose process ended while it ran is taken up again by itself twice: it may be what ends it."""
APART_S = 10.0
"""Over so long a time the second new attempts are spread: what only ran beside the job that ends its process shall not
run beside it, and be counted with it, for a third time."""
KILLS = (
    "Its process ended while it ran, three times (killed, out of memory, or at a standstill):"
    " it is not taken up again by itself."
)
_CLAIM = text(
    f"""
    update async_jobs j
       set state = 'running', claim = gen_random_uuid(), worker_id = :worker, attempts = attempts + 1,
           lease_until = steward_now() + interval '1 second'
               * (cast(:leases as double precision[]))[array_position(cast(:types as text[]), j.job_type)],
           started_at = steward_now(), finished_at = null, updated_at = steward_now()
     where id = any(array(select async_jobs_due(cast(:types as text[]), cast(:most as integer)))) and {SHORT}
       and set_config('synchronous_commit', 'off', true) <> ''
    returning id, claim, job_type, payload, user_id, attempts, max_attempts, scheduled
    """  # noqa: S608
).columns(
    AsyncJob.id,
    AsyncJob.claim,
    AsyncJob.job_type,
    AsyncJob.payload,
    AsyncJob.user_id,
    AsyncJob.attempts,
    AsyncJob.max_attempts,
    AsyncJob.scheduled,
)
_COMPLETE_MANY = text(
    f"""
    update async_jobs
       set state = 'done', last_error = null, finished_at = steward_now(), updated_at = steward_now(),
           claim = null, worker_id = null, lease_until = null
     where id = any(cast(:ids as uuid[])) and claim = any(cast(:tokens as uuid[])) and {SHORT}
    returning id
    """  # noqa: S608
)


_RENEW = text(
    """
    with free as (
        select id from async_jobs where id = any(cast(:ids as uuid[])) and claim = any(cast(:tokens as uuid[]))
           for update skip locked),
    kept as (
        update async_jobs j
           set lease_until = steward_now() + interval '1 second'
               * (cast(:leases as double precision[]))[array_position(cast(:types as text[]), j.job_type)]
          from free where j.id = free.id and j.claim = any(cast(:tokens as uuid[])))
    select id, claim, state from async_jobs where id = any(cast(:ids as uuid[]))
    """
)


class ClaimLost(Exception):
    """The lease ended and the job went to another attempt: nothing of this one may be stored."""


@dataclass(frozen=True)
class Claim:
    """A job in the hands of a worker. `token` is this attempt's alone. `scheduled`: its end goes into the history."""

    job_id: UUID
    token: UUID
    job_type: str
    payload: dict[str, Any]
    owner_id: UUID | None
    attempt: int
    max_attempts: int
    scheduled: bool = False


async def claim(
    session: AsyncSession | AsyncConnection, worker_id: UUID, leases_s: Mapping[str, float], *, limit: int
) -> list[Claim]:
    """Take up to `limit` due jobs of the types in `leases_s`, each for its lease; the longest waiting ones. A job waits
    while another with its key runs.

    Nobody waits until a claim is on the disk: where Postgres dies before, the job waits again, and what the attempt
    did finds its token gone. Whatever is committed later takes the claim to the disk with it.
    """
    values = {"types": list(leases_s), "leases": list(leases_s.values()), "most": limit, "worker": worker_id}
    return [Claim(*row) for row in await session.execute(_CLAIM, values)]


async def seconds_until_due(session: AsyncSession | AsyncConnection, types: Sequence[str]) -> float | None:
    """How long until the next job of these types is due; None where none waits."""
    wait = func.extract("epoch", func.min(AsyncJob.run_after) - NOW)
    statement = select(wait).where(AsyncJob.state == "pending", AsyncJob.job_type.in_(types))
    found = (await session.execute(statement)).scalar_one()
    return float(found) if found is not None else None


async def hold(session: AsyncSession, held: Claim) -> None:
    """Make sure, until this transaction ends, that the job is still this attempt's. Raises ClaimLost."""
    if (await session.execute(select(AsyncJob.id).where(_is(held)).with_for_update(read=True))).first() is None:
        raise ClaimLost


async def report(session: AsyncSession, held: Claim, done: int, total: int) -> None:
    """How far the job has come. Raises ClaimLost."""
    statement = update(AsyncJob).where(_is(held)).values(progress_done=done, progress_total=total)
    reported = await session.execute(statement.execution_options(synchronize_session=False))
    if not cast("CursorResult[Any]", reported).rowcount:
        raise ClaimLost


async def complete(session: AsyncSession, held: Claim, ended: Ended | None = None) -> None:
    """The job is done, together with what else this transaction holds. `ended`: what the handler said of it, for the
    history. Raises ClaimLost."""
    await _settle(session, held, state="done", last_error=None, finished_at=NOW)
    if held.scheduled:
        await history.done(session, held.job_id, held.attempt, ended)


async def complete_many(session: AsyncSession, held: Sequence[Claim]) -> set[UUID]:
    """The jobs are done, all in one statement; none of them is `scheduled`. Answers the tokens that were lost."""
    values = {"ids": [one.job_id for one in held], "tokens": [one.token for one in held]}
    done = set((await session.scalars(_COMPLETE_MANY, values)).all())
    return {one.token for one in held if one.job_id not in done}


async def fail(session: AsyncSession, held: Claim, error: str, *, retry_in_s: float | None, died: bool = False) -> str:
    """The attempt failed: again after `retry_in_s`, or never (None, or no attempts left). `died`: the worker process
    that did its work ended in the middle, which happens `MOST_DEATHS` times at most. Answers the new state. Raises
    ClaimLost."""
    if died and await _died(session, held) >= MOST_DEATHS:
        state = await _settle(session, held, state="failed", last_error=f"{KILLS} {error}", finished_at=NOW)
    elif retry_in_s is None or held.attempt >= held.max_attempts:
        state = await _settle(session, held, state="failed", last_error=error, finished_at=NOW)
    else:
        state = await _settle(session, held, last_error=error, run_after=in_seconds(retry_in_s), **_waiting_again())
    if held.scheduled and state != "pending":
        await history.failed(session, [held.job_id])
    return state


async def release(session: AsyncSession, held: Claim) -> str:
    """The worker stops: the job waits again and this attempt does not count. Raises ClaimLost."""
    values = {"attempts": AsyncJob.attempts - 1, "run_after": NOW, **_waiting_again()}
    state = await _settle(session, held, **values)
    await notify(session)
    return state


async def hand_back(session: AsyncSession, unbegun: Sequence[Claim]) -> None:
    """Jobs that were claimed and never begun wait again where they stood in the queue."""
    tokens = [one.token for one in unbegun]
    await session.execute(
        update(AsyncJob)
        .where(AsyncJob.id.in_([one.job_id for one in unbegun]), AsyncJob.claim.in_(tokens))
        .values(attempts=AsyncJob.attempts - 1, run_after=_was_due(), updated_at=NOW, **_waiting_again(), **_LEFT)
        .execution_options(synchronize_session=False)
    )
    await notify(session)


async def renew(
    session: AsyncSession | AsyncConnection, held: Sequence[Claim], leases_s: Mapping[str, float]
) -> set[UUID]:
    """Extend the leases; answers the tokens that were lost (that of a job that is done was not). A row that is locked
    is being settled at this moment: it is left alone, for waiting here could close a circle of locks. One statement:
    on a connection that commits by itself a process that stands still here holds no row."""
    if not held:
        return set()
    values = {
        "ids": [one.job_id for one in held],
        "tokens": [one.token for one in held],
        "types": list(leases_s),
        "leases": list(leases_s.values()),
    }
    there = {row.id: row for row in await session.execute(_RENEW, values)}
    return {
        one.token
        for one in held
        if (row := there.get(one.job_id)) is None or (row.claim != one.token and row.state != "done")
    }


async def reap(session: AsyncSession) -> int:
    """Give jobs whose lease ended to whoever comes next; answers how many. Their attempt counts, and is a death: a job
    that kills its worker is not tried for ever."""
    ended = (
        select(AsyncJob.id)
        .where(AsyncJob.state == "running", AsyncJob.lease_until < NOW, SHORT)
        .order_by(AsyncJob.lease_until)
        .limit(REAPED_AT_ONCE)
        .with_for_update(skip_locked=True)
        .cte("ended")
    )
    deadly = AsyncJob.deaths + 1 >= MOST_DEATHS
    tired = or_(AsyncJob.attempts >= AsyncJob.max_attempts, deadly)
    again = _waiting_again()
    statement = (
        update(AsyncJob)
        .where(AsyncJob.id == ended.c.id)
        .values(
            state=case((tired, "failed"), else_=again["state"]),
            finished_at=case((tired, NOW), else_=again["finished_at"]),
            last_error=case((deadly, KILLS), else_=DIED),
            deaths=AsyncJob.deaths + 1,
            run_after=case((AsyncJob.deaths + 2 == MOST_DEATHS, NOW + _apart()), else_=_was_due()),
            updated_at=NOW,
            **_LEFT,
        )
        .execution_options(synchronize_session=False)
    )
    rows = (await session.execute(statement.returning(AsyncJob.id, AsyncJob.state, AsyncJob.scheduled))).all()
    if over := [row.id for row in rows if row.scheduled and row.state != "pending"]:
        await history.failed(session, over)
    if rows:
        await notify(session)
    return len(rows)


async def mark_dead(session: AsyncSession, seconds: float) -> None:
    """Nobody else used this database `seconds` ago: the workers of before are dead, and their jobs are taken up at once
    instead of when their leases end."""
    before = in_seconds(-seconds)
    await session.execute(delete(JobWorker).where(JobWorker.heartbeat_at < before))
    at_work = (AsyncJob.state == "running", AsyncJob.started_at < before, AsyncJob.lease_until > before)
    await session.execute(
        update(AsyncJob).where(*at_work).values(lease_until=before).execution_options(synchronize_session=False)
    )


async def prune(session: AsyncSession) -> int:
    """Forget settled jobs (done ones after a week, failed ones after 30 days), at most 5 000 at once, and dead workers;
    answers how many jobs."""
    old = or_(
        and_(AsyncJob.state.in_(["done", "superseded"]), AsyncJob.finished_at < in_seconds(-DONE_KEPT_S)),
        and_(AsyncJob.state == "failed", AsyncJob.finished_at < in_seconds(-FAILED_KEPT_S)),
    )
    oldest = select(AsyncJob.id).where(old).order_by(AsyncJob.finished_at).limit(PRUNED_AT_ONCE)
    kept = (in_seconds(-WORKER_KEPT_S), in_seconds(WORKER_KEPT_S))
    await session.execute(delete(JobWorker).where(~JobWorker.heartbeat_at.between(*kept)))
    pruned = await session.execute(delete(AsyncJob).where(AsyncJob.id.in_(oldest.with_for_update(skip_locked=True))))
    return cast("CursorResult[Any]", pruned).rowcount


async def clock_went_back(session: AsyncSession, longest_lease_s: float) -> int:
    """What was stamped by a clock that ran ahead does not wait for that time to come again; answers how many jobs. A
    delay stays as long as it was."""
    ahead = AsyncJob.updated_at - NOW
    tolerated = in_seconds(CLOCKS_AGREE_WITHIN_S)
    delayed = await session.execute(
        update(AsyncJob)
        .where(AsyncJob.state == "pending", AsyncJob.updated_at > tolerated)
        .values(
            run_after=AsyncJob.run_after - ahead,
            waiting_since=func.least(AsyncJob.waiting_since, NOW),
            updated_at=NOW,
        )
        .execution_options(synchronize_session=False)
    )
    longest = in_seconds(longest_lease_s)
    leased = await session.execute(
        update(AsyncJob)
        .where(AsyncJob.state == "running", AsyncJob.lease_until > in_seconds(longest_lease_s + CLOCKS_AGREE_WITHIN_S))
        .values(lease_until=longest)
        .execution_options(synchronize_session=False)
    )
    return cast("CursorResult[Any]", delayed).rowcount + cast("CursorResult[Any]", leased).rowcount


async def sign_on(session: AsyncSession, worker_id: UUID, host: str) -> datetime:
    """A worker lives: the first sign, and every further one; answers when."""
    statement = insert(JobWorker).values(id=worker_id, host=host)
    statement = statement.on_conflict_do_update(index_elements=[JobWorker.id], set_={"heartbeat_at": NOW})
    return (await session.execute(statement.returning(JobWorker.heartbeat_at))).scalar_one()


async def sign_off(session: AsyncSession, worker_id: UUID) -> None:
    """A worker ended in order."""
    await session.execute(delete(JobWorker).where(JobWorker.id == worker_id))


async def _died(session: AsyncSession, held: Claim) -> int:
    """Count a death; answers how many there were. Raises ClaimLost."""
    statement = update(AsyncJob).where(_is(held)).values(deaths=AsyncJob.deaths + 1).returning(AsyncJob.deaths)
    deaths = (await session.execute(statement.execution_options(synchronize_session=False))).scalar_one_or_none()
    if deaths is None:
        raise ClaimLost
    return deaths


def _is(held: Claim) -> ColumnElement[bool]:
    return and_(AsyncJob.id == held.job_id, AsyncJob.claim == held.token)


def _was_due() -> ColumnElement[datetime]:
    """The time of a job that ran: it was due, whatever clock stamped it."""
    return func.least(AsyncJob.run_after, NOW)


def _apart() -> ColumnElement[Any]:
    """Somewhere in `APART_S`: the last argument is seconds."""
    return func.make_interval(0, 0, 0, 0, 0, 0, func.random(type_=Float()) * APART_S, type_=Interval())


def _waiting_again() -> dict[str, Any]:
    """Back to pending, or superseded where a newer job with the same key waits already."""
    overtaken = _sibling("pending")
    return {
        "state": case((overtaken, "superseded"), else_="pending"),
        "finished_at": case((overtaken, NOW), else_=None),
    }


def _sibling(state: str) -> ColumnElement[bool]:
    """There is another job with this one's key, in that state."""
    other = aliased(AsyncJob)
    return exists().where(
        other.state == state,
        other.job_type == AsyncJob.job_type,
        other.user_id.is_not_distinct_from(AsyncJob.user_id),
        other.dedupe_key == AsyncJob.dedupe_key,
    )


async def _settle(session: AsyncSession, held: Claim, **values: Any) -> str:
    statement = (
        update(AsyncJob)
        .where(_is(held), SHORT)
        .values(updated_at=NOW, **_LEFT, **values)
        .returning(AsyncJob.state)
        .execution_options(synchronize_session=False)
    )
    row = (await session.execute(statement)).first()
    if row is None:
        raise ClaimLost
    return row[0]
