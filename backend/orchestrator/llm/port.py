"""What must something be able to do to serve as a model here?

Errors: every adapter raises only the classes below. `retryable` says whether the same request may be sent again at once
(nothing of the answer was used); the fallback chain (`llm/gateway/router.py`) decides what happens next.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol, runtime_checkable
from uuid import UUID

from orchestrator.errors import StewardError
from orchestrator.llm.messages import ChatReply, ChatRequest, Cost, Delta, Purpose, Usage


class ModelError(StewardError):
    """A model call failed. The message is for logs and `last_error`, never holds prompt text."""

    retryable: bool = False


class ModelUnavailable(ModelError):
    """Not reachable, queue full, out of memory, model missing: the provider counts as down."""


class ModelTimeout(ModelError):
    """No (whole) answer within the deadline."""


class ModelRefusedRequest(ModelError):
    """The provider answered 4xx: this request can't work there (unknown option, no tools, bad key)."""


class CapReached(ModelRefusedRequest):
    """The user's tokens or money of the day are used up for this purpose. Nothing was asked of the model."""


class PriceUnknown(CapReached):
    """Nobody knows what the model costs, and nobody is there to see it: what is asked unattended waits for a price."""


class PromptTooLong(ModelRefusedRequest):
    """The prompt is over the model's context: compact and try once more."""


class ToolsUnsupported(ModelRefusedRequest):
    """The model or its server takes no tool definitions: `llm/json_tools.py` asks in another way."""


class BadModelOutput(ModelError):
    """The model's own output could not be parsed (malformed call, stream broken off, empty answer)."""

    retryable = True


@dataclass(frozen=True)
class ModelInfo:
    """What an adapter knows of its model: `capabilities` as the server names them (`tools`, `thinking`, …), none where
    it names none. `cuts_silently`: what is longer than its window is shortened there without a word."""

    provider: str
    name: str
    capabilities: frozenset[str] = frozenset()
    context_tokens: int | None = None
    cuts_silently: bool = False


class ChatModel(Protocol):
    """One model at one provider."""

    @property
    def name(self) -> str:
        """The model's name as it is recorded with a run."""
        ...

    @property
    def provider(self) -> str:
        """`ollama`, `openai`, `gguf`, `reader`, `scripted`."""
        ...

    async def chat(self, request: ChatRequest) -> ChatReply:
        """The whole answer. Cancelling the task ends the generation. Raises ModelError."""
        ...

    def stream(self, request: ChatRequest) -> AsyncIterator[Delta]:
        """The answer in pieces; the last Delta carries the whole reply. Raises ModelError while iterating."""
        ...

    async def warm(self) -> None:
        """Load the model where that is a thing (keep-alive). Raises ModelError."""
        ...

    async def probe(self) -> ModelInfo:
        """A cheap sign of life. Raises ModelError."""
        ...

    async def close(self) -> None:
        """Give back connections."""
        ...


@runtime_checkable
class Unloadable(Protocol):
    """A model whose memory this process can give back."""

    async def unload(self) -> bool:
        """Give it back where this process had it loaded; the next call loads it again. False where there was nothing to
        give back. Raises ModelError."""
        ...


@runtime_checkable
class Remote(Protocol):
    """A model that may be served by another's machine."""

    @property
    def remote(self) -> bool:
        """Whether it is: then it has room for many at once, and what it was asked is paid for."""
        ...

    @property
    def address(self) -> str:
        """The root of its API, which tells whose prices hold; empty for none."""
        ...


class Embedder(Protocol):
    """Texts to unit vectors. `name` is stored with the vectors: those of two names are not comparable.

    Of a text that is longer than the model's window the beginning counts, where the model says how long that is;
    else PromptTooLong is raised, and who knows the text cuts it.
    """

    @property
    def name(self) -> str: ...

    @property
    def at_hand(self) -> bool:
        """Whether a query can be embedded now without waiting for a model to be loaded."""
        ...

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in order, for texts that shall be found. Takes its time. Raises ModelError."""
        ...

    async def embed_query(self, text: str) -> list[float]:
        """The vector of what is looked for: its inner product with a document's is their cosine. Goes before all
        documents. Raises ModelError."""
        ...

    async def close(self) -> None:
        """Give back everything."""
        ...


class Reranker(Protocol):
    """Reads a query and texts together and says how well each answers."""

    async def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """One finite number a text, in order, the higher the better; comparable within one call. Raises ModelError."""
        ...

    async def close(self) -> None:
        """Give back connections."""
        ...


@dataclass(frozen=True)
class QueryVector:
    """What is looked for as a vector of the model `model`: comparable with vectors of that name alone, whose inner
    products with it are the cosines. `floor`: the cosine that unrelated texts have in this model (0.05 in some, 0.7 in
    others)."""

    model: str
    values: Sequence[float]
    floor: float = 0.0


@dataclass(frozen=True)
class Held:
    """Money that stands as spent before a call, on the day (UTC) that it was held; what was really spent takes its
    place afterwards. Where nothing tells what that was, it stays."""

    day: date
    micros: int


class UsageMeter(Protocol):
    """Tokens and money used per user, day and purpose, against the daily caps."""

    async def allowed(self, user_id: UUID, purpose: Purpose) -> bool:
        """False where the day's cap of this purpose is used up."""
        ...

    async def hold(self, user_id: UUID, purpose: Purpose, model: str, worst: Cost) -> Held | None:
        """Count `worst` as spent; None where nobody set a cap on money, or nothing is to be paid.

        Raises CapReached where the day's money does not leave it, or nobody knows what it would be."""
        ...

    async def record(
        self, user_id: UUID, purpose: Purpose, model: str, usage: Usage, cost: Cost, held: Held | None
    ) -> None:
        """Add what a call used to the day of now (UTC), in place of what was held for it."""
        ...

    async def release(self, user_id: UUID, purpose: Purpose, model: str, held: Held) -> None:
        """A call for which this was held came to nothing, for certain."""
        ...
