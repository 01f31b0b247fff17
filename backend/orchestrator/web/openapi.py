"""Corrections of the OpenAPI description: errors are problem JSON, and all that an operation may answer is there.

A route tells its own statuses (`responses(404, 409)`); those that follow from its form (a body may be too large, an id
unknown, an `If-Match` outdated, Postgres away) are added here, so that none is forgotten.
"""

import asyncio
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute, iter_route_contexts

from orchestrator.web.headers import REST
from orchestrator.web.problems import MEDIA_TYPE, PROBLEM, responses
from orchestrator.web.routing import requirements

_JSON = "application/json"
_OWN = {"$ref": "#/components/schemas/HTTPValidationError"}
"""FastAPI's own 422, of routes that tell nothing of theirs."""
SCOPES = "x-scopes"
"""A list of scopes, one of which the token of an operation needs; OpenAPI has a place for those of OAuth alone."""
_SECURED = "401"
"""Every operation that may answer it looks its token up in the database."""


def describe(app: FastAPI) -> None:
    """Let `app.openapi()` give the corrected description; it is made once, when it is first asked for. `/openapi.json`
    has it made in a thread: that takes a second, in which others are answered."""
    made, making = app.openapi, Lock()

    def corrected() -> dict[str, Any]:
        with making:
            described = app.openapi_schema is not None
            document: dict[str, Any] = made()
            if not described:
                _correct(document, _scopes(app))
            return document

    app.openapi = corrected  # type: ignore[method-assign]
    app.get("/openapi.json", include_in_schema=False)(_description)


async def _description(request: Request) -> JSONResponse:
    """Of the request's application: FastAPI keeps every endpoint for good, and what a closure of it holds."""
    return JSONResponse(await asyncio.to_thread(request.app.openapi))


def _correct(document: dict[str, Any], scopes: Mapping[tuple[str, str], Sequence[str]]) -> None:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            _complete(path, operation)
            _body_or_none(operation.get("requestBody", {}))
            _with_scopes(operation, scopes.get((path, method.upper()), ()))
            _as_problems(operation["responses"])


def _scopes(app: FastAPI) -> dict[tuple[str, str], tuple[str, ...]]:
    """Of each path and method, the scopes of which one is needed."""
    return {
        (str(route.path).replace(REST, "}"), method): requirement.any_of
        for route in iter_route_contexts(app.routes)
        if isinstance(route.original_route, APIRoute)
        for method in route.methods or ()
        for requirement in requirements(route.original_route.dependant)
    }


def _with_scopes(operation: dict[str, Any], any_of: Sequence[str]) -> None:
    if not any_of:  # a code that pairs is no token
        operation["responses"].pop("403", None)
        return
    operation[SCOPES] = sorted(any_of)
    named = " or ".join(f"`{scope}`" for scope in sorted(any_of))
    refused = operation["responses"].setdefault("403", {"content": {_JSON: {"schema": PROBLEM}}})
    refused["description"] = f"The token has not the scope {named}."


def _complete(path: str, operation: dict[str, Any]) -> None:
    answers = operation["responses"]
    following = {
        404: "{" in path,
        412: any(one["name"] == "if-match" for one in operation.get("parameters", ())),
        413: "requestBody" in operation,
        503: True,
    }
    if _SECURED not in answers:
        return
    for status, entry in responses(*(status for status, so in following.items() if so)).items():
        answers.setdefault(str(status), {"description": entry["description"], "content": {_JSON: {"schema": PROBLEM}}})
    operation["responses"] = dict(sorted(answers.items()))


def _body_or_none(body: dict[str, Any]) -> None:
    """A body that need not be sent is one of its model. A `null` beside that, which is taken too, makes generated
    clients send what they mean by nothing."""
    for told in body.get("content", {}).values() if not body.get("required", False) else ():
        options = [one for one in told["schema"].get("anyOf", ()) if one.get("type") != "null"]
        if len(options) == 1:
            told["schema"] = options[0]


def _as_problems(answers: dict[str, Any]) -> None:
    """FastAPI describes every model as `application/json`; a problem is `application/problem+json`."""
    for told in answers.values():
        if told.get("content", {}).get(_JSON, {}).get("schema") in (PROBLEM, _OWN):
            told["content"] = {MEDIA_TYPE: {"schema": PROBLEM}}
