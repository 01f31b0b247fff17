"""What does consolidation register?"""

from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.memory.consolidation import jobs, tools

SLICE = Slice(
    "consolidation",
    tools=tools.TOOLS,
    jobs_with=lambda means, _: jobs.consolidation_jobs(means.models, means.default_zone),
    scheduled=jobs.SCHEDULED,
)
