"""Is nothing lost and nothing done twice when workers are killed in each phase, all at once, and when the clock jumps?

Real processes, real kills. Effects are rows of the job's own transaction: one each is "done once".
"""

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from tests.support import jobs
from tests.support.jobs import NOTE, Note
from tests.support.processes import SOURCE, Script, line, running_script
from tests.support.waiting import eventually

from orchestrator.db.migrate import migrate
from orchestrator.db.postgres import cluster
from orchestrator.db.postgres.embedded import EmbeddedPostgres
from orchestrator.db.session import Database
from orchestrator.scheduling import status
from orchestrator.scheduling.async_jobs import Item, enqueue_many
from orchestrator.scheduling.worker import POLL_S

SCRIPT = Path(__file__).with_name("replica_script.py").read_text("utf-8")
SUBMIT = Path(__file__).with_name("submit_script.py").read_text("utf-8")
PATHS = {"PYTHONPATH": f"{SOURCE}:{SOURCE.parent}"}
UNSETTLED = text(
    "select count(*) from async_jobs where job_type = 'tests.note' and state not in ('done', 'failed', 'superseded')"
)
TWICE = text("select note, count(*) from effects group by note having count(*) > 1")
NOTED = text("select count(*) from effects where note like '%:%' and note not like '20%'")
"""Notes; what begins with a year is a tick."""
RUNS = text("select tick_at, outcome, job_id from scheduled_job_runs where name = 'tests.often' order by tick_at")


@pytest.fixture
def database(own_database: Database) -> Database:
    return own_database


@pytest.fixture
def home() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="steward-"))
    yield folder / "home"
    shutil.rmtree(folder)


@asynccontextmanager
async def replica(database: Database) -> AsyncIterator[Script]:
    async with running_script(SCRIPT, database.url, env=PATHS) as process:
        assert await line(process) == "working"
        yield process


async def enqueue_notes(database: Database, notes: list[str]) -> None:
    await jobs.make_tables(database)
    async with database.unit_of_work() as session:
        await enqueue_many(session, NOTE, [Item(Note(text=note)) for note in notes])
        await session.execute(text("update async_jobs set max_attempts = 10"))


async def all_settled(database: Database) -> None:
    async def unsettled() -> int:
        async with database.unit_of_work() as session:
            return int((await session.execute(UNSETTLED)).scalar_one())

    await eventually(unsettled, lambda number: number == 0)


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
    for stage in ("begun", "written", "ended", "batch"):
        notes = [f"die:{stage}:{number}" if number == 5 else f"plain:{stage}:{number}" for number in range(20)]
        await enqueue_notes(database, notes)
        async with replica(database) as doomed:
            assert await asyncio.wait_for(doomed.wait(), 60) == -signal.SIGKILL
    async with replica(database):
        await all_settled(database)
    await each_done_once(database, 80)
    await history_is_right(database)
    async with database.unit_of_work() as session:
        again = text("select payload->>'text', attempts from async_jobs where payload->>'text' like 'die:%'")
        assert min(attempts for _, attempts in await session.execute(again)) == 2


async def test_a_handler_that_blocks_its_process_is_overtaken_and_stores_nothing(
    database: Database, tmp_path: Path
) -> None:
    free = tmp_path / "free"
    await enqueue_notes(database, [f"blocks:{free}"])
    async with replica(database):
        await jobs.attempts_reach(database, 1)
        async with replica(database):
            await all_settled(database)
            free.touch()
            await enqueue_notes(database, [f"plain:{number}" for number in range(20)])  # both work again
            await all_settled(database)
            await alive_are(database, 2)
    assert await jobs.count(database, "attempts") == 22
    await each_done_once(database, 21)
    await history_is_right(database)


async def test_all_workers_killed_at_once(database: Database) -> None:
    notes = [f"{'fails' if number % 10 == 0 else 'plain'}:{number}" for number in range(100)]
    await enqueue_notes(database, notes)
    async with replica(database) as first, replica(database) as second:
        await jobs.attempts_reach(database, 2)
        for process in (first, second):
            process.send_signal(signal.SIGKILL)
            await process.wait()
    await asyncio.sleep(1.5)  # ticks fall due while nobody works
    async with replica(database):
        await all_settled(database)
        await eventually(lambda: outcomes(database), lambda found: "coalesced" in found)
    await each_done_once(database, 100)
    await history_is_right(database)


async def test_three_replicas_and_a_clock_that_jumps_two_hours_forward_and_back(database: Database) -> None:
    notes = [f"{'fails' if number % 5 == 0 else 'plain'}:{number}" for number in range(120)]
    await enqueue_notes(database, [])
    async with AsyncExitStack() as stack:
        await asyncio.gather(*(stack.enter_async_context(replica(database)) for _ in range(3)))
        for number, offset in enumerate((0, 7200, 0)):
            await set_clock(database, offset)
            await alive_are(database, 3)
            await enqueue_notes(database, notes[number * 40 : (number + 1) * 40])
            await asyncio.sleep(1.5)  # they work by this clock before it moves again
        await all_settled(database)
        began = datetime.now(UTC)
        await eventually(lambda: ran_since(database, began))
    await each_done_once(database, 120)
    await history_is_right(database)


