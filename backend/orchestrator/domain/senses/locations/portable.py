"""What of locations goes into an archive?"""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.senses.locations.model import Location

PORTABLES = (Portable(Location.__tablename__, same=(ENTITY_SAME, ("captured_at", "source", "device", "external_id"))),)
