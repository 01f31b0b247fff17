"""How does a model at an Ollama server answer a request?

What the `ollama` client gives faithfully (show, list) goes through it; the chat goes round it (`wire.py`).
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

import httpx
import ollama

from orchestrator.kit.authorities import authorities
from orchestrator.llm.failures import NoSuchRoute, refusal
from orchestrator.llm.messages import ChatReply, ChatRequest, Delta
from orchestrator.llm.ollama.wire import Gathered, ModelCard, chat_body, keep_alive_value, think_value
from orchestrator.llm.port import (
    BadModelOutput,
    ModelError,
    ModelInfo,
    ModelTimeout,
    ModelUnavailable,
    ToolsUnsupported,
)
from orchestrator.llm.stream import ModelServer, deadline, lines, timeouts, whole_body, whole_of

CONTEXT_TOKENS = 16_384
"""One fixed window a model, because another `num_ctx` reloads it. Holds a turn with tools and results; its cache takes
about 2 GB beside an 8B model."""
SHOW_S = 10.0  # a look at a file on the server; slow only where the server is not well
WARM_S = 300.0  # Ollama's own bound for loading a model


class OllamaModel:
    """One model at one Ollama server. Bound: `context_tokens` or what the model takes, whichever is less."""

    provider = "ollama"

    def __init__(self, url: str, model: str, *, keep_alive: str = "30m", context_tokens: int = CONTEXT_TOKENS) -> None:
        self.name = model
        self._keep_alive = keep_alive
        self._context_tokens = context_tokens
        self._server = ModelServer(with_scheme(url), refuse=self._refused)
        self._client = open_client(url)
        self._card: ModelCard | None = None
        self._schema_needs_default_thinking = False
        self._ours = False

    async def chat(self, request: ChatRequest) -> ChatReply:
        """See ChatModel. The wire is streamed all the same, so that a dead server is noticed early."""
        return await whole_of(self.stream(request), "ollama")

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """See ChatModel. Raises ToolsUnsupported where the model is known to take no tools."""
        ends_at = deadline(request.deadline_s)
        card = await self._known_card(min(request.deadline_s, SHOW_S))
        if request.tools and card.lacks("tools"):
            raise ToolsUnsupported(f"{self.name} takes no tools")
        context_tokens = self._window(card)
        think = think_value(
            card,
            request.effort,
            schema_needs_default=request.schema is not None and self._schema_needs_default_thinking,
        )
        body = chat_body(
            request,
            model=self.name,
            card=card,
            context_tokens=context_tokens,
            keep_alive=self._keep_alive,
            think=think,
        )
        answer = Gathered(self.name)
        self._ours = True
        async with (
            self._server.answering("POST", "/api/chat", body=body, ends_at=ends_at) as response,
            aclosing(lines(response, ends_at=ends_at)) as received,
        ):
            async for line in received:
                text = answer.take(line)
                if text:
                    yield Delta(text=text)
                if answer.done:
                    break
        try:
            reply = answer.reply(request, context_tokens=context_tokens)
        except BadModelOutput:
            if request.schema is not None and think is False:
                self._schema_needs_default_thinking = True  # some models drop the grammar when told not to think
            raise
        yield Delta(reply=reply)

    async def warm(self) -> None:
        """See ChatModel: loads the model with the window and keep-alive of every later call."""
        card = await self._known_card(SHOW_S)
        body = {
            "model": self.name,
            "messages": [],
            "stream": False,
            "keep_alive": keep_alive_value(self._keep_alive),
            "options": {"num_ctx": self._window(card)},
        }
        ends_at = deadline(WARM_S)
        self._ours = True
        async with self._server.answering("POST", "/api/chat", body=body, ends_at=ends_at) as response:
            await whole_body(response, ends_at=ends_at)

    async def unload(self) -> bool:
        """See Unloadable. A model that this process never asked for is somebody else's."""
        if not self._ours:
            return False
        async with faults_named(self.name, SHOW_S):
            there = await self._client.ps()
        self._ours = False
        if self.name not in {name for one in there.models for name in (one.name, one.model)}:
            return False
        body = {"model": self.name, "messages": [], "stream": False, "keep_alive": 0}
        ends_at = deadline(SHOW_S)
        async with self._server.answering("POST", "/api/chat", body=body, ends_at=ends_at) as response:
            await whole_body(response, ends_at=ends_at)
        return True

    async def probe(self) -> ModelInfo:
        """See ChatModel: asks what the model is, which also finds out that it was removed or replaced."""
        card = self._card = await show(self._client, self.name)
        return ModelInfo(
            provider=self.provider,
            name=self.name,
            capabilities=card.capabilities or frozenset(),
            context_tokens=self._window(card),
        )

    async def close(self) -> None:
        await self._server.close()
        await self._client.close()  # type: ignore[no-untyped-call]

    async def _known_card(self, timeout_s: float) -> ModelCard:
        """What the server says of the model, asked once. A server that can't say leaves us to try."""
        if self._card is None:
            try:
                self._card = await show(self._client, self.name, timeout_s=timeout_s)
            except (BadModelOutput, NoSuchRoute):
                self._card = ModelCard()
        return self._card

    def _window(self, card: ModelCard) -> int:
        return min(self._context_tokens, card.context_tokens or self._context_tokens)

    def _refused(self, status: int, said: str, retry_after_s: float | None) -> ModelError:
        if status == 404:
            self._card = None
        return refusal(self.provider, self.name, status, said, retry_after_s=retry_after_s)


