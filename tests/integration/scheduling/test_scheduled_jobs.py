"""Does each tick set off one job, and does the history say what became of every tick?

The clock is that of the database; a transaction moves its own.
"""

import asyncio
import math
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession
from tests.integration.scheduling.test_worker import working
from tests.support import jobs
from tests.support.postgres import execute, scalar
from tests.support.waiting import eventually

from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.errors import InvalidRequest, NotFound
from orchestrator.kit.ids import new_id
from orchestrator.kit.paging import PageRequest
from orchestrator.scheduling import history, leases, scheduled_jobs, status, ticker
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended, Run
from orchestrator.scheduling.scheduled_jobs import Daily, Every, External, Scheduled, ScheduledJob

TICK = JobType("tests.tick", Scheduled, max_attempts=2, lease_s=60)
HOURLY = ScheduledJob(TICK, Every(3600), source="the clock", misfire_grace_s=2 * 3600)
LEASES = {TICK.name: 60.0}


async def nothing(context: JobContext, payload: Scheduled) -> None:
    return None


async def register(database: Database, *scheduled: ScheduledJob) -> dict[str, ScheduledJob]:
    async with database.unit_of_work() as session:
        types = {job.job_type.name: job.job_type for job in scheduled}
        handlers = [JobHandler(job_type, nothing) for job_type in types.values()]
        await scheduled_jobs.register(session, scheduled, handlers, retry_delay_s=60)
    return {job.name: job for job in scheduled}


async def moved(session: AsyncSession, seconds: float) -> datetime:
    """Move this transaction's clock; answers what time it is then."""
    await session.execute(text("select set_config('steward.clock_offset_s', :s, true)"), {"s": str(seconds)})
    return (await session.execute(text("select steward_now()"))).scalar_one()


async def tick(database: Database, registry: dict[str, ScheduledJob], *, hours: float = 0) -> float:
    async with database.unit_of_work() as session:
        await moved(session, hours * 3600)
        return await ticker.tick(session, registry)


async def finish(database: Database, *, hours: float = 0, ended: Ended | None = None, error: str | None = None) -> int:
    """Do what was set off; answers how many jobs."""
    async with database.unit_of_work() as session:
        await moved(session, hours * 3600)
        claims = await leases.claim(session, new_id(), LEASES, limit=100)
        for claim in claims:
            if error is None:
                await leases.complete(session, claim, ended)
            else:
                await leases.fail(session, claim, error, retry_in_s=None)
    return len(claims)


async def told(database: Database, name: str = TICK.name) -> Sequence[Run]:
    async with database.unit_of_work() as session:
        return (await history.runs(session, name, PageRequest(limit=1000))).items


async def outcomes(database: Database, name: str = TICK.name) -> list[tuple[str | None, int]]:
    """Oldest first."""
    return [(run.outcome, run.ticks) for run in reversed(await told(database, name))]


@pytest.mark.parametrize(
    ("trigger", "poll_s", "now", "expected"),
    [
        (Daily(time(5)), None, "2026-03-29T04:59:59.9", "2026-03-29T05:00:00"),
        (Daily(time(5)), None, "2026-03-29T05:00:00", "2026-03-30T05:00:00"),
        (Every(60), None, "2026-03-29T05:00:00", "2026-03-29T05:01:00"),
        (Every(0.5), None, "2026-03-29T05:00:00.4", "2026-03-29T05:00:00.5"),
        (Daily(time(5)), 60, "2026-03-29T07:00:10", "2026-03-29T07:01:00"),
        (External(), None, "2026-03-29T07:00:10", None),
    ],
)
def test_the_next_tick(trigger: Any, poll_s: float | None, now: str, expected: str | None) -> None:
    job = ScheduledJob(TICK, trigger, source="x", poll_s=poll_s)
    found = job.next_tick(datetime.fromisoformat(now).replace(tzinfo=UTC))
    assert found == (datetime.fromisoformat(expected).replace(tzinfo=UTC) if expected else None)
    assert replace(job, enabled=False).next_tick(datetime.now(UTC)) is None


async def test_a_tick_sets_off_one_job_over_any_number_of_replicas(database: Database) -> None:
    registry = await register(database, HOURLY)
    assert 0 < await tick(database, registry) <= 3600
    await asyncio.gather(*(tick(database, registry, hours=1) for _ in range(12)))
    assert await finish(database, hours=1) == 1
    assert len(await outcomes(database)) == 1
    assert await finish(database, hours=1) == 0


async def test_in_time_late_failed_and_tried_again(database: Database) -> None:
    registry = await register(database, HOURLY)
    (entry,) = await entries(database, registry)
    until = (entry.next_run_at - datetime.now(UTC)).total_seconds() / 3600
    await tick(database, registry, hours=until + 0.001)
    await finish(database, hours=until + 0.002)
    await tick(database, registry, hours=until + 1.5)
    await finish(database, hours=until + 1.5)
    await tick(database, registry, hours=until + 2.001)
    await finish(database, hours=until + 2.001, error="ValueError: no")
    assert await outcomes(database) == [("ok", 1), ("late", 1), ("failed", 1)]
    failed, late, _ = await told(database)
    assert failed.detail == "ValueError: no"
    assert late.late_s == pytest.approx(1800, abs=60)
    assert failed.job_id is not None
    async with database.unit_of_work() as session:
        assert (await status.retry(Tx(session, new_id()), failed.job_id, system=True)).state == "pending"
        with pytest.raises(NotFound):
            await status.retry(Tx(session, new_id()), failed.job_id)
    assert (await outcomes(database))[-1] == (None, 1)
    await finish(database, hours=until + 2.1, ended=Ended("undelivered", "The push is unknown."))
    assert (await outcomes(database))[-1] == ("undelivered", 1)


