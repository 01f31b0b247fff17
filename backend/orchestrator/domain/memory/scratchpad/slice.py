"""What does the scratchpad register?"""

from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.memory.scratchpad import jobs, service
from orchestrator.domain.memory.scratchpad.model import Jotting
from orchestrator.domain.memory.scratchpad.schemas import KIND

SLICE = Slice(
    "scratchpad",
    jobs=jobs.JOBS,
    scheduled=jobs.SCHEDULED,
    erasable=(Erasable(kind=KIND, erase=service.erase_jotting, keys=service.keys),),
    portable=(Portable(Jotting.__tablename__, same=(("session_id", "key"),)),),
)