def with_scheme(url: str) -> str:
    """`host:port` is accepted as Ollama's own client accepts it."""
    return url if "://" in url else f"http://{url}"


def open_client(url: str) -> ollama.AsyncClient:
    """The vendor's client with the bounds that it lacks by default."""
    return ollama.AsyncClient(
        host=with_scheme(url), timeout=timeouts(), follow_redirects=False, verify=authorities(), trust_env=False
    )


@asynccontextmanager
async def faults_named(model: str, timeout_s: float) -> AsyncIterator[None]:
    """A call of the vendor's client in the block raises only ModelError, after at most `timeout_s`."""
    try:
        async with asyncio.timeout(timeout_s):
            yield
    except (TimeoutError, httpx.TimeoutException):
        raise ModelTimeout("ollama did not answer in time") from None
    except ollama.ResponseError as refused:
        raise refusal("ollama", model, refused.status_code, str(refused.error)) from None
    except (ConnectionError, httpx.HTTPError, httpx.InvalidURL):
        raise ModelUnavailable("ollama can't be reached") from None
    except ValueError:  # json and pydantic errors are both ValueErrors
        raise BadModelOutput("ollama answered something unreadable") from None


async def show(client: ollama.AsyncClient, model: str, *, timeout_s: float = SHOW_S) -> ModelCard:
    """The model's card. Raises ModelError."""
    async with faults_named(model, timeout_s):
        shown = await client.show(model)
    info: dict[str, Any] = dict(shown.modelinfo or {})
    lengths = [value for key, value in info.items() if key.endswith(".context_length") and isinstance(value, int)]
    family = shown.details.family if shown.details else None
    return ModelCard(
        capabilities=None if shown.capabilities is None else frozenset(shown.capabilities),
        family=str(family or info.get("general.architecture") or ""),
        context_tokens=lengths[0] if lengths else None,
    )


async def installed(url: str, *, timeout_s: float = SHOW_S) -> tuple[str, ...]:
    """The names of the models that the server at `url` has. Raises ModelError."""
    client = open_client(url)
    try:
        async with faults_named("", timeout_s):
            listed = await client.list()
    finally:
        await client.close()  # type: ignore[no-untyped-call]
    return tuple(model.model for model in listed.models if model.model)
