"""Whatever is proposed: what leaves `check` with arguments satisfies the schema as written, and is accepted again."""

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from orchestrator.agent.tools.arguments.repair import MAX_REASON_CHARS, OfferedTool, check

NAMES = st.sampled_from(["city", "start_date", "maxCount", "kind", "a-b"])
SPELLINGS = st.sampled_from(
    [
        "city",
        "City",
        "start_date",
        "startDate",
        "max_count",
        "maxCount",
        "kind",
        "KIND",
        "a_b",
        "a-b",
        "zzz",
        "arguments",
    ]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.floats()
    | st.sampled_from(
        ["", "null", "5", "5.0", "true", "RED", "dark green", "x", " y ", "[1]", '["a"]', '{"city": "x"}', "["]
    )
    | st.text(max_size=4)
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(SPELLINGS, inner, max_size=3), max_leaves=6
)
LEAVES: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
    [
        {"type": "string"},
        {"type": "string", "minLength": 1, "pattern": "^[a-z]"},
        {"type": "integer"},
        {"type": "integer", "minimum": 0},
        {"type": "number"},
        {"type": "boolean"},
        {"type": ["integer", "null"]},
        {"enum": ["red", "Dark_Green", 5]},
        {"const": "red"},
        {"type": "object"},
        {"type": "object", "additionalProperties": {"type": "integer"}},
        {"$ref": "#/$defs/Tree"},
        {"not": {"type": "string"}},
        {},
    ]
)


def _objects(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {"type": st.just("object"), "properties": st.dictionaries(NAMES, inner, max_size=3)},
        optional={"required": st.lists(NAMES, max_size=2, unique=True), "additionalProperties": st.booleans()},
    )


SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        inner.map(lambda items: {"type": "array", "items": items}),
        st.lists(inner, min_size=1, max_size=3).map(lambda branches: {"anyOf": branches}),
        st.lists(inner, min_size=1, max_size=3).map(lambda branches: {"oneOf": branches}),
        st.lists(inner, min_size=1, max_size=2).map(lambda branches: {"allOf": branches}),
        _objects(inner),
    ),
    max_leaves=5,
)
TREE = {
    "type": "object",
    "properties": {"kind": {"type": "integer"}, "city": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}},
    "required": ["kind"],
}


@given(_objects(SCHEMAS), st.dictionaries(SPELLINGS, VALUES, max_size=4) | VALUES)
def test_nothing_invalid_passes_and_a_repaired_call_is_accepted(schema: dict[str, Any], arguments: Any) -> None:
    schema = {**schema, "$defs": {"Tree": TREE}}
    tool = OfferedTool("t", "", schema)
    raw = {"name": "T", "arguments": arguments}
    before, schema_before = copy.deepcopy(raw), copy.deepcopy(schema)

    result = check(raw, [tool])

    assert repr(raw) == repr(before)
    assert schema == schema_before
    assert len(result.reason) <= MAX_REASON_CHARS
    if result.arguments is None:
        assert result.verdict == "reject"
        assert result.reason
        return
    assert result.verdict == "repair"
    Draft202012Validator(schema).validate(result.arguments)
    again = check({"name": result.name, "arguments": result.arguments}, [tool])
    assert (again.verdict, again.arguments, again.repairs) == ("accept", result.arguments, ())


@given(VALUES | st.dictionaries(st.sampled_from(["name", "arguments", "tool", "function"]), VALUES))
def test_no_proposal_raises(raw: Any) -> None:
    tool = OfferedTool("x", "", {"type": "object", "properties": {"city": {"type": "string"}}})
    if isinstance(raw, dict | str):
        check(raw, [tool])
