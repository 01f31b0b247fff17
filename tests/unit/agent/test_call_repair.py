"""Near misses of one reading are repaired; what would be a guess is rejected with a usable reason."""

import copy
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field
from tests.support.corpora import corpus

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


@corpus("call_repair", "valid_calls_are_accepted_as_they_are")
def test_valid_calls_are_accepted_as_they_are(given: dict[str, Any]) -> None:
    assert arguments_after(given, "accept") == given


@corpus("call_repair", "near_misses_are_repaired")
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


@corpus("call_repair", "forms_of_one_call")
def test_forms_of_one_call(raw: dict[str, Any] | str) -> None:
    result = check(raw, [TOOL])
    assert (result.verdict, result.name, result.arguments) == ("repair", TOOL.name, BASE)
    assert result.repairs


@corpus("call_repair", "what_is_no_call_is_rejected")
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


@corpus("call_repair", "schemas")
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
