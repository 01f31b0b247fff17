"""In what order is a running Steward put together, and taken down again?"""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from orchestrator import catalog
from orchestrator.agent.execution.executor import ToolExecutor
from orchestrator.agent.loop.loop import ToolLoopRunner
from orchestrator.agent.ports.erasure import Eraser
from orchestrator.agent.ports.resolution import Resolver
from orchestrator.agent.previews.lifecycle import Confirmer
from orchestrator.agent.response.builder import Phrase
from orchestrator.agent.runs.delegated import DelegatedRuns
from orchestrator.agent.runs.external_calls import ExternalToolCalls
from orchestrator.agent.runs.needs_input import NeedsInputNotifier
from orchestrator.agent.runs.pipeline import TurnPipeline
from orchestrator.agent.runs.recovery import Recovery
from orchestrator.agent.runs.routed_turn import Models
from orchestrator.agent.runs.runner import Controller
from orchestrator.agent.tools.spec import Effect
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.turn import Switches
from orchestrator.agent.types.limits import THREAD_WAIT_S, Limits
from orchestrator.agents.registry import Registry, router_prompt
from orchestrator.bootstrap.background import run_beside, sweep
from orchestrator.bootstrap.database import OpenedDatabase, opened_database
from orchestrator.bootstrap.kept_secrets import check_secrets, ensure_owner
from orchestrator.bootstrap.models import chosen_models
from orchestrator.bootstrap.services import (
    own_means,
    portability_over,
    speaker_embedder,
    wired_services,
)
from orchestrator.bootstrap.vectors import owe_vectors, vectors_of
from orchestrator.commands.runner import Commands
from orchestrator.db.follower import Reads
from orchestrator.db.session import Database
from orchestrator.domain.foundation.search.query_embedding import Meaning
from orchestrator.domain.foundation.search.tokenizing import TOKENIZER, Tokenizer
from orchestrator.domain.foundation.slices.means import JobMeans, Own
from orchestrator.domain.lifecycle.erasure.service import Erasure
from orchestrator.domain.lifecycle.portability.service import Portability
from orchestrator.domain.senses.photos.access import PhotoAccess
from orchestrator.domain.work.mcp_servers.live import LiveServers
from orchestrator.domain.work.missions.files import MissionFiles
from orchestrator.domain.work.missions.running.workshop import Workshop
from orchestrator.domain.work.pushes.reach import Pushing
from orchestrator.domain.work.skills.service import Skills
from orchestrator.domain.work.workspaces.service import Workspaces
from orchestrator.domain.world.connections.service import Reach
from orchestrator.domain.world.documents.storage import FileStore
from orchestrator.integrations.push.channels import Channels
from orchestrator.integrations.sandbox.port import UntrustedCode
from orchestrator.integrations.voice_embedding.port import SpeakerEmbedder
from orchestrator.kit.authorities import read_authorities
from orchestrator.kit.clock import Clock, SystemClock
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.messages import ChatRequest, TurnFacts
from orchestrator.llm.port import Embedder
from orchestrator.llm.reranking.ordering import Reranking
from orchestrator.reader.model import ReaderModel
from orchestrator.scheduling import leases, scheduled_jobs
from orchestrator.scheduling.gauges import JobGauges
from orchestrator.scheduling.handler import JobHandler
from orchestrator.scheduling.scheduled_jobs import ScheduledJob
from orchestrator.scheduling.worker import Worker
from orchestrator.settings import Settings
from orchestrator.telemetry.tracing import TRACING
from orchestrator.worker_processes.service import WorkerProcesses

NOTHING = Own()
"""Of a process that has the database alone."""


@dataclass(frozen=True)
class Agent:
    """The runtime's parts that work on runs and previews."""

    controller: Controller
    confirmer: Confirmer
    recovery: Recovery


