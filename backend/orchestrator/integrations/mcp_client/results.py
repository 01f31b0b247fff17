"""What did a tool give? Its text within bounds; what is not text is named, never fetched."""

import json
from collections.abc import Mapping
from typing import Any

from orchestrator.integrations.mcp_client.limits import TEXT_BYTES
from orchestrator.integrations.mcp_client.port import CallOutcome, Fault, McpFailed
from orchestrator.integrations.mcp_client.texts import plain, visible

BLOCKS = 200
"""Blocks of content that are looked at."""
UNSUPPORTED = "[unsupported]"


def outcome(result: Mapping[str, Any]) -> CallOutcome:
    """The result of `tools/call`, whatever it holds. Raises McpFailed where the server wants something of the user."""
    if result.get("resultType") == "input_required":
        raise McpFailed(Fault.FAILED, "It asked for input in the middle of a call; that is declined.", reached=True)
    content = result.get("content")
    blocks = content[:BLOCKS] if isinstance(content, list) else []
    read = [_block(one) for one in blocks]
    structured = result.get("structuredContent")
    if not isinstance(structured, dict) or len(json.dumps(structured)) > TEXT_BYTES:
        structured = None
    text, cut = _bounded("\n".join(text for text, _ in read if text))
    left_out = dict.fromkeys(kind for _, kind in read if kind)
    return CallOutcome(text, structured, result.get("isError") is True, cut, tuple(left_out))


def _block(block: Any) -> tuple[str, str]:
    """(text, the kind that is left out)"""
    if not isinstance(block, dict):
        return UNSUPPORTED, "unknown"
    kind = block.get("type")
    if kind == "text" and isinstance(block.get("text"), str):
        return visible(block["text"]), ""
    if kind == "resource" and isinstance(block.get("resource"), dict):
        inner = block["resource"]
        uri = plain(inner.get("uri"), 200)
        if isinstance(inner.get("text"), str):
            return f"[{uri}]\n{visible(inner['text'])}", ""
        return f"[resource {uri}]", "resource"
    if kind == "resource_link":
        return f"[link {plain(block.get('name'), 100)}: {plain(block.get('uri'), 200)}]", ""
    if kind in {"image", "audio"}:
        return f"[{kind} {plain(block.get('mimeType'), 60)}]", kind
    return UNSUPPORTED, plain(kind, 40) or "unknown"


def _bounded(text: str) -> tuple[str, int]:
    """(the first TEXT_BYTES of it, how many bytes are left out)"""
    data = text.encode("utf-8", "replace")
    if len(data) <= TEXT_BYTES:
        return data.decode(), 0
    return data[:TEXT_BYTES].decode("utf-8", "ignore"), len(data) - TEXT_BYTES
