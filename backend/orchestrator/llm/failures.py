"""What does a model server's refusal mean for us: who is down, what may be tried again, what must change?

Servers say it in prose, so the prose is read here and nowhere else. What they quote back (a prompt, a model's raw
output, a key) must not reach logs, so only a shortened text without long quotations is kept.
"""

from collections.abc import Mapping
from typing import Any

from orchestrator.kit import patterns
from orchestrator.kit.text import shorten
from orchestrator.llm.port import (
    BadModelOutput,
    ModelError,
    ModelRefusedRequest,
    ModelTimeout,
    ModelUnavailable,
    PromptTooLong,
    ToolsUnsupported,
)

_KEPT_OF_AN_ERROR = 160
_QUOTED = patterns.compile(r"""(?s)"[^"]{40,}(?:"|\Z)|'[^']{40,}(?:'|\Z)|`[^`]{40,}(?:`|\Z)""")
_RAW = patterns.compile(r"(?s)\braw\s*=.*")

_TOO_LONG = (
    "context length",
    "context_length",
    "context size",
    "context_size",
    "context window",
    "prompt is too long",
    "prompt too long",
    "too many tokens",
)
_NO_TOOLS = (
    "does not support tools",
    "not support tool",
    "tools are not supported",
    "tools param requires",
    "tool choice requires",
    "cannot use tools with stream",
)
_NO_MEMORY = (
    "out of memory",
    "cudamalloc failed",
    "requires more system memory",
    "runner has unexpectedly stopped",
    "runner process has terminated",
)
_BAD_OUTPUT = (
    "error parsing tool call",
    "failed to parse json",
    "failed to parse input",
    "failed to parse tool",
    "invalid tool call",
)


class ServerBusy(ModelUnavailable):
    """The queue is full or a rate limit holds: the same request may be sent again after a pause."""

    def __init__(self, message: str, *, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class NoSuchRoute(ModelUnavailable):
    """404 that is not about a model: something else answers at this address, or a server with fewer routes."""


def error_text(body: Any) -> str:
    """The words of an error body: Ollama gives `{"error": text}`, OpenAI and proxies an object inside."""
    if isinstance(body, Mapping):
        inner = body.get("error", body.get("detail", body.get("message")))
        if isinstance(inner, Mapping):
            parts = [inner.get(key) for key in ("message", "type", "code", "param")]
            return " ".join(str(part) for part in parts if part)
        return "" if inner is None else str(inner)
    return str(body or "")


def refusal(provider: str, model: str, status: int, said: str, *, retry_after_s: float | None = None) -> ModelError:
    """The error for an answer of `status` (an error line in mid-stream counts as 500) whose text is `said`."""
    words = said.casefold()
    excerpt = _excerpt(said)
    where = f"{provider} answered {status}"
    if any(mark in words for mark in _NO_TOOLS):
        return ToolsUnsupported(f"{model} at {provider} takes no tools")
    if any(mark in words for mark in _BAD_OUTPUT):
        return BadModelOutput(f"{where}: the model's own output could not be parsed")
    if any(mark in words for mark in _NO_MEMORY):
        return ModelUnavailable(f"{where}: not enough memory to run {model}")
    if status >= 500:
        return _server_fault(where, status, excerpt, retry_after_s)
    if status == 429:
        if "quota" in words:
            return ModelUnavailable(f"{where}: the quota is used up")
        return ServerBusy(f"{where}: rate limit", retry_after_s=retry_after_s)
    return _client_fault(provider, model, status, said)


def _server_fault(where: str, status: int, excerpt: str, retry_after_s: float | None) -> ModelError:
    if status == 503:
        return ServerBusy(f"{where}: {excerpt or 'busy'}", retry_after_s=retry_after_s)
    return ModelUnavailable(f"{where}: {excerpt or 'no reason given'}")


def _client_fault(provider: str, model: str, status: int, said: str) -> ModelError:
    where = f"{provider} answered {status}"
    if status == 413 or any(mark in said.casefold() for mark in _TOO_LONG):
        return PromptTooLong(f"the prompt is longer than {model} takes")
    if status in (401, 403):
        return ModelRefusedRequest(f"{where}: the key was not accepted")  # its text may quote the key
    if status == 404:
        if said and "model" not in said.casefold():
            return NoSuchRoute(f"{where}: it has no such route, the address may be wrong")
        cure = f": ollama pull {model}" if provider == "ollama" else ""
        return ModelUnavailable(f"{provider} does not have the model {model}{cure}")
    if status == 408:
        return ModelTimeout(f"{where}: it took too long there")
    if status < 400:
        return ModelRefusedRequest(f"{where}: redirects are not followed, give the server's own address")
    return ModelRefusedRequest(f"{where}: {_excerpt(said) or 'no reason given'}")


def _excerpt(said: str) -> str:
    return shorten(" ".join(_QUOTED.sub("…", _RAW.sub("…", said)).split()), _KEPT_OF_AN_ERROR)
