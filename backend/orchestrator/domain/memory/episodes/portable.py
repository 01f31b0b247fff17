"""What of episodes goes into an archive?"""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.memory.episodes.model import Episode
from orchestrator.domain.memory.episodes.service import episodes

PORTABLES = (Portable(Episode.__tablename__, same=(ENTITY_SAME,), check=episodes.read_again),)
