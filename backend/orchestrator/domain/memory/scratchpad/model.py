"""The table `scratchpad`."""

from datetime import datetime
from typing import Any

from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned


class Jotting(Owned, Base):
    """One key of one session. `bytes`: of its value as JSON."""

    __tablename__ = "scratchpad"

    session_id: Mapped[str] = mapped_column()
    key: Mapped[str] = mapped_column()
    value: Mapped[Any] = mapped_column(JSONB())
    bytes: Mapped[int] = mapped_column()
    expires_at: Mapped[datetime] = mapped_column()
