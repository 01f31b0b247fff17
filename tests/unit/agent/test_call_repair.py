"""Near misses of one reading are repaired; what would be a guess is rejected with a usable reason."""

import copy
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from orchestrator.agent.tools.arguments.repair import MAX_REASON_CHARS, OfferedTool, check, verdict_of_case


class Priority(StrEnum):
    LOW = "low"
    VERY_HIGH = "very_high"


class Line(BaseModel):
    model_config = ConfigDict(extra="forbid")
    item_id: str
    quantity: int = 1


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(BaseModel):
    kind: Literal["dog"]
    age: int


class Node(BaseModel):
    value: int
    children: list["Node"] = []


class Order(BaseModel):
    model_config = ConfigDict(extra="forbid")
    title: str = Field(min_length=1)
    day: str
    priority: Priority = Priority.LOW
    lines: list[Line] = []
    count: int | None = None
    ratio: float = 0.0
    tags: list[str] = []
    urgent: bool = False
    pet: Annotated[Cat | Dog, Field(discriminator="kind")] | None = None
    tree: Node | None = None
    limits: dict[str, int] = {}
    numbers: int | list[int] | None = None
    code: Annotated[str, Field(pattern="^[A-Z]+$")] | None = None


TOOL = OfferedTool("orders.create", "Create an order.", Order.model_json_schema())
BASE: dict[str, Any] = {"title": "Lamp", "day": "2026-03-01"}


def arguments_after(given: dict[str, Any], verdict: str = "repair") -> dict[str, Any]:
    raw = {"name": TOOL.name, "arguments": {**BASE, **given}}
    before = copy.deepcopy(raw)
    result = check(raw, [TOOL])
    assert raw == before
    assert result.verdict == verdict, result
    assert result.arguments is not None
    return {key: value for key, value in result.arguments.items() if key not in BASE or BASE[key] != value}


@pytest.mark.parametrize(
    "given",
    [{}, {"count": None}, {"count": 3}, {"ratio": 2}, {"pet": {"kind": "cat", "lives": 9}}, {"limits": {"any": 1}}],
)
def test_valid_calls_are_accepted_as_they_are(given: dict[str, Any]) -> None:
    assert arguments_after(given, "accept") == given


@pytest.mark.parametrize(
    ("given", "repaired"),
    [
        ({"Priority": "low"}, {"priority": "low"}),
        ({"priority": "VERY HIGH"}, {"priority": "very_high"}),
        ({"count": "5"}, {"count": 5}),
        ({"count": 5.0}, {"count": 5}),
        ({"count": "null"}, {"count": None}),
        ({"count": ""}, {}),
        ({"urgent": "True"}, {"urgent": True}),
        ({"urgent": None}, {}),
        ({"ratio": "0.5"}, {"ratio": 0.5}),
        ({"tags": "home"}, {"tags": ["home"]}),
        ({"tags": "New York, NY"}, {"tags": ["New York, NY"]}),
        ({"tags": '["a", "b"]'}, {"tags": ["a", "b"]}),
        ({"tags": "['a']"}, {"tags": ["a"]}),
        ({"tags": "null"}, {}),
        ({"lines": {"itemId": 7, "quantity": "2"}}, {"lines": [{"item_id": "7", "quantity": 2}]}),
        ({"lines": '[{"item_id": "a"}]'}, {"lines": [{"item_id": "a"}]}),
        ({"pet": {"Kind": "DOG", "age": "3"}}, {"pet": {"kind": "dog", "age": 3}}),
        ({"pet": '{"kind": "dog", "age": 3}'}, {"pet": {"kind": "dog", "age": 3}}),
        ({"tree": {"value": 1, "children": {"value": "2"}}}, {"tree": {"value": 1, "children": [{"value": 2}]}}),
        ({"limits": {"a": "1"}}, {"limits": {"a": 1}}),
        ({"numbers": "5"}, {"numbers": 5}),
        ({"numbers": ["5", 6]}, {"numbers": [5, 6]}),
        ({"code": " ABC "}, {"code": "ABC"}),
        ({"title": ["Chair"]}, {"title": "Chair"}),
        ({"title": "La\x00mp\ud800s"}, {"title": "Lamps"}),
    ],
)
def test_near_misses_are_repaired(given: dict[str, Any], repaired: dict[str, Any]) -> None:
    assert arguments_after(given) == repaired


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"title": None}, "'title' must be a text"),
        ({"title": {"value": "Lamp"}}, "'title' must be a text"),
        ({"title": ""}, "'title' can't be used"),
        ({"title": 4.5}, "'title'"),
        ({"Title": "Chair"}, "given twice"),
        ({"titel": "x"}, "Did you mean 'title'?"),
        ({"force_confirm": True}, "'force_confirm' is unknown"),
        ({"lines": [{"item_id": "a", "colour": "red"}]}, "'lines[0].colour' is unknown"),
        ({"lines": [{}]}, "'lines[0].item_id' is missing"),
        ({"priority": "medium"}, "one of 'low', 'very_high'"),
        ({"count": "a few"}, "an integer or null"),
        ({"count": 1.5}, "an integer or null"),
        ({"count": True}, "an integer or null"),
        ({"urgent": 1}, "true or false"),
        ({"tags": '["a", "b'}, "a list"),
        ({"pet": {"kind": "dog", "lives": 3}}, "'pet'"),
        ({"code": "abc"}, "does not match"),
        ({"ratio": float("nan")}, "not finite"),
    ],
)
def test_guesses_are_rejected_with_a_reason(given: dict[str, Any], word: str) -> None:
    result = check({"name": TOOL.name, "arguments": {**BASE, **given}}, [TOOL])
    assert (result.verdict, result.arguments) == ("reject", None)
    assert word in result.reason
    assert len(result.reason) <= MAX_REASON_CHARS


