"""What does resolution register?"""

from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.world.resolution import tools

SLICE = Slice("resolution", tools=tools.TOOLS)
