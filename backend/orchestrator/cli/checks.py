"""Is this Steward well, and if not, what is to be done? The checks of `steward doctor`, each one answer."""

import asyncio
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import numpy as np
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from orchestrator.bootstrap.kept_secrets import check_secrets, open_to_others
from orchestrator.bootstrap.models import chosen_provider
from orchestrator.bootstrap.services import sandbox_of, speaker_embedder
from orchestrator.bootstrap.vectors import chosen_embedder
from orchestrator.cli.server.presence import running_at
from orchestrator.db.follower import Follower
from orchestrator.db.migrate import obstacles, pending
from orchestrator.db.postgres.embedded import EmbeddedPostgres
from orchestrator.db.session import Database
from orchestrator.domain.foundation.search.store import vectors
from orchestrator.domain.work.mcp_servers import service as mcp_servers
from orchestrator.domain.world.connections import service as connections
from orchestrator.errors import IntegrationFailed, OperatorError
from orchestrator.integrations.geocoding.geoapify import GeoapifyGeocoder
from orchestrator.integrations.geocoding.port import Point
from orchestrator.integrations.photos import immich
from orchestrator.integrations.photos.immich import ImmichLibrary
from orchestrator.integrations.voice_embedding.campplus import INSTALL
from orchestrator.integrations.voice_embedding.campplus import NAME as CAMPPLUS
from orchestrator.integrations.voice_embedding.port import SAMPLE_RATE
from orchestrator.integrations.web_search.searxng import SearxngSearch
from orchestrator.kit.clock import SystemClock
from orchestrator.llm.gateway.calls import unpriced
from orchestrator.llm.gateway.prices import Prices
from orchestrator.llm.messages import Usage
from orchestrator.llm.port import ChatModel, ModelError, ModelInfo
from orchestrator.llm.provider import ProviderChoice
from orchestrator.llm.reranking.choice import choose_reranker
from orchestrator.llm.reranking.ordering import PATIENCE_S
from orchestrator.scheduling import status
from orchestrator.setting_values import LlmProvider
from orchestrator.settings import Settings

State = Literal["ok", "note", "broken"]
LOW_DISK_BYTES = 1_000_000_000
FULL_DISK_BYTES = 100_000_000
SKEW_NOTED_S = 2.0
SKEW_BROKEN_S = 30.0
"""Leases are 30 s long: with more between the clocks of two machines they lose their meaning."""
FOLLOWER_LOOKS, FOLLOWER_PAUSE_S = 5, 0.5
"""A follower of a database in use is a moment behind at each look: a later one finds where the first was."""
GIB = 1024**3


@dataclass(frozen=True)
class Check:
    """One finding; `advice` is empty where there is nothing to do."""

    name: str
    state: State
    found: str
    advice: str = ""


async def examine(settings: Settings) -> AsyncIterator[Check]:
    """Every finding, in the order in which a person would look."""
    for path, mode in ((settings.home, 0o700), (settings.token_path, 0o600), (settings.secret_key_path, 0o600)):
        if path.exists():
            yield _private(path, mode)
    try:
        check_secrets(settings)
    except OperatorError as error:
        yield Check("secrets", "broken", *_halves(str(error), ": "))
    yield _disk(settings)
    async for check in _database(settings):
        yield check
    async for check in _models(settings):
        yield check
    yield await _embedder(settings)
    if settings.rerank_url:
        yield await _reranker(settings)
    yield await _voices(settings)
    for check in _integrations(settings):
        yield check
    if settings.search_url:
        yield await _web_search(settings.search_url)
    if settings.geoapify_api_key is not None:
        yield await _geocoding(settings.geoapify_url, settings.geoapify_api_key.get_secret_value())
    yield await _photos(settings)
    async for check in _sandbox(settings):
        yield check


def _private(path: Path, mode: int) -> Check:
    """A file of the home is its owner's alone."""
    name = "home" if mode & 0o100 else path.name
    if (found := open_to_others(path, mode)) is not None:
        return Check(name, "broken", f"{path} is open to others ({found:03o})", f"chmod {mode:o} {path}")
    return Check(name, "ok", f"{path} is its owner's alone")


async def _sandbox(settings: Settings) -> AsyncIterator[Check]:
    """Which one holds, and what became of each attempt to break out."""
    report = await sandbox_of(settings).report()
    if report.backend == "off":
        yield Check("sandbox", "ok", f"off, so these are refused: {', '.join(report.refuses)}")
        return
    stopped = sum(one.stopped for one in report.verdicts)
    found = f"{report.backend}: {stopped} of {len(report.verdicts)} attempts to break out were stopped"
    advice = "; ".join(report.why)[:500]
    yield Check("sandbox", "ok" if report.backend != "none" else "note", found, advice)
    for one in report.verdicts:
        became = "stopped" if one.stopped else one.detail
        yield Check("sandbox", "ok" if one.stopped else "note", f"{one.attempt}: {became}")


