"""Do foreign tools' schemas mean what JSON Schema says, whatever patterns they hold, and do our own refuse extras?"""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for
from tests.support.corpora import corpus
from tests.support.processor_time import processor_time

from orchestrator import catalog
from orchestrator.agent.tools.arguments.repair import OfferedTool, check, verdict_of_case
from orchestrator.agent.tools.arguments.schema import Contract

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


@corpus("schema_patterns", "a_hostile_pattern_does_not_hang")
def test_a_hostile_pattern_does_not_hang(pattern: str) -> None:
    """As a value's pattern, as a name's, and beside `unevaluatedProperties`."""
    text = "a" * 4_000 + "!"
    schemas: list[dict[str, Any]] = [
        {"properties": {"q": {"type": "string", "pattern": pattern}}},
        {"patternProperties": {pattern: {"type": "integer"}}, "additionalProperties": False},
        {"patternProperties": {pattern: {}}, "unevaluatedProperties": False},
        {"propertyNames": {"pattern": pattern}},
    ]
    with processor_time() as spent:
        for schema in schemas:
            for arguments in ({"q": text}, {text: 1}, {"q": "x" * 4_000, text: text}):
                check({"name": "t", "arguments": arguments}, [OfferedTool("t", "", schema)])
    assert spent.seconds < ENDLESS_S * len(schemas)


@pytest.mark.parametrize("pattern", ["^(?=.*[0-9]).+$", r"^(.)\1$", "^.{0,5000}$", "(?<!a)b", "^(?!x)"])
def test_what_no_linear_engine_reads_is_left_to_the_tool(pattern: str) -> None:
    schema = {
        "properties": {"q": {"type": "string", "pattern": pattern, "maxLength": 8}},
        "additionalProperties": False,
    }
    assert admitted(schema, {"q": "ab1"})
    assert not admitted(schema, {"q": "far too long"}), "everything else still holds"
    assert not admitted(schema, {"r": "ab1"})


DRAFT_7, DRAFT_4 = ("http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-04/schema#")


@corpus("schema_patterns", "a_schema_is_read_in_its_own_draft")
def test_a_schema_is_read_in_its_own_draft(schema: dict[str, Any], several: list[dict[str, Any]]) -> None:
    judge = validator_for(schema, default=Draft202012Validator)(schema)
    assert not Contract(schema).fault
    for arguments in several:
        assert Contract(schema).admits(arguments) == judge.is_valid(arguments), arguments
        assert admitted(schema, arguments) == judge.is_valid(arguments), arguments


def test_a_schema_without_a_draft_is_read_in_the_newest_that_takes_it() -> None:
    older: dict[str, Any] = {
        "properties": {"n": {"minimum": 0, "exclusiveMinimum": True}, "a": {"items": [{"type": "null"}]}}
    }
    assert admitted(older, {"n": 1, "a": [None, 2]})
    assert not admitted(older, {"n": 0})
    assert not admitted(older, {"a": [1]})
    assert not admitted({"dependentRequired": {"a": ["b"]}}, {"a": 1})
    assert Contract({"properties": {"n": {"type": "no such"}}}).fault


@pytest.mark.parametrize("pattern", [r"^\p{L}+$", "^[^]*$", "^(?<year>[0-9]{4})$", r"^\cA$", "[]", r"^\u0041$"])
def test_a_pattern_that_python_does_not_read_is_none_the_less_sound(pattern: str) -> None:
    contract = Contract({"properties": {"q": {"type": "string", "pattern": pattern}}})
    assert not contract.fault
    assert contract.admits({})
    assert not contract.admits({"q": 1})


