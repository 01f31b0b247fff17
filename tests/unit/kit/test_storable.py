"""Is a JSON value stored as Postgres takes it, and left alone where it is that already?"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.kit.text import storable, storable_json

TEXTS = st.text(st.characters(codec=None, categories=None), max_size=12) | st.sampled_from(
    ["a\0b", "\ud800", "e\u0301", "\\u0000", "“quoted”", "\u0338", "<\u0338", '"', "é", "\u200b"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


def one_by_one(value: Any) -> Any:
    """What is asked for, text by text."""
    match value:
        case str():
            return storable(value)
        case dict():
            return {storable(key): one_by_one(item) for key, item in value.items()}
        case list():
            return [one_by_one(item) for item in value]
    return value


@given(VALUES)
def test_every_text_in_it_is_storable(value: Any) -> None:
    assert repr(storable_json(value)) == repr(one_by_one(value))


@pytest.mark.parametrize("value", [{"a": ["b", 1, None, {"c": "“Olá”"}]}, [], "é", {"text": "\\u0041"}])
def test_what_is_storable_is_not_copied(value: Any) -> None:
    assert storable_json(value) is value


@pytest.mark.parametrize("value", [{"a\0": 1}, ["e\u0301"], "\ud83d", {"a": ("\0",)}])
def test_what_is_not_is_made_so(value: Any) -> None:
    made = storable_json(value)
    assert made is not value
    assert "\0" not in str(made)
    str(made).encode()
