"""`/health`, `/ready`, `/metrics`: open to all, so they tell nothing about anyone."""

import asyncio
from typing import Literal

from fastapi import Request
from pydantic import BaseModel
from starlette.responses import Response

from orchestrator.db.follower import FollowerState
from orchestrator.errors import NotReady
from orchestrator.llm.embedding.queries import EmbedderState
from orchestrator.telemetry.metrics import METRICS
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.problems import Problem
from orchestrator.web.readiness import ModelState, Readiness, check_database, check_room
from orchestrator.web.routing import Router

router = Router(tags=["system"])


class Health(BaseModel):
    """The process lives."""

    status: Literal["ok"] = "ok"


class Ready(BaseModel):
    """It can be asked. `degraded`: without the configured model, the built-in reader answers. `provider`: which models
    are configured or were found (`openai`, `ollama`, `gguf`, or `reader` for none); `models`: their names; `why`:
    these and no others. `embedder`: `degraded` = searches go by words alone, its model does not answer; `off` = so
    configured. `follower`: the database of `STEWARD_DATABASE_READ_URL`; where it `lags` or is `gone`, the database
    itself is read."""

    status: Literal["ok"] = "ok"
    database: Literal["ok"] = "ok"
    model: ModelState
    provider: str
    models: list[str]
    why: str
    embedder: EmbedderState
    follower: FollowerState


@router.get("/health", summary="Does the process live?")
async def health() -> Health:
    """Asks nothing of anything."""
    return Health()


@router.get("/ready", summary="Can it be asked?", responses={503: {"model": Problem, "description": "Not ready."}})
async def ready(request: Request, runtime: RuntimeDep) -> Ready:
    """503 for the database, its full disk, a migration, or (for at most 10 s) the model's warm-up alone."""
    if runtime.settings.embedded:
        await asyncio.to_thread(check_room, runtime.settings.home)
    await check_database(runtime.database)
    readiness: Readiness = request.app.state.readiness
    if readiness.model == "warming":
        raise NotReady("The model is being warmed up.")
    answering = readiness.answering()
    return Ready(
        model=readiness.model,
        provider=answering.provider,
        models=list(answering.models),
        why=answering.why,
        embedder=runtime.query_vectors.state,
        follower=runtime.reads.state,
    )


@router.get(
    "/metrics",
    summary="Prometheus metrics",
    response_class=Response,
    responses={
        200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "In Prometheus' text format."}
    },
)
async def metrics(runtime: RuntimeDep) -> Response:
    """Counts and times; no label holds what a person wrote. Those of jobs are of all processes, 10 s old at most."""
    await runtime.job_gauges.refresh()
    body, media_type = METRICS.render()
    return Response(body, media_type=media_type)
