"""When does what agents kept for their session go? Every ten minutes, what has come to its end; nobody reads it before
that either."""

from orchestrator.domain.memory.scratchpad import service
from orchestrator.domain.memory.scratchpad.schemas import EVICT
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, Scheduled, ScheduledJob

EVERY_S = 600.0


async def evict(context: JobContext, _: Scheduled) -> Ended | None:
    """Handler of `scratchpad.evict`."""
    number = await service.evict(context.session)
    return Ended("ok", f"keys that ended: {number}") if number else Ended("idle")


JOBS = (JobHandler(EVICT, evict),)
SCHEDULED = (ScheduledJob(EVICT, Every(EVERY_S), source="the clock"),)