def test_missing_parameters_are_named_with_the_known_ones() -> None:
    reason = check({"name": TOOL.name, "arguments": {}}, [TOOL]).reason
    assert "'title', 'day' are missing" in reason
    assert "Known parameters: title, day" in reason


@pytest.mark.parametrize(
    "raw",
    [
        {"name": "orders.create", "arguments": '{"title": "Lamp", "day": "2026-03-01"}'},
        {"name": "orders.create", "arguments": {"arguments": BASE}},
        {"name": "orders.create", "arguments": {"name": "orders.create", "arguments": BASE}},
        {"tool": "orders.create", "args": BASE},
        {"name": "OrdersCreate", "arguments": BASE},
        {"name": "functions.orders_create", "arguments": BASE},
        "```json\n{'name': 'orders.create', 'arguments': {'title': 'Lamp', 'day': '2026-03-01',}}\n```",
    ],
)
def test_forms_of_one_call(raw: dict[str, Any] | str) -> None:
    result = check(raw, [TOOL])
    assert (result.verdict, result.name, result.arguments) == ("repair", TOOL.name, BASE)
    assert result.repairs


@pytest.mark.parametrize(
    ("raw", "word"),
    [
        ({"name": "shell", "arguments": BASE}, "no tool 'shell'"),
        ({"name": "orders.creates", "arguments": BASE}, "orders.create"),
        ({"name": "orders.create", "arguments": '{"title": "Lamp", "day": "2026'}, "no complete JSON object"),
        ({"name": "orders.create", "arguments": [BASE]}, "no complete JSON object"),
        ({"name": 5, "arguments": BASE}, "no readable tool call"),
        ('{"name": "orders.create", "arguments": {"title": "La', "cut off"),
        ("I created the order.", "no readable tool call"),
        ('[{"name": "a", "arguments": {}}, {"name": "b", "arguments": {}}]', "one call at a time"),
    ],
)
def test_what_is_no_call_is_rejected(raw: dict[str, Any] | str, word: str) -> None:
    result = check(raw, [TOOL])
    assert result.verdict == "reject"
    assert word in result.reason


def test_an_ambiguous_name_is_rejected() -> None:
    twins = [OfferedTool(name, "", {}) for name in ("get_item", "get.item")]
    assert check({"name": "getItem", "arguments": {}}, twins).verdict == "reject"
    assert check({"name": "get.item", "arguments": {}}, twins).name == "get.item"


LIST_OF_TEXTS = {"type": "array", "items": {"type": "string"}}
LIST_OF_INTEGERS = {"type": "array", "items": {"type": "integer"}}
EITHER = {"properties": {"a": {"oneOf": [{"properties": {"x": {}}}, {"properties": {"y": {}}}]}}}
COMPOSED: dict[str, Any] = {
    "allOf": [{"$ref": "#/$defs/Base"}, {"properties": {"b": {"type": "integer"}}}],
    "$defs": {"Base": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}},
}


