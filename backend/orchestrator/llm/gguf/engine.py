"""How is a GGUF file run inside this process? The port over xllamacpp's server, and what opens it.

Measured settings (contracts/local_models.md, parts 1 and 3): without `OMP_WAIT_POLICY=passive` generation on busy cores
is eight times slower. The library always opens a listener on loopback as well: it gets a key that nobody knows.
"""

import os
import secrets
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Protocol

from orchestrator.llm.gguf.file import LIBRARY, GGUFFile, require_library

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
    """See Load."""
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
