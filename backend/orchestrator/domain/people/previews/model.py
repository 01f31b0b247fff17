"""How is a frozen write stored? (db_migrations/0005)"""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned


class PreviewRow(Owned, Base):
    """`agent.ports.Preview` as a row; its owner is `user_id`."""

    __tablename__ = "previews"

    thread_id: Mapped[UUID | None]
    run_id: Mapped[UUID | None]
    tool: Mapped[str]
    title: Mapped[str]
    summary: Mapped[str]
    arguments: Mapped[dict[str, Any]]
    draft: Mapped[dict[str, Any]] = mapped_column(default=dict)
    digest: Mapped[str]
    editable_fields: Mapped[list[str]] = mapped_column(default=list)
    timezone: Mapped[str]
    locale: Mapped[str]
    idempotency_key: Mapped[str]
    expires_at: Mapped[datetime]
    state: Mapped[str] = mapped_column(default="pending")
    origin: Mapped[str] = mapped_column(default="own_data")
    tainted: Mapped[bool] = mapped_column(default=False)
    target_type: Mapped[str | None]
    target_id: Mapped[UUID | None]
    target_title: Mapped[str | None]
    target_version: Mapped[int | None]
    held_by_rule: Mapped[str | None]
    superseded_by: Mapped[UUID | None]
    last_error: Mapped[str | None]
    result: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    undo: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    undo_until: Mapped[datetime | None]
    lease_until: Mapped[datetime | None]
    redacted_at: Mapped[datetime | None]
