"""How is it stored which tags were made? (db_migrations/0032)"""

from datetime import datetime
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base


class Tagged(Base):
    """The tags that were made of an entity at `version`; those that the user took off since stay here."""

    __tablename__ = "tagged"

    kind: Mapped[str] = mapped_column(primary_key=True)
    entity_id: Mapped[UUID] = mapped_column(primary_key=True)
    user_id: Mapped[UUID]
    version: Mapped[int]
    tags: Mapped[list[str]] = mapped_column(default=list)
    generated_by: Mapped[str]
    tagged_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
