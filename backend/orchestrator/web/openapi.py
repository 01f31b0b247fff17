"""Does the OpenAPI description say what is answered? Errors are problem JSON there too."""

from typing import Any

from fastapi import FastAPI

from orchestrator.web.problems import MEDIA_TYPE

_JSON = "application/json"
_FIRST_ERROR = "400"


def describe(app: FastAPI) -> None:
    """Let `app.openapi()` give the corrected description; it is made once, when it is first asked for."""
    made = app.openapi

    def corrected() -> dict[str, Any]:
        described = app.openapi_schema is not None
        document: dict[str, Any] = made()
        if not described:
            _as_problems(document)
        return document

    app.openapi = corrected  # type: ignore[method-assign]


def _as_problems(document: dict[str, Any]) -> None:
    """FastAPI describes every model as `application/json`; an error's is `application/problem+json`."""
    for operations in document["paths"].values():
        for operation in operations.values():
            for status, told in operation["responses"].items():
                content = told.get("content", {})
                if status >= _FIRST_ERROR and _JSON in content:
                    told["content"] = {MEDIA_TYPE: content[_JSON]}
