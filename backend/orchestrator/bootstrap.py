"""How is a running Steward put together, and taken down again? The only composition root: Settings -> Runtime."""

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from orchestrator import catalog
from orchestrator.agent.attention import Attention
from orchestrator.agent.confirm import Confirmer
from orchestrator.agent.controller import Controller
from orchestrator.agent.limits import THREAD_WAIT_S, Limits
from orchestrator.agent.model_routing import ModelRouter
from orchestrator.agent.model_search import Candidate, Found, Missing, ModelSearch
from orchestrator.agent.ports import Eraser, QueryVectors, Resolver
from orchestrator.agent.recovery import Recovery
from orchestrator.agent.services import Services
from orchestrator.agent.tool import Effect
from orchestrator.agent.tool_executor import ToolExecutor
from orchestrator.agent.tool_loop_runner import ToolLoopRunner
from orchestrator.agent.turn import Switches
from orchestrator.agent.turn_script import Models, TurnScript
from orchestrator.agents.registry import Registry
from orchestrator.catalog import JobMeans
from orchestrator.db.embedded import EmbeddedPostgres
from orchestrator.db.migrate import migrate
from orchestrator.db.session import Database
from orchestrator.domain.ground.search import embedding
from orchestrator.domain.ground.search.meaning import Meaning
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.accounts.rules import AccountRules
from orchestrator.domain.people.accounts.usage import ModelUsage
from orchestrator.domain.people.previews.service import Previews
from orchestrator.domain.people.runs.service import Turns
from orchestrator.domain.whole.active_state.service import ActiveState
from orchestrator.domain.whole.erasure.service import Erasure
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.domain.world.resolution.service import WorldResolver
from orchestrator.errors import OperatorError
from orchestrator.integrations.push.expo import ExpoPush
from orchestrator.integrations.push.port import PushSender
from orchestrator.integrations.web_search.port import WebSearch
from orchestrator.integrations.web_search.searxng import SearxngSearch
from orchestrator.kit.clock import Clock, SystemClock
from orchestrator.llm.embedding.choice import choose_embedder
from orchestrator.llm.embedding.queries import QueryEmbedding
from orchestrator.llm.messages import ChatRequest, TurnFacts
from orchestrator.llm.port import Embedder
from orchestrator.llm.provider import ProviderChoice, choose_provider
from orchestrator.reader.model import ReaderModel
from orchestrator.scheduling import leases, scheduled_jobs
from orchestrator.scheduling.gauges import JobGauges
from orchestrator.scheduling.handler import JobHandler
from orchestrator.scheduling.scheduled_jobs import ScheduledJob
from orchestrator.scheduling.worker import Worker
from orchestrator.settings import Settings
from orchestrator.telemetry.logging import get_logger
from orchestrator.telemetry.metrics import METRICS
from orchestrator.telemetry.tracing import TRACING

SWEEP_S = 5.0
"""How often this process looks for runs and executions that a dead one left open."""
CLOSING_PATIENCE_S = 20.0

log = get_logger(__name__)


@dataclass(frozen=True)
class Runtime:
    """What the doors (HTTP, mobile, MCP, command line) work with. `embedder`: None where vectors are switched off.
    `job_gauges`: what `/metrics` tells of all processes' jobs. `new_home`: this start made the owner."""

    settings: Settings
    clock: Clock
    database: Database
    agent: Controller
    confirmer: Confirmer
    eraser: Eraser
    resolver: Resolver
    models: ModelRouter
    query_vectors: Meaning
    embedder: Embedder | None
    job_gauges: JobGauges
    write_tools: frozenset[str] = field(default_factory=frozenset)
    profiles: tuple[str, ...] = ()
    scheduled_jobs: Mapping[str, ScheduledJob] = field(default_factory=dict)
    new_home: bool = False


