"""What became of each tick? One row a tick or run by hand (`scheduled_job_runs`), settled with the job that it set off.

A run ends `ok`, `late` (begun over 30 s after its tick), `failed`, or as its handler says: `undelivered`, `skipped`.
A tick that set off nothing is `missed` (nobody was there in time), `coalesced` (a later one ran in its stead) or
`skipped` (the run before it was still at work).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.cursors import moment_cursor, moment_mark
from orchestrator.db.session import after_commit
from orchestrator.kit.ids import new_id
from orchestrator.kit.paging import Page, PageRequest
from orchestrator.kit.text import shorten, storable
from orchestrator.telemetry.metrics import METRICS

LATE_AFTER_S = 30.0
"""As long as a worker counts as alive without a sign of life (api.md): within it a delay is no news."""
RUNS_KEPT_DAYS = 90
DETAIL_CHARS = 500
Outcome = Literal["ok", "late", "coalesced", "missed", "skipped", "failed", "undelivered"]
NOTHING_TO_DO = "There was nothing to do."
_RUN = "id, source, tick_at, last_tick_at, ticks, outcome, job_id, started_at, finished_at, late_s, detail"
_EXTERNAL = """
    select id, 'external' as source, run_after as tick_at, run_after as last_tick_at, 1 as ticks,
           case state when 'failed' then 'failed' when 'superseded' then 'coalesced'
               else case when started_at - run_after > make_interval(secs => :grace) then 'late' else 'ok' end
           end as outcome,
           id as job_id, started_at, finished_at,
           greatest(0, extract(epoch from started_at - run_after))::double precision as late_s, last_error as detail
      from async_jobs where job_type = :type and finished_at is not null
"""
_SETTLE = text(
    """
    update scheduled_job_runs r
       set outcome = coalesce(cast(:outcome as text), case when j.late > :grace then 'late' else 'ok' end),
           started_at = j.started_at, finished_at = steward_now(), late_s = j.late,
           detail = coalesce(cast(:detail as text), j.last_error)
      from (select a.started_at, a.last_error, q.id as run,
                   greatest(0, extract(epoch from a.started_at - q.tick_at))::double precision as late
              from async_jobs a join scheduled_job_runs q on q.job_id = a.id where a.id = :job) j
     where r.id = j.run
    returning r.name, r.outcome
    """
)


@dataclass(frozen=True)
class Ended:
    """What a handler says of its run: it was `idle` (looked, and found nothing to do: that is no run), `skipped` what
    it was to do, or did it but what came of it is `undelivered`; `ok` only adds the detail."""

    outcome: Literal["ok", "idle", "skipped", "undelivered"]
    detail: str = ""


@dataclass(frozen=True)
class Tick:
    """A tick, or `ticks` in a row up to `until`, that set off nothing, and why."""

    at: datetime
    outcome: Literal["coalesced", "missed", "skipped"]
    detail: str
    until: datetime | None = None
    ticks: int = 1


@dataclass(frozen=True)
class Run:
    """One entry of the history. `outcome` None: still waiting or at work."""

    id: UUID
    source: str
    tick_at: datetime
    last_tick_at: datetime
    ticks: int
    outcome: str | None
    job_id: UUID | None
    started_at: datetime | None
    finished_at: datetime | None
    late_s: float | None
    detail: str | None


async def begin(session: AsyncSession, name: str, tick_at: datetime, *, source: str = "schedule") -> UUID | None:
    """A run for this tick; None where the tick has one."""
    statement = text(
        "insert into scheduled_job_runs (id, name, source, tick_at, last_tick_at)"
        " values (:id, :name, :source, :at, :at) on conflict do nothing returning id"
    )
    values = {"id": new_id(), "name": name, "source": source, "at": tick_at}
    return (await session.execute(statement, values)).scalar_one_or_none()


async def by_hand(session: AsyncSession, job_id: UUID) -> bool:
    """Whether somebody asked for the run of this job."""
    statement = text("select exists (select from scheduled_job_runs where job_id = :job and source = 'manual')")
    return bool((await session.execute(statement, {"job": job_id})).scalar_one())


async def sets_off(session: AsyncSession, run_id: UUID, job_id: UUID) -> None:
    """The run is this job's."""
    statement = text("update scheduled_job_runs set job_id = :job where id = :id")
    await session.execute(statement, {"id": run_id, "job": job_id})


async def record(session: AsyncSession, name: str, ticks: Sequence[Tick]) -> None:
    """Keep what became of ticks that set off nothing; one that is known stays as it is."""
    if not ticks:
        return
    statement = text(
        "insert into scheduled_job_runs (id, name, source, tick_at, last_tick_at, ticks, outcome, detail)"
        " values (:id, :name, 'schedule', :at, :until, :ticks, :outcome, :detail) on conflict do nothing"
    )
    rows = [
        {
            "id": new_id(),
            "name": name,
            "at": tick.at,
            "until": tick.until or tick.at,
            "ticks": tick.ticks,
            "outcome": tick.outcome,
            "detail": tick.detail,
        }
        for tick in ticks
    ]
    await session.execute(statement, rows)
    for tick in ticks:
        after_commit(session, partial(METRICS.scheduled_runs.labels(name, tick.outcome).inc, tick.ticks))


