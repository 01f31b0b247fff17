"""The door `/mcp`: streamable HTTP. Bearer token of scope `mcp`, host and origin guard, body limit, rate limit.

Who may come in is decided here, as at every door, and told as problem JSON; what is inside of an exchange is the SDK's
(`sessions`), which the first exchange loads.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

from fastapi import FastAPI, Request, Response
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive, Scope, Send

from orchestrator.bootstrap.runtime import Runtime
from orchestrator.errors import RateLimited, ScopeMissing
from orchestrator.telemetry.logging import get_logger
from orchestrator.web.access.auth import Principal, require
from orchestrator.web.access.rates import Buckets, Window
from orchestrator.web.headers import AllowedHosts
from orchestrator.web.problems import MEDIA_TYPE, PROBLEM, problem, responses
from orchestrator.web.routing import Router

if TYPE_CHECKING:
    from orchestrator.mcp_api.sessions import Sessions

PATH = "/mcp"
PER_SECOND, BURST = 20, 100
"""Calls of one token (api.md, Limits); an agent that begins asks for several things at once."""
SESSIONS_OF_A_TOKEN, OPENED_WITHIN_S = 500, 1_800.0
"""Nobody can take all sessions: an idle one ends as soon as the opening of it is forgotten."""
SESSION_HEADER, VERSION_HEADER = b"mcp-session-id", b"mcp-protocol-version"

log = get_logger(__name__)
router = Router(tags=["mcp"])
Agent = Annotated[Principal, require("mcp")]
_JSON_RPC: dict[str, Any] = {
    "type": "object",
    "required": ["jsonrpc"],
    "properties": {
        "jsonrpc": {"const": "2.0", "type": "string"},
        "id": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
        "method": {"type": "string"},
        "params": {"type": "object"},
        "result": {"type": "object"},
        "error": {
            "type": "object",
            "properties": {"code": {"type": "integer"}, "message": {"type": "string"}},
            "required": ["code", "message"],
        },
    },
    "examples": [{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}],
}
_JSON = "application/json"
_MESSAGE = {_JSON: {"schema": _JSON_RPC}}
_REFUSED = {
    400: "No message of the protocol; a JSON-RPC error says why.",
    404: "There is no such session: open another one.",
    405: "A request that stands alone has no session to end.",
    406: "`Accept` leaves out application/json.",
    415: "`Content-Type` is not application/json.",
}


def _refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What the SDK answers: as JSON-RPC where it read a message, else as a problem."""
    content = {**_MESSAGE, MEDIA_TYPE: {"schema": PROBLEM}}
    return {status: {"content": content, "description": _REFUSED[status]} for status in statuses}


class McpDoor:
    """The sessions of one application, and how often its callers may ask."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._wanted = asyncio.Event()
        self._rates = Buckets(per_second=PER_SECOND, burst=BURST)
        self._openings = Window(most=SESSIONS_OF_A_TOKEN, period_s=OPENED_WITHIN_S)
        self._hosts = AllowedHosts(_nothing, runtime.settings.answered_hosts)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Sessions live for the length of the block."""
        self._sessions: asyncio.Future[Sessions] = asyncio.get_running_loop().create_future()
        keeping = asyncio.create_task(self._keep(), name="mcp sessions")
        try:
            yield
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)

    async def _keep(self) -> None:
        """From the first exchange on. One task opens and closes them, as the SDK wants it."""
        await self._wanted.wait()
        try:
            made = await asyncio.to_thread(_loaded, self._runtime)
            async with made.open():
                self._sessions.set_result(made)
                await asyncio.Event().wait()
        except Exception as error:  # a named border: whoever waits for the sessions is told
            log.exception("the MCP sessions ended")
            if not self._sessions.done():
                self._sessions.set_exception(error)

    def admit(self, request: Request, principal: Principal) -> None:
        """Raises RateLimited, and ScopeMissing for a page of another origin: a browser sends it, whoever wrote it."""
        token = str(principal.token_id)
        origin = request.headers.get("origin")
        if origin is not None and not self._hosts.answers(urlsplit(origin).netloc.encode("latin-1", "replace")):
            raise ScopeMissing("Pages of this origin may not call /mcp: it is not in STEWARD_ALLOWED_HOSTS.")
        wait = self._rates.take(token)
        if wait is not None:
            raise RateLimited(f"/mcp takes {PER_SECOND} requests a second of a token.", retry_after_s=wait)
        self.admit_opening(request, principal)

    def admit_opening(self, request: Request, principal: Principal) -> None:
        """Raises RateLimited where it would open a session, and its token opened too many."""
        if request.method != "POST" or _headers(request.scope).keys() & {SESSION_HEADER, VERSION_HEADER}:
            return
        wait = self._openings.take(str(principal.token_id), asyncio.get_running_loop().time())
        if wait is not None:
            raise RateLimited("This token opened too many sessions: go on in those.", retry_after_s=wait)

    async def serve(self, principal: Principal, scope: Scope, receive: Receive, send: Send) -> None:
        """One exchange of the principal's. A request of the newer generation stands alone."""
        self._wanted.set()
        sessions = await asyncio.shield(self._sessions)
        headers = _headers(scope)
        alone = VERSION_HEADER in headers and SESSION_HEADER not in headers
        await sessions.serve(principal, scope, receive, send, alone=alone)


