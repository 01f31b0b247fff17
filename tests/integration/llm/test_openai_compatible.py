"""The OpenAI-compatible adapter against a real HTTP server that speaks the wire."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from tests.support.corpora import cases
from tests.support.openai_server import OpenAIServer

from orchestrator.llm.messages import ChatReply, ChatRequest, Message, Role, ToolCall, ToolSchema
from orchestrator.llm.openai.model import OpenAIModel, api_root
from orchestrator.llm.port import (
    BadModelOutput,
    ModelError,
    ModelRefusedRequest,
    ModelTimeout,
    ModelUnavailable,
)

TOOL = ToolSchema(
    "get_events",
    "Look up events.",
    {
        "type": "object",
        "properties": {"when": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "range": {"$ref": "#/$defs/R"}},
        "$defs": {"R": {"type": "object", "properties": {"since": {"type": "string", "format": "date"}}}},
    },
)
SCHEMA = {"type": "object", "properties": {"intent": {"enum": ["general"]}}, "required": ["intent"]}


@pytest_asyncio.fixture
async def server() -> AsyncIterator[OpenAIServer]:
    async with OpenAIServer() as server:
        yield server


@pytest_asyncio.fixture
async def model(server: OpenAIServer) -> AsyncIterator[OpenAIModel]:
    model = OpenAIModel(server.url, "gpt-x")
    yield model
    await model.close()


def ask(**more: Any) -> ChatRequest:
    fields: dict[str, Any] = {"purpose": "turn", "deadline_s": 5.0, **more}
    return ChatRequest(messages=(Message(Role.USER, "When is the dentist?"),), **fields)


async def streamed(model: OpenAIModel, request: ChatRequest) -> ChatReply:
    deltas = [delta async for delta in model.stream(request)]
    reply = deltas[-1].reply
    assert reply is not None
    assert "".join(delta.text for delta in deltas).strip() == reply.text
    return reply


async def either(model: OpenAIModel, request: ChatRequest, *, stream: bool) -> ChatReply:
    return await (streamed(model, request) if stream else model.chat(request))


both = pytest.mark.parametrize("stream", [False, True])


@pytest.mark.parametrize(("url", "root"), cases("openai", "the_base_url_may_or_may_not_name_the_version"))
def test_the_base_url_may_or_may_not_name_the_version(url: str, root: str) -> None:
    assert api_root(url) == root


@both
async def test_text_and_usage(server: OpenAIServer, model: OpenAIModel, stream: bool) -> None:
    server.say("On Friday at ten.", counts=(31, 5), thinking="Hm.")
    reply = await either(model, ask(max_tokens=9), stream=stream)
    assert (reply.text, reply.thinking, reply.model, reply.usage.total) == ("On Friday at ten.", "Hm.", "gpt-x", 36)
    body = server.turns[0].body
    assert (body["model"], body["max_tokens"], body["reasoning_effort"]) == ("gpt-x", 9, "low")


@both
async def test_calls_are_put_together_from_their_pieces(server: OpenAIServer, model: OpenAIModel, stream: bool) -> None:
    server.calls(("get_events", {"when": "next week", "limit": 3}), ("get_todos", {}), ("get_places", "{broken"))
    reply = await either(model, ask(tools=(TOOL,)), stream=stream)
    assert [(call.id, call.name, call.arguments) for call in reply.tool_calls] == [
        ("call_s1", "get_events", {"when": "next week", "limit": 3}),
        ("call_s2", "get_todos", {}),
        ("call_s3", "get_places", "{broken"),
    ]
    assert reply.finish_reason == "tool_calls"
    assert server.turns[0].body["tools"][0]["function"]["parameters"] == TOOL.parameters


async def test_calls_without_an_index_are_told_apart(server: OpenAIServer, model: OpenAIModel) -> None:
    def line(calls: str) -> str:
        return f'data: {{"choices": [{{"delta": {{"tool_calls": [{calls}]}}}}]}}\n'

    server.raw_lines(
        line('{"id": "a", "function": {"name": "get_events", "arguments": "{}"}}'),
        line('{"id": "b", "function": {"name": "get_todos", "arguments": {"status": "open"}}}'),
        "data: [DONE]\n",
    )
    reply = await streamed(model, ask(tools=(TOOL,)))
    assert [(call.id, call.name, call.arguments) for call in reply.tool_calls] == [
        ("a", "get_events", {}),
        ("b", "get_todos", {"status": "open"}),
    ]


@both
async def test_a_schema_goes_out_as_response_format(server: OpenAIServer, model: OpenAIModel, stream: bool) -> None:
    server.route({"intent": "general"})
    reply = await either(model, ask(schema=SCHEMA, purpose="routing", effort="none"), stream=stream)
    assert reply.text == '{"intent": "general"}'
    assert server.routings[0].body["response_format"]["json_schema"]["schema"] == SCHEMA


async def test_results_go_back_with_their_call(server: OpenAIServer, model: OpenAIModel) -> None:
    server.say("Friday.")
    call = ToolCall("call_1", "get_events", {"when": "sexta à tarde"})
    messages = (
        Message(Role.USER, "When?"),
        Message(Role.ASSISTANT, "", tool_calls=(call,)),
        Message(Role.TOOL, "{}", tool_call_id="call_1", tool_name="get_events"),
    )
    await model.chat(ChatRequest(messages=messages, purpose="turn", deadline_s=5))
    said, result = server.turns[0].body["messages"][1:]
    assert said["tool_calls"][0]["function"] == {"name": "get_events", "arguments": '{"when": "sexta \\u00e0 tarde"}'}
    assert result == {"role": "tool", "tool_call_id": "call_1", "content": "{}"}


async def test_what_a_server_does_not_know_is_left_out_for_good(server: OpenAIServer, model: OpenAIModel) -> None:
    server.refuses = {"reasoning_effort", "temperature", "max_tokens", "response_format", "stream_options"}
    server.always('{"intent": "general"}')
    request = ask(schema=SCHEMA, max_tokens=20)
    assert (await streamed(model, request)).text == '{"intent": "general"}'
    asked = len(server.chats)
    await model.chat(request)
    assert len(server.chats) == asked + 1
    body = server.chats[-1].body
    assert server.refuses.isdisjoint(body)
    assert body["max_completion_tokens"] == 20
    assert '"enum": ["general"]' in body["messages"][-1]["content"]


async def test_only_the_refused_effort_is_left_out(server: OpenAIServer, model: OpenAIModel) -> None:
    server.fail(400, "Unsupported value: 'reasoning_effort' does not support 'none' with this model.")
    server.always("Yes.")
    await model.chat(ask(effort="none"))
    await model.chat(ask(effort="low"))
    assert [body.get("reasoning_effort") for body in (request.body for request in server.chats)] == [
        "none",
        None,
        "low",
    ]


async def test_a_400_about_nothing_we_can_leave_out_is_told(server: OpenAIServer, model: OpenAIModel) -> None:
    server.fail(400, "messages[0].role is wrong")
    with pytest.raises(ModelRefusedRequest, match="role is wrong") as caught:
        await model.chat(ask())
    assert type(caught.value) is ModelRefusedRequest
    assert len(server.chats) == 1


async def test_without_a_name_the_first_listed_model_is_taken(server: OpenAIServer) -> None:
    model = OpenAIModel(f"{server.url}/v1")
    server.say("Yes.")
    assert (await model.chat(ask())).model == "scripted-1"
    assert (await model.probe()).name == model.name == "scripted-1"
    await model.close()
    server.models = []
    unnamed = OpenAIModel(server.url)
    with pytest.raises(ModelUnavailable, match="no model"):
        await unnamed.chat(ask())
    await unnamed.close()


async def test_the_key_is_sent_and_never_told(server: OpenAIServer) -> None:
    server.api_key = "sk-right"
    server.say("Yes.")
    right, wrong = OpenAIModel(server.url, "m", api_key="sk-right"), OpenAIModel(server.url, "m", api_key="sk-wrong")
    assert (await right.chat(ask())).text == "Yes."
    with pytest.raises(ModelRefusedRequest) as caught:
        await wrong.chat(ask())
    assert "sk-" not in str(caught.value)
    await right.close()
    await wrong.close()


@both
@pytest.mark.parametrize(("status", "said", "error"), cases("openai", "each_status_has_its_error"))
async def test_each_status_has_its_error(
    server: OpenAIServer, model: OpenAIModel, status: int, said: str, error: str, stream: bool
) -> None:
    server.fail(status, said)
    with pytest.raises(ModelError) as caught:
        await either(model, ask(tools=(TOOL,)), stream=stream)
    assert type(caught.value).__name__ == error


@both
async def test_a_rate_limit_is_waited_for(server: OpenAIServer, model: OpenAIModel, stream: bool) -> None:
    server.fail(429, "slow down", headers=(("Retry-After", "0.1"),))
    server.say("Yes.")
    assert (await either(model, ask(), stream=stream)).text == "Yes."
    server.fail(429, "slow down", headers=(("Retry-After", "60"),))
    with pytest.raises(ModelUnavailable, match="rate limit"):
        await either(model, ask(), stream=stream)


async def test_faults_inside_the_stream(server: OpenAIServer, model: OpenAIModel) -> None:
    server.break_off()
    server.end_early()
    server.malformed_json()
    server.empty(thinking="Hm")
    for _ in range(4):
        with pytest.raises(BadModelOutput):
            await streamed(model, ask())
    server.error_line("CUDA out of memory")
    with pytest.raises(ModelUnavailable, match="memory"):
        await streamed(model, ask())


async def test_faults_of_a_whole_answer(server: OpenAIServer, model: OpenAIModel) -> None:
    server.malformed_json()
    server.break_off()
    server.empty()
    server.raw_lines("{}")
    server.raw_lines('{"choices": []}')
    for _ in range(5):
        with pytest.raises(BadModelOutput):
            await model.chat(ask())
    server.raw_lines('{"error": {"message": "out of memory"}}')
    with pytest.raises(ModelUnavailable):
        await model.chat(ask())


async def test_content_may_come_in_parts(server: OpenAIServer, model: OpenAIModel) -> None:
    parts = '[{"type": "text", "text": "On "}, {"type": "text", "text": "Friday."}]'
    server.raw_lines(f'{{"choices": [{{"message": {{"content": {parts}}}}}]}}')
    assert (await model.chat(ask())).text == "On Friday."


@both
async def test_deadline_and_cancellation_close_the_connection(
    server: OpenAIServer, model: OpenAIModel, stream: bool
) -> None:
    server.hang(times=2)
    with pytest.raises(ModelTimeout):
        await either(model, ask(deadline_s=0.3), stream=stream)
    task = asyncio.create_task(either(model, ask(), stream=stream))
    await server.until_chats(2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    for request in server.turns:
        assert await server.until_aborted(request)


async def test_nobody_there(server: OpenAIServer, model: OpenAIModel) -> None:
    server.stop()
    with pytest.raises(ModelUnavailable):
        await model.warm()
    with pytest.raises(ModelUnavailable):
        await model.chat(ask())
