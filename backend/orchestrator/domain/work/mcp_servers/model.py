"""The tables `mcp_servers` and `mcp_tools` (db_migrations/0095)."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import LargeBinary
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned


class McpServer(Owned, Base):
    """A server. `sealed`: its `env` and `secret` (JSON, `vault.py` of connections)."""

    __tablename__ = "mcp_servers"
    __mapper_args__ = {"eager_defaults": True}  # noqa: RUF012  (SQLAlchemy reads the class attribute)

    name: Mapped[str]
    slug: Mapped[str]
    transport: Mapped[str]
    command: Mapped[str | None]
    args: Mapped[list[str]] = mapped_column(default=list)
    url: Mapped[str | None]
    sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    enabled: Mapped[bool] = mapped_column(default=True)
    state: Mapped[str] = mapped_column(default="starting")
    last_error: Mapped[str | None]
    last_ok_at: Mapped[datetime | None]
    identity: Mapped[dict[str, Any]] = mapped_column(default=dict)
    refused: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    version: Mapped[int] = mapped_column(default=1)


class McpTool(Owned, Base):
    """A tool of one. `definition`: title, description, schemas, annotations as they were listed last."""

    __tablename__ = "mcp_tools"
    __mapper_args__ = {"eager_defaults": True}  # noqa: RUF012  (SQLAlchemy reads the class attribute)

    server_id: Mapped[UUID]
    name: Mapped[str]
    offered_as: Mapped[str]
    position: Mapped[int] = mapped_column(default=0)
    definition: Mapped[dict[str, Any]]
    pin: Mapped[str]
    approved_pin: Mapped[str | None]
    approved: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    effect: Mapped[str] = mapped_column(default="outbound")
    present: Mapped[bool] = mapped_column(default=True)
    version: Mapped[int] = mapped_column(default=1)

    @property
    def usable(self) -> bool:
        """Whether it may be offered and called: it is there, and as its owner approved it."""
        return self.present and self.approved_pin == self.pin

    @property
    def state(self) -> str:
        if self.approved_pin is None:
            return "new"
        return "approved" if self.usable else "changed"
