"""How is one attempt of a job made, and what becomes of the job? Nothing of an attempt is stored unless the attempt
still holds its claim."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.erasure import Eraser
from orchestrator.db.retry import PATIENCE_S, is_conflict, is_disconnect, repeated, retry_on_disconnect
from orchestrator.db.session import Database
from orchestrator.kit.clock import Clock
from orchestrator.kit.text import shorten, storable
from orchestrator.llm.gateway.precedence import in_background
from orchestrator.llm.port import Embedder
from orchestrator.scheduling import leases
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.leases import Claim, ClaimLost
from orchestrator.telemetry.logging import bound, get_logger
from orchestrator.telemetry.metrics import METRICS
from orchestrator.telemetry.redaction import redact_text
from orchestrator.telemetry.tracing import span
from orchestrator.worker_processes.errors import OutOfLimits, WorkerEnded

ERROR_CHARS = 500
CONFLICT_RETRY_S = 1.0
"""A job whose transaction Postgres ended for another one's sake waits no longer than this for its next attempt."""
STOP_PATIENCE_S = 2.0
"""A worker that stops does not wait longer than this for a database that is away."""

log = get_logger(__name__)


@dataclass(frozen=True)
class Attempts:
    """Makes attempts. `finished` takes a claim whose handler ended well and stored nothing in its session: whoever
    completes it may do so together with others. `retry_delay_s`: of job types that name none."""

    database: Database
    handlers: Mapping[str, JobHandler[Any]]
    eraser: Eraser
    clock: Clock
    embedder: Embedder | None
    retry_delay_s: float
    stopping: Callable[[], bool]
    finished: Callable[[Claim], None]

    async def make(self, claim: Claim) -> None:
        """Run the handler once and settle the job, whatever happens."""
        with (
            bound(job_id=str(claim.job_id), job_type=claim.job_type),
            span("job", job_type=claim.job_type, attempt=claim.attempt),
        ):
            outcome: str | None
            try:
                outcome = await self._handled(claim)
            except ClaimLost:
                outcome = "lost"
                log.warning("job_lost", attempt=claim.attempt)
            except asyncio.CancelledError as error:
                if _asked_to_stop():
                    outcome = await self._given_back(claim)
                else:  # the handler awaited something that was cancelled: its own failure
                    outcome = await self._failed(claim, error)
            except Exception as error:  # a named border: the job runner
                if is_disconnect(error):
                    log.warning("job_lost_database", attempt=claim.attempt, error=str(error))
                else:
                    log.warning("job_attempt_failed", attempt=claim.attempt, exc_info=error)
                outcome = await self._failed(claim, error)
            if outcome is not None:
                METRICS.jobs.labels(claim.job_type, outcome).inc()

    async def _handled(self, claim: Claim) -> str | None:
        """Once more at once where it met another transaction, if it did all in its own: what opened a further unit of
        work may have done something outside since."""
        further: list[object] = []
        return await repeated(lambda: self._handle(claim, further), may=lambda: not further)

    async def _handle(self, claim: Claim, further: list[object]) -> str | None:
        """None where the job is still to be completed. `further`: gets the units of work that the handler opens."""
        handler = self.handlers[claim.job_type]
        payload = handler.job_type.payload.model_validate(claim.payload)
        async with self.database.unit_of_work() as session:
            with in_background():
                async with asyncio.timeout(handler.job_type.timeout_s):
                    ended = await handler.handle(self._context(claim, session, further), payload)
            if claim.scheduled or session.in_transaction() or session.info:
                await session.flush()
                await leases.complete(session, claim, ended)
                return "done"
        self.finished(claim)
        return None

    def _context(self, claim: Claim, session: AsyncSession, further: list[object]) -> JobContext:
        @asynccontextmanager
        async def unit_of_work() -> AsyncIterator[AsyncSession]:
            async with self.database.unit_of_work() as own:
                further.append(own)
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
            clock=self.clock,
            eraser=self.eraser,
            report=report,
            stopping=self.stopping,
            embedder=self.embedder,
        )

    async def _failed(self, claim: Claim, error: BaseException) -> str:
        job_type = self.handlers[claim.job_type].job_type
        delay = self.retry_delay_s if job_type.retry_delay_s is None else job_type.retry_delay_s
        delay = min(delay, CONFLICT_RETRY_S) if is_conflict(error) else delay
        never = isinstance(error, OutOfLimits) or (isinstance(error, ValidationError) and not self._readable(claim))
        retry_in, died = None if never else delay, isinstance(error, WorkerEnded)

        async def record() -> str:
            told = _told(error, job_type.timeout_s)
            async with self.database.unit_of_work() as session:
                return await leases.fail(session, claim, told, retry_in_s=retry_in, died=died)

        state = await _settled(record)
        return "retried" if state == "pending" else state

    def _readable(self, claim: Claim) -> bool:
        """Whether the payload is one of its type; what is none will not become one by trying again."""
        try:
            self.handlers[claim.job_type].job_type.payload.model_validate(claim.payload)
        except ValidationError:
            return False
        return True

    async def _given_back(self, claim: Claim) -> str:
        async def record() -> str:
            async with self.database.unit_of_work() as session:
                return await leases.release(session, claim)

        state = await _settled(record, patience_s=STOP_PATIENCE_S)
        return "released" if state == "pending" else state


async def _settled(record: Callable[[], Coroutine[Any, Any, str]], *, patience_s: float = PATIENCE_S) -> str:
    """Record what became of an attempt, once the database is there. Where that can't be done its lease ends and the job
    is taken up again."""
    try:
        try:
            return await retry_on_disconnect(record, patience_s=patience_s)
        except IntegrityError:  # a job with the same key was enqueued at this moment: now it is seen
            return await record()
    except ClaimLost:
        return "lost"
    except Exception:  # a named border: the job runner
        log.warning("job_not_settled", exc_info=True)
        return "unsettled"


def _asked_to_stop() -> bool:
    """Whether this attempt was cancelled by its worker."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _told(error: BaseException, timeout_s: float) -> str:
    """What is kept of an error: its kind and what it said, without anything of the shape of a secret. What a worker
    process ended of is told in words for people already."""
    if isinstance(error, OutOfLimits | WorkerEnded):
        return shorten(storable(redact_text(error.detail)), ERROR_CHARS)
    text = str(error) or (f"stopped after {timeout_s:g} s" if isinstance(error, TimeoutError) else "")
    return shorten(storable(redact_text(f"{type(error).__name__}: {text}")), ERROR_CHARS)
