"""What does withdrawal register? The tools that take away anything that slices say can be."""

from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.lifecycle.withdrawal.tools import withdrawal_tools

SLICE = Slice("withdrawal", tools_over=lambda registered: withdrawal_tools(registered.withdrawables))
