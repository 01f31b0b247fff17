"""Which texts are calls of offered tools, and which only look like it."""

import pytest

from orchestrator.llm.text_calls import RawCall, calls_in_text

OFFERED = ("find_order", "clock.now")
CALL = [RawCall("find_order", {"a": 1})]


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "find_order", "arguments": {"a": 1}}',
        '{"tool": "find_order", "args": {"a": 1}}',
        '{"name": "find_order", "parameters": {"a": 1}, "type": "function", "id": "call_1"}',
        '{"function": {"name": "find_order", "arguments": {"a": 1}}}',
        '{"function": "find_order", "arguments": {"a": 1}}',
        '{"tool_calls": [{"id": "1", "type": "function", "function": {"name": "find_order", "arguments": {"a": 1}}}]}',
        '{"thought": "look it up", "action": "find_order", "action_input": {"a": 1}}',
        '[{"name": "find_order", "arguments": {"a": 1}}]',
        'I will look.\n```json\n{"name": "find_order", "arguments": {"a": 1}}\n```',
        '<tool_call>{"name": "find_order", "arguments": {"a": 1}}</tool_call>',
        '<function=find_order>{"a": 1}</function>',
        '[TOOL_CALLS]find_order[ARGS]{"a": 1}',
        '[TOOL_CALLS][{"name": "find_order", "arguments": {"a": 1}}]',
        'find_order({"a": 1})',
    ],
)
def test_shapes_of_a_call(text: str) -> None:
    assert calls_in_text(text, OFFERED) == CALL


def test_arguments_as_text_stay_text() -> None:
    text = '{"type": "function", "function": {"name": "find_order", "arguments": "{\\"a\\": 1}"}}'
    assert calls_in_text(text, OFFERED) == [RawCall("find_order", '{"a": 1}')]


def test_several_calls_keep_their_order() -> None:
    text = '{"name": "find_order", "arguments": {"a": 1}}\n{"name": "Clock_Now", "arguments": {}}'
    assert [call.name for call in calls_in_text(text, OFFERED)] == ["find_order", "Clock_Now"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I called find_order and found nothing.",
        'You could call find_order({"a": 1}) for that.',
        '{"name": "Peter", "arguments": {"a": 1}}',
        '{"answer": {"name": "find_order", "arguments": {}}}',
        '{"orders": [{"name": "lamp", "price": 3}]}',
        '{"name": "find_order", "description": "Finds.", "parameters": {"type": "object", "properties": {}}}',
        '{"name": "find_order", "parameters": {"type": "object", "properties": {"a": {}}}}',
        '{"name": "find_order", "arguments": {}, "parameters": {}}',
        '{"name": "find_order", "arguments": {"a": 1}} {"name": "find_order", "argu',
        '<think>{"name": "find_order", "arguments": {"a": 1}}</think>It is Monday.',
    ],
)
def test_no_call(text: str) -> None:
    assert calls_in_text(text, OFFERED) == []
