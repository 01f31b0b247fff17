"""The tables `knowledge`, `knowledge_steps` and `knowledge_uses`."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import BYTEA
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned
from orchestrator.db.repository import EntityRow


class Learning(EntityRow):
    """An error and its fix. `tool`, `domain`: the agent's tool that it was learned at, and that tool's group;
    `error_hash`, `digest`: see `hashing`; `streak`: see `ladder`."""

    __tablename__ = "knowledge"

    error: Mapped[str] = mapped_column()
    fix: Mapped[str] = mapped_column()
    tool: Mapped[str | None] = mapped_column()
    domain: Mapped[str | None] = mapped_column()
    scope_type: Mapped[str] = mapped_column()
    scope_ref: Mapped[str | None] = mapped_column()
    error_hash: Mapped[bytes] = mapped_column(BYTEA)
    digest: Mapped[bytes] = mapped_column(BYTEA)
    state: Mapped[str] = mapped_column(default="learning")
    confidence: Mapped[float] = mapped_column(default=0.7)
    streak: Mapped[int] = mapped_column(default=0)
    uses: Mapped[int] = mapped_column(default=0)
    successes: Mapped[int] = mapped_column(default=0)
    failures: Mapped[int] = mapped_column(default=0)
    last_used_at: Mapped[datetime | None] = mapped_column()

    @property
    def scope(self) -> dict[str, str | None]:
        """As clients see it."""
        return {"type": self.scope_type, "ref": self.scope_ref}


class LearningStep(Owned, Base):
    """One step on the ladder: what was done, by whom, and where it stood then."""

    __tablename__ = "knowledge_steps"

    knowledge_id: Mapped[UUID] = mapped_column()
    act: Mapped[str] = mapped_column()
    by: Mapped[str] = mapped_column()
    known_as: Mapped[str | None] = mapped_column()
    confidence: Mapped[float] = mapped_column()
    scope_type: Mapped[str] = mapped_column()
    scope_ref: Mapped[str | None] = mapped_column()


class LearningUse(Base):
    """A run in which it was told, or found out once more. `helped`: None where no other call followed."""

    __tablename__ = "knowledge_uses"

    knowledge_id: Mapped[UUID] = mapped_column(primary_key=True)
    run_id: Mapped[UUID] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    helped: Mapped[bool | None] = mapped_column()
    used_at: Mapped[datetime] = mapped_column(server_default=sql("steward_now()"))
