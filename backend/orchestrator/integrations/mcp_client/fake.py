"""Servers as a test wrote them down: the fake beside the port."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from orchestrator.integrations.mcp_client.port import (
    CallOutcome,
    Fault,
    Identity,
    Launch,
    ListedTool,
    Listing,
    McpFailed,
    RefusedTool,
)


@dataclass
class WrittenServer:
    """What a server tells and answers; change it at any time. `failing`: what it raises instead; `calls`: (tool,
    arguments) in order."""

    tools: list[ListedTool] = field(default_factory=list)
    refused: list[RefusedTool] = field(default_factory=list)
    identity: Identity = field(default_factory=lambda: Identity("written", "1", "2025-11-25"))
    answer: Callable[[str, Mapping[str, Any]], CallOutcome] = lambda tool, _: CallOutcome(f"{tool} was called")
    failing: McpFailed | None = None
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    started: int = 0


class WrittenConnection:
    """A connection to one."""

    def __init__(self, server: WrittenServer) -> None:
        self._server = server
        self._alive = False

    @property
    def alive(self) -> bool:
        return self._alive

    @property
    def stale(self) -> bool:
        return False

    async def start(self) -> Listing:
        listing = await self._listed()
        self._server.started += 1
        self._alive = True
        return listing

    async def tools(self) -> Listing:
        self._running()
        return await self._listed()

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> CallOutcome:
        self._running()
        self._server.calls.append((tool, dict(arguments)))
        return self._server.answer(tool, arguments)

    async def probe(self) -> None:
        self._running()

    async def close(self) -> None:
        self._alive = False

    async def _listed(self) -> Listing:
        if self._server.failing is not None:
            raise self._server.failing
        return Listing(self._server.identity, tuple(self._server.tools), tuple(self._server.refused))

    def _running(self) -> None:
        if not self._alive:
            raise McpFailed(Fault.FAILED, "It was not started.")
        if self._server.failing is not None:
            raise self._server.failing


class WrittenServers:
    """A connector to servers by their command or address."""

    def __init__(self, servers: Mapping[str, WrittenServer]) -> None:
        self.servers = dict(servers)
        self.launches: list[Launch] = []

    def connection(self, launch: Launch) -> WrittenConnection:
        self.launches.append(launch)
        return WrittenConnection(self.servers[launch.command or launch.url])