@asynccontextmanager
async def running(
    settings: Settings,
    *,
    workers: bool = True,
    limits: Limits | None = None,
    clock: Clock | None = None,
    switches: Switches | None = None,
) -> AsyncIterator[Runtime]:
    """A Runtime for the length of the block: database started and migrated, owner and token made, agent put together,
    sweeps and (with `workers`) job workers under way. `limits` (of a run) and `clock` are those of the settings and of
    the machine unless given; `switches` are for measurements alone (docs/controller-ablation.md). Raises OperatorError
    with what to do."""
    async with AsyncExitStack() as stack:
        opened = await stack.enter_async_context(opened_database(settings))
        database = opened.database
        if opened.alone:
            async with database.unit_of_work() as session:
                await leases.bury(session, time.monotonic() - opened.opened_at)
        new_home = await _owner(settings, database)
        TRACING.configure(settings.otlp_endpoint)
        stack.callback(TRACING.shut_down)
        clock = clock or SystemClock()
        choice = await chosen_provider(settings)
        log.info("model provider", provider=choice.provider, why=choice.why)
        models = _models(settings, choice, database, clock)
        stack.push_async_callback(models.close)
        embedder, query_vectors = _vectors(stack, settings, database)
        web = _web_search(settings)
        if web is not None:
            stack.push_async_callback(web.close)
        services = services_over(database, clock, query_vectors, web, default_zone=settings.timezone)
        agent = _agent(limits or limits_of(settings), services, models, switches or Switches())
        stack.push_async_callback(_closed, agent.controller)
        while await agent.recovery.run(even_leased=opened.alone):
            continue
        await agent.confirmer.recover()
        models.start()
        _background(stack, _sweep(agent.recovery, agent.confirmer), "sweep of what dead processes left")
        if embedder is not None:
            _background(stack, _owe_vectors(database, embedder.name), "vectors that are missing")
        push = _push_sender(settings)
        stack.push_async_callback(push.close)
        means = JobMeans(push, models, agent.controller, settings.timezone, settings.set_timezone)
        handlers = catalog.job_handlers(means)
        await _put_to_work(
            stack, settings, database, clock, services, embedder, handlers, number=settings.workers * workers
        )
        yield Runtime(
            settings=settings,
            clock=clock,
            database=database,
            agent=agent.controller,
            confirmer=agent.confirmer,
            eraser=services.eraser,
            resolver=services.resolver,
            models=models,
            query_vectors=query_vectors,
            embedder=embedder,
            write_tools=frozenset(tool.name for tool in catalog.TOOLS if tool.effect is not Effect.READ),
            profiles=Registry().names,
            scheduled_jobs={job.name: job for job in catalog.SCHEDULED_JOBS},
            job_gauges=JobGauges(database, [one.job_type.name for one in handlers], catalog.SCHEDULED_JOBS),
            new_home=new_home,
        )


async def _put_to_work(
    stack: AsyncExitStack,
    settings: Settings,
    database: Database,
    clock: Clock,
    services: Services,
    embedder: Embedder | None,
    handlers: Sequence[JobHandler[Any]],
    *,
    number: int,
) -> None:
    """Bring the registry of scheduled jobs up to date, and start so many workers that end with `stack`."""
    async with database.unit_of_work() as session:
        await scheduled_jobs.register(session, catalog.SCHEDULED_JOBS, handlers, retry_delay_s=settings.job_retry_s)
    for _ in range(number):
        worker = worker_over(settings, database, clock, services, embedder, handlers)
        await stack.enter_async_context(worker.working())


@dataclass(frozen=True)
class OpenedDatabase:
    """`alone`: no other process used it when it was opened (known of the embedded one only), `opened_at` on the
    monotonic clock: what was at work before is dead."""

    database: Database
    alone: bool
    opened_at: float


@asynccontextmanager
async def opened_database(settings: Settings) -> AsyncIterator[OpenedDatabase]:
    """The database, reachable and migrated. Raises DatabaseUnavailable, MigrationFailed, and OperatorError where a
    restore was broken off."""
    if (mark := restoring_mark(settings)).is_file():
        backup = mark.read_text("utf-8").strip()
        raise OperatorError(f"restoring {settings.home} was broken off; run again: steward restore {backup}")
    async with AsyncExitStack() as stack:
        dumps: Path | None = None
        alone = False
        opened_at = time.monotonic()
        if settings.database_url is None:
            server = await stack.enter_async_context(EmbeddedPostgres(settings.home))
            url, dumps, alone = server.url, server.dumps, server.alone
            _background(stack, server.keep(), "embedded Postgres")
        else:
            settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
            url = settings.database_url.get_secret_value()
        applied = await migrate(url, dump_to=dumps)
        if applied:
            log.info("migrated", applied=len(applied))
        database = Database(url)
        stack.push_async_callback(database.close)
        METRICS.watch_pool(database.connections_in_use)
        yield OpenedDatabase(database, alone, opened_at)


