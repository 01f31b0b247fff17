"""An MCP server over stdio that shows a folder, as `@modelcontextprotocol/server-filesystem` does: `python files_mcp.py
FOLDER`. Alone, without a library: it runs in the sandbox."""

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(sys.argv[1]).resolve()
PATH = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
TOOLS: list[dict[str, Any]] = [
    {"name": "list_directory", "description": "List the files of a shared folder.", "inputSchema": PATH},
    {"name": "read_text_file", "description": "Read a file of the shared folder as text.", "inputSchema": PATH},
]


def within(path: str) -> Path:
    """The file or folder of that path. Raises ValueError outside of the folder."""
    found = (ROOT / path.lstrip("/")).resolve()
    if not found.is_relative_to(ROOT):
        raise ValueError(f"Access denied: {path} is outside of the folder")
    return found


def called(name: str, path: str) -> dict[str, Any]:
    """The result of a call."""
    try:
        found = within(path)
        text = found.read_text() if name == "read_text_file" else "\n".join(sorted(one.name for one in found.iterdir()))
    except (OSError, ValueError) as error:
        return {"content": [{"type": "text", "text": str(error)}], "isError": True}
    return {"content": [{"type": "text", "text": text}]}


def answer(method: str, given: dict[str, Any]) -> dict[str, Any]:
    """What a request is answered."""
    if method == "initialize":
        server = {"name": "files", "version": "1.0.0"}
        return {"protocolVersion": given["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": server}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        return called(given["name"], str(given["arguments"].get("path", ".")))
    return {}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        reply = {
            "jsonrpc": "2.0",
            "id": message["id"],
            "result": answer(message["method"], message.get("params") or {}),
        }
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
