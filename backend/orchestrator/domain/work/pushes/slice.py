"""What do pushes register? They stay in their home. A whole user goes by the foreign keys of their rows."""

from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.work.pushes import jobs
from orchestrator.domain.work.pushes.reach import Pushing
from orchestrator.domain.work.pushes.service import redact

_SENT = "what was sent to this home's devices"
SLICE = Slice(
    "pushes",
    jobs_with=lambda means, _: jobs.push_jobs(means.push, means.default_zone, means.own[Pushing]),
    scheduled=jobs.SCHEDULED,
    erasable=(Erasable(kind="push", redact=redact),),
    left_out={
        "push_devices": "this home's devices, addressed under its key: one registers where its user signs in",
        "pushes": _SENT,
        "push_deliveries": _SENT,
    },
)
