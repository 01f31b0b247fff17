"""Offering tools to models that can't call them."""

import json
from dataclasses import replace
from datetime import datetime
from typing import Any

import jsonschema
import pytest
from tests.support.corpora import corpus

from orchestrator.llm.json_tools import JsonTools, as_schema_request, from_schema_reply, reply_schema, tools_in_words
from orchestrator.llm.messages import ChatReply, ChatRequest, Message, Role, ToolCall, ToolSchema, TurnFacts, Usage
from orchestrator.llm.port import BadModelOutput, ModelTimeout, ToolsUnsupported
from orchestrator.llm.replies import checked
from orchestrator.llm.scripted import ScriptedModel, call, say

EVENTS = ToolSchema(
    "get_events",
    "Look up\n  the calendar. " + "More. " * 100,
    {
        "type": "object",
        "properties": {
            "action": {"enum": ["next", "count"]},
            "when": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        },
        "required": ["action"],
    },
)
TODOS = ToolSchema("get_todos", "List todos.", {"type": "object", "properties": {}})
TEXT_CALL = '```json\n{"name": "get_events", "arguments": {"action": "next"}}\n```'
BY_SCHEMA = '{"tool": "get_events", "arguments": {"action": "next"}}'


def ask(*messages: Message, tools: tuple[ToolSchema, ...] = (EVENTS, TODOS), **more: Any) -> ChatRequest:
    told = messages or (Message(Role.SYSTEM, "Be short."), Message(Role.USER, "What's next?"))
    return ChatRequest(messages=told, purpose="turn", tools=tools, **more)


async def test_a_model_that_calls_natively_is_left_alone() -> None:
    inner = ScriptedModel([call(("get_events", {"action": "next"})), say("Dentist."), say(TEXT_CALL), say("ok")])
    model = JsonTools(inner)
    request = ask()
    assert (await model.chat(request)).tool_calls[0].id == "call_0"
    assert (await model.chat(request)).text == "Dentist."
    slip = await model.chat(request)
    assert (slip.tool_calls[0].name, slip.text, slip.finish_reason) == ("get_events", "", "tool_calls")
    assert model.way == "native"
    await model.chat(request)
    assert all(asked.tools and asked.schema is None for asked in inner.requests)


async def test_a_call_as_text_is_taken_and_the_model_offered_tools_by_schema_from_then_on() -> None:
    inner = ScriptedModel([say(TEXT_CALL), say(BY_SCHEMA), say('{"answer": "On Friday."}')])
    model = JsonTools(inner)
    first = await model.chat(ask())
    second = await model.chat(ask())
    third = await model.chat(ask())
    assert [dict(reply.tool_calls[0].arguments) for reply in (first, second)] == [{"action": "next"}] * 2  # type: ignore[call-overload]
    assert first.tool_calls[0].id != second.tool_calls[0].id
    assert third.text == "On Friday."
    assert inner.requests[0].tools
    assert not inner.requests[1].tools
    assert inner.requests[1].schema == reply_schema((EVENTS, TODOS))


async def test_a_server_that_takes_no_tools_is_asked_by_schema_at_once_and_for_good() -> None:
    inner = ScriptedModel([ToolsUnsupported("no"), say(BY_SCHEMA), say(BY_SCHEMA)])
    model = JsonTools(inner)
    assert (await model.chat(ask())).tool_calls[0].name == "get_events"
    assert (await model.chat(ask())).tool_calls[0].name == "get_events"
    assert [bool(asked.tools) for asked in inner.requests] == [True, False, False]


async def test_without_tools_the_dialogue_is_still_retold() -> None:
    inner = ScriptedModel([say(TEXT_CALL), say("Done.")])
    model = JsonTools(inner)
    await model.chat(ask())
    called = Message(Role.ASSISTANT, "", tool_calls=(ToolCall("c", "get_events", {"action": "next"}),))
    result = Message(Role.TOOL, '{"events": []}', tool_call_id="c", tool_name="get_events")
    await model.chat(ask(Message(Role.USER, "What's next?"), called, result, tools=()))
    assert [message.role for message in inner.requests[1].messages] == [Role.USER, Role.ASSISTANT, Role.USER]
    assert inner.requests[1].schema is None


