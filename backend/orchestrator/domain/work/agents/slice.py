"""What do agents register? Their table in archives, and how one of the user's own is erased."""

from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.work.agents import repository, service
from orchestrator.domain.work.agents.repository import AgentRow
from orchestrator.domain.work.agents.schemas import KIND

SLICE = Slice(
    "agents",
    erasable=(Erasable(kind=KIND, erase=service.erase, keys=repository.keys),),
    portable=(Portable(AgentRow.__tablename__, same=(("name_key",),)),),
)
