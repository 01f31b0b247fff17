"""MCP servers as tests give them to Steward: programs that anybody may run, with their tools approved."""

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from tests.support.steward import Person

HOSTILE = Path(__file__).with_name("hostile_mcp.py")
PYTHON = sys.executable if os.geteuid() else shutil.which("python3", path="/usr/bin") or sys.executable
"""One that a user without rights may run: under root servers run as nobody, who may not look into /root."""


def program(mode: str, *rest: str, name: str = "") -> dict[str, Any]:
    """The body that makes a server of `hostile_mcp.py`."""
    return {
        "name": name or mode.replace("_", " "),
        "transport": "stdio",
        "command": PYTHON,
        "args": [str(HOSTILE), mode, *rest],
    }


async def made(owner: Person, body: dict[str, Any]) -> dict[str, Any]:
    """The server that this makes, whatever became of it."""
    answer = await owner.client.post("/mcp-servers", json=body)
    assert answer.status_code == 201, answer.text
    server: dict[str, Any] = answer.json()
    return server


async def approved(owner: Person, server: dict[str, Any], *, read: bool = False) -> dict[str, Any]:
    """The server, once all of its new tools were approved."""
    pins = [tool["pin"] for tool in server["tools"] if tool["state"] in {"new", "changed"}]
    found: dict[str, Any] = await owner.post(f"/mcp-servers/{server['id']}/approve", {"pins": pins})
    if read:
        for tool in found["tools"]:
            found = await owner.patch(f"/mcp-servers/{server['id']}/tools/{tool['name']}", {"effect": "read"})
    return found


async def serving(owner: Person, mode: str, *rest: str, name: str = "Parrot", read: bool = False) -> dict[str, Any]:
    """A server that is made and approved."""
    return await approved(owner, await made(owner, program(mode, *rest, name=name)), read=read)


async def none_left(owner: Person) -> None:
    """Erase all of them: tests of a module share their database."""
    for server in (await owner.get("/mcp-servers"))["items"]:
        await owner.send("DELETE", f"/mcp-servers/{server['id']}")


def states(server: dict[str, Any]) -> dict[str, str]:
    """The state of each tool, by its name."""
    return {tool["name"]: tool["state"] for tool in server["tools"]}
