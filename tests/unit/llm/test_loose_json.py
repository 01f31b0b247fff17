"""What almost-JSON is read as, and what is not completed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpora import corpus
from tests.support.processor_time import processor_time

from orchestrator.llm.loose_json import Unsound, near_options, other_notations, parse_object, parse_values, plain_copy

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


@corpus("loose_json", "parse_object_says")
def test_parse_object_says(text: str, value: object | None) -> None:
    assert parse_object(text) == value


def test_several_values() -> None:
    assert parse_values('{"a": 1}\n{"b": 2}') == [{"a": 1}, {"b": 2}]
    assert parse_values('[{"a": 1}, {"b": 2}]') == [{"a": 1}, {"b": 2}]
    assert parse_values('[{"a": 1}, {"b": ') == []


@given(JSON_VALUES)
def test_strict_json_is_read_as_json(value: object) -> None:
    assert parse_object(json.dumps({"v": value})) == {"v": value}
    assert parse_object(json.dumps({"v": value}, ensure_ascii=False)) == {"v": value}


@given(st.dictionaries(st.text(), st.none() | st.booleans() | st.integers() | st.text(), min_size=1))
def test_python_literals_are_read_as_python_does(value: dict[str, object]) -> None:
    parsed = parse_object(repr(value))
    # Python escapes that JSON does not know (\U0001…) are refused, never misread.
    assert parsed is None or parsed == value


@given(JSON_VALUES, st.data())
def test_no_proper_beginning_is_completed(value: object, data: st.DataObject) -> None:
    text = json.dumps({"v": value})
    cut = data.draw(st.integers(0, len(text) - 1))
    assert parse_object(text[:cut]) is None


@given(st.text(alphabet="{}[]\"',:/*#\\ab1 \n“”-<think>"))
def test_garbage_never_raises(text: str) -> None:
    parse_object(text)
    parse_values(text)


@corpus("loose_json", "a_megabyte_of_garbage_takes_no_time")
def test_a_megabyte_of_garbage_takes_no_time(piece: str) -> None:
    with processor_time() as spent:
        assert parse_object(piece * (1_000_000 // len(piece))) is None
    assert spent.seconds < 5  # it takes under a second; quadratic behaviour takes minutes


def test_deep_nesting_is_refused_not_raised() -> None:
    assert parse_object('{"a":' * 5000 + "1" + "}" * 5000) is None
    deep: list[object] = []
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(Unsound):
        plain_copy(deep)


def test_a_copy_shares_nothing_and_can_be_stored() -> None:
    value = {"a": [{"b": "x\x00y\ud800"}], "c": "\ud83d\ude00"}
    copied, cleaned = plain_copy(value)
    assert cleaned
    assert copied == {"a": [{"b": "xy"}], "c": "😀"}
    copied["a"].append(1)
    assert len(value["a"]) == 1


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1: 2}, {"a\x00": 1}, object(), b"x", (1,)])
def test_what_json_cannot_say_is_refused(value: object) -> None:
    with pytest.raises(Unsound):
        plain_copy([value])


@corpus("loose_json", "other_notations_of_scalars")
def test_other_notations_of_scalars(value: object, kind: str, readings: list[object]) -> None:
    assert other_notations(value, kind) == readings


@corpus("loose_json", "near_options")
def test_near_options(value: object, options: list[object], near: list[object]) -> None:
    assert near_options(value, options) == near
