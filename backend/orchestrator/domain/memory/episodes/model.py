"""The table `episodes`."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.repository import EntityRow


class Episode(EntityRow):
    """What happened in a session. One that Steward distilled covers what was said in `thread_id` from `covers_since` to
    `covers_until`; `made_from`: the state of those messages then, empty where it is to be made again."""

    __tablename__ = "episodes"

    title: Mapped[str] = mapped_column()
    summary: Mapped[str] = mapped_column()
    event_type: Mapped[str] = mapped_column()
    session_id: Mapped[str | None] = mapped_column()
    started_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
    ended_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
    context: Mapped[dict[str, Any]] = mapped_column(default=dict)
    thread_id: Mapped[UUID | None] = mapped_column()
    covers_since: Mapped[datetime | None] = mapped_column()
    covers_until: Mapped[datetime | None] = mapped_column()
    made_from: Mapped[str | None] = mapped_column()
