"""Corrections of the OpenAPI description: errors are problem JSON, and all that an operation may answer is there.

A route tells its own statuses (`responses(404, 409)`); those that follow from its form (a body may be too large, an id
unknown, an `If-Match` outdated, Postgres away) are added here, so that none is forgotten.
"""

from typing import Any

from fastapi import FastAPI

from orchestrator.web.problems import MEDIA_TYPE, PROBLEM, responses

_JSON = "application/json"
_OWN = {"$ref": "#/components/schemas/HTTPValidationError"}
"""FastAPI's own 422, of routes that tell nothing of theirs."""
_SECURED = "401"
"""Every operation that may answer it looks its token up in the database."""


def describe(app: FastAPI) -> None:
    """Let `app.openapi()` give the corrected description; it is made once, when it is first asked for."""
    made = app.openapi

    def corrected() -> dict[str, Any]:
        described = app.openapi_schema is not None
        document: dict[str, Any] = made()
        if not described:
            for path, operations in document["paths"].items():
                for operation in operations.values():
                    _complete(path, operation)
                    _as_problems(operation["responses"])
        return document

    app.openapi = corrected  # type: ignore[method-assign]


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


def _as_problems(answers: dict[str, Any]) -> None:
    """FastAPI describes every model as `application/json`; a problem is `application/problem+json`."""
    for told in answers.values():
        if told.get("content", {}).get(_JSON, {}).get("schema") in (PROBLEM, _OWN):
            told["content"] = {MEDIA_TYPE: {"schema": PROBLEM}}
