"""When are series expanded further? Four times a day those whose next years came near, so that a turn need not look."""

from orchestrator.domain.world.events.schemas import EXPAND
from orchestrator.domain.world.events.series import occurrences
from orchestrator.domain.world.events.series import service as series
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, Scheduled, ScheduledJob

EVERY_S = 6 * 3_600.0


async def expand(context: JobContext, _: Scheduled) -> Ended | None:
    """Handler of `events.expand`; each user's series are a transaction."""
    async with context.unit_of_work() as session:
        owners = await occurrences.owners(session)
    for owner_id in owners:
        if context.stopping():
            break
        async with context.unit_of_work_of(owner_id) as tx:
            await series.expand_ahead(tx)
    return Ended("ok", f"the series of {len(owners)} users are expanded")


JOBS = (JobHandler(EXPAND, expand),)
SCHEDULED = (ScheduledJob(EXPAND, Every(EVERY_S), source="the clock"),)
