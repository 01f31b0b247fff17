"""What does Steward do by itself, and when? The one registry: a slice's `jobs.py` says it, its `slice.py` registers it,
and the table `scheduled_jobs` holds it with the time of the next tick.

    PRUNE = JobType("jobs.prune", Scheduled)
    SCHEDULED = (ScheduledJob(PRUNE, Every(3600), source="the clock"),)

A tick enqueues one job, over any number of replicas (`ticker.py`); what became of it says `history.py`. Times are UTC:
what follows a user's own time is polled for.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any, cast
from uuid import UUID

from apscheduler.triggers.cron import CronTrigger
from apscheduler.triggers.interval import IntervalTrigger
from pydantic import BaseModel
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.errors import InvalidRequest, NotFound
from orchestrator.kit.paging import Page, PageRequest
from orchestrator.scheduling import history
from orchestrator.scheduling.async_jobs import JobType, enqueue, notify
from orchestrator.scheduling.handler import JobHandler
from orchestrator.scheduling.history import Run

DAY_S = 86_400.0
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
"""Intervals count from here, so that all replicas have the same ticks."""
DEFAULT_GRACE_S = 3_600.0
"""A tick that nobody saw within the hour is missed."""


class Scheduled(BaseModel):
    """Payload of a job that the registry sets off: its tick, or when it was asked for by hand."""

    tick_at: datetime


@dataclass(frozen=True)
class Daily:
    """Every day at this time (UTC)."""

    at: time


@dataclass(frozen=True)
class Every:
    """At every multiple of so many seconds."""

    seconds: float


@dataclass(frozen=True)
class External:
    """By something that happens; the registry only lists it."""


@dataclass(frozen=True)
class ScheduledJob:
    """One entry. `name`: that of its job type unless given; the payload of what is not external is `Scheduled`.

    `source`: who or what sets it off. `poll_s`: its handler looks so often whether there is something to do, and
    answers `Ended("idle")` where not; the trigger then says what it waits for. `misfire_grace_s`: an older tick is
    missed. `coalesces`: of several ticks that are due at once the last one runs.
    """

    job_type: JobType[Any]
    trigger: Daily | Every | External
    source: str
    poll_s: float | None = None
    misfire_grace_s: float = DEFAULT_GRACE_S
    coalesces: bool = True
    enabled: bool = True
    named: str | None = None

    @property
    def name(self) -> str:
        return self.named or self.job_type.name

    @property
    def period_s(self) -> float | None:
        """Seconds between its ticks; None where it has none."""
        if not self.enabled or isinstance(self.trigger, External):
            return None
        if self.poll_s is not None:
            return self.poll_s
        return self.trigger.seconds if isinstance(self.trigger, Every) else DAY_S

    def next_tick(self, now: datetime) -> datetime | None:
        """The first tick after `now` (aware)."""
        if self.period_s is None:
            return None
        calculator: Any
        if isinstance(self.trigger, Daily) and self.poll_s is None:
            at = self.trigger.at
            calculator = CronTrigger(hour=at.hour, minute=at.minute, second=at.second, timezone=UTC)
        else:
            calculator = IntervalTrigger(seconds=self.period_s, start_date=EPOCH, timezone=UTC)
        return cast("datetime", calculator.get_next_fire_time(None, now + timedelta(microseconds=1)))


@dataclass(frozen=True)
class Entry:
    """A scheduled job as the table has it; seconds, `utc_time` of a daily one. `next_run_at`: None for an external or
    disabled one. `last_run`: None where there was none."""

    name: str
    job_type: str
    worker_module: str
    kind: str
    utc_time: time | None
    interval_s: float | None
    poll_interval_s: float | None
    retry_interval_s: float
    trigger_source: str
    enabled: bool
    next_run_at: datetime | None
    last_run: Run | None = None


_REGISTER = text(
    """
    insert into scheduled_jobs as s (name, job_type, worker_module, trigger_kind, utc_time, interval_s, poll_interval_s,
        retry_interval_s, trigger_source, enabled, next_fire_at)
    values (:name, :job_type, :worker_module, :kind, :utc_time, :interval_s, :poll_interval_s, :retry_interval_s,
        :trigger_source, :enabled, cast(:next_fire_at as timestamptz))
    on conflict (name) do update set
        next_fire_at = case
            when s.next_fire_at is not null and excluded.next_fire_at is not null
                 and (s.trigger_kind, s.utc_time, s.interval_s, s.poll_interval_s) is not distinct from
                     (excluded.trigger_kind, excluded.utc_time, excluded.interval_s, excluded.poll_interval_s)
            then s.next_fire_at else excluded.next_fire_at end,
        job_type = excluded.job_type, worker_module = excluded.worker_module, trigger_kind = excluded.trigger_kind,
        utc_time = excluded.utc_time, interval_s = excluded.interval_s, poll_interval_s = excluded.poll_interval_s,
        retry_interval_s = excluded.retry_interval_s, trigger_source = excluded.trigger_source,
        enabled = excluded.enabled
    """
)


async def register(
    session: AsyncSession, jobs: Iterable[ScheduledJob], handlers: Iterable[JobHandler[Any]], *, retry_delay_s: float
) -> None:
    """Bring the table to what the code says. A known job keeps its next tick, so that what was missed while nobody was
    there is seen; a new or changed one begins with the next. `retry_delay_s`: of job types that name none."""
    modules = {handler.job_type.name: handler.handle.__module__ for handler in handlers}
    now = (await session.execute(text("select steward_now()"))).scalar_one()
    for job in sorted(jobs, key=lambda one: one.name):  # sorted: two starters lock rows in one order
        trigger = job.trigger
        retry = job.job_type.retry_delay_s
        values = {
            "name": job.name,
            "job_type": job.job_type.name,
            "worker_module": modules[job.job_type.name],
            "kind": "daily" if isinstance(trigger, Daily) else "interval" if isinstance(trigger, Every) else "external",
            "utc_time": trigger.at if isinstance(trigger, Daily) else None,
            "interval_s": trigger.seconds if isinstance(trigger, Every) else None,
            "poll_interval_s": job.poll_s,
            "retry_interval_s": retry_delay_s if retry is None else retry,
            "trigger_source": job.source,
            "enabled": job.enabled,
            "next_fire_at": job.next_tick(now),
        }
        await session.execute(_REGISTER, values)


async def entries(session: AsyncSession, jobs: Iterable[ScheduledJob]) -> list[Entry]:
    """Those that are registered, in the order of the code."""
    statement = text(
        "select name, job_type, worker_module, trigger_kind as kind, utc_time, interval_s, poll_interval_s,"
        " retry_interval_s, trigger_source, enabled, next_fire_at as next_run_at from scheduled_jobs"
    )
    jobs = list(jobs)
    external = [job.job_type.name for job in jobs if isinstance(job.trigger, External)]
    last = await history.last_runs(session, external)
    rows = await session.execute(statement)
    found = {row.name: Entry(**row._mapping, last_run=last.get(row.name)) for row in rows}
    return [found[job.name] for job in jobs if job.name in found]


async def overdue(session: AsyncSession, jobs: Iterable[ScheduledJob]) -> list[tuple[str, float]]:
    """For how many seconds the next tick of each has been due and nobody has looked; 0 where all is well."""
    statement = text(
        "select name, greatest(0, extract(epoch from steward_now() - next_fire_at))::double precision"
        " from scheduled_jobs where name = any(:names) and next_fire_at is not null order by name"
    )
    rows = await session.execute(statement, {"names": [job.name for job in jobs]})
    return [(name, seconds) for name, seconds in rows]


async def runs(session: AsyncSession, jobs: Mapping[str, ScheduledJob], name: str, asked: PageRequest) -> Page[Run]:
    """What became of its ticks, newest first. Raises NotFound, and InvalidRequest for a foreign cursor."""
    job = _known(jobs, name)
    external = job.job_type.name if isinstance(job.trigger, External) else None
    return await history.runs(session, name, asked, external=external)


async def set_off(session: AsyncSession, job: ScheduledJob, run_id: UUID, tick_at: datetime) -> UUID:
    """Enqueue the job of this run."""
    job_id = await enqueue(
        session, job.job_type, Scheduled(tick_at=tick_at), dedupe_key=key_of(job, tick_at), scheduled=True
    )
    await history.sets_off(session, run_id, job_id)
    return job_id


async def run_now(session: AsyncSession, jobs: Mapping[str, ScheduledJob], name: str) -> tuple[UUID, datetime]:
    """Have it done now, by hand; answers the job and its time. One that waits already is not made twice, one that runs
    is followed by another. Raises NotFound, and InvalidRequest for what only its source can set off."""
    job = _known(jobs, name)
    if isinstance(job.trigger, External):
        raise InvalidRequest(f"{name} is set off by {job.source}; it can't be run by hand.")
    locked = text("select steward_now() from scheduled_jobs where name = :name for update")
    now = (await session.execute(locked, {"name": name})).scalar_one_or_none()
    if now is None:
        raise NotFound(f"{name} is not registered yet: start `steward serve` or `steward worker`.")
    waiting = text(
        "update async_jobs set run_after = least(run_after, steward_now()), updated_at = steward_now()"
        " where job_type = :type and user_id is null and dedupe_key = :key and state = 'pending' returning id"
    )
    values = {"type": job.job_type.name, "key": key_of(job, now)}
    there = (await session.execute(waiting, values)).scalar_one_or_none()
    if there is not None:
        await notify(session)
        return there, now
    run_id = await history.begin(session, name, now, source="manual")
    assert run_id is not None
    return await set_off(session, job, run_id, now), now


def key_of(job: ScheduledJob, tick_at: datetime) -> str:
    """The key of its job: of one that coalesces no run goes on beside another."""
    return f"scheduled:{job.name}" if job.coalesces else f"scheduled:{job.name}@{tick_at.timestamp()}"


def _known(jobs: Mapping[str, ScheduledJob], name: str) -> ScheduledJob:
    job = jobs.get(name)
    if job is None:
        raise NotFound("There is no such scheduled job: `GET /system/jobs` and `steward jobs list` name them.")
    return job
