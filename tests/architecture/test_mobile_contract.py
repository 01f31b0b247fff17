"""Does `/mobile` still keep what an installed app was promised? And would the comparison notice where it did not?"""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from tests.support import mobile_contract
from tests.support.contract import breaks, each_break, excerpt
from tests.support.mobile_contract import BROKEN, GROWN, described, promised

from orchestrator.app import ROUTERS
from orchestrator.mobile_api.routing import RevalidatedRoute
from orchestrator.web.routing import add_routes

Change = Callable[[dict[str, Any]], object]
TEXT = {"type": "string"}
NULL = {"type": "null"}


def test_what_was_promised_is_kept() -> None:
    broken = breaks(promised(), described())
    assert not broken, "\n".join([BROKEN, *broken])
    assert promised() == described(), GROWN


def test_the_promise_is_not_empty() -> None:
    paths = promised()["paths"]
    assert {"/mobile/devices", "/mobile/threads", "/mobile/threads/{thread_id}", "/mobile/location"} <= paths.keys()
    assert "PreviewOut" in promised()["components"]["schemas"]
    assert breaks(promised(), promised()) == []


def test_every_read_of_the_app_is_revalidated() -> None:
    app = FastAPI()
    add_routes(app, ROUTERS)
    found = [context.original_route for context in iter_route_contexts(app.routes)]
    ours = [one for one in found if isinstance(one, APIRoute) and one.path.startswith(mobile_contract.UNDER)]
    assert len(ours) >= len(promised()["paths"])
    assert [one.path for one in ours if not isinstance(one, RevalidatedRoute)] == []
    reads = [told["get"] for told in promised()["paths"].values() if "get" in told]
    kept = [told for told in reads if "text/event-stream" not in told["responses"]["200"].get("content", {})]
    assert [told for told in kept if "304" not in told["responses"]] == []


# --- the comparison


