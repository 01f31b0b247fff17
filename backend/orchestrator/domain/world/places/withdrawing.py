"""How is a place taken away by words? By its name, what else it is called, or its address."""

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.withdrawal.entities import withdrawable
from orchestrator.domain.world.places.model import Place
from orchestrator.domain.world.places.service import places


def _titled(_ctx: ToolContext, row: Place) -> tuple[str, str, str]:
    return row.name, row.address or row.category or "", lines([row.name, *row.aliases, row.category, row.address])


WITHDRAWABLE = withdrawable(places, _titled)
