"""Which provider do this machine's settings name, and does it answer?

`auto` takes the first that is configured and answers: an OpenAI-compatible server, Ollama with a named model, the
built-in reader. A provider that is named is taken as it is, well or not: its breaker sees to the rest.
"""

import asyncio
from dataclasses import dataclass
from typing import Literal

import structlog

from orchestrator.errors import ConfigurationError
from orchestrator.llm.json_tools import JsonTools
from orchestrator.llm.ollama import OllamaModel, installed
from orchestrator.llm.openai_compatible import OpenAIModel
from orchestrator.llm.port import ChatModel, ModelError

log = structlog.get_logger(__name__)

ProviderName = Literal["openai", "ollama", "reader"]
ANSWERS_WITHIN_S = 5.0  # a server that is there says so at once; start waits for nothing else


@dataclass(frozen=True)
class ProviderChoice:
    """The models to use; both None where the reader is the provider. `note` says why, for the log and doctor."""

    provider: ProviderName
    smart: ChatModel | None = None
    fast: ChatModel | None = None
    note: str = ""


async def choose_provider(
    *,
    provider: str = "auto",
    ollama_url: str = "http://127.0.0.1:11434",
    openai_url: str | None = None,
    openai_api_key: str | None = None,
    smart_model: str | None = None,
    fast_model: str | None = None,
    keep_alive: str = "30m",
) -> ProviderChoice:
    """The models of `provider` (`STEWARD_LLM_PROVIDER`). The caller closes them.

    Raises ConfigurationError where a named provider lacks a setting.
    """
    choice = await _chosen(
        provider,
        ollama=_Ollama(ollama_url, smart_model or fast_model, fast_model or smart_model, keep_alive),
        openai=_OpenAI(openai_url, openai_api_key, smart_model or fast_model, fast_model or smart_model),
    )
    log.info("model provider", provider=choice.provider, why=choice.note)
    return choice


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
        return ProviderChoice("openai", smart, fast, "an OpenAI-compatible server")

    async def answers(self) -> bool:
        if not self.url:
            return False
        model = OpenAIModel(self.url, self.smart, api_key=self.api_key)
        try:
            async with asyncio.timeout(ANSWERS_WITHIN_S):
                await model.probe()
        except (ModelError, TimeoutError) as error:
            log.warning("the OpenAI-compatible server does not answer", error=str(error) or "no answer in time")
            return False
        finally:
            await model.close()
        return True


@dataclass(frozen=True)
class _Ollama:
    url: str
    smart: str | None
    fast: str | None
    keep_alive: str

    def models(self) -> ProviderChoice:
        if not self.smart or not self.fast:
            raise ConfigurationError(
                "STEWARD_LLM_PROVIDER is ollama, but neither STEWARD_SMART_MODEL nor STEWARD_FAST_MODEL names a model"
            )
        smart = JsonTools(OllamaModel(self.url, self.smart, keep_alive=self.keep_alive))
        same = self.fast == self.smart
        fast = smart if same else JsonTools(OllamaModel(self.url, self.fast, keep_alive=self.keep_alive))
        return ProviderChoice("ollama", smart, fast, "Ollama")

    async def answers(self) -> bool:
        try:
            names = await installed(self.url, timeout_s=ANSWERS_WITHIN_S)
        except ModelError:
            return False
        if not self.smart:
            log.info("Ollama answers but is not used: STEWARD_SMART_MODEL names no model", installed=len(names))
            return False
        return True


async def _chosen(provider: str, *, ollama: _Ollama, openai: _OpenAI) -> ProviderChoice:
    if provider == "openai":
        return openai.models()
    if provider == "ollama":
        return ollama.models()
    if provider == "auto" and await openai.answers():
        return openai.models()
    if provider == "auto" and await ollama.answers():
        return ollama.models()
    notes = {"reader": "as configured", "gguf": "this version runs no GGUF files"}
    if provider == "gguf":
        log.warning("STEWARD_LLM_PROVIDER is gguf, which this version does not run: the built-in reader answers")
    return ProviderChoice("reader", note=notes.get(provider, "nothing else is configured and answers"))
