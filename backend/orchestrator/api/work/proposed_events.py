"""`/proposed-events`: events that Steward proposes by where the user stayed; a yes makes a normal event."""

from typing import Annotated

from fastapi import Query

from orchestrator.agent.types.bundle import PreviewOut
from orchestrator.api.crud import Reader, Writer
from orchestrator.domain.work.proposed_events import answering
from orchestrator.domain.work.proposed_events import service as proposed
from orchestrator.domain.work.proposed_events.answering import Answering
from orchestrator.domain.work.proposed_events.schemas import Acceptance, Dismissal, ProposedEventOut, State
from orchestrator.domain.world.events.schemas import EventOut
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.ids import EntityId
from orchestrator.web.overriding import OverrideRule
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(prefix="/proposed-events", tags=["entities"])
OfState = Annotated[State | None, Query(description="Only those in this state.")]


@router.get("", summary="Proposed events", responses=responses())
async def list_proposed_events(
    runtime: RuntimeDep, principal: Reader, page: PageDep, state: OfState = None
) -> Listed[ProposedEventOut]:
    """The latest first; one that was put off is not there until its time."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return listed(await proposed.list_proposed(tx, page, state=state, now=runtime.clock.now()))


@router.post("/{entity_id}/accept", summary="Accept a proposed event", status_code=200, responses=responses(404, 409))
async def accept_proposed_event(
    runtime: RuntimeDep,
    principal: Writer,
    entity_id: EntityId,
    body: Acceptance | None = None,
    override_rule: OverrideRule = None,
) -> EventOut:
    """The event; `edits` are the user's own values for its fields. Accepting again answers the same one."""
    edits = (body or Acceptance()).edits
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        by = Answering(tx, principal.owner(), runtime.confirmer.direct, runtime.clock.now())
        return await answering.accept(by, entity_id, edits, overridden=override_rule or ())


@router.post("/{entity_id}/dismiss", summary="Dismiss a proposed event", status_code=200, responses=responses(404, 409))
async def dismiss_proposed_event(
    runtime: RuntimeDep, principal: Writer, entity_id: EntityId, body: Dismissal
) -> ProposedEventOut:
    """The reason teaches: two rejections of a place mute it for 90 days, `never_here` for good; `later` hides it for a
    week, at most twice."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        by = Answering(tx, principal.owner(), runtime.confirmer.direct, runtime.clock.now())
        return await answering.dismiss(by, entity_id, body.reason)


@router.post("/{entity_id}/undo", summary="Take the answer back", status_code=200, responses=responses(404, 409))
async def undo_proposed_event(runtime: RuntimeDep, principal: Writer, entity_id: EntityId) -> PreviewOut:
    """Within 10 minutes: the event is hidden, and the proposal waits as before. The same as undoing its preview."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        answer = await answering.last_answer(tx, entity_id, runtime.clock.now())
    return await runtime.confirmer.undo(principal.owner(), answer)
