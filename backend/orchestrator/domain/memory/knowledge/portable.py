"""What of knowledge goes into an archive? After the runs that used it."""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.memory.knowledge.model import Learning, LearningStep, LearningUse
from orchestrator.domain.memory.knowledge.service import knowledge

PORTABLES = (
    Portable(
        Learning.__tablename__,
        same=(ENTITY_SAME, ("digest", "scope_type", "scope_ref", "tool")),
        check=knowledge.read_again,
    ),
    Portable(LearningStep.__tablename__, part_of=(Learning.__tablename__, "knowledge_id")),
    Portable(
        LearningUse.__tablename__,
        key=("knowledge_id", "run_id"),
        newer=None,
        part_of=(Learning.__tablename__, "knowledge_id"),
    ),
)
