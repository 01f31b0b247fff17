"""The real engine in this process over a file of one layer with random weights (extra `gguf`)."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from tests.support.requirements import extra
from tests.support.tiny_gguf import CONTEXT, write_tiny_gguf

from orchestrator.llm.gguf.file import examine
from orchestrator.llm.gguf.model import GGUFModel, load_engine
from orchestrator.llm.messages import ChatRequest, Message, Role
from orchestrator.llm.port import ModelTimeout, ModelUnavailable, PromptTooLong
from orchestrator.llm.provider import choose_provider

CHOICE = {
    "type": "object",
    "properties": {"intent": {"type": "string", "enum": ["data_query", "web_search"]}},
    "required": ["intent"],
    "additionalProperties": False,
}


@pytest.fixture(autouse=True)
def _extra() -> None:
    extra("gguf", "xllamacpp")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_tiny_gguf(tmp_path / "tiny.gguf")


@pytest_asyncio.fixture
async def model(file: Path) -> AsyncIterator[GGUFModel]:
    model = GGUFModel(file, context_tokens=CONTEXT)
    yield model
    await model.close()


def asked(text: str = "hi", **fields: object) -> ChatRequest:
    return ChatRequest((Message(Role.USER, text),), "routing", **fields)  # type: ignore[arg-type]


async def test_random_weights_still_follow_a_schema(model: GGUFModel) -> None:
    reply = await model.chat(asked(schema=CHOICE, max_tokens=200))
    assert "intent" in reply.text
    assert reply.usage.completion_tokens > 0


async def test_a_prompt_too_long_and_one_that_ends_too_late(model: GGUFModel) -> None:
    with pytest.raises(PromptTooLong):
        await model.chat(asked("word " * CONTEXT))
    with pytest.raises(ModelTimeout):
        await model.chat(asked("the prompt is read " * 100, deadline_s=0.001))
    assert (await model.chat(asked(schema=CHOICE))).text


async def test_a_cancelled_generation_frees_the_model(model: GGUFModel) -> None:
    await model.warm()
    task = asyncio.create_task(model.chat(asked(max_tokens=2000)))
    await asyncio.sleep(0.05)  # the engine tells nobody that it began
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert (await model.chat(asked(schema=CHOICE, deadline_s=10))).text


async def test_its_listener_answers_nobody(file: Path) -> None:
    engine = await asyncio.to_thread(load_engine, examine(file), CONTEXT)
    async with httpx.AsyncClient(base_url=engine.listening_address, verify=False) as client:  # type: ignore[attr-defined]
        assert (await client.get("/v1/models")).status_code == 401
        body = {"messages": [{"role": "user", "content": "hi"}]}
        assert (await client.post("/v1/chat/completions", json=body)).status_code == 401
    del engine


async def test_a_cut_file_is_told(file: Path) -> None:
    with file.open("r+b") as whole:
        whole.truncate(50_000)
    model = GGUFModel(file)
    with pytest.raises(ModelUnavailable, match="STEWARD_GGUF_PATH"):
        await model.warm()
    await model.close()


async def test_auto_takes_the_file_before_the_reader(file: Path) -> None:
    nobody = "http://127.0.0.1:1"
    auto = await choose_provider(ollama_url=nobody, gguf_path=file)
    named = await choose_provider(provider="gguf", gguf_path=file)
    behind = await choose_provider(provider="openai", openai_url=nobody, gguf_path=file)
    assert [choice.provider for choice in (auto, named, behind)] == ["gguf", "gguf", "openai"]
    assert all(choice.gguf is not None for choice in (auto, named, behind))
    assert (auto.may_change, named.may_change) == (True, False)
    for choice in (auto, named, behind):
        await choice.close()
