"""Is every job done, once, in spite of failing, hanging and superseded handlers, and a worker that stops?"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import text
from tests.support import jobs
from tests.support.jobs import NOTE, Note
from tests.support.people import make_user
from tests.support.postgres import execute, scalar

from orchestrator.agent.testing.in_memory import NothingToErase
from orchestrator.db.session import Database
from orchestrator.kit.ids import new_id
from orchestrator.scheduling import leases
from orchestrator.scheduling.async_jobs import enqueue
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.leases import ClaimLost
from orchestrator.scheduling.worker import Worker


@pytest_asyncio.fixture
async def database(database: Database) -> Database:
    await jobs.make_tables(database)
    return database


@asynccontextmanager
async def working(database: Database, handle: Any, job_type: Any = NOTE, **options: Any) -> AsyncIterator[Worker]:
    settings: dict[str, Any] = {"retry_delay_s": 0.05, "beat_s": 0.2, "eraser": NothingToErase(), **options}
    async with Worker(database, [JobHandler(job_type, handle)], **settings).working() as worker:
        yield worker


async def effect(context: JobContext, payload: Note) -> None:
    await jobs.note_effect(context.session, payload)


async def test_a_job_exists_only_if_its_unit_of_work_commits(database: Database) -> None:
    async def rolled_back() -> None:
        async with database.unit_of_work() as session:
            await enqueue(session, NOTE, Note(text="never"))
            raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        await rolled_back()
    assert await scalar(database, "select count(*) from async_jobs") == 0


async def test_a_due_job_is_done_at_once_and_a_delayed_one_later(database: Database) -> None:
    async with working(database, effect):
        await asyncio.sleep(0.3)  # it waits for a notification by now
        began = asyncio.get_running_loop().time()
        for number in range(8):
            now = await jobs.settled(database, await jobs.put(database, f"now {number}"))
        assert asyncio.get_running_loop().time() - began < 6  # by notification: polls, one a second, would take 8 s
        later_at = datetime.now(UTC) + timedelta(seconds=0.7)
        later = await jobs.settled(database, await jobs.put(database, "later", run_after=later_at))
    assert now["state"] == later["state"] == "done"
    assert now["attempts"] == 1
    assert now["claim"] is None
    assert later["started_at"] >= later_at
    assert await jobs.count(database, "effects") == 9


async def test_two_workers_do_each_job_once(database: Database) -> None:
    async def both(context: JobContext, payload: Note) -> None:
        await jobs.note_attempt(database, payload)
        await effect(context, payload)

    long = replace(NOTE, lease_s=60)
    async with working(database, both, long), working(database, both, long):
        ids = [await jobs.put(database, str(number)) for number in range(60)]
        for job_id in ids:
            assert (await jobs.settled(database, job_id))["attempts"] == 1
    assert await jobs.count(database, "attempts") == await jobs.count(database, "effects") == 60


async def refuses() -> None:
    raise ValueError("the token=hunter2 was refused")


async def hangs() -> None:
    await asyncio.Event().wait()


async def is_confused() -> None:
    raise asyncio.CancelledError


@pytest.mark.parametrize(
    ("fails", "error"),
    [(refuses, "ValueError: "), (hangs, "TimeoutError: stopped after 0.2 s"), (is_confused, "")],
)
async def test_a_handler_that_fails_is_tried_again_and_stores_nothing(
    database: Database, fails: Callable[[], Awaitable[None]], error: str
) -> None:
    async def handle(context: JobContext, payload: Note) -> None:
        await jobs.note_attempt(database, payload)
        await effect(context, payload)
        await fails()

    async with working(database, handle, replace(NOTE, timeout_s=0.2) if fails is hangs else NOTE):
        job = await jobs.settled(database, await jobs.put(database))
    assert job["state"] == "failed"
    assert job["attempts"] == NOTE.max_attempts == await jobs.count(database, "attempts")
    assert await jobs.count(database, "effects") == 0
    assert job["last_error"].startswith(error)
    assert "hunter2" not in job["last_error"]
    assert job["finished_at"] is not None


async def test_a_handler_that_fails_once_succeeds_at_the_second_attempt(database: Database) -> None:
    async def flaky(context: JobContext, payload: Note) -> None:
        await effect(context, payload)
        if context.attempt == 1:
            raise ConnectionError("gone")

    async with working(database, flaky):
        job = await jobs.settled(database, await jobs.put(database))
    assert (job["state"], job["attempts"]) == ("done", 2)
    assert await jobs.count(database, "effects") == 1


async def test_a_handler_may_outlive_its_lease_while_its_worker_lives(database: Database) -> None:
    async def slow(context: JobContext, payload: Note) -> None:
        await asyncio.sleep(2.5)  # longer than its lease
        await effect(context, payload)

    async with working(database, slow), working(database, slow):
        job = await jobs.settled(database, await jobs.put(database))
    assert (job["state"], job["attempts"]) == ("done", 1)
    assert await jobs.count(database, "effects") == 1


async def test_a_payload_that_is_none_fails_at_once(database: Database) -> None:
    async with database.unit_of_work() as session:
        job_id = await enqueue(session, NOTE, Note(text="x"))
        await session.execute(text("update async_jobs set payload = '{}' where id = :id"), {"id": job_id})
    async with working(database, effect):
        job = await jobs.settled(database, job_id)
    assert (job["state"], job["attempts"]) == ("failed", 1)


async def test_an_attempt_that_lost_its_claim_stores_nothing(database: Database) -> None:
    """As after a pause longer than the lease: another attempt took over meanwhile."""
    outlived = asyncio.Event()
    outcomes: list[str] = []

    async def overtaken(context: JobContext, payload: Note) -> None:
        await effect(context, payload)
        if context.attempt > 1:
            return
        await execute(database, "update async_jobs set lease_until = steward_now() - interval '1 s'")
        async with database.unit_of_work() as session:
            assert await leases.reap(session) == 1
        try:
            async with context.unit_of_work() as session:
                await jobs.note_effect(session, payload)
        except ClaimLost:
            outcomes.append("refused")
            raise
        finally:
            outlived.set()

    async with working(database, overtaken, beat_s=30):
        job = await jobs.settled(database, await jobs.put(database), "done")
        await outlived.wait()
    assert job["attempts"] == 2
    assert outcomes == ["refused"]
    assert await jobs.count(database, "effects") == 1


async def test_a_lost_claim_stops_the_handler(database: Database) -> None:
    stopped = asyncio.Event()

    async def waits(context: JobContext, payload: Note) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    async with working(database, waits):
        job_id = await jobs.put(database)
        await jobs.settled(database, job_id, "running")
        taken = "update async_jobs set claim = :other, lease_until = steward_now() + interval '1 h'"
        await execute(database, taken, other=new_id())
        async with asyncio.timeout(60):
            await stopped.wait()
        await asyncio.sleep(0.1)  # nothing may come after
        assert (await jobs.row(database, job_id))["state"] == "running"


async def test_a_stop_waits_for_what_is_at_work(database: Database) -> None:
    stopped = asyncio.Event()

    async def slow(context: JobContext, payload: Note) -> None:
        await stopped.wait()
        await effect(context, payload)

    async with working(database, slow) as worker:
        job_id = await jobs.put(database, "at work")
        await jobs.settled(database, job_id, "running")
        worker.stop()
        late = await jobs.put(database, "after the stop")
        stopped.set()
    assert (await jobs.row(database, job_id))["state"] == "done"
    assert (await jobs.row(database, late))["state"] == "pending"
    assert await scalar(database, "select count(*) from job_workers") == 0


async def test_what_is_not_done_in_time_waits_for_another_worker(database: Database) -> None:
    async def hanging(context: JobContext, payload: Note) -> None:
        await effect(context, payload)
        await asyncio.Event().wait()

    async with working(database, hanging, drain_s=0.1):
        job_id = await jobs.put(database)
        await jobs.settled(database, job_id, "running")
    job = await jobs.row(database, job_id)
    assert (job["state"], job["attempts"]) == ("pending", 0)
    assert await jobs.count(database, "effects") == 0
    async with working(database, effect):
        assert (await jobs.settled(database, job_id))["state"] == "done"


async def test_a_key_waits_once_with_the_newest_payload_and_never_runs_beside_itself(database: Database) -> None:
    owner = await make_user(database)
    go = asyncio.Event()
    at_once: list[int] = []
    running = 0

    async def handle(context: JobContext, payload: Note) -> None:
        nonlocal running
        running += 1
        at_once.append(running)
        await go.wait()
        await effect(context, payload)
        running -= 1

    async with working(database, handle):
        first = await jobs.put(database, "first", owner_id=owner, dedupe_key="k")
        await jobs.settled(database, first, "running")
        meanwhile = [await jobs.put(database, str(n), owner_id=owner, dedupe_key="k") for n in range(5)]
        other = await jobs.put(database, "another owner's", owner_id=await make_user(database), dedupe_key="k")
        await jobs.settled(database, other, "running")
        go.set()
        assert len(set(meanwhile)) == 1
        assert (await jobs.settled(database, meanwhile[0]))["payload"] == {"text": "4"}
        await jobs.settled(database, other)
    assert max(at_once) == 2
    assert await jobs.count(database, "effects") == 3


async def test_a_failed_attempt_gives_way_to_a_newer_job_with_its_key(database: Database) -> None:
    began = asyncio.Event()
    go = asyncio.Event()

    async def handle(context: JobContext, payload: Note) -> None:
        if payload.text == "old":
            began.set()
            await go.wait()
            raise ValueError("no")
        await effect(context, payload)

    async with working(database, handle):
        old = await jobs.put(database, "old", dedupe_key="k")
        await began.wait()
        new = await jobs.put(database, "new", dedupe_key="k")
        go.set()
        assert (await jobs.settled(database, new))["state"] == "done"
    assert (await jobs.row(database, old))["state"] == "superseded"


async def test_settled_jobs_and_dead_workers_are_forgotten_in_time(database: Database) -> None:
    states = {"done": 8, "superseded": 8, "failed": 31, "pending": None}
    for state, days in states.items():
        job_id = await jobs.put(database, state)
        ended = "state = :state, finished_at = steward_now() - make_interval(days => :days)"
        await execute(database, f"update async_jobs set {ended} where id = :id", state=state, days=days, id=job_id)
    fresh = await jobs.put(database, "fresh")
    async with working(database, effect):
        await jobs.settled(database, fresh)
    async with database.unit_of_work() as session:
        await session.execute(
            text("insert into job_workers values (:id, 'gone', now(), now() - interval '2 d')"), {"id": new_id()}
        )
        assert await leases.prune(session) == 3
        left = (await session.execute(text("select payload->>'text' from async_jobs order by 1"))).scalars().all()
        assert left == ["fresh", "pending"]
        assert (await session.execute(text("select count(*) from job_workers"))).scalar_one() == 0