def restoring_mark(settings: Settings) -> Path:
    """A file that stands while the home is restored; it holds the path of the backup."""
    return settings.home / "restoring"


def _web_search(settings: Settings) -> WebSearch | None:
    """None where no instance is configured: then the tool does not exist."""
    return SearxngSearch(settings.search_url) if settings.search_url else None


def _push_sender(settings: Settings) -> PushSender:
    """Expo's push service, or what STEWARD_EXPO_URL names in its place; nothing is asked of it yet."""
    token = settings.expo_access_token
    return ExpoPush(settings.expo_url, access_token=token.get_secret_value() if token is not None else None)


def services_over(
    database: Database,
    clock: Clock,
    query_vectors: QueryVectors,
    web: WebSearch | None = None,
    *,
    default_zone: str = "UTC",
) -> Services:
    """The runtime's ports, implemented by the slices; its tools, with those of the integrations that are given.
    `default_zone`: STEWARD_TIMEZONE, of users who have none themselves."""
    return Services(
        unit_of_work=database.unit_of_work,
        clock=clock,
        tools=catalog.tools(web),
        turns=Turns(),
        previews=Previews(),
        rules=AccountRules(),
        context=ActiveState(catalog.ACTIVE_STATE),
        resolver=WorldResolver(),
        eraser=Erasure(catalog.ERASABLES),
        query_vectors=query_vectors,
        notifier=Pushes(default_zone),
    )


def worker_over(
    settings: Settings,
    database: Database,
    clock: Clock,
    services: Services,
    embedder: Embedder | None,
    handlers: Iterable[JobHandler[Any]],
) -> Worker:
    """One job worker."""
    return Worker(
        database,
        handlers,
        scheduled=catalog.SCHEDULED_JOBS,
        clock=clock,
        embedder=embedder,
        eraser=services.eraser,
        retry_delay_s=settings.job_retry_s,
    )


def chosen_embedder(settings: Settings) -> Embedder | None:
    """The embedder that the settings name; nothing is loaded or asked yet. Raises ConfigurationError."""
    key = settings.openai_api_key
    return choose_embedder(
        settings.embed_model,
        provider=settings.llm_provider.value,
        ollama_url=settings.ollama_url,
        openai_url=settings.openai_url,
        openai_api_key=key.get_secret_value() if key is not None else None,
        keep_alive=settings.llm_keep_alive,
    )


def limits_of(settings: Settings, *, thread_wait_s: float = THREAD_WAIT_S) -> Limits:
    """The bounds of a run."""
    return Limits(
        max_steps=settings.agent_max_steps,
        max_tool_calls=settings.agent_max_tool_calls,
        max_repairs=settings.agent_max_repairs,
        deadline_s=settings.agent_deadline_s,
        max_tokens=settings.agent_max_tokens,
        thread_wait_s=thread_wait_s,
    )


def _vectors(stack: AsyncExitStack, settings: Settings, database: Database) -> tuple[Embedder | None, Meaning]:
    """What makes vectors, and those of what is looked for; both are closed with `stack`."""
    embedder = chosen_embedder(settings)
    queries = QueryEmbedding(embedder)
    stack.push_async_callback(_closed_embedder, embedder, queries)
    return embedder, Meaning(database.unit_of_work, queries)


@dataclass(frozen=True)
class _Agent:
    """The runtime's parts that work on runs and previews."""

    controller: Controller
    confirmer: Confirmer
    recovery: Recovery


def _agent(limits: Limits, services: Services, models: ModelRouter, switches: Switches) -> _Agent:
    confirmer, attention = Confirmer(services), Attention(services)
    recovery = Recovery(services, attention)
    reader = ReaderModel()

    async def phrase(facts: TurnFacts) -> str:
        return (await reader.chat(ChatRequest(messages=(), purpose="turn", facts=facts))).text

    script = TurnScript(
        services,
        Models(models, phrase),
        Registry(),
        ToolLoopRunner(ToolExecutor(services), models),
        confirmer,
        limits,
        attention=attention,
        router_prompt=router_prompt(),
        switches=switches,
    )
    return _Agent(Controller(services, script, recovery, attention, limits), confirmer, recovery)


