"""`/health`, `/ready`, `/metrics` and the pages at `/` and `/docs`: open to all, so they tell nothing about anyone."""

from pathlib import Path
from typing import Literal

from fastapi import Request
from pydantic import BaseModel
from starlette.responses import FileResponse, Response

from orchestrator.errors import NotFound, NotReady
from orchestrator.telemetry.metrics import METRICS
from orchestrator.web.problems import Problem
from orchestrator.web.readiness import ModelState, Readiness, check_database
from orchestrator.web.routing import Router
from orchestrator.web.runtime import RuntimeDep

router = Router(tags=["system"])
CONSOLE = Path(__file__).parent.parent / "console"
STATIC = {
    "steward.css": "text/css; charset=utf-8",
    "docs.css": "text/css; charset=utf-8",
    "docs.js": "text/javascript; charset=utf-8",
}


class Health(BaseModel):
    """The process lives."""

    status: Literal["ok"] = "ok"


class Ready(BaseModel):
    """It can be asked. `degraded`: without the configured model, the built-in reader answers."""

    status: Literal["ok"] = "ok"
    database: Literal["ok"] = "ok"
    model: ModelState


@router.get("/health", summary="Does the process live?")
async def health() -> Health:
    """Asks nothing of anything."""
    return Health()


@router.get("/ready", summary="Can it be asked?", responses={503: {"model": Problem, "description": "Not ready."}})
async def ready(request: Request, runtime: RuntimeDep) -> Ready:
    """503 for the database, a migration, or (for at most 10 s) the model's warm-up alone."""
    await check_database(runtime.database.url)
    readiness: Readiness = request.app.state.readiness
    if readiness.model == "warming":
        raise NotReady("The model is being warmed up.")
    return Ready(model=readiness.model)


@router.get("/metrics", summary="Prometheus metrics", response_class=Response)
async def metrics() -> Response:
    """Counts and times; no label holds what a person wrote."""
    body, media_type = METRICS.render()
    return Response(body, media_type=media_type)


@router.get("/", include_in_schema=False)
async def index() -> FileResponse:
    """A page that says that it runs."""
    return FileResponse(CONSOLE / "index.html", media_type="text/html; charset=utf-8")


@router.get("/docs", include_in_schema=False)
async def docs() -> FileResponse:
    """The API, drawn from its own description; works without any other host."""
    return FileResponse(CONSOLE / "docs.html", media_type="text/html; charset=utf-8")


@router.get("/static/{name}", include_in_schema=False)
async def static(name: str) -> FileResponse:
    """What the pages are made of."""
    media_type = STATIC.get(name)
    if media_type is None:
        raise NotFound("There is no such file.")
    return FileResponse(CONSOLE / name, media_type=media_type)
