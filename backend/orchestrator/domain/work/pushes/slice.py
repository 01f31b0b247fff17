"""What do pushes register? They stay in their home. A whole user goes by the foreign keys of their rows."""

from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.work.pushes import jobs
from orchestrator.domain.work.pushes.service import redact

_SENT = "what was sent to this home's phones"
SLICE = Slice(
    "pushes",
    jobs_with=lambda means, _: jobs.push_jobs(means.push, means.default_zone),
    scheduled=jobs.SCHEDULED,
    erasable=(Erasable(kind="push", redact=redact),),
    left_out={
        "push_devices": "this home's phones: one registers itself where its user signs in",
        "pushes": _SENT,
        "push_deliveries": _SENT,
    },
)
