"""Agents from outside, as they come: the official client of the Model Context Protocol, and plain JSON-RPC by hand."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from tests.support.steward import Person, Steward

MODES = ("legacy", "auto")
"""Both generations of the protocol: with `initialize` and a session, and one exchange a request."""
ACCEPT = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
CLOSING_S = 20.0
GENERATION = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": GENERATION,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "by-hand", "version": "2"},
}
INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "by-hand", "version": "1"},
}


@asynccontextmanager
async def connected(url: str, token: str, *, mode: str = "auto", **how: Any) -> AsyncIterator[Client]:
    """The official client at a Steward's `/mcp`."""
    headers = {"authorization": f"Bearer {token}"}
    timeout = httpx2.Timeout(30, read=60)
    async with (
        httpx2.AsyncClient(headers=headers, follow_redirects=False, timeout=timeout) as http,
        Client(streamable_http_client(f"{url}/mcp", http_client=http), mode=mode, **how) as client,
    ):
        yield client


@asynccontextmanager
async def held(client: AbstractAsyncContextManager[Client]) -> AsyncIterator[Client]:
    """The same, opened and closed in a task of its own, as the client demands: for a fixture, whose two halves are two
    tasks."""
    opened: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
    done = asyncio.Event()

    async def hold() -> None:
        try:
            async with client as there:
                opened.set_result(there)
                await done.wait()
        except BaseException as error:
            if opened.done():
                raise
            opened.set_exception(error)

    task = asyncio.create_task(hold())
    yield await opened
    done.set()
    await asyncio.wait_for(task, CLOSING_S)


async def called(client: Client, tool: str, /, **arguments: Any) -> dict[str, Any]:
    """The structured result of a call that went well."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result
    told: dict[str, Any] = result.structured_content
    assert json.loads(result.content[0].text) == told, "the text says the same"
    return told


async def refused(client: Client, tool: str, /, **arguments: Any) -> dict[str, Any]:
    """The error of a call that did nothing."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result
    error: dict[str, Any] = result.structured_content["error"]
    assert error["message"], error
    return error


@dataclass
class ByHand:
    """JSON-RPC over plain HTTP, of the generation with sessions."""

    http: httpx.AsyncClient
    session_id: str | None = None
    answers: list[httpx.Response] = field(default_factory=list)
    _number: int = 0

    async def post(self, body: Any, **headers: str) -> httpx.Response:
        """Any body; a str or bytes as it is."""
        known = {"mcp-session-id": self.session_id} if self.session_id else {}
        content = body if isinstance(body, str | bytes) else json.dumps(body)
        return await self.http.post("/mcp", content=content, headers={**ACCEPT, **known, **headers})

    async def send(self, method: str, params: Any = None, **headers: str) -> httpx.Response:
        """A request."""
        self._number += 1
        body = {"jsonrpc": "2.0", "id": self._number, "method": method}
        return await self.post(body if params is None else {**body, "params": params}, **headers)

    async def open(self) -> None:
        """Initialize a session."""
        answer = await self.send("initialize", INITIALIZE)
        assert answer.status_code == 200, answer.text
        self.session_id = answer.headers["mcp-session-id"]
        done = await self.post({"jsonrpc": "2.0", "method": "notifications/initialized"})
        assert done.status_code == 202, done.text

    async def call(self, name: str, arguments: Any = None, **headers: str) -> httpx.Response:
        """`tools/call`."""
        return await self.send("tools/call", {"name": name, "arguments": arguments or {}}, **headers)


@asynccontextmanager
async def by_hand(url: str, token: str | None) -> AsyncIterator[ByHand]:
    """A caller who knows nothing but HTTP; without a token a stranger."""
    headers = {"authorization": f"Bearer {token}"} if token is not None else {}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=30, verify=False) as http:
        yield ByHand(http)


def alone(method: str, params: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """A request of the generation without sessions, and its headers."""
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": META}}
    headers = {"mcp-protocol-version": GENERATION, "mcp-method": method}
    return body, headers | ({"mcp-name": params["name"]} if "name" in params else {})


async def token_for(steward: Steward, person: Person, *scopes: str, name: str = "an agent") -> str:
    """A further token of that person."""
    owner = await steward.owner()
    made = await owner.post("/tokens", {"name": name, "scopes": list(scopes), "user_id": str(person.id)})
    return str(made["token"])


def interaction(**values: Any) -> dict[str, Any]:
    """What an agent from outside reports of an exchange."""
    told = {
        "session_id": "s1",
        "agent": "coder",
        "model": "small",
        "prompt": "Write a parser",
        "response": "def parse(): …",
        "was_corrected": False,
    }
    return {**told, **values}
