"""What do rules register? They are facts, which register what is kept of them."""

from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.memory.rules import service, tools

_NAMED = Referrer("fact", service.repoint, service.restore)
SLICE = Slice("rules", tools=tools.TOOLS, referrers=(_NAMED,), place_referrers=(_NAMED,))
