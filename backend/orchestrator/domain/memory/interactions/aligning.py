"""Which rules does an interaction speak for? Those that its agent was told, once, while it is a vibe match."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import Integer, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PgUUID

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.interactions import call_repository
from orchestrator.domain.memory.interactions.model import Interaction
from orchestrator.domain.memory.rules.source import rules_of

HALF = 10
"""Vibe matches at which alignment is a half."""
MOST = 1_000_000
"""Counted no further: beyond it one more would be lost in rounding."""
_UUID = PgUUID(as_uuid=True)
_N = f"least({MOST}, greatest(0, round({HALF} * alignment / greatest(1 - alignment, 1e-9)) + :by))"
_ALIGN = text(
    f"""
    update user_facts set alignment = {_N} / ({_N} + {HALF}.0), updated_at = steward_now()
     where user_id = :owner and id = any(:ids) and kind = 'hard_rule' returning id
    """  # noqa: S608  (constants)
).bindparams(bindparam("owner", type_=_UUID), bindparam("ids", type_=ARRAY(_UUID)), bindparam("by", type_=Integer()))


async def raised(tx: Tx, rule_ids: Sequence[UUID]) -> list[UUID]:
    """One more vibe match for each of these rules; answers those that are there."""
    return await _moved(tx, rule_ids, 1)


async def lowered(tx: Tx, rule_ids: Sequence[UUID]) -> list[UUID]:
    """One vibe match less for each."""
    return await _moved(tx, rule_ids, -1)


async def _moved(tx: Tx, rule_ids: Sequence[UUID], by: int) -> list[UUID]:
    if not rule_ids:
        return []
    values = {"owner": tx.owner_id, "ids": sorted(rule_ids), "by": by}
    return list(await tx.session.scalars(_ALIGN, values))


TOLD_WITHIN_H = 24
"""An agent that was told the profile so long ago may have begun anew without asking."""


async def realign(tx: Tx, row: Interaction) -> None:
    """Bring the rules' alignment to what the interaction says now; a second time changes nothing."""
    wanted = set(row.rule_ids) if row.vibe_match else set[UUID]()
    held = set(row.aligned)
    more = await raised(tx, sorted(wanted - held))
    await lowered(tx, sorted(held - wanted))
    now = sorted({*more, *(held & wanted)})
    if now != sorted(held):
        row.aligned = now
        await tx.session.flush()


async def take_back(tx: Tx, rows: Sequence[Interaction]) -> None:
    """These are about to go: what they spoke for is taken back."""
    for row in rows:
        await lowered(tx, row.aligned)


async def told_to(tx: Tx, *, client: str | None, known_as: str | None, session_id: str) -> list[UUID]:
    """The rules that bind now and that this client (`known_as`: its token's name), or whoever called in this session,
    was told last."""
    told = await call_repository.told_last(
        tx, client=client, known_as=known_as, session_id=session_id, hours=TOLD_WITHIN_H
    )
    if not told:
        return []
    binding = (await rules_of(tx.session, [tx.owner_id])).get(tx.owner_id)
    return [one.id for one in binding.rules if one.id in told] if binding is not None else []
