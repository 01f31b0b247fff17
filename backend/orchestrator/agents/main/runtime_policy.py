"""Which tools and bounds does the main profile have? Everything, and the configured bounds."""

from orchestrator.agent.tool import ToolGroup

GROUPS = frozenset(ToolGroup)
