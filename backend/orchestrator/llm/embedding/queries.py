"""Which vector stands for what is looked for, if it can be had in time? A search never fails or waits for it."""

import asyncio
from typing import Literal

from orchestrator.llm.port import Embedder, ModelError, QueryVector
from orchestrator.telemetry.logging import get_logger

PATIENCE_S = 1.0
"""A search waits so long: MiniLM takes 4 ms, and 0.2 s where it has to be loaded first."""
SHORT_PATIENCE_S = 0.15
"""What goes into every prompt waits so long, and for no loading."""

UNRELATED_QUESTIONS = (
    "When does the train to the airport leave?",
    "Who painted the kitchen wall?",
    "How much sugar goes into the dough?",
)
UNRELATED_TEXTS = (
    "The committee postponed its vote on the harbour.",
    "My cousin plays chess with his neighbour.",
    "The printer is out of blue ink again.",
    "We saw two owls in the forest at night.",
    "Interest rates rose by half a percent.",
    "Her shoes were still wet from the rain.",
)
LOW_FLOOR = 0.1
"""Below it a model counts as one whose unrelated texts have a cosine of 0, as MiniLM's (0.05) nearly have."""

EmbedderState = Literal["off", "ok", "degraded"]
log = get_logger(__name__)


class QueryEmbedding:
    """Vectors of queries by `embedder`; None = vectors are switched off."""

    def __init__(self, embedder: Embedder | None, *, patience_s: float = PATIENCE_S) -> None:
        self._embedder = embedder
        self._patience_s = patience_s
        self._late: asyncio.Task[QueryVector] | None = None
        self._floor: float | None = None
        self._well = True

    @property
    def state(self) -> EmbedderState:
        """`degraded`: the last query found no vector, so searches go by words alone."""
        if self._embedder is None:
            return "off"
        return "ok" if self._well else "degraded"

    async def at_hand(self, text: str) -> QueryVector | None:
        """As `vector`, where it costs next to nothing: nothing is loaded for it, and the patience is short."""
        if self._embedder is None or not self._embedder.at_hand:
            return None
        return await self.vector(text, patience_s=min(SHORT_PATIENCE_S, self._patience_s))

    async def vector(self, text: str, *, patience_s: float | None = None) -> QueryVector | None:
        """The vector, or None where there is none within the patience: then the search goes by words alone.

        A call that takes longer goes on, so that the model is there for the next query; meanwhile nobody waits.
        """
        if self._embedder is None or not text.strip():
            return None
        if self._late is not None and not self._late.done():
            return None
        task = asyncio.create_task(self._embedded(self._embedder, text), name="embed a query")
        task.add_done_callback(self._settled)
        try:
            await asyncio.wait({task}, timeout=self._patience_s if patience_s is None else patience_s)
        finally:
            if not task.done():
                self._late = task
        if not task.done():
            if patience_s is None:
                self._degraded("it takes too long")
            return None
        if task.cancelled() or task.exception() is not None:
            return None
        return task.result()

    async def close(self) -> None:
        """Leave what is still under way."""
        if self._late is not None:
            self._late.cancel()
            await asyncio.gather(self._late, return_exceptions=True)

    async def _embedded(self, embedder: Embedder, text: str) -> QueryVector:
        if self._floor is None:
            self._floor = await _floor_of(embedder)
        return QueryVector(embedder.name, await embedder.embed_query(text), self._floor)

    def _settled(self, task: "asyncio.Task[QueryVector]") -> None:
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


async def _floor_of(embedder: Embedder) -> float:
    """The mean cosine of texts that have nothing to do with each other. e5 models give 0.7 and more to everything: what
    was weighed for another model would count for nothing, or find everything."""
    asked = [await embedder.embed_query(text) for text in UNRELATED_QUESTIONS]
    texts = await embedder.embed_documents(UNRELATED_TEXTS)
    cosines = [sum(a * b for a, b in zip(one, other, strict=True)) for one in asked for other in texts]
    mean = sum(cosines) / len(cosines)
    return mean if mean >= LOW_FLOOR else 0.0
