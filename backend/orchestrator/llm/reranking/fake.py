"""A reranker without a model, for tests: texts that share more words with the query are better."""

import asyncio
from collections.abc import Sequence

from orchestrator.language.text.normalize import tokens
from orchestrator.llm.port import ModelError


class WordReranker:
    """See Reranker. `fails` is raised while it is set; `delay_s` passes before an answer; `asked` is what was."""

    def __init__(self) -> None:
        self.fails: ModelError | None = None
        self.delay_s = 0.0
        self.asked: list[tuple[str, tuple[str, ...]]] = []

    async def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """See Reranker."""
        self.asked.append((query, tuple(texts)))
        await asyncio.sleep(self.delay_s)
        if self.fails is not None:
            raise self.fails
        wanted = set(tokens(query))
        return [len(wanted & set(tokens(text))) / (1 + len(tokens(text))) for text in texts]

    async def close(self) -> None:
        """See Reranker."""