@dataclass(frozen=True)
class Runtime:
    """What the doors (HTTP, mobile, MCP, command line) work with. `embedder`: None where vectors are switched off.
    `speaker_embedder`: None without the extra `voice`.
    `reads`: where what only reads may be asked.
    `job_gauges`: what `/metrics` tells of all processes' jobs. `own`: what slices and jobs work with too; `processes`:
    where third parties' bulk is read. `missions`: what they are carried out with.
    `new_home`: this start made the owner. `outside`: what agents from outside may call."""

    settings: Settings
    clock: Clock
    database: Database
    reads: Reads
    agent: Controller
    outside: ExternalToolCalls
    confirmer: Confirmer
    eraser: Eraser
    resolver: Resolver
    models: ModelRouter
    query_vectors: Meaning
    reranking: Reranking
    embedder: Embedder | None
    speaker_embedder: SpeakerEmbedder | None
    job_gauges: JobGauges
    portability: Portability
    own: Own
    processes: WorkerProcesses
    missions: Workshop
    tools: frozenset[str] = field(default_factory=frozenset)
    write_tools: frozenset[str] = field(default_factory=frozenset)
    profiles: tuple[str, ...] = ()
    scheduled_jobs: Mapping[str, ScheduledJob] = field(default_factory=dict)
    new_home: bool = False

    @property
    def erasure(self) -> Erasure:
        """Of whole kinds; of one thing: `eraser`."""
        return Erasure(catalog.erasables(self.own))

    @property
    def files(self) -> FileStore:
        """The documents' own."""
        return self.own[FileStore]

    @property
    def reach(self) -> Reach:
        """Of the users' connections."""
        return self.own[Reach]

    @property
    def pushing(self) -> Pushing:
        """Of the users' devices."""
        return self.own[Pushing]

    @property
    def photos(self) -> PhotoAccess | None:
        """None where no library is configured."""
        return self.own.get(PhotoAccess)

    @property
    def mcp_servers(self) -> LiveServers:
        """Those that the users let Steward use."""
        return self.own[LiveServers]

    @property
    def workspaces(self) -> Workspaces:
        """The folders of missions."""
        return self.own[Workspaces]

    @property
    def skills(self) -> Skills:
        """Those that the owner imported, and the shipped ones."""
        return self.own[Skills]

    @property
    def untrusted(self) -> UntrustedCode:
        """Where others' programs are run."""
        return self.own[UntrustedCode]


async def _mark_dead(opened: OpenedDatabase) -> None:
    """Whoever worked here before is dead, where nobody else is there."""
    if opened.alone:
        async with opened.database.unit_of_work() as session:
            await leases.mark_dead(session, time.monotonic() - opened.opened_at)


async def _recovered(agent: Agent, *, alone: bool) -> None:
    """Close what dead processes left: their runs, and the writes that they were confirming."""
    while await agent.recovery.run(even_leased=alone):
        continue
    await agent.confirmer.recover()


async def _under_way(stack: AsyncExitStack, agent: Agent, models: ModelRouter, *, alone: bool) -> None:
    """What dead processes left is closed, once and then again and again; models are looked after. Ends with `stack`."""
    stack.push_async_callback(closed, agent.controller)
    await _recovered(agent, alone=alone)
    models.start()
    run_beside(stack, sweep(agent.recovery, agent.confirmer), "sweep of what dead processes left")


def _read_first(settings: Settings) -> None:
    """The files that all else needs; blocking."""
    check_secrets(settings)
    read_authorities()


async def _processes_for(stack: AsyncExitStack, database: Database) -> WorkerProcesses:
    """Where strangers' bulk is read, and the words of what is committed in bulk."""
    processes = await stack.enter_async_context(WorkerProcesses())
    database.carry(TOKENIZER, Tokenizer(processes))
    return processes


