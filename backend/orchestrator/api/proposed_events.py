"""`/proposed-events`: events that Steward proposes by where the user stayed; a yes makes a normal event."""

from typing import Annotated

from fastapi import Query

from orchestrator.api.crud import Reader, Writer
from orchestrator.api.ruled import OverrideRule
from orchestrator.domain.work.proposed_events import service as proposed
from orchestrator.domain.work.proposed_events.schemas import Acceptance, Dismissal, ProposedEventOut, State
from orchestrator.domain.work.proposed_events.service import Yes
from orchestrator.domain.world.events.schemas import EventOut
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router
from orchestrator.web.runtime import RuntimeDep

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
    yes = Yes((body or Acceptance()).edits, principal.timezone, principal.locale, override_rule or ())
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await proposed.accept(tx, entity_id, yes, now=runtime.clock.now())


@router.post("/{entity_id}/dismiss", summary="Dismiss a proposed event", status_code=200, responses=responses(404, 409))
async def dismiss_proposed_event(
    runtime: RuntimeDep, principal: Writer, entity_id: EntityId, body: Dismissal
) -> ProposedEventOut:
    """The reason teaches: two rejections of a place mute it for 90 days, `never_here` for good; `later` hides it for a
    week, at most twice."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await proposed.dismiss(tx, entity_id, body.reason, now=runtime.clock.now())
