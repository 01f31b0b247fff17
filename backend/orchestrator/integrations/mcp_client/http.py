"""How is a server spoken to over streamable HTTP? To checked addresses, within bounds, without following redirects.

Runs in the server's own process (`supervisor.py`). No stream is held open for what a server may say of its own accord:
its tools are listed again before each call.
"""

import asyncio
import base64
import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import httpx

from orchestrator.integrations.guarded.addresses import PrivateHosts
from orchestrator.integrations.guarded.client import CONNECT_S, PinnedTransport, in_words
from orchestrator.integrations.guarded.errors import ServerFailed
from orchestrator.integrations.mcp_client import wire
from orchestrator.integrations.mcp_client.gates import NoiseGate
from orchestrator.integrations.mcp_client.limits import CALL_AT_MOST_S, MB, RESPONSE_BYTES
from orchestrator.integrations.mcp_client.port import Fault, Launch, McpFailed
from orchestrator.integrations.mcp_client.texts import plain

SESSION = "mcp-session-id"
SESSION_CHARACTERS = 4_096
_JSON = "application/json"
_EVENTS = "text/event-stream"
_NAMED = {"tools/call": "name"}
"""Requests whose subject the newer generation tells in a header too."""
_BLOCK = 64 * 1024


class HttpChannel:
    """One server."""

    def __init__(self, launch: Launch) -> None:
        self.receive: Callable[[wire.Response | wire.Incoming], None] = lambda _: None
        self.ended: Callable[[McpFailed], None] = lambda _: None
        self._launch = launch
        self._http: httpx.AsyncClient | None = None
        self._session = ""
        self._protocol = ""
        self._modern = False
        self._noise = NoiseGate()

    async def open(self) -> None:
        """Raises McpFailed."""
        parts = urlsplit(self._launch.url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        transport = PinnedTransport(PrivateHosts(self._launch.private_hosts), parts.hostname or "", port)
        self._http = httpx.AsyncClient(
            transport=transport,
            headers={"User-Agent": "steward", "Accept-Encoding": "identity", "Accept": f"{_JSON}, {_EVENTS}"},
            timeout=httpx.Timeout(CALL_AT_MOST_S, connect=CONNECT_S),
            follow_redirects=False,
            trust_env=False,
        )

    def speaks(self, protocol: str, *, modern: bool) -> None:
        """Each further request says so."""
        self._protocol, self._modern = protocol, modern

    def reason(self) -> str:
        """A server elsewhere complains in its answers alone."""
        return ""

    async def send(self, message: Mapping[str, Any]) -> None:
        """Its answer is handed on before this ends. Raises McpFailed."""
        if self._http is None:
            raise McpFailed(Fault.FAILED, "The connection was closed.")
        headers = {"Content-Type": _JSON, **self._headers(message)}
        sent = self._http.build_request("POST", self._launch.url, headers=headers, content=wire.line(message))
        try:
            response = await self._http.send(sent, stream=True)
            try:
                await self._answered(response, message)
            finally:
                await response.aclose()
        except ServerFailed as error:
            raise McpFailed(Fault.REFUSED if error.attention else Fault.FAILED, error.detail) from None
        except (httpx.HTTPError, httpx.InvalidURL, ssl.SSLError, OSError) as error:
            told = in_words(error)
            raise McpFailed(Fault.FAILED, told, reached=not isinstance(error, httpx.ConnectError)) from None
        finally:
            if self._http is not None:
                self._http.cookies.clear()

    async def close(self) -> None:
        http, self._http = self._http, None
        if http is None:
            return
        if self._session:
            with suppress(httpx.HTTPError, ServerFailed, OSError, TimeoutError):
                async with asyncio.timeout(1.0):
                    await http.delete(self._launch.url, headers=self._headers({}))
        await http.aclose()

    def _headers(self, message: Mapping[str, Any]) -> dict[str, str]:
        headers: dict[str, str] = {}
        if self._launch.secret:
            headers["Authorization"] = f"Bearer {self._launch.secret}"
        if self._session:
            headers[SESSION] = self._session
        if self._protocol:
            headers["mcp-protocol-version"] = self._protocol
        method = message.get("method")
        if self._modern and isinstance(method, str):
            headers["mcp-method"] = method
            if (subject := _NAMED.get(method)) is not None:
                headers["mcp-name"] = _header_value(str(message["params"][subject]))
        return headers

    async def _answered(self, response: httpx.Response, message: Mapping[str, Any]) -> None:
        status, kind = response.status_code, response.headers.get("content-type", "").split(";")[0].strip().lower()
        if response.headers.get("content-encoding", "identity").strip().lower() not in {"", "identity"}:
            raise McpFailed(Fault.FAILED, "It packs what it sends, which was not asked for.", reached=True)
        if status in {401, 403}:
            raise McpFailed(Fault.UNAUTHORIZED, _unauthorized(status, has_secret=bool(self._launch.secret)))
        if 300 <= status < 400:
            told = plain(response.headers.get("location"), 200)
            raise McpFailed(Fault.REFUSED, f"It redirects to {told or 'nowhere'}. Give the address where it is.")
        if status == 404 and self._session:
            raise McpFailed(Fault.FAILED, "It no longer knows this session.", reached=False)
        wanted = message.get("id") if "method" in message else None
        if status >= 400 and kind != _JSON:
            raise McpFailed(Fault.FAILED, f"It answered with status {status}.", reached=True)
        if session := response.headers.get(SESSION):
            if len(session) > SESSION_CHARACTERS or not (session.isascii() and session.isprintable()):
                raise McpFailed(Fault.FAILED, "It names its session by what can't be sent back to it.", reached=True)
            self._session = session
        if wanted is None:
            return
        if kind == _EVENTS:
            await self._events(response, wanted)
        elif kind == _JSON:
            await self._whole(response, wanted)
        else:
            raise McpFailed(Fault.FAILED, f"It answered neither JSON nor events ({plain(kind, 60)}).", reached=True)

    async def _whole(self, response: httpx.Response, wanted: Any) -> None:
        body = bytearray()
        async for block in _blocks(response):
            body += block
        try:
            messages = await asyncio.to_thread(wire.read, bytes(body))
        except ValueError:
            told = f"It answered with status {response.status_code} and no message."
            raise McpFailed(Fault.FAILED, told, reached=True) from None
        for one in messages:
            self.receive(one)
        if not any(isinstance(one, wire.Response) and one.id == wanted for one in messages):
            raise McpFailed(Fault.FAILED, "It answered something else than what was asked.", reached=True)

    async def _events(self, response: httpx.Response, wanted: Any) -> None:
        """Until the answer came; a stream that ends before it has none."""
        async for data in _events_in(response):
            try:
                messages = wire.read(data)
            except ValueError:
                self._noise.heard()
                continue
            for one in messages:
                self.receive(one)
                if isinstance(one, wire.Response) and one.id == wanted:
                    return
        raise McpFailed(Fault.FAILED, "Its stream ended before the answer.", reached=True)


async def _blocks(response: httpx.Response) -> AsyncIterator[bytes]:
    """The body, as long as it is no larger than it may be. Raises McpFailed."""
    came = 0
    async for block in response.aiter_raw(_BLOCK):
        came += len(block)
        if came > RESPONSE_BYTES:
            raise McpFailed(Fault.HOSTILE, f"It sent an answer of more than {RESPONSE_BYTES // MB} MB.")
        yield block


async def _events_in(response: httpx.Response) -> AsyncIterator[bytes]:
    """The data of each event."""
    rest = bytearray()
    data: list[bytes] = []
    async for block in _blocks(response):
        rest += block
        if b"\n" not in block and b"\r" not in block:
            continue
        *lines, last = bytes(rest).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        rest = bytearray(last)
        for line in lines:
            if line.startswith(b"data:"):
                data.append(line[5:].removeprefix(b" "))
            elif not line and data:
                yield b"\n".join(data)
                data = []
        await asyncio.sleep(0)


def _unauthorized(status: int, *, has_secret: bool) -> str:
    if status == 403:
        return "It refuses what it was given (403): the secret may not do this."
    if has_secret:
        return "It does not take the secret (401). Give another one."
    return "It wants to know who asks (401). Give a `secret`, or authorize Steward there."


def _header_value(value: str) -> str:
    """As the protocol has it: what is no plain ASCII goes as base64."""
    if value.isascii() and value.isprintable() and value == value.strip() and not value.startswith("=?"):
        return value
    return f"=?base64?{base64.b64encode(value.encode()).decode()}?="
