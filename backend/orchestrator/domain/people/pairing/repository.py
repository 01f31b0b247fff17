"""The table of pairing codes (db_migrations/0019), and which statements read and write it.

Whoever sends a code has no user yet: `waiting` and `count_try` are the only ones here without an owner id.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select, text, update
from sqlalchemy.dialects.postgresql import BYTEA, insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base
from orchestrator.db.tx import Tx


class PairingCode(Base):
    """A user's newest one-time code; only its salted hash is kept. `tries`: wrong codes that were sent while it
    waited."""

    __tablename__ = "pairing_codes"

    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    scopes: Mapped[list[str]]
    salt: Mapped[bytes] = mapped_column(BYTEA)
    hash: Mapped[bytes] = mapped_column(BYTEA)
    tries: Mapped[int] = mapped_column(default=0)
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))


async def put(tx: Tx, *, scopes: Sequence[str], salt: bytes, digest: bytes, life_s: float) -> datetime:
    """Store a code in place of the owner's earlier one; answers until when it is good."""
    values = {
        "scopes": list(scopes),
        "salt": salt,
        "hash": digest,
        "tries": 0,
        "expires_at": func.steward_now() + func.make_interval(0, 0, 0, 0, 0, 0, life_s),
        "used_at": None,
        "created_at": func.steward_now(),
    }
    statement = (
        insert(PairingCode)
        .values(user_id=tx.owner_id, **values)
        .on_conflict_do_update(index_elements=[PairingCode.user_id], set_=values)
        .returning(PairingCode.expires_at)
    )
    return (await tx.session.execute(statement)).scalar_one()


async def waiting(session: AsyncSession) -> Sequence[tuple[PairingCode, float]]:
    """Every user's code that waits, locked until the end of the transaction, and the seconds that it is good for."""
    left = func.extract("epoch", PairingCode.expires_at - func.steward_now())
    statement = (
        select(PairingCode, left)
        .where(PairingCode.used_at.is_(None), PairingCode.expires_at > func.steward_now())
        .order_by(PairingCode.user_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return [(row, float(seconds)) for row, seconds in await session.execute(statement)]


async def use(tx: Tx) -> None:
    """Mark the code that is held by `waiting` as used."""
    statement = (
        update(PairingCode)
        .where(PairingCode.user_id == tx.owner_id)
        .values(used_at=func.steward_now())
        .execution_options(synchronize_session=False)
    )
    await tx.session.execute(statement)


async def count_try(session: AsyncSession, users: Sequence[UUID]) -> None:
    """One more wrong code was sent while these users' codes waited."""
    statement = (
        update(PairingCode)
        .where(PairingCode.user_id.in_(users))
        .values(tries=PairingCode.tries + 1)
        .execution_options(synchronize_session=False)
    )
    await session.execute(statement)
