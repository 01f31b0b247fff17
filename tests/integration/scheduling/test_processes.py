"""What if the process dies in the middle of a job? Real processes, killed with SIGKILL."""

import asyncio
import signal
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from sqlalchemy import text
from tests.support import jobs
from tests.support.processes import SOURCE, line, running_script

from orchestrator.db.session import Database

SCRIPT = Path(__file__).with_name("job_script.py").read_text("utf-8")
SUBMIT = Path(__file__).with_name("submit_script.py").read_text("utf-8")
ROOT = SOURCE.parent


@asynccontextmanager
async def worker_process(database: Database, *, seconds: float, drain_s: float = 25) -> AsyncIterator[Process]:
    env = {"PYTHONPATH": f"{SOURCE}:{ROOT}"}
    async with running_script(SCRIPT, database.url, str(seconds), str(drain_s), env=env) as process:
        assert await line(process) == "working"
        yield process


async def test_a_job_of_a_killed_worker_is_taken_up_again_and_done_once(database: Database) -> None:
    await jobs.make_tables(database)
    job_id = await jobs.put(database, "precious")
    async with worker_process(database, seconds=60) as doomed:
        assert await line(doomed) == "began precious"
        doomed.send_signal(signal.SIGKILL)
        await doomed.wait()
    assert (await jobs.row(database, job_id))["state"] == "running"
    async with worker_process(database, seconds=0):
        job = await jobs.settled(database, job_id)
    assert (job["state"], job["attempts"]) == ("done", 2)
    assert await jobs.count(database, "attempts") == 2
    assert await jobs.count(database, "effects") == 1


async def test_a_frozen_worker_that_wakes_after_another_took_over_stores_nothing(database: Database) -> None:
    await jobs.make_tables(database)
    job_id = await jobs.put(database, "contested")
    async with worker_process(database, seconds=3) as frozen:
        assert await line(frozen) == "began contested"
        frozen.send_signal(signal.SIGSTOP)
        async with worker_process(database, seconds=0):
            job = await jobs.settled(database, job_id)
            frozen.send_signal(signal.SIGCONT)
            await asyncio.sleep(4)  # what it began goes on, and must find that it lost its claim
    assert job["attempts"] == 2
    assert await jobs.count(database, "effects") == 1


async def test_many_jobs_two_processes_one_killed(database: Database) -> None:
    await jobs.make_tables(database)
    async with worker_process(database, seconds=0.05) as first, worker_process(database, seconds=0.05):
        ids = [await jobs.put(database, str(number)) for number in range(80)]
        assert (await line(first)).startswith("began")
        first.send_signal(signal.SIGKILL)
        for job_id in ids:
            assert (await jobs.settled(database, job_id))["state"] == "done"
    assert await jobs.count(database, "effects") == 80


async def test_200_submissions_from_four_processes_are_one_run_of_the_last_to_arrive(database: Database) -> None:
    await jobs.make_tables(database)
    env = {"PYTHONPATH": f"{SOURCE}:{ROOT}"}
    async with worker_process(database, seconds=0) as worker, AsyncExitStack() as stack:
        submitters = [
            await stack.enter_async_context(running_script(SUBMIT, database.url, name, "50", env=env))
            for name in ("a", "b", "c", "d")
        ]
        assert {await line(one) for one in submitters} == {"ready"}
        for one in submitters:
            assert one.stdin is not None
            one.stdin.write(b"go\n")
        told = [(await line(one)).split() for one in submitters]
        _, last = max((int(arrival), note) for arrival, note in told)
        async with database.unit_of_work() as session:
            wait_is_over = "update async_jobs set run_after = steward_now() where state = 'pending' returning id"
            (job_id,) = (await session.scalars(text(wait_is_over))).all()
        await jobs.settled(database, job_id)
        assert await line(worker) == f"began {last}"
        async with database.unit_of_work() as session:
            unsettled = text("select count(*) from async_jobs where state not in ('done', 'superseded')")
            assert (await session.execute(unsettled)).scalar_one() == 0
    assert await jobs.count(database, "attempts") == await jobs.count(database, "effects") == 1


async def test_a_process_stops_in_order(database: Database) -> None:
    await jobs.make_tables(database)
    job_id = await jobs.put(database, "last")
    async with worker_process(database, seconds=1) as process:
        assert await line(process) == "began last"
        assert process.stdin is not None
        process.stdin.write(b"stop\n")
        assert await line(process) == "stopped"
        assert await asyncio.wait_for(process.wait(), 10) == 0
    assert (await jobs.row(database, job_id))["state"] == "done"


async def test_a_worker_outlives_its_connections(database: Database) -> None:
    """As after a restart of Postgres: every connection ends, new ones work."""
    await jobs.make_tables(database)
    async with worker_process(database, seconds=0):
        for _ in range(2):
            async with database.unit_of_work() as session:
                await session.execute(
                    text(
                        "select pg_terminate_backend(pid) from pg_stat_activity"
                        " where datname = current_database() and pid <> pg_backend_pid()"
                    )
                )
            job_id = await jobs.put(database, "after")
            assert (await jobs.settled(database, job_id))["state"] == "done"
