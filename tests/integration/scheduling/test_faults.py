"""Is nothing lost and nothing done twice when workers are killed in each phase, all at once, and when the clock jumps?

Real processes, real kills. Effects are rows of the job's own transaction: one each is "done once".
"""

import asyncio
import signal
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import text
from tests.support import jobs
from tests.support.jobs import NOTE, Note
from tests.support.processes import SOURCE, line, running_script

from orchestrator.db.session import Database
from orchestrator.scheduling.async_jobs import Item, enqueue_many

SCRIPT = Path(__file__).with_name("replica_script.py").read_text("utf-8")
UNSETTLED = text(
    "select count(*) from async_jobs where job_type = 'tests.note' and state not in ('done', 'failed', 'superseded')"
)
TWICE = text("select note, count(*) from effects group by note having count(*) > 1")
NOTED = text("select count(*) from effects where note like '%:%' and note not like '20%'")
RUNS = text("select tick_at, outcome, job_id from scheduled_job_runs where name = 'tests.often' order by tick_at")


@asynccontextmanager
async def replica(database: Database) -> AsyncIterator[Process]:
    env = {"PYTHONPATH": f"{SOURCE}:{SOURCE.parent}"}
    async with running_script(SCRIPT, database.url, env=env) as process:
        assert await line(process) == "working"
        yield process


async def enqueue_notes(database: Database, notes: list[str]) -> None:
    await jobs.make_tables(database)
    async with database.unit_of_work() as session:
        await enqueue_many(session, NOTE, [Item(Note(text=note)) for note in notes])
        await session.execute(text("update async_jobs set max_attempts = 10"))


async def all_settled(database: Database) -> None:
    async with asyncio.timeout(90):
        while True:
            async with database.unit_of_work() as session:
                if not (await session.execute(UNSETTLED)).scalar_one():
                    return
            await asyncio.sleep(0.1)


async def each_done_once(database: Database, notes: int) -> None:
    async with database.unit_of_work() as session:
        assert list(await session.execute(TWICE)) == []
        assert (await session.execute(NOTED)).scalar_one() == notes
        failed = text("select last_error from async_jobs where state <> 'done' and job_type = 'tests.note'")
        assert list(await session.execute(failed)) == []


async def outcomes(database: Database) -> set[str | None]:
    async with database.unit_of_work() as session:
        return {run.outcome for run in await session.execute(RUNS)}


async def history_is_right(database: Database) -> None:
    """Each tick once; what ran left its effect, and only that."""
    async with database.unit_of_work() as session:
        runs = list(await session.execute(RUNS))
        effects = text("select note from effects where note like '20%'")
        done = {datetime.fromisoformat(note) for note in (await session.scalars(effects)).all()}
    assert len({run.tick_at for run in runs}) == len(runs)
    assert {run.tick_at for run in runs if run.outcome in {"ok", "late"}} == done
    assert not [run for run in runs if run.outcome == "failed"]


async def test_workers_killed_in_each_phase(database: Database) -> None:
    await enqueue_notes(database, [f"short:{number}" for number in range(100)])
    for stage in ("begun", "written", "ended"):
        notes = [f"die:{stage}:{number}" if number == 5 else f"plain:{stage}:{number}" for number in range(20)]
        await enqueue_notes(database, notes)
        async with replica(database) as doomed:
            assert await asyncio.wait_for(doomed.wait(), 60) == -signal.SIGKILL
    async with replica(database):
        await all_settled(database)
    await each_done_once(database, 60)
    await history_is_right(database)


async def test_all_workers_killed_at_once(database: Database) -> None:
    notes = [f"{'fails' if number % 10 == 0 else 'plain'}:{number}" for number in range(100)]
    await enqueue_notes(database, notes)
    async with replica(database) as first, replica(database) as second:
        await asyncio.sleep(0.2)
        for process in (first, second):
            process.send_signal(signal.SIGKILL)
            await process.wait()
    await asyncio.sleep(1.5)
    async with replica(database):
        await all_settled(database)
        async with asyncio.timeout(30):
            while "coalesced" not in await outcomes(database):  # noqa: ASYNC110  (ticks of the time without a worker)
                await asyncio.sleep(0.1)
    await each_done_once(database, 100)
    await history_is_right(database)


async def test_three_replicas_and_a_clock_that_jumps_two_hours_forward_and_back(database: Database) -> None:
    notes = [f"{'fails' if number % 5 == 0 else 'plain'}:{number}" for number in range(120)]
    await enqueue_notes(database, [])
    async with AsyncExitStack() as stack:
        await asyncio.gather(*(stack.enter_async_context(replica(database)) for _ in range(3)))
        for number, offset in enumerate((0, 7200, 0)):
            await set_clock(database, offset)
            await enqueue_notes(database, notes[number * 40 : (number + 1) * 40])
            await asyncio.sleep(1.5)
        await all_settled(database)
        began = datetime.now(UTC)
        async with asyncio.timeout(60):
            while not await ran_since(database, began):  # noqa: ASYNC110  (other processes' rows have no event)
                await asyncio.sleep(0.2)
    await each_done_once(database, 120)
    await history_is_right(database)


async def set_clock(database: Database, seconds: int) -> None:
    """Move the database's clock for everybody: the setting counts from a connection's begin, so all begin anew."""
    async with database.unit_of_work() as session:
        name = (await session.execute(text("select current_database()"))).scalar_one()
        await session.execute(text(f"alter database \"{name}\" set steward.clock_offset_s = '{seconds}'"))
    others = text(
        "select pg_terminate_backend(pid) from pg_stat_activity"
        " where datname = current_database() and pid <> pg_backend_pid()"
    )
    for _ in range(2):  # one that was just coming in may have read the setting of before, and is not listed yet
        async with database.unit_of_work() as session:
            await session.execute(others)
        await asyncio.sleep(0.3)
    await database.engine.dispose()


async def ran_since(database: Database, moment: datetime) -> bool:
    """Whether the scheduled job goes on at its real time, not two hours later."""
    statement = text("select 1 from effects where note like '20%' and note::timestamptz between :from and :to limit 1")
    async with database.unit_of_work() as session:
        values = {"from": moment, "to": moment + timedelta(hours=1)}
        return (await session.execute(statement, values)).first() is not None
