"""How does a model in a GGUF file, run inside this process, answer a request?

One thread of its own loads the file on first use and generates one answer after the other; requests wait their turn
within their deadlines. Whoever stops waiting ends the generation: it is looked at between tokens and between batches of
the prompt. After the keep-alive without a request the memory is given back.
"""

import asyncio
import os
import secrets
import threading
from collections.abc import AsyncGenerator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import structlog

from orchestrator.kit import patterns
from orchestrator.kit.memory import FreeMemory, free_memory
from orchestrator.llm.failures import error_text, refusal
from orchestrator.llm.gguf.file import LIBRARY, GGUFFile, GGUFUnusable, examine, require_library, room_for
from orchestrator.llm.messages import ChatReply, ChatRequest, Delta
from orchestrator.llm.openai.wire import Gathered, chat_body
from orchestrator.llm.port import (
    ModelError,
    ModelInfo,
    ModelTimeout,
    ModelUnavailable,
    ToolsUnsupported,
)
from orchestrator.llm.stream import deadline, whole_of

BATCH_TOKENS = 64
"""So many prompt tokens are read between two looks at whether anybody still waits (1.4 s for 1.5 billion parameters on
two cores; batches of 512 are not faster there)."""
MOST_THREADS = 16  # beyond, the memory's bandwidth is the limit

Event = Mapping[str, Any]
"""One event of OpenAI's stream form, or `{"error": {"code", "message"}}`."""


class Engine(Protocol):
    """A loaded model. As xllamacpp's Server: one generation is one blocking call."""

    def handle_chat_completions(self, body: dict[str, Any], callback: Callable[[dict[str, Any]], bool], /) -> None:
        """Calls back with each event, in the calling thread, until the answer ends or a call-back gives True. Raises
        ValueError or RuntimeError for a body that it can't take."""
        ...


Load = Callable[[GGUFFile, int], Engine]
"""(file, context tokens) -> the loaded model. Blocks for seconds. Raises GGUFUnusable, RuntimeError, OSError."""


def load_engine(file: GGUFFile, context_tokens: int) -> Engine:
    """See Load.

    Measured settings (contracts/local_models.md, parts 1 and 3): without `OMP_WAIT_POLICY=passive` generation on busy
    cores is eight times slower. The library always opens a listener on loopback as well: it gets a key that nobody
    knows.
    """
    require_library()
    os.putenv("OMP_WAIT_POLICY", "passive")  # read when the library is first imported
    library = import_module(LIBRARY)
    parameters = library.CommonParams()
    parameters.model.path = str(file.path)
    parameters.n_ctx, parameters.n_parallel = context_tokens, 1
    parameters.n_batch = parameters.n_ubatch = BATCH_TOKENS
    threads = min(_cores(), MOST_THREADS)
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = threads
    parameters.use_jinja, parameters.verbosity, parameters.ui, parameters.cache_ram_mib = True, -1, False, 0
    parameters.hostnames, parameters.port = ["127.0.0.1"], 0
    parameters.api_keys = [secrets.token_urlsafe(32)]
    engine: Engine = library.Server(parameters)
    return engine


def _cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


log = structlog.get_logger(__name__)

CONTEXT_TOKENS = 8192
"""Holds a turn's prompt and its answer; its cache takes 0.25 GB for 1.5 billion parameters, 1 GB for 8."""
MOST_COMPLETION_TOKENS = 1024
"""Small models sometimes don't stop; on two cores so many take a minute or two."""
_BAD_REQUEST = 400
_BROKEN = 500
_PART = patterns.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h)")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


@dataclass(eq=False)
class _Job:
    """One generation. `events` ends with None; an error comes as itself. `left`: nobody waits for it any more."""

    loop: asyncio.AbstractEventLoop
    events: asyncio.Queue[dict[str, Any] | ModelError | None] = field(default_factory=asyncio.Queue)
    left: threading.Event = field(default_factory=threading.Event)

    def take(self, event: dict[str, Any]) -> bool:
        """The engine's call-back, in its thread; True ends the generation."""
        return self.left.is_set() or not self.tell(event)

    def tell(self, entry: dict[str, Any] | ModelError | None) -> bool:
        """Hand an entry to the loop; False where that has ended."""
        try:
            self.loop.call_soon_threadsafe(self.events.put_nowait, entry)
        except RuntimeError:  # the loop is closed: the process ends
            return False
        return True


