"""What do address book files register? How a place that came with a card is made again from the cards that are left."""

from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.world.contact_files import places
from orchestrator.domain.world.places.service import places as known

SLICE = Slice("contact_files", rebuild={known.kind: places.rebuild})
