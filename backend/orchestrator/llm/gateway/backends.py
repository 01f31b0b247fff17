"""Which models are there, in which order are they asked, and is one well?"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

import structlog

from orchestrator.kit.clock import Clock
from orchestrator.llm.gateway.breaker import Breaker
from orchestrator.llm.gateway.model_search import Candidate, CandidateRole, Missing
from orchestrator.llm.messages import ModelRole
from orchestrator.llm.port import ChatModel, ModelError, Remote

log = structlog.get_logger(__name__)

_ORDER: dict[ModelRole, tuple[CandidateRole, ...]] = {
    "smart": ("smart", "fast", "gguf"),
    "fast": ("fast", "smart", "gguf"),
}


@dataclass(frozen=True)
class ModelHealth:
    """One model for `/ready` and `steward doctor`."""

    role: CandidateRole
    provider: str
    name: str
    state: Literal["ok", "degraded"]
    last_error: str | None = None


@dataclass(frozen=True)
class ModelsHealth:
    """All models. `degraded`: at least one configured model is not to be asked at present. `why`: these and no
    others."""

    state: Literal["ok", "degraded"]
    models: tuple[ModelHealth, ...]
    routing_available: bool
    why: str = ""


@dataclass
class Backend:
    """A candidate with its breaker; two roles of one and the same model share both."""

    roles: tuple[CandidateRole, ...]
    model: ChatModel
    breaker: Breaker = field(default_factory=Breaker)

    @property
    def only_stands_in(self) -> bool:
        """It is there for when the others fail."""
        return self.roles == ("gguf",)

    @property
    def elsewhere(self) -> bool:
        """It answers one request beside the other: nobody waits for it because others ask it too."""
        return isinstance(self.model, Remote) and self.model.remote

    async def sign_of_life(self, ask: Callable[[], Awaitable[object]], timeout_s: float, clock: Clock) -> None:
        """Whether the model can be asked, which the breaker knows afterwards; a failure is never raised."""
        try:
            async with asyncio.timeout(timeout_s):
                await ask()
        except TimeoutError:
            self.breaker.down("no sign of life in time", clock.now())
        except ModelError as error:
            self.breaker.down(f"{type(error).__name__}: {error}", clock.now())
        else:
            self.breaker.succeeded()
            return
        log.warning("model is not available", model=self.model.name, error=self.breaker.last_error)


def backends_of(candidates: Iterable[Candidate]) -> list[Backend]:
    """One a model, but for the reader: it is always there, and never fails."""
    backends: dict[tuple[str, str], Backend] = {}
    for candidate in candidates:
        if candidate.role == "reader":
            continue
        key = (candidate.model.provider, candidate.model.name)
        if key in backends:
            backends[key].roles = (*backends[key].roles, candidate.role)
        else:
            backends[key] = Backend((candidate.role,), candidate.model)
    return list(backends.values())


def chain(backends: Sequence[Backend], role: ModelRole) -> Sequence[Backend]:
    """Those that are asked for the role, one after the other."""
    ordered = [backend for place in _ORDER[role] for backend in backends if place in backend.roles]
    return list({id(backend): backend for backend in ordered}.values())


def health_of(backends: Sequence[Backend], missing: Missing | None) -> list[ModelHealth]:
    """Each role of each, without asking it; first what is configured and missing."""
    absent = [ModelHealth("smart", missing.provider, "none", "degraded", missing.advice)] if missing else []
    return absent + [
        ModelHealth(
            role=role,
            provider=backend.model.provider,
            name=backend.model.name,
            state="degraded" if backend.breaker.open else "ok",
            last_error=backend.breaker.last_error,
        )
        for backend in backends
        for role in backend.roles
    ]
