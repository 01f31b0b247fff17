"""Which tools and bounds does the main profile have? Everything but the briefing's own, and the configured bounds."""

from orchestrator.agent.tools.spec import ToolGroup

GROUPS = frozenset(ToolGroup) - {ToolGroup.BRIEFING}
