"""Which ticks are due, and what becomes of each? Whoever looks first decides for all replicas, in one transaction.

The row of a scheduled job holds its next tick. A tick younger than its grace sets off one job; older ones are `missed`;
of several the last one runs and the others are `coalesced`; while the run before is at work it is `skipped`. The only
clock is `steward_now()`: where it goes back, what is still to come is waited for anew, and a tick that ran once does
not run again.
"""

import math
from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.scheduling import history
from orchestrator.scheduling.history import Tick
from orchestrator.scheduling.model import CLOCKS_AGREE_WITHIN_S, SHORT
from orchestrator.scheduling.scheduled_jobs import ScheduledJob, key_of, set_off

LISTED = 200
"""Ticks of one absence that the history lists one by one; older ones are one entry with their number."""
POLLS_TOLD = 3
"""A poll has nothing to catch up; from so many in a row that nobody made it is worth telling."""


async def tick(session: AsyncSession, jobs: Mapping[str, ScheduledJob]) -> float:
    """Set off what is due; answers in how many seconds the next tick is."""
    looked = text("select name, next_fire_at, steward_now() as now from scheduled_jobs where name = any(:names)")
    rows = (await session.execute(looked, {"names": list(jobs)})).all()
    ticking = [row for row in rows if row.next_fire_at is not None and jobs[row.name].period_s is not None]
    behind = [row.name for row in ticking if _to_do(jobs[row.name], row.next_fire_at, row.now)]
    if not behind:
        return min(((row.next_fire_at - row.now).total_seconds() for row in ticking), default=math.inf)
    locked = text(
        "select name, next_fire_at, steward_now() as now from scheduled_jobs"  # noqa: S608
        f" where name = any(:names) and next_fire_at is not null and {SHORT} order by name for update skip locked"
    )
    for row in (await session.execute(locked, {"names": behind})).all():
        job = jobs[row.name]
        if _to_do(job, row.next_fire_at, row.now):
            if row.next_fire_at > row.now:
                await history.unhappened(session, job.name, row.now, job.period_s or 0)
            else:
                await _due(session, job, row.next_fire_at, row.now)
            advance = text("update scheduled_jobs set next_fire_at = :at where name = :name")
            await session.execute(advance, {"name": job.name, "at": job.next_tick(row.now)})
    return 0.0


def _to_do(job: ScheduledJob, next_at: datetime, now: datetime) -> bool:
    """Whether its tick is due, or lies further ahead than its next tick can."""
    expected = job.next_tick(now + timedelta(seconds=CLOCKS_AGREE_WITHIN_S))
    return next_at <= now or (expected is not None and next_at > expected)


async def _due(session: AsyncSession, job: ScheduledJob, first: datetime, now: datetime) -> None:
    """Decide what becomes of all ticks from `first` to `now`."""
    ticks, older = _ticks(job, first, now)
    in_time = [at for at in ticks if (now - at).total_seconds() <= job.misfire_grace_s]
    if job.poll_s is not None:
        number = older + len(ticks) - 1
        if number >= POLLS_TOLD:
            absence = Tick(first, "missed", "Nobody looked in this time.", until=ticks[-2], ticks=number)
            await history.record(session, job.name, [absence])
        await _run(session, job, ticks[-1:])
        return
    missed = _missed(job, ticks[: len(ticks) - len(in_time)], older, first)
    await history.record(session, job.name, missed)
    running = in_time[-1:] if job.coalesces else in_time
    overtaken = in_time[: len(in_time) - len(running)]
    await history.record(
        session, job.name, [Tick(at, "coalesced", f"{_clock(running[-1])} ran in its stead.") for at in overtaken]
    )
    await _run(session, job, running)


async def _run(session: AsyncSession, job: ScheduledJob, ticks: list[datetime]) -> None:
    """Set off a job for each tick that has none, unless the run before is still at work; a poll is made by that run."""
    at_work = text(
        "select created_at from async_jobs where job_type = :type and user_id is null and dedupe_key = :key"
        " and state in ('pending', 'running') limit 1"
    )
    for at in ticks:
        values = {"type": job.job_type.name, "key": key_of(job, at)}
        since = (await session.execute(at_work, values)).scalar_one_or_none()
        if since is None:
            run_id = await history.begin(session, job.name, at)
            if run_id is not None:
                await set_off(session, job, run_id, at)
        elif job.poll_s is None:
            detail = f"The run asked for at {_clock(since)} was still at work."
            await history.record(session, job.name, [Tick(at, "skipped", detail)])


def _ticks(job: ScheduledJob, first: datetime, now: datetime) -> tuple[list[datetime], int]:
    """The newest ticks from `first` to `now`, at most `LISTED`, and how many older ones there are."""
    period = job.period_s or 1.0
    older = max(math.floor((now - first).total_seconds() / period) + 1 - LISTED, 0)
    at: datetime | None = first + timedelta(seconds=older * period)
    found: list[datetime] = []
    while at is not None and at <= now:
        found.append(at)
        at = job.next_tick(at)
    return found, older


def _missed(job: ScheduledJob, ticks: list[datetime], older: int, first: datetime) -> list[Tick]:
    detail = "No worker was there to see it."
    period = timedelta(seconds=job.period_s or 0)
    listed = [Tick(at, "missed", detail) for at in ticks]
    return (
        [Tick(first, "missed", detail, until=first + (older - 1) * period, ticks=older), *listed] if older else listed
    )


def _clock(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"
