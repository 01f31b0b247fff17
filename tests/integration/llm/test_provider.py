"""Which provider is chosen, with real servers that answer or don't."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.support.ollama_server import OllamaServer
from tests.support.openai_server import OpenAIServer

from orchestrator.errors import ConfigurationError
from orchestrator.llm.provider import ProviderChoice, choose_provider

NOBODY = "http://127.0.0.1:1"


@pytest_asyncio.fixture
async def ollama() -> AsyncIterator[OllamaServer]:
    async with OllamaServer() as server:
        yield server


@pytest_asyncio.fixture
async def openai() -> AsyncIterator[OpenAIServer]:
    async with OpenAIServer() as server:
        yield server


async def closed(choice: ProviderChoice) -> ProviderChoice:
    for model in (choice.smart, choice.fast):
        if model is not None:
            await model.close()
    return choice


async def test_auto_takes_the_first_that_answers(ollama: OllamaServer, openai: OpenAIServer) -> None:
    first = await closed(await choose_provider(ollama_url=ollama.url, openai_url=openai.url, smart_model="smart"))
    second = await closed(await choose_provider(ollama_url=ollama.url, openai_url=NOBODY, smart_model="smart"))
    third = await closed(await choose_provider(ollama_url=NOBODY, openai_url=None))
    assert [choice.provider for choice in (first, second, third)] == ["openai", "ollama", "reader"]
    assert third.smart is None


async def test_ollama_without_a_named_model_is_not_used(ollama: OllamaServer) -> None:
    assert (await choose_provider(ollama_url=ollama.url)).provider == "reader"


async def test_one_named_model_serves_both_roles(ollama: OllamaServer) -> None:
    one = await closed(await choose_provider(ollama_url=ollama.url, fast_model="fast"))
    assert one.smart is one.fast
    two = await closed(await choose_provider(ollama_url=ollama.url, smart_model="smart", fast_model="fast"))
    assert (two.smart and two.smart.name, two.fast and two.fast.name) == ("smart", "fast")


async def test_a_named_provider_is_taken_even_when_it_is_down() -> None:
    choice = await closed(await choose_provider(provider="ollama", ollama_url=NOBODY, smart_model="smart"))
    assert (choice.provider, choice.smart and choice.smart.name) == ("ollama", "smart")


async def test_a_named_provider_without_its_setting_is_an_error() -> None:
    with pytest.raises(ConfigurationError, match="STEWARD_OPENAI_URL"):
        await choose_provider(provider="openai")
    with pytest.raises(ConfigurationError, match="STEWARD_SMART_MODEL"):
        await choose_provider(provider="ollama")


async def test_reader_and_gguf_need_no_model(openai: OpenAIServer) -> None:
    for provider in ("reader", "gguf"):
        assert (await choose_provider(provider=provider, openai_url=openai.url)).provider == "reader"
    assert not openai.requests
