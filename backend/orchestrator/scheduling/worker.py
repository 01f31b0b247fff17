"""Who does the jobs? A worker claims, runs handlers side by side, renews their leases, and takes over from the dead.

Each process may have any number of workers, each host any number of processes. Nothing of an attempt is stored unless
the attempt still holds its claim; `kill -9` at any moment loses no job and completes none twice.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine
from sqlalchemy.pool import NullPool

from orchestrator.agent.ports.erasure import Eraser
from orchestrator.db.retry import is_disconnect
from orchestrator.db.session import Database
from orchestrator.kit.clock import Clock, SystemClock
from orchestrator.kit.ids import new_id
from orchestrator.llm.port import Embedder
from orchestrator.scheduling import leases, ticker
from orchestrator.scheduling.async_jobs import CHANNEL, DEFAULT_LEASE_S
from orchestrator.scheduling.at_work import AtWork
from orchestrator.scheduling.attempt import Attempts
from orchestrator.scheduling.handler import JobHandler
from orchestrator.scheduling.leases import Claim
from orchestrator.scheduling.model import CLOCKS_AGREE_WITHIN_S
from orchestrator.scheduling.scheduled_jobs import ScheduledJob
from orchestrator.telemetry.logging import get_logger
from orchestrator.telemetry.metrics import METRICS

CONCURRENCY = 8
"""Handlers at once: they wait for models and networks, and the pool has 30 connections for the whole process."""
POLL_S = 1.0
"""How late a delayed job, or one whose notification was lost, may be taken up: one indexed look a second."""
GATHER_S = 0.005
"""A busy worker claims for several short jobs at once instead of one by one."""
BURST_GATHER_S = 0.02
"""In a burst a completion waits so long for others: a fifth of what was claimed ahead."""
BEAT_S = 5.0
"""A sixth of a lease, and of the 30 s after which a worker no longer counts as alive."""
BEATS_IN_TIME = 3
"""A worker that beats later than so many beats was away (its loop stood still, or Postgres): its clock says nothing of
others until the next beat."""
CLOCK_LOOKS = 5
DRAIN_S = 25.0
"""A stop waits so long for the jobs at work: less than the 30 s that process supervisors give."""
DATABASE_PAUSE_S = 1.0
GIVE_BACK_S = 5.0
"""A handler that is stopped has so long to let go."""
T = TypeVar("T")

log = get_logger(__name__)


class Worker:
    """`run()` works until `stop()`; then it lets the jobs at work finish (at most `drain_s`) and gives back the rest.

    `scheduled`: what it sets off when its time comes. `retry_delay_s`: of job types that name none
    (`STEWARD_JOB_RETRY_S`).
    """

    def __init__(
        self,
        database: Database,
        handlers: Iterable[JobHandler[Any]],
        *,
        eraser: Eraser,
        scheduled: Iterable[ScheduledJob] = (),
        clock: Clock | None = None,
        embedder: Embedder | None = None,
        retry_delay_s: float = 60.0,
        concurrency: int = CONCURRENCY,
        drain_s: float = DRAIN_S,
        beat_s: float = BEAT_S,
    ) -> None:
        self.id = new_id()
        self._database = database
        self._handlers = {handler.job_type.name: handler for handler in handlers}
        self._leases_s = {name: handler.job_type.lease_s for name, handler in self._handlers.items()}
        self._scheduled = {job.name: job for job in scheduled}
        self._drain_s = drain_s
        self._beat_s = beat_s
        self._clock_at: tuple[datetime, float] | None = None
        self._clock_looks = CLOCK_LOOKS
        self._spared = False
        self._awake = asyncio.Event()
        self._ended = asyncio.Event()
        self._stopping = asyncio.Event()
        attempts = Attempts(
            database=database,
            handlers=self._handlers,
            eraser=eraser,
            clock=clock or SystemClock(),
            embedder=embedder,
            retry_delay_s=retry_delay_s,
            stopping=self._stopping.is_set,
            finished=self._finished,
        )
        self._work = AtWork(concurrency, attempts.make, self._awake.set)

    async def run(self) -> None:
        """Work until `stop()`, or until cancelled (then what is at work is given back at once)."""
        log.info("worker_started", worker=str(self.id), types=sorted(self._handlers))
        try:
            async with asyncio.TaskGroup() as group:
                helpers = [
                    group.create_task(self._beat(), name="job heartbeat"),
                    group.create_task(self._complete(), name="job completions"),
                    group.create_task(self._tick(), name="scheduled jobs"),
                    group.create_task(self._listen(), name="job notifications"),
                ]
                try:
                    while not self._stopping.is_set():
                        await self._pause(
                            await self._safely("claim", self._claim_and_start, otherwise=DATABASE_PAUSE_S)
                        )
                    await self._drain()
                finally:
                    await self._give_back()
                    for helper in helpers:
                        helper.cancel()
        finally:
            await self._safely("sign off", self._sign_off, otherwise=None)
            log.info("worker_stopped", worker=str(self.id))

    @asynccontextmanager
    async def working(self) -> AsyncIterator["Worker"]:
        """The worker at work for the length of the block; at its end it is stopped in order."""
        task = asyncio.create_task(self.run(), name="job worker")
        task.add_done_callback(_report)
        try:
            yield self
        finally:
            self.stop()
            await asyncio.gather(task, return_exceptions=True)

    def stop(self) -> None:
        """Take no more jobs; `run()` returns when those at work are settled."""
        self._stopping.set()
        self._awake.set()

    # --- claiming

    async def _claim_and_start(self) -> float:
        """Take what is due and fits; answers how many seconds there is nothing more to do."""
        if self._work.gathers:
            await asyncio.sleep(GATHER_S)
        self._awake.clear()
        await self._hand_back(self._work.unbegun())
        free = self._work.free
        if free <= 0:
            return POLL_S
        async with self._database.one_statement() as connection:
            claims = await leases.claim(connection, self.id, self._leases_s, limit=free)
        if self._stopping.is_set():  # asked to stop meanwhile: others may have them
            await self._hand_back(claims)
            return 0.0
        self._work.take(claims)
        if claims:
            return 0.0 if len(claims) == free else POLL_S
        return 0.0 if self._awake.is_set() else await self._until_due()

    async def _until_due(self) -> float:
        async with self._database.one_statement() as connection:
            due_in = await leases.seconds_until_due(connection, list(self._handlers))
        return due_in if due_in is not None and 0 < due_in < POLL_S else POLL_S

    async def _pause(self, seconds: float) -> None:
        """Until woken, at most so long."""
        try:
            async with asyncio.timeout(seconds):
                await self._awake.wait()
        except TimeoutError:
            return

    async def _hand_back(self, claims: list[Claim]) -> None:
        if claims:
            async with self._database.unit_of_work() as session:
                await leases.hand_back(session, claims)

    async def _listen(self) -> None:
        """Be woken by whoever enqueues; until cancelled. What is notified while nobody listens is found by polling."""
        while True:
            await self._safely("listen", lambda: listen(self._database.direct_url, self._awake), otherwise=None)
            await asyncio.sleep(DATABASE_PAUSE_S)

    # --- completing

    def _finished(self, claim: Claim) -> None:
        self._work.ended(claim)
        self._ended.set()

    async def _complete(self) -> None:
        """Complete what ended, together; until cancelled. Where the database is away it is tried again: as long as the
        leases last nothing is lost."""
        while True:
            await self._ended.wait()
            if self._work.waiting:  # more end at every moment
                await asyncio.sleep(BURST_GATHER_S)
            self._ended.clear()
            if not await self._safely("complete", self._complete_once, otherwise=False):
                await asyncio.sleep(DATABASE_PAUSE_S)
                self._ended.set()

    async def _complete_once(self) -> bool:
        claims = list(self._work.completing)
        if claims:
            async with self._database.unit_of_work() as session:
                lost = await leases.complete_many(session, claims)
            del self._work.completing[: len(claims)]
            for claim in claims:
                METRICS.jobs.labels(claim.job_type, "lost" if claim.token in lost else "done").inc()
            if lost:
                log.warning("jobs_lost", number=len(lost))
        return True

    # --- what is set off by the time

    async def _tick(self) -> None:
        """Set off scheduled jobs when their time comes; until cancelled."""
        pause_s = 0.0
        while self._scheduled:
            await asyncio.sleep(pause_s)
            pause_s = await self._safely("tick", self._tick_once, otherwise=DATABASE_PAUSE_S)

    async def _tick_once(self) -> float:
        async with self._database.unit_of_work() as session:
            due_in = await ticker.tick(session, self._scheduled)
        return min(max(due_in, 0.0), POLL_S)

    # --- leases and other workers

    async def _beat(self) -> None:
        """Show that this worker lives, keep its claims, take over from the dead; until cancelled."""
        while True:
            await self._safely("heartbeat", self._beat_once, otherwise=None)
            await asyncio.sleep(self._beat_s)

    async def _beat_once(self) -> None:
        async with self._database.unit_of_work() as session:
            now = await leases.sign_on(session, self.id, socket.gethostname())
            regular = await self._look_at_clock(session, now)
        async with self._database.one_statement() as connection:
            lost = await leases.renew(connection, self._work.claims, self._leases_s)
        self._work.drop(lost)
        self._spared = not regular and not self._spared
        if self._spared:  # others may live, and were kept from renewing as this worker was
            return
        async with self._database.unit_of_work() as session:
            if reaped := await leases.reap(session):
                log.warning("jobs_of_dead_workers", number=reaped)

    async def _look_at_clock(self, session: AsyncSession, now: datetime) -> bool:
        """In the first beats, and in those after the database's clock went back: others may still be writing by the
        old one. Answers whether this beat came in time, by this process' clock and by the database's."""
        at, before, regular = asyncio.get_running_loop().time(), self._clock_at, True
        self._clock_at = (now, at)
        if before is not None:
            passed = at - before[1]
            ahead_s = (now - before[0]).total_seconds() - passed
            if ahead_s < -CLOCKS_AGREE_WITHIN_S:
                self._clock_looks = CLOCK_LOOKS
            regular = abs(ahead_s) <= CLOCKS_AGREE_WITHIN_S and passed <= BEATS_IN_TIME * self._beat_s
        if self._clock_looks:
            self._clock_looks -= 1
            longest = max(self._leases_s.values(), default=DEFAULT_LEASE_S)
            if number := await leases.clock_went_back(session, longest):
                log.warning("clock_went_back", jobs=number)
        return regular

    async def _sign_off(self) -> None:
        async with self._database.unit_of_work() as session:
            await leases.sign_off(session, self.id)

    async def _safely(self, what: str, work: Callable[[], Coroutine[Any, Any, T]], *, otherwise: T) -> T:
        """`work`, or `otherwise` where it fails: a worker outlives a restart of Postgres, in which its driver may raise
        anything (asyncpg 0.32: InternalClientError of a session that ends while it begins)."""
        try:
            return await work()
        except Exception as error:  # a named border: the job runner
            if is_disconnect(error):
                log.warning("worker_waits_for_database", what=what, error=str(error))
            else:
                log.exception("worker_trouble", what=what)
            return otherwise

    # --- stopping

    async def _drain(self) -> None:
        """Wait for what is at work; others may have what is not begun."""
        unbegun = self._work.unbegun(at_once=True)
        await self._safely("hand back", lambda: self._hand_back(unbegun), otherwise=None)
        tasks = [task for _, task in self._work.running.values()]
        if tasks:
            await asyncio.wait(tasks, timeout=self._drain_s)

    async def _give_back(self) -> None:
        """Stop what is still at work; those jobs wait for another worker. What ended well is completed."""
        unbegun = self._work.unbegun(at_once=True)
        await self._safely("hand back", lambda: self._hand_back(unbegun), otherwise=None)
        tasks = [task for _, task in self._work.running.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=GIVE_BACK_S)
        try:
            async with asyncio.timeout(GIVE_BACK_S):
                while self._work.completing:
                    self._ended.set()
                    await asyncio.sleep(GATHER_S)
        except TimeoutError:
            log.warning("jobs_not_completed", number=len(self._work.completing))


def _report(task: asyncio.Task[None]) -> None:
    """A worker that ends by an error is a fault of ours: it is seen in the log, and by its missing heartbeat."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("worker_died", exc_info=error)


async def listen(database_url: str, awake: asyncio.Event) -> None:
    """Set `awake` at every notification, until the connection ends. Raises what the driver raises. So an idle worker
    learns of a due job at once; polling stands behind it."""
    engine = create_async_engine(database_url, poolclass=NullPool)  # never a connection that somebody else waits for
    ended = asyncio.Event()

    def notified(*_: object) -> None:
        awake.set()

    def terminated(*_: object) -> None:
        ended.set()

    try:
        async with engine.connect() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            assert driver is not None
            driver.add_termination_listener(terminated)
            await driver.add_listener(CHANNEL, notified)
            awake.set()  # what was enqueued before we listened
            try:
                await ended.wait()
            finally:
                if not driver.is_closed():
                    driver.remove_termination_listener(terminated)
                    await driver.remove_listener(CHANNEL, notified)
    finally:
        await engine.dispose()
