"""An embedder without a model, for tests: texts that share words are near."""

import asyncio
import hashlib
import math
from collections.abc import Sequence

from orchestrator.language.text.normalize import tokens
from orchestrator.llm.port import ModelError

DIMENSIONS = 64


class WordEmbedder:
    """See Embedder. Deterministic. `fails` is raised by every call while it is set; `refuses` by calls whose texts hold
    that word; `delay_s` passes before an answer; `documents` is what was embedded, in order."""

    def __init__(self, name: str = "words", *, dimensions: int = DIMENSIONS) -> None:
        self.name = name
        self.dimensions = dimensions
        self.fails: ModelError | None = None
        self.refuses: tuple[str, ModelError] | None = None
        self.delay_s = 0.0
        self.at_hand = True
        self.documents: list[str] = []

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        """See Embedder."""
        vectors = await self._embed(texts)
        self.documents += texts
        return vectors

    async def embed_query(self, text: str) -> list[float]:
        """See Embedder."""
        [vector] = await self._embed([text])
        return vector

    async def close(self) -> None:
        """See Embedder."""

    async def _embed(self, texts: Sequence[str]) -> list[list[float]]:
        await asyncio.sleep(self.delay_s)
        if self.fails is not None:
            raise self.fails
        if self.refuses is not None and any(self.refuses[0] in text for text in texts):
            raise self.refuses[1]
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        values = [0.0] * self.dimensions
        for word in tokens(text) or [""]:
            values[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4]) % self.dimensions] += 1.0
        length = math.sqrt(sum(value * value for value in values))
        return [value / length for value in values]
