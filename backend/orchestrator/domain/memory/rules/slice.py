"""What do rules register? They are facts, which register what is kept of them."""

from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.memory.rules import service, tools

SLICE = Slice("rules", tools=tools.TOOLS, referrers=(Referrer("fact", service.repoint, service.restore),))
