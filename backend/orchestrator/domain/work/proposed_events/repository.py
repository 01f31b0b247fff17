"""The table `proposed_events` (db_migrations/0073), and what reads and writes it."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Double, and_, delete, func, insert, or_, select, tuple_, update
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned
from orchestrator.db.tx import Tx


class ProposedEvent(Owned, Base):
    """One proposal, decided or not; `day`: the local date of its start, on which at most three are proposed."""

    __tablename__ = "proposed_events"

    state: Mapped[str] = mapped_column(default="pending")
    version: Mapped[int] = mapped_column(default=1)
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
    announced_at: Mapped[datetime | None]


def _mine(tx: Tx, *conditions: ColumnElement[bool]) -> Any:
    return select(ProposedEvent).where(ProposedEvent.user_id == tx.owner_id, *conditions)


async def get(tx: Tx, proposal_id: UUID, *, for_update: bool = False) -> ProposedEvent | None:
    """The owner's proposal."""
    statement = _mine(tx, ProposedEvent.id == proposal_id).execution_options(populate_existing=True)
    found: ProposedEvent | None = await tx.session.scalar(statement.with_for_update() if for_update else statement)
    return found


async def everything(tx: Tx) -> Sequence[ProposedEvent]:
    """All there are."""
    return (await tx.session.scalars(_mine(tx))).all()


async def earlier(tx: Tx, since: datetime) -> Sequence[ProposedEvent]:
    """What the next ones are held against: those that wait, those that end after `since`, and what was dismissed."""
    weighed = or_(ProposedEvent.end_at > since, ProposedEvent.state.in_(("pending", "dismissed")))
    return (await tx.session.scalars(_mine(tx, weighed))).all()


async def add(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that have all their columns but the owner."""
    if rows:
        await tx.session.execute(insert(ProposedEvent), [{**row, "user_id": tx.owner_id} for row in rows])


async def expire(tx: Tx, now: datetime) -> None:
    """What nobody answered in time."""
    statement = update(ProposedEvent).where(
        ProposedEvent.user_id == tx.owner_id, ProposedEvent.state == "pending", ProposedEvent.expires_at <= now
    )
    changed = {"state": "expired", "version": ProposedEvent.version + 1, "updated_at": func.steward_now()}
    await tx.session.execute(statement.values(changed).execution_options(synchronize_session=False))


def _in_state(state: str, at: datetime) -> ColumnElement[bool]:
    """In this state as it is told: one that waits and whose time is up counts as expired."""
    over = ProposedEvent.expires_at <= at
    if state == "pending":
        return and_(ProposedEvent.state == "pending", ~over)
    if state == "expired":
        return or_(ProposedEvent.state == "expired", and_(ProposedEvent.state == "pending", over))
    return ProposedEvent.state == state


def _shown(at: datetime) -> ColumnElement[bool]:
    return or_(ProposedEvent.hidden_until.is_(None), ProposedEvent.hidden_until <= at)


async def waiting(tx: Tx, at: datetime, *, limit: int) -> Sequence[ProposedEvent]:
    """Those that wait for an answer then, the earliest first."""
    open_then = _mine(tx, _in_state("pending", at), _shown(at))
    ordered = open_then.order_by(ProposedEvent.start_at, ProposedEvent.id).limit(limit)
    found: Sequence[ProposedEvent] = (await tx.session.scalars(ordered)).all()
    return found


async def unannounced(tx: Tx) -> Sequence[ProposedEvent]:
    """Those that wait and that no push told of, the likeliest first."""
    fresh = and_(ProposedEvent.state == "pending", ProposedEvent.announced_at.is_(None))
    ordered = _mine(tx, fresh).order_by(ProposedEvent.score.desc(), ProposedEvent.start_at, ProposedEvent.id)
    found: Sequence[ProposedEvent] = (await tx.session.scalars(ordered)).all()
    return found


async def page(
    tx: Tx, *, after: tuple[datetime, UUID] | None, limit: int, state: str | None, shown_at: datetime
) -> Sequence[ProposedEvent]:
    """The latest first; those that were put off are not there until their time."""
    statement = _mine(tx, _shown(shown_at))
    if state is not None:
        statement = statement.where(_in_state(state, shown_at))
    if after is not None:
        statement = statement.where(tuple_(ProposedEvent.start_at, ProposedEvent.id) < after)
    ordered = statement.order_by(ProposedEvent.start_at.desc(), ProposedEvent.id.desc()).limit(limit)
    found: Sequence[ProposedEvent] = (await tx.session.scalars(ordered)).all()
    return found


async def remove(tx: Tx, ids: Sequence[UUID]) -> None:
    """Delete these."""
    statement = delete(ProposedEvent).where(ProposedEvent.user_id == tx.owner_id, ProposedEvent.id.in_(ids))
    await tx.session.execute(statement.execution_options(synchronize_session=False))
