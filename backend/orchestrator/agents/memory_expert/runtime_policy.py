"""Which turns does the memory expert take, and with what? Reading alone, wide: it never writes."""

from orchestrator.agent.tools.spec import ToolGroup

INTENTS = frozenset({"memory_search", "data_query", "document_search", "place_query"})
GROUPS = frozenset(ToolGroup) - {ToolGroup.WEB, ToolGroup.BRIEFING}
