"""What do episodes register?"""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.memory.episodes import jobs, tools
from orchestrator.domain.memory.episodes.repository import Episode
from orchestrator.domain.memory.episodes.service import episodes

SLICE = Slice(
    "episodes",
    tools=tools.TOOLS,
    jobs_with=lambda means, _: jobs.episode_jobs(means.models),
    scheduled=jobs.SCHEDULED,
    erasable=(episodes.erasable(),),
    portable=(Portable(Episode.__tablename__, same=(ENTITY_SAME,), check=episodes.read_again),),
)
