"""What do previews register? Those that wait expire where an archive arrives, at the same time."""

from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Contribution, Slice
from orchestrator.domain.people.previews import jobs, redaction, service
from orchestrator.domain.people.previews.model import PreviewRow

SLICE = Slice(
    "previews",
    jobs=jobs.JOBS,
    scheduled=jobs.SCHEDULED,
    erasable=(Erasable(kind="preview", redact=redaction.redact),),
    portable=(Portable(PreviewRow.__tablename__, same=(("idempotency_key",),), follow=service.plan_expiries),),
    active_state=(Contribution("Waiting for the user's confirmation", service.active_state),),
)
