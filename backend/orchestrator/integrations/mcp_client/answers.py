"""What of a server's answers can be used? Of its list each tool by itself, so that one that is wrong costs no other; of
a result its text within bounds, and what is not text is named, never fetched."""

import json
from collections.abc import Mapping
from typing import Any

from orchestrator.integrations.mcp_client.limits import (
    DESCRIPTION_CHARACTERS,
    KB,
    LISTING_BYTES,
    NAME_CHARACTERS,
    RESULT_DEPTH,
    SCHEMA_BYTES,
    SCHEMA_DEPTH,
    TEXT_BYTES,
    TOOLS,
)
from orchestrator.integrations.mcp_client.port import (
    CallOutcome,
    Fault,
    Identity,
    ListedTool,
    Listing,
    McpFailed,
    RefusedTool,
)
from orchestrator.integrations.mcp_client.texts import plain, visible

_NAMELESS = "(no name)"
_TITLE = 200
BLOCKS = 200
"""Blocks of content that are looked at."""
UNSUPPORTED = "[unsupported]"


class ToolPages:
    """Takes the pages of a list; `listing` is what they came to. Raises McpFailed past a bound."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity
        self._tools: list[ListedTool] = []
        self._refused: list[RefusedTool] = []
        self._bytes = 0
        self._names: set[str] = set()

    def take(self, page: Mapping[str, Any]) -> None:
        """Raises McpFailed."""
        told = page.get("tools")
        if not isinstance(told, list):
            raise McpFailed(Fault.FAILED, "Its answer to tools/list holds no list of tools.", reached=True)
        for one in told:
            if len(self._tools) + len(self._refused) >= TOOLS:
                raise McpFailed(Fault.HOSTILE, f"It lists more than {TOOLS} tools.")
            self._bytes += len(json.dumps(one))
            if self._bytes > LISTING_BYTES:
                raise McpFailed(Fault.HOSTILE, f"Its list of tools is larger than {LISTING_BYTES // 1024} kB.")
            self._one(one)

    def listing(self) -> Listing:
        return Listing(self._identity, tuple(self._tools), tuple(self._refused))

    def _one(self, told: Any) -> None:
        name = str(told.get("name") or "") if isinstance(told, dict) else ""
        reason = _wrong(told)
        if reason is None and name in self._names:
            reason = "another tool of this server has the same name"
        if reason is not None:
            self._refused.append(RefusedTool(plain(name, NAME_CHARACTERS) or _NAMELESS, reason))
            return
        self._names.add(name)
        output, annotations = told.get("outputSchema"), told.get("annotations")
        self._tools.append(
            ListedTool(
                name=name,
                description=told.get("description") or "",
                input_schema=told["inputSchema"],
                title=plain(told.get("title"), _TITLE),
                output_schema=output if isinstance(output, dict) else None,
                annotations=annotations if isinstance(annotations, dict) else {},
            )
        )


def _wrong(told: Any) -> str | None:
    """Why this tool can't be used; None where it can."""
    if not isinstance(told, dict):
        return "it is no object"
    name, description, schema = told.get("name"), told.get("description"), told.get("inputSchema")
    if not isinstance(name, str) or not name.strip():
        return "it has no name"
    if visible(name) != name or not name.isprintable():
        return "its name holds characters that can't be seen"
    if not isinstance(description, str | None):
        return "its description is no text"
    if not isinstance(schema, dict) or schema.get("type", "object") != "object":
        return "its inputSchema describes no object"
    return _too_long(name, description or "") or _too_large(told)


def _too_long(name: str, description: str) -> str | None:
    if len(name) > NAME_CHARACTERS:
        return f"its name is longer than {NAME_CHARACTERS} characters"
    if len(description) > DESCRIPTION_CHARACTERS:
        return f"its description is longer than {DESCRIPTION_CHARACTERS} characters"
    return None


def _too_large(told: Mapping[str, Any]) -> str | None:
    """Of what is kept and shown as it is: what nests deeper than others can write would hide all of its server."""
    for field in ("inputSchema", "outputSchema", "annotations"):
        value = told.get(field)
        if not isinstance(value, dict):
            continue
        if _depth(value, SCHEMA_DEPTH) > SCHEMA_DEPTH:
            return f"its {field} nests deeper than {SCHEMA_DEPTH}"
        if len(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")) > SCHEMA_BYTES:
            return f"its {field} is longer than {SCHEMA_BYTES // KB} kB"
    return None


def _depth(value: Any, most: int) -> int:
    """How deep it nests, counted to one past the bound."""
    level, depth = [value], 0
    while level and depth <= most:
        depth += 1
        level = [
            inner
            for one in level
            for inner in (one.values() if isinstance(one, dict) else one)
            if isinstance(inner, dict | list)
        ]
    return depth


def outcome(result: Mapping[str, Any]) -> CallOutcome:
    """The result of `tools/call`, whatever it holds. Raises McpFailed where the server wants something of the user."""
    if result.get("resultType") == "input_required":
        raise McpFailed(Fault.FAILED, "It asked for input in the middle of a call; that is declined.", reached=True)
    content = result.get("content")
    blocks = content[:BLOCKS] if isinstance(content, list) else []
    read = [_block(one) for one in blocks]
    structured = result.get("structuredContent")
    if (
        not isinstance(structured, dict)
        or _depth(structured, RESULT_DEPTH) > RESULT_DEPTH
        or len(json.dumps(structured)) > TEXT_BYTES
    ):
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
