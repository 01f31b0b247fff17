"""The Ollama embedder against a real HTTP server that speaks its wire."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.support.ollama_server import EMBEDDING_LENGTH, OllamaServer, embedding_of

from orchestrator.llm.embedder import OllamaEmbedder
from orchestrator.llm.port import BadModelOutput, ModelUnavailable, PromptTooLong


@pytest_asyncio.fixture
async def server() -> AsyncIterator[OllamaServer]:
    async with OllamaServer() as server:
        yield server


@pytest_asyncio.fixture
async def embedder(server: OllamaServer) -> AsyncIterator[OllamaEmbedder]:
    embedder = await OllamaEmbedder.connect(server.url, "embed")
    yield embedder
    await embedder.close()


async def test_unit_vectors_in_order(server: OllamaServer, embedder: OllamaEmbedder) -> None:
    server.embedding_scale = 7.5
    vectors = await embedder.embed(["milk", "dentist"])
    assert (embedder.name, embedder.dimensions) == ("embed", EMBEDDING_LENGTH)
    assert vectors == [pytest.approx(embedding_of("milk")), pytest.approx(embedding_of("dentist"))]
    assert server.requests[-1].body["truncate"] is False
    assert await embedder.embed([]) == []


async def test_a_text_that_is_too_long_is_refused(embedder: OllamaEmbedder) -> None:
    with pytest.raises(PromptTooLong):
        await embedder.embed(["ok", "x" * 5000])


async def test_a_vector_without_direction_is_refused(server: OllamaServer, embedder: OllamaEmbedder) -> None:
    server.embedding_scale = 0.0
    with pytest.raises(BadModelOutput):
        await embedder.embed(["milk"])


async def test_a_missing_model(server: OllamaServer) -> None:
    with pytest.raises(ModelUnavailable, match="ollama pull nomic"):
        await OllamaEmbedder.connect(server.url, "nomic")