def _loaded(runtime: Runtime) -> "Sessions":
    sessions = import_module("orchestrator.mcp_api.sessions")
    made: Sessions = sessions.Sessions(runtime, PATH)
    return made


class _Exchange(Response):
    """An answer that the SDK writes."""

    def __init__(self, door: McpDoor, principal: Principal) -> None:
        super().__init__()
        self._door, self._principal = door, principal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal: Response | None = None

        async def worded(message: Message) -> None:
            """What the SDK refuses without a word of JSON is told as a problem."""
            nonlocal refusal
            if message["type"] == "http.response.start":
                refusal = _problem_of(message)
            if refusal is None:
                await send(message)
            elif message["type"] == "http.response.body" and not message.get("more_body", False):
                await refusal(scope, receive, send)

        await self._door.serve(self._principal, scope, receive, worded)


def _problem_of(start: Message) -> Response | None:
    """The problem that stands for a refusal whose body is no JSON-RPC; None for any other answer."""
    status, headers = int(start["status"]), Headers(raw=start["headers"])
    if status < HTTPStatus.BAD_REQUEST or headers.get("content-type", "").startswith(_JSON):
        return None
    kept = {name: headers[name] for name in ("allow",) if name in headers}
    title, detail = HTTPStatus(status).phrase.capitalize(), _REFUSED.get(status, "This is no message of the protocol.")
    return problem(status, "invalid_request", title, detail, headers=kept)


@router.post(
    PATH,
    summary="Model Context Protocol",
    responses={
        **responses(413),
        200: {"content": _MESSAGE, "description": "The answer to a request."},
        202: {"description": "A notification, or an answer of the client: nothing is said to it."},
        **_refusals(400, 404, 406, 415),
    },
    response_class=Response,
    openapi_extra={"requestBody": {"required": True, "content": _MESSAGE}},
)
async def exchange(request: Request, principal: Agent) -> Response:
    """One JSON-RPC message of a client, by streamable HTTP (both generations); what is wrong inside of a message is
    told as a JSON-RPC error. `docs/guides/mcp.md` says how to connect one."""
    return _exchange(request, principal)


@router.delete(
    PATH,
    summary="End a session",
    responses={**responses(), 200: {"description": "It is ended."}, **_refusals(400, 404, 405, 406)},
    response_class=Response,
    openapi_extra={
        "parameters": [
            {"name": "mcp-session-id", "in": "header", "required": False, "schema": {"type": "string"}},
        ]
    },
)
async def end_session(request: Request, principal: Agent) -> Response:
    """That which `Mcp-Session-Id` names."""
    return _exchange(request, principal)


@router.get(PATH, include_in_schema=False)
async def no_stream(request: Request, principal: Agent) -> Response:
    """Nothing is ever told unasked, so there is no stream to listen to."""
    request.app.state.mcp.admit(request, principal)
    raise HTTPException(405, "Nothing is told unasked: POST a message.", headers={"Allow": "DELETE, POST"})


def _exchange(request: Request, principal: Principal) -> Response:
    door: McpDoor = request.app.state.mcp
    door.admit(request, principal)
    return _Exchange(door, principal)


def install(app: FastAPI, runtime: Runtime) -> McpDoor:
    """Put a door of its own into an application; whoever runs the application opens it."""
    door = McpDoor(runtime)
    app.state.mcp = door
    return door


def _headers(scope: Scope) -> dict[bytes, bytes]:
    return dict(scope["headers"])


async def _nothing(_: Scope, __: Receive, ___: Send) -> Any:
    """The guard is only asked here, nothing is behind it."""