async def entries(database: Database, registry: dict[str, ScheduledJob]) -> list[Any]:
    async with database.unit_of_work() as session:
        return await scheduled_jobs.entries(session, registry.values())


async def test_after_an_absence_ticks_are_missed_coalesced_and_the_last_one_runs(database: Database) -> None:
    registry = await register(database, HOURLY)
    (before,) = await entries(database, registry)
    assert before.next_run_at is not None
    until = (before.next_run_at - datetime.now(UTC)).total_seconds() / 3600
    await tick(database, registry, hours=until + 5.5)  # six ticks
    assert await outcomes(database) == [("missed", 1)] * 4 + [("coalesced", 1), (None, 1)]
    assert await finish(database, hours=until + 5.5) == 1
    assert (await outcomes(database))[-1] == ("late", 1)
    assert await tick(database, registry, hours=until + 5.6) == pytest.approx(0.4 * 3600, abs=60)


async def test_a_long_absence_is_told_in_few_rows(database: Database) -> None:
    registry = await register(database, replace(HOURLY, misfire_grace_s=60))
    (before,) = await entries(database, registry)
    hours = (before.next_run_at - datetime.now(UTC)).total_seconds() / 3600 + 24 * 365 - 0.5
    await tick(database, registry, hours=hours)
    found = await told(database)
    assert sum(run.ticks for run in found) == 24 * 365
    assert {run.outcome for run in found} == {"missed"}
    assert len(found) == ticker.LISTED + 1
    assert found[-1].last_tick_at < found[-2].tick_at
    assert await finish(database, hours=hours) == 0


async def test_without_coalescing_every_tick_in_time_runs(database: Database) -> None:
    registry = await register(database, replace(HOURLY, coalesces=False, misfire_grace_s=10 * 3600))
    await tick(database, registry, hours=4)
    assert await finish(database, hours=4) == len(await told(database)) == 4


async def test_a_tick_is_skipped_while_the_run_before_is_at_work(database: Database) -> None:
    registry = await register(database, HOURLY)
    await tick(database, registry, hours=1)
    await tick(database, registry, hours=2)
    assert await outcomes(database) == [(None, 1), ("skipped", 1)]
    assert await finish(database, hours=2) == 1


async def test_the_clock_jumps_two_hours_forward_and_back(database: Database) -> None:
    quarterly = replace(HOURLY, trigger=Every(900), misfire_grace_s=3600)
    registry = await register(database, quarterly)
    begin = datetime.now(UTC)
    for hours in (2, 2.1, 0, 0, *(quarter / 4 for quarter in range(1, 14))):
        await tick(database, registry, hours=hours)
        await finish(database, hours=hours)
    found = await told(database)
    ticks = [run.tick_at for run in found]
    assert len(set(ticks)) == len(ticks)
    ran = sorted(run.tick_at for run in found if run.job_id is not None)
    expected = [quarterly.next_tick(begin)]
    while (last := expected[-1]) is not None and last <= begin + timedelta(hours=3.25):
        expected.append(quarterly.next_tick(last))
    assert ran == expected[:-1]  # each once: those of the jump when their time really came
    assert {run.outcome for run in found} <= {"ok", "late", "missed"}


async def test_an_idle_poll_is_no_run_and_an_absence_is_one_entry(database: Database) -> None:
    poll = replace(HOURLY, trigger=Daily(time(5)), poll_s=60.0)
    registry = await register(database, poll)
    for minute in range(1, 4):
        await tick(database, registry, hours=minute / 60)
        assert await finish(database, hours=minute / 60, ended=Ended("idle")) == 1
    assert await outcomes(database) == []
    await tick(database, registry, hours=2)
    await finish(database, hours=2, ended=Ended("ok", "Three briefings."))
    (missed, _), (ran, _) = await outcomes(database)
    assert missed == "missed"
    assert ran in {"ok", "late"}
    assert (await told(database))[1].ticks > 100
    assert (await told(database))[0].detail == "Three briefings."
    assert await scalar(database, "select count(*) from async_jobs") == 1


async def test_what_is_told_of_an_absence_holds_after_the_clock_went_back(database: Database) -> None:
    poll = replace(HOURLY, trigger=Daily(time(5)), poll_s=60.0)
    registry = await register(database, poll)
    await tick(database, registry, hours=2)
    await finish(database, hours=2)
    await tick(database, registry, hours=0.5)
    missed = (await told(database))[1]
    assert (missed.outcome, missed.ticks < 40) == ("missed", True)
    assert missed.last_tick_at - missed.tick_at == timedelta(minutes=missed.ticks - 1)
    assert not re.search(r"\d", missed.detail or "")  # its length stands in its ticks alone


