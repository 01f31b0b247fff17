"""What of facts goes into an archive?"""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.model import FactReview, FactUse, UserFact
from orchestrator.domain.memory.facts.settling import settle

PORTABLES = (
    Portable(UserFact.__tablename__, same=(ENTITY_SAME,), check=facts.read_again, follow=settle),
    Portable(FactUse.__tablename__, newer=None, same=(("fact_id", "session"),)),
    Portable(FactReview.__tablename__, newer=None, same=(("fact_id",),)),
)
