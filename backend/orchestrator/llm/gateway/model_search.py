"""Is there a model by now where there was none, or where the one that was found is gone?

Whoever put the models together hands in how to look; the router asks once a minute while nothing but a stand-in
answers, so that an Ollama that starts later, or pulls its first model, is used without a restart.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from orchestrator.kit.clock import Clock
from orchestrator.llm.gateway.breaker import PROBE_EVERY_S
from orchestrator.llm.port import ChatModel

CandidateRole = Literal["smart", "fast", "gguf", "reader"]


@dataclass(frozen=True)
class Candidate:
    """A model and the place it has in the chain."""

    role: CandidateRole
    model: ChatModel


@dataclass(frozen=True)
class Missing:
    """A provider is configured, but no model of it could be found yet; `advice` says what to do."""

    provider: str
    advice: str


@dataclass(frozen=True)
class Found:
    """Models that were found, and why these."""

    candidates: tuple[Candidate, ...]
    why: str


Look = Callable[[], Awaitable["Found | None"]]
"""Looks once; None where there is nothing but what is used already. Never raises for a server that is not there."""


class ModelSearch:
    """Looks at most once a minute."""

    def __init__(self, look: Look, clock: Clock) -> None:
        self._look = look
        self._clock = clock
        self._next_at = clock.now() + timedelta(seconds=PROBE_EVERY_S)

    async def found(self) -> Found | None:
        """What there is by now; None where nothing is, or the minute is not over."""
        if self._clock.now() < self._next_at:
            return None
        self._next_at = self._clock.now() + timedelta(seconds=PROBE_EVERY_S)
        return await self._look()
