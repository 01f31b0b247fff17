"""A job that runs out of limits fails at once; one whose process ends while it runs is taken up again twice."""

import asyncio
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from tests.support import jobs
from tests.support.jobs import NOTE, Note
from tests.support.postgres import execute
from tests.support.processes import SOURCE, running_script
from tests.support.waiting import PATIENCE_S, eventually

from orchestrator.agent.testing.in_memory import NothingToErase
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.kit.ids import new_id
from orchestrator.scheduling import leases, status
from orchestrator.scheduling.async_jobs import enqueue
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.worker import Worker
from orchestrator.worker_processes.errors import OutOfLimits, WorkerEnded

PATIENT = replace(NOTE, max_attempts=10, retry_delay_s=0.0)
POISON = Path(__file__).with_name("poison_script.py").read_text("utf-8")


@pytest.fixture
def database(own_database: Database) -> Database:
    return own_database


async def put(database: Database, note: str, owner: UUID | None = None, **options: Any) -> UUID:
    async with database.unit_of_work() as session:
        return await enqueue(session, PATIENT, Note(text=note), owner_id=owner, **options)


async def died_once(database: Database) -> None:
    """A worker takes what is there and is never seen again."""
    await execute(database, "update async_jobs set run_after = steward_now() where state = 'pending'")
    async with database.unit_of_work() as session:
        assert len(await leases.claim(session, new_id(), {NOTE.name: -1.0}, limit=5)) == 1
    async with database.unit_of_work() as session:
        assert await leases.reap(session) == 1


async def test_what_ends_its_process_is_taken_up_again_twice(database: Database) -> None:
    job_id = await put(database, "poison")
    for deaths in (1, 2):
        await died_once(database)
        job = await jobs.row(database, job_id)
        assert (job["state"], job["deaths"], job["last_error"]) == ("pending", deaths, leases.DIED)
    await died_once(database)
    job = await jobs.row(database, job_id)
    assert (job["state"], job["attempts"], job["last_error"]) == ("failed", 3, leases.KILLS)
    async with database.unit_of_work() as session:
        assert await leases.claim(session, new_id(), {NOTE.name: -1.0}, limit=5) == []


async def test_a_few_attempts_end_before_that(database: Database) -> None:
    async with database.unit_of_work() as session:
        job_id = await enqueue(session, replace(NOTE, max_attempts=1), Note(text="once"))
    await died_once(database)
    job = await jobs.row(database, job_id)
    assert (job["state"], job["last_error"]) == ("failed", leases.DIED)


async def test_after_the_second_death_jobs_are_taken_up_apart(database: Database) -> None:
    """Those that only ran beside the poison shall not be beside it for the third time."""
    ids = [await put(database, str(number)) for number in range(12)]
    await execute(
        database,
        "update async_jobs set state = 'running', claim = gen_random_uuid(), deaths = 1, attempts = 2,"
        " lease_until = steward_now() - interval '1 s'",
    )
    async with database.unit_of_work() as session:
        assert await leases.reap(session) == len(ids)
    times = {(await jobs.row(database, one))["run_after"] for one in ids}
    assert len(times) == len(ids)
    assert (max(times) - min(times)).total_seconds() <= leases.APART_S


async def test_by_hand_and_by_newer_work_it_begins_anew(database: Database) -> None:
    job_id = await put(database, "poison", dedupe_key="k")
    for _ in range(leases.MOST_DEATHS):
        await died_once(database)
    async with database.unit_of_work() as session:
        again = await status.retry(Tx(session, new_id()), job_id, system=True)
    assert (again.state, again.attempts, (await jobs.row(database, job_id))["deaths"]) == ("pending", 0, 0)
    await died_once(database)
    assert await put(database, "other", dedupe_key="k") == job_id
    assert (await jobs.row(database, job_id))["deaths"] == 0


Raises = Callable[[], Exception]


async def done(database: Database, raises: Raises) -> tuple[dict[str, Any], int]:
    """What became of a job whose handler raises, and how often it was tried."""
    tried = 0

    async def handle(context: JobContext, payload: Note) -> None:
        nonlocal tried
        tried += 1
        raise raises()

    job_id = await put(database, "one")
    worker = Worker(database, [JobHandler(PATIENT, handle)], eraser=NothingToErase())
    async with worker.working():
        return await jobs.settled(database, job_id), tried


async def test_what_ran_out_of_limits_fails_at_once_and_says_why(database: Database) -> None:
    job, tried = await done(database, lambda: OutOfLimits("Reading it took more than 5 seconds of the processor."))
    assert (job["state"], tried) == ("failed", 1)
    assert job["last_error"] == "Reading it took more than 5 seconds of the processor."


async def test_a_worker_process_that_dies_is_a_death(database: Database) -> None:
    job, tried = await done(database, lambda: WorkerEnded("Reading it was broken off."))
    assert (job["state"], tried, job["deaths"]) == ("failed", 3, 3)
    assert "three times" in job["last_error"]
    assert "Reading it was broken off." in job["last_error"]


@pytest.mark.parametrize("how", ["kills", "stands"])
async def test_processes_that_a_job_kills_or_stops_for_ever(database: Database, how: str) -> None:
    """Real processes: one that dies of the job, and one whose loop stands still in it and is killed from outside."""
    await jobs.make_tables(database)
    job_id = await put(database, how)
    innocent: UUID | None = None
    for number in range(1, 4):
        await execute(database, "update async_jobs set run_after = steward_now() where state = 'pending'")
        async with running_script(POISON, database.url, env={"PYTHONPATH": f"{SOURCE}:{SOURCE.parent}"}) as process:
            await jobs.attempts_reach(database, number)
            if how == "stands":
                process.send_signal(signal.SIGKILL)
            await asyncio.wait_for(process.wait(), PATIENCE_S)

        async def reaped() -> str:
            async with database.unit_of_work() as session:
                await leases.reap(session)
            return str((await jobs.row(database, job_id))["state"])

        await eventually(reaped, lambda state: state != "running")
    innocent = await put(database, "innocent")
    async with running_script(POISON, database.url, env={"PYTHONPATH": f"{SOURCE}:{SOURCE.parent}"}):
        assert (await jobs.settled(database, innocent))["state"] == "done"
    job = await jobs.row(database, job_id)
    assert (job["state"], job["last_error"]) == ("failed", leases.KILLS)
    assert await jobs.count(database, "attempts") == 4
