"""How does the user answer a proposal at a button? As in words: the same tools, frozen and confirmed at once, so that
either way it is written, held by rules and taken back the same."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.previews.direct import DirectWrites
from orchestrator.db.tx import Tx
from orchestrator.domain.people.previews import service as previews
from orchestrator.domain.work.proposed_events import service
from orchestrator.domain.work.proposed_events.rules import Decision
from orchestrator.domain.work.proposed_events.schemas import KIND, ProposedEventOut
from orchestrator.domain.work.proposed_events.write_tools import ALSO_EDITABLE
from orchestrator.domain.world.events.schemas import EventOut
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.events.tools.drafts import EDITABLE
from orchestrator.errors import Conflict, InvalidRequest, NotFound

ACCEPT, DISMISS = "proposed_events_accept", "proposed_events_dismiss"


@dataclass(frozen=True)
class Answering:
    """Who answers, when, and through what."""

    tx: Tx
    owner: Owner
    writes: DirectWrites
    now: datetime


async def accept(
    by: Answering, proposal_id: UUID, edits: Mapping[str, Any], *, overridden: Collection[UUID] = ()
) -> EventOut:
    """The event that it became; a second yes makes no second one. Raises NotFound, InvalidRequest, and Conflict for one
    that was dismissed or expired, whose event was erased, or that a rule holds."""
    row = await service.locked(by.tx, proposal_id, by.now)
    if row.state == "accepted":
        return await _event(by.tx, row.event_id)
    await service.open_one(by.tx, proposal_id, by.now)
    if unknown := sorted(edits.keys() - {*EDITABLE, *ALSO_EDITABLE}):
        raise InvalidRequest(f"These can't be edited here: {', '.join(unknown)}.")
    proposal = {"proposal": str(proposal_id)}
    await by.writes.carry_out(by.tx, by.owner, ACCEPT, proposal, edits=edits, overridden=overridden)
    return await _event(by.tx, row.event_id)


async def _event(tx: Tx, event_id: UUID | None) -> EventOut:
    try:
        row = await events.get(tx, event_id) if event_id is not None else None
    except NotFound:
        row = None
    if row is None:
        raise Conflict("already_decided", "This proposal was accepted, and its event is gone for good.")
    (out,) = await events.present(tx, [row])
    return EventOut.model_validate(out)


async def dismiss(by: Answering, proposal_id: UUID, reason: Decision) -> ProposedEventOut:
    """As it stands then. The same again changes nothing, another reason of a no takes the place of the first. Raises
    NotFound, and Conflict for one that was accepted or expired."""
    row = await service.locked(by.tx, proposal_id, by.now)
    if row.state == "dismissed" and reason != "later":
        row.decision = reason
        return service.shown(row, by.now)
    await service.open_one(by.tx, proposal_id, by.now)
    await by.writes.carry_out(by.tx, by.owner, DISMISS, {"proposal": str(proposal_id), "reason": reason})
    return service.shown(row, by.now)


async def last_answer(tx: Tx, proposal_id: UUID, now: datetime) -> UUID:
    """The preview that answered it, by which the answer is taken back. Raises NotFound, and Conflict where there is
    none."""
    await service.locked(tx, proposal_id, now)
    found = await previews.carried_out_on(tx, KIND, proposal_id)
    if found is None:
        raise Conflict("not_undoable", "There is no answer that could be taken back.")
    return found
