"""The tables `user_facts`, `fact_uses`, `fact_reviews` and `fact_looks`."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base
from orchestrator.db.repository import EntityRow
from orchestrator.kit.ids import new_id


class UserFact(EntityRow):
    """A curated statement about the user. `valid_from`, `valid_to`: when it holds in the world, None = open;
    `recorded_at`, `superseded_at`: when it was believed here. The other columns: `0039_user_facts.sql`."""

    __tablename__ = "user_facts"

    kind: Mapped[str] = mapped_column(default="soft_fact")
    text: Mapped[str] = mapped_column()
    category: Mapped[str] = mapped_column(default="fact")
    subjects: Mapped[list[str]] = mapped_column(default=list)
    subject_keys: Mapped[list[str]] = mapped_column(default=list)
    scope_type: Mapped[str] = mapped_column(default="global")
    scope_ref: Mapped[str | None] = mapped_column()
    effect: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    importance: Mapped[int] = mapped_column(default=5)
    confidence: Mapped[float] = mapped_column(default=1.0)
    alignment: Mapped[float] = mapped_column(default=0.0)
    trust: Mapped[str] = mapped_column()
    valid_from: Mapped[datetime | None] = mapped_column()
    valid_to: Mapped[datetime | None] = mapped_column()
    valid_to_at: Mapped[datetime | None] = mapped_column()
    valid_to_before: Mapped[datetime | None] = mapped_column()
    recorded_at: Mapped[datetime] = mapped_column(server_default=sql("steward_now()"))
    superseded_at: Mapped[datetime | None] = mapped_column()
    superseded_by: Mapped[UUID | None] = mapped_column()
    replaces: Mapped[list[UUID]] = mapped_column(default=list)
    last_confirmed_at: Mapped[datetime | None] = mapped_column()
    review_after: Mapped[datetime | None] = mapped_column()
    ratified_at: Mapped[datetime | None] = mapped_column()
    provenance: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    attribute: Mapped[str | None] = mapped_column()
    attribute_value: Mapped[str | None] = mapped_column()
    asks: Mapped[str | None] = mapped_column()
    concerns: Mapped[list[UUID]] = mapped_column(default=list)
    concerned_as: Mapped[list[str]] = mapped_column(default=list)
    reason: Mapped[str | None] = mapped_column()

    @property
    def merges(self) -> list[UUID]:
        """Of a question whether these are one fact: which."""
        return self.concerns if self.asks == "merge" else []

    @property
    def options(self) -> list[dict[str, str]]:
        """Of a question which of these holds: each by its id and its words."""
        if self.asks != "contradiction":
            return []
        return [{"id": str(one["id"]), "label": str(one["quote"])} for one in self.provenance]

    @property
    def scope(self) -> dict[str, str | None]:
        """As clients see it."""
        return {"type": self.scope_type, "ref": self.scope_ref}


class FactUse(Base):
    """A session in which an answer used a fact; `session` is the thread's id, or the run's where it has none."""

    __tablename__ = "fact_uses"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    fact_id: Mapped[UUID] = mapped_column()
    session: Mapped[str] = mapped_column()
    used_at: Mapped[datetime] = mapped_column(server_default=sql("steward_now()"))


class FactReview(Base):
    """A fact that the user should look at again, and why (`0046_consolidation.sql`)."""

    __tablename__ = "fact_reviews"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    fact_id: Mapped[UUID] = mapped_column()
    reason: Mapped[str] = mapped_column()
    marked_at: Mapped[datetime] = mapped_column(server_default=sql("steward_now()"))


class FactLook(Base):
    """What background work has looked at of a fact: the version that was compared with the others and by which state
    of the code, and when its sources were looked at."""

    __tablename__ = "fact_looks"

    fact_id: Mapped[UUID] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    compared: Mapped[int | None] = mapped_column()
    compared_by: Mapped[str | None] = mapped_column()
    verified_at: Mapped[datetime | None] = mapped_column()
