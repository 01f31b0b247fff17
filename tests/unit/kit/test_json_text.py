"""Is a JSON body read as it says, refused where it is none, and the same again from its pieces?"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.kit.json_text import MOST_IN_A_PIECE, NotJson, assembled, decoded, pieces

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=4), inner, max_size=5),
    max_leaves=20,
)


@given(VALUES)
def test_a_value_is_whole_again_from_its_pieces(value: object) -> None:
    told = [json.loads(json.dumps(piece)) for piece in pieces(value)]
    assert assembled(told) == value


def test_long_lists_come_in_pieces_of_bounded_size() -> None:
    value = {"list": [{"n": place, "key": [place]} for place in range(30_000)], "items": ["x"] * 50_000, "value": {}}
    told = [json.dumps(piece) for piece in pieces(value)]
    assert len(told) > 10
    assert max(map(len, told)) < 100_000
    assert assembled(map(json.loads, told)) == value


@pytest.mark.parametrize(
    "value", [[[0] * (MOST_IN_A_PIECE + 1)], {"a": {"b": [0] * (MOST_IN_A_PIECE + 1)}}, [0] * 2_000_001]
)
def test_more_values_than_may_come_are_refused(value: object) -> None:
    with pytest.raises(NotJson, match="smaller parts"):
        list(pieces(value))


@pytest.mark.parametrize(
    ("body", "position"),
    [(b"\xff", 0), (b'{"a": nul}', 6), (b"[NaN]", 0), (b"[1e999]", 0), (b"[" * 100_000, 0), (b"", 0)],
)
def test_what_is_no_json_is_told_where(body: bytes, position: int) -> None:
    with pytest.raises(NotJson) as raised:
        decoded(body)
    assert raised.value.position == position


def test_what_can_not_be_stored_is_left_out() -> None:
    assert decoded(rb'{"a\u0000": "\ud83d x \ud83d\ude00"}') == {"a": " x 😀"}
