"""How are devices, pushes and deliveries stored? (db_migrations/0021, 0100, 0170)"""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Text, text
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned
from orchestrator.integrations.push.port import Kind
from orchestrator.kit.ids import new_id


class Device(Owned, Base):
    """What may be pushed to, unless disabled. `identity`: Expo's token, else a hash of the address, which is `sealed`
    with its keys; `host`: what of it may be shown."""

    __tablename__ = "push_devices"

    kind: Mapped[Kind] = mapped_column(Text)
    identity: Mapped[str] = mapped_column("expo_push_token")  # as older processes call it: 0135
    name: Mapped[str | None]
    host: Mapped[str | None]
    sealed: Mapped[bytes | None]
    answers: Mapped[bool] = mapped_column(default=False)
    platform: Mapped[str | None]
    timezone: Mapped[str | None]
    registered_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
    disabled_at: Mapped[datetime | None]
    disabled_reason: Mapped[str | None]

    @property
    def enabled(self) -> bool:
        return self.disabled_at is None


class PushRow(Owned, Base):
    """A push to one user; `state` sums up its deliveries. `device_id`: to that one alone; `preview_id`: what can be
    answered from the notification, as it was when `preview_digest` was told."""

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
    device_id: Mapped[UUID | None]
    preview_id: Mapped[UUID | None]
    preview_digest: Mapped[str | None]


class Delivery(Base):
    """A push at one device."""

    __tablename__ = "push_deliveries"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    push_id: Mapped[UUID]
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    device_id: Mapped[UUID]
    state: Mapped[str]
    ticket_id: Mapped[str | None]
    sent_at: Mapped[datetime | None]
    error: Mapped[str | None]
    detail: Mapped[str | None]
    receipt: Mapped[str | None]
    receipt_at: Mapped[datetime | None]
    receipt_due_at: Mapped[datetime | None]
    answer_until: Mapped[datetime | None]
