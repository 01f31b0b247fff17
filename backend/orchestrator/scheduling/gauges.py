"""What does Prometheus see of all processes' jobs? Gauges from the tables, sampled when somebody scrapes, every 10 s at
most: `steward worker` has no door of its own, and a scrape must not cost the database more than that.

Labels are names of the code: job types, scheduled jobs, states, outcomes. Where the database is away the gauges are
gone, not stale.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable

from prometheus_client import Gauge
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.session import Database
from orchestrator.scheduling import history, scheduled_jobs, status
from orchestrator.scheduling.scheduled_jobs import ScheduledJob
from orchestrator.telemetry.logging import get_logger
from orchestrator.telemetry.metrics import METRICS

SAMPLED_EVERY_S = 10.0
PATIENCE_S = 3.0
"""A scrape waits no longer for the database; Prometheus gives up after 10 s."""

log = get_logger(__name__)


class JobGauges:
    """`job_types`: shown also where nothing waits."""

    def __init__(self, database: Database, job_types: Iterable[str], scheduled: Iterable[ScheduledJob]) -> None:
        self._database = database
        self._job_types = tuple(job_types)
        self._scheduled = tuple(scheduled)
        self._next_at = 0.0
        self._sampling = asyncio.Lock()

    async def refresh(self) -> None:
        """Bring the gauges up to date where they are older than 10 s."""
        async with self._sampling:
            if time.monotonic() < self._next_at:
                return
            self._next_at = time.monotonic() + SAMPLED_EVERY_S
            _clear()
            try:
                async with asyncio.timeout(PATIENCE_S), self._database.unit_of_work() as session:
                    await self._sample(session)
            except (SQLAlchemyError, OSError) as error:
                _clear()
                log.warning("jobs_not_sampled", error=str(error))

    async def _sample(self, session: AsyncSession) -> None:
        for queue in await status.queues(session, self._job_types):
            for state in ("pending", "delayed", "running", "failed"):
                METRICS.job_queue.labels(queue.job_type, state).set(getattr(queue, state))
            METRICS.job_oldest.labels(queue.job_type).set(queue.oldest_s or 0)
        signs = Counter(worker.alive for worker in await status.workers(session))
        METRICS.job_workers.labels("alive").set(signs[True])
        METRICS.job_workers.labels("dead").set(signs[False])
        for name, outcome, number in await history.last_day(session):
            METRICS.scheduled_ticks.labels(name, outcome).set(number)
        for name, seconds in await scheduled_jobs.overdue(session, self._scheduled):
            METRICS.scheduled_overdue.labels(name).set(seconds)


def _clear() -> None:
    gauges: tuple[Gauge, ...] = (
        METRICS.job_queue,
        METRICS.job_oldest,
        METRICS.job_workers,
        METRICS.scheduled_ticks,
        METRICS.scheduled_overdue,
    )
    for gauge in gauges:
        gauge.clear()
