"""What do others say of the user, and what does the user make of it? A proposal is believed by nobody until then."""

from collections.abc import Sequence
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.memory.facts import contradictions, repository
from orchestrator.domain.memory.facts.assertion import (
    OWN_DATA,
    REVIEW_AFTER,
    begin,
    confirm_row,
    not_superseded,
    store,
    win,
)
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.review import questions, review_queue
from orchestrator.domain.memory.facts.schemas import PROPOSED, FactFields, Source
from orchestrator.errors import InvalidRequest
from orchestrator.kit.paging import Page, PageRequest
from orchestrator.kit.versions import Expected

AGENT = "agent"
PROPOSED_CONFIDENCE = 0.5


async def propose(
    tx: Tx, fields: FactFields, *, agent: str, zone: str = "UTC", sources: Sequence[Source] = ()
) -> UserFact:
    """File what an agent, a client or a model says of the user: it waits for them, believed by nobody. The same
    proposal again, also of one that was dismissed, is the one that is there. Raises InvalidRequest."""
    now = await begin(tx, fields.text)
    row = await facts.built(tx, fields, zone=zone, origin=AGENT)
    row.source, row.external_id = agent, None
    row.trust, row.recorded_at = PROPOSED, now
    row.confidence = min(row.confidence, PROPOSED_CONFIDENCE)
    there = await repository.proposed(tx, row)
    if there is not None:
        return there
    row.review_after = row.review_after or now + REVIEW_AFTER[PROPOSED]
    await store(tx, row, sources)
    return row


async def ratify(tx: Tx, fact_id: UUID, *, version: Expected = None, choice: UUID | None = None) -> UserFact:
    """The user makes a proposal theirs; it is believed from now on. Answers what now holds: the fact that said so
    already, where there is one. `choice`: the fact that holds, of a question which does. Raises NotFound,
    VersionConflict, InvalidRequest where it is no proposal."""
    await provenance.lock_ingestion(tx)
    row = await _proposal(tx, fact_id, version)
    now = await repository.now(tx.session)
    if row.asks is not None or choice is not None:
        return await questions.answered(tx, row, now, choice)
    known = await contradictions.same(tx, row, contained=False, now=now)
    if known is not None:
        await facts.hide(tx, row.id)
        confirm_row(known, now)
        await facts.touched(tx, known)
        return known
    row.hidden_at = None
    row.recorded_at = now
    row.origin = OWN_DATA
    confirm_row(row, now)
    await win(tx, row, now)
    await facts.touched(tx, row)
    return row


async def dismiss(tx: Tx, fact_id: UUID, *, version: Expected = None) -> UserFact:
    """The user does not want it: it waits no more, and is not filed again. Raises NotFound, VersionConflict,
    InvalidRequest where it is no proposal."""
    row = await _proposal(tx, fact_id, version)
    await review_queue.again(tx, row.concerns)  # what these facts are to others was not asked meanwhile
    return await facts.hide(tx, row.id)


async def proposals(tx: Tx, page: PageRequest, *, asking: bool | None = None) -> Page[UserFact]:
    """One page of what waits for the user, newest first, whenever it holds; `asking`: only Steward's own questions, or
    only what others say. Raises InvalidRequest for a cursor of another list."""
    return await facts.page(tx, page, *repository.waiting(asking=asking))


async def _proposal(tx: Tx, fact_id: UUID, version: Expected) -> UserFact:
    row = await facts.locked(tx, fact_id, version)
    if row.trust != PROPOSED:
        raise InvalidRequest("This is no proposal: it is believed already.")
    not_superseded(row)
    return row
