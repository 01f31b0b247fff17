"""Which parts of a request look the same on every wire?"""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from orchestrator.llm.messages import Message, Purpose, Role, ToolSchema

STEADY_PURPOSES: frozenset[Purpose] = frozenset({"routing", "tagging", "extraction"})
"""Purposes that want the same answer each time."""
TURN_TEMPERATURE = 0.2  # tool arguments are copied, not composed


def temperature(purpose: Purpose) -> float:
    """How freely to sample for `purpose`."""
    return 0.0 if purpose in STEADY_PURPOSES else TURN_TEMPERATURE


def merged_system(messages: Sequence[Message]) -> list[Message]:
    """The messages with the leading system messages made one: many chat templates know only one."""
    leading = list(takewhile(lambda message: message.role is Role.SYSTEM, messages))
    if len(leading) < 2:
        return list(messages)
    return [Message(Role.SYSTEM, "\n\n".join(one.content for one in leading)), *messages[len(leading) :]]


def function_tools(tools: Sequence[ToolSchema]) -> list[dict[str, Any]]:
    """Tool definitions with their whole JSON Schema."""
    return [
        {
            "type": "function",
            "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)},
        }
        for tool in tools
    ]
