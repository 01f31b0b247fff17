"""Daily briefings over HTTP (api.md, Briefing): made by hand, read, listed."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import Query
from pydantic import BaseModel
from starlette.responses import JSONResponse, Response

from orchestrator.bootstrap.runtime import Runtime
from orchestrator.domain.work.briefings import service
from orchestrator.domain.work.briefings.schemas import BriefingOut, RunIn
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.scheduling import status
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.etags import content_tag
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["briefings"])
Reader = Annotated[Principal, require("read")]
Writer = Annotated[Principal, require("write")]


class MakingOut(BaseModel):
    """The job that makes it, and from when on: `GET /jobs/{job_id}`."""

    job_id: UUID
    run_after: datetime


@router.post(
    "/agents/daily-briefing/run",
    status_code=202,
    response_model=MakingOut,
    summary="Make a briefing now",
    responses=responses() | {200: {"model": BriefingOut, "description": "With `wait=true`: the briefing."}},
)
async def run_briefing(
    runtime: RuntimeDep,
    principal: Writer,
    wanted: RunIn | None = None,
    *,
    wait: Annotated[bool, Query(description="Answer with the briefing instead of the job that makes it.")] = False,
) -> Response:
    """Of any date; made again it takes the place of what was there. It is pushed once for each date, unless `push` is
    false: then it is only made."""
    asked = wanted or RunIn()
    if wait:
        made = await _made(runtime, principal.user_id, asked)
        return JSONResponse(made.model_dump(mode="json"), headers=_tag(made))
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        fallback = runtime.settings.set_timezone
        job_id = await service.put_off(tx, asked.date, push=asked.push, fallback=fallback)
        job = await status.show(tx, job_id)
    return JSONResponse(MakingOut(job_id=job_id, run_after=job.run_after).model_dump(mode="json"), status_code=202)


async def _made(runtime: Runtime, user_id: UUID, asked: RunIn) -> BriefingOut:
    """Make it here and now. No transaction is held while a model writes."""
    async with runtime.database.unit_of_work_of(user_id) as tx:
        made = await service.draft(tx, asked.date, fallback=runtime.settings.set_timezone)
    said = await service.worded(runtime.models, user_id, made, remaining_s=service.WAITING_S)
    async with runtime.database.unit_of_work_of(user_id) as tx:
        notifier = Pushes(runtime.settings.timezone) if asked.push else None
        briefing_id = await service.store(tx, made, said, notifier=notifier)
        return await service.show(tx, briefing_id)


@router.get("/briefings", summary="Briefings", responses=responses())
async def list_briefings(runtime: RuntimeDep, principal: Reader, page: PageDep) -> Listed[BriefingOut]:
    """One page, newest date first; `q` looks into their texts."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return listed(await service.page(tx, page))


@router.get("/briefings/latest", summary="The latest briefing", responses=responses(404))
async def latest_briefing(runtime: RuntimeDep, principal: Reader, response: Response) -> BriefingOut:
    """Today's, else that of the newest day before; one of a day ahead that was made since comes first. With an `ETag`
    of its content: what becomes of its push changes that too."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        found = await service.latest(tx, fallback=runtime.settings.set_timezone)
    response.headers.update(_tag(found))
    return found


@router.get("/briefings/{briefing_id}", summary="One briefing", responses=responses(404))
async def show_briefing(
    runtime: RuntimeDep, principal: Reader, response: Response, briefing_id: EntityId
) -> BriefingOut:
    """What a push of kind `daily_briefing` opens, with an `ETag` of its content."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        found = await service.show(tx, briefing_id)
    response.headers.update(_tag(found))
    return found


def _tag(briefing: BriefingOut) -> dict[str, str]:
    return {"ETag": content_tag(briefing.model_dump_json().encode())}
