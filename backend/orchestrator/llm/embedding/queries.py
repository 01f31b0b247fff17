"""Which vector stands for what is looked for, if it can be had in time? A search never fails or waits for it."""

import asyncio
from typing import Literal

from orchestrator.llm.port import Embedder, ModelError, QueryVector
from orchestrator.telemetry.logging import get_logger

PATIENCE_S = 1.0
"""A search waits so long: MiniLM takes 4 ms, and 0.2 s where it has to be loaded first."""

EmbedderState = Literal["off", "ok", "degraded"]
log = get_logger(__name__)


class QueryEmbedding:
    """Vectors of queries by `embedder`; None = vectors are switched off."""

    def __init__(self, embedder: Embedder | None, *, patience_s: float = PATIENCE_S) -> None:
        self._embedder = embedder
        self._patience_s = patience_s
        self._late: asyncio.Task[list[float]] | None = None
        self._well = True

    @property
    def state(self) -> EmbedderState:
        """`degraded`: the last query found no vector, so searches go by words alone."""
        if self._embedder is None:
            return "off"
        return "ok" if self._well else "degraded"

    async def vector(self, text: str) -> QueryVector | None:
        """The vector, or None where there is none within the patience: then the search goes by words alone.

        A call that takes longer goes on, so that the model is there for the next query; meanwhile nobody waits.
        """
        if self._embedder is None or not text.strip():
            return None
        if self._late is not None and not self._late.done():
            return None
        task = asyncio.create_task(self._embedder.embed_query(text), name="embed a query")
        task.add_done_callback(self._settled)
        try:
            await asyncio.wait({task}, timeout=self._patience_s)
        finally:
            if not task.done():
                self._late = task
        if not task.done():
            self._degraded("it takes too long")
            return None
        if task.cancelled() or task.exception() is not None:
            return None
        return QueryVector(self._embedder.name, task.result())

    async def close(self) -> None:
        """Leave what is still under way."""
        if self._late is not None:
            self._late.cancel()
            await asyncio.gather(self._late, return_exceptions=True)

    def _settled(self, task: "asyncio.Task[list[float]]") -> None:
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            self._well = True
        elif isinstance(error, ModelError):
            self._degraded(str(error))
        else:
            self._well = False
            log.error("the embedder failed", exc_info=error)

    def _degraded(self, why: str) -> None:
        """Told once, until it is well again."""
        if self._well:
            log.warning("searches go by words alone: the embedder gives no vector", why=why)
        self._well = False
