"""Do the models answer? Who talks, embeds, puts in order and hears, what they lack and what they cost."""

import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import numpy as np

from orchestrator.bootstrap.models import chosen_provider
from orchestrator.bootstrap.services import speaker_embedder
from orchestrator.bootstrap.vectors import chosen_embedder
from orchestrator.cli.doctor.findings import Check
from orchestrator.errors import IntegrationFailed, OperatorError
from orchestrator.integrations.voice_embedding.campplus import INSTALL
from orchestrator.integrations.voice_embedding.campplus import NAME as CAMPPLUS
from orchestrator.integrations.voice_embedding.port import SAMPLE_RATE
from orchestrator.kit.clock import SystemClock
from orchestrator.llm.gateway.calls import unpriced
from orchestrator.llm.gateway.prices import Prices
from orchestrator.llm.messages import Usage
from orchestrator.llm.port import ChatModel, ModelError, ModelInfo
from orchestrator.llm.provider import ProviderChoice
from orchestrator.llm.reranking.choice import choose_reranker
from orchestrator.llm.reranking.ordering import PATIENCE_S
from orchestrator.setting_values import LlmProvider
from orchestrator.settings import Settings


async def embedder(settings: Settings) -> Check:
    """Whether a sentence can be embedded now."""
    try:
        embedder = chosen_embedder(settings)
    except OperatorError as error:
        return Check("embedder", "broken", str(error), "or leave STEWARD_EMBED_MODEL empty")
    if embedder is None:
        return Check("embedder", "ok", "off: searches go by words alone", "leave STEWARD_EMBED_MODEL empty for vectors")
    began = time.monotonic()
    try:
        vector = await embedder.embed_query("Does it work?")
    except ModelError as error:
        advice = "start it, pull the model, or leave STEWARD_EMBED_MODEL empty; searches go by words meanwhile"
        return Check("embedder", "broken", f"{embedder.name}: {error}", advice)
    finally:
        await embedder.close()
    took_ms = (time.monotonic() - began) * 1000
    return Check("embedder", "ok", f"{embedder.name} answers, {len(vector)} numbers a text, {took_ms:.0f} ms")


async def reranker(settings: Settings) -> Check:
    """Whether two texts can be put in order now, and within the patience of a search."""
    try:
        reranker = choose_reranker(settings.rerank_url, settings.rerank_model, keep_alive=settings.llm_keep_alive)
    except OperatorError as error:
        return Check("reranker", "broken", str(error))
    assert reranker is not None
    began = time.monotonic()
    try:
        await reranker.scores("When is the dentist?", ["The dentist is on Friday.", "We saw two owls."])
    except ModelError as error:
        advice = "start it, or leave STEWARD_RERANK_URL empty; hits keep the search's own order meanwhile"
        return Check("reranker", "broken", f"{settings.rerank_url}: {error}", advice)
    finally:
        await reranker.close()
    took_s = time.monotonic() - began
    slow = f"a search waits {PATIENCE_S:g} s: with 50 texts it may be too late" if took_s > PATIENCE_S / 10 else ""
    return Check("reranker", "ok", f"{settings.rerank_url} answers, {took_s * 1000:.0f} ms for two texts", slow)


async def voices(settings: Settings) -> Check:
    """Whether a recording's voices can be embedded now: of a second of silence."""
    if settings.voice_model != CAMPPLUS:
        return Check("voices", "ok", f"embeddings of {settings.voice_model} come from elsewhere")
    async with AsyncExitStack() as stack:
        embedder = speaker_embedder(stack, settings)
        if embedder is None:
            return Check("voices", "ok", "embeddings come from elsewhere", f"{INSTALL} hears recordings itself")
        try:
            await embedder.embed(np.zeros(SAMPLE_RATE, dtype=np.float32))
        except IntegrationFailed as error:
            return Check("voices", "broken", f"{embedder.name}: {error.detail}", f"install it anew: {INSTALL}")
    return Check("voices", "ok", f"{embedder.name} hears recordings")


WINDOW_NEEDED = 8_192
"""Tokens. A turn's prompts were measured at 1,100 to 2,200 (docs/controller-ablation.md, tests/evals/README.md); rules,
results and a long thread come on top of that, and the answer."""


async def models(settings: Settings) -> AsyncIterator[Check]:
    try:
        choice = await chosen_provider(settings)
    except OperatorError as error:
        yield Check("models", "broken", str(error), "do that, or set STEWARD_LLM_PROVIDER=auto")
        return
    try:
        yield _chosen(settings, choice)
        if choice.gguf_problem:
            yield Check("GGUF file", "broken", "is not used", choice.gguf_problem)
        roles = {"smart model": choice.smart, "fast model": choice.fast, "GGUF file": choice.gguf}
        seen: list[ChatModel] = []
        for role, model in roles.items():
            if model is not None and model not in seen:
                seen.append(model)
                yield await _model(role, model)
                if (check := _price(settings, model)) is not None:
                    yield check
    finally:
        await choice.close()


def _chosen(settings: Settings, choice: ProviderChoice) -> Check:
    """Which provider was taken and why."""
    if choice.missing:
        return Check("models", "broken", "the built-in reader stands in", choice.missing)
    if choice.provider == "reader":
        wanted = settings.llm_provider is not LlmProvider.READER
        advice = "for a model: start Ollama and pull one (ollama pull qwen3:8b); it is found by itself"
        return Check("models", "ok", f"the built-in reader answers ({choice.why})", advice if wanted else "")
    return Check("models", "ok", choice.why)


def _price(settings: Settings, model: ChatModel) -> Check | None:
    """What a model elsewhere costs; None of one that costs nothing."""
    cost = Prices(settings.prices, SystemClock().now).of(model, Usage(1_000_000, 0))
    if cost.micros is None:
        told = "jobs and missions do without it until its price is known"
        return Check(f"price of {model.name}", "note", told, unpriced(model.name))
    if cost.source == "local":
        return None
    said = "STEWARD_PRICES" if cost.source == "owner" else cost.version
    return Check(f"price of {model.name}", "ok", f"{cost.micros / 1e6:.2f} USD a million tokens read ({said})")


async def _model(role: str, model: ChatModel) -> Check:
    try:
        info = await model.probe()
    except ModelError as error:
        return Check(role, "broken", f"{model.name} ({model.provider}): {error}", "start it, or pull the model")
    verb = "can be loaded" if model.provider == "gguf" else "answers"
    told = f"{model.name} ({model.provider}) {verb}"
    short = _falls_short(info)
    return Check(role, "note", f"{told}, but {short[0]}", short[1]) if short else Check(role, "ok", told)


def _falls_short(info: ModelInfo) -> tuple[str, str] | None:
    """What a model that answers lacks, and what to do about it."""
    if info.cuts_silently:
        advice = "set STEWARD_OLLAMA_URL instead of STEWARD_OPENAI_URL, or raise OLLAMA_CONTEXT_LENGTH there"
        return "this is an Ollama's OpenAI API, which cuts long prompts without a word", advice
    if info.context_tokens is not None and info.context_tokens < WINDOW_NEEDED:
        told = f"its context of {info.context_tokens} tokens is shorter than a long turn ({WINDOW_NEEDED})"
        return told, "start it with a longer context, or choose another model (docs/guides/models.md)"
    if info.provider == "ollama" and info.capabilities and "tools" not in info.capabilities:
        told = "it takes no tools: what it wants done is read from JSON, which goes wrong more often"
        return told, "choose a model whose `ollama show` names tools (docs/guides/models.md)"
    return None
