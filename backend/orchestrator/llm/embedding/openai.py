"""How does an embedding model at any server that speaks OpenAI's `/v1/embeddings` make vectors?"""

from collections.abc import Sequence
from typing import Any

from orchestrator.llm.embedding.lately import Lately
from orchestrator.llm.embedding.prefixes import prefixes_of
from orchestrator.llm.embedding.units import unit_vectors
from orchestrator.llm.failures import refusal
from orchestrator.llm.openai.model import api_root
from orchestrator.llm.port import BadModelOutput, ModelError
from orchestrator.llm.stream import ModelServer, deadline, whole_body

EMBED_S = 60.0
BATCH = 32


class OpenAIEmbedder:
    """See Embedder."""

    def __init__(self, url: str, model: str, *, api_key: str | None = None) -> None:
        self.name = f"openai:{model}"
        self._model = model
        self._prefixes = prefixes_of(model)
        self._lately = Lately()
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._server = ModelServer(api_root(url), refuse=self._refused, headers=headers)

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
        await self._server.close()

    async def _embed(self, texts: list[str]) -> list[list[float]]:
        ends_at = deadline(EMBED_S)
        body = {"model": self._model, "input": texts, "encoding_format": "float"}
        async with self._server.answering("POST", "embeddings", body=body, ends_at=ends_at) as response:
            answer = await whole_body(response, ends_at=ends_at)
        self._lately.answered()
        return unit_vectors(_vectors(answer), expected=len(texts))

    def _refused(self, status: int, said: str, retry_after_s: float | None) -> ModelError:
        return refusal("openai", self._model, status, said, retry_after_s=retry_after_s)


def _vectors(answer: Any) -> list[list[float]]:
    """The vectors in the order of the texts, whatever order they came in."""
    try:
        entries = sorted(answer["data"], key=lambda entry: entry["index"])
        return [[float(value) for value in entry["embedding"]] for entry in entries]
    except (KeyError, TypeError, ValueError):
        raise BadModelOutput("the server's answer holds no vectors") from None
