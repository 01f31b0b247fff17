"""An application around some routers, with a real database and doubles of what the controller gives."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import uvicorn
from fastapi import APIRouter, FastAPI
from tests.support import session
from tests.support.accounts import OWNER_TOKEN
from tests.support.pushes import pushing
from tests.support.waiting import eventually

from orchestrator.agent.ports.erasure import Receipt
from orchestrator.agent.ports.requests import Owner, TurnRequest
from orchestrator.agent.ports.runner import TurnEvent
from orchestrator.agent.tools.freezing import shown
from orchestrator.agent.types.bundle import Bundle, PreviewOut, RunOut
from orchestrator.db.follower import Reads
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.people.conversations.service import erase_thread
from orchestrator.domain.people.previews.service import Previews
from orchestrator.domain.work.pushes.reach import Pushing
from orchestrator.integrations.voice_embedding.port import SpeakerEmbedder
from orchestrator.kit.clock import SystemClock
from orchestrator.kit.ids import new_id
from orchestrator.llm.reranking.ordering import Reranking
from orchestrator.scheduling.gauges import JobGauges
from orchestrator.scheduling.scheduled_jobs import ScheduledJob
from orchestrator.settings import Settings
from orchestrator.web.install import install
from orchestrator.web.routing import add_routes
from orchestrator.worker_processes.service import WorkerProcesses

WRITE_TOOLS = ("events_create", "todos_create")


def bundle(answer: str = "An answer.") -> Bundle:
    """A bundle as a turn may answer it."""
    return Bundle(
        thread_id=str(new_id()),
        message_id=str(new_id()),
        status="answered",
        answer=answer,
        run=RunOut(id=str(new_id())),
    )


@dataclass
class AgentDouble:
    """Answers every turn with one bundle after `delay_s`; `requests` are what it was asked. A live run goes on
    when its caller is cancelled, unless the request says otherwise."""

    delay_s: float = 0.0
    error: Exception | None = None
    requests: list[TurnRequest] = field(default_factory=list)
    cancelled: list[UUID] = field(default_factory=list)
    finished: asyncio.Event = field(default_factory=asyncio.Event)
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, request: TurnRequest) -> Bundle:
        self.requests.append(request)
        if self.error is not None:
            raise self.error
        try:
            await asyncio.sleep(self.delay_s)
        except asyncio.CancelledError:
            self.gone.set()
            raise
        self.finished.set()
        return bundle()

    async def stream(self, request: TurnRequest) -> AsyncIterator[TurnEvent]:
        self.requests.append(request)
        if self.error is not None:
            raise self.error
        yield TurnEvent("run.started", {"run_id": "r", "thread_id": "t"})
        try:
            for warning in request.warnings:
                yield TurnEvent("warning", {"message": warning})
            await asyncio.sleep(self.delay_s)
            yield TurnEvent("token", {"text": "line\n\nbreak \u2028 \ud800"})
            yield TurnEvent("final", bundle().model_dump(mode="json"))
            self.finished.set()
        except (asyncio.CancelledError, GeneratorExit):
            self.gone.set()
            raise

    async def cancel(self, owner_id: UUID, run_id: UUID) -> None:
        self.cancelled.append(run_id)


@dataclass
class ConfirmerDouble:
    """Answers the stored preview and remembers what it was asked."""

    database: Database
    calls: list[tuple[str, UUID, Any]] = field(default_factory=list)

    async def _shown(self, owner: Owner, preview_id: UUID) -> PreviewOut:
        async with self.database.unit_of_work_of(owner.id) as tx:
            return shown(await Previews().get(tx, preview_id))

    async def confirm(
        self, owner: Owner, preview_id: UUID, *, digest: str | None = None, edits: Mapping[str, Any] | None = None
    ) -> PreviewOut:
        self.calls.append(("confirm", preview_id, (digest, edits)))
        return await self._shown(owner, preview_id)

    async def cancel(self, owner: Owner, preview_id: UUID) -> PreviewOut:
        self.calls.append(("cancel", preview_id, None))
        return await self._shown(owner, preview_id)

    async def undo(self, owner: Owner, preview_id: UUID) -> PreviewOut:
        self.calls.append(("undo", preview_id, None))
        return await self._shown(owner, preview_id)

    async def edit(self, owner: Owner, preview_id: UUID, edits: Mapping[str, Any]) -> PreviewOut:
        self.calls.append(("edit", preview_id, edits))
        return await self._shown(owner, preview_id)


class EraserDouble:
    """Erases threads, without what was derived from them."""

    async def erase(self, tx: Tx, kind: str, entity_id: UUID, *, dry_run: bool = False) -> Receipt:
        async with tx.session.begin_nested() as savepoint:
            rows = await erase_thread(tx, entity_id)
            if dry_run:
                await savepoint.rollback()
        return Receipt(deleted={kind: 1, "message": len(rows) - 1})


class NoVectors:
    """Questions have no vectors here: searches go by words."""

    state = "off"

    async def vector(self, owner_id: UUID, text: str) -> None:
        return None

    async def at_hand(self, text: str) -> None:
        return None


@dataclass
class RuntimeDouble:
    """What the routes under test take from the runtime."""

    settings: Settings
    database: Database
    agent: AgentDouble
    confirmer: ConfirmerDouble
    eraser: EraserDouble = field(default_factory=EraserDouble)
    processes: WorkerProcesses = field(default_factory=lambda: session.PROCESSES[-1])
    clock: SystemClock = field(default_factory=SystemClock)
    profiles: tuple[str, ...] = ("main",)
    query_vectors: NoVectors = field(default_factory=NoVectors)
    reranking: Reranking = field(default_factory=Reranking)
    scheduled_jobs: Mapping[str, ScheduledJob] = field(default_factory=dict)
    speaker_embedder: SpeakerEmbedder | None = None
    pushing: Pushing = field(default_factory=pushing)
    job_gauges: JobGauges = field(init=False)
    reads: Reads = field(init=False)

    def __post_init__(self) -> None:
        self.reads = Reads(self.database)
        self.job_gauges = JobGauges(self.database, (), ())


def make_app(
    database: Database, routers: Sequence[APIRouter], *, agent: AgentDouble | None = None, **settings: Any
) -> FastAPI:
    """The application; `settings` are those of Settings."""
    settings.setdefault("rate_limit", None)
    runtime = RuntimeDouble(
        settings=Settings(home=Path(tempfile.gettempdir()), **settings),
        database=database,
        agent=agent or AgentDouble(),
        confirmer=ConfirmerDouble(database),
    )
    app = FastAPI(telemetry={"tracing": False}, docs_url=None, redoc_url=None)
    add_routes(app, routers)
    install(app, runtime, write_tools=WRITE_TOOLS)  # type: ignore[arg-type]
    return app


def client_of(app: FastAPI, token: str | None = OWNER_TOKEN) -> httpx.AsyncClient:
    """A client without a socket between."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app, raise_app_exceptions=False), base_url="http://127.0.0.1", headers=headers
    )


@asynccontextmanager
async def serving(app: FastAPI) -> AsyncIterator[str]:
    """The application on a real port of loopback; gives its URL."""
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None, lifespan="off", proxy_headers=False)
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.create_task(server.serve())
    await eventually(lambda: server.started)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await task