def api() -> dict[str, Any]:
    """A small description with one of everything."""
    item = {
        "type": "object",
        "properties": {
            "id": {"type": "string", "format": "uuid"},
            "title": TEXT,
            "note": {"anyOf": [TEXT, NULL]},
            "count": {"type": "integer"},
            "state": {"type": "string", "enum": ["open", "done"]},
            "parent": {"anyOf": [{"$ref": "#/components/schemas/Item"}, NULL]},
            "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
            "anything": {},
        },
        "required": ["id", "title", "note", "count", "state"],
    }
    wanted = {
        "type": "object",
        "properties": {
            "title": {"type": "string", "minLength": 1, "maxLength": 100},
            "amount": {"anyOf": [{"type": "number", "minimum": 0}, NULL]},
            "kind": {"type": "string", "enum": ["a", "b"]},
            "items": {"type": "array", "items": TEXT, "maxItems": 10},
        },
        "required": ["title"],
    }
    limit = {"in": "query", "name": "limit", "required": False, "schema": {"type": "integer", "maximum": 50}}
    listed = {"type": "array", "items": {"$ref": "#/components/schemas/Item"}}
    body = {"required": True, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Wanted"}}}}
    reading = {
        "parameters": [limit],
        "responses": {"200": {"content": {"application/json": {"schema": listed}}}, "304": {"description": "…"}},
    }
    making = {
        "requestBody": body,
        "responses": {"201": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Item"}}}}},
    }
    return {
        "paths": {"/mobile/items": {"get": reading, "post": making}, "/other": {"get": {"responses": {}}}},
        "components": {"schemas": {"Item": item, "Wanted": wanted, "Unused": TEXT}},
    }


def item(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["components"]["schemas"]["Item"]
    return found


def wanted(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["components"]["schemas"]["Wanted"]
    return found


def reading(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["paths"]["/mobile/items"]["get"]
    return found


def making(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["paths"]["/mobile/items"]["post"]
    return found


def given(**properties: Any) -> Change:
    return lambda document: item(document)["properties"].update(properties)


def taken(**properties: Any) -> Change:
    return lambda document: wanted(document)["properties"].update(properties)


def rename(properties: dict[str, Any], name: str) -> None:
    properties[f"{name}_new"] = properties.pop(name)


def rename_item(document: dict[str, Any]) -> None:
    document["components"]["schemas"]["Other"] = item(document)
    answer = making(document)["responses"]["201"]["content"]["application/json"]
    answer["schema"] = {"$ref": "#/components/schemas/Other"}


PARAMETER = {"in": "query", "name": "limit", "required": False}
SINCE = {"in": "query", "name": "since", "schema": TEXT}
BREAKING: dict[str, tuple[Change, str]] = {
    "a path": (lambda one: one["paths"].pop("/mobile/items"), "GET /mobile/items: is gone"),
    "a method": (lambda one: one["paths"]["/mobile/items"].pop("post"), "POST /mobile/items: is gone"),
    "a parameter": (lambda one: reading(one).update(parameters=[]), "query parameter `limit` is gone"),
    "a narrower parameter": (
        lambda one: reading(one).update(parameters=[{**PARAMETER, "schema": {"type": "integer", "maximum": 20}}]),
        "maximum was 50, is 20",
    ),
    "another kind of parameter": (
        lambda one: reading(one).update(parameters=[{**PARAMETER, "schema": {"type": "boolean"}}]),
        "integer is not taken any more",
    ),
    "a new required parameter": (
        lambda one: reading(one)["parameters"].append({**SINCE, "required": True}),
        "query parameter `since` is required now",
    ),
    "an answer's status": (lambda one: reading(one)["responses"].pop("304"), "never answers 304 any more"),
    "an answer's body": (lambda one: reading(one)["responses"].update({"200": {}}), "200 is no application/json"),
    "an answer's field": (lambda one: item(one)["properties"].pop("title"), "200[].title: is gone"),
    "an answer's optional field": (lambda one: item(one)["properties"].pop("counts"), "200[].counts: is gone"),
    "a renamed field": (lambda one: rename(item(one)["properties"], "title"), "200[].title: is gone"),
    "a retyped field": (given(count=TEXT), "count: string may be given now"),
    "a wider number": (given(count={"type": "number"}), "count: number may be given now"),
    "a field that may be null": (given(title={"anyOf": [TEXT, NULL]}), "title: null may be given now"),
    "a field that is nothing but null": (given(note=NULL), "note: string is not given any more"),
    "a field that may be absent": (lambda one: item(one)["required"].remove("title"), "title: may be absent now"),
    "another format": (given(id=TEXT), "id: format was uuid, is none"),
    "a value of an enumeration": (given(state={"type": "string", "enum": ["open"]}), "done is not given any more"),
    "an open enumeration": (given(state=TEXT), "state: was one of open, done, is any value"),
    "values of a map": (given(counts={"type": "object", "additionalProperties": TEXT}), "counts.*: string may be"),
    "a request's field": (lambda one: wanted(one)["properties"].pop("kind"), "body.kind: is gone"),
    "a request's required field": (lambda one: wanted(one)["required"].append("kind"), "body.kind: is required now"),
    "a new required field": (
        lambda one: (taken(color=TEXT)(one), wanted(one)["required"].append("color")),
        "body.color: is required now",
    ),
    "a request's null": (taken(amount={"type": "number", "minimum": 0}), "amount: null is not taken any more"),
    "a request's narrower number": (
        taken(amount={"anyOf": [{"type": "integer"}, NULL]}),
        "amount: number is not taken any more",
    ),
    "a request's value": (taken(kind={"type": "string", "enum": ["a"]}), "kind: 'b' is not taken any more"),
    "a request's enumeration": (taken(title={"type": "string", "enum": ["x"]}), "is not taken any more"),
    "a request's shorter text": (taken(title={"type": "string", "maxLength": 50}), "maxLength was 100, is 50"),
    "a request's longer text": (taken(title={"type": "string", "minLength": 2}), "minLength was 1, is 2"),
    "a request's pattern": (taken(title={"type": "string", "pattern": "^x"}), "pattern was none, is ^x"),
    "a request's format": (taken(title={"type": "string", "format": "date"}), "format was none, is date"),
    "a request's list": (taken(items={"type": "array", "items": {"type": "integer"}}), "items[]: string is not taken"),
    "a request's other fields": (lambda one: wanted(one).update(additionalProperties=False), "are refused now"),
    "a request's media type": (
        lambda one: making(one)["requestBody"].update(content={"text/csv": {"schema": TEXT}}),
        "takes no application/json any more",
    ),
    "a body that was not needed": (
        lambda one: reading(one).update(requestBody=making(one)["requestBody"]),
        "GET /mobile/items: a body is required now",
    ),
}
GROWING: dict[str, Change] = {
    "a path": lambda one: one["paths"].update({"/mobile/new": {"get": reading(one)}}),
    "a method": lambda one: one["paths"]["/mobile/items"].update(delete={"responses": {}}),
    "an optional parameter": lambda one: reading(one)["parameters"].append({**SINCE, "required": False}),
    "a wider parameter": lambda one: reading(one).update(parameters=[{**PARAMETER, "schema": {"type": "number"}}]),
    "an answer's field": given(color=TEXT),
    "an answer's status": lambda one: reading(one)["responses"].update({"409": {}}),
    "an answer that is never null": given(note=TEXT),
    "a field that is always there": lambda one: item(one)["required"].append("counts"),
    "a value of an answer": given(state={"type": "string", "enum": ["open", "done", "late"]}),
    "a request's field": taken(color=TEXT),
    "a request's null": taken(title={"anyOf": [{"type": "string", "maxLength": 100}, NULL]}),
    "a request's longer text": taken(title={"type": "string", "maxLength": 200}),
    "a request's value": taken(kind={"type": "string", "enum": ["a", "b", "c"]}),
    "a field that was required": lambda one: wanted(one).update(required=[]),
    "another schema's name": rename_item,
    "what is not the app's": lambda one: one["paths"].pop("/other"),
}


def changed(change: Change) -> dict[str, Any]:
    document = copy.deepcopy(api())
    change(document)
    return excerpt(document, "/mobile/")


@pytest.mark.parametrize("what", BREAKING)
def test_a_break_is_noticed(what: str) -> None:
    change, told = BREAKING[what]
    found = breaks(excerpt(api(), "/mobile/"), changed(change))
    assert any(told in one for one in found), found


@pytest.mark.parametrize("what", GROWING)
def test_growth_is_no_break(what: str) -> None:
    assert breaks(excerpt(api(), "/mobile/"), changed(GROWING[what])) == []


def test_words_for_people_are_no_part_of_the_promise() -> None:
    document = api()
    item(document).update(title="Item", description="One", examples=[{}])
    reading(document).update(summary="Items", operationId="items", tags=["mobile"])
    assert excerpt(document, "/mobile/") == excerpt(api(), "/mobile/")
    assert "title" in excerpt(document, "/mobile/")["components"]["schemas"]["Item"]["properties"]
    assert "Unused" not in excerpt(document, "/mobile/")["components"]["schemas"]


def test_every_field_of_the_real_contract_is_guarded() -> None:
    """Take away each property of each schema in turn: the comparison finds it wherever it is given or taken."""
    kept, without = promised(), promised()
    for name, schema in kept["components"]["schemas"].items():
        properties = without["components"]["schemas"][name].get("properties", {})
        for field in schema.get("properties", {}):
            taken_away = properties.pop(field)
            assert any(f".{field}: is gone" in one for one in each_break(kept, without)), (name, field)
            properties[field] = taken_away
    assert without == kept


def test_the_program_refuses_to_forget(capsys: pytest.CaptureFixture[str]) -> None:
    kept = copy.deepcopy(promised())
    kept["paths"]["/mobile/gone"] = {"get": {"responses": {}}}
    assert breaks(kept, described()) == ["GET /mobile/gone: is gone"]
    assert mobile_contract.extended(kept) is None
    assert "GET /mobile/gone: is gone" in capsys.readouterr().err
    kept["paths"].pop("/mobile/gone")
    kept["paths"].pop("/mobile/threads")
    assert mobile_contract.extended(kept) == described()
