"""Which provider do this machine's settings name, and does it answer?

`auto` takes the first that is configured and answers: an OpenAI-compatible server, Ollama, a GGUF file, the built-in
reader. A provider that is named is taken as it is, well or not: its breaker sees to the rest. Ollama without a named
model gives its best one that has tools (`ollama/choice.py`). Where no model is found, or Ollama's was not named, the
choice `may_change`: whoever runs it looks again.
"""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import structlog

from orchestrator.errors import ConfigurationError
from orchestrator.llm.gguf.file import GGUFUnusable, examine, require_library, room_for
from orchestrator.llm.gguf.model import GGUFModel
from orchestrator.llm.json_tools import JsonTools
from orchestrator.llm.ollama.choice import NothingSuitable, pick
from orchestrator.llm.ollama.model import OllamaModel, installed, with_scheme
from orchestrator.llm.openai.model import OpenAIModel
from orchestrator.llm.port import ChatModel, ModelError

log = structlog.get_logger(__name__)

ProviderName = Literal["openai", "ollama", "gguf", "reader"]
ANSWERS_WITHIN_S = 5.0  # a server that is there says so at once; start waits for nothing else


@dataclass(frozen=True)
class ProviderChoice:
    """The models to use; none where the reader is the provider. `why` tells it to the log, `/ready` and doctor.

    `gguf`: the last model before the reader, whoever the provider is; `gguf_problem`: why a file that is configured is
    not used. `missing`: a provider was named that has no model (yet); what to do. `may_change`: it is worth choosing
    again later.
    """

    provider: ProviderName
    smart: ChatModel | None = None
    fast: ChatModel | None = None
    gguf: ChatModel | None = None
    why: str = ""
    missing: str | None = None
    gguf_problem: str | None = None
    may_change: bool = False

    async def close(self) -> None:
        """Give back what the models hold, where they are not used after all."""
        models = {id(model): model for model in (self.smart, self.fast, self.gguf) if model is not None}
        for model in models.values():
            await model.close()


async def choose_provider(
    *,
    provider: str = "auto",
    ollama_url: str = "http://127.0.0.1:11434",
    openai_url: str | None = None,
    openai_api_key: str | None = None,
    smart_model: str | None = None,
    fast_model: str | None = None,
    gguf_path: Path | None = None,
    keep_alive: str = "30m",
) -> ProviderChoice:
    """The models of `provider` (`STEWARD_LLM_PROVIDER`). The caller closes them.

    Raises ConfigurationError where a named provider lacks a setting, or its file can't be run here.
    """
    ollama = _Ollama(ollama_url, smart_model or fast_model, fast_model or smart_model, keep_alive)
    openai = _OpenAI(openai_url, openai_api_key, smart_model or fast_model, fast_model or smart_model)
    choice = await _chosen(provider, ollama=ollama, openai=openai, gguf_path=gguf_path)
    if gguf_path is None or choice.gguf is not None or provider == "reader":
        return choice
    try:
        require_library()
        examine(gguf_path)
    except GGUFUnusable as problem:
        log.warning("the GGUF file is not used", why=str(problem))
        return replace(choice, gguf_problem=str(problem))
    gguf = _in_process(gguf_path, keep_alive)
    if choice.provider == "reader":
        return replace(choice, provider="gguf", gguf=gguf, why=f"the file {gguf_path.name}, because {choice.why}")
    return replace(choice, gguf=gguf)


@dataclass(frozen=True)
class _OpenAI:
    url: str | None
    api_key: str | None
    smart: str | None
    fast: str | None

    def models(self) -> ProviderChoice:
        if not self.url:
            raise ConfigurationError("STEWARD_LLM_PROVIDER is openai, but STEWARD_OPENAI_URL is empty")
        smart = JsonTools(OpenAIModel(self.url, self.smart, api_key=self.api_key))
        same = self.fast == self.smart
        fast = smart if same else JsonTools(OpenAIModel(self.url, self.fast, api_key=self.api_key))
        return ProviderChoice("openai", smart, fast, why=f"an OpenAI-compatible server at {_host(self.url)}")

    async def silence(self) -> str | None:
        """Why it can't be taken; None where it answers."""
        if not self.url:
            return "STEWARD_OPENAI_URL is empty"
        model = OpenAIModel(self.url, self.smart, api_key=self.api_key)
        try:
            async with asyncio.timeout(ANSWERS_WITHIN_S):
                await model.probe()
        except (ModelError, TimeoutError) as error:
            return f"the OpenAI-compatible server does not answer ({str(error) or 'no answer in time'})"
        finally:
            await model.close()
        return None


