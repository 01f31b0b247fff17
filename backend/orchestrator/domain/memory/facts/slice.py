"""What do facts register?"""

from orchestrator.agent.types.vocabulary import REMEMBER_INTENT, Intent, ToolGroup, Vocabulary
from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.memory.facts.contradictions import settle
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.model import FactReview, FactUse, UserFact
from orchestrator.domain.memory.facts.tools.correct_tool import CORRECT_FACT
from orchestrator.domain.memory.facts.tools.forget_tool import FORGET
from orchestrator.domain.memory.facts.tools.read_tools import GET_FACTS
from orchestrator.domain.memory.facts.tools.remember_tool import REMEMBER_FACT

_VOCABULARY = Vocabulary(
    groups=(
        ToolGroup(
            "memory",
            intents=frozenset({REMEMBER_INTENT}),
            of_talks=True,
            words=("memory fact know remember memória facto sabe lembrar memoria hecho sabes recordar"),
        ),
    ),
    intents=(Intent(REMEMBER_INTENT, 100, changes=True),),
    rule_kind=facts.kind,
)

SLICE = Slice(
    "facts",
    vocabulary=_VOCABULARY,
    tools=(GET_FACTS, REMEMBER_FACT, CORRECT_FACT, FORGET),
    erasable=(facts.erasable(),),
    portable=(
        Portable(UserFact.__tablename__, same=(ENTITY_SAME,), check=facts.read_again, follow=settle),
        Portable(FactUse.__tablename__, newer=None, same=(("fact_id", "session"),)),
        Portable(FactReview.__tablename__, newer=None, same=(("fact_id",),)),
    ),
    left_out={"fact_looks": "what was looked at here: facts that arrive are looked at anew"},
)
