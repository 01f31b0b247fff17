"""The protocol's exchanges over HTTP: the SDK's session manager over our server.

A session (the generation with `initialize`) belongs to the token that opened it. Requests of the newer generation stand
alone: whoever hangs up ends the call. Loaded by the first exchange (`http.McpDoor`): the SDK and its types are a tenth
of a start, and most homes connect no agent.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.types import Message, Receive, Scope, Send

from orchestrator.bootstrap.runtime import Runtime
from orchestrator.mcp_api.server import PRINCIPAL, build
from orchestrator.web.access.auth import Principal
from orchestrator.web.bodies.limits import LIMITS, limit_of

IDLE_S = 1_800.0
MOST_SESSIONS = 10_000


class Sessions:
    """Those of one application."""

    def __init__(self, runtime: Runtime, path: str) -> None:
        self._manager = StreamableHTTPSessionManager(
            build(runtime),
            json_response=True,  # nothing is told before a call is over, and every client reads JSON
            session_idle_timeout=IDLE_S,
            max_sessions=MOST_SESSIONS,
            max_request_body_size=limit_of(path, LIMITS),
        )

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """They live for the length of the block."""
        async with self._manager.run():
            yield

    async def serve(self, principal: Principal, scope: Scope, receive: Receive, send: Send, *, alone: bool) -> None:
        """One exchange of the principal's. A request that stands `alone` ends with its connection."""
        scope.update({PRINCIPAL: principal, "user": _identity(principal)})
        if not alone:
            await self._manager.handle_request(scope, receive, send)
            return
        body = await _whole(receive)
        served = asyncio.create_task(self._manager.handle_request(scope, _again(body), send), name="mcp call")
        gone = asyncio.create_task(_hung_up(receive), name="mcp caller")
        try:
            await asyncio.wait({served, gone}, return_when=asyncio.FIRST_COMPLETED)
            if served.done():
                await served
        finally:
            for task in (served, gone):
                task.cancel()
            await asyncio.gather(served, gone, return_exceptions=True)


def _identity(principal: Principal) -> AuthenticatedUser:
    """Whom the SDK gives a session to: the token that opened it."""
    access = AccessToken(
        token="",
        client_id=str(principal.token_id),
        scopes=sorted(principal.scopes),
        subject=str(principal.user_id),
    )
    return AuthenticatedUser(access)


async def _whole(receive: Receive) -> list[Message]:
    """The body as it came. Raises BodyTooLarge."""
    messages: list[Message] = []
    while True:
        messages.append(await receive())
        if messages[-1]["type"] != "http.request" or not messages[-1].get("more_body", False):
            return messages


def _again(messages: list[Message]) -> Receive:
    left = list(messages)

    async def receive() -> Message:
        return left.pop(0) if left else {"type": "http.disconnect"}

    return receive


async def _hung_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue
