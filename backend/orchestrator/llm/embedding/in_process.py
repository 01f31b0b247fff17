"""When is a model that runs in this process loaded, on which thread does it work, and when is its memory given back?

Documents are embedded on a thread of low priority, so that nobody waits for them; queries on another one.
"""

import asyncio
import ctypes
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from orchestrator.llm.port import BadModelOutput, ModelError, ModelUnavailable
from orchestrator.telemetry.logging import get_logger

IDLE_S = 600.0
"""Unused for so long, the model's memory (MiniLM: 170 MB) is given back; loading it again takes 0.2 s."""
BATCH = 16
"""Texts embedded at once: more are no faster (docs/decisions/0010), and a query waits for no longer one."""
LOW_PRIORITY = 10
"""Of 19: a tenth of the share of others. With less, the thread would often wait on a busy machine while it holds the
interpreter's lock."""

log = get_logger(__name__)


class EncodingModel(Protocol):
    """A loaded model. Called from two threads at once."""

    def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        """One unit vector a text. Of a text beyond the window the beginning counts."""
        ...


class InProcessEmbedder:
    """See Embedder. `load` blocks and is called on a thread; what it raises becomes ModelUnavailable."""

    def __init__(self, name: str, load: Callable[[], EncodingModel], *, idle_s: float = IDLE_S) -> None:
        self.name = name
        self._load = load
        self._idle_s = idle_s
        self._model: asyncio.Future[EncodingModel] | None = None
        self._queries = ThreadPoolExecutor(1, "embed-query")
        self._documents = ThreadPoolExecutor(1, "embed-documents", initializer=_step_back)
        self._at_work = 0
        self._timer: asyncio.TimerHandle | None = None
        self._releasing: asyncio.Task[None] | None = None

    @property
    def loaded(self) -> bool:
        """Whether the model takes memory now."""
        return self._model is not None

    @property
    def at_hand(self) -> bool:
        """See Embedder."""
        loading = self._model
        return loading is not None and loading.done() and not loading.cancelled() and loading.exception() is None

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        """See Embedder. Texts of like length go together: a batch costs what its longest text does."""
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        vectors: list[list[float]] = [[] for _ in texts]
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            found = await self._encode(self._documents, [texts[i] for i in batch], query=False)
            for i, vector in zip(batch, found, strict=True):
                vectors[i] = vector
        return vectors

    async def embed_query(self, text: str) -> list[float]:
        """See Embedder."""
        [vector] = await self._encode(self._queries, [text], query=True)
        return vector

    async def release(self) -> None:
        """Give back the model's memory; the next call loads it again. A batch at work still ends; its model goes with
        it."""
        self._stop_timer()
        if self._model is None:
            return
        self._model = None
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._documents, int)  # a thread holds the model of its last batch until its next
        await loop.run_in_executor(self._queries, _give_back_memory)
        log.info("embedder unloaded", embedder=self.name)

    async def unload(self) -> bool:
        """See Unloadable."""
        if not self.loaded:
            return False
        await self.release()
        return True

    async def close(self) -> None:
        """See Embedder."""
        await self.release()
        if self._releasing is not None:
            await asyncio.gather(self._releasing, return_exceptions=True)
        self._queries.shutdown(wait=False, cancel_futures=True)
        self._documents.shutdown(wait=False, cancel_futures=True)

    async def _encode(self, executor: ThreadPoolExecutor, texts: list[str], *, query: bool) -> list[list[float]]:
        readable = [text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ") for text in texts]
        self._stop_timer()
        self._at_work += 1
        try:
            model = await self._loaded()
            return await asyncio.get_running_loop().run_in_executor(executor, _encoded, model, readable, query)
        finally:
            self._at_work -= 1
            if not self._at_work:
                self._timer = asyncio.get_running_loop().call_later(self._idle_s, self._rested)

    async def _loaded(self) -> EncodingModel:
        """The model; a caller that gives up does not stop its loading."""
        loading = self._model
        if loading is None:
            loop = asyncio.get_running_loop()
            loading = self._model = asyncio.ensure_future(loop.run_in_executor(self._queries, self._load))
            loading.add_done_callback(_seen)
        try:
            return await asyncio.shield(loading)
        except asyncio.CancelledError:
            raise
        except Exception as error:  # a named border: the engines raise classes of their own
            if self._model is loading:
                self._model = None
            if isinstance(error, ModelError):
                raise
            raise ModelUnavailable(f"{self.name} can't be loaded: {error}") from error

    def _rested(self) -> None:
        self._releasing = asyncio.create_task(self.release(), name="unload the embedder")

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _encoded(model: EncodingModel, texts: Sequence[str], query: bool) -> list[list[float]]:
    try:
        return model.encode(texts, query=query)
    except ModelError:
        raise
    except Exception as error:  # a named border: the engines raise classes of their own
        raise BadModelOutput(f"the embedding model failed: {type(error).__name__}") from error


def _seen(loading: "asyncio.Future[EncodingModel]") -> None:
    """Whoever waited may be gone: an error that nobody took is none of the loop's."""
    if not loading.cancelled():
        loading.exception()


def _step_back() -> None:
    """Let everything else on this machine go first. Linux gives each thread a priority of its own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOW_PRIORITY)


def _give_back_memory() -> None:
    """glibc keeps what was freed unless it is told to give it back; other C libraries have no such call."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
