"""An MCP server over HTTP that misbehaves: refuses, redirects, floods, drips, hangs. `mode` may change at any time."""

import asyncio
import json
from typing import Any

from tests.support.hostile_mcp import ECHO
from tests.support.loopback_http import LoopbackServer, Recorded, Wire

MODES = {
    "honest": "behaves, answers JSON",
    "events": "behaves, answers an event stream with a notification before",
    "unauthorized": "answers 401",
    "broken": "answers 500",
    "redirect_inside": "redirects within its own origin",
    "redirect_away": "redirects to another one",
    "endless_json": "answers a JSON body of 400 MB",
    "endless_events": "answers an event stream of 400 MB",
    "drip": "sends a comment each tenth of a second and never an answer",
    "hang": "takes the request and says nothing",
    "no_message": "answers HTML",
    "gzip": "packs its answer",
    "cut": "breaks off in the middle of its answer",
    "lost_session": "does not know the session any more",
    "many_values": "answers two and a half million empty objects",
    "crlf": "answers events a byte at a time, their data on several lines that end with CR LF",
    "informational": "says 103 for ever before it answers",
    "batch": "answers a batch, the answer among others",
    "other_id": "answers another question",
    "long_session": "names its session by 20 kB",
    "modern": "speaks the generation without a handshake alone",
}
SESSION = "session-1"
MODERN = "2026-07-28"


class HostileHttp(LoopbackServer):
    """The server. `of_calls`: the mode applies to calls alone, so that it is listed well; `token`: what it wants."""

    def __init__(self, mode: str = "honest", *, of_calls: bool = False, token: str = "") -> None:
        super().__init__()
        self.mode = mode
        self.of_calls = of_calls
        self.token = token
        self.lost = 0
        self.sent = 0

    @property
    def address(self) -> str:
        return f"{self.url}/mcp"

    async def handle(self, request: Recorded, wire: Wire) -> None:
        message = request.body or {}
        method = message.get("method", "")
        if self.token and request.headers.get("authorization") != f"Bearer {self.token}":
            await wire.whole(401, {"error": "unauthorized"}, {"WWW-Authenticate": "Bearer"})
            return
        if request.method == "DELETE" or "id" not in message:
            await wire.begin(202)
            await wire.end()
            return
        mode = "honest" if self.of_calls and method != "tools/call" else self.mode
        await self.misbehave(mode, request, wire, message)

    async def misbehave(  # noqa: PLR0912  (a table of misdeeds)
        self, mode: str, request: Recorded, wire: Wire, message: dict[str, Any]
    ) -> None:
        answer = self.answer(message)
        match mode:
            case "unauthorized":
                await wire.whole(401, {"error": "unauthorized"}, {"WWW-Authenticate": "Bearer"})
            case "broken":
                await wire.whole(500, "Internal Server Error", {"Content-Type": "text/plain"})
            case "redirect_inside" if request.path == "/mcp":
                await wire.whole(307, "", {"Location": f"{self.url}/moved"})
            case "redirect_away":
                await wire.whole(307, "", {"Location": "http://127.0.0.2:9/mcp"})
            case "endless_json" | "endless_events":
                await self.endless(wire, events=mode == "endless_events")
            case "drip":
                await wire.begin(headers={"Content-Type": "text/event-stream"})
                while True:
                    await wire.send(b": still here\n\n")
                    await asyncio.sleep(0.1)
            case "hang":
                await asyncio.sleep(3600)
            case "no_message":
                await wire.whole(200, "<html>hello</html>", {"Content-Type": "text/html"})
            case "gzip":
                await wire.whole(200, answer, {"Content-Encoding": "gzip"})
            case "cut":
                await wire.begin(headers={"Content-Type": "application/json"})
                await wire.send(b'{"jsonrpc":')
                wire.break_off()
            case "many_values":
                number = message["id"]
                body = f'{{"jsonrpc":"2.0","id":{number},"result":{{"content":[{"{}," * 2_500_000}{{}}]}}}}'
                await wire.begin(headers={"Content-Type": "application/json"})
                await wire.send(body.encode())
                await wire.end()
            case "crlf":
                await wire.begin(headers={"Content-Type": "text/event-stream"})
                lines = json.dumps(answer, indent=1).splitlines()
                for byte in ("\ufeff: hello\r\n" + "".join(f"data: {one}\r\n" for one in lines) + "\r\n").encode():
                    await wire.send(bytes([byte]))
                await wire.end()
            case "informational":
                while True:
                    await wire.raw(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
                    await asyncio.sleep(0.001)
            case "batch":
                await wire.whole(200, [{"jsonrpc": "2.0", "method": "notifications/message", "params": {}}, answer])
            case "other_id":
                await wire.whole(200, {**answer, "id": 424242})
            case "long_session":
                await wire.whole(200, answer, {"Mcp-Session-Id": "s" * 20_000})
            case "events":
                await wire.begin(headers={"Content-Type": "text/event-stream", "Mcp-Session-Id": SESSION})
                note = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info"}}
                for one in (note, answer):
                    await wire.send(f"event: message\r\ndata: {json.dumps(one)}\r\n\r\n".encode())
                await wire.end()
            case "lost_session" if self.lost == 0 and message["method"] != "initialize":
                self.lost += 1
                await wire.whole(404, {"error": "no such session"})
            case _:
                await wire.whole(200, answer, {"Mcp-Session-Id": SESSION})

    async def endless(self, wire: Wire, *, events: bool) -> None:
        kind = "text/event-stream" if events else "application/json"
        await wire.begin(headers={"Content-Type": kind})
        block = b"data: " + b"x" * (1024 * 1024) + b"\n\n" if events else b'"' + b"x" * (1024 * 1024)
        for _ in range(400):
            await wire.send(block)
            self.sent += len(block)
        await wire.end()

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        """What an honest one says."""
        method, number = message["method"], message["id"]
        if self.mode == "modern":
            meta = (message.get("params") or {}).get("_meta") or {}
            if meta.get("io.modelcontextprotocol/protocolVersion") != MODERN:
                error = {"code": -32022, "message": "unsupported version", "data": {"supported": [MODERN]}}
                return {"jsonrpc": "2.0", "id": number, "error": error}
        results: dict[str, Any] = {
            "initialize": {
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "wiki", "version": "1"},
            },
            "server/discover": {"supportedVersions": [MODERN], "capabilities": {"tools": {}}},
            "tools/list": {"tools": [ECHO]},
            "ping": {},
        }
        if method == "tools/call":
            text = str(message["params"]["arguments"].get("text"))
            results["tools/call"] = {"content": [{"type": "text", "text": f"echo: {text}"}]}
        if method not in results:
            return {"jsonrpc": "2.0", "id": number, "error": {"code": -32601, "message": "no such method"}}
        return {"jsonrpc": "2.0", "id": number, "result": results[method]}
