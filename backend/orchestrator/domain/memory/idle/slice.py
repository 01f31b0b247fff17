"""What does the work while nobody is there register?"""

from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.memory.idle import jobs

SLICE = Slice(
    "idle",
    jobs_with=lambda means, _: jobs.idle_jobs(means.models, means.default_zone),
    scheduled=jobs.SCHEDULED,
)
