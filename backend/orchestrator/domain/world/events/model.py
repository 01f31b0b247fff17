"""The table `events`."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.repository import EntityRow

_WALL = DateTime(timezone=False)


class Event(EntityRow):
    """`start_at`, `end_at` (exclusive) are wall time in `timezone`; `start_utc`, `end_utc` the same as instants.

    `participants`: `[{"contact_id","name","email","role"}]`. `participant_keys`: what they are looked up by, `c:` and
    the contact's id, `e:` and the folded email, `n:` and the folded name, `w:` and each word of it. `moved_at`,
    `moved_from`, `cancelled_at`: what happened to it last (`lately.py`).

    `meeting`, `action_items`: what the transcript of the meeting that it was gave; others' words, whatever the
    event's own origin.
    """

    __tablename__ = "events"

    title: Mapped[str] = mapped_column()
    description: Mapped[str | None] = mapped_column()
    start_at: Mapped[datetime] = mapped_column(_WALL)
    end_at: Mapped[datetime | None] = mapped_column(_WALL)
    timezone: Mapped[str] = mapped_column()
    all_day: Mapped[bool] = mapped_column(default=False)
    start_utc: Mapped[datetime] = mapped_column()
    end_utc: Mapped[datetime] = mapped_column()
    place_id: Mapped[UUID | None] = mapped_column()
    location_text: Mapped[str | None] = mapped_column()
    participants: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    participant_keys: Mapped[list[str]] = mapped_column(default=list)
    recurrence: Mapped[Any | None] = mapped_column(JSONB(none_as_null=True))
    status: Mapped[str] = mapped_column(default="confirmed")
    busy: Mapped[bool] = mapped_column(default=True)
    calendar: Mapped[str | None] = mapped_column()
    moved_at: Mapped[datetime | None] = mapped_column()
    moved_from: Mapped[datetime | None] = mapped_column()
    cancelled_at: Mapped[datetime | None] = mapped_column()
    meeting: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    action_items: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
