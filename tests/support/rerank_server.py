"""A real HTTP server that orders texts as llama.cpp, vLLM and Infinity do (`documents`), or as TEI does (`texts`):
those that share more words with the query score higher.

async with RerankServer() as server:
    … STEWARD_RERANK_URL=server.url …
"""

import asyncio
from typing import Any, Literal

from tests.support.loopback_http import LoopbackServer, Recorded, Wire

from orchestrator.llm.reranking.fake import WordReranker


class RerankServer(LoopbackServer):
    """`speaks`: whose form; `status` is answered instead, `answer` too; `hangs`: it never answers."""

    def __init__(self, speaks: Literal["jina", "tei"] = "jina") -> None:
        super().__init__()
        self.speaks = speaks
        self.status = 200
        self.answer: Any = None
        self.hangs = False

    @property
    def bodies(self) -> list[dict[str, Any]]:
        """What was asked, in order."""
        return [request.body for request in self.requests]

    async def handle(self, request: Recorded, wire: Wire) -> None:
        if self.hangs:
            await asyncio.sleep(3600)
        if (request.method, request.path) != ("POST", "/rerank"):
            await wire.whole(404, "not found")
        elif self.status != 200:
            await wire.whole(self.status, {"error": "no"})
        elif self.answer is not None:
            await wire.whole(200, self.answer)
        else:
            await self._scored(request.body, wire)

    async def _scored(self, body: dict[str, Any], wire: Wire) -> None:
        texts = body.get("documents" if self.speaks == "jina" else "texts")
        if texts is None:
            await wire.whole(422, {"error": "missing field", "error_type": "Validation"})
            return
        scores = await WordReranker().scores(body["query"], texts)
        best = sorted(range(len(texts)), key=lambda place: -scores[place])
        if self.speaks == "tei":
            await wire.whole(200, [{"index": place, "score": scores[place]} for place in best])
        else:
            results = [{"index": place, "relevance_score": scores[place]} for place in best]
            await wire.whole(200, {"model": body.get("model", "r"), "results": results, "usage": {"total_tokens": 9}})
