"""What happens when a preview's time is up? One that still waits becomes `expired`; nothing is executed."""

from orchestrator.domain.people.previews import service
from orchestrator.domain.people.previews.schemas import EXPIRE, PreviewExpiry
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.scheduled_jobs import External, ScheduledJob


async def expire(context: JobContext, payload: PreviewExpiry) -> None:
    """Handler of `previews.expire`."""
    assert context.owner_id is not None
    await service.expire(context.tx, payload.preview_id)


JOBS = (JobHandler(EXPIRE, expire),)
SCHEDULED = (ScheduledJob(EXPIRE, External(), source="a preview, for the time when it expires"),)