@cache
def router_prompt() -> str:
    """What the fast model is told before it classifies a message."""
    return files("orchestrator.agents").joinpath("router.md").read_text("utf-8").strip()


def _models(settings: Settings, choice: ProviderChoice, database: Database, clock: Clock) -> ModelRouter:
    candidates = _candidates(choice)
    if choice.gguf is not None:
        candidates.append(Candidate("gguf", choice.gguf))
    return ModelRouter(
        candidates,
        reader=ReaderModel(),
        clock=clock,
        meter=ModelUsage(database, clock, settings.tokens_per_day),
        timeout_s=settings.llm_timeout_s,
        why=choice.why,
        missing=Missing(choice.provider, choice.missing) if choice.missing else None,
        search=ModelSearch(lambda: _look_again(settings), clock) if choice.may_change else None,
    )


def _candidates(choice: ProviderChoice) -> list[Candidate]:
    smart = [Candidate("smart", choice.smart)] if choice.smart is not None else []
    return [*smart, Candidate("fast", choice.fast)] if choice.fast is not None else smart


async def _look_again(settings: Settings) -> Found | None:
    """What the settings give now, the GGUF file apart: that one is there already."""
    choice = await chosen_provider(settings, gguf=False)
    candidates = _candidates(choice)
    return Found(tuple(candidates), choice.why) if candidates else None


async def chosen_provider(settings: Settings, *, gguf: bool = True) -> ProviderChoice:
    """The models that the settings name; `gguf=False` without the file. The caller closes them.

    Raises ConfigurationError.
    """
    key = settings.openai_api_key
    return await choose_provider(
        provider=settings.llm_provider.value,
        ollama_url=settings.ollama_url,
        openai_url=settings.openai_url,
        openai_api_key=key.get_secret_value() if key is not None else None,
        smart_model=settings.smart_model,
        fast_model=settings.fast_model,
        gguf_path=settings.gguf_path if gguf else None,
        keep_alive=settings.llm_keep_alive,
    )


async def _owner(settings: Settings, database: Database) -> bool:
    """Make the first user and their token where there are none; answers whether they were made now."""
    path = settings.token_path
    fixed = settings.owner_token
    if fixed is not None:
        text = fixed.get_secret_value()
    elif path.is_file():
        text = path.read_text("utf-8").strip()
    else:
        text = accounts.new_token_text()
    _keep_token(path, text)
    async with database.unit_of_work() as session:
        owner = await accounts.ensure_owner(session, settings.owner_email, text)
    return owner.created


def _keep_token(path: Path, text: str) -> None:
    """Write the token before it is stored as a hash, readable by its owner alone from its first moment."""
    if path.is_file() and path.read_text("utf-8").strip() == text:
        path.chmod(0o600)
        return
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    fresh.touch(mode=0o600)
    fresh.write_text(f"{text}\n", "utf-8")
    fresh.replace(path)


async def _sweep(recovery: Recovery, confirmer: Confirmer) -> None:
    while True:
        await asyncio.sleep(SWEEP_S)
        try:
            await recovery.run()
            await confirmer.recover()
        except Exception:
            log.warning("the sweep failed; it is tried again", exc_info=True)


def _background(stack: AsyncExitStack, work: Coroutine[object, object, None], name: str) -> None:
    task = asyncio.create_task(work, name=name)

    async def ended() -> None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    stack.push_async_callback(ended)


async def _owe_vectors(database: Database, model: str) -> None:
    """Another model was chosen, or none was there before: the job makes what is missing."""
    try:
        async with database.unit_of_work() as session:
            owners = await embedding.catch_up(session, model)
    except (SQLAlchemyError, OSError) as error:
        log.warning("it is not known whether vectors are missing; the next start looks again", error=str(error))
        return
    if owners:
        log.info("vectors are missing and are being made", embedder=model, users=owners)


async def _closed_embedder(embedder: Embedder | None, queries: QueryEmbedding) -> None:
    await queries.close()
    if embedder is not None:
        await embedder.close()


async def _closed(controller: Controller) -> None:
    await controller.close(patience_s=CLOSING_PATIENCE_S)