def _disk(settings: Settings) -> Check:
    free = shutil.disk_usage(settings.home).free
    found = f"{free / GIB:.1f} GiB free beside {settings.home}"
    if free < FULL_DISK_BYTES:
        return Check(
            "disk",
            "broken",
            found,
            f"make room beside {settings.home}: Postgres stops when it can't write, and goes on by itself then",
        )
    if free < LOW_DISK_BYTES:
        return Check("disk", "note", found, "make room soon")
    return Check("disk", "ok", found)


async def _database(settings: Settings) -> AsyncIterator[Check]:
    try:
        if settings.database_url is None:
            async with EmbeddedPostgres(settings.home) as server:
                async for check in _inside(server.url, settings):
                    yield check
        else:
            async for check in _inside(settings.direct_database_url or "", settings):
                yield check
            if settings.pooled:
                yield await _pooler(settings)
            if settings.database_read_url is not None:
                yield await _follower(settings, settings.database_read_url.get_secret_value())
    except (OperatorError, OSError, SQLAlchemyError) as error:
        advice = "see what it says above" if settings.embedded else "check STEWARD_DATABASE_URL and that server"
        yield Check("database", "broken", str(error), advice)


async def _pooler(settings: Settings) -> Check:
    """Whether transactions come through the pooler, several on one connection of ours."""
    assert settings.database_url is not None
    database = Database(settings.database_url.get_secret_value(), pooled=True)
    try:
        for _ in range(2):
            async with database.unit_of_work() as session:
                await session.execute(text("select 1"))
    except (OSError, SQLAlchemyError) as error:
        return Check("pooler", "broken", str(error), "check STEWARD_DATABASE_URL and the pooler there")
    finally:
        await database.close()
    return Check("pooler", "ok", "transactions come through STEWARD_DATABASE_URL")


async def _follower(settings: Settings, url: str) -> Check:
    """Whether it follows the database, and how closely."""
    primary, database = Database(settings.direct_database_url or ""), Database(url, pooled=settings.pooled)
    try:
        follower = Follower(primary, database)
        for _ in range(FOLLOWER_LOOKS):
            await follower.look()
            if follower.state != "lags":
                break
            await asyncio.sleep(FOLLOWER_PAUSE_S)
    finally:
        await database.close()
        await primary.close()
    advice = "what only reads is read from the database itself meanwhile; check STEWARD_DATABASE_READ_URL"
    if follower.state == "gone":
        return Check("follower", "broken", f"it can't be read from: {follower.why}", advice)
    if follower.state == "lags":
        return Check("follower", "note", "it does not keep up with the database", advice)
    return Check("follower", "ok", "it follows the database")


async def _inside(url: str, settings: Settings) -> AsyncIterator[Check]:
    """What the database itself says."""
    waiting = await pending(url)
    hindered = await obstacles(url) if waiting else []
    database = Database(url)
    try:
        async with database.unit_of_work() as session:
            row = (
                await session.execute(
                    text(
                        "select current_setting('server_version') as version, clock_timestamp() as now,"
                        " pg_database_size(current_database()) as size"
                    )
                )
            ).one()
            skew = (row.now - SystemClock().now()).total_seconds()
        kind = "embedded" if settings.embedded else "external"
        yield Check("database", "ok", f"PostgreSQL {row.version}, {kind}, {row.size / 1_000_000:.0f} MB")
        for why in hindered:
            yield Check("migrations", "broken", *_halves(why))
        if waiting and not hindered:
            yield Check("migrations", "note", f"{len(waiting)} wait: {waiting[0]} …", "run steward migrate")
        if not waiting:
            yield Check("migrations", "ok", "the database is of this version")
        yield _skew(skew)
        if not waiting:
            yield await _jobs(database, settings)
            yield await _vectors(database, settings)
            async for check in _connections(database):
                yield check
            async for check in _mcp_servers(database):
                yield check
    finally:
        await database.close()


async def _connections(database: Database) -> AsyncIterator[Check]:
    """The feeds and accounts that could not be read the last time."""
    async with database.unit_of_work() as session:
        failing = await connections.failing(session)
    for kind, host, why in failing:
        yield Check("connection", "note", f"{kind} at {host}: {why}", "GET /connections tells more")


async def _mcp_servers(database: Database) -> AsyncIterator[Check]:
    """How many servers are used, and those that can't be used as they should."""
    async with database.unit_of_work() as session:
        used, troubles = await mcp_servers.count(session), await mcp_servers.troubles(session)
    if used:
        yield Check("mcp servers", "ok", f"{used} are used, {len(troubles)} of them not as they should")
    for name, state, why in troubles:
        yield Check("mcp server", "note", f"{name} is {state}: {why}", "POST /mcp-servers/{id}/check asks it again")


def _halves(why: str, between: str = "; ") -> tuple[str, str]:
    """What is so, and what to do about it."""
    found, _, advice = why.partition(between)
    return found, advice


def _skew(seconds: float) -> Check:
    found = f"Postgres and this machine are {abs(seconds):.2f} s apart"
    if abs(seconds) > SKEW_BROKEN_S:
        return Check("clock", "broken", found, "set both clocks by NTP: leases and expiry depend on them")
    if abs(seconds) > SKEW_NOTED_S:
        return Check("clock", "note", found, "set both clocks by NTP")
    return Check("clock", "ok", found)


