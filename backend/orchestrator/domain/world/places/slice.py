"""What do places register? Words mean one by its name, what else it is called, or its address."""

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.withdrawal.entities import withdrawable
from orchestrator.domain.world.places import tools
from orchestrator.domain.world.places.model import Place
from orchestrator.domain.world.places.service import places


def _titled(_ctx: ToolContext, row: Place) -> tuple[str, str, str]:
    return row.name, row.address or row.category or "", lines([row.name, *row.aliases, row.category, row.address])


SLICE = Slice(
    "places",
    tools=tools.TOOLS,
    erasable=(places.erasable(),),
    withdrawable=(withdrawable(places, _titled),),
    portable=(Portable(Place.__tablename__, same=(ENTITY_SAME,), check=places.read_again),),
)
