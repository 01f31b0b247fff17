"""What does the learning of facts register?"""

from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.memory.fact_learning import jobs

SLICE = Slice(
    "fact_learning",
    jobs_with=lambda means, _: jobs.extraction_jobs(means.models, means.default_zone),
    scheduled=jobs.SCHEDULED,
)
