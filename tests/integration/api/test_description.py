"""Does the OpenAPI description hold what a client needs: an example of every body, and the errors as they are?"""

from typing import Any

from fastapi import FastAPI
from tests.support.web import make_app

from orchestrator.app import ROUTERS
from orchestrator.db.session import Database

PUBLIC = {"/health", "/ready", "/metrics"}


def document(app: FastAPI) -> dict[str, Any]:
    return app.openapi()


def examples_of(content: dict[str, Any], schemas: dict[str, Any]) -> list[Any]:
    """The examples of a body, wherever OpenAPI lets them stand."""
    schema = content["schema"]
    found = [*content.get("examples", ()), *schema.get("examples", ())]
    for option in (schema, *schema.get("anyOf", ())):
        if "$ref" in option:
            found += schemas[option["$ref"].rsplit("/", 1)[1]].get("examples", ())
    return found


async def test_every_body_has_an_example(reused_database: Database) -> None:
    told = document(make_app(reused_database, ROUTERS))
    schemas = told["components"]["schemas"]
    without = [
        f"{method} {path}"
        for path, operations in told["paths"].items()
        for method, operation in operations.items()
        for content in operation.get("requestBody", {}).get("content", {}).values()
        if not examples_of(content, schemas)
    ]
    assert without == []


async def test_errors_are_problem_json(reused_database: Database) -> None:
    told = document(make_app(reused_database, ROUTERS))
    assert document(make_app(reused_database, ROUTERS)) == told
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            answers = operation["responses"]
            if path not in PUBLIC:
                assert {"401", "403", "422", "429"} <= answers.keys(), (method, path)
            for status, answer in answers.items():
                if status >= "400":
                    (media_type, content), *others = answer["content"].items()
                    assert not others
                    assert media_type == "application/problem+json", (method, path, status)
                    assert content["schema"] == {"$ref": "#/components/schemas/Problem"}