async def _jobs(database: Database, settings: Settings) -> Check:
    async with database.unit_of_work() as session:
        alive = [worker for worker in await status.workers(session) if worker.alive]
        failed = sum(queue.failed for queue in await status.queues(session))
    url = running_at(settings)
    found = f"{'server at ' + url if url else 'no server runs'}, {len(alive)} workers alive, {failed} jobs failed"
    if url and not alive:
        return Check("jobs", "broken", found, "run steward worker, or set STEWARD_WORKERS to 1 or more")
    if failed:
        return Check("jobs", "note", found, "GET /system/jobs shows which; POST /jobs/{id}/retry tries one again")
    return Check("jobs", "ok", found)


async def _vectors(database: Database, settings: Settings) -> Check:
    """How many entries of the index have vectors of the configured model."""
    try:
        embedder = chosen_embedder(settings)
    except OperatorError:
        embedder = None  # told by `_embedder`
    if embedder is None:
        return Check("vectors", "ok", "none are made")
    try:
        async with database.unit_of_work() as session:
            done, total = await vectors.coverage(session, embedder.name)
    finally:
        await embedder.close()
    found = f"{done:,} of {total:,} entries have vectors of {embedder.name}"
    waiting = "the rest is made by the job search.embed while Steward runs; searches go by words until then"
    return Check("vectors", "ok", found, waiting if done < total else "")


async def _embedder(settings: Settings) -> Check:
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


async def _reranker(settings: Settings) -> Check:
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


async def _voices(settings: Settings) -> Check:
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


async def _models(settings: Settings) -> AsyncIterator[Check]:
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


async def _web_search(url: str) -> Check:
    """One search at the user's own instance."""
    search = SearxngSearch(url)
    try:
        found = await search.search("SearXNG", language="en", limit=1)
    except IntegrationFailed as error:
        return Check("web search", "broken", error.detail, "set STEWARD_SEARCH_URL, or look at that SearXNG")
    finally:
        await search.close()
    return Check("web search", "ok", f"{urlsplit(url).hostname} answers" + ("" if found else ", but found nothing"))


async def _geocoding(url: str, api_key: str) -> Check:
    """One look at a point that is nobody's: the Greenwich observatory."""
    geocoder = GeoapifyGeocoder(url, api_key)
    try:
        found = await geocoder.reverse(Point(51.4779, 0.0), language="en")
    except IntegrationFailed as error:
        return Check("geocoding", "broken", error.detail, "towns come from the offline gazetteer meanwhile")
    finally:
        await geocoder.close()
    return Check("geocoding", "ok", f"{urlsplit(url).hostname} answers" + ("" if found else ", but found nothing"))


async def _photos(settings: Settings) -> Check:
    """Whether Immich answers, and whether its key may do what is needed and no more than one key should."""
    url, key = settings.immich_url, settings.immich_api_key
    if url is None or key is None:
        missing = "STEWARD_IMMICH_API_KEY" if url else "STEWARD_IMMICH_URL"
        if url is None and key is None:
            return Check("photos", "ok", "off; set STEWARD_IMMICH_URL and STEWARD_IMMICH_API_KEY")
        return Check("photos", "note", "off", f"set {missing} too")
    library = ImmichLibrary(url, key.get_secret_value())
    try:
        info = await library.key_info()
    except IntegrationFailed as error:
        return Check("photos", "broken", error.detail, "look at that Immich, its address and its API key")
    finally:
        await library.close()
    found = f"Immich {'.'.join(str(one) for one in info.version)} at {urlsplit(url).hostname}"
    if immich.ALL in info.permissions:
        advice = f"make a key there with these permissions alone: {', '.join(immich.NEEDED)}"
        return Check("photos", "broken", f"{found}: its API key may do everything", advice)
    if lacking := [one for one in immich.NEEDED if one not in info.permissions]:
        told = f"{found}: its API key lacks {', '.join(lacking)}"
        return Check("photos", "broken", told, "give it these permissions there (Account settings, API keys)")
    return Check("photos", "ok", f"{found} answers, its key may do what is needed")


def _integrations(settings: Settings) -> list[Check]:
    """Which are configured; those that are off say by which variable they go on."""
    configured: dict[str, tuple[Any, str]] = {} if settings.search_url else {"web search": (None, "STEWARD_SEARCH_URL")}
    if settings.geoapify_api_key is None:
        configured["geocoding"] = (None, "STEWARD_GEOAPIFY_API_KEY (without it: the offline gazetteer)")
    configured |= {
        "push": (settings.expo_access_token, "STEWARD_EXPO_ACCESS_TOKEN (only where Expo asks for one)"),
        "tracing": (settings.otlp_endpoint, "OTEL_EXPORTER_OTLP_ENDPOINT"),
    }
    return [
        Check(name, "ok", "configured") if value else Check(name, "ok", f"off; set {variable}")
        for name, (value, variable) in configured.items()
    ]
