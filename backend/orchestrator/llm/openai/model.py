"""How does a model at any server that speaks OpenAI's `/v1/chat/completions` answer a request?"""

import ipaddress
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager
from typing import Any

import httpx

from orchestrator.kit import patterns
from orchestrator.llm.failures import refusal
from orchestrator.llm.messages import ChatReply, ChatRequest, Delta
from orchestrator.llm.openai.wire import DROPPABLE, Gathered, chat_body, refused_parameter, whole_reply
from orchestrator.llm.port import ModelError, ModelInfo, ModelRefusedRequest, ModelUnavailable
from orchestrator.llm.stream import ModelServer, deadline, lines, whole_body

_OLLAMAS = "library"
"""By which `owned_by` a model is told that an Ollama serves through its OpenAI API. That has no window to ask for: it
is OLLAMA_CONTEXT_LENGTH (4,096), and the beginning of a longer prompt is dropped without an error."""
PROBE_S = 10.0
_VERSION_SEGMENT = patterns.compile(r"/v\d")
_HOME = (".local", ".lan", ".internal", ".localhost", ".home.arpa")
"""How names of machines at home end; a name without a dot is one of these, or of a container beside this one."""


class _Complaint(ModelRefusedRequest):
    """A 400 or 422 with its whole text, which may name a parameter to leave out; never leaves this module."""

    def __init__(self, error: ModelError, said: str) -> None:
        super().__init__(str(error))
        self.error = error
        self.said = said


class OpenAIModel:
    """One model at one server. Without a name it is the first that the server lists."""

    provider = "openai"

    def __init__(self, url: str, model: str | None = None, *, api_key: str | None = None) -> None:
        self._model = model or None
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._server = ModelServer(api_root(url), refuse=self._refused, headers=headers)
        self.address = api_root(url)
        self.remote = not _at_home(httpx.URL(self.address).host)
        self._dropped: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The model's name; before the first contact with an unnamed one, that it is the server's first."""
        return self._model or "first listed"

    async def chat(self, request: ChatRequest) -> ChatReply:
        """See ChatModel. Not streamed: some servers can't stream tool calls."""
        ends_at = deadline(request.deadline_s)
        async with self._answering(request, stream=False, ends_at=ends_at) as response:
            body = await whole_body(response, ends_at=ends_at)
        return whole_reply(body, request, model=self.name)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """See ChatModel."""
        ends_at = deadline(request.deadline_s)
        async with self._answering(request, stream=True, ends_at=ends_at) as response:
            answer = Gathered(self.name)
            async with aclosing(lines(response, ends_at=ends_at)) as received:
                async for line in received:
                    text = answer.take(line)
                    if text:
                        yield Delta(text=text)
                    if answer.done:
                        break
        yield Delta(reply=answer.reply(request))

    async def warm(self) -> None:
        """See ChatModel: such servers load their model by themselves, so a sign of life is all there is to ask for."""
        await self.probe()

    async def probe(self) -> ModelInfo:
        """See ChatModel: asks which models there are, and what the server says of this one."""
        listed = await self._listed(deadline(PROBE_S))
        if self._model is None:
            self._model = _first_name(listed)
        told = next((one for one in listed if isinstance(one, dict) and one.get("id") == self._model), {})
        return ModelInfo(
            provider=self.provider,
            name=self.name,
            context_tokens=_window(told),
            cuts_silently=told.get("owned_by") == _OLLAMAS,
        )

    async def close(self) -> None:
        await self._server.close()

    @asynccontextmanager
    async def _answering(self, request: ChatRequest, *, stream: bool, ends_at: float) -> AsyncIterator[httpx.Response]:
        """The response to the request, sent again without each parameter that the server says it does not know."""
        if self._model is None:
            self._model = _first_name(await self._listed(ends_at))
        for _ in range(len(DROPPABLE) + 1):
            body = chat_body(request, model=self._model, stream=stream, dropped=self._dropped)
            try:
                async with self._server.answering("POST", "chat/completions", body=body, ends_at=ends_at) as response:
                    yield response
                    return
            except _Complaint as complaint:
                refused = refused_parameter(body, complaint.said)
                if refused is None or refused in self._dropped:
                    raise complaint.error from None
                self._dropped |= {refused}
        raise ModelRefusedRequest("openai refuses one parameter after the other")

    async def _listed(self, ends_at: float) -> list[Any]:
        async with self._server.answering("GET", "models", ends_at=ends_at) as response:
            body = await whole_body(response, ends_at=ends_at)
        data = body.get("data") if isinstance(body, dict) else None
        return data if isinstance(data, list) else []

    def _refused(self, status: int, said: str, retry_after_s: float | None) -> ModelError:
        error = refusal(self.provider, self.name, status, said, retry_after_s=retry_after_s)
        return _Complaint(error, said) if status in (400, 422) and type(error) is ModelRefusedRequest else error


def api_root(url: str) -> str:
    """The base of the API with a trailing slash, whether `url` names its version or not."""
    bare = (url if "://" in url else f"http://{url}").rstrip("/")
    path = httpx.URL(bare).path
    return f"{bare}/" if _VERSION_SEGMENT.search(path) else f"{bare}/v1/"


def _at_home(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith(_HOME)


def _window(told: Mapping[str, Any]) -> int | None:
    """The window that vLLM (`max_model_len`) and llama.cpp (`meta.n_ctx`) tell of a model."""
    meta = told.get("meta")
    said = told.get("max_model_len") or (meta.get("n_ctx") if isinstance(meta, Mapping) else None)
    return said if isinstance(said, int) and said > 0 else None


def _first_name(listed: list[Any]) -> str:
    for entry in listed:
        if isinstance(entry, dict) and isinstance(entry.get("id"), str):
            return str(entry["id"])
    raise ModelUnavailable("openai lists no model")
