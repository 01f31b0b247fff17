"""How does one talk to a server over a channel? Requests with deadlines, answers by their ids, everything else behind
the gates. Runs in the server's own process (`supervisor.py`)."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from orchestrator.integrations.mcp_client import wire
from orchestrator.integrations.mcp_client.answers import ToolPages, outcome
from orchestrator.integrations.mcp_client.gates import NotificationGate
from orchestrator.integrations.mcp_client.limits import PAGES
from orchestrator.integrations.mcp_client.port import CallOutcome, Deadlines, Fault, Identity, Listing, McpFailed
from orchestrator.integrations.mcp_client.texts import plain

LIST_CHANGED = "notifications/tools/list_changed"
PROGRESS = "notifications/progress"


class Channel(Protocol):
    """A way to a server: what it sends is handed to `receive`, and why it ended to `ended`."""

    receive: Callable[[wire.Response | wire.Incoming], None]
    ended: Callable[[McpFailed], None]

    async def open(self) -> None:
        """Raises McpFailed."""
        ...

    async def send(self, message: Mapping[str, Any]) -> None:
        """Raises McpFailed."""
        ...

    def speaks(self, protocol: str, *, modern: bool) -> None:
        """This version of the protocol was agreed on."""
        ...

    def reason(self) -> str:
        """What the server complained last, for people; "" where it said nothing."""
        ...

    async def close(self) -> None: ...


@dataclass
class _Waiting:
    """A request of ours. `until`: when it is given up (monotonic); progress moves it up to `at_most`."""

    answer: asyncio.Future[wire.Response]
    until: float
    at_most: float
    span_s: float


@dataclass
class Session:
    """One connection. `changed` is called where the server says that its tools are others now, `gone` at its end."""

    channel: Channel
    deadlines: Deadlines = field(default_factory=Deadlines)
    changed: Callable[[], None] = lambda: None
    gone: Callable[[], None] = lambda: None
    identity: Identity = field(default_factory=Identity)
    _modern: str = ""
    _number: int = 0
    _waiting: dict[int, _Waiting] = field(default_factory=dict)
    _gate: NotificationGate = field(default_factory=NotificationGate)
    _over: McpFailed | None = None
    _answering: set[asyncio.Task[None]] = field(default_factory=set)

    async def start(self) -> Listing:
        """Open the channel, agree on a version, list the tools. Raises McpFailed."""
        try:
            async with asyncio.timeout(self.deadlines.start_s):
                self.channel.receive, self.channel.ended = self._receive, self._ended
                await self.channel.open()
                await self._agree()
                return await self._listed()
        except TimeoutError:
            raise self._late(f"It did not get ready within {self.deadlines.start_s:.0f} s.") from None

    async def tools(self) -> Listing:
        """Raises McpFailed."""
        try:
            async with asyncio.timeout(self.deadlines.list_s):
                return await self._listed()
        except TimeoutError:
            raise self._late(f"It did not list its tools within {self.deadlines.list_s:.0f} s.") from None

    async def probe(self) -> None:
        """Raises McpFailed."""
        method, params = ("tools/list", None) if self._modern else ("ping", None)
        try:
            await self._ask(method, params, within_s=self.deadlines.health_s)
        except McpFailed as error:
            if error.answered:
                return  # an error is an answer too
            raise

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> CallOutcome:
        """Raises McpFailed; `reached` says whether the server may have done something."""
        params = {"name": tool, "arguments": dict(arguments)}
        within_s, at_most_s = self.deadlines.call_s, self.deadlines.call_at_most_s
        result = await self._ask("tools/call", params, within_s=within_s, at_most_s=at_most_s)
        return outcome(result)

    async def close(self) -> None:
        self._ended(McpFailed(Fault.FAILED, "The connection was closed."))
        for task in self._answering:
            task.cancel()
        await self.channel.close()

    # --- beginning

    async def _agree(self) -> None:
        try:
            told = await self._ask("initialize", wire.initialize_params(), within_s=self.deadlines.start_s, legacy=True)
        except _Answered as error:
            if error.number not in {wire.UNSUPPORTED_VERSION, wire.METHOD_NOT_FOUND}:
                raise
            await self._discover()
            return
        version = told.get("protocolVersion")
        if version not in wire.HANDSHAKE_VERSIONS:
            known = ", ".join((*wire.MODERN_VERSIONS, *wire.HANDSHAKE_VERSIONS))
            raise McpFailed(
                Fault.FAILED, f"It speaks version {plain(version, 40)!r} of the protocol; Steward speaks {known}."
            )
        self._knows(told, told.get("serverInfo"), version)
        self.channel.speaks(version, modern=False)
        await self.channel.send(wire.notification("notifications/initialized"))

    async def _discover(self) -> None:
        """The generation without a handshake."""
        self._modern = wire.MODERN_VERSIONS[0]
        self.channel.speaks(self._modern, modern=True)
        told = await self._ask("server/discover", None, within_s=self.deadlines.start_s)
        offered = told.get("supportedVersions")
        if not isinstance(offered, list) or self._modern not in offered:
            raise McpFailed(Fault.FAILED, "It speaks no version of the protocol that Steward speaks.")
        self._knows(told, wire.identity_of_discovery(told), self._modern)

    def _knows(self, told: Mapping[str, Any], info: Any, version: str) -> None:
        info = info if isinstance(info, dict) else {}
        self.identity = Identity(
            name=plain(info.get("name"), 120),
            version=plain(info.get("version"), 60),
            protocol=version,
            instructions=plain(told.get("instructions"), 4_000),
        )

    async def _listed(self) -> Listing:
        pages = ToolPages(self.identity)
        cursor: str | None = None
        for _ in range(PAGES):
            told = await self._ask("tools/list", {"cursor": cursor} if cursor else None, within_s=self.deadlines.list_s)
            pages.take(told)
            cursor = told.get("nextCursor")
            if not isinstance(cursor, str) or not cursor:
                return pages.listing()
        raise McpFailed(Fault.HOSTILE, f"Its list of tools goes on after {PAGES} pages.")

    # --- requests

    async def _ask(
        self,
        method: str,
        params: Mapping[str, Any] | None,
        *,
        within_s: float,
        at_most_s: float = 0.0,
        legacy: bool = False,
    ) -> Mapping[str, Any]:
        """The result. Raises McpFailed."""
        if self._over is not None:
            raise McpFailed(self._over.fault, self._over.detail)
        loop = asyncio.get_running_loop()
        self._number += 1
        number, now = self._number, loop.time()
        waiting = _Waiting(loop.create_future(), now + within_s, now + max(within_s, at_most_s), within_s)
        self._waiting[number] = waiting
        sending = asyncio.ensure_future(self.channel.send(self._request(number, method, params, at_most_s, legacy)))
        try:
            response = await self._answer(waiting, sending)
        except TimeoutError:
            await self._cancelled(number)
            told = f"It did not answer {method} within {within_s:.0f} s."
            raise self._late(told, reached=True) from None
        finally:
            self._waiting.pop(number, None)
            await _settled(sending)
        if response.result is None:
            raise _Answered(response)
        return response.result

    def _request(
        self, number: int, method: str, params: Mapping[str, Any] | None, at_most_s: float, legacy: bool
    ) -> dict[str, Any]:
        told = dict(params or {})
        meta = {"progressToken": number} if at_most_s else {}
        if self._modern and not legacy:
            meta = {**wire.modern_meta(self._modern), **meta}
        return wire.request(number, method, {**told, "_meta": meta} if meta else told)

    async def _answer(self, waiting: _Waiting, sending: asyncio.Future[None]) -> wire.Response:
        """Raises TimeoutError, McpFailed."""
        loop = asyncio.get_running_loop()
        pending: set[asyncio.Future[Any]] = {waiting.answer, sending}
        while not waiting.answer.done():
            left = waiting.until - loop.time()
            if left <= 0:
                raise TimeoutError
            await asyncio.wait(pending, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            if sending in pending and sending.done():
                pending.discard(sending)
                sending.result()
        return waiting.answer.result()

    async def _cancelled(self, number: int) -> None:
        """The server is told that nobody waits any more; it may be past hearing it."""
        told = {"requestId": number, "reason": "no answer in time"}
        with suppress(McpFailed, TimeoutError):
            async with asyncio.timeout(1.0):
                await self.channel.send(wire.notification("notifications/cancelled", told))

    # --- what comes

    def _receive(self, message: wire.Response | wire.Incoming) -> None:
        """Raises McpFailed where it is a flood."""
        if isinstance(message, wire.Response):
            waiting = self._waiting.get(message.id) if isinstance(message.id, int) else None
            if waiting is None:
                self._gate.admits()  # an answer to nothing is one more thing that nobody asked for
            elif not waiting.answer.done():
                waiting.answer.set_result(message)
            return
        if not self._gate.admits():
            return
        if message.id is not None:
            self._decline(message)
        elif message.method == LIST_CHANGED:
            self.changed()
        elif message.method == PROGRESS:
            self._progress(message.params.get("progressToken"))

    def _progress(self, token: Any) -> None:
        waiting = self._waiting.get(token) if isinstance(token, int) else None
        if waiting is not None:
            waiting.until = min(asyncio.get_running_loop().time() + waiting.span_s, waiting.at_most)

    def _decline(self, message: wire.Incoming) -> None:
        async def answer() -> None:
            with suppress(McpFailed):
                await self.channel.send(wire.refusal(message.id, message.method))

        task = asyncio.ensure_future(answer())
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    def _ended(self, why: McpFailed) -> None:
        """Nothing more will come."""
        if self._over is None:
            self._over = why
            self.gone()
        for waiting in self._waiting.values():
            if not waiting.answer.done():
                waiting.answer.set_exception(McpFailed(why.fault, why.detail, reached=True))
                waiting.answer.exception()  # who waits may have been told already

    def _late(self, told: str, *, reached: bool = False) -> McpFailed:
        if self._over is not None:
            return McpFailed(self._over.fault, self._over.detail, reached=reached)
        said = self.channel.reason()
        return McpFailed(Fault.TIMEOUT, f"{told} It says: {said}" if said else told, reached=reached)


class _Answered(McpFailed):
    """The server answered an error."""

    def __init__(self, response: wire.Response) -> None:
        told = plain(response.message, 300) or "no reason given"
        super().__init__(Fault.FAILED, f"It answered an error ({response.code}): {told}", reached=True, answered=True)
        self.number = response.code


async def _settled(sending: asyncio.Future[None]) -> None:
    if not sending.done():
        sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)
