"""The embedders at a server, against real HTTP servers that speak their wires."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.support.ollama_server import EMBEDDING_LENGTH, OllamaServer, embedding_of
from tests.support.openai_server import OpenAIServer

from orchestrator.llm.embedding.served import OllamaEmbedder, OpenAIEmbedder
from orchestrator.llm.port import BadModelOutput, ModelRefusedRequest, ModelUnavailable, PromptTooLong


@pytest_asyncio.fixture
async def server() -> AsyncIterator[OllamaServer]:
    async with OllamaServer() as server:
        yield server


@pytest_asyncio.fixture
async def embedder(server: OllamaServer) -> AsyncIterator[OllamaEmbedder]:
    embedder = OllamaEmbedder(server.url, "embed")
    yield embedder
    await embedder.close()


@pytest_asyncio.fixture
async def openai() -> AsyncIterator[OpenAIServer]:
    async with OpenAIServer() as server:
        server.api_key = "sk-right"
        yield server


async def test_unit_vectors_in_order(server: OllamaServer, embedder: OllamaEmbedder) -> None:
    server.embedding_scale = 7.5
    texts = [f"text {number}" for number in range(70)]
    vectors = await embedder.embed_documents(texts)
    assert (embedder.name, len(vectors[0])) == ("ollama:embed", EMBEDDING_LENGTH)
    assert vectors == [pytest.approx(embedding_of(text)) for text in texts]
    assert await embedder.embed_query("milk") == pytest.approx(embedding_of("milk"))
    assert server.requests[-1].body["truncate"] is False
    assert await embedder.embed_documents([]) == []


async def test_a_model_is_told_what_is_a_question(server: OllamaServer) -> None:
    server.install("nomic-embed-text", capabilities=("embedding",))
    embedder = OllamaEmbedder(server.url, "nomic-embed-text")
    assert await embedder.embed_query("milk") == pytest.approx(embedding_of("search_query: milk"))
    assert await embedder.embed_documents(["milk"]) == [pytest.approx(embedding_of("search_document: milk"))]
    await embedder.close()


async def test_a_text_that_is_too_long_is_refused(embedder: OllamaEmbedder) -> None:
    with pytest.raises(PromptTooLong):
        await embedder.embed_documents(["ok", "x" * 5000])


async def test_a_vector_without_direction_is_refused(server: OllamaServer, embedder: OllamaEmbedder) -> None:
    server.embedding_scale = 0.0
    with pytest.raises(BadModelOutput):
        await embedder.embed_documents(["milk"])


async def test_a_missing_model(server: OllamaServer) -> None:
    embedder = OllamaEmbedder(server.url, "nomic")
    with pytest.raises(ModelUnavailable, match="ollama pull nomic"):
        await embedder.embed_query("milk")
    await embedder.close()


async def test_openai_s_wire(openai: OpenAIServer) -> None:
    embedder = OpenAIEmbedder(openai.url, "bge-m3", api_key="sk-right")
    assert await embedder.embed_documents(["milk", "dentist"]) == [
        pytest.approx(embedding_of("milk")),
        pytest.approx(embedding_of("dentist")),
    ]
    assert await embedder.embed_query("milk") == pytest.approx(embedding_of("milk"))
    assert openai.requests[-1].body["model"] == "bge-m3"
    assert embedder.name == "openai:bge-m3"
    await embedder.close()


async def test_openai_s_refusals_have_our_names(openai: OpenAIServer) -> None:
    wrong = OpenAIEmbedder(openai.url, "bge-m3", api_key="sk-wrong")
    with pytest.raises(ModelRefusedRequest) as refused:
        await wrong.embed_query("milk")
    assert "sk-" not in str(refused.value)
    gone = OpenAIEmbedder("http://127.0.0.1:1", "bge-m3")
    with pytest.raises(ModelUnavailable):
        await gone.embed_query("milk")
    await wrong.close()
    await gone.close()
