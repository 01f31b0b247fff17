"""What do previews register? Those that wait expire where an archive arrives, at the same time."""

from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Contribution, Slice
from orchestrator.domain.people.previews import service
from orchestrator.domain.people.previews.model import PreviewRow
from orchestrator.domain.people.previews.schemas import EXPIRE, PreviewExpiry
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.scheduled_jobs import External, ScheduledJob


async def expire(context: JobContext, payload: PreviewExpiry) -> None:
    """Handler of `previews.expire`. One that still waits becomes `expired`; nothing is executed."""
    assert context.owner_id is not None
    await service.expire(context.tx, payload.preview_id)


JOBS = (JobHandler(EXPIRE, expire),)
SCHEDULED = (ScheduledJob(EXPIRE, External(), source="a preview, for the time when it expires"),)


SLICE = Slice(
    "previews",
    jobs=JOBS,
    scheduled=SCHEDULED,
    erasable=(Erasable(kind="preview", redact=service.redact),),
    portable=(Portable(PreviewRow.__tablename__, same=(("idempotency_key",),), follow=service.plan_expiries),),
    active_state=(Contribution("Waiting for the user's confirmation", service.active_state),),
)
