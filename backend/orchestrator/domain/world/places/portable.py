"""What of places goes into an archive?"""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.world.places.model import Place
from orchestrator.domain.world.places.service import places

PORTABLES = (Portable(Place.__tablename__, same=(ENTITY_SAME,), check=places.read_again),)
