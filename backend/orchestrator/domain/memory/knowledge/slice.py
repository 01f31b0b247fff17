"""What does knowledge register? In an archive it comes after the runs that used it."""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.memory.knowledge.model import Learning, LearningStep, LearningUse
from orchestrator.domain.memory.knowledge.service import knowledge

_OF_LEARNING = (Learning.__tablename__, "knowledge_id")
SLICE = Slice(
    "knowledge",
    erasable=(knowledge.erasable(),),
    portable=(
        Portable(
            Learning.__tablename__,
            same=(ENTITY_SAME, ("digest", "scope_type", "scope_ref", "tool")),
            check=knowledge.read_again,
        ),
        Portable(LearningStep.__tablename__, part_of=_OF_LEARNING),
        Portable(LearningUse.__tablename__, key=("knowledge_id", "run_id"), newer=None, part_of=_OF_LEARNING),
    ),
)
