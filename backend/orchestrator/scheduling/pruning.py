"""When is what is settled forgotten? Every hour: done jobs after a week, failed ones after 30 days, runs after 90."""

from orchestrator.scheduling import history, leases
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, Scheduled, ScheduledJob

PRUNE = JobType("jobs.prune", Scheduled)
EVERY_S = 3_600.0


async def prune(context: JobContext, _: Scheduled) -> Ended | None:
    """Handler of `jobs.prune`; a batch is a transaction."""
    await history.prune(context.session)
    number = 0
    while not context.stopping():
        async with context.unit_of_work() as session:
            pruned = await leases.prune(session)
        number += pruned
        if pruned < leases.PRUNED_AT_ONCE:
            break
    return Ended("ok", f"{number} settled jobs forgotten.")


JOBS = (JobHandler(PRUNE, prune),)
SCHEDULED = (ScheduledJob(PRUNE, Every(EVERY_S), source="the clock"),)
