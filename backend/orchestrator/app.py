"""Which routes does Steward answer, and what surrounds them? `create_app(runtime)`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from orchestrator.api import (
    ask,
    connections,
    documents,
    entities,
    previews,
    runs,
    search,
    threads,
)
from orchestrator.api.bulk import calendar_files, contact_files, ingest, portability, trackers
from orchestrator.api.memory import fact_trails, facts, interactions, knowledge, proposals, rules
from orchestrator.api.openai_v1 import routes as openai_v1
from orchestrator.api.operation import account, backups, console, jobs, own_data, pairing, sandbox, system
from orchestrator.api.senses import locations, map_tiles, meetings, photos, stays, voices
from orchestrator.api.work import (
    agents,
    briefings,
    mcp_servers,
    missions,
    proposed_events,
    pushes,
    skills,
    workspaces,
)
from orchestrator.bootstrap.runtime import Runtime
from orchestrator.mcp_api import http as mcp
from orchestrator.mobile_api import briefing as mobile_briefing
from orchestrator.mobile_api import devices as mobile_devices
from orchestrator.mobile_api import jobs as mobile_jobs
from orchestrator.mobile_api import location as mobile_location
from orchestrator.mobile_api import missions as mobile_missions
from orchestrator.mobile_api import photos as mobile_photos
from orchestrator.mobile_api import proposed_events as mobile_proposed_events
from orchestrator.mobile_api import threads as mobile_threads
from orchestrator.telemetry.logging import get_logger
from orchestrator.web.install import install
from orchestrator.web.readiness import Answering, Readiness
from orchestrator.web.routing import add_routes

ROUTERS = (
    system.router,
    console.router,
    ask.router,
    openai_v1.router,
    threads.router,
    runs.router,
    previews.router,
    account.router,
    own_data.router,
    pairing.router,
    jobs.router,
    sandbox.router,
    backups.router,
    search.router,
    ingest.router,
    trackers.router,
    calendar_files.router,
    contact_files.router,
    portability.router,
    *entities.ROUTERS,
    facts.router,
    fact_trails.router,
    proposals.router,
    rules.router,
    knowledge.router,
    documents.router,
    connections.router,
    mcp_servers.router,
    locations.router,
    stays.router,
    map_tiles.router,
    proposed_events.router,
    agents.router,
    missions.router,
    meetings.router,
    voices.router,
    photos.router,
    skills.router,
    workspaces.router,
    interactions.router,
    briefings.router,
    pushes.router,
    mobile_devices.router,
    mobile_briefing.router,
    mobile_threads.router,
    mobile_jobs.router,
    mobile_location.router,
    mobile_photos.router,
    mobile_proposed_events.router,
    mobile_missions.router,
    mcp.router,
)
DESCRIPTION = "A self-hosted personal agent backend: the model proposes, the controller validates and decides."

log = get_logger(__name__)


def create_app(runtime: Runtime) -> FastAPI:
    """The HTTP application over a Runtime that its caller keeps running."""
    readiness = Readiness(answering=lambda: _answering(runtime))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        warming = asyncio.create_task(_warm(runtime, readiness), name="warm the models")
        try:
            async with door.open():
                yield
        finally:
            warming.cancel()
            await asyncio.gather(warming, return_exceptions=True)

    app = FastAPI(
        title="Steward",
        description=DESCRIPTION,
        version="0.1.0",
        lifespan=lifespan,
        strict_content_type=False,
        openapi_url=None,  # web/openapi.py answers it
        docs_url=None,  # api/operation/console.py has a page of our own: FastAPI's loads its script from elsewhere
        redoc_url=None,
        telemetry={"tracing": False},
    )
    install(app, runtime, readiness=readiness, write_tools=sorted(runtime.write_tools))
    door = mcp.install(app, runtime)
    add_routes(app, ROUTERS)
    return app


def _answering(runtime: Runtime) -> Answering:
    status = runtime.models.status()
    names = dict.fromkeys(model.name for model in status.models)
    return Answering(status.models[0].provider, tuple(names), status.why)


async def _warm(runtime: Runtime, readiness: Readiness) -> None:
    """Load both models once; a model that does not come, or fails later, makes the state `degraded`."""
    await runtime.models.warm_all()
    readiness.warmed(lambda: runtime.models.status().state == "ok")
