"""What of a failed call may be remembered? Names and shapes of the tool's contract; no value of anybody's."""

from typing import Any, Literal

from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field
from tests.support.corpora import corpus

from orchestrator.agent.tools.spec import ToolContext, ToolResult, WriteTool
from orchestrator.agent.turn.error_signatures import (
    MOST_CHANGES,
    ContractWords,
    changes,
    error_shape,
    given,
    same_wish,
    shape_of,
)


class Make(BaseModel):
    """Arguments of the tool."""

    title: str = Field(description="What it is called.")
    when: str | None = None
    start_at: str | None = Field(default=None, description="Local ISO time.")
    participants: list[str] = Field(default_factory=list)
    kind: Literal["lunch", "meeting"] = "lunch"


async def _execute(context: ToolContext, arguments: Any) -> ToolResult:
    return ToolResult({}, "done")


SPEC = WriteTool("events_make", "Make an event.", "events", _execute, arguments=Make)
WORDS = ContractWords(SPEC)


@corpus("call_shapes", "an_errors_shape")
def test_an_errors_shape(reason: str, shape: str | None) -> None:
    found = error_shape(reason, WORDS)
    assert found is not None
    assert "Zuleica" not in found
    assert "Quintela" not in found
    if shape is not None:
        assert found == shape


def test_an_error_of_others_words_alone_has_none() -> None:
    assert error_shape("Zuleica Quintela quebrou Berlinda", WORDS) is None


@corpus("call_shapes", "what_was_changed")
def test_what_was_changed(before: dict[str, Any], after: dict[str, Any], told: tuple[str, ...]) -> None:
    first, then = given(before), given(after)
    assert first is not None
    assert then is not None
    found = changes(first, then, WORDS)
    assert not any("zuleica" in part.lower() for part in found)
    if told or before != {"title": "Lunch", "end": "x"}:
        assert found == told


def test_another_call_is_not_the_same_one_mended() -> None:
    assert same_wish({"title": "Milk"}, {"title": "milk", "when": "today"})
    assert not same_wish({"title": "Milk", "limit": 5}, {"title": "Bread", "limit": 5})
    assert same_wish({}, {"title": "Bread"})
    assert changes({f"title.{n}": "x" for n in range(MOST_CHANGES + 1)}, {}, WORDS) == ()


def test_arguments_that_are_no_object_give_nothing() -> None:
    assert given("nothing at all") is None
    assert given('{"title": "a", "kind": null}') == {"title": "a"}
    assert given({"a": {"b": {"c": {"d": 1}}}}) == {"a.b.c": {"d": 1}}


KNOWN = WORDS.words
SECRET = st.text("qwxzjkéãñ", min_size=4, max_size=12).filter(lambda word: word not in KNOWN)
VALUES = st.recursive(
    st.one_of(SECRET, st.integers(10**6, 10**9), st.booleans(), st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(SECRET, inner, max_size=3)),
    max_leaves=8,
)
ARGUMENTS = st.dictionaries(st.one_of(SECRET, st.sampled_from(sorted(WORDS.names))), VALUES, max_size=6)


def strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [one for key, item in value.items() for one in [str(key), *strings(item)]]
    if isinstance(value, list):
        return [one for item in value for one in strings(item)]
    return [str(value)] if isinstance(value, str) or (isinstance(value, int) and value > 9) else []


@settings(max_examples=300, deadline=None)
@forall(ARGUMENTS, ARGUMENTS)
def test_no_value_and_no_made_up_name_is_told(before: dict[str, Any], after: dict[str, Any]) -> None:
    first, then = given(before), given(after)
    assert first is not None
    assert then is not None
    told = " ".join([*changes(first, then, WORDS), *(shape_of(value, WORDS) for value in first.values())])
    for word in strings([before, after]):
        if word not in WORDS.names:
            assert word not in told


@settings(max_examples=300, deadline=None)
@forall(st.lists(SECRET, min_size=1, max_size=4), st.sampled_from(["'{}' is not a time", "no match: {}", "{} / {{}}"]))
def test_no_word_of_others_is_in_a_shape(words: list[str], message: str) -> None:
    shape = error_shape(f"Parameter 'title' is wrong: {message.format(' '.join(words))}.", WORDS)
    assert shape is not None
    assert not any(word in shape for word in words)
