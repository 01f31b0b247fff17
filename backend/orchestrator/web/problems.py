"""How is an error told? As problem JSON with a `code` (api.md), once, here, and never with a stack trace."""

import json
import math
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from sqlalchemy.exc import DBAPIError
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from orchestrator.db.retry import UNIQUE, is_conflict, is_disconnect, is_full, sqlstate
from orchestrator.errors import ClientError, FieldError, RateLimited
from orchestrator.telemetry.logging import get_logger
from orchestrator.worker_processes.errors import WorkerFailed

MEDIA_TYPE = "application/problem+json"
ERRORS_SHOWN = 50
_CODES = {
    401: "unauthenticated",
    403: "scope_missing",
    404: "not_found",
    405: "method_not_allowed",
    412: "version_conflict",
    413: "too_large",
    415: "unsupported_media_type",
    416: "range_not_satisfiable",
    429: "rate_limited",
    502: "integration_failed",
    503: "not_ready",
}
_TITLES = {413: "Too large", 422: "Invalid request"}

log = get_logger(__name__)


class ProblemError(BaseModel):
    """Where something is wrong, and what."""

    loc: list[str | int]
    message: str


class Problem(BaseModel):
    """Every error's body (`application/problem+json`); some codes add members (`superseded_by`, `preview`, `rule`)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str
    errors: list[ProblemError] = []


PROBLEM = {"$ref": f"#/components/schemas/{Problem.__name__}"}
"""Its schema, where a description refers to it."""


def problem(
    status: int,
    code: str,
    title: str,
    detail: str,
    *,
    errors: Sequence[FieldError] = (),
    extra: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The answer. ASCII alone, so that even a lone surrogate in a message can be written."""
    body = {
        **jsonable_encoder(dict(extra or {})),
        "type": "about:blank",
        "title": title,
        "status": status,
        "detail": detail,
        "code": code,
        "errors": list(errors)[:ERRORS_SHOWN],
    }
    return Response(json.dumps(body), status, headers=dict(headers or {}), media_type=MEDIA_TYPE)


def of_client_error(error: ClientError) -> Response:
    """A `ClientError` as problem JSON."""
    headers: dict[str, str] = {}
    if isinstance(error, RateLimited):
        headers["Retry-After"] = str(max(1, math.ceil(error.retry_after_s)))
    if error.status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    return problem(
        error.status, error.code, error.title, error.detail, errors=error.errors, extra=error.extra, headers=headers
    )


def of_http_exception(error: HTTPException) -> Response:
    """What Starlette and FastAPI raise themselves (no such route, method, too large)."""
    if error.status_code == HTTPStatus.BAD_REQUEST and (ours := _while_reading(error.__cause__)) is not None:
        return ours
    status, detail = error.status_code, error.detail
    if status == HTTPStatus.BAD_REQUEST:  # a body that can't be read is 422 here (api.md)
        status = HTTPStatus.UNPROCESSABLE_ENTITY.value
    code = _CODES.get(status, "invalid_request" if status < 500 else "internal")
    errors = getattr(error, "errors", ())  # a body that could not be read says where
    title = _TITLES.get(status, HTTPStatus(status).phrase.capitalize())
    return problem(status, code, title, str(detail), errors=errors, headers=error.headers)


def _while_reading(cause: BaseException | None) -> Response | None:
    """FastAPI tells all that happens while it reads a body as the body's fault: a full disk, no memory, no worker
    process that is free. Whoever sent it would send it never again. None where it is the body's."""
    if isinstance(cause, ClientError):
        return of_client_error(cause)
    return of_unexpected(cause) if isinstance(cause, MemoryError | OSError | DBAPIError | WorkerFailed) else None


def of_validation(error: RequestValidationError) -> Response:
    """Pydantic's findings, without the values themselves."""
    found: list[FieldError] = [{"loc": _place(one["loc"]), "message": _message(one)} for one in error.errors()]
    first = f" ({'.'.join(str(part) for part in found[0]['loc'])}: {found[0]['message']})" if found else ""
    detail = f"The request is not valid{first}."
    return problem(422, "invalid_request", "Invalid request", detail, errors=found)


def _message(found: Mapping[str, Any]) -> str:
    """What is wrong there. Of a text that is empty or all spaces Pydantic speaks of items "after validation"."""
    if found["type"] in {"too_short", "string_too_short"} and found["ctx"]["min_length"] == 1:
        return "must not be empty"
    return str(found["msg"]).removeprefix("Value error, ")


def _place(loc: Sequence[str | int]) -> list[str | int]:
    """Where it is in what was sent; Pydantic's own name of a branch of a union is no place there."""
    return [part for part in loc if not (isinstance(part, str) and part.startswith("function-") and "[" in part)]


def internal() -> Response:
    """A fault of ours: nothing of it is told."""
    return problem(500, "internal", "Internal error", "Something went wrong here; the log has it under the request id.")


