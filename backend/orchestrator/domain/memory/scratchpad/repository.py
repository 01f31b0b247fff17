"""The table `scratchpad`, and what reads and writes it. What has come to its end is read by none of them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import bindparam, delete, func, select, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned
from orchestrator.db.tx import Tx
from orchestrator.kit.ids import new_id


class Jotting(Owned, Base):
    """One key of one session. `bytes`: of its value as JSON."""

    __tablename__ = "scratchpad"

    session_id: Mapped[str] = mapped_column()
    key: Mapped[str] = mapped_column()
    value: Mapped[Any] = mapped_column(JSONB())
    bytes: Mapped[int] = mapped_column()
    expires_at: Mapped[datetime] = mapped_column()


_PUT = text(
    """
    insert into scratchpad (id, user_id, session_id, key, value, bytes, expires_at)
    values (:id, :owner, :session, :key, :value, :bytes, steward_now() + make_interval(secs => :ttl_s))
    on conflict (user_id, session_id, key) do update
       set value = excluded.value, bytes = excluded.bytes, expires_at = excluded.expires_at, updated_at = steward_now()
    returning expires_at
    """
).bindparams(bindparam("value", type_=JSONB()))
_LOCK = text("select pg_advisory_xact_lock(hashtextextended('scratchpad:' || :owner, 0))")


async def lock(tx: Tx) -> None:
    """Until this transaction ends no other one adds to this user's: sums are checked before something is added."""
    await tx.session.execute(_LOCK, {"owner": str(tx.owner_id)})


async def put(tx: Tx, session_id: str, key: str, value: Any, *, size: int, ttl_s: int) -> datetime:
    """Insert or replace; answers when it ends."""
    values = {
        "id": new_id(),
        "owner": tx.owner_id,
        "session": session_id,
        "key": key,
        "value": value,
        "bytes": size,
        "ttl_s": ttl_s,
    }
    ends_at: datetime = (await tx.session.execute(_PUT, values)).scalar_one()
    return ends_at


async def room(tx: Tx, session_id: str, key: str) -> tuple[int, int, int]:
    """(keys of the session, bytes of the session, bytes of the user), without `key`."""
    here = Jotting.session_id == session_id
    statement = select(
        func.count().filter(here),
        func.coalesce(func.sum(Jotting.bytes).filter(here), 0),
        func.coalesce(func.sum(Jotting.bytes), 0),
    ).where(Jotting.user_id == tx.owner_id, Jotting.expires_at > func.steward_now(), ~(here & (Jotting.key == key)))
    keys, session_bytes, user_bytes = (await tx.session.execute(statement)).one()
    return int(keys), int(session_bytes), int(user_bytes)


async def read(tx: Tx, session_id: str, key: str | None) -> Sequence[Jotting]:
    """Those of the session that have not ended, by key."""
    statement = select(Jotting).where(
        Jotting.user_id == tx.owner_id, Jotting.session_id == session_id, Jotting.expires_at > func.steward_now()
    )
    if key is not None:
        statement = statement.where(Jotting.key == key)
    return (await tx.session.scalars(statement.order_by(Jotting.key))).all()


async def evict(session: AsyncSession, owner_id: UUID | None = None) -> int:
    """Delete what has ended, of one user or of all; answers how many."""
    statement = delete(Jotting).where(Jotting.expires_at <= func.steward_now())
    if owner_id is not None:
        statement = statement.where(Jotting.user_id == owner_id)
    gone = await session.scalars(statement.returning(Jotting.id).execution_options(synchronize_session=False))
    return len(gone.all())


async def erase(tx: Tx, jotting_id: UUID) -> bool:
    """Delete one; False where there is none."""
    statement = delete(Jotting).where(Jotting.user_id == tx.owner_id, Jotting.id == jotting_id).returning(Jotting.id)
    return (await tx.session.scalars(statement.execution_options(synchronize_session=False))).one_or_none() is not None


async def all_ids(tx: Tx) -> Sequence[UUID]:
    """Of every key, also of one that came to its end."""
    return (await tx.session.scalars(select(Jotting.id).where(Jotting.user_id == tx.owner_id))).all()
