"""How is a model server spoken to over HTTP, so that a call ends in time and every fault has our name?

A call has one moment at which it ends (`ends_at`, in the event loop's time). It covers waiting for a busy server as
much as every piece of the answer. Closing the response is what stops the generation: there is no other way to cancel.
"""

import asyncio
import json
import random
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from typing import Any

import httpx

from orchestrator.kit.authorities import authorities
from orchestrator.llm.failures import ServerBusy, error_text
from orchestrator.llm.messages import ChatReply, Delta
from orchestrator.llm.port import BadModelOutput, ModelError, ModelTimeout, ModelUnavailable

CONNECT_S = 5.0  # the server is on this machine or near: longer means it is not there
WRITE_S = 30.0
READ_S = 600.0  # a bound of last resort; `ends_at` comes first
MAX_CONNECTIONS = 256  # above any number of turns that one process runs at once
MAX_REPLY_BYTES = 16 * 2**20
MAX_ERROR_BYTES = 64 * 2**10
BUSY_PAUSE_S = 0.5
BUSY_PAUSE_MAX_S = 8.0

Refuse = Callable[[int, str, float | None], ModelError]
"""(status, the error's text, Retry-After in seconds) -> the error to raise."""


def timeouts() -> httpx.Timeout:
    """Waiting for a free connection counts as waiting for the answer."""
    return httpx.Timeout(connect=CONNECT_S, read=READ_S, write=WRITE_S, pool=READ_S)


def deadline(seconds: float) -> float:
    """`ends_at` of a call that may take `seconds` from now."""
    return asyncio.get_running_loop().time() + max(seconds, 0.0)


class ModelServer:
    """One server, gone to as it was configured: no redirects, no proxies or keys from the environment."""

    def __init__(self, base_url: str, *, refuse: Refuse, headers: Mapping[str, str] | None = None) -> None:
        self._refuse = refuse
        self._http = httpx.AsyncClient(
            base_url=base_url,
            headers={"Content-Type": "application/json", **(headers or {})},
            timeout=timeouts(),
            limits=httpx.Limits(max_connections=MAX_CONNECTIONS),
            follow_redirects=False,
            verify=authorities(),
            trust_env=False,
        )

    async def close(self) -> None:
        """Give back connections."""
        await self._http.aclose()

    @asynccontextmanager
    async def answering(
        self, method: str, path: str, *, body: Any = None, ends_at: float
    ) -> AsyncIterator[httpx.Response]:
        """The response (2xx) with its body not read yet; leaving the block closes it. Waits while the server is busy.

        Raises ModelError: what `refuse` makes of an error answer, ModelTimeout, ModelUnavailable where nothing answers.
        """
        pause = BUSY_PAUSE_S
        while True:
            try:
                response = await self._sent(method, path, body, ends_at)
                break
            except ServerBusy as busy:
                wait = max(busy.retry_after_s or 0.0, pause * (0.5 + random.random() / 2))  # noqa: S311  (jitter)
                if asyncio.get_running_loop().time() + wait >= ends_at:
                    raise
                await asyncio.sleep(wait)
                pause = min(pause * 2, BUSY_PAUSE_MAX_S)
        try:
            yield response
        finally:
            await response.aclose()

    async def _sent(self, method: str, path: str, body: Any, ends_at: float) -> httpx.Response:
        """One attempt; a kept connection that the server had closed meanwhile is replaced once."""
        try:
            return await self._sent_once(method, path, body, ends_at)
        except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
            pass
        try:
            return await self._sent_once(method, path, body, ends_at)
        except httpx.HTTPError:
            raise ModelUnavailable("the server closes the connection without an answer") from None

    async def _sent_once(self, method: str, path: str, body: Any, ends_at: float) -> httpx.Response:
        # ASCII escapes, so that a lone surrogate in a model's earlier arguments can't break the encoding.
        content = None if body is None else json.dumps(body).encode("ascii")
        try:
            async with asyncio.timeout_at(ends_at):
                request = self._http.build_request(method, path, content=content)
                response = await self._http.send(request, stream=True)
                if response.is_success:
                    return response
                said = await _error_of(response)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.UnsupportedProtocol, httpx.InvalidURL):
            raise ModelUnavailable(f"nothing answers at {self._http.base_url.host}") from None
        except (TimeoutError, httpx.TimeoutException):
            raise ModelTimeout("no answer in time") from None
        raise self._refuse(response.status_code, said, _retry_after(response))


async def lines(response: httpx.Response, *, ends_at: float) -> AsyncGenerator[bytes, None]:
    """The lines of the body without their ends.

    Cut at `\\n` alone: httpx's own line reader also cuts at U+0085 and U+2028, which may stand inside JSON strings.
    Raises ModelTimeout, and BadModelOutput where the connection broke off or the answer has no end.
    """
    chunks = response.aiter_bytes()
    pending: list[bytes] = []
    received = 0
    while (chunk := await _next_chunk(chunks, ends_at)) is not None:
        received += len(chunk)
        if received > MAX_REPLY_BYTES:
            raise BadModelOutput("the answer is endless")
        head, *more = chunk.split(b"\n")
        pending.append(head)
        for piece in more:
            yield b"".join(pending).rstrip(b"\r")
            pending = [piece]
    rest = b"".join(pending).rstrip(b"\r")
    if rest:
        yield rest


async def whole_body(response: httpx.Response, *, ends_at: float) -> Any:
    """The body as JSON. Raises ModelTimeout and BadModelOutput."""
    text = b"\n".join([line async for line in lines(response, ends_at=ends_at)])
    return json_value(text)


def json_value(text: bytes) -> Any:
    """A line or body as JSON. Raises BadModelOutput."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadModelOutput("the server sent something that is no JSON") from None


async def _next_chunk(chunks: AsyncIterator[bytes], ends_at: float) -> bytes | None:
    # The bound is around each wait, not around the loop: a consumer that takes its time between two pieces must not be
    # the one who is cancelled.
    try:
        async with asyncio.timeout_at(ends_at):
            return await anext(chunks, None)
    except (TimeoutError, httpx.TimeoutException):
        raise ModelTimeout("the answer did not end in time") from None
    except httpx.HTTPError:
        raise BadModelOutput("the answer broke off") from None


async def _error_of(response: httpx.Response) -> str:
    body = bytearray()
    try:
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > MAX_ERROR_BYTES:
                break
    except httpx.HTTPError:
        return ""
    finally:
        await response.aclose()
    try:
        return error_text(json.loads(bytes(body)))
    except (ValueError, RecursionError):
        return body.decode("utf-8", "replace")


def _retry_after(response: httpx.Response) -> float | None:
    try:
        return max(float(response.headers.get("retry-after", "")), 0.0)
    except ValueError:
        return None


async def whole_of(deltas: AsyncGenerator[Delta, None], server: str) -> ChatReply:
    """The reply that a stream of one ends with. Raises BadModelOutput where it ends without."""
    async with aclosing(deltas):
        async for delta in deltas:
            if delta.reply is not None:
                return delta.reply
    raise BadModelOutput(f"{server}'s answer broke off")
