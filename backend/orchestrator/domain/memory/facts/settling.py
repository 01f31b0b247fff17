"""What of an archive's facts may not stand as it came? A rule that nobody authored waits, and nothing contradicts what
is believed here: of two statements the one that was believed later holds."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts import contradictions, repository
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.schemas import CONFIRMED, HARD_RULE, PROPOSED

_NOT_THE_USERS = frozenset({"agent", "third_party"})
"""Origins of which no rule is made here: ratifying and editing one makes it the user's own."""


async def settle(tx: Tx, came: Sequence[UUID]) -> None:
    """See to it that what came can stand beside what is there; changes nothing of an archive that Steward wrote."""
    now = await repository.now(tx.session)
    for row in await facts.many(tx, came):
        if row.valid_to is not None:
            await facts.show(tx, row)  # in older archives the index does not know until when it is so
        if row.kind == HARD_RULE and row.trust == CONFIRMED and row.origin in _NOT_THE_USERS:
            row.trust = PROPOSED
            await facts.touched(tx, row)
        elif row.superseded_at is None and row.hidden_at is None and row.trust != PROPOSED:
            for other in await contradictions.contradicted(tx, row, now=now):
                older, newer = sorted((row, other), key=lambda one: (one.recorded_at, one.id))
                await _give_way(tx, older, newer, now)


async def _give_way(tx: Tx, older: UserFact, newer: UserFact, now: datetime) -> None:
    if newer.valid_from is None:
        newer.valid_from = newer.recorded_at
    if contradictions.outcome(older, newer) == "was_wrong":
        older.superseded_at, older.superseded_by = now, newer.id
    else:
        older.valid_to_before, older.valid_to, older.valid_to_at = older.valid_to, newer.valid_from, now
    newer.replaces = list(dict.fromkeys([*newer.replaces, older.id]))
    for one in (older, newer):
        await facts.touched(tx, one)
