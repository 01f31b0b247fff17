"""The tables `geocoder_answers` and `geocoder_usage`, and what reads and writes them. Time is the database's
(`steward_now`)."""

from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Date, cast, delete, func, select
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base
from orchestrator.db.tx import Tx


class GeocoderAnswer(Base):
    """What a geocoder said to a user's question; `key` is a hash of that, `answer` None where it found nothing."""

    __tablename__ = "geocoder_answers"

    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    key: Mapped[bytes] = mapped_column(primary_key=True)
    answer: Mapped[Any | None] = mapped_column(JSONB(none_as_null=True))
    expires_at: Mapped[datetime] = mapped_column()


class GeocoderUsage(Base):
    """How often a geocoder was asked on a day (UTC), by all users."""

    __tablename__ = "geocoder_usage"

    day: Mapped[date] = mapped_column(primary_key=True)
    geocoder: Mapped[str] = mapped_column(primary_key=True)
    calls: Mapped[int] = mapped_column(default=0)


FORGOTTEN_AT_ONCE = 200


class Remembered(NamedTuple):
    """An answer that still holds; `answer` None: nothing was found."""

    answer: Any | None


async def remembered(tx: Tx, key: bytes) -> Remembered | None:
    statement = select(GeocoderAnswer.answer).where(
        GeocoderAnswer.user_id == tx.owner_id, GeocoderAnswer.key == key, GeocoderAnswer.expires_at > func.steward_now()
    )
    row = (await tx.session.execute(statement)).one_or_none()
    return Remembered(row[0]) if row is not None else None


async def remember(tx: Tx, key: bytes, answer: Any | None, *, for_s: float) -> None:
    """Keep an answer, and forget some that hold no more."""
    ends = func.steward_now() + func.make_interval(0, 0, 0, 0, 0, 0, for_s)
    values = {"user_id": tx.owner_id, "key": key, "answer": answer, "expires_at": ends}
    adding = insert(GeocoderAnswer).values(values)
    await tx.session.execute(
        adding.on_conflict_do_update(
            index_elements=["user_id", "key"],
            set_={"answer": adding.excluded.answer, "expires_at": adding.excluded.expires_at},
        )
    )
    old = (
        select(GeocoderAnswer.key)
        .where(GeocoderAnswer.user_id == tx.owner_id, GeocoderAnswer.expires_at < func.steward_now())
        .limit(FORGOTTEN_AT_ONCE)
    )
    await tx.session.execute(
        delete(GeocoderAnswer).where(GeocoderAnswer.user_id == tx.owner_id, GeocoderAnswer.key.in_(old))
    )


async def forget(tx: Tx) -> int:
    """Forget all of a user's answers; how many there were."""
    gone = await tx.session.execute(
        delete(GeocoderAnswer).where(GeocoderAnswer.user_id == tx.owner_id).returning(GeocoderAnswer.key)
    )
    return len(gone.all())


async def charge(session: AsyncSession, geocoder: str, *, most: int) -> bool:
    """Count one call of today; False, and not counted, where `most` were made."""
    today = cast(func.timezone("UTC", func.steward_now()), Date)
    adding = insert(GeocoderUsage).values(day=today, geocoder=geocoder, calls=1)
    counted = adding.on_conflict_do_update(
        index_elements=["day", "geocoder"], set_={"calls": GeocoderUsage.calls + 1}, where=GeocoderUsage.calls < most
    ).returning(GeocoderUsage.calls)
    return (await session.execute(counted)).scalar_one_or_none() is not None
