"""What do interactions register?"""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.memory.interactions import calls, jobs, own_turns, vibe_maps
from orchestrator.domain.memory.interactions.model import AgentCall, Interaction
from orchestrator.domain.memory.interactions.service import interactions

SLICE = Slice(
    "interactions",
    jobs=jobs.JOBS,
    jobs_with=lambda means, _: jobs.inference_jobs(means.models),
    scheduled=jobs.SCHEDULED,
    erasable=(
        interactions.erasable(),
        Erasable(kind="own_turn", redact=own_turns.redact),
        Erasable(kind="agent_call", redact=calls.redact),
        Erasable(kind="vibe_map", redact=vibe_maps.redact),
    ),
    portable=(Portable(Interaction.__tablename__, same=(ENTITY_SAME,)), Portable(AgentCall.__tablename__)),
    left_out={"vibe_maps": "made of the interactions where they arrive"},
)