@dataclass(frozen=True)
class _Ollama:
    url: str
    smart: str | None
    fast: str | None
    keep_alive: str

    async def named_or_best(self) -> ProviderChoice:
        """The named models, well or not; else the best installed, `missing` where there is none (yet)."""
        if self.smart and self.fast:
            return self._of(self.smart, self.fast, f"Ollama at {_host(self.url)}, as configured")
        try:
            picked = await pick(self.url)
        except NothingSuitable as nothing:
            missing = f"{nothing}; it is taken within a minute"
            return ProviderChoice("ollama", why=missing, missing=missing, may_change=True)
        except ModelError as error:
            missing = f"Ollama at {_host(self.url)} (STEWARD_OLLAMA_URL) does not answer: {error}"
            return ProviderChoice("ollama", why=missing, missing=missing, may_change=True)
        why = f"Ollama at {_host(self.url)}, no model named: {picked.why}"
        return replace(self._of(picked.smart, picked.fast, why), may_change=True)

    async def answering(self) -> ProviderChoice | str:
        """The models of a server that answers; else why it can't be taken."""
        if not self.smart:
            found = await self.named_or_best()
            return found.missing or found
        try:
            await installed(self.url, timeout_s=ANSWERS_WITHIN_S)
        except ModelError as error:
            return f"Ollama at {_host(self.url)} (STEWARD_OLLAMA_URL) does not answer: {error}"
        return await self.named_or_best()

    def _of(self, smart_name: str, fast_name: str, why: str) -> ProviderChoice:
        smart = JsonTools(OllamaModel(self.url, smart_name, keep_alive=self.keep_alive))
        same = smart_name == fast_name
        fast = smart if same else JsonTools(OllamaModel(self.url, fast_name, keep_alive=self.keep_alive))
        return ProviderChoice("ollama", smart, fast, why=why)


async def _chosen(provider: str, *, ollama: _Ollama, openai: _OpenAI, gguf_path: Path | None) -> ProviderChoice:
    if provider == "openai":
        return openai.models()
    if provider == "ollama":
        return await ollama.named_or_best()
    if provider == "gguf":
        return _gguf(gguf_path, ollama.keep_alive)
    if provider == "reader":
        return ProviderChoice("reader", why="STEWARD_LLM_PROVIDER is reader")
    return await _first_that_answers(ollama, openai)


async def _first_that_answers(ollama: _Ollama, openai: _OpenAI) -> ProviderChoice:
    no_server = await openai.silence()
    if no_server is None:
        return openai.models()
    found = await ollama.answering()
    if isinstance(found, ProviderChoice):
        return found
    reasons = [no_server, found] if openai.url else [found]
    return ProviderChoice("reader", why="; ".join(reasons), may_change=True)


def _in_process(path: Path, keep_alive: str) -> ChatModel:
    return JsonTools(GGUFModel(path, keep_alive=keep_alive), way="schema")


def _gguf(path: Path | None, keep_alive: str) -> ProviderChoice:
    if path is None:
        raise ConfigurationError("STEWARD_LLM_PROVIDER is gguf, but STEWARD_GGUF_PATH is empty")
    try:
        require_library()
        room_for(examine(path))
    except GGUFUnusable as problem:
        raise ConfigurationError(f"STEWARD_LLM_PROVIDER is gguf, but {problem}") from problem
    return ProviderChoice("gguf", gguf=_in_process(path, keep_alive), why=f"the file {path.name}, as configured")


def _host(url: str) -> str:
    """The address without what may be secret in a URL (user info, path)."""
    parts = urlsplit(with_scheme(url))
    host = parts.hostname or ""
    return f"{f'[{host}]' if ':' in host else host}:{parts.port}" if parts.port else host