@st.composite
def schemas(draw: st.DrawFn) -> dict[str, Any]:
    """Schemas of objects with every keyword that says something of properties, references among them."""
    kinds = ("string", "integer", "boolean", "null", "object", "array")
    names = st.sampled_from(["b", "x-a", "n1", "zz"])
    leaves = st.one_of(
        st.builds(lambda kind: {"type": kind}, st.sampled_from(kinds)),
        st.builds(lambda several: {"type": several}, st.lists(st.sampled_from(kinds), min_size=1, unique=True)),
        st.builds(lambda value: {"const": value}, st.sampled_from([1, "t", None, True, {}])),
        st.sampled_from([{"$ref": "#/$defs/d"}, {"$ref": "#/$defs/e"}, {}, True, False, {"enum": ["t", None]}]),
    )

    def of(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
        few, several = {"max_size": 2}, {"min_size": 1, "max_size": 2}
        required = st.lists(names, unique=True, **few)
        words: dict[str, st.SearchStrategy[Any]] = dict.fromkeys(
            ("additionalProperties", "unevaluatedProperties", "not", "if", "then", "else", "items", "contains"), inner
        )
        return st.fixed_dictionaries(
            {},
            optional={
                **words,
                **{word: st.lists(inner, **several) for word in ("allOf", "anyOf", "oneOf", "prefixItems")},
                "properties": st.dictionaries(names, inner, **few),
                "patternProperties": st.dictionaries(st.sampled_from(["^x-", "[0-9]", "b"]), inner, **few),
                "dependentSchemas": st.dictionaries(names, inner, max_size=1),
                "dependentRequired": st.dictionaries(names, required, **few),
                "required": required,
                "maxProperties": st.integers(0, 2),
                "nullable": st.booleans(),
            },
        )

    made = draw(of(st.recursive(leaves, of, max_leaves=4)))
    plain = leaves.filter(lambda leaf: not isinstance(leaf, dict) or "$ref" not in leaf)
    return {**made, "$defs": {"d": draw(plain), "e": draw(of(plain))}}


@given(
    schemas(),
    st.lists(
        st.dictionaries(
            st.sampled_from(["b", "x-a", "n1", "zz"]),
            st.sampled_from([None, 1, "t", True, {}, [1], {"b": "t"}]),
            max_size=4,
        ),
        min_size=4,
        max_size=4,
    ),
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_generated_schemas_are_read_as_the_library_reads_them(
    schema: dict[str, Any], several: list[dict[str, Any]]
) -> None:
    judge = Draft202012Validator({"type": "object", **schema})
    for arguments in several:
        valid = judge.is_valid(arguments)
        verdict = check({"name": "t", "arguments": arguments}, [OfferedTool("t", "", schema)])
        assert (verdict.verdict == "accept") == valid, verdict
        assert verdict.arguments is None or judge.is_valid(verdict.arguments)


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


_FORK: Mapping[str, Any] = {
    **{f"d{at}": {"allOf": [{"$ref": f"#/$defs/d{at + 1}"}] * 2} for at in range(40)},
    "d40": {"type": "integer"},
}


@pytest.mark.parametrize(
    ("schema", "arguments"),
    [
        ({"$defs": _FORK, "properties": {"a": {"$ref": "#/$defs/d0"}}}, {"a": "x"}),
        ({"properties": {"a": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}}, {"a": {"a": {"a": {"a": {}}}}}),
        ({"patternProperties": {f"^p{at}$": {} for at in range(1_000)}}, {f"x{at}": 1 for at in range(1_000)}),
    ],
    ids=["references that fork", "children that fork", "names by patterns"],
)
def test_a_schema_that_takes_a_trillion_steps_is_left(schema: dict[str, Any], arguments: dict[str, Any]) -> None:
    for _ in range(22):
        arguments = {"a": arguments} if "a" in arguments else arguments
    tools = [OfferedTool("find", "", {"type": "object", **schema})]
    verdict = check({"name": "find", "arguments": arguments}, tools)
    assert verdict.verdict == "reject"
    assert "takes too long to check" in verdict.reason
    assert check({"name": "find", "arguments": {}}, tools).verdict == "accept"
