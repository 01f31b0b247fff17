"""The Ollama adapter against a real HTTP server that speaks its wire."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import pytest
import pytest_asyncio
from tests.support.corpora import cases
from tests.support.ollama_server import OllamaServer

from orchestrator.llm.messages import ChatRequest, Message, Role, ToolCall, ToolSchema
from orchestrator.llm.ollama.model import OllamaModel, installed
from orchestrator.llm.port import (
    BadModelOutput,
    ModelError,
    ModelTimeout,
    ModelUnavailable,
    ToolsUnsupported,
)

TOOL = ToolSchema(
    "events_create",
    "Propose an event.",
    {
        "type": "object",
        "properties": {
            "title": {"type": "string", "minLength": 1},
            "when": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
            "place": {"type": "object", "properties": {"name": {"type": "string", "pattern": "^x"}}},
            "kind": {"$ref": "#/$defs/Kind"},
        },
        "required": ["title"],
        "additionalProperties": False,
        "$defs": {"Kind": {"enum": ["a", "b"], "type": "string"}},
    },
)
SCHEMA = {"type": "object", "properties": {"intent": {"enum": ["general"]}}, "required": ["intent"]}


@pytest_asyncio.fixture
async def server() -> AsyncIterator[OllamaServer]:
    async with OllamaServer() as server:
        yield server


@pytest_asyncio.fixture
async def model(server: OllamaServer) -> AsyncIterator[OllamaModel]:
    model = OllamaModel(server.url, "smart")
    yield model
    await model.close()


def ask(question: str = "When is the dentist?", **more: Any) -> ChatRequest:
    fields: dict[str, Any] = {"purpose": "turn", "deadline_s": 5.0, **more}
    return ChatRequest(messages=(Message(Role.SYSTEM, "Be short."), Message(Role.USER, question)), **fields)


async def test_text_usage_and_name(server: OllamaServer, model: OllamaModel) -> None:
    server.say("On Friday.", counts=(120, 9))
    reply = await model.chat(ask())
    assert (reply.text, reply.model, reply.finish_reason) == ("On Friday.", "smart", "stop")
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (120, 9)
    separators = "one\u2028two\u0085three\x0bfour\x1cfive"
    server.say(separators, counts=None, pieces=(separators,))
    reply = await model.chat(ask())
    assert reply.text == separators
    assert min(reply.usage.prompt_tokens, reply.usage.completion_tokens) > 0, "estimated where they are not counted"
    server.say("Yes.", counts=(8000, 2))
    assert "cut the prompt" in (await model.chat(ask("word " * 20_000))).warnings[0], "a cut in silence is told"


async def test_the_stream_gives_pieces_and_then_the_reply(server: OllamaServer, model: OllamaModel) -> None:
    server.say("On Friday at ten.")
    deltas = [delta async for delta in model.stream(ask())]
    assert "".join(delta.text for delta in deltas) == "On Friday at ten."
    assert len(deltas) > 3
    assert deltas[-1].reply is not None
    assert deltas[-1].reply.text == "On Friday at ten."


async def test_the_body_guards_the_prompt_and_tells_what_is_asked_for(server: OllamaServer, model: OllamaModel) -> None:
    server.say("Yes.")
    await model.chat(ask(tools=(TOOL,), schema=SCHEMA, max_tokens=50))
    body = server.turns[0].body
    told = body["tools"][0]["function"]["parameters"]
    assert told["required"] == ["title"]
    assert told["$defs"] == TOOL.parameters["$defs"]
    assert told["properties"] == {
        "title": {"type": "string"},  # lengths are held by code, not told
        "when": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "place": {"type": "object", "properties": {"name": {"type": "string", "pattern": "^x"}}},
        "kind": {"$ref": "#/$defs/Kind"},
    }
    assert "format" not in body
    assert (body["truncate"], body["shift"], body["stream"], body["keep_alive"]) == (False, False, True, "30m")
    assert body["options"] == {"num_ctx": 16384, "temperature": 0.2, "num_predict": 50}
    assert "think" not in body


async def test_a_schema_goes_out_as_format_at_temperature_0(server: OllamaServer, model: OllamaModel) -> None:
    server.route('```json\n{"intent": "general",}\n```')
    reply = await model.chat(ask(schema=SCHEMA, purpose="routing"))
    assert server.routings[0].body["format"] == SCHEMA
    assert server.routings[0].body["options"]["temperature"] == 0
    assert reply.text == '{"intent": "general"}'


async def test_the_window_is_no_larger_than_the_model_and_the_same_for_all_calls(server: OllamaServer) -> None:
    server.install("small", context_tokens=2048)
    model = OllamaModel(server.url, "small")
    server.say("Yes.")
    await model.warm()
    await model.chat(ask())
    assert [request.body["options"]["num_ctx"] for request in server.chats] == [2048, 2048]
    assert (await model.probe()).context_tokens == 2048
    assert len([request for request in server.requests if request.path == "/api/show"]) == 2  # once, and the probe
    await model.close()


async def test_warming_loads_the_model_and_keeps_it(server: OllamaServer) -> None:
    model = OllamaModel(server.url, "smart", keep_alive="-1")
    await model.warm()
    assert server.loaded == {"smart"}
    assert server.chats[0].body["messages"] == []
    assert server.chats[0].body["keep_alive"] == -1
    await model.close()


# --- tool calls


async def test_calls_of_several_chunks_are_all_kept_with_their_ids(server: OllamaServer, model: OllamaModel) -> None:
    server.calls(("get_events", {"action": "next"}), ("get_todos", {"status": "open"}), text="Looking.")
    reply = await model.chat(ask(tools=(TOOL,)))
    assert [(call.id, call.name, call.arguments) for call in reply.tool_calls] == [
        ("call_s1", "get_events", {"action": "next"}),
        ("call_s2", "get_todos", {"status": "open"}),
    ]
    assert (reply.text, reply.finish_reason) == ("Looking.", "tool_calls")


async def test_results_go_back_with_id_name_and_the_call(server: OllamaServer, model: OllamaModel) -> None:
    call = ToolCall("call_1", "get_events", {"action": "next"})
    broken = ToolCall("call_2", "get_events", "no object")
    server.say("Friday.")
    request = ask(tools=(TOOL,))
    dialogue = (
        *request.messages,
        Message(Role.ASSISTANT, "", tool_calls=(call, broken)),
        Message(Role.TOOL, '{"events": []}', tool_call_id="call_1", tool_name="get_events"),
    )
    await model.chat(ChatRequest(messages=dialogue, purpose="turn", tools=(TOOL,), deadline_s=5))
    said, result = server.turns[0].body["messages"][-2:]
    assert [(made["id"], made["function"]["arguments"]) for made in said["tool_calls"]] == [
        ("call_1", {"action": "next"}),
        ("call_2", {}),
    ]
    assert (result["role"], result["tool_name"], result["tool_call_id"]) == ("tool", "get_events", "call_1")


async def test_lone_surrogates_in_arguments_do_not_break_the_request(server: OllamaServer, model: OllamaModel) -> None:
    server.say("Fine.")
    call = ToolCall("c", "get_events", {"query": "a\ud800b"})
    messages = (Message(Role.USER, "hi"), Message(Role.ASSISTANT, "", tool_calls=(call,)))
    assert (await model.chat(ChatRequest(messages=messages, purpose="turn", deadline_s=5))).text == "Fine."


async def test_a_model_known_to_take_no_tools_is_not_asked(server: OllamaServer) -> None:
    server.install("plain", capabilities=("completion",))
    model = OllamaModel(server.url, "plain")
    with pytest.raises(ToolsUnsupported):
        await model.chat(ask(tools=(TOOL,)))
    assert not server.chats
    await model.close()


async def test_a_server_too_old_to_tell_is_tried(server: OllamaServer) -> None:
    server.install("old", capabilities=None)
    model = OllamaModel(server.url, "old")
    server.say("Yes.")
    assert (await model.chat(ask(tools=(TOOL,), effort="high"))).text == "Yes."
    assert "think" not in server.turns[0].body
    await model.close()


# --- thinking


@pytest.mark.parametrize(("family", "effort", "think"), cases("ollama", "effort_becomes_what_the_model_understands"))
async def test_effort_becomes_what_the_model_understands(
    server: OllamaServer, family: str, effort: Any, think: object
) -> None:
    server.install("thinker", capabilities=("completion", "tools", "thinking"), family=family)
    model = OllamaModel(server.url, "thinker")
    server.say("Friday.", thinking="Let me see.")
    reply = await model.chat(ask(effort=effort))
    assert server.turns[0].body["think"] == think
    assert ("temperature" in server.turns[0].body["options"]) is (think is False)
    assert (reply.text, reply.thinking) == ("Friday.", "Let me see.")
    await model.close()


async def test_thoughts_alone_are_no_answer(server: OllamaServer, model: OllamaModel) -> None:
    server.empty(thinking="Hm …")
    server.empty()
    server.say("<think>I should say Friday")
    for words in ("thinking", "nothing", "thinking"):
        with pytest.raises(BadModelOutput, match=words) as caught:
            await model.chat(ask())
        assert caught.value.retryable


async def test_thoughts_in_the_text_are_parted_from_it(server: OllamaServer, model: OllamaModel) -> None:
    server.say("<think>It is {tomorrow}</think>\n\nOn Friday.")
    server.say("It is tomorrow</think>On Friday.")
    for _ in range(2):
        reply = await model.chat(ask())
        assert reply.text == "On Friday."
        assert reply.thinking is not None


async def test_a_model_that_drops_the_schema_when_told_not_to_think_may_think(server: OllamaServer) -> None:
    server.install("thinker", capabilities=("completion", "thinking"), family="qwen3.5")
    model = OllamaModel(server.url, "thinker")
    server.route("It is a general question.")
    server.route({"intent": "general"})
    request = ask(schema=SCHEMA, purpose="routing", effort="none")
    with pytest.raises(BadModelOutput, match="JSON"):
        await model.chat(request)
    await model.chat(request)
    assert server.routings[0].body["think"] is False
    assert "think" not in server.routings[1].body
    await model.close()


# --- faults


@pytest.mark.parametrize(("status", "said", "error"), cases("ollama", "each_status_has_its_error"))
async def test_each_status_has_its_error(
    server: OllamaServer, model: OllamaModel, status: int, said: str, error: str
) -> None:
    server.fail(status, said)
    with pytest.raises(ModelError) as caught:
        await model.chat(ask())
    assert type(caught.value).__name__ == error
    assert "secret" not in str(caught.value)
    assert len(server.chats) == 1


async def test_a_missing_model_names_the_cure(server: OllamaServer) -> None:
    model = OllamaModel(server.url, "llama9")
    for tried in (model.chat(ask()), model.warm(), model.probe()):
        with pytest.raises(ModelUnavailable, match="ollama pull llama9"):
            await tried
    await model.close()


async def test_faults_inside_the_stream(server: OllamaServer, model: OllamaModel) -> None:
    server.break_off(after=3)
    server.end_early(after=3)
    server.malformed_json()
    server.raw_lines('{"error parsing tool call": "…"}')
    server.raw_lines("[]")
    server.raw_lines('{"message": {"tool_calls": [{"function": {"name": ""}}]}}')
    for _ in range(6):
        with pytest.raises(BadModelOutput):
            await model.chat(ask())
    server.error_line("an error was encountered while running the model: CUDA error: out of memory")
    with pytest.raises(ModelUnavailable, match="memory"):
        await model.chat(ask())
    server.error_line("error parsing tool call: raw='x'")
    with pytest.raises(BadModelOutput):
        await model.chat(ask())


async def test_a_busy_server_is_waited_for(server: OllamaServer, model: OllamaModel) -> None:
    server.busy(2)
    server.say("At last.")
    assert (await model.chat(ask())).text == "At last."
    assert len(server.chats) == 3


async def test_a_busy_server_is_not_waited_for_beyond_the_deadline(server: OllamaServer, model: OllamaModel) -> None:
    server.busy(20)
    began = time.monotonic()
    with pytest.raises(ModelUnavailable):
        await model.chat(ask(deadline_s=0.7))  # a third attempt would begin after 0.75 s at the earliest
    assert time.monotonic() - began < 15  # it would hang for minutes


@pytest.mark.parametrize("headers_first", [False, True])
async def test_a_hanging_server_is_left_at_the_deadline(
    server: OllamaServer, model: OllamaModel, headers_first: bool
) -> None:
    server.hang(headers_first=headers_first)
    began = time.monotonic()
    with pytest.raises(ModelTimeout):
        await model.chat(ask(deadline_s=0.4))
    assert time.monotonic() - began < 15  # it would hang for minutes
    assert await server.until_aborted(server.turns[0])


@pytest.mark.parametrize("ends", ["the deadline", "cancelled", "the stream is left"])
async def test_who_waits_no_more_closes_the_connection(server: OllamaServer, model: OllamaModel, ends: str) -> None:
    """Also where words come slowly all the time."""
    server.say("a long answer " * 200, pause_s=0.02)
    if ends == "the deadline":
        with pytest.raises(ModelTimeout):
            await model.chat(ask(deadline_s=0.5))
    elif ends == "cancelled":
        task = asyncio.create_task(model.chat(ask()))
        await server.until_chats(1)
        await asyncio.sleep(0.1)  # in the midst of the answer
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    else:
        async with aclosing(model.stream(ask())) as deltas:
            await anext(deltas)
    assert await server.until_aborted(server.turns[0])


async def test_a_slow_reader_of_a_stream_is_not_cancelled(server: OllamaServer, model: OllamaModel) -> None:
    server.say("one two three four five six", pause_s=0.4)
    deltas = model.stream(ask(deadline_s=1.0))
    await anext(deltas)
    await asyncio.sleep(1.1)  # longer than the deadline of the question
    with pytest.raises(ModelTimeout):
        [delta async for delta in deltas]


async def test_nobody_there(server: OllamaServer, model: OllamaModel) -> None:
    server.stop()
    with pytest.raises(ModelUnavailable):
        await model.chat(ask())
    with pytest.raises(ModelUnavailable):
        await model.probe()
    server.start()
    server.say("Back.")
    assert (await model.chat(ask())).text == "Back."


async def test_something_else_answers_there(server: OllamaServer) -> None:
    other = OllamaModel(f"{server.url}/nothing", "smart")
    with pytest.raises(ModelUnavailable, match="address"):
        await other.chat(ask())
    with pytest.raises(ModelUnavailable, match="address"):
        await other.probe()
    await other.close()


async def test_a_connection_that_is_closed_without_an_answer_is_tried_once_more(
    server: OllamaServer, model: OllamaModel
) -> None:
    server.hang(0)
    server.say("Yes.")
    assert (await model.chat(ask())).text == "Yes."
    server.hang(0, times=2)
    with pytest.raises(ModelUnavailable):
        await model.chat(ask())


async def test_hundred_at_once(server: OllamaServer, model: OllamaModel) -> None:
    server.always("Yes.")
    replies = await asyncio.gather(*(model.chat(ask(deadline_s=30)) for _ in range(100)))
    assert {reply.text for reply in replies} == {"Yes."}


async def test_what_is_installed(server: OllamaServer) -> None:
    assert set(await installed(server.url)) == {"smart", "fast", "embed"}
    assert set(await installed(server.url.removeprefix("http://"))) == {"smart", "fast", "embed"}
