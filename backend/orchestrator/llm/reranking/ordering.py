"""In which order are hits told? A reranker reads the first of them together with the query, where it answers in time; a
search never fails or waits for it beyond that."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

from orchestrator.llm.port import ModelError, Reranker
from orchestrator.telemetry.logging import get_logger

MOST_RERANKED = 50
"""Hits that are read (api.md, STEWARD_RERANK_URL)."""
PATIENCE_S = 1.5
"""A search waits so long (api.md)."""
REST_S = 60.0
"""After a failure the reranker is left alone so long."""
TEXT_CHARACTERS = 1_500
"""Of one text: what rerankers' windows of 512 tokens hold."""

Hit = TypeVar("Hit")
RerankerState = Literal["off", "ok", "degraded"]
log = get_logger(__name__)


class Reranking:
    """The order of hits by `reranker`; None = they stay as the search ordered them."""

    def __init__(self, reranker: Reranker | None = None, *, patience_s: float = PATIENCE_S) -> None:
        self._reranker = reranker
        self._patience_s = patience_s
        self._rests_until = 0.0
        self._well = True

    @property
    def state(self) -> RerankerState:
        """`degraded`: the last hits kept their order, because the reranker gave none."""
        if self._reranker is None:
            return "off"
        return "ok" if self._well else "degraded"

    def wanted(self, limit: int) -> int:
        """How many hits to look for where `limit` are told."""
        return limit if self._reranker is None else max(limit, MOST_RERANKED)

    async def ordered(self, query: str, hits: Sequence[Hit], text: Callable[[Hit], str]) -> list[Hit]:
        """`hits`, the first `MOST_RERANKED` of them by what the reranker says of `text(hit)`; of equal ones the earlier
        first. As they are where it fails, or takes longer than the patience."""
        loop = asyncio.get_running_loop()
        if self._reranker is None or len(hits) < 2 or not query.strip() or loop.time() < self._rests_until:
            return list(hits)
        read, rest = hits[:MOST_RERANKED], hits[MOST_RERANKED:]
        try:
            async with asyncio.timeout(self._patience_s):
                scores = await self._reranker.scores(query, [text(hit)[:TEXT_CHARACTERS] for hit in read])
        except (TimeoutError, ModelError) as error:
            self._rests_until = loop.time() + REST_S
            self._degraded(str(error) or f"no answer within {self._patience_s:g} s")
            return list(hits)
        self._well = True
        best = sorted(range(len(read)), key=lambda place: (-scores[place], place))
        return [*(read[place] for place in best), *rest]

    async def close(self) -> None:
        """Give back the reranker's connections."""
        if self._reranker is not None:
            await self._reranker.close()

    def _degraded(self, why: str) -> None:
        """Told once, until it is well again."""
        if self._well:
            log.warning("hits keep the search's own order: the reranker gives none", why=why)
        self._well = False