def _traced(stack: AsyncExitStack, settings: Settings) -> None:
    """Spans go where the settings say, until `stack` ends."""
    TRACING.configure(settings.otlp_endpoint)
    stack.callback(TRACING.shut_down)


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
        await asyncio.to_thread(_read_first, settings)
        opened = await stack.enter_async_context(opened_database(settings))
        database = opened.database
        await _mark_dead(opened)
        new_home = await ensure_owner(settings, database)
        _traced(stack, settings)
        clock = clock or SystemClock()
        models = await chosen_models(stack, settings, database, clock)
        embedder, query_vectors = vectors_of(stack, settings, database)
        own = await own_means(stack, settings, database, clock)
        services = wired_services(stack, settings, database, clock, query_vectors, own, models)
        own = own.beside(workshop_over(services, models, own[Workspaces]))
        agent = agent_over(limits or limits_of(settings), services, models, switches or Switches(), own)
        await _under_way(stack, agent, models, alone=opened.alone)
        if embedder is not None:
            run_beside(stack, owe_vectors(database, embedder.name), "vectors that are missing")
        processes = await _processes_for(stack, database)
        handlers = catalog.job_handlers(JobMeans(own, own[Channels], models, processes, *zones_of(settings)))
        await start_workers(stack, settings, database, clock, services, embedder, handlers, workers=workers)
        yield Runtime(
            settings=settings,
            clock=clock,
            database=database,
            reads=opened.reads,
            agent=agent.controller,
            outside=ExternalToolCalls(services),
            confirmer=agent.confirmer,
            eraser=services.eraser,
            resolver=services.resolver,
            models=models,
            query_vectors=query_vectors,
            reranking=services.reranking,
            embedder=embedder,
            speaker_embedder=speaker_embedder(stack, settings),
            tools=frozenset(services.by_name),
            write_tools=frozenset(tool.name for tool in catalog.TOOLS if tool.effect is not Effect.READ),
            profiles=Registry().names,
            scheduled_jobs={job.name: job for job in catalog.SCHEDULED_JOBS},
            job_gauges=JobGauges(database, [one.job_type.name for one in handlers], catalog.SCHEDULED_JOBS),
            portability=portability_over(settings, own, processes),
            own=own,
            processes=processes,
            missions=own[Workshop],
            new_home=new_home,
        )


def zones_of(settings: Settings) -> tuple[str, str | None]:
    """STEWARD_TIMEZONE, and the same where it was given."""
    return settings.timezone, settings.set_timezone


async def start_workers(
    stack: AsyncExitStack,
    settings: Settings,
    database: Database,
    clock: Clock,
    services: Services,
    embedder: Embedder | None,
    handlers: Sequence[JobHandler[Any]],
    *,
    workers: bool,
) -> None:
    """Bring the registry of scheduled jobs up to date, and start the workers, if any, that end with `stack`."""
    async with database.unit_of_work() as session:
        await scheduled_jobs.register(session, catalog.SCHEDULED_JOBS, handlers, retry_delay_s=settings.job_retry_s)
    for _ in range(settings.workers * workers):
        worker = Worker(
            database,
            handlers,
            scheduled=catalog.SCHEDULED_JOBS,
            clock=clock,
            embedder=embedder,
            eraser=services.eraser,
            retry_delay_s=settings.job_retry_s,
        )
        await stack.enter_async_context(worker.working())


CLOSING_PATIENCE_S = 20.0


def phrased_by(reader: ReaderModel) -> Phrase:
    """What words an answer from the ledger alone."""

    async def phrase(facts: TurnFacts) -> str:
        return (await reader.chat(ChatRequest(messages=(), purpose="turn", facts=facts))).text

    return phrase


def workshop_over(services: Services, models: ModelRouter, workspaces: Workspaces) -> Workshop:
    """What missions are carried out with."""
    runs = DelegatedRuns(services, models, phrased_by(ReaderModel()))
    return Workshop(runs, MissionFiles(workspaces), services.notifier, models.per_million)


def agent_over(
    limits: Limits,
    services: Services,
    models: ModelRouter,
    switches: Switches,
    own: Own = NOTHING,
) -> Agent:
    """The controller, and what it shares with the doors: one confirmer, one recovery."""
    confirmer, attention = Confirmer(services), NeedsInputNotifier(services)
    commands = Commands(catalog.commands(own), services, models, confirmer)
    recovery = Recovery(services, attention, commands)
    phrase = phrased_by(ReaderModel())
    script = TurnPipeline(
        services,
        Models(models, phrase),
        Registry(),
        ToolLoopRunner(ToolExecutor(services), models),
        confirmer,
        limits,
        attention=attention,
        router_prompt=router_prompt(),
        commands=commands,
        switches=switches,
    )
    return Agent(Controller(services, script, recovery, attention, limits), confirmer, recovery)


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


async def closed(controller: Controller) -> None:
    """Runs that are under way get so long to end; what remains is for the next start to recover."""
    await controller.close(patience_s=CLOSING_PATIENCE_S)
