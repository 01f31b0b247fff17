"""The table `todos`, and what reads and writes it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, DateTime, Row, SmallInteger, any_, bindparam, cast, func, select, text
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.repository import EntityRow, OwnedRepository
from orchestrator.db.tx import Tx

_WALL = DateTime(timezone=False)


class Todo(EntityRow):
    """`due_at`, `remind_at`, `done_at` are wall time in `timezone`; `due_utc` is `due_at` as an instant.

    `priority`: 1 (highest) to 9, as in iCalendar. `source_kind`, `source_id`: what it was made from.
    """

    __tablename__ = "todos"

    title: Mapped[str] = mapped_column()
    notes: Mapped[str | None] = mapped_column()
    due_at: Mapped[datetime | None] = mapped_column(_WALL)
    due_utc: Mapped[datetime | None] = mapped_column()
    remind_at: Mapped[datetime | None] = mapped_column(_WALL)
    timezone: Mapped[str] = mapped_column()
    done_at: Mapped[datetime | None] = mapped_column(_WALL)
    priority: Mapped[int | None] = mapped_column(SmallInteger)
    source_kind: Mapped[str | None] = mapped_column()
    source_id: Mapped[UUID | None] = mapped_column()


todos = OwnedRepository(Todo, "todo")
_UUIDS = ARRAY(PgUUID(as_uuid=True))
_JUST_NOW = timedelta(minutes=1)


# Read before every turn, so written out (docs/decisions/0007).
_PRESSING = text(
    """
    select late.count as late, due.id, due.title, due.origin, due.due_utc
    from (
        select count(*) from todos
        where user_id = :owner and hidden_at is null and done_at is null and due_utc < :now
    ) as late left join (
        select title, origin, due_utc, coalesce(priority, 5) as priority, id from todos
        where user_id = :owner and hidden_at is null and done_at is null and due_utc >= :now and due_utc < :until
        order by due_utc, coalesce(priority, 5), id limit :limit
    ) as due on true
    order by due.due_utc, due.priority, due.id
    """
).bindparams(
    bindparam("owner", type_=PgUUID(as_uuid=True)),
    bindparam("now", type_=DateTime(timezone=True)),
    bindparam("until", type_=DateTime(timezone=True)),
)


async def pressing(tx: Tx, *, now: datetime, until: datetime, limit: int) -> tuple[int, list[Row[Any]]]:
    """How many open todos are late; id, title, origin and due_utc of the first that are due in [now, until)."""
    values = {"owner": tx.owner_id, "now": now, "until": until, "limit": limit}
    rows = (await tx.session.execute(_PRESSING, values)).all()
    return int(rows[0].late), [row for row in rows if row.due_utc is not None]


async def is_ahead(session: AsyncSession, moment: datetime) -> bool:
    """Whether a moment is still to come, or passed while it was being written down (times are kept to the second)."""
    return bool((await session.execute(select(func.steward_now() - _JUST_NOW < moment))).scalar_one())


async def made_from(tx: Tx, sources: Sequence[tuple[str, UUID]]) -> list[Todo]:
    """The todos that link to any of these sources, locked."""
    ids = sorted({source_id for _, source_id in sources})
    statement = (
        todos.owned(tx.owner_id)
        .where(Todo.source_kind.in_({kind for kind, _ in sources}), Todo.source_id == any_(cast(ids, _UUIDS)))
        .order_by(Todo.id)
        .with_for_update()
    )
    named = set(sources)
    return [row for row in await tx.session.scalars(statement) if (row.source_kind, row.source_id) in named]
