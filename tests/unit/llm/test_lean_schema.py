"""What is left of a schema for a grammar and a small model."""

from typing import Annotated, Literal

import jsonschema
from pydantic import BaseModel, Field

from orchestrator.llm.request_parts import lean


class Window(BaseModel):
    since: str | None = None
    days: Annotated[int, Field(ge=1, le=31)] = 7


class Arguments(BaseModel):
    """A tool's arguments as slices write them."""

    action: Literal["next", "count"] = "next"
    query: Annotated[str | None, Field(max_length=200, description="words")] = None
    window: Window | None = None
    ids: list[str] = []
    either: int | str | None = None


def test_references_and_nulls_are_gone_and_names_stay() -> None:
    shape = lean(Arguments.model_json_schema())
    assert shape == {
        "type": "object",
        "properties": {
            "action": {"enum": ["next", "count"], "type": "string"},
            "query": {"type": "string"},
            "window": {
                "type": "object",
                "properties": {"since": {"type": "string"}, "days": {"type": "integer"}},
                "additionalProperties": False,
            },
            "ids": {"type": "array", "items": {"type": "string"}},
            "either": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        },
        "additionalProperties": False,
    }
    jsonschema.Draft202012Validator.check_schema(shape)


def test_what_fits_the_lean_schema_fits_the_whole_one() -> None:
    value = {"action": "count", "query": "milk", "window": {"since": "2026-01-01"}, "ids": ["a"], "either": 3}
    jsonschema.validate(value, lean(Arguments.model_json_schema()))
    Arguments.model_validate(value)


def test_required_and_type_lists() -> None:
    schema = {"type": "object", "properties": {"a": {"type": ["string", "null"]}}, "required": ["a"]}
    assert lean(schema)["properties"]["a"] == {"type": "string"}
    assert lean(schema)["required"] == ["a"]


def test_a_schema_without_arguments_takes_none() -> None:
    assert lean({}) == lean({"type": "object"}) == {"type": "object", "properties": {}, "additionalProperties": False}


def test_a_schema_that_refers_to_itself_ends() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
    shape = lean({"type": "object", "properties": {"root": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": node}})
    assert shape["properties"]["root"]["properties"]["next"]["type"] == "object"
    assert lean({"$ref": "#/$defs/Gone"}) == lean({})
