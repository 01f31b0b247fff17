"""Does the OpenAPI description hold what a client needs: an example of every body, and the errors as they are?"""

import json
import re
from collections import Counter
from typing import Any

import pytest
from fastapi import FastAPI
from openapi_spec_validator import validate
from tests.support.corpora import cases
from tests.support.web import make_app

from orchestrator.app import ROUTERS
from orchestrator.db.session import Database
from orchestrator.domain.people.accounts.schemas import SCOPES
from orchestrator.domain.world.documents.media_types import NAMES

PUBLIC = {"/health", "/ready", "/metrics"}


@pytest.fixture(scope="module")
def told(app: FastAPI) -> dict[str, Any]:
    """The description of the whole application; making it takes a second."""
    return app.openapi()


def examples_of(content: dict[str, Any], schemas: dict[str, Any]) -> list[Any]:
    """The examples of a body, wherever OpenAPI lets them stand."""
    schema = content["schema"]
    found = [*content.get("examples", ()), *schema.get("examples", ())]
    for option in (schema, *schema.get("anyOf", ())):
        if "$ref" in option:
            found += schemas[option["$ref"].rsplit("/", 1)[1]].get("examples", ())
    return found


def test_every_body_has_an_example(told: dict[str, Any]) -> None:
    schemas = told["components"]["schemas"]
    without = [
        f"{method} {path}"
        for path, operations in told["paths"].items()
        for method, operation in operations.items()
        for content in operation.get("requestBody", {}).get("content", {}).values()
        if not examples_of(content, schemas)
    ]
    assert without == []


def test_bounds_are_said_as_json_schema_says_them(told: dict[str, Any]) -> None:
    """pydantic writes its own words where a validator stands before the bound."""
    properties = (
        one for schema in told["components"]["schemas"].values() for one in schema.get("properties", {}).items()
    )
    own = {
        name
        for name, one in properties
        for kind in (one, *one.get("anyOf", ()))
        if {"ge", "le", "gt", "lt"} & kind.keys()
    }
    assert own == set()


def test_it_is_the_same_each_time(told: dict[str, Any], module_database: Database) -> None:
    assert make_app(module_database, ROUTERS).openapi() == told


def test_errors_are_problem_json(told: dict[str, Any]) -> None:
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            answers = operation["responses"]
            if path not in PUBLIC | {"/auth/pair", "/auth/link", "/push/answers/{token}"}:
                assert {"401", "403", "422", "429"} <= answers.keys(), (method, path)
            for status, answer in answers.items():
                if status >= "400":
                    content = answer["content"]
                    others = content.keys() - {"application/problem+json"}
                    assert not others or (path == "/mcp" and others == {"application/json"}), (method, path, status)
                    assert content["application/problem+json"]["schema"] == {"$ref": "#/components/schemas/Problem"}


WALL_TIMES = {"start_at", "end_at", "due_at", "remind_at", "done_at", "recurrence_id"}
"""Of events, their overrides and todos: without an offset (api.md, ids). A stay is measured: its times are instants."""


def options_of(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return [option for option in schema.get("anyOf", [schema]) if option.get("type") != "null"]


def test_wall_times_are_no_instants(told: dict[str, Any]) -> None:
    """Wherever they stand, in what is sent and what is answered."""
    schemas = told["components"]["schemas"]
    seen = set()
    for name, schema in schemas.items():
        for field, described in schema.get("properties", {}).items():
            if field in WALL_TIMES and name.removesuffix("Patch") not in {"EvidenceShown", "StayOut"}:
                (option,) = options_of(described)
                assert option["type"] == "string", (name, field)
                assert "format" not in option, (name, field)
                assert all(re.search(option["pattern"], one) for one in option["examples"]), (name, field)
                assert re.search(option["pattern"], "2026-11-27T10:00:00")
                assert re.search(option["pattern"], "2026-11-27")
                assert not re.search(option["pattern"], "tomorrow")
                seen.add((name, field))
    assert {
        ("EventOut", "start_at"),
        ("EventPatch", "end_at"),
        ("TodoFields", "due_at"),
        ("TodoOut", "remind_at"),
    } <= seen
    for name in ("EventFields", "EventPatch", "OverrideIn", "TodoPatch"):
        field = "start_at" if "start_at" in schemas[name]["properties"] else "due_at"
        (option,) = options_of(schemas[name]["properties"][field])
        assert re.search(option["pattern"], "2026-11-27T10:00:00+01:00"), "an instant is taken, and converted"
    for name in ("EventOut", "TodoOut"):
        field = "start_at" if name == "EventOut" else "due_at"
        (option,) = options_of(schemas[name]["properties"][field])
        assert not re.search(option["pattern"], "2026-11-27T10:00:00Z"), "no offset is ever answered"
    assert schemas["EventOut"]["properties"]["start_utc"]["format"] == "date-time"


def test_names_are_unique_and_readable(told: dict[str, Any]) -> None:
    """What generators make classes and functions of."""
    titles = Counter(schema["title"] for schema in told["components"]["schemas"].values())
    assert [title for title, times in titles.items() if times > 1] == []
    assert [
        name for name in told["components"]["schemas"] if "__" in name or name.endswith(("-Input", "-Output"))
    ] == []
    names = [operation["operationId"] for path in told["paths"].values() for operation in path.values()]
    assert len(names) == len(set(names))
    assert all(re.fullmatch("[a-z]+(_[a-z]+){0,3}", name) for name in names), names


@pytest.mark.parametrize(("method", "path", "status"), cases("answers_described", "what_may_be_answered_is_described"))
def test_what_may_be_answered_is_described(told: dict[str, Any], method: str, path: str, status: str) -> None:
    assert status in told["paths"][path][method]["responses"]


def test_the_scopes_of_an_operation_are_described(told: dict[str, Any]) -> None:
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            scopes = operation.get("x-scopes", [])
            assert bool(scopes) == ("security" in operation) == ("403" in operation["responses"]), (method, path)
            assert set(scopes) <= set(SCOPES)
            assert all(f"`{scope}`" in operation["responses"]["403"]["description"] for scope in scopes)
    paths = told["paths"]
    assert paths["/me"]["patch"]["x-scopes"] == ["curate", "write"]
    assert paths["/meetings/{meeting_id}/summary/rerun"]["post"]["x-scopes"] == ["ingest"]
    assert paths["/ingest/owntracks"]["post"]["x-scopes"] == ["ingest", "location"]
    assert paths["/connections"]["get"]["x-scopes"] == ["admin"]


def test_what_may_be_sent_is_described(told: dict[str, Any]) -> None:
    """Plain strings where api.md takes them; a body that may be left out is no `null` to a generated client."""
    schemas = told["components"]["schemas"]
    for name, field in (("ContactFields", "emails"), ("ContactFields", "phones"), ("EventFields", "participants")):
        assert "string" in [one.get("type") for one in schemas[name]["properties"][field]["items"]["anyOf"]]
    assert "anyOf" not in schemas["ContactOut"]["properties"]["emails"]["items"]
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            body = operation.get("requestBody", {})
            for content in body.get("content", {}).values():
                assert {"type": "null"} not in content["schema"].get("anyOf", ()), (method, path)


def test_a_documents_content_has_its_own_type(told: dict[str, Any]) -> None:
    answers = told["paths"]["/documents/{entity_id}/content"]["get"]["responses"]
    assert set(NAMES) <= answers["200"]["content"].keys()
    assert answers["200"]["content"].keys() < answers["206"]["content"].keys()


def test_the_document_is_valid_openapi(told: dict[str, Any]) -> None:
    validate(json.loads(json.dumps(told)))
