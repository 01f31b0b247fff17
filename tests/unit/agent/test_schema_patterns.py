"""Do foreign tools' schemas mean what JSON Schema says, whatever patterns they hold, and do our own refuse extras?"""

import itertools
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from orchestrator import catalog
from orchestrator.agent.call_repair import OfferedTool, check, verdict_of_case
from orchestrator.agent.schema_check import Contract

ENDLESS_S = 1.0
"""Processor time for a schema and arguments of a few kilobytes: by `re` these take years."""
SHORT_AND_LONG = ({"x-a": 1, "b": "text"}, {"x-a": "a", "zz": 2}, {"b": 3, "X": {}}, {"n1": 1, "n2": "t"}, {})
SCHEMAS: list[dict[str, Any]] = [
    {},
    {"type": "object"},
    {"properties": {"b": {"type": "string"}}},
    {"properties": {"b": {"type": "string"}}, "additionalProperties": False},
    {"properties": {"b": {"type": "string"}}, "additionalProperties": {"type": "integer"}},
    {"patternProperties": {"^x-": {"type": "integer"}}},
    {"patternProperties": {"^x-": {"type": "integer"}}, "additionalProperties": False},
    {"properties": {"b": {}}, "patternProperties": {"^x-": {}, "^n[0-9]$": {}}, "unevaluatedProperties": False},
    {"allOf": [{"properties": {"b": {}}}, {"patternProperties": {"^x": {}}}], "unevaluatedProperties": False},
    {"$ref": "#/$defs/n", "$defs": {"n": {"patternProperties": {"[0-9]$": {}}}}, "unevaluatedProperties": False},
    {"anyOf": [{"required": ["b"], "properties": {"b": {}}}, {"properties": {"zz": {}}}],
     "unevaluatedProperties": {"type": "object"}},
    {"if": {"required": ["x-a"]}, "then": {"patternProperties": {"^x": {}}}, "else": {"properties": {"b": {}}},
     "unevaluatedProperties": False},
    {"dependentSchemas": {"b": {"patternProperties": {"^[A-Zx]": {}}}}, "properties": {"b": {}},
     "unevaluatedProperties": False},
    {"propertyNames": {"pattern": "^[a-z-]+$"}},
    {"properties": {"b": {"type": ["string", "null"], "pattern": "^t"}}, "minProperties": 1},
    {"not": {"patternProperties": {"^n": {"type": "integer"}}, "required": ["n1"]}},
]  # fmt: skip
HOSTILE = (
    "^(a+)+$",
    "^(a|a)*$",
    "^(a|aa)+$",
    "(x+x+)+y",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "^(?:(?:a{0,30}){0,30}){0,30}b$",
)


def admitted(schema: dict[str, Any], arguments: Any) -> bool:
    return check({"name": "t", "arguments": arguments}, [OfferedTool("t", "", schema)]).verdict == "accept"


@pytest.mark.parametrize(("schema", "arguments"), list(itertools.product(SCHEMAS, SHORT_AND_LONG)))
def test_a_schema_means_what_json_schema_says(schema: dict[str, Any], arguments: dict[str, Any]) -> None:
    assert Contract(schema).admits(arguments) == Draft202012Validator(schema).is_valid(arguments)
    assert not Contract(schema).fault


@given(
    st.sampled_from(SCHEMAS),
    st.dictionaries(
        st.sampled_from(["b", "x-a", "x", "n1", "zz", "X"]),
        st.none() | st.integers(0, 2) | st.sampled_from(["t", "u"]) | st.just({}),
        max_size=4,
    ),
)
@settings(max_examples=200)
def test_it_is_so_for_any_arguments(schema: dict[str, Any], arguments: dict[str, Any]) -> None:
    assert Contract(schema).admits(arguments) == Draft202012Validator(schema).is_valid(arguments)


@pytest.mark.parametrize("pattern", HOSTILE)
def test_a_hostile_pattern_does_not_hang(pattern: str) -> None:
    """As a value's pattern, as a name's, and beside `unevaluatedProperties`."""
    text = "a" * 4_000 + "!"
    schemas: list[dict[str, Any]] = [
        {"properties": {"q": {"type": "string", "pattern": pattern}}},
        {"patternProperties": {pattern: {"type": "integer"}}, "additionalProperties": False},
        {"patternProperties": {pattern: {}}, "unevaluatedProperties": False},
        {"propertyNames": {"pattern": pattern}},
    ]
    begun = time.process_time()
    for schema in schemas:
        for arguments in ({"q": text}, {text: 1}, {"q": "x" * 4_000, text: text}):
            check({"name": "t", "arguments": arguments}, [OfferedTool("t", "", schema)])
    assert time.process_time() - begun < ENDLESS_S * len(schemas)


@pytest.mark.parametrize("pattern", ["^(?=.*[0-9]).+$", r"^(.)\1$", "^.{0,5000}$", "(?<!a)b", "^(?!x)"])
def test_what_no_linear_engine_reads_is_left_to_the_tool(pattern: str) -> None:
    schema = {
        "properties": {"q": {"type": "string", "pattern": pattern, "maxLength": 8}},
        "additionalProperties": False,
    }
    assert admitted(schema, {"q": "ab1"})
    assert not admitted(schema, {"q": "far too long"}), "everything else still holds"
    assert not admitted(schema, {"r": "ab1"})


@pytest.mark.parametrize("pattern", ["(", "[a", "a)", "*", "a\\"])
def test_what_is_no_pattern_makes_the_tool_unusable(pattern: str) -> None:
    verdict = check({"name": "t", "arguments": {}}, [OfferedTool("t", "", {"properties": {"q": {"pattern": pattern}}})])
    assert verdict.verdict == "reject"
    assert "schema is broken" in verdict.reason


def test_the_evaluation_takes_further_arguments_where_the_schema_does() -> None:
    call = {"name": "find", "arguments": {"query": "x", "verbose": True}}
    parameters: dict[str, Any] = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
    for schema, verdict in (
        (parameters, "accept"),
        ({"type": "object"}, "accept"),
        ({**parameters, "additionalProperties": False}, "reject"),
        ({**parameters, "additionalProperties": {"type": "boolean"}}, "accept"),
        ({**parameters, "additionalProperties": {"type": "array", "minItems": 2}}, "reject"),
        ({**parameters, "patternProperties": {"^verb": {}}, "additionalProperties": False}, "accept"),
    ):
        tools = [{"name": "find", "description": "", "parameters": schema}]
        told = verdict_of_case({"id": 1, "tools": tools, "raw_call": call})
        assert told["verdict"] == verdict, schema
        assert (told["call"] == call) == (verdict == "accept")


def objects(node: Any, *, named: bool = False) -> Iterator[dict[str, Any]]:
    """The schemas of objects in a schema; `named`: the keys are names of properties."""
    if isinstance(node, dict):
        if not named and isinstance(node.get("properties"), dict):
            yield node
        for key, part in node.items():
            yield from objects(part, named=key in {"properties", "$defs"} and not named)
    elif isinstance(node, list):
        for part in node:
            yield from objects(part)


@pytest.mark.parametrize("tool", catalog.TOOLS, ids=lambda tool: tool.name)
def test_our_own_tools_refuse_what_they_do_not_know(tool: Any) -> None:
    for schema in objects(tool.schema):
        assert schema.get("additionalProperties") is False, schema
    verdict = check({"name": tool.name, "arguments": {"surely_unknown": 1}}, [tool.offered])
    assert verdict.verdict == "reject"
    assert "surely_unknown" in verdict.reason
