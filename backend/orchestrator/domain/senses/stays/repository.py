"""The table `stays` (db_migrations/0067), and what reads and writes it."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Double, delete, func, insert, or_, select, tuple_, update
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned
from orchestrator.db.tx import Tx
from orchestrator.domain.senses.locations.changes import Track


class Stay(Owned, Base):
    """One stay of one device. Degrees (WGS 84), metres; '' in `source` and `device`: not told."""

    __tablename__ = "stays"

    source: Mapped[str]
    device: Mapped[str]
    origin: Mapped[str]
    started_at: Mapped[datetime]
    ended_at: Mapped[datetime]
    timezone: Mapped[str]
    lat: Mapped[float] = mapped_column(Double)
    lon: Mapped[float] = mapped_column(Double)
    radius_m: Mapped[float] = mapped_column(Double)
    inferred: Mapped[bool]
    samples: Mapped[int]


def _of(tx: Tx, track: Track) -> tuple[Any, ...]:
    return (Stay.user_id == tx.owner_id, Stay.source == track.source, Stay.device == track.device)


async def before(tx: Tx, track: Track, moment: datetime, *, limit: int) -> Sequence[Stay]:
    """The last stays of a trail that began before `moment`, the latest first."""
    statement = select(Stay).where(*_of(tx, track), Stay.started_at < moment)
    return (await tx.session.scalars(statement.order_by(Stay.started_at.desc()).limit(limit))).all()


async def after(tx: Tx, track: Track, moment: datetime, *, limit: int) -> Sequence[Stay]:
    """The first stays of a trail that began at `moment` or later, in the order of time."""
    statement = select(Stay).where(*_of(tx, track), Stay.started_at >= moment)
    return (await tx.session.scalars(statement.order_by(Stay.started_at).limit(limit))).all()


async def between(tx: Tx, track: Track, since: datetime | None, until: datetime | None) -> Sequence[Stay]:
    """The stays of a trail that began in [since, until], in the order of time."""
    statement = select(Stay).where(*_of(tx, track))
    if since is not None:
        statement = statement.where(Stay.started_at >= since)
    if until is not None:
        statement = statement.where(Stay.started_at <= until)
    return (await tx.session.scalars(statement.order_by(Stay.started_at))).all()


async def those_there(tx: Tx, ids: Collection[UUID]) -> set[UUID]:
    """Which of these ids stays have."""
    return set(await tx.session.scalars(select(Stay.id).where(Stay.user_id == tx.owner_id, Stay.id.in_(ids))))


async def add(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that have all their columns but the owner."""
    if rows:
        await tx.session.execute(insert(Stay), [{**row, "user_id": tx.owner_id} for row in rows])


async def change(tx: Tx, stay_id: UUID, values: Mapping[str, Any]) -> None:
    """Replace columns of one."""
    await tx.session.execute(
        update(Stay)
        .where(Stay.user_id == tx.owner_id, Stay.id == stay_id)
        .values(**values, updated_at=func.steward_now())
        .execution_options(synchronize_session=False)
    )


async def remove(tx: Tx, ids: Sequence[UUID]) -> None:
    """Delete these."""
    if ids:
        statement = delete(Stay).where(Stay.user_id == tx.owner_id, Stay.id.in_(ids))
        await tx.session.execute(statement.execution_options(synchronize_session=False))


async def page(
    tx: Tx,
    *,
    after: tuple[datetime, UUID] | None,
    limit: int,
    since: datetime | None,
    until: datetime | None,
    band: tuple[float, float] | None = None,
    q: str | None = None,
) -> Sequence[Stay]:
    """Stays that overlap [since, until), the latest first. One that has no length overlaps where it lies within.
    `band`: those between these latitudes; `q` looks into the names of devices."""
    statement = select(Stay).where(Stay.user_id == tx.owner_id)
    if after is not None:
        statement = statement.where(tuple_(Stay.started_at, Stay.id) < after)
    if since is not None:
        statement = statement.where(or_(Stay.ended_at > since, Stay.started_at >= since))
    if until is not None:
        statement = statement.where(Stay.started_at < until)
    if q:
        statement = statement.where(Stay.device.icontains(q, autoescape=True))
    if band is not None:
        statement = statement.where(Stay.lat.between(*band))
    ordered = statement.order_by(Stay.started_at.desc(), Stay.id.desc()).limit(limit)
    return (await tx.session.scalars(ordered)).all()