async def test_postgres_killed_while_jobs_run(home: Path) -> None:
    """First its postmaster, which nobody but us starts again; then one session, for which it ends all others."""
    async with EmbeddedPostgres(home) as server, AsyncExitStack() as stack:
        keeping = asyncio.create_task(server.keep())
        stack.callback(keeping.cancel)
        await migrate(server.url)
        database = Database(server.url)
        stack.push_async_callback(database.close)
        await enqueue_notes(database, [f"slow:{number}" for number in range(120)])
        for _ in range(2):
            await stack.enter_async_context(replica(database))
        await effects_grow(database, 10)
        postmaster = cluster.lock_file(home / "postgres" / "data")
        assert postmaster is not None
        os.kill(postmaster.pid, signal.SIGKILL)
        await effects_grow(database, 10)
        async with database.unit_of_work() as session:
            a_workers = text(
                "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
                " and backend_type = 'client backend' limit 1"
            )
            pid = (await session.execute(a_workers)).scalar_one()
        os.kill(pid, signal.SIGKILL)
        await effects_grow(database, 10)
        await all_settled(database)
        await woken_within_a_poll(database)
        await each_done_once(database, 123)
        await history_is_right(database)


async def test_submissions_of_four_processes_are_one_run_of_the_last_to_arrive(database: Database) -> None:
    await jobs.make_tables(database)
    async with replica(database), AsyncExitStack() as stack:
        submitters = [
            await stack.enter_async_context(running_script(SUBMIT, database.url, name, "50", env=PATHS))
            for name in "abcd"
        ]
        assert {await line(one) for one in submitters} == {"ready"}
        for one in submitters:
            assert one.stdin is not None
            one.stdin.write(b"go\n")
        told = [(await line(one)).split() for one in submitters]
        _, last = max((int(arrival), note) for arrival, note in told)
        async with database.unit_of_work() as session:
            over = "update async_jobs set run_after = steward_now() where state = 'pending' and job_type = 'tests.note'"
            (job_id,) = (await session.scalars(text(f"{over} returning id"))).all()
        await jobs.settled(database, job_id)
        await all_settled(database)
    async with database.unit_of_work() as session:
        assert list(await session.scalars(text("select note from effects where note not like '20%'"))) == [last]
    assert await jobs.count(database, "attempts") == 1


async def test_a_process_stops_in_order(database: Database) -> None:
    await enqueue_notes(database, ["slow:last"])
    async with replica(database) as process:
        await jobs.attempts_reach(database, 1)
        assert process.stdin is not None
        process.stdin.write(b"stop\n")
        assert await asyncio.wait_for(process.wait(), 60) == 0
    await each_done_once(database, 1)


async def alive_are(database: Database, number: int) -> None:
    """Wait until so many workers show that they live."""

    async def alive() -> int:
        async with database.unit_of_work() as session:
            return sum(worker.alive for worker in await status.workers(session))

    await eventually(alive, lambda found: found == number)


async def effects_grow(database: Database, by: int) -> None:
    """Wait until so many more notes had their effect, whether Postgres is there or not."""

    async def noted() -> int:
        async with database.unit_of_work() as session:
            return int((await session.execute(NOTED)).scalar_one())

    gone = (SQLAlchemyError, OSError, asyncpg.PostgresError)
    first = await eventually(noted, lambda _: True, despite=gone)
    await eventually(noted, lambda now: now >= first + by, despite=gone)


async def woken_within_a_poll(database: Database) -> None:
    """Notifications arrive again: of three jobs one by one at least one begins sooner than polling would find it."""
    waits = []
    for number in range(3):
        await enqueue_notes(database, [f"plain:woken:{number}"])
        await all_settled(database)
        began = text(
            "select extract(epoch from started_at - created_at) from async_jobs where payload->>'text' = :note"
        )
        async with database.unit_of_work() as session:
            waits.append(float((await session.execute(began, {"note": f"plain:woken:{number}"})).scalar_one()))
    assert min(waits) < POLL_S / 4, waits


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
        await asyncio.sleep(0.3)  # who is coming in shows nowhere
    await database.engine.dispose()


async def ran_since(database: Database, moment: datetime) -> bool:
    """Whether the scheduled job goes on at its real time, not two hours later."""
    statement = text("select 1 from effects where note like '20%' and note::timestamptz between :from and :to limit 1")
    async with database.unit_of_work() as session:
        values = {"from": moment, "to": moment + timedelta(hours=1)}
        return (await session.execute(statement, values)).first() is not None
