"""How is a `/rerank` endpoint asked? llama.cpp, vLLM, Infinity and their like take `documents` and answer
`{"results": [{"index", "relevance_score"}]}` (the form of Jina and Cohere); TEI takes `texts` and answers
`[{"index", "score"}]`. Which of the two a server speaks is learnt from its first answer."""

import math
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from orchestrator.llm.failures import refusal
from orchestrator.llm.port import BadModelOutput, ModelError, ModelRefusedRequest
from orchestrator.llm.stream import ModelServer, deadline, whole_body

RERANK_S = 30.0
"""A bound of last resort: who searches waits far shorter."""
ENDPOINT = "/rerank"


class ServedReranker:
    """See Reranker. `url`: the endpoint, or the address before `/rerank`; `model`: where the server has several."""

    def __init__(self, url: str, model: str | None = None) -> None:
        base = url.rstrip("/")
        self._path = urlsplit(base).path or "/"
        if not self._path.endswith(ENDPOINT):
            self._path = self._path.rstrip("/") + ENDPOINT
        self._model = model
        self._server = ModelServer(_origin(base), refuse=self._refused)
        self._takes_texts = False

    async def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """See Reranker."""
        try:
            answer = await self._asked(query, texts)
        except ModelRefusedRequest:
            self._takes_texts = not self._takes_texts
            answer = await self._asked(query, texts)
        return _scores(answer, len(texts))

    async def close(self) -> None:
        """See Reranker."""
        await self._server.close()

    async def _asked(self, query: str, texts: Sequence[str]) -> Any:
        body: dict[str, Any] = {"query": query, ("texts" if self._takes_texts else "documents"): list(texts)}
        if not self._takes_texts:
            body |= {"top_n": len(texts), "return_documents": False} | ({"model": self._model} if self._model else {})
        ends_at = deadline(RERANK_S)
        async with self._server.answering("POST", self._path, body=body, ends_at=ends_at) as response:
            return await whole_body(response, ends_at=ends_at)

    def _refused(self, status: int, said: str, retry_after_s: float | None) -> ModelError:
        return refusal("rerank", self._model or "its model", status, said, retry_after_s=retry_after_s)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _scores(answer: Any, expected: int) -> list[float]:
    """The scores in the order of the texts, whatever order they came in. Raises BadModelOutput unless each has one."""
    rows: Any = answer.get("results") if isinstance(answer, Mapping) else answer
    try:
        found = {int(row["index"]): float(row.get("relevance_score", row.get("score"))) for row in rows}
    except (TypeError, KeyError, ValueError, AttributeError):
        raise BadModelOutput("the reranker's answer holds no scores") from None
    if set(found) != set(range(expected)) or not all(map(math.isfinite, found.values())):
        raise BadModelOutput("the reranker scored other texts than it was asked about")
    return [found[place] for place in range(expected)]
