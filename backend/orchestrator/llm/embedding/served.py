"""How does an embedding model at a server make vectors, at Ollama's or at any that speaks OpenAI's `/v1/embeddings`?"""

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

from orchestrator.llm.failures import refusal
from orchestrator.llm.ollama.model import faults_named, open_client
from orchestrator.llm.ollama.wire import keep_alive_value
from orchestrator.llm.openai.model import api_root
from orchestrator.llm.port import BadModelOutput, ModelError
from orchestrator.llm.stream import ModelServer, deadline, whole_body

EMBED_S = 60.0
BATCH = 32
"""Texts a request: what a server without a GPU does in a few seconds."""
KEPT_S = 240.0
"""Nobody tells whether a server's model is loaded; one that answered so short a time ago is. Shorter than what servers
keep a model for unless they are told otherwise (Ollama: five minutes)."""


class Prefixes(NamedTuple):
    """Written before what is looked for, and before what shall be found: by them a model takes a text for a question or
    for something to be found. From the models' cards; one that is not listed takes texts as they are."""

    query: str
    document: str


_RETRIEVE = "Represent this sentence for searching relevant passages: "
_BY_NAME = (
    ("nomic-embed", Prefixes("search_query: ", "search_document: ")),
    ("e5-", Prefixes("query: ", "passage: ")),
    ("snowflake-arctic-embed2", Prefixes("query: ", "")),
    ("snowflake-arctic-embed", Prefixes(_RETRIEVE, "")),
    ("mxbai-embed", Prefixes(_RETRIEVE, "")),
    ("embeddinggemma", Prefixes("task: search result | query: ", "title: none | text: ")),
)


def prefixes_of(model: str) -> Prefixes:
    """The prefixes of a model by its name at the server."""
    name = model.casefold()
    return next((prefixes for part, prefixes in _BY_NAME if part in name), Prefixes("", ""))


class ServedEmbedder(ABC):
    """See Embedder. A server's model, with its prefixes and in batches."""

    def __init__(self, name: str, model: str) -> None:
        self.name = name
        self._model = model
        self._prefixes = prefixes_of(model)
        self._answered_at: float | None = None

    @property
    def at_hand(self) -> bool:
        """See Embedder."""
        return self._answered_at is not None and time.monotonic() - self._answered_at < KEPT_S

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

    @abstractmethod
    async def close(self) -> None:
        """See Embedder."""

    @abstractmethod
    async def _asked(self, texts: list[str]) -> Sequence[Sequence[float]]:
        """What the server gives for these texts. Raises ModelError."""

    async def _embed(self, texts: list[str]) -> list[list[float]]:
        vectors = await self._asked(texts)
        self._answered_at = time.monotonic()
        return _unit_vectors(vectors, expected=len(texts))


class OllamaEmbedder(ServedEmbedder):
    """At an Ollama server. Over-long texts are refused (PromptTooLong), never cut silently."""

    def __init__(self, url: str, model: str, *, keep_alive: str = "30m") -> None:
        super().__init__(f"ollama:{model}", model)
        self._client = open_client(url)
        self._keep_alive = keep_alive

    async def close(self) -> None:
        """See Embedder."""
        await self._client.close()  # type: ignore[no-untyped-call]

    async def _asked(self, texts: list[str]) -> Sequence[Sequence[float]]:
        async with faults_named(self._model, EMBED_S):
            answer = await self._client.embed(
                self._model, texts, truncate=False, keep_alive=keep_alive_value(self._keep_alive)
            )
        return answer.embeddings


class OpenAIEmbedder(ServedEmbedder):
    """At a server that speaks OpenAI's form."""

    def __init__(self, url: str, model: str, *, api_key: str | None = None) -> None:
        super().__init__(f"openai:{model}", model)
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._server = ModelServer(api_root(url), refuse=self._refused, headers=headers)

    async def close(self) -> None:
        """See Embedder."""
        await self._server.close()

    async def _asked(self, texts: list[str]) -> Sequence[Sequence[float]]:
        ends_at = deadline(EMBED_S)
        body = {"model": self._model, "input": texts, "encoding_format": "float"}
        async with self._server.answering("POST", "embeddings", body=body, ends_at=ends_at) as response:
            answer = await whole_body(response, ends_at=ends_at)
        return _vectors(answer)

    def _refused(self, status: int, said: str, retry_after_s: float | None) -> ModelError:
        return refusal("openai", self._model, status, said, retry_after_s=retry_after_s)


def _vectors(answer: Any) -> list[list[float]]:
    """The vectors in the order of the texts, whatever order they came in."""
    try:
        entries = sorted(answer["data"], key=lambda entry: entry["index"])
        return [[float(value) for value in entry["embedding"]] for entry in entries]
    except (KeyError, TypeError, ValueError):
        raise BadModelOutput("the server's answer holds no vectors") from None


def _unit_vectors(vectors: Sequence[Sequence[float]], *, expected: int) -> list[list[float]]:
    """`vectors` of length 1. Raises BadModelOutput for another number than `expected`, or unequal lengths."""
    if len(vectors) != expected or len({len(vector) for vector in vectors}) > 1:
        raise BadModelOutput("the embedding model gave another number or length of vectors than asked")
    return [_unit(vector) for vector in vectors]


def _unit(vector: Sequence[float]) -> list[float]:
    length = math.sqrt(sum(value * value for value in vector))
    if not length or not math.isfinite(length):
        raise BadModelOutput("the embedding model gave a vector without a direction")
    return [value / length for value in vector]
