"""How well do answers go that follow a rule? Its alignment, 0 to 1, from the answers that were left as they came.

    alignment = n / (n + 10), n = vibe matches of agents that were told the rule

It never touches confidence: that an answer was liked is no evidence that the rule is true. The formula is turned round
to find n again, so that what is taken back is taken back exactly (docs/decisions/0039).
"""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import Integer, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

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


async def raised(session: AsyncSession, owner_id: UUID, rule_ids: Sequence[UUID]) -> list[UUID]:
    """One more vibe match for each of these rules; answers those that are there."""
    return await _moved(session, owner_id, rule_ids, 1)


async def lowered(session: AsyncSession, owner_id: UUID, rule_ids: Sequence[UUID]) -> list[UUID]:
    """One vibe match less for each."""
    return await _moved(session, owner_id, rule_ids, -1)


async def _moved(session: AsyncSession, owner_id: UUID, rule_ids: Sequence[UUID], by: int) -> list[UUID]:
    if not rule_ids:
        return []
    values = {"owner": owner_id, "ids": sorted(rule_ids), "by": by}
    return list(await session.scalars(_ALIGN, values))
