"""How a model inside this process is asked, ended, kept and given back: over a scripted engine."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.support.waiting import eventually

from orchestrator.kit.memory import GIB
from orchestrator.llm.gguf.file import GGUFUnusable, examine, room_for
from orchestrator.llm.gguf.model import GGUFModel, keep_alive_seconds
from orchestrator.llm.gguf.scripted_engine import ScriptedEngine
from orchestrator.llm.json_tools import JsonTools
from orchestrator.llm.messages import ChatRequest, Message, Role, ToolSchema
from orchestrator.llm.port import ModelRefusedRequest, ModelTimeout, ModelUnavailable, PromptTooLong, ToolsUnsupported

GGUF = b"GGUF\x03\x00\x00\x00" + b"\0" * 64
TOOL = ToolSchema("get_events", "Read events.", {"type": "object", "properties": {"when": {"type": "string"}}})
Open = Callable[..., GGUFModel]


def asked(text: str = "hi", **fields: Any) -> ChatRequest:
    return ChatRequest((Message(Role.SYSTEM, "Be brief."), Message(Role.USER, text)), "turn", **fields)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.Q4_K_M.gguf"
    path.write_bytes(GGUF)
    return path


@pytest_asyncio.fixture
async def opened(file: Path) -> AsyncIterator[Open]:
    models: list[GGUFModel] = []

    def open_model(engine: ScriptedEngine, **fields: Any) -> GGUFModel:
        model = GGUFModel(file, load=engine.load, free=lambda: 64 * GIB, **fields)
        models.append(model)
        return model

    yield open_model
    for model in models:
        await model.close()


async def test_an_answer_with_its_tokens(opened: Open) -> None:
    engine = ScriptedEngine(["The dentist is on Friday."])
    model = opened(engine)
    reply = await model.chat(asked(max_tokens=50))
    assert (reply.text, reply.model, reply.finish_reason) == ("The dentist is on Friday.", "small.Q4_K_M", "stop")
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (40, 5)
    body = engine.bodies[0]
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert (body["max_tokens"], body["stream"], body["return_progress"]) == (50, True, True)
    assert "reasoning_effort" not in body


async def test_a_stream_comes_in_pieces(opened: Open) -> None:
    texts = [delta.text async for delta in opened(ScriptedEngine(["one two"])).stream(asked())]
    assert texts == ["one ", "two", ""]


async def test_a_schema_is_held_to(opened: Open) -> None:
    engine = ScriptedEngine(['{"intent": "data_query"}'])
    schema = {"type": "object", "properties": {"intent": {"type": "string"}}}
    assert (await opened(engine).chat(asked(schema=schema))).text == '{"intent": "data_query"}'
    assert engine.bodies[0]["response_format"]["json_schema"]["schema"] == schema
    assert engine.bodies[0]["max_tokens"] > 0  # a small model may never stop


async def test_tools_are_asked_for_by_schema(opened: Open) -> None:
    engine = ScriptedEngine(['{"tool": "get_events", "arguments": {"when": "tomorrow"}}'])
    model = opened(engine)
    reply = await JsonTools(model, way="schema").chat(asked("What do I have tomorrow?", tools=(TOOL,)))
    assert [(call.name, call.arguments) for call in reply.tool_calls] == [("get_events", {"when": "tomorrow"})]
    assert "tools" not in engine.bodies[0]
    with pytest.raises(ToolsUnsupported):
        await model.chat(asked(tools=(TOOL,)))


async def test_whoever_stops_waiting_ends_the_generation(opened: Open) -> None:
    engine = ScriptedEngine(["and so on", "there"], endless=True)
    model = opened(engine)
    task = asyncio.create_task(model.chat(asked(deadline_s=30)))
    await asyncio.to_thread(engine.begun.wait, 5)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    with pytest.raises(ModelTimeout):
        await model.chat(asked(deadline_s=0.05))  # the thread is free again, and this one ends by its deadline
    await model.close()
    assert engine.ended_early == 2


async def test_one_after_the_other_within_their_deadlines(opened: Open) -> None:
    engine = ScriptedEngine(["a", "b", "c"])
    model = opened(engine)
    replies = await asyncio.gather(*(model.chat(asked()) for _ in range(3)))
    assert sorted(reply.text for reply in replies) == ["a", "b", "c"]
    assert engine.most_at_once == 1
    busy = ScriptedEngine(["on and on"], endless=True)
    model = opened(busy)
    long = asyncio.create_task(model.chat(asked(deadline_s=30)))
    await asyncio.to_thread(busy.begun.wait, 5)
    with pytest.raises(ModelTimeout):
        await model.chat(asked(deadline_s=0.05))
    assert len(busy.bodies) == 1  # what timed out in the queue is never begun
    long.cancel()
    await asyncio.gather(long, return_exceptions=True)


@pytest.mark.parametrize(
    ("step", "error"),
    [
        (
            {"error": {"code": 400, "message": "request (9000 tokens) exceeds the available context size"}},
            PromptTooLong,
        ),
        ({"error": {"code": 500, "message": "something broke"}}, ModelUnavailable),
        (ValueError("JSON schema error at #: unrecognized type nonsense"), ModelRefusedRequest),
        (RuntimeError("the server has stopped"), ModelUnavailable),
    ],
)
async def test_faults_have_our_names(opened: Open, step: Any, error: type[Exception]) -> None:
    model = opened(ScriptedEngine([step, "well again"]))
    with pytest.raises(error):
        await model.chat(asked())
    assert (await model.chat(asked())).text == "well again"


async def test_it_is_loaded_on_first_use_and_given_back_at_rest(opened: Open) -> None:
    engine = ScriptedEngine(["a", "b"])
    model = opened(engine, keep_alive="50ms", context_tokens=2048)
    assert not model.loaded
    await model.chat(asked())
    assert model.loaded
    assert engine.opened[1] == 2048
    await eventually(lambda: not model.loaded)
    assert (await model.chat(asked())).text == "b"


async def test_warming_loads_and_probing_does_not(opened: Open, file: Path) -> None:
    model = opened(ScriptedEngine())
    assert (await model.probe()).provider == "gguf"
    assert not model.loaded
    await model.warm()
    assert model.loaded
    await asyncio.to_thread(file.unlink)
    assert (await model.probe()).name == "small.Q4_K_M"  # it is in memory


async def test_a_file_that_does_not_load_is_down_until_it_is_another(file: Path) -> None:
    tries = []

    def load(*_: object) -> ScriptedEngine:
        tries.append(1)
        raise RuntimeError("Failed to init server")

    model = GGUFModel(file, load=load, free=lambda: None)
    with pytest.raises(ModelUnavailable, match=r"STEWARD_GGUF_PATH.*can't be loaded"):
        await model.warm()
    with pytest.raises(ModelUnavailable, match="can't be loaded"):
        await model.probe()
    await asyncio.to_thread(file.write_bytes, GGUF + b"more")
    await model.probe()
    assert len(tries) == 1
    await model.close()


async def test_a_model_too_large_for_the_memory_is_not_loaded(file: Path) -> None:
    model = GGUFModel(file, load=ScriptedEngine().load, free=lambda: GIB // 2)
    with pytest.raises(ModelUnavailable, match=r"STEWARD_GGUF_PATH: small.Q4_K_M.gguf needs about 1.0 GiB"):
        await model.warm()
    await model.close()


async def test_closing_ends_what_runs(opened: Open) -> None:
    engine = ScriptedEngine(["on and on"], endless=True)
    model = opened(engine)
    task = asyncio.create_task(model.chat(asked(deadline_s=30)))
    await asyncio.to_thread(engine.begun.wait, 5)
    await asyncio.wait_for(model.close(), 5)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    with pytest.raises(ModelUnavailable):
        await model.chat(asked())


def test_what_is_wrong_with_a_file_is_told_by_the_variable(tmp_path: Path) -> None:
    def told(path: Path) -> str:
        with pytest.raises(GGUFUnusable) as problem:
            examine(path)
        return str(problem.value)

    other = tmp_path / "model.gguf"
    assert told(other) == f"STEWARD_GGUF_PATH: there is no file {other}"
    assert "can't be read" in told(tmp_path)
    for content in (b"", b"PK\x03\x04 a zip file"):
        other.write_bytes(content)
        assert told(other).endswith("is no GGUF file")
    other.write_bytes(b"GGUF\x01\x00\x00\x00")
    assert "GGUF version 1" in told(other)


def test_a_split_file_needs_all_its_parts(tmp_path: Path) -> None:
    first, second = (tmp_path / f"m-0000{part}-of-00002.gguf" for part in (1, 2))
    first.write_bytes(GGUF)
    with pytest.raises(GGUFUnusable, match="m-00002-of-00002"):
        examine(first)
    second.write_bytes(GGUF)
    found = examine(first)
    assert found.size_bytes == 2 * len(GGUF)
    room_for(found, free=lambda: None)  # a platform that does not tell


def test_keep_alive_in_seconds() -> None:
    given = ("30m", "1h30m", "45", "0", "-1", "1500ms")
    assert [keep_alive_seconds(text) for text in given] == [1800.0, 5400.0, 45.0, 0.0, None, 1.5]
