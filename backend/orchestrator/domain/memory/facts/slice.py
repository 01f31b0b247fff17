"""What do facts register?"""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.memory.facts.model import FactReview, FactUse, UserFact
from orchestrator.domain.memory.facts.service import facts
from orchestrator.domain.memory.facts.settling import settle
from orchestrator.domain.memory.facts.tools import specs

SLICE = Slice(
    "facts",
    tools=specs.TOOLS,
    erasable=(facts.erasable(),),
    portable=(
        Portable(UserFact.__tablename__, same=(ENTITY_SAME,), check=facts.read_again, follow=settle),
        Portable(FactUse.__tablename__, newer=None, same=(("fact_id", "session"),)),
        Portable(FactReview.__tablename__, newer=None, same=(("fact_id",),)),
    ),
    left_out={"fact_looks": "what was looked at here: facts that arrive are looked at anew"},
)
