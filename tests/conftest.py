"""What every test can ask for: a database of its own (`database`), or the module's, emptied (`reused_database`)."""

import gc
from collections.abc import AsyncIterator, Generator, Iterator
from typing import Any

import pytest
import pytest_asyncio
import structlog
from hypothesis import settings
from tests.support import session
from tests.support.described_answers import watched as answers_watched
from tests.support.distribution import pytest_xdist_make_scheduler  # noqa: F401  (a hook)
from tests.support.leftovers import end_processes_in, end_processes_of_dead_runs, run_folder
from tests.support.lock_order import watched as lock_order_watched
from tests.support.pooler import opened
from tests.support.postgres import PostgresServer, empty_all_tables
from tests.support.requirements import in_ci, untested
from tests.support.watchdog import watched

from orchestrator.db.session import Database
from orchestrator.reader.recognition.recognisers import RECOGNISER_FAILED
from orchestrator.worker_processes.service import WorkerProcesses

gc.disable()  # until all is collected: what is loaded stays
gc.set_threshold(10_000, 20, 20)  # a test ends before a collection is worth its time: by the usual ones it was 8 %

# Wall time tells of the machine's load, not of the code. In CI the same examples each time: a new one is found, and
# mended, where somebody works, not where what they did is to land.
settings.register_profile(
    "steward", deadline=None, derandomize=in_ci(), database=None if in_ci() else settings.default.database
)
settings.load_profile("steward")


@pytest.fixture(scope="session", autouse=True)
def nothing_left_running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No server outlives the tests that it was started for, whatever became of them."""
    base = tmp_path_factory.getbasetemp()
    end_processes_of_dead_runs(run_folder(base))
    with watched(base, PostgresServer().home):
        yield
    end_processes_in(base)


def no_recogniser_failed(_: object, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """A turn survives a fault in one recogniser; a test does not."""
    assert event.get("event") != RECOGNISER_FAILED, event
    return event


def pytest_configure() -> None:
    """Plain tracebacks in the log: the usual form draws each frame with its variables, which takes longer than what is
    tested there."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            no_recogniser_failed,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
        ]
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is loaded by then stays: each full collection, then and later, would walk through half a million objects."""
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_unconfigure() -> None:
    """Else the interpreter walks through all of it once more before it ends."""
    gc.freeze()


LOCKS_WATCHED = (
    "integration/web/",
    "integration/whole/",
    "integration/world/",
    "integration/db/test_conflicts",
    "acceptance/test_writers_meet",
)


@pytest.fixture(autouse=True)
def locks_in_order(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """No unit of work locks or writes a row before the lock of the rows' owner. Held where only Steward writes: other
    tests make rows of their own beside what Steward writes in the same session."""
    if not any(place in request.node.path.as_posix() for place in LOCKS_WATCHED):
        yield []
        return
    with lock_order_watched() as broken:
        yield broken
    assert not broken, "\n".join(["locked in the wrong order (db/locks.py):", *dict.fromkeys(broken)])


@pytest.fixture(autouse=True)
def answers_described() -> Iterator[None]:
    """Whatever Steward answers in a test stands in its OpenAPI description (docs/decisions/0054)."""
    with answers_watched() as lacking:
        yield
    assert not lacking, "\n".join(["answered, but not described (web/openapi.py):", *dict.fromkeys(lacking)])


@pytest_asyncio.fixture(scope="session")
async def postgres() -> AsyncIterator[PostgresServer]:
    """The server of the session: `clone()` and `empty()` give URLs of new databases, `drop(url)` ends them."""
    server = PostgresServer()
    await server.start()
    yield server
    await server.stop()


@pytest_asyncio.fixture
async def database(postgres: PostgresServer) -> AsyncIterator[Database]:
    """A migrated database for this test alone (about 50 ms): for concurrency, workers, restarts."""
    url = await postgres.clone()
    async with opened(url) as database:
        yield database
    await postgres.drop(url)


@pytest_asyncio.fixture(scope="module")
async def module_database(postgres: PostgresServer) -> AsyncIterator[Database]:
    """A migrated database that the tests of a module share; take `reused_database`, which empties it first."""
    url = await postgres.clone()
    async with opened(url) as database:
        yield database
    await postgres.drop(url)


@pytest_asyncio.fixture
async def reused_database(module_database: Database) -> Database:
    """The module's database without a row (2 ms): for most tests."""
    await empty_all_tables(module_database)
    return module_database


@pytest_asyncio.fixture(scope="session", autouse=True)
async def processes() -> AsyncIterator[WorkerProcesses]:
    """Worker processes of the session: loading the parsers takes a second, which tests need not pay each."""
    async with WorkerProcesses() as processes:
        session.PROCESSES.append(processes)
        yield processes


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Tell what could not be tested here, and what passed only when it was tried again."""
    skipped = terminalreporter.stats.get("skipped", [])
    for what in untested([str(report.longrepr) for report in skipped]):
        terminalreporter.write_line(f"NOT TESTED, not installed here: {what.rstrip(chr(39) + ')')}", yellow=True)
    failed = {report.nodeid for report in terminalreporter.stats.get("failed", [])}
    for name in sorted({report.nodeid for report in terminalreporter.stats.get("rerun", [])} - failed):
        terminalreporter.write_line(f"PASSED ONLY THE SECOND TIME, mend its cause: {name}", yellow=True)
