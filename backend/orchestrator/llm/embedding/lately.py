"""Is the model of a server loaded? Nobody tells; one that answered a moment ago is."""

import time

KEPT_S = 240.0
"""Shorter than what servers keep a model for unless they are told otherwise (Ollama: five minutes)."""


class Lately:
    """When a server answered last."""

    def __init__(self) -> None:
        self._at: float | None = None

    def answered(self) -> None:
        """It did just now."""
        self._at = time.monotonic()

    def __bool__(self) -> bool:
        return self._at is not None and time.monotonic() - self._at < KEPT_S
