"""`/mobile/proposed-events`: what the app shows of the events that Steward proposes, and the user's answers."""

from typing import Annotated

from fastapi import Query

from orchestrator.agent.types.bundle import PreviewOut
from orchestrator.domain.work.proposed_events import answering
from orchestrator.domain.work.proposed_events import service as proposed
from orchestrator.domain.work.proposed_events.answering import Answering
from orchestrator.domain.work.proposed_events.schemas import Acceptance, Dismissal, ProposedEventOut, State
from orchestrator.domain.world.events.schemas import EventOut
from orchestrator.mobile_api.routing import MobileRouter, reads
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.ids import EntityId
from orchestrator.web.overriding import OverrideRule
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses

router = MobileRouter(prefix="/mobile/proposed-events")
Mobile = Annotated[Principal, require("mobile")]


@router.get("", summary="Proposed events", responses=reads())
async def mobile_proposed_events(
    principal: Mobile,
    runtime: RuntimeDep,
    page: PageDep,
    state: Annotated[State | None, Query(description="Only those in this state.")] = None,
) -> Listed[ProposedEventOut]:
    """The latest first."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return listed(await proposed.list_proposed(tx, page, state=state, now=runtime.clock.now()))


@router.post("/{entity_id}/accept", summary="Accept a proposed event", status_code=200, responses=responses(404, 409))
async def mobile_accept(
    principal: Mobile,
    runtime: RuntimeDep,
    entity_id: EntityId,
    body: Acceptance | None = None,
    override_rule: OverrideRule = None,
) -> EventOut:
    """The event; accepting again answers the same one."""
    edits = (body or Acceptance()).edits
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        by = Answering(tx, principal.owner(), runtime.confirmer.direct, runtime.clock.now())
        return await answering.accept(by, entity_id, edits, overridden=override_rule or ())


@router.post("/{entity_id}/dismiss", summary="Dismiss a proposed event", status_code=200, responses=responses(404, 409))
async def mobile_dismiss(
    principal: Mobile, runtime: RuntimeDep, entity_id: EntityId, body: Dismissal
) -> ProposedEventOut:
    """As under `/proposed-events`."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        by = Answering(tx, principal.owner(), runtime.confirmer.direct, runtime.clock.now())
        return await answering.dismiss(by, entity_id, body.reason)


@router.post("/{entity_id}/undo", summary="Take the answer back", status_code=200, responses=responses(404, 409))
async def mobile_undo(principal: Mobile, runtime: RuntimeDep, entity_id: EntityId) -> PreviewOut:
    """Within 10 minutes, as under `/proposed-events`."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        answer = await answering.last_answer(tx, entity_id, runtime.clock.now())
    return await runtime.confirmer.undo(principal.owner(), answer)