async def test_other_errors_pass() -> None:
    with pytest.raises(ModelTimeout):
        await JsonTools(ScriptedModel([ModelTimeout("slow")])).chat(ask())


def test_results_are_told_as_the_users_words_with_the_question() -> None:
    calls = (ToolCall("a", "get_events", {"action": "next"}), ToolCall("b", "get_todos", "{broken"))
    request = as_schema_request(
        ask(
            Message(Role.SYSTEM, "Be short."),
            Message(Role.USER, "What's   next?"),
            Message(Role.ASSISTANT, "", tool_calls=calls),
            Message(Role.TOOL, '{"events": []}', tool_call_id="a", tool_name="get_events"),
            Message(Role.TOOL, "no", tool_call_id="b", tool_name="get_todos"),
        )
    )
    system, question, said, results = request.messages
    assert system.content.startswith("Be short.\n\n")
    assert "- get_todos(): " in system.content
    assert question.content == "What's   next?"
    assert said.content.splitlines()[0] == BY_SCHEMA
    assert results.role is Role.USER
    assert results.content.startswith('Result of get_events: {"events": []}\nResult of get_todos: no\n\nNow answer')
    assert results.content.endswith("The question: What's next?")
    assert not request.tools


def test_the_prompts_of_a_turn_begin_with_all_that_was_sent_before() -> None:
    asked = Message(Role.USER, "What's next?")
    called = Message(Role.ASSISTANT, "", tool_calls=(ToolCall("b", "get_todos", {}),))
    result = Message(Role.TOOL, "no", tool_call_id="b", tool_name="get_todos")
    first, second = as_schema_request(ask(asked)), as_schema_request(ask(asked, called, result))
    assert "- get_events(action: next|count, when?): Look up the calendar." in first.messages[0].content
    assert second.messages[:2] == first.messages
    third = as_schema_request(replace(ask(asked, called, result, called, result), may_call=False))
    assert third.messages[:4] == second.messages
    assert third.messages[-1].content.startswith("Result of get_todos: no\n\nNow answer the question from these")
    assert third.schema is not None
    assert third.schema["required"] == ["answer"]


def test_what_small_models_make_up_is_not_offered_to_them() -> None:
    seldom = replace(EVENTS, hidden_arguments=frozenset({"when"}))
    request = as_schema_request(ask(Message(Role.USER, "What's next?"), tools=(seldom,)))
    assert "- get_events(action: next|count): " in request.messages[0].content
    assert request.schema is not None
    assert "when" not in request.schema["oneOf"][0]["properties"]["arguments"]["properties"]


async def test_a_marked_call_that_is_none_is_asked_for_by_schema_at_once() -> None:
    inner = ScriptedModel([say("<tools></tools>"), say(BY_SCHEMA)])
    model = JsonTools(inner)
    assert (await model.chat(ask())).tool_calls[0].name == "get_events"
    assert [bool(asked.tools) for asked in inner.requests] == [True, False]


def test_the_question_comes_from_the_facts_where_there_are_some() -> None:
    facts = TurnFacts("Next?", datetime(2026, 1, 1), "UTC", "en", "turn")
    result = Message(Role.TOOL, "x", tool_name="get_todos")
    request = as_schema_request(ask(Message(Role.USER, "[controller] look again"), result, facts=facts))
    assert request.messages[0].role is Role.SYSTEM
    assert request.messages[-1].content.endswith("The question: Next?")


