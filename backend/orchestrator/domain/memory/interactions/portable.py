"""What of interactions goes into an archive?"""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.memory.interactions.model import AgentCall, Interaction

PORTABLES = (Portable(Interaction.__tablename__, same=(ENTITY_SAME,)), Portable(AgentCall.__tablename__))
