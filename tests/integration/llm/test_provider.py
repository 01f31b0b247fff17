"""Which provider is chosen, with real servers that answer or don't."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

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
    await choice.close()
    return choice


async def test_auto_takes_the_first_that_answers(ollama: OllamaServer, openai: OpenAIServer) -> None:
    first = await closed(await choose_provider(ollama_url=ollama.url, openai_url=openai.url, smart_model="smart"))
    second = await closed(await choose_provider(ollama_url=ollama.url, openai_url=NOBODY, smart_model="smart"))
    third = await closed(await choose_provider(ollama_url=NOBODY, openai_url=None))
    assert [choice.provider for choice in (first, second, third)] == ["openai", "ollama", "reader"]
    assert third.smart is None
    one = await closed(await choose_provider(ollama_url=ollama.url, fast_model="fast"))
    assert one.smart is one.fast, "one that is named serves both roles"
    two = await closed(await choose_provider(ollama_url=ollama.url, smart_model="smart", fast_model="fast"))
    assert (two.smart and two.smart.name, two.fast and two.fast.name) == ("smart", "fast")


async def test_a_named_provider_is_taken_even_when_it_is_down() -> None:
    choice = await closed(await choose_provider(provider="ollama", ollama_url=NOBODY, smart_model="smart"))
    assert (choice.provider, choice.smart and choice.smart.name) == ("ollama", "smart")


async def test_a_named_provider_without_its_setting_is_an_error() -> None:
    with pytest.raises(ConfigurationError, match="STEWARD_OPENAI_URL"):
        await choose_provider(provider="openai")
    with pytest.raises(ConfigurationError, match="STEWARD_GGUF_PATH"):
        await choose_provider(provider="gguf")


async def test_the_reader_needs_no_model(openai: OpenAIServer) -> None:
    choice = await choose_provider(provider="reader", openai_url=openai.url)
    assert (choice.provider, choice.may_change) == ("reader", False)
    assert not openai.requests


# --- Ollama without a named model


@pytest.mark.parametrize("provider", ["auto", "ollama"])
async def test_the_best_installed_model_is_taken(ollama: OllamaServer, provider: str) -> None:
    ollama.models.clear()
    ollama.install("nomic-embed-text", capabilities=("embedding",), parameters="137M", size=274_000_000)
    ollama.install("big-without-tools", parameters="14B", capabilities=("completion",))
    ollama.install("qwen3:8b", parameters="8.2B", capabilities=("completion", "tools", "thinking"))
    ollama.install("qwen3:1.7b", parameters="1.7B", size=1_400_000_000)
    ollama.install("tiny", parameters="135M", size=100_000_000)
    ollama.install("gpt-oss:120b-cloud", parameters="117B", size=384, remote="https://ollama.com")
    choice = await closed(await choose_provider(provider=provider, ollama_url=ollama.url))
    assert choice.provider == "ollama"
    assert (choice.smart and choice.smart.name, choice.fast and choice.fast.name) == ("qwen3:8b", "qwen3:1.7b")
    assert "qwen3:8b (8.2B, Q4_K_M) is the best of 6 installed that has tools" in choice.why
    assert choice.may_change


@pytest.mark.parametrize(
    ("installed", "advice"),
    [
        ({}, "has no model yet: ollama pull"),
        ({"bge-m3": {"capabilities": ("embedding",)}}, "embedding or cloud"),
        ({"gemma": {"capabilities": ("completion", "vision")}}, "STEWARD_SMART_MODEL=gemma"),
        ({"kimi:cloud": {"remote": "https://ollama.com"}}, "embedding or cloud"),
    ],
)
async def test_without_a_model_that_can_serve_it_says_what_to_do(
    ollama: OllamaServer, installed: dict[str, dict[str, Any]], advice: str
) -> None:
    ollama.models.clear()
    for name, what in installed.items():
        ollama.install(name, **what)
    auto = await choose_provider(ollama_url=ollama.url)
    named = await choose_provider(provider="ollama", ollama_url=ollama.url)
    assert (auto.provider, auto.smart, auto.missing, auto.may_change) == ("reader", None, None, True)
    assert (named.provider, named.smart, named.may_change) == ("ollama", None, True)
    assert advice in auto.why
    assert advice in (named.missing or "")


async def test_an_ollama_that_is_not_there_is_looked_for_again() -> None:
    named = await choose_provider(provider="ollama", ollama_url=NOBODY)
    assert (named.provider, named.smart, named.may_change) == ("ollama", None, True)
    assert "127.0.0.1:1" in (named.missing or "")


async def test_a_server_too_old_to_tell_what_its_models_can_do(ollama: OllamaServer) -> None:
    ollama.models.clear()
    ollama.install("old:7b", capabilities=None)
    choice = await closed(await choose_provider(ollama_url=ollama.url))
    assert choice.smart is not None
    assert choice.smart is choice.fast, "one that is installed serves both roles"
    assert "does not say which have tools" in choice.why


# --- a GGUF file


async def test_a_file_that_can_not_be_used_is_told_and_the_rest_goes_on(ollama: OllamaServer, tmp_path: Path) -> None:
    absent = tmp_path / "absent.gguf"
    choice = await closed(await choose_provider(ollama_url=ollama.url, smart_model="smart", gguf_path=absent))
    assert (choice.provider, choice.gguf) == ("ollama", None)
    assert "STEWARD_GGUF_PATH" in (choice.gguf_problem or "")
    with pytest.raises(ConfigurationError, match="STEWARD_GGUF_PATH"):
        await choose_provider(provider="gguf", gguf_path=absent)
