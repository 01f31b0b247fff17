"""What of tagging goes into an archive? Which tags are not the user's."""

from orchestrator.db.portable import Portable
from orchestrator.domain.world.tagging.model import Tagged

PORTABLES = (Portable(Tagged.__tablename__, key=("kind", "entity_id"), newer="tagged_at"),)
