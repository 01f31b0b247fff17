"""What does a job's handler look like, and what is it given?

    async def expire(context: JobContext, payload: PreviewExpiry) -> None: …
    JOBS = (JobHandler(EXPIRE, expire),)

`JOBS` stands in the `jobs.py` of the slice that does the work; its `slice.py` registers them.
"""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Generic
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.erasure import Eraser
from orchestrator.agent.ports.unit_of_work import UnitOfWork
from orchestrator.db.tx import Tx, owned
from orchestrator.kit.clock import Clock
from orchestrator.llm.port import Embedder
from orchestrator.scheduling.async_jobs import JobType, P
from orchestrator.scheduling.history import Ended


@dataclass(frozen=True)
class JobContext:
    """One attempt of one job.

    `session`: the job's own transaction. It takes a connection at its first statement and commits together with the
    job's completion, so what is written there happens exactly once: after a long model call, write here.
    `tx`: that transaction, of the user whose work it is (`owner_id`); None = the system's, which has no `tx`.
    `unit_of_work()`, for an owner's rows `unit_of_work_of(owner_id)`: a transaction that commits at the end of its
    block, for reading before something long, or for what must be known before an effect outside; an attempt that has
    lost its job commits nothing by any.
    `report(session, done, total)` tells how far a long job has come, in a unit of work of its own. `stopping()`: the
    worker is asked to stop; a long job enqueues what is left and ends. `embedder`: None where vectors are switched off.
    """

    session: AsyncSession
    unit_of_work: UnitOfWork
    job_id: UUID
    owner_id: UUID | None
    attempt: int
    last_attempt: bool
    clock: Clock
    eraser: Eraser
    report: Callable[[AsyncSession, int, int], Awaitable[None]]
    stopping: Callable[[], bool]
    embedder: Embedder | None = None

    @property
    def tx(self) -> Tx:
        """Only where the job is some user's."""
        assert self.owner_id is not None
        return Tx(self.session, self.owner_id)

    def unit_of_work_of(self, owner_id: UUID) -> AbstractAsyncContextManager[Tx]:
        """A transaction for the rows of one owner."""
        return owned(self.unit_of_work(), owner_id)


@dataclass(frozen=True)
class JobHandler(Generic[P]):
    """Who does jobs of this type. What a handler answers goes into the history of a scheduled job: None = it went well.
    A handler that calls a blocking library must use a thread: a loop that stands still can't renew its leases."""

    job_type: JobType[P]
    handle: Callable[[JobContext, P], Awaitable[Ended | None]]
