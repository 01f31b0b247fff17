"""Who does the jobs? A worker claims, runs handlers side by side, renews their leases, and takes over from the dead.

Each process may have any number of workers, each host any number of processes. Nothing of an attempt is stored unless
the attempt still holds its claim; `kill -9` at any moment loses no job and completes none twice.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from uuid import UUID

import asyncpg
from pydantic import ValidationError
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.durable import is_disconnect
from orchestrator.agent.ports import Eraser
from orchestrator.db.session import Database
from orchestrator.kit.clock import Clock, SystemClock
from orchestrator.kit.ids import new_id
from orchestrator.kit.text import shorten, storable
from orchestrator.llm.port import Embedder
from orchestrator.scheduling import leases
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.leases import Claim, ClaimLost
from orchestrator.scheduling.wakeup import listen
from orchestrator.telemetry.logging import bound, get_logger
from orchestrator.telemetry.metrics import METRICS
from orchestrator.telemetry.redaction import redact_text
from orchestrator.telemetry.tracing import span

CONCURRENCY = 8
"""Handlers at once: they wait for models and networks, and the pool has 30 connections for the whole process."""
POLL_S = 1.0
"""How late a delayed job, or one whose notification was lost, may be taken up: one indexed look a second."""
GATHER_S = 0.005
"""A busy worker claims for several short jobs at once instead of one by one."""
BEAT_S = 5.0
"""A sixth of a lease, and of the 30 s after which a worker no longer counts as alive."""
DRAIN_S = 25.0
"""A stop waits so long for the jobs at work: less than the 30 s that process supervisors give."""
PRUNE_EVERY_S = 3600.0
DATABASE_PAUSE_S = 1.0
GIVE_BACK_S = 5.0
"""A handler that is stopped has so long to let go."""
ERROR_CHARS = 500
TROUBLE = (SQLAlchemyError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""What the database may raise; while connecting the driver's own errors come through."""
T = TypeVar("T")

log = get_logger(__name__)