def test_the_reply_schema_takes_exactly_calls_and_answers() -> None:
    schema = reply_schema((EVENTS, TODOS))
    jsonschema.Draft202012Validator.check_schema(schema)
    for right in (
        {"tool": "get_events", "arguments": {"action": "next", "when": "tomorrow"}},
        {"tool": "get_todos", "arguments": {}},
        {"answer": "Yes."},
    ):
        jsonschema.validate(right, schema)
    for wrong in (
        {"tool": "rm"},
        {"tool": "get_todos", "arguments": {"x": 1}},
        {"tool": "get_todos", "answer": "x"},
        {},
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)


def test_tools_are_told_in_one_short_line_each() -> None:
    lines = tools_in_words((EVENTS, TODOS)).splitlines()
    assert len(lines) == 2
    assert max(len(line) for line in lines) < 240


@corpus("json_tools", "what_a_reply_means")
def test_what_a_reply_means(text: str, calls: list[tuple[str, Any]], answer: str) -> None:
    reply = from_schema_reply(ChatReply(text, "m", usage=Usage(1, 2)), (EVENTS, TODOS))
    assert [(made.name, made.arguments) for made in reply.tool_calls] == calls
    assert (reply.text, reply.usage.total) == (answer, 3)


@pytest.mark.parametrize("text", ['{"answer": ""}', "{}", '{"tool": "get_ev', '{"answer": 3}', "I don't know"])
def test_a_reply_that_means_nothing_is_bad_output(text: str) -> None:
    with pytest.raises(BadModelOutput):
        from_schema_reply(ChatReply(text, "m"), (EVENTS,))


async def test_a_stream_shows_text_and_hides_calls() -> None:
    model = JsonTools(ScriptedModel([say("On Friday at ten."), say(TEXT_CALL), say('{"answer": "On Friday."}')]))

    async def shown() -> tuple[str, ChatReply]:
        deltas = [delta async for delta in model.stream(ask())]
        assert deltas[-1].reply is not None
        return "".join(delta.text for delta in deltas), deltas[-1].reply

    text, reply = await shown()
    assert text.strip() == reply.text == "On Friday at ten."
    text, reply = await shown()
    assert (text, reply.tool_calls[0].name) == ("", "get_events")
    text, reply = await shown()
    assert text == reply.text == "On Friday."


async def test_a_stream_without_tools_is_passed_on() -> None:
    model = JsonTools(ScriptedModel([say('{"a": 1}')]))
    deltas = [delta async for delta in model.stream(ask(tools=()))]
    assert json.loads("".join(delta.text for delta in deltas)) == {"a": 1}


LOOP = "Max went hiking. They swam. Max went hiking. They swam. Max went hik"


@corpus("json_tools", "of_an_answer_that_reached_its_bound_the_beginning_is_shown")
async def test_of_an_answer_that_reached_its_bound_the_beginning_is_shown(raw: str, shown: str) -> None:
    request = as_schema_request(ask())
    reply = checked(ChatReply(raw, "m", finish_reason="length"), request)
    assert from_schema_reply(reply, (EVENTS,)).text == shown


def test_a_call_that_broke_off_is_none() -> None:
    raw = '{"tool": "get_events", "arguments": {"action": "ne'
    reply = checked(ChatReply(raw, "m", finish_reason="length"), as_schema_request(ask()))
    with pytest.raises(BadModelOutput, match="broke off"):
        from_schema_reply(reply, (EVENTS,))


def test_json_that_is_extracted_is_never_taken_in_part() -> None:
    request = ChatRequest(messages=(), purpose="extraction", schema={"type": "object"})
    with pytest.raises(BadModelOutput):
        checked(ChatReply('{"people": ["Ana", "Bru', "m", finish_reason="length"), request)


def test_a_plain_answer_that_goes_round_in_circles_is_cut() -> None:
    request = ChatRequest(messages=(), purpose="turn")
    assert checked(ChatReply(LOOP, "m", finish_reason="length"), request).text == "Max went hiking. They swam."
    assert checked(ChatReply("No. No. Never.", "m"), request).text == "No. No. Never."
