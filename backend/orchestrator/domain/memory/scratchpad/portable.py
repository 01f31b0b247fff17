"""What of the scratchpad goes into an archive?"""

from orchestrator.db.portable import Portable
from orchestrator.domain.memory.scratchpad.model import Jotting

PORTABLES = (Portable(Jotting.__tablename__, same=(("session_id", "key"),)),)
