"""Which turns does the daily briefing take, and with what? Reading alone, in a few steps: it is one look at a day."""

from dataclasses import replace

from orchestrator.agent.tools.spec import ToolGroup
from orchestrator.agent.types.limits import Limits

INTENTS = frozenset({"briefing"})
GROUPS = frozenset(ToolGroup) - {ToolGroup.WEB}
MAX_STEPS = 6
MAX_TOOL_CALLS = 8
"""The briefing, what one of its lines is about, and a second look where the first was wrong."""


def bounded(configured: Limits) -> Limits:
    """The configured bounds, or tighter ones."""
    return replace(
        configured,
        max_steps=min(configured.max_steps, MAX_STEPS),
        max_tool_calls=min(configured.max_tool_calls, MAX_TOOL_CALLS),
    )
