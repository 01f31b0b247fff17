"""Which parts of a request look the same on every wire?"""

from collections.abc import Sequence
from typing import Any

from orchestrator.llm.messages import Purpose, ToolSchema

STEADY_PURPOSES: frozenset[Purpose] = frozenset({"routing", "tagging", "extraction"})
"""Purposes that want the same answer each time."""
TURN_TEMPERATURE = 0.2  # tool arguments are copied, not composed


def temperature(purpose: Purpose) -> float:
    """How freely to sample for `purpose`."""
    return 0.0 if purpose in STEADY_PURPOSES else TURN_TEMPERATURE


def function_tools(tools: Sequence[ToolSchema]) -> list[dict[str, Any]]:
    """Tool definitions with their whole JSON Schema."""
    return [
        {
            "type": "function",
            "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)},
        }
        for tool in tools
    ]
