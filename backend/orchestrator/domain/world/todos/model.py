"""The table `todos`."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import DateTime, SmallInteger
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.repository import EntityRow

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
