"""The table of briefings (db_migrations/0023), and which statements read and write it.

`set_off` and `begun` are the system's: they work for all users at once, and name the owner of each row. Everything else
takes the owner id.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Date, bindparam, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned
from orchestrator.db.folding import holds
from orchestrator.db.tx import Tx
from orchestrator.kit.ids import new_id


class BriefingRow(Owned, Base):
    """A user's briefing for a local date. `items`: `schemas.Line` as JSON, in order; `headings`: `schemas.Headings`.
    Until `made_at` it is a mark that somebody makes it."""

    __tablename__ = "briefings"

    date: Mapped[dt.date] = mapped_column(Date())
    timezone: Mapped[str]
    title: Mapped[str] = mapped_column(default="")
    items: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    headings: Mapped[dict[str, Any]] = mapped_column(default=dict)
    markdown: Mapped[str] = mapped_column(default="")
    source_ids: Mapped[list[UUID]] = mapped_column(default=list)
    generated_by: Mapped[str] = mapped_column(default="")
    push_id: Mapped[UUID | None]
    scheduled_at: Mapped[dt.datetime | None]
    made_at: Mapped[dt.datetime | None]
    version: Mapped[int] = mapped_column(default=1)


NOW: ColumnElement[dt.datetime] = func.steward_now()
_UUIDS = ARRAY(PgUUID(as_uuid=True))
_QUOTES_PREVIEWS = [{"sources": [{"type": "preview"}]}]


async def now(session: AsyncSession) -> dt.datetime:
    """The moment by the clock of rows and jobs."""
    return (await session.execute(select(NOW))).scalar_one()


# --- mornings


async def begun(session: AsyncSession, *, since: dt.date) -> set[tuple[UUID, dt.date]]:
    """(user, date) of all mornings from that date on that were set off."""
    statement = select(BriefingRow.user_id, BriefingRow.date).where(
        BriefingRow.scheduled_at.is_not(None), BriefingRow.date >= since
    )
    return {(row.user_id, row.date) for row in await session.execute(statement)}


_SET_OFF = text("""
    insert into briefings (id, user_id, date, timezone, scheduled_at)
    select m.id, m.user_id, m.date, 'UTC', steward_now()
      from unnest(:ids, :users, :dates) as m (id, user_id, date) order by m.user_id, m.date
    on conflict (user_id, date) do update set scheduled_at = excluded.scheduled_at
        where briefings.scheduled_at is null
    returning user_id, date
""").bindparams(
    bindparam("ids", type_=_UUIDS), bindparam("users", type_=_UUIDS), bindparam("dates", type_=ARRAY(Date()))
)


async def set_off(session: AsyncSession, mornings: Iterable[tuple[UUID, dt.date]]) -> list[tuple[UUID, dt.date]]:
    """Mark these mornings as set off; answers those that nobody had marked, also not at this moment."""
    wanted = sorted(set(mornings))
    values = {
        "ids": [new_id() for _ in wanted],
        "users": [user for user, _ in wanted],
        "dates": [date for _, date in wanted],
    }
    return [(row.user_id, row.date) for row in await session.execute(_SET_OFF, values)]


async def take_back(tx: Tx, date: dt.date) -> None:
    """The morning was not told: it may be set off again when it is due."""
    statement = text(
        "with gone as (delete from briefings where user_id = :owner and date = :date and made_at is null)"
        " update briefings set scheduled_at = null where user_id = :owner and date = :date and made_at is not null"
    ).bindparams(bindparam("owner", type_=PgUUID(as_uuid=True)), bindparam("date", type_=Date()))
    await tx.session.execute(statement, {"owner": tx.owner_id, "date": date})


# --- briefings


async def put(tx: Tx, date: dt.date, values: Mapping[str, Any]) -> BriefingRow:
    """Store what was made for the date, in the place of what was there."""
    statement = insert(BriefingRow).values(id=new_id(), user_id=tx.owner_id, date=date, made_at=NOW, **values)
    again = {**values, "made_at": NOW, "updated_at": NOW, "version": BriefingRow.version + 1}
    returning = (
        statement.on_conflict_do_update(index_elements=[BriefingRow.user_id, BriefingRow.date], set_=again)
        .returning(BriefingRow)
        .execution_options(populate_existing=True)
    )
    return (await tx.session.execute(returning)).scalar_one()


async def change(tx: Tx, briefing_id: UUID, values: Mapping[str, Any]) -> None:
    """Change a stored one."""
    statement = (
        update(BriefingRow)
        .where(BriefingRow.user_id == tx.owner_id, BriefingRow.id == briefing_id)
        .values(version=BriefingRow.version + 1, updated_at=NOW, **values)
    )
    await tx.session.execute(statement.execution_options(synchronize_session=False))


async def latest(tx: Tx, *, today: dt.date) -> BriefingRow | None:
    """The one that was made last, of the newest date that has come by `today` or of one ahead; what was made of an
    older date does not come before it."""
    newest = select(func.max(BriefingRow.date)).where(
        BriefingRow.user_id == tx.owner_id, BriefingRow.made_at.is_not(None), BriefingRow.date <= today
    )
    reached = func.coalesce(newest.scalar_subquery(), today)
    statement = _made(tx.owner_id).where(BriefingRow.date >= reached)
    statement = statement.order_by(BriefingRow.made_at.desc(), BriefingRow.id.desc()).limit(1)
    return (await tx.session.scalars(statement)).one_or_none()


async def find(tx: Tx, briefing_id: UUID) -> BriefingRow | None:
    """The one with that id."""
    return (await tx.session.scalars(_made(tx.owner_id).where(BriefingRow.id == briefing_id))).one_or_none()


async def page(tx: Tx, *, before: dt.date | None, q: str | None, limit: int) -> Sequence[BriefingRow]:
    """Newest date first."""
    statement = _made(tx.owner_id)
    if before is not None:
        statement = statement.where(BriefingRow.date < before)
    if q:
        statement = statement.where(*holds(q, BriefingRow.title, BriefingRow.markdown))
    return (await tx.session.scalars(statement.order_by(BriefingRow.date.desc()).limit(limit))).all()


async def standing_on(tx: Tx, ids: Sequence[UUID]) -> Sequence[BriefingRow]:
    """Those with a line from any of these sources, or from a preview, locked."""
    statement = (
        _made(tx.owner_id)
        .where(or_(BriefingRow.source_ids.overlap(list(ids)), BriefingRow.items.contains(_QUOTES_PREVIEWS)))
        .order_by(BriefingRow.id)
        .with_for_update()
    )
    return (await tx.session.scalars(statement.execution_options(populate_existing=True))).all()


def _made(owner_id: UUID) -> Any:
    return select(BriefingRow).where(BriefingRow.user_id == owner_id, BriefingRow.made_at.is_not(None))
