"""Which statements find the corrected interactions that nobody read for a principle yet?"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import Integer, Row, bindparam, case, func, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.interactions.model import Interaction
from orchestrator.domain.memory.interactions.repository import interactions

_DUE = text(
    """
    select user_id, id, infer_attempts from (
        select user_id, id, infer_attempts, created_at,
               row_number() over (partition by user_id order by infer_attempts, created_at, id) as place
          from interactions where was_corrected and inferred_at is null and hidden_at is null
    ) waiting where place <= :of_user order by min(created_at) over (partition by user_id), user_id, place limit :most
    """
).bindparams(bindparam("of_user", type_=Integer()), bindparam("most", type_=Integer()))


async def due(session: AsyncSession, *, of_user: int, most: int) -> Sequence[Row[Any]]:
    """(user_id, id, infer_attempts) of all users: of each the oldest that failed least often."""
    return (await session.execute(_DUE, {"of_user": of_user, "most": most})).all()


async def unread(tx: Tx, ids: Sequence[UUID]) -> list[Interaction]:
    """Those of `ids` that are still corrected and unread, locked, in the order of their ids."""
    statement = (
        interactions.owned(tx.owner_id)
        .where(Interaction.id.in_(ids), Interaction.was_corrected, Interaction.inferred_at.is_(None))
        .order_by(Interaction.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return list(await tx.session.scalars(statement))


async def mark_read(tx: Tx, ids: Sequence[UUID]) -> None:
    """These were read."""
    if ids:
        await tx.session.execute(_of(tx.owner_id, ids).values(inferred_at=func.steward_now()))


async def count_attempt(tx: Tx, ids: Sequence[UUID], *, most: int) -> None:
    """Reading these failed; at the `most`-th time they count as read."""
    attempts = Interaction.infer_attempts + 1
    given_up = case((attempts >= most, func.steward_now()), else_=Interaction.inferred_at)
    await tx.session.execute(_of(tx.owner_id, ids).values(infer_attempts=attempts, inferred_at=given_up))


def _of(owner_id: UUID, ids: Sequence[UUID]) -> Any:
    conditions = (Interaction.user_id == owner_id, Interaction.id.in_(ids))
    return update(Interaction).where(*conditions).execution_options(synchronize_session=False)
