"""What is one step of a sync? One unit of work that is stored only while the connection is what it was at the start; a
sync that is killed between two is done again, and finds what it did."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.world.connections import service
from orchestrator.domain.world.connections.items import Tally
from orchestrator.domain.world.connections.service import Work
from orchestrator.scheduling.handler import JobContext
from orchestrator.worker_processes.service import WorkerProcesses


class Overtaken(Exception):
    """The connection was erased or changed meanwhile: what is under way counts no more."""


class Stopped(Exception):
    """The worker is asked to stop; the rest is for another job."""


@dataclass(frozen=True)
class Steps:
    """The steps of one sync. `processes`: where what the server gives is read; `tally`: what became of the items so
    far."""

    context: JobContext
    owner_id: UUID
    work: Work
    processes: WorkerProcesses
    tally: Tally = field(default_factory=Tally)

    @asynccontextmanager
    async def step(self) -> AsyncIterator[Tx]:
        """A unit of work. Raises Overtaken, Stopped."""
        if self.context.stopping():
            raise Stopped
        async with self.context.unit_of_work_of(self.owner_id) as tx:
            if not await service.hold(tx, self.work):
                raise Overtaken
            yield tx

    async def report(self, done: int, total: int) -> None:
        """How far it is, in items."""
        async with self.context.unit_of_work() as session:
            await self.context.report(session, done, total)