async def unhappened(session: AsyncSession, name: str, now: datetime, period_s: float) -> None:
    """The clock went back: what was recorded of ticks that are still to come, and set off nothing, is not so."""
    values = {"name": name, "now": now, "period": period_s}
    nothing = "name = :name and outcome in ('missed', 'coalesced', 'skipped') and job_id is null"
    await session.execute(text(f"delete from scheduled_job_runs where {nothing} and tick_at > :now"), values)  # noqa: S608
    await session.execute(
        text(
            "update scheduled_job_runs set ticks = n, last_tick_at = tick_at + (n - 1) * :period * interval '1 second'"  # noqa: S608
            " from (select id as run, floor(extract(epoch from cast(:now as timestamptz) - tick_at)"
            f" / cast(:period as double precision))::integer + 1 as n from scheduled_job_runs where {nothing}"
            " and last_tick_at > :now) s where id = run"
        ),
        values,
    )


async def done(session: AsyncSession, job_id: UUID, attempt: int, ended: Ended | None) -> None:
    """The job of a run is done, in this unit of work. One that looked and found nothing leaves no trace."""
    said = ended or Ended("ok")
    if said.outcome == "idle":
        polled = text("delete from scheduled_job_runs where job_id = :job and source = 'schedule' returning id")
        if (await session.execute(polled, {"job": job_id})).first() is not None:
            await session.execute(text("delete from async_jobs where id = :job"), {"job": job_id})
            return
        said = Ended("ok", NOTHING_TO_DO)  # by hand: whoever asked is answered
    tried = f"Attempt {attempt}." if attempt > 1 else ""
    detail = shorten(storable(" ".join(part for part in (tried, said.detail) if part)), DETAIL_CHARS)
    await _settle(session, job_id, None if said.outcome == "ok" else said.outcome, detail or None)


async def failed(session: AsyncSession, job_ids: Sequence[UUID]) -> None:
    """Those jobs will not be tried again: their runs failed, with the job's last error."""
    for job_id in job_ids:
        await _settle(session, job_id, "failed", None)


async def again(session: AsyncSession, job_id: UUID) -> None:
    """The job is tried anew: how its run ends is open."""
    statement = text("update scheduled_job_runs set outcome = null, finished_at = null where job_id = :job")
    await session.execute(statement, {"job": job_id})


async def runs(session: AsyncSession, name: str, asked: PageRequest, *, external: str | None = None) -> Page[Run]:
    """What became of this scheduled job's ticks, newest first; `asked.q`: an outcome, or words of the detail.
    `external`: its job type, whose settled jobs are its runs. Raises InvalidRequest for a foreign cursor."""
    after = moment_mark(asked.cursor)
    source = "scheduled_job_runs where name = :name" if external is None else f"({_EXTERNAL}) e where true"
    statement = text(
        f"select {_RUN} from {source}"  # noqa: S608
        + (" and (tick_at, id) < (:at, :id)" if after else "")
        + (" and (outcome = :q or position(lower(:q) in lower(detail)) > 0)" if asked.q else "")
        + " order by tick_at desc, id desc limit :limit"
    )
    values: dict[str, Any] = {"name": name, "type": external, "limit": asked.limit + 1, "q": asked.q}
    values |= {"grace": LATE_AFTER_S} | (dict(zip(("at", "id"), after, strict=True)) if after else {})
    wanted = {key: values[key] for key in statement.compile().params}
    found = [Run(*row) for row in await session.execute(statement, wanted)]
    page = found[: asked.limit]
    last = page[-1] if len(found) > asked.limit else None
    return Page(page, moment_cursor(last.tick_at, last.id) if last else None)


async def last_runs(session: AsyncSession, external: Sequence[str] = ()) -> dict[str, Run]:
    """By scheduled job, the newest run or tick whose outcome is known; by job type, for those of `external`."""
    statement = text(
        f"select s.name, r.* from scheduled_jobs s, lateral (select {_RUN} from scheduled_job_runs"  # noqa: S608
        " where name = s.name and outcome is not null order by tick_at desc, id desc limit 1) r"
    )
    found = {row[0]: Run(*row[1:]) for row in await session.execute(statement)}
    newest = text(f"select {_RUN} from ({_EXTERNAL} order by finished_at desc limit 1) e")  # noqa: S608
    for job_type in external:
        row = (await session.execute(newest, {"type": job_type, "grace": LATE_AFTER_S})).first()
        if row is not None:
            found[job_type] = Run(*row)
    return found


async def last_day(session: AsyncSession) -> list[tuple[str, str, int]]:
    """Scheduled job, outcome, and how many ticks and runs had it; an absence that ended in the last 24 hours counts
    whole."""
    statement = text(
        "select s.name, r.outcome, sum(r.ticks) from scheduled_jobs s join scheduled_job_runs r on r.name = s.name"
        " and r.last_tick_at > steward_now() - interval '24 hours'"
        " where r.outcome is not null group by s.name, r.outcome order by s.name, r.outcome"
    )
    return [(name, outcome, int(number)) for name, outcome, number in await session.execute(statement)]


async def prune(session: AsyncSession) -> None:
    """Forget what is older than 90 days."""
    statement = text(
        "delete from scheduled_job_runs where outcome is not null"
        " and tick_at < steward_now() - make_interval(days => :days)"
    )
    await session.execute(statement, {"days": RUNS_KEPT_DAYS})


async def _settle(session: AsyncSession, job_id: UUID, outcome: str | None, detail: str | None) -> None:
    """Close the job's run; without `outcome` it went well, in time or late."""
    values = {"job": job_id, "outcome": outcome, "detail": detail, "grace": LATE_AFTER_S}
    for name, became in await session.execute(_SETTLE, values):
        after_commit(session, METRICS.scheduled_runs.labels(name, became).inc)
