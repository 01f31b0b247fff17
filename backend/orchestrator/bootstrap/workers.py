"""How are jobs put to work?"""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any

from orchestrator import catalog
from orchestrator.agent.turn.services import Services
from orchestrator.db.session import Database
from orchestrator.kit.clock import Clock
from orchestrator.llm.port import Embedder
from orchestrator.scheduling import scheduled_jobs
from orchestrator.scheduling.handler import JobHandler
from orchestrator.scheduling.worker import Worker
from orchestrator.settings import Settings


async def start_workers(
    stack: AsyncExitStack,
    settings: Settings,
    database: Database,
    clock: Clock,
    services: Services,
    embedder: Embedder | None,
    handlers: Sequence[JobHandler[Any]],
    *,
    number: int,
) -> None:
    """Bring the registry of scheduled jobs up to date, and start so many workers that end with `stack`."""
    async with database.unit_of_work() as session:
        await scheduled_jobs.register(session, catalog.SCHEDULED_JOBS, handlers, retry_delay_s=settings.job_retry_s)
    for _ in range(number):
        worker = Worker(
            database,
            handlers,
            scheduled=catalog.SCHEDULED_JOBS,
            clock=clock,
            embedder=embedder,
            eraser=services.eraser,
            retry_delay_s=settings.job_retry_s,
        )
        await stack.enter_async_context(worker.working())
