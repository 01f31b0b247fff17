"""How many jobs a second does one worker do, and how soon after its commit does a job begin? Beside pgqueuer, in rounds
that take turns on the same durable Postgres.

    python -m bench queue
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import asyncpg
import uvloop
from pgqueuer import PgQueuer, Queries
from pgqueuer.db import AsyncpgPoolDriver
from pydantic import BaseModel
from sqlalchemy.engine import make_url

from bench.figures import Figure, Part, median, percentile
from bench.home import database
from orchestrator.agent.testing.in_memory import NothingToErase
from orchestrator.db.session import Database
from orchestrator.scheduling.async_jobs import Item, JobType, enqueue, enqueue_many
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.worker import Worker

ROUNDS = 3
JOBS = 10_000
PINGS = 100
PING_EVERY_S = 0.02
TIMEOUT_S = 300.0
NAME = "bench.noop"


class Numbered(BaseModel):
    """When it was enqueued, by the process' own clock."""

    at: float


NOOP = JobType(NAME, Numbered)
Rounds = dict[str, list[float]]


class Counted:
    """Counts what was done; `late` is how long each waited to begin, in seconds."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self._expected = 0
        self._reached = asyncio.Event()

    def did(self, at: float) -> None:
        self.late.append(time.perf_counter() - at)
        if len(self.late) >= self._expected:
            self._reached.set()

    async def until(self, number: int) -> None:
        """Until so many were done."""
        self._expected = number
        if len(self.late) < number:
            self._reached.clear()
            async with asyncio.timeout(TIMEOUT_S):
                await self._reached.wait()


@asynccontextmanager
async def steward(opened: Database, counted: Counted) -> AsyncIterator[None]:
    async def noop(_: JobContext, payload: Numbered) -> None:
        counted.did(payload.at)

    async with Worker(opened, [JobHandler(NOOP, noop)], eraser=NothingToErase()).working():
        yield


@asynccontextmanager
async def pgqueuer(pool: asyncpg.Pool, counted: Counted) -> AsyncIterator[None]:
    queue = PgQueuer(AsyncpgPoolDriver(pool))

    @queue.entrypoint(NAME)
    async def noop(job: Any) -> None:
        counted.did(float(job.payload))

    task = asyncio.create_task(queue.run(batch_size=100, dequeue_timeout=timedelta(seconds=1)))
    try:
        yield
    finally:
        queue.shutdown.set()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await task


async def throughput(
    worker: Callable[[Counted], contextlib.AbstractAsyncContextManager[None]], fill: Callable[[], Awaitable[Any]]
) -> float:
    """Jobs a second, from the worker's start to the last job, all of them waiting before."""
    await fill()
    counted = Counted()
    began = time.perf_counter()
    async with worker(counted):
        await counted.until(JOBS)
        took = time.perf_counter() - began
    return JOBS / took


async def wake_up(
    worker: Callable[[Counted], contextlib.AbstractAsyncContextManager[None]], put: Callable[[], Awaitable[Any]]
) -> list[float]:
    """Milliseconds from before the enqueueing transaction to the handler's begin, of an idle worker."""
    counted = Counted()
    async with worker(counted):
        await asyncio.sleep(1.5)
        for number in range(PINGS):
            await put()
            await counted.until(number + 1)
            await asyncio.sleep(PING_EVERY_S)
    return [one * 1000 for one in counted.late]


async def measure() -> Part:
    async with database() as opened:
        url = make_url(opened.url).set(drivername="postgresql").render_as_string(hide_password=False)
        pool = await asyncpg.create_pool(url, min_size=2, max_size=10)
        queries = Queries(AsyncpgPoolDriver(pool))
        await queries.install()

        async def ours() -> None:
            async with opened.unit_of_work() as session:
                await enqueue_many(session, NOOP, [Item(Numbered(at=time.perf_counter())) for _ in range(JOBS)])

        async def theirs() -> None:
            payload = str(time.perf_counter()).encode()
            await queries.enqueue([NAME] * JOBS, [payload] * JOBS, [0] * JOBS)

        async def one_of_ours() -> None:
            async with opened.unit_of_work() as session:
                await enqueue(session, NOOP, Numbered(at=time.perf_counter()))

        async def one_of_theirs() -> None:
            await queries.enqueue(NAME, str(time.perf_counter()).encode())

        rates: Rounds = {"steward": [], "pgqueuer": []}
        waits: Rounds = {"steward": [], "pgqueuer": []}
        for _ in range(ROUNDS):
            rates["steward"].append(await throughput(lambda counted: steward(opened, counted), ours))
            rates["pgqueuer"].append(await throughput(lambda counted: pgqueuer(pool, counted), theirs))
            waits["steward"] += await wake_up(lambda counted: steward(opened, counted), one_of_ours)
            waits["pgqueuer"] += await wake_up(lambda counted: pgqueuer(pool, counted), one_of_theirs)
        await pool.close()
    return Part("queue", (*_rates(rates), *_waits(waits)))


def _rates(rates: Rounds) -> list[Figure]:
    note = f"{JOBS:,} no-ops, one worker, best of {ROUNDS} rounds; all: "
    return [
        Figure(
            f"jobs a second, {name}",
            max(values),
            limit=(">=", 3_000) if name == "steward" else None,
            note=note + ", ".join(f"{value:,.0f}" for value in values),
        )
        for name, values in rates.items()
    ]


def _waits(waits: Rounds) -> list[Figure]:
    found = []
    for name, values in waits.items():
        found.append(
            Figure(f"wake-up p50, {name}", median(values), "ms", note="from before the enqueueing transaction")
        )
        limit = ("<=", 50.0) if name == "steward" else None
        found.append(Figure(f"wake-up p95, {name}", percentile(values, 0.95), "ms", limit=limit))
    return found


def run() -> Part:
    """All figures of the part."""
    return uvloop.run(measure())
