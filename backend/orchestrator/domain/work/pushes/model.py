"""How are devices, pushes and deliveries stored? (db_migrations/0021)"""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned
from orchestrator.kit.ids import new_id


class Device(Owned, Base):
    """An installed app that may be pushed to, unless disabled."""

    __tablename__ = "push_devices"

    expo_push_token: Mapped[str]
    platform: Mapped[str | None]
    timezone: Mapped[str | None]
    registered_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
    disabled_at: Mapped[datetime | None]
    disabled_reason: Mapped[str | None]

    @property
    def enabled(self) -> bool:
        return self.disabled_at is None


class PushRow(Owned, Base):
    """A push to one user; `state` sums up its deliveries."""

    __tablename__ = "pushes"

    kind: Mapped[str]
    opens: Mapped[str]
    url: Mapped[str]
    title: Mapped[str]
    body: Mapped[str]
    once: Mapped[str | None]
    sources: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    state: Mapped[str]
    due_at: Mapped[datetime]
    attempts: Mapped[int] = mapped_column(default=0)
    sending_job: Mapped[UUID | None]
    sending_until: Mapped[datetime | None]
    sent_at: Mapped[datetime | None]
    redacted_at: Mapped[datetime | None]


class Delivery(Base):
    """A push at one device."""

    __tablename__ = "push_deliveries"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    push_id: Mapped[UUID]
    user_id: Mapped[UUID]
    device_id: Mapped[UUID]
    state: Mapped[str]
    ticket_id: Mapped[str | None]
    sent_at: Mapped[datetime | None]
    error: Mapped[str | None]
    detail: Mapped[str | None]
    receipt: Mapped[str | None]
    receipt_at: Mapped[datetime | None]
    receipt_due_at: Mapped[datetime | None]
