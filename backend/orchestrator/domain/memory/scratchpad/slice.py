"""What does the scratchpad register?"""

from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.memory.scratchpad import service
from orchestrator.domain.memory.scratchpad.repository import Jotting
from orchestrator.domain.memory.scratchpad.schemas import EVICT, KIND
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, Scheduled, ScheduledJob

EVERY_S = 600.0


async def evict(context: JobContext, _: Scheduled) -> Ended | None:
    """Handler of `scratchpad.evict`. Nobody reads before that either what has come to its end."""
    number = await service.evict(context.session)
    return Ended("ok", f"keys that ended: {number}") if number else Ended("idle")


JOBS = (JobHandler(EVICT, evict),)
SCHEDULED = (ScheduledJob(EVICT, Every(EVERY_S), source="the clock"),)


SLICE = Slice(
    "scratchpad",
    jobs=JOBS,
    scheduled=SCHEDULED,
    erasable=(Erasable(kind=KIND, erase=service.erase_jotting, keys=service.keys),),
    portable=(Portable(Jotting.__tablename__, same=(("session_id", "key"),)),),
)
