"""How are missions reached over HTTP? The routes that `/missions` and `/mobile/missions` share, each for those whom it
lets in."""

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Query
from starlette.responses import Response, StreamingResponse

from orchestrator.domain.work.missions import opening, service, views
from orchestrator.domain.work.missions.schemas import (
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
from orchestrator.web.access.auth import Principal, RuntimeDep
from orchestrator.web.etags import tagged
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router
from orchestrator.web.sse import begun, stream

OfState = Annotated[State | None, Query(description="Only those in this state.")]
Responses = dict[int | str, dict[str, Any]]
Endpoint = Callable[..., Any]


@dataclass(frozen=True)
class Door:
    """One way in. `looks`, `writes`, `approves`: the annotation of a principal who may; `reads`: the OpenAPI entries of
    a read that answers these errors."""

    looks: Any
    writes: Any
    approves: Any
    reads: Callable[..., Responses] = responses


async def list_missions(
    runtime: RuntimeDep, principal: Principal, page: PageDep, state: OfState = None
) -> Listed[MissionOut]:
    """The latest first; `q` looks into their goals."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return listed(await service.page(tx, page, state=state))


async def begin_mission(runtime: RuntimeDep, principal: Principal, body: MissionFields) -> MissionOut:
    """It is planned, and then waits for the approval of its plan. A plan that code refuses leaves it `failed` with
    `last_error`."""
    return await opening.begin(runtime.missions, principal.owner(), body)


async def read_mission(
    runtime: RuntimeDep, principal: Principal, response: Response, entity_id: EntityId
) -> MissionOut:
    """With its plan, ledger, questions, claims and report."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return tagged(response, await views.shown(tx, await service.get(tx, entity_id)))


async def plan_mission(
    runtime: RuntimeDep, principal: Principal, entity_id: EntityId, body: Replan | None = None
) -> MissionOut:
    """While it is not approved; `feedback`: what has to be different."""
    feedback = (body or Replan()).feedback
    return await opening.plan_again(runtime.missions, principal.user_id, entity_id, feedback)


async def approve_mission(runtime: RuntimeDep, principal: Principal, entity_id: EntityId, body: Approval) -> MissionOut:
    """Exactly the plan of that hash; another one is 409 `plan_changed`."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        mission = await service.approve(tx, entity_id, body.plan_hash, now=runtime.clock.now())
        return await views.shown(tx, mission)


async def pause_mission(runtime: RuntimeDep, principal: Principal, entity_id: EntityId) -> MissionOut:
    """Nothing more is begun; what is under way ends between two calls."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await views.shown(tx, await service.pause(tx, entity_id, now=runtime.clock.now()))


async def resume_mission(runtime: RuntimeDep, principal: Principal, entity_id: EntityId) -> MissionOut:
    """Where it was."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await views.shown(tx, await service.resume(tx, entity_id, now=runtime.clock.now()))


async def cancel_mission(runtime: RuntimeDep, principal: Principal, entity_id: EntityId) -> MissionOut:
    """For good. What was done stays and is reported; what it proposed still waits under `/previews`."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await views.shown(tx, await service.cancel(tx, runtime.missions, entity_id, now=runtime.clock.now()))


async def answer_mission(
    runtime: RuntimeDep, principal: Principal, entity_id: EntityId, question_id: EntityId, body: QuestionAnswer
) -> MissionOut:
    """By one of its options, or in words."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        mission = await service.answer(tx, entity_id, question_id, body, now=runtime.clock.now())
        return await views.shown(tx, mission)


async def mission_briefs(runtime: RuntimeDep, principal: Principal, entity_id: EntityId) -> Listed[BriefOut]:
    """One an attempt, as they came."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return Listed(items=await views.briefs(tx, await service.get(tx, entity_id)))


async def mission_delegations(runtime: RuntimeDep, principal: Principal, entity_id: EntityId) -> Listed[DelegationOut]:
    """As they came, with who allowed each."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return Listed(items=await views.delegations(tx, await service.get(tx, entity_id)))


async def mission_executions(runtime: RuntimeDep, principal: Principal, entity_id: EntityId) -> Listed[ExecutionOut]:
    """As they came, with what became of each."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return Listed(items=await views.executions(tx, await service.get(tx, entity_id)))


async def stream_mission(runtime: RuntimeDep, principal: Principal, entity_id: EntityId) -> StreamingResponse:
    """Server-sent events from its beginning on: `state`, `step`, `execution`, `preview`, `question`, `final`."""
    return stream(await begun(opening.follow(runtime.missions, principal.user_id, entity_id)))


_STREAMED: Responses = {
    200: {
        "description": "Server-sent events: `state`, `step`, `execution`, `preview`, `question`; the last one is "
        "`final` (`state`, `report`, `deliverables`).",
        "content": {
            "text/event-stream": {
                "schema": {"type": "string"},
                "example": 'event: state\ndata: {"state":"running"}\n\n',
            }
        },
    }
}
_ONE = "/{entity_id}"
_READS: tuple[tuple[str, str, Endpoint], ...] = (
    ("", "Missions", list_missions),
    (_ONE, "One mission", read_mission),
    (f"{_ONE}/briefs", "What agents were handed", mission_briefs),
    (f"{_ONE}/delegations", "Which agents asked which", mission_delegations),
    (f"{_ONE}/executions", "Every call of a tool", mission_executions),
)
_ACTS: tuple[tuple[str, str, Endpoint], ...] = (
    ("plan", "Plan it again", plan_mission),
    ("approve", "Approve the plan", approve_mission),
    ("pause", "Pause it", pause_mission),
    ("resume", "Go on", resume_mission),
    ("cancel", "Cancel it", cancel_mission),
    ("questions/{question_id}/answer", "Answer a question", answer_mission),
)


def add_missions(router: Router, door: Door) -> None:
    """Add all routes but the one that erases."""

    def add(method: str, path: str, endpoint: Endpoint, who: Any, **told: Any) -> None:
        router.add_api_route(path, _entered_by(who, endpoint), methods=[method], **told)

    for path, summary, endpoint in _READS:
        add("GET", path, endpoint, door.looks, summary=summary, responses=door.reads(*([404] if path else [])))
    add("POST", "", begin_mission, door.writes, summary="Begin a mission", status_code=201, responses=responses())
    for act, summary, endpoint in _ACTS:
        who = door.approves if endpoint is approve_mission else door.writes
        add("POST", f"{_ONE}/{act}", endpoint, who, summary=summary, status_code=200, responses=responses(404, 409))
    following = {"response_class": StreamingResponse, "responses": {**responses(404), **_STREAMED}}
    add("GET", f"{_ONE}/stream", stream_mission, door.looks, summary="Follow a mission", **following)


def _entered_by(who: Any, endpoint: Endpoint) -> Endpoint:
    """The endpoint with a principal of whom the door demands something: FastAPI reads that in its signature."""

    @functools.wraps(endpoint)
    async def entered(*args: Any, **given: Any) -> Any:
        return await endpoint(*args, **given)

    told = inspect.signature(endpoint)
    demanding = [one.replace(annotation=who) if one.name == "principal" else one for one in told.parameters.values()]
    entered.__signature__ = told.replace(parameters=demanding)  # type: ignore[attr-defined]
    return entered
