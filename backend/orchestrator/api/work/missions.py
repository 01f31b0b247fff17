"""`/missions`: goals that agents work on; the user reads the plan and its cost, approves its hash, answers, and reads a
report that opens with what was not done."""

from typing import Annotated

from fastapi import Query
from starlette.responses import StreamingResponse

from orchestrator.api.crud import Writer
from orchestrator.domain.work.missions import opening, service, views
from orchestrator.domain.work.missions.schemas import (
    KIND,
    Approval,
    BriefOut,
    DelegationOut,
    ExecutionOut,
    MissionFields,
    MissionOut,
    QuestionAnswer,
    Replan,
    State,
)
from orchestrator.web.access.auth import Principal, require
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router
from orchestrator.web.runtime import RuntimeDep
from orchestrator.web.sse import begun, stream

router = Router(prefix="/missions", tags=["missions"])
Looker = Annotated[Principal, require("read", "write")]
Approver = Annotated[Principal, require("curate")]
OfState = Annotated[State | None, Query(description="Only those in this state.")]


@router.get("", summary="Missions", responses=responses())
async def list_missions(
    runtime: RuntimeDep, principal: Looker, page: PageDep, state: OfState = None
) -> Listed[MissionOut]:
    """The latest first; `q` looks into their goals."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return listed(await service.page(tx, page, state=state))


@router.post("", summary="Begin a mission", status_code=201, responses=responses())
async def begin_mission(runtime: RuntimeDep, principal: Writer, body: MissionFields) -> MissionOut:
    """It is planned, and then waits for the approval of its plan. A plan that code refuses leaves it `failed` with
    `last_error`."""
    return await opening.begin(runtime.missions, principal.owner(), body)


@router.get("/{entity_id}", summary="One mission", responses=responses(404))
async def read_mission(runtime: RuntimeDep, principal: Looker, entity_id: EntityId) -> MissionOut:
    """With its plan, ledger, questions, claims and report."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await views.shown(tx, await service.get(tx, entity_id))


@router.post("/{entity_id}/plan", summary="Plan it again", status_code=200, responses=responses(404, 409))
async def plan_mission(
    runtime: RuntimeDep, principal: Writer, entity_id: EntityId, body: Replan | None = None
) -> MissionOut:
    """While it is not approved; `feedback`: what has to be different."""
    feedback = (body or Replan()).feedback
    return await opening.plan_again(runtime.missions, principal.user_id, entity_id, feedback)


@router.post("/{entity_id}/approve", summary="Approve the plan", status_code=200, responses=responses(404, 409))
async def approve_mission(runtime: RuntimeDep, principal: Approver, entity_id: EntityId, body: Approval) -> MissionOut:
    """Exactly the plan of that hash; another one is 409 `plan_changed`."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        mission = await service.approve(tx, entity_id, body.plan_hash, now=runtime.clock.now())
        return await views.shown(tx, mission)


@router.post("/{entity_id}/pause", summary="Pause it", status_code=200, responses=responses(404, 409))
async def pause_mission(runtime: RuntimeDep, principal: Writer, entity_id: EntityId) -> MissionOut:
    """Nothing more is begun; what is under way ends between two calls."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await views.shown(tx, await service.pause(tx, entity_id, now=runtime.clock.now()))


@router.post("/{entity_id}/resume", summary="Go on", status_code=200, responses=responses(404, 409))
async def resume_mission(runtime: RuntimeDep, principal: Writer, entity_id: EntityId) -> MissionOut:
    """Where it was."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await views.shown(tx, await service.resume(tx, entity_id, now=runtime.clock.now()))


@router.post("/{entity_id}/cancel", summary="Cancel it", status_code=200, responses=responses(404, 409))
async def cancel_mission(runtime: RuntimeDep, principal: Writer, entity_id: EntityId) -> MissionOut:
    """For good. What was done stays; what it proposed still waits under `/previews`."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await views.shown(tx, await service.cancel(tx, entity_id, now=runtime.clock.now()))


@router.post(
    "/{entity_id}/questions/{question_id}/answer",
    summary="Answer a question",
    status_code=200,
    responses=responses(404, 409),
)
async def answer_mission(
    runtime: RuntimeDep, principal: Writer, entity_id: EntityId, question_id: EntityId, body: QuestionAnswer
) -> MissionOut:
    """By one of its options, or in words."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        mission = await service.answer(tx, entity_id, question_id, body, now=runtime.clock.now())
        return await views.shown(tx, mission)


@router.get("/{entity_id}/briefs", summary="What agents were handed", responses=responses(404))
async def mission_briefs(runtime: RuntimeDep, principal: Looker, entity_id: EntityId) -> Listed[BriefOut]:
    """One an attempt, as they came."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return Listed(items=await views.briefs(tx, await service.get(tx, entity_id)))


@router.get("/{entity_id}/delegations", summary="Which agents asked which", responses=responses(404))
async def mission_delegations(runtime: RuntimeDep, principal: Looker, entity_id: EntityId) -> Listed[DelegationOut]:
    """As they came, with who allowed each."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return Listed(items=await views.delegations(tx, await service.get(tx, entity_id)))


@router.get("/{entity_id}/executions", summary="Every call of a tool", responses=responses(404))
async def mission_executions(runtime: RuntimeDep, principal: Looker, entity_id: EntityId) -> Listed[ExecutionOut]:
    """As they came, with what became of each."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return Listed(items=await views.executions(tx, await service.get(tx, entity_id)))


@router.get(
    "/{entity_id}/stream",
    summary="Follow a mission",
    response_class=StreamingResponse,
    responses={
        **responses(404),
        200: {
            "description": "Server-sent events: `state`, `step`, `execution`, `preview`, `question`; the last one is "
            "`final` (`state`, `report`, `deliverables`).",
            "content": {
                "text/event-stream": {
                    "schema": {"type": "string"},
                    "example": 'event: state\ndata: {"state":"running"}\n\n',
                }
            },
        },
    },
)
async def stream_mission(runtime: RuntimeDep, principal: Looker, entity_id: EntityId) -> StreamingResponse:
    """Server-sent events from its beginning on: `state`, `step`, `execution`, `preview`, `question`, `final`."""
    return stream(await begun(opening.follow(runtime.missions, principal.user_id, entity_id)))


@router.delete("/{entity_id}", summary="Erase a mission", responses=responses(404))
async def erase_mission(
    runtime: RuntimeDep, principal: Writer, entity_id: EntityId, *, dry_run: DryRun = False
) -> ReceiptOut:
    """With all that it says and its workspace; what it taught, and what it changed, stays."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return ReceiptOut.of(await runtime.eraser.erase(tx, KIND, entity_id, dry_run=dry_run))
