"""How does an OpenAI client understand our errors? Under `/v1/` problem JSON carries a member `error` beside its own,
in the shape that the official clients turn into their exceptions."""

import json
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from orchestrator.web.problems import MEDIA_TYPE

PREFIX = "/v1/"
SERVER_ERROR = 500
_CODES = {"unauthenticated": "invalid_api_key", "rate_limited": "rate_limit_exceeded"}
_TYPES = {"rate_limited": "requests"}


class OpenAIErrors:
    """Adds `error` to the problems of `/v1/`, whoever told them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith(PREFIX):
            send = _Answer(send).send
        await self._app(scope, receive, send)


class _Answer:
    """One answer; a problem is held back until its body is whole."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Message | None = None
        self._body = b""

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _is_problem(message):
            self._start = message
        elif self._start is None or message["type"] != "http.response.body":
            await self._send(message)
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._complete(self._start)

    async def _complete(self, start: Message) -> None:
        problem: dict[str, Any] = json.loads(self._body)
        problem.setdefault("error", error_of(problem))
        body = json.dumps(problem).encode()
        MutableHeaders(scope=start)["content-length"] = str(len(body))
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body})


def error_of(problem: dict[str, Any]) -> dict[str, Any]:
    """OpenAI's error object of a problem."""
    code, status = str(problem["code"]), int(problem["status"])
    errors = problem.get("errors") or []
    place = [str(part) for part in errors[0]["loc"] if part != "body"] if errors else []
    kind = "server_error" if status >= SERVER_ERROR else _TYPES.get(code, "invalid_request_error")
    return {
        "message": problem["detail"],
        "type": kind,
        "param": ".".join(place) or None,
        "code": _CODES.get(code, code),
    }


def _is_problem(start: Message) -> bool:
    return Headers(raw=start["headers"]).get("content-type", "").startswith(MEDIA_TYPE)
