"""The table `agents` (db_migrations/0085)."""

from typing import Any

from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned


class AgentRow(Owned, Base):
    """One agent of a user's, shipped or their own."""

    __tablename__ = "agents"

    name: Mapped[str]
    name_key: Mapped[str]
    purpose: Mapped[str] = mapped_column(default="")
    instructions: Mapped[str] = mapped_column(default="")
    model_role: Mapped[str] = mapped_column(default="smart")
    effort: Mapped[str] = mapped_column(default="medium")
    tools: Mapped[list[str]] = mapped_column(default=list)
    skills: Mapped[list[str]] = mapped_column(default=list)
    collaborators: Mapped[list[str]] = mapped_column(default=list)
    budget: Mapped[dict[str, Any]] = mapped_column(default=dict)
    shipped: Mapped[bool] = mapped_column(default=False)
    version: Mapped[int] = mapped_column(default=1)