class Worker:
    """`run()` works until `stop()`; then it lets the jobs at work finish (at most `drain_s`) and gives back the rest.

    `retry_delay_s`: of job types that name none (`STEWARD_JOB_RETRY_S`).
    """

    def __init__(
        self,
        database: Database,
        handlers: Iterable[JobHandler[Any]],
        *,
        eraser: Eraser,
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
        self._eraser = eraser
        self._clock = clock or SystemClock()
        self._embedder = embedder
        self._retry_delay_s = retry_delay_s
        self._concurrency = concurrency
        self._drain_s = drain_s
        self._beat_s = beat_s
        self._awake = asyncio.Event()
        self._stopping = asyncio.Event()
        self._at_work: dict[UUID, tuple[Claim, asyncio.Task[None]]] = {}

    async def run(self) -> None:
        """Work until `stop()`, or until cancelled (then what is at work is given back at once)."""
        log.info("worker_started", worker=str(self.id), types=sorted(self._handlers))
        try:
            async with asyncio.TaskGroup() as group:
                helpers = [
                    group.create_task(self._beat(), name="job heartbeat"),
                    group.create_task(listen(self._database.url, self._awake), name="job notifications"),
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
        if len(self._at_work) > self._concurrency // 2:
            await asyncio.sleep(GATHER_S)
        self._awake.clear()
        free = self._concurrency - len(self._at_work)
        if free <= 0:
            return POLL_S
        async with self._database.unit_of_work() as session:
            claims = await leases.claim(session, self.id, self._leases_s, limit=free)
            due_in = None if claims else await leases.seconds_until_due(session, list(self._handlers))
        for claim in claims:
            self._start(claim)
        if claims:
            return 0.0 if len(claims) == free else POLL_S
        return due_in if due_in is not None and 0 < due_in < POLL_S else POLL_S

    def _start(self, claim: Claim) -> None:
        task = asyncio.create_task(self._attempt(claim), name=f"job {claim.job_type}")
        self._at_work[claim.token] = (claim, task)

        def finished(_: object) -> None:
            self._at_work.pop(claim.token, None)
            self._awake.set()

        task.add_done_callback(finished)

    async def _pause(self, seconds: float) -> None:
        """Until woken, at most so long."""
        try:
            async with asyncio.timeout(seconds):
                await self._awake.wait()
        except TimeoutError:
            return

    # --- one attempt

    async def _attempt(self, claim: Claim) -> None:
        """Run the handler once and settle the job, whatever happens."""
        with (
            bound(job_id=str(claim.job_id), job_type=claim.job_type),
            span("job", job_type=claim.job_type, attempt=claim.attempt),
        ):
            try:
                await self._handle(claim)
                outcome = "done"
            except ClaimLost:
                outcome = "lost"
                log.warning("job_lost", attempt=claim.attempt)
            except asyncio.CancelledError as error:
                if _asked_to_stop():
                    outcome = await self._given_back(claim)
                else:  # the handler awaited something that was cancelled: its own failure
                    outcome = await self._failed(claim, error)
            except Exception as error:  # a named border: the job runner
                log.warning("job_attempt_failed", attempt=claim.attempt, exc_info=error)
                outcome = await self._failed(claim, error)
            METRICS.jobs.labels(claim.job_type, outcome).inc()

    async def _handle(self, claim: Claim) -> None:
        handler = self._handlers[claim.job_type]
        payload = handler.job_type.payload.model_validate(claim.payload)
        async with self._database.unit_of_work() as session:
            async with asyncio.timeout(handler.job_type.timeout_s):
                await handler.handle(self._context(claim, session), payload)
            await session.flush()
            await leases.complete(session, claim)

    def _context(self, claim: Claim, session: AsyncSession) -> JobContext:
        @asynccontextmanager
        async def unit_of_work() -> AsyncIterator[AsyncSession]:
            async with self._database.unit_of_work() as own:
                yield own
                await own.flush()
                await leases.hold(own, claim)

        async def report(own: AsyncSession, done: int, total: int) -> None:
            await leases.report(own, claim, done, total)

        return JobContext(
            session=session,
            unit_of_work=unit_of_work,
            job_id=claim.job_id,
            owner_id=claim.owner_id,
            attempt=claim.attempt,
            last_attempt=claim.attempt >= claim.max_attempts,
            clock=self._clock,
            eraser=self._eraser,
            report=report,
            stopping=self._stopping.is_set,
            embedder=self._embedder,
        )

    async def _failed(self, claim: Claim, error: BaseException) -> str:
        job_type = self._handlers[claim.job_type].job_type
        delay = self._retry_delay_s if job_type.retry_delay_s is None else job_type.retry_delay_s
        retry_in = None if isinstance(error, ValidationError) and not self._readable(claim) else delay

        async def record() -> str:
            async with self._database.unit_of_work() as session:
                return await leases.fail(session, claim, _told(error, job_type.timeout_s), retry_in_s=retry_in)

        state = await self._settled(record)
        return "retried" if state == "pending" else state

    def _readable(self, claim: Claim) -> bool:
        """Whether the payload is one of its type; what is none will not become one by trying again."""
        try:
            self._handlers[claim.job_type].job_type.payload.model_validate(claim.payload)
        except ValidationError:
            return False
        return True

    async def _given_back(self, claim: Claim) -> str:
        async def record() -> str:
            async with self._database.unit_of_work() as session:
                return await leases.release(session, claim)

        state = await self._settled(record)
        return "released" if state == "pending" else state

    async def _settled(self, record: Callable[[], Coroutine[Any, Any, str]]) -> str:
        """Record what became of an attempt. Where that can't be done its lease ends and the job is taken up again."""
        try:
            try:
                return await record()
            except IntegrityError:  # a job with the same key was enqueued at this moment: now it is seen
                return await record()
        except ClaimLost:
            return "lost"
        except TROUBLE as error:
            log.warning("job_not_settled", error=str(error))
            return "unsettled"

    # --- leases and other workers

    async def _beat(self) -> None:
        """Show that this worker lives, keep its claims, take over from the dead; until cancelled."""
        loop = asyncio.get_running_loop()
        prune_at = loop.time() + self._beat_s
        while True:
            await self._safely("heartbeat", self._beat_once, otherwise=None)
            if loop.time() >= prune_at:
                prune_at = loop.time() + PRUNE_EVERY_S
                await self._safely("prune", self._prune, otherwise=0)
            await asyncio.sleep(self._beat_s)

    async def _beat_once(self) -> None:
        claims = [claim for claim, _ in self._at_work.values()]
        async with self._database.unit_of_work() as session:
            await leases.sign_on(session, self.id, socket.gethostname())
            lost = await leases.renew(session, claims, self._leases_s)
        for token in lost & self._at_work.keys():
            self._at_work[token][1].cancel()  # its result could not be stored any more
        async with self._database.unit_of_work() as session:
            if reaped := await leases.reap(session):
                log.warning("jobs_of_dead_workers", number=reaped)

    async def _prune(self) -> int:
        async with self._database.unit_of_work() as session:
            return await leases.prune(session)

    async def _sign_off(self) -> None:
        async with self._database.unit_of_work() as session:
            await leases.sign_off(session, self.id)

    async def _safely(self, what: str, work: Callable[[], Coroutine[Any, Any, T]], *, otherwise: T) -> T:
        """`work`, or `otherwise` where the database can't be reached: a worker outlives a restart of Postgres."""
        try:
            return await work()
        except TROUBLE as error:
            if is_disconnect(error):
                log.warning("worker_waits_for_database", what=what, error=str(error))
            else:
                log.exception("worker_trouble", what=what)
            return otherwise

    # --- stopping

    async def _drain(self) -> None:
        """Wait for what is at work."""
        tasks = [task for _, task in self._at_work.values()]
        if tasks:
            await asyncio.wait(tasks, timeout=self._drain_s)

    async def _give_back(self) -> None:
        """Stop what is still at work; those jobs wait for another worker."""
        tasks = [task for _, task in self._at_work.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=GIVE_BACK_S)


def _report(task: asyncio.Task[None]) -> None:
    """A worker that ends by an error is a fault of ours: it is seen in the log, and by its missing heartbeat."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("worker_died", exc_info=error)


def _asked_to_stop() -> bool:
    """Whether this attempt was cancelled by its worker."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _told(error: BaseException, timeout_s: float) -> str:
    """What is kept of an error: its kind and what it said, without anything of the shape of a secret."""
    text = str(error) or (f"stopped after {timeout_s:g} s" if isinstance(error, TimeoutError) else "")
    return shorten(storable(redact_text(f"{type(error).__name__}: {text}")), ERROR_CHARS)
