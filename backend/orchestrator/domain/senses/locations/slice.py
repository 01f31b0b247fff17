"""What do locations register?"""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.senses.locations import service
from orchestrator.domain.senses.locations.repository import Location
from orchestrator.domain.senses.locations.tools import history_tools

SLICE = Slice(
    "locations",
    tools_with=history_tools,
    erasable=(Erasable(kind=service.KIND, erase=service.erase_location, keys=service.keys),),
    portable=(
        Portable(Location.__tablename__, same=(ENTITY_SAME, ("captured_at", "source", "device", "external_id"))),
    ),
)
