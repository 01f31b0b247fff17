"""How large may a body be? By the path (api.md, Limits); counted as it comes, whatever its length is said to be.

Nothing is refused before somebody reads the body or `check_declared_size` is asked: the token comes first. A body
that nobody read to its end is taken off the wire before the answer is finished, so that the answer reaches the client.
"""

import asyncio
import sys
from collections.abc import Mapping, Sequence

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MEGABYTE = 1_000_000
DEFAULT_LIMIT = MEGABYTE
ENVELOPE = MEGABYTE
"""What a form puts around a file."""
LIMITS: tuple[tuple[str, int], ...] = (
    ("/ingest/", 32 * MEGABYTE),
    ("/ingest/gpx", 100 * MEGABYTE + ENVELOPE),
    ("/ingest/google-timeline", 100 * MEGABYTE + ENVELOPE),
    ("/meetings/", 32 * MEGABYTE),
    ("/voices/embed", 25 * MEGABYTE + ENVELOPE),
    ("/documents", 100 * MEGABYTE + ENVELOPE),
    ("/documents/", DEFAULT_LIMIT),
    ("/events/*/photos", 25 * MEGABYTE + ENVELOPE),
    ("/mobile/events/*/photos", 25 * MEGABYTE + ENVELOPE),
    ("/skills", 5 * MEGABYTE + ENVELOPE),
    ("/skills/", DEFAULT_LIMIT),
    ("/workspaces/*/files/", 32 * MEGABYTE),
    ("/import", sys.maxsize),
)
"""The longest prefix of the path that stands here decides; `*` stands for one segment."""
DRAINED = 40 * MEGABYTE
"""Beyond the limit, so much is taken off the wire."""
DRAIN_TIMEOUT_S = 5.0
_LIMIT_KEY = "steward_body_limit"


class BodyTooLarge(HTTPException):
    """An HTTPException, because FastAPI lets no other exception through while it reads a body."""

    def __init__(self, limit: int) -> None:
        super().__init__(413, f"The body is over {limit} bytes.")


def check_declared_size(scope: Scope) -> None:
    """Raises BodyTooLarge where the request says itself that its body is over the limit."""
    limit: int | None = scope.get(_LIMIT_KEY)
    length = dict(scope["headers"]).get(b"content-length", b"")
    if limit is not None and length.isdigit() and int(length) > limit:
        raise BodyTooLarge(limit)


def limit_of(path: str, limits: Sequence[tuple[str, int]]) -> int:
    """The limit of a path."""
    matching = [(len(prefix), limit) for prefix, limit in limits if _is_under(path, prefix)]
    return max(matching)[1] if matching else DEFAULT_LIMIT


def _is_under(path: str, prefix: str) -> bool:
    if "*" not in prefix:
        return path.startswith(prefix)
    wanted, parts = prefix.split("/"), path.split("/")
    begins = len(parts) >= len(wanted) and all(
        one in {"*", part} for one, part in zip(wanted[:-1], parts, strict=False)
    )
    return begins and parts[len(wanted) - 1].startswith(wanted[-1])


class BodyLimits:
    """Counts the bytes of each body. `limits`: prefixes of paths and their limits, beside the default."""

    def __init__(self, app: ASGIApp, limits: Sequence[tuple[str, int]] = LIMITS) -> None:
        self._app = app
        self._limits = tuple(limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = limit_of(scope["path"], self._limits)
        scope[_LIMIT_KEY] = limit
        body = _Body(receive, limit, dict(scope["headers"]))

        async def finishing(message: Message) -> None:
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                await body.drain()
            await send(message)

        await self._app(scope, body.receive, finishing)


class _Body:
    def __init__(self, receive: Receive, limit: int, headers: Mapping[bytes, bytes]) -> None:
        self._receive = receive
        self._limit = limit
        self._size = 0
        length = headers.get(b"content-length", b"0")
        self._whole = b"transfer-encoding" not in headers and length in {b"0", b""}
        self._waits = headers.get(b"expect", b"").lower() == b"100-continue"
        """The client sends nothing before we ask for it."""

    async def receive(self) -> Message:
        self._waits = False
        message = await self._receive()
        if message["type"] == "http.request":
            self._size += len(message.get("body", b""))
            self._whole = not message.get("more_body", False)
            if self._size > self._limit:
                raise BodyTooLarge(self._limit)
        else:
            self._whole = True
        return message

    async def drain(self) -> None:
        """Read and drop what is left, within bounds."""
        if self._whole or self._waits:
            return
        try:
            async with asyncio.timeout(DRAIN_TIMEOUT_S):
                while not self._whole and self._size <= self._limit + DRAINED:
                    message = await self._receive()
                    self._size += len(message.get("body", b""))
                    self._whole = message["type"] != "http.request" or not message.get("more_body", False)
        except TimeoutError:
            return