async def test_a_known_job_keeps_its_next_tick_and_a_changed_one_does_not(database: Database) -> None:
    (first,) = await entries(database, await register(database, HOURLY))
    assert first.worker_module == nothing.__module__
    await execute(database, "update scheduled_jobs set next_fire_at = next_fire_at - interval '3 h'")
    (same,) = await entries(database, await register(database, replace(HOURLY, source="another")))
    assert (same.next_run_at, same.trigger_source) == (first.next_run_at - timedelta(hours=3), "another")
    (changed,) = await entries(database, await register(database, replace(HOURLY, trigger=Daily(time(5)))))
    assert (changed.kind, changed.utc_time, changed.interval_s) == ("daily", time(5), None)
    assert changed.next_run_at > datetime.now(UTC)
    (off,) = await entries(database, await register(database, replace(HOURLY, enabled=False)))
    assert (off.enabled, off.next_run_at) == (False, None)
    assert await tick(database, {off.name: replace(HOURLY, enabled=False)}, hours=5) == math.inf


async def test_by_hand(database: Database) -> None:
    other = ScheduledJob(jobs.NOTE, External(), source="an upload")
    registry = await register(database, HOURLY, other)
    async with database.unit_of_work() as session:
        job_id, _ = await scheduled_jobs.run_now(session, registry, HOURLY.name)
        assert (await scheduled_jobs.run_now(session, registry, HOURLY.name))[0] == job_id
        with pytest.raises(NotFound):
            await scheduled_jobs.run_now(session, registry, "nobody")
        with pytest.raises(InvalidRequest, match="an upload"):
            await scheduled_jobs.run_now(session, registry, other.name)
    await finish(database, ended=Ended("idle"))
    (run,) = await told(database)
    assert (run.source, run.outcome, run.detail, run.job_id) == ("manual", "ok", history.NOTHING_TO_DO, job_id)
    await jobs.put(database)
    async with database.unit_of_work() as session:
        (claim,) = await leases.claim(session, new_id(), {other.name: 60.0}, limit=1)
        await leases.fail(session, claim, "ValueError: no", retry_in_s=None)
        (uploaded,) = (await scheduled_jobs.runs(session, registry, other.name, PageRequest())).items
    assert (uploaded.source, uploaded.outcome, uploaded.detail) == ("external", "failed", "ValueError: no")


async def test_what_kills_its_worker_has_failed(database: Database) -> None:
    registry = await register(database, HOURLY)
    await tick(database, registry, hours=1)
    for _ in range(TICK.max_attempts):
        async with database.unit_of_work() as session:
            await moved(session, 3600)
            assert len(await leases.claim(session, new_id(), {TICK.name: -1.0}, limit=1)) == 1
            assert await leases.reap(session) == 1
    (run,) = await told(database)
    assert (run.outcome, run.detail) == ("failed", leases.DIED)


async def test_a_worker_ticks_and_runs(database: Database) -> None:
    ran: list[datetime] = []

    async def handle(context: JobContext, payload: Scheduled) -> Ended:
        ran.append(payload.tick_at)
        await jobs.note_effect(context.session, jobs.Note(text=payload.tick_at.isoformat()))
        return Ended("ok", "done so")

    await jobs.make_tables(database)
    often = replace(HOURLY, trigger=Every(0.5))
    await register(database, often)
    async with working(database, handle, TICK, scheduled=[often]):
        await eventually(lambda: ran, lambda seen: len(seen) >= 3)
    assert len(set(ran)) == len(ran)
    assert await jobs.count(database, "effects") == len(ran)
    runs = [run for run in await told(database) if run.job_id is not None]
    assert {run.outcome for run in runs if run.outcome} <= {"ok", "late"}
    assert any(run.detail == "done so" for run in runs)
    assert runs[-1].job_id is not None
    assert (await jobs.settled(database, runs[-1].job_id))["state"] == "done"


async def test_the_history_pages_and_searches(database: Database) -> None:
    registry = await register(database, HOURLY)
    await tick(database, registry, hours=9)
    async with database.unit_of_work() as session:
        seen: list[Run] = []
        cursor = None
        while True:
            page = await scheduled_jobs.runs(session, registry, HOURLY.name, PageRequest(limit=4, cursor=cursor))
            seen += page.items
            cursor = page.next_cursor
            if cursor is None:
                break
        assert [run.id for run in seen] == [run.id for run in await told(database)]
        found = await scheduled_jobs.runs(session, registry, HOURLY.name, PageRequest(q="coalesced"))
        assert {run.outcome for run in found.items} == {"coalesced"}
        with pytest.raises(InvalidRequest):
            await scheduled_jobs.runs(session, registry, HOURLY.name, PageRequest(cursor="nonsense"))
        await history.prune(session)
        await moved(session, 91 * 86_400)
        await history.prune(session)
        left = await scheduled_jobs.runs(session, registry, HOURLY.name, PageRequest())
        assert [run.outcome for run in left.items] == [None]
