"""Is a tool still what its owner approved? A digest of all that its server tells of it, and the difference in words."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from orchestrator.integrations.mcp_client.port import Identity, ListedTool

FIELDS = (
    "title",
    "description",
    "input_schema",
    "output_schema",
    "annotations",
    "server",
    "reached_by",
    "instructions",
)
"""Of a definition, in the order in which a difference is told."""


def definition(tool: ListedTool, identity: Identity, reached_by: str) -> dict[str, Any]:
    """All that a pin is of. `reached_by`: the command with its arguments, or the address."""
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "input_schema": dict(tool.input_schema),
        "output_schema": dict(tool.output_schema) if tool.output_schema is not None else None,
        "annotations": dict(tool.annotations),
        "server": identity.name,
        "reached_by": reached_by,
        "instructions": identity.instructions,
    }


def pin_of(told: Mapping[str, Any]) -> str:
    """sha256 of the canonical JSON, hexadecimal."""
    canonical = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What is another, a field each: `{"field", "before", "after"}`."""
    return [
        {"field": name, "before": before.get(name), "after": after.get(name)}
        for name in FIELDS
        if before.get(name) != after.get(name)
    ]
