"""How does an embedding model at an Ollama server make vectors?"""

from collections.abc import Sequence

from orchestrator.llm.embedding.lately import Lately
from orchestrator.llm.embedding.prefixes import prefixes_of
from orchestrator.llm.embedding.units import unit_vectors
from orchestrator.llm.ollama.model import faults_named, open_client
from orchestrator.llm.ollama.wire import keep_alive_value

EMBED_S = 60.0
BATCH = 32
"""Texts a request: what a server without a GPU does in a few seconds."""


class OllamaEmbedder:
    """See Embedder. Over-long texts are refused (PromptTooLong), never cut silently."""

    def __init__(self, url: str, model: str, *, keep_alive: str = "30m") -> None:
        self.name = f"ollama:{model}"
        self._model = model
        self._prefixes = prefixes_of(model)
        self._lately = Lately()
        self._client = open_client(url)
        self._keep_alive = keep_alive

    @property
    def at_hand(self) -> bool:
        """See Embedder."""
        return bool(self._lately)

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        """See Embedder."""
        vectors: list[list[float]] = []
        for start in range(0, len(texts), BATCH):
            vectors += await self._embed([self._prefixes.document + text for text in texts[start : start + BATCH]])
        return vectors

    async def embed_query(self, text: str) -> list[float]:
        """See Embedder."""
        [vector] = await self._embed([self._prefixes.query + text])
        return vector

    async def close(self) -> None:
        """See Embedder."""
        await self._client.close()  # type: ignore[no-untyped-call]

    async def _embed(self, texts: list[str]) -> list[list[float]]:
        async with faults_named(self._model, EMBED_S):
            answer = await self._client.embed(
                self._model, texts, truncate=False, keep_alive=keep_alive_value(self._keep_alive)
            )
        self._lately.answered()
        return unit_vectors(answer.embeddings, expected=len(texts))
