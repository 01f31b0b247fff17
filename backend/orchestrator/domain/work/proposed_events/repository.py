"""The table `proposed_events` (db_migrations/0068), and what reads and writes it."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Double, delete, func, insert, or_, select, tuple_, update
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned
from orchestrator.db.tx import Tx


class ProposedEvent(Owned, Base):
    """One proposal, decided or not; `day`: the local date of its start, on which at most three are proposed."""

    __tablename__ = "proposed_events"

    state: Mapped[str] = mapped_column(default="pending")
    confidence: Mapped[str]
    score: Mapped[float] = mapped_column(Double)
    stay_id: Mapped[UUID | None]
    place_id: Mapped[UUID | None]
    title: Mapped[str]
    start_at: Mapped[datetime]
    end_at: Mapped[datetime]
    timezone: Mapped[str]
    day: Mapped[date]
    suggested_summary: Mapped[str]
    suggested_contacts: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    place_candidates: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    reason: Mapped[str]
    evidence: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    expires_at: Mapped[datetime]
    hidden_until: Mapped[datetime | None]
    put_off: Mapped[int] = mapped_column(default=0)
    decided_at: Mapped[datetime | None]
    decision: Mapped[str | None]
    event_id: Mapped[UUID | None]


def _mine(tx: Tx, *conditions: ColumnElement[bool]) -> Any:
    return select(ProposedEvent).where(ProposedEvent.user_id == tx.owner_id, *conditions)


async def get(tx: Tx, proposal_id: UUID, *, for_update: bool = False) -> ProposedEvent | None:
    """The owner's proposal."""
    statement = _mine(tx, ProposedEvent.id == proposal_id).execution_options(populate_existing=True)
    found: ProposedEvent | None = await tx.session.scalar(statement.with_for_update() if for_update else statement)
    return found


async def everything(tx: Tx) -> Sequence[ProposedEvent]:
    """All there are: at most three a day."""
    return (await tx.session.scalars(_mine(tx))).all()


async def add(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that have all their columns but the owner."""
    if rows:
        await tx.session.execute(insert(ProposedEvent), [{**row, "user_id": tx.owner_id} for row in rows])


async def expire(tx: Tx, now: datetime) -> None:
    """What nobody answered in time."""
    statement = update(ProposedEvent).where(
        ProposedEvent.user_id == tx.owner_id, ProposedEvent.state == "pending", ProposedEvent.expires_at <= now
    )
    await tx.session.execute(statement.values(state="expired", updated_at=func.steward_now()))


async def page(
    tx: Tx, *, after: tuple[datetime, UUID] | None, limit: int, state: str | None, shown_at: datetime
) -> Sequence[ProposedEvent]:
    """The latest first; those that were put off are not there until their time."""
    statement = _mine(tx, or_(ProposedEvent.hidden_until.is_(None), ProposedEvent.hidden_until <= shown_at))
    if state is not None:
        statement = statement.where(ProposedEvent.state == state)
    if after is not None:
        statement = statement.where(tuple_(ProposedEvent.start_at, ProposedEvent.id) < after)
    ordered = statement.order_by(ProposedEvent.start_at.desc(), ProposedEvent.id.desc()).limit(limit)
    found: Sequence[ProposedEvent] = (await tx.session.scalars(ordered)).all()
    return found


async def remove(tx: Tx, ids: Sequence[UUID]) -> None:
    """Delete these."""
    statement = delete(ProposedEvent).where(ProposedEvent.user_id == tx.owner_id, ProposedEvent.id.in_(ids))
    await tx.session.execute(statement.execution_options(synchronize_session=False))
