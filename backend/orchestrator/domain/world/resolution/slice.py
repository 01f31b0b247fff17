"""What does resolution register?"""

from orchestrator.agent.types.vocabulary import ToolGroup, Vocabulary
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.world.resolution import tools

_VOCABULARY = Vocabulary(
    groups=(ToolGroup("resolution", when_unsure=True, words="who which name quem qual nome quién cuál nombre"),)
)

SLICE = Slice("resolution", tools=tools.TOOLS, vocabulary=_VOCABULARY)
