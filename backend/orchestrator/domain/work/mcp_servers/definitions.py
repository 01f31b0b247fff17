"""By which name does a model know a server's tool, and by which digest its owner? Names are made safe, and of one owner
each once; a pin is of all that the server tells, so that a tool is what was approved or is off.
"""

import hashlib
import json
import unicodedata
from collections.abc import Mapping
from typing import Any

from orchestrator.integrations.mcp_client.port import Identity, ListedTool
from orchestrator.kit import patterns

MOST = 64
"""Characters of a name that all providers take."""
MOST_SLUG = 24
BETWEEN = "__"
_OTHER = patterns.compile(r"[^a-z0-9]+")
_DIGEST = 6


def slug_of(name: str) -> str:
    """A server's part of the names; "" where nothing of its name can stand in one."""
    return _safe(name)[:MOST_SLUG].strip("_")


def offered_name(slug: str, tool: str) -> str | None:
    """`server__tool`; None where the tool's name has letters that look like others (Cyrillic in Latin), or none."""
    folded = unicodedata.normalize("NFKD", tool)
    bare = "".join(one for one in folded if not unicodedata.combining(one))
    if not bare.isascii() or not (safe := _safe(bare)):
        return None
    room = MOST - len(slug) - len(BETWEEN)
    if len(safe) > room:
        digest = hashlib.sha256(tool.encode()).hexdigest()[:_DIGEST]
        safe = f"{safe[: room - _DIGEST - 1]}_{digest}"
    return f"{slug}{BETWEEN}{safe}"


def _safe(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _OTHER.sub("_", folded).strip("_")


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
