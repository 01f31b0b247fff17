"""How is a briefing stored? (db_migrations/0023)"""

import datetime as dt
from typing import Any
from uuid import UUID

from sqlalchemy import Date
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned


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