def unreachable() -> Response:
    """Postgres is away: nothing was stored, asking again is right."""
    detail = "The database can't be reached. Try again."
    return problem(503, "not_ready", "Not ready", detail, headers={"Retry-After": "2"})


def overtaken() -> Response:
    """Others wrote the same all the time: asking again is right."""
    detail = "Others are changing the same just now. Try again."
    return problem(503, "not_ready", "Not ready", detail, headers={"Retry-After": "1"})


def no_room() -> Response:
    """Nothing of it is stored; it can be asked again once there is room."""
    detail = "This machine has no room left (disk or memory): nothing of this was stored. Make room, then try again."
    return problem(503, "not_ready", "Not ready", detail, headers={"Retry-After": "30"})


def made_meanwhile() -> Response:
    """Somebody else stored one with the same key a moment before."""
    return problem(409, "already_exists", "Conflict", "This exists: it was made at the same moment.")


def of_unexpected(error: Exception) -> Response:
    """What nobody caught: the database's troubles are told as what they are, anything else as a fault of ours."""
    if is_full(error) or isinstance(error, MemoryError):
        return no_room()
    if isinstance(error, DBAPIError | OSError) and is_disconnect(error):
        return unreachable()
    if is_conflict(error):
        return overtaken()
    return made_meanwhile() if sqlstate(error) == UNIQUE else internal()


def install(app: FastAPI) -> None:
    """Register the handlers."""

    async def client_error(_: Request, error: Exception) -> Response:
        assert isinstance(error, ClientError)
        return of_client_error(error)

    async def http_exception(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return of_http_exception(error)

    async def validation(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return of_validation(error)

    app.add_exception_handler(ClientError, client_error)
    app.add_exception_handler(HTTPException, http_exception)
    app.add_exception_handler(RequestValidationError, validation)


class UnexpectedErrors:
    """The HTTP border: what nobody expected is logged once and told as a plain 500."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except ClientError as error:  # raised outside of the routes (a mounted application, a middleware)
            if started:
                raise
            await of_client_error(error)(scope, receive, watched)
        except HTTPException as error:
            if started:
                raise
            await of_http_exception(error)(scope, receive, watched)
        except Exception as error:  # a named border: the HTTP edge
            told = of_unexpected(error)
            if told.status_code == HTTPStatus.INTERNAL_SERVER_ERROR:
                log.exception("request_failed", method=scope["method"], answered=started)
            else:
                log.warning("database_trouble", method=scope["method"], status=told.status_code, exc_info=True)
            if not started:
                await told(scope, receive, watched)


def known_already(model: type[BaseModel], what: str) -> dict[int | str, dict[str, Any]]:
    """The OpenAPI entry of a repeated `POST` that makes nothing: the thing that is there, with 200."""
    return {200: {"description": what, "model": model}}


def responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """OpenAPI entries of these errors, and of those that every route may give (401, 403, 422, 429); `web.openapi` puts
    the media type right, and adds those that follow from the form of a route (404, 412, 413, 503)."""
    described = {
        401: "No token, or a wrong one.",
        403: "The token has not the scope.",
        404: "There is no such thing for this user.",
        409: "The state of things stands against it; `code` says which.",
        412: "`If-Match` names another version.",
        413: "The body is too large.",
        415: "Files of this kind are not read; `detail` says which are.",
        416: "The file has no byte of the range.",
        422: "The request is not valid.",
        429: "Too many requests.",
        502: "A model or service behind Steward failed; its log says why.",
        503: "Not ready (the database is away, ask again), or not configured.",
    }
    return {
        status: {"description": described[status], "model": Problem}
        for status in sorted({401, 403, 422, 429, *statuses})
    }


OPENAI_PREFIX = "/v1/"
SERVER_ERROR = 500
_OPENAI_CODES = {"unauthenticated": "invalid_api_key", "rate_limited": "rate_limit_exceeded"}
_OPENAI_TYPES = {"rate_limited": "requests"}


class OpenAIErrors:
    """Adds `error` to the problems of `/v1/`, whoever told them. Under `/v1/` problem JSON carries it beside its own
    members, in the shape that the official clients turn into their exceptions."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith(OPENAI_PREFIX):
            send = _OpenAIAnswer(send).send
        await self._app(scope, receive, send)


class _OpenAIAnswer:
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
    kind = "server_error" if status >= SERVER_ERROR else _OPENAI_TYPES.get(code, "invalid_request_error")
    return {
        "message": problem["detail"],
        "type": kind,
        "param": ".".join(place) or None,
        "code": _OPENAI_CODES.get(code, code),
    }


def _is_problem(start: Message) -> bool:
    return Headers(raw=start["headers"]).get("content-type", "").startswith(MEDIA_TYPE)
