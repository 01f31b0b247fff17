"""What do locations register?"""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.senses.locations import changes, service
from orchestrator.domain.senses.locations.repository import Location

SLICE = Slice(
    "locations",
    erasable=(Erasable(kind=service.KIND, erase=service.erase_location, keys=service.keys),),
    portable=(
        Portable(
            Location.__tablename__,
            same=(ENTITY_SAME, ("captured_at", "source", "device", "external_id")),
            follow=changes.mark_arrived,
        ),
    ),
    left_out={"location_changes": "days whose stays are still to be computed: marked anew where samples arrive"},
)