@pytest.mark.parametrize(
    ("schema", "given", "expected"),
    [
        (COMPOSED, {"a": 1, "b": 2}, {"a": 1, "b": 2}),
        (COMPOSED, {"A": "1", "b": 2.0}, {"a": 1, "b": 2}),
        (COMPOSED, {"a": 1, "c": 2}, {"a": 1, "c": 2}),
        ({**COMPOSED, "unevaluatedProperties": False}, {"a": 1, "c": 2}, None),
        ({}, {}, {}),
        ({}, {"x": 1}, {"x": 1}),
        ({"properties": {}, "additionalProperties": False}, {"x": 1}, None),
        ({"type": "object", "additionalProperties": True}, {"x": 1}, {"x": 1}),
        ({"properties": {"a": {"type": ["integer", "null"]}}}, {"a": "4"}, {"a": 4}),
        ({"properties": {"a": {"anyOf": [LIST_OF_TEXTS, LIST_OF_INTEGERS]}}}, {"a": "4"}, {"a": ["4"]}),
        ({"properties": {"a": {"anyOf": [{"const": "a b"}, {"const": "A-B"}]}}}, {"a": "ab"}, None),
        ({"properties": {"a_b": {}, "aB": {}}}, {"a-b": 1}, {"a-b": 1}),
        ({"properties": {"a_b": {}, "aB": {}}, "additionalProperties": False}, {"a-b": 1}, None),
        (EITHER, {"a": {"x": 1}}, None),  # as written both branches hold, so it is not one of them
        ({"properties": {"a": {}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}, {"A": 1}, {"a": 1}),
        ({"type": "string"}, {}, None),
        ({"properties": {"a": {"pattern": "("}}}, {"a": "x"}, None),
        ({"properties": {"a": {"$ref": "https://example.org/a.json"}}}, {"a": "x"}, None),
        ({"properties": {"a": {"$ref": "#/properties/a"}}}, {"a": "x"}, None),
    ],
)  # fmt: skip
def test_schemas(schema: dict[str, Any], given: dict[str, Any], expected: dict[str, Any] | None) -> None:
    assert check({"name": "t", "arguments": given}, [OfferedTool("t", "", schema)]).arguments == expected


def test_recursive_unions_are_bounded() -> None:
    branches = [
        {"type": "object", "properties": {name: {"type": "integer"}, "next": {"$ref": "#/$defs/N"}}, "required": [name]}
        for name in ("x", "y")
    ]
    tool = OfferedTool("t", "", {"properties": {"n": {"$ref": "#/$defs/N"}}, "$defs": {"N": {"anyOf": branches}}})
    value: dict[str, Any] = {"x": 1}
    for _ in range(60):
        value = {"x": 1, "next": value}
    assert check({"name": "t", "arguments": {"n": value}}, [tool]).verdict == "reject"
    assert check({"name": "t", "arguments": {"n": {"x": 1, "next": {"Y": "2"}}}}, [tool]).verdict == "repair"


def test_a_case_of_the_evaluation() -> None:
    case = {
        "id": "c1",
        "tools": [{"name": TOOL.name, "description": "", "parameters": TOOL.parameters}],
        "raw_call": {"name": TOOL.name, "arguments": {**BASE, "count": "2"}},
    }
    verdict = verdict_of_case(case)
    assert verdict.keys() == {"id", "verdict", "call", "reason"}
    assert (verdict["id"], verdict["verdict"]) == ("c1", "repair")
    assert verdict["call"] == {"name": TOOL.name, "arguments": {**BASE, "count": 2}}
    assert verdict_of_case({**case, "raw_call": "nothing"})["call"] is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": ...}, "'id'"),
        ({"raw_call": ...}, "'raw_call'"),
        ({"raw_call": 5}, "'raw_call'"),
        ({"tools": "x"}, "'tools'"),
        ({"tools": [{"description": "x"}]}, "'name'"),
        ({"tools": [{"name": "t"}]}, "'parameters'"),
    ],
)
def test_a_bad_case_says_what_is_wrong(change: dict[str, Any], message: str) -> None:
    case = {"id": 1, "tools": [], "raw_call": "", **change}
    with pytest.raises(ValueError, match=message):
        verdict_of_case({key: value for key, value in case.items() if value is not ...})
