"""Which vectors stand for these texts? Made by an embedding model at an Ollama server."""

import math
from collections.abc import Sequence

import ollama

from orchestrator.llm.ollama import faults_named, open_client
from orchestrator.llm.ollama_wire import keep_alive_value
from orchestrator.llm.port import BadModelOutput

EMBED_S = 60.0


class OllamaEmbedder:
    """See Embedder. Over-long texts are refused (PromptTooLong), never cut silently: callers know where to cut."""

    def __init__(self, client: ollama.AsyncClient, model: str, *, dimensions: int, keep_alive: str) -> None:
        self.name = model
        self.dimensions = dimensions
        self._client = client
        self._keep_alive = keep_alive

    @classmethod
    async def connect(cls, url: str, model: str, *, keep_alive: str = "30m") -> "OllamaEmbedder":
        """An embedder whose `dimensions` the model itself told. Raises ModelError."""
        embedder = cls(open_client(url), model, dimensions=0, keep_alive=keep_alive)
        try:
            [vector] = await embedder.embed(["dimensions"])
        except BaseException:
            await embedder.close()
            raise
        embedder.dimensions = len(vector)
        return embedder

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """See Embedder."""
        if not texts:
            return []
        async with faults_named(self.name, EMBED_S):
            answer = await self._client.embed(
                self.name, list(texts), truncate=False, keep_alive=keep_alive_value(self._keep_alive)
            )
        vectors = [_unit(vector) for vector in answer.embeddings]
        if len(vectors) != len(texts) or any(len(vector) != (self.dimensions or len(vectors[0])) for vector in vectors):
            raise BadModelOutput("the embedding model gave another number or length of vectors than asked")
        return vectors

    async def close(self) -> None:
        """Give back connections."""
        await self._client.close()  # type: ignore[no-untyped-call]


def _unit(vector: Sequence[float]) -> list[float]:
    length = math.sqrt(sum(value * value for value in vector))
    if not length or not math.isfinite(length):
        raise BadModelOutput("the embedding model gave a vector without a direction")
    return [value / length for value in vector]
