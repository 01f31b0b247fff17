"""An MCP client that shares no line with the official SDK (`chuk-mcp`), as a program of its own: it leaves its streams
to the garbage collector, which no test should have to clean up.

    python -m tests.support.foreign_client http URL TOKEN TEXT
    python -m tests.support.foreign_client pipes URL TOKEN TEXT HOME
    python -m tests.support.foreign_client calls URL TOKEN '[["add_profile_note", {"text": "…"}], …]'

Prints one JSON object: what the server said of itself, its tools, the note made of TEXT, a wrong call's verdict; or, of
calls over HTTP, a list of what each gave.
"""

import asyncio
import json
import sys
from typing import Any

from chuk_mcp.protocol.messages.initialize.send_messages import send_initialize
from chuk_mcp.protocol.messages.tools.send_messages import send_tools_call, send_tools_list
from chuk_mcp.transports.http.http_client import http_client
from chuk_mcp.transports.http.parameters import StreamableHTTPParameters
from chuk_mcp.transports.stdio.parameters import StdioParameters
from chuk_mcp.transports.stdio.stdio_client import stdio_client


async def story(streams: tuple[Any, Any], text: str) -> dict[str, Any]:
    """Begin, look around, file a note, and call it wrongly."""
    reading, writing = streams
    begun = await send_initialize(reading, writing)
    listed = await send_tools_list(reading, writing)
    filed = await send_tools_call(reading, writing, "add_profile_note", {"text": text})
    wrong = await send_tools_call(reading, writing, "add_profile_note", {"text": 7, "confidence": "very"})
    return {
        "server": begun.serverInfo.name,
        "instructions": begun.instructions or "",
        "tools": [one.name for one in listed.tools],
        "note": filed.structuredContent or json.loads(filed.content[0]["text"]),
        "wrong": wrong.isError,
    }


async def called(url: str, token: str, calls: list[tuple[str, dict[str, Any]]]) -> list[Any]:
    """What these calls give, in order."""
    found = []
    async with http_client(StreamableHTTPParameters(url=f"{url}/mcp", bearer_token=token)) as (reading, writing):
        await send_initialize(reading, writing)
        for name, arguments in calls:
            result = await send_tools_call(reading, writing, name, arguments)
            found.append(result.structuredContent or json.loads(result.content[0]["text"]))
    return found


async def over(kind: str, url: str, token: str, text: str, home: str = "") -> dict[str, Any]:
    """The story over HTTP, or over the pipes of `steward mcp`."""
    if kind == "http":
        async with http_client(StreamableHTTPParameters(url=f"{url}/mcp", bearer_token=token)) as streams:
            return await story(streams, text)
    arguments = ["-m", "orchestrator", "mcp", "--url", url, "--token", token]
    environment = {"PYTHONPATH": "backend", "STEWARD_HOME": home}
    async with stdio_client(StdioParameters(command=sys.executable, args=arguments, env=environment)) as streams:
        return await story(streams, text)


if __name__ == "__main__":
    kind, *rest = sys.argv[1:]
    said: Any = asyncio.run(called(rest[0], rest[1], json.loads(rest[2])) if kind == "calls" else over(kind, *rest))
    sys.stdout.write(json.dumps(said))
