"""Which texts are calls of offered tools, and which only look like it."""

from tests.support.corpora import corpus

from orchestrator.llm.text_calls import RawCall, calls_in_text

OFFERED = ("find_order", "clock.now")
CALL = [RawCall("find_order", {"a": 1})]


@corpus("call_repair_text", "shapes_of_a_call")
def test_shapes_of_a_call(text: str) -> None:
    assert calls_in_text(text, OFFERED) == CALL


def test_arguments_as_text_stay_text() -> None:
    text = '{"type": "function", "function": {"name": "find_order", "arguments": "{\\"a\\": 1}"}}'
    assert calls_in_text(text, OFFERED) == [RawCall("find_order", '{"a": 1}')]


def test_several_calls_keep_their_order() -> None:
    text = '{"name": "find_order", "arguments": {"a": 1}}\n{"name": "Clock_Now", "arguments": {}}'
    assert [call.name for call in calls_in_text(text, OFFERED)] == ["find_order", "Clock_Now"]


@corpus("call_repair_text", "no_call")
def test_no_call(text: str) -> None:
    assert calls_in_text(text, OFFERED) == []
