"""What did the user take back, and when? Corrected, ended, or hidden by them: older words do not bring it back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import or_

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.schemas import LEARNED, PROPOSED, SOFT_FACT
from orchestrator.domain.memory.facts.service import facts

MOST_LOOKED_AT = 1_000


@dataclass(frozen=True)
class TakenBack:
    """A text that was believed, until the user said otherwise."""

    text: str
    at: datetime


async def taken_back(tx: Tx) -> list[TakenBack]:
    """The newest. Not: what only gave way to something learned later, for that may have been said earlier."""
    over = or_(UserFact.superseded_by.is_not(None), UserFact.valid_to_at.is_not(None), UserFact.hidden_at.is_not(None))
    rows = await facts.repository.rows(
        tx, UserFact.kind == SOFT_FACT, UserFact.trust != PROPOSED, over, limit=MOST_LOOKED_AT, hidden=True
    )
    learned = await _ended_by_learned(tx, rows)
    found = []
    for row in rows:
        moments = [row.hidden_at]
        if row.id not in learned:
            moments += [row.superseded_at if row.superseded_by is not None else None, row.valid_to_at]
        known = [moment for moment in moments if moment is not None]
        if known:
            found.append(TakenBack(row.text, max(known)))
    return found


async def _ended_by_learned(tx: Tx, rows: Sequence[UserFact]) -> set[UUID]:
    """Which of them something that was only learned took the place of."""
    if not rows:
        return set()
    newer = await facts.repository.rows(
        tx,
        UserFact.trust == LEARNED,
        UserFact.replaces.overlap([row.id for row in rows]),
        limit=MOST_LOOKED_AT,
        hidden=True,
    )
    return {old_id for row in newer for old_id in row.replaces}
