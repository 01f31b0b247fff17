"""How is a pairing code stored? (db_migrations/0019)"""

from datetime import datetime
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.dialects.postgresql import BYTEA
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base


class PairingCode(Base):
    """A user's newest one-time code; only its salted hash is kept. `tries`: wrong codes that were sent while it
    waited."""

    __tablename__ = "pairing_codes"

    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    scopes: Mapped[list[str]]
    salt: Mapped[bytes] = mapped_column(BYTEA)
    hash: Mapped[bytes] = mapped_column(BYTEA)
    tries: Mapped[int] = mapped_column(default=0)
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
