"""Is a kept reply given for the same question asked with other ids, and is a generation kept that nobody waited for?"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from tests.evals.cached_model import LONGEST_REPLY, CachedModel, alike, named_back
from tests.support.openai_server import OpenAIServer

from orchestrator.kit.ids import new_id
from orchestrator.llm.messages import ChatRequest, Message, Role, ToolSchema
from orchestrator.llm.openai.model import OpenAIModel
from orchestrator.llm.port import ToolsUnsupported


@pytest_asyncio.fixture
async def upstream() -> AsyncIterator[OpenAIServer]:
    async with OpenAIServer() as server:
        yield server


def _body(text: str) -> dict[str, Any]:
    return {"model": "whatever", "messages": [{"role": "user", "content": text}], "temperature": 0.9}


async def _asked(model: CachedModel, text: str) -> str:
    async with httpx.AsyncClient(verify=False) as client:  # plain HTTP on loopback
        answer = await client.post(f"{model.url}/chat/completions", json=_body(text))
    assert answer.status_code == 200, answer.text
    return str(answer.json()["choices"][0]["message"]["content"])


async def test_a_question_is_asked_once_and_ids_are_put_back(upstream: OpenAIServer, tmp_path: Path) -> None:
    first, second = str(new_id()), str(new_id())
    made = alike(f"what is {first}?")[1][first]
    upstream.say(f"It is {made}.")
    async with CachedModel(f"{upstream.url}/v1", tmp_path, "small").serving() as model:
        assert await _asked(model, f"what is {first}?") == f"It is {first}."
        assert await _asked(model, f"what is {second}?") == f"It is {second}."
        assert model.asked == 1
        assert [one.reply for one in model.log] == [f"It is {made}."] * 2
    (sent,) = upstream.chats
    assert (sent.body["model"], sent.body["temperature"], sent.body["max_tokens"]) == ("small", 0, LONGEST_REPLY)
    async with CachedModel("http://127.0.0.1:9/v1", tmp_path, "small").serving() as later:
        assert await _asked(later, f"what is {first}?") == f"It is {first}."


async def test_native_tools_are_refused_as_by_a_server_without_them(upstream: OpenAIServer, tmp_path: Path) -> None:
    async with CachedModel(f"{upstream.url}/v1", tmp_path, "small").serving() as model:
        tool = ToolSchema("todos_create", "Add.", {"type": "object", "properties": {}})
        asking = OpenAIModel(model.url, "small")
        with pytest.raises(ToolsUnsupported):
            await asking.chat(ChatRequest((Message(Role.USER, "milk"),), "turn", tools=(tool,)))
        await asking.close()
    assert upstream.chats == []


def test_what_changes_by_chance_is_made_the_same() -> None:
    one = f"<<data 0123456789ab: x>> {new_id()} {new_id()}"
    two = f"<<data ba9876543210: x>> {new_id()} {new_id()}"
    assert alike(one)[0] == alike(two)[0]
    text, names = alike(one)
    assert named_back(text, names) == one