class GGUFModel:
    """See ChatModel. Takes no tool definitions: small models answer them with text (wrap it in JsonTools)."""

    provider = "gguf"

    def __init__(
        self,
        path: Path,
        *,
        keep_alive: str = "30m",
        context_tokens: int = CONTEXT_TOKENS,
        load: Load = load_engine,
        free: FreeMemory = free_memory,
    ) -> None:
        self.name = path.name.removesuffix(".gguf")
        self._path = path
        self._keep_alive_s = keep_alive_seconds(keep_alive)
        self._context_tokens = context_tokens
        self._load = load
        self._free = free
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="gguf")
        self._engine: Engine | None = None
        self._unloadable: tuple[tuple[int, int], str] | None = None
        self._jobs: set[_Job] = set()
        self._resting: asyncio.TimerHandle | None = None

    @property
    def loaded(self) -> bool:
        """Whether the model is in memory."""
        return self._engine is not None

    async def chat(self, request: ChatRequest) -> ChatReply:
        """See ChatModel."""
        return await whole_of(self.stream(request), "gguf")

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """See ChatModel. Raises ToolsUnsupported for a request with tools."""
        if request.tools:
            raise ToolsUnsupported(f"{self.name} takes no tools")
        answer = Gathered(self.name, provider=self.provider)
        async with aclosing(self._events(_body(request, self.name), deadline(request.deadline_s))) as events:
            async for event in events:
                if event.get("error"):
                    raise self._refused(event)
                text = answer.add(event)
                if text:
                    yield Delta(text=text)
        yield Delta(reply=answer.reply(request))

    async def warm(self) -> None:
        """See ChatModel: loads the file, which takes seconds."""
        job = _Job(asyncio.get_running_loop())
        async with aclosing(self._told(job, None, None)) as events:
            async for _ in events:
                pass

    async def probe(self) -> ModelInfo:
        """See ChatModel. Loads nothing; a file that could not be loaded counts as down until it is another one."""
        if not self.loaded:
            file = self._examined()
            if self._unloadable is not None and self._unloadable[0] == _stamp(file.path):
                raise ModelUnavailable(self._unloadable[1])
        return ModelInfo(self.provider, self.name, frozenset({"completion"}), self._context_tokens)

    async def unload(self) -> bool:
        """See Unloadable. Not while somebody waits for an answer."""
        if self._jobs or not self.loaded:
            return False
        self._stay()
        await asyncio.wrap_future(self._thread.submit(self._unload))
        return True

    async def close(self) -> None:
        """End what is being generated and give back the memory."""
        self._stay()
        for job in self._jobs:
            job.left.set()
        with suppress(RuntimeError):  # closed before
            self._thread.submit(self._unload)
        await asyncio.to_thread(self._thread.shutdown)

    async def _events(self, body: dict[str, Any], ends_at: float) -> AsyncGenerator[dict[str, Any], None]:
        async with aclosing(self._told(_Job(asyncio.get_running_loop()), body, ends_at)) as events:
            async for event in events:
                yield event

    async def _told(
        self, job: _Job, body: dict[str, Any] | None, ends_at: float | None
    ) -> AsyncGenerator[dict[str, Any], None]:
        """The events of a job (without `body`: of loading alone). Raises ModelError."""
        self._stay()
        self._jobs.add(job)
        try:
            queued = self._thread.submit(self._run, job, body)
        except RuntimeError:
            self._jobs.discard(job)
            raise ModelUnavailable(f"{self.name} has been closed") from None
        try:
            while (entry := await _next(job, ends_at)) is not None:
                if isinstance(entry, ModelError):
                    raise entry
                yield entry
        finally:
            job.left.set()
            queued.cancel()  # where it still waits for its turn
            self._jobs.discard(job)
            self._rest()

    # --- in the thread of its own

    def _run(self, job: _Job, body: dict[str, Any] | None) -> None:
        """One job from begin to end."""
        try:
            if not job.left.is_set():
                engine = self._loaded()
                if body is not None and not job.left.is_set():
                    engine.handle_chat_completions(body, job.take)
        except ModelError as error:
            job.tell(error)
        except ValueError as error:
            job.tell(refusal(self.provider, self.name, _BAD_REQUEST, str(error)))
        except RuntimeError as error:
            job.tell(refusal(self.provider, self.name, _BROKEN, str(error)))
        finally:
            job.tell(None)

    def _loaded(self) -> Engine:
        if self._engine is None:
            file = self._examined()
            try:
                room_for(file, free=self._free)
                self._engine = self._load(file, self._context_tokens)
            except GGUFUnusable as problem:
                raise ModelUnavailable(str(problem)) from None
            except (RuntimeError, OSError, ImportError) as error:
                why = f"STEWARD_GGUF_PATH: {file.path} can't be loaded; is it whole, and a chat model? ({error})"
                self._unloadable = (_stamp(file.path), why)
                raise ModelUnavailable(why) from error
            log.info("GGUF model loaded", model=self.name, context_tokens=self._context_tokens)
        return self._engine

    def _unload(self) -> None:
        if self._engine is not None:
            self._engine = None  # its destructor ends its threads and gives the memory back
            log.info("GGUF model unloaded", model=self.name)

    def _examined(self) -> GGUFFile:
        try:
            return examine(self._path)
        except GGUFUnusable as problem:
            raise ModelUnavailable(str(problem)) from None

    # --- rest

    def _stay(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None

    def _rest(self) -> None:
        """Unload after the keep-alive, unless it is wanted before."""
        if self._jobs or self._keep_alive_s is None:
            return

        def unload() -> None:
            with suppress(RuntimeError):  # closed meanwhile
                self._thread.submit(self._unload)

        self._resting = asyncio.get_running_loop().call_later(self._keep_alive_s, unload)

    def _refused(self, event: dict[str, Any]) -> ModelError:
        inner = event["error"]
        code = inner.get("code") if isinstance(inner, dict) else None
        return refusal(self.provider, self.name, code if isinstance(code, int) else _BROKEN, error_text(event))


def keep_alive_seconds(text: str) -> float | None:
    """`1h30m` in seconds; bare digits are seconds. None = for ever (`-1`)."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = sum(float(amount) * _SECONDS[unit] for amount, unit in _PART.findall(text))
    return None if seconds < 0 else seconds


async def _next(job: _Job, ends_at: float | None) -> dict[str, Any] | ModelError | None:
    try:
        async with asyncio.timeout_at(ends_at):
            return await job.events.get()
    except TimeoutError:
        raise ModelTimeout("the answer did not end in time") from None


def _body(request: ChatRequest, name: str) -> dict[str, Any]:
    body = chat_body(request, model=name, stream=True, dropped=frozenset({"reasoning_effort"}))
    body.setdefault("max_tokens", MOST_COMPLETION_TOKENS)
    body["return_progress"] = True  # events while the prompt is read: only then can that be ended
    return body


def _stamp(path: Path) -> tuple[int, int]:
    """What changes when the file does."""
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)
