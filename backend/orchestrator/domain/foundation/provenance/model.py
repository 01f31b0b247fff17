"""The tables `derivations` and `tombstones`."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base
from orchestrator.kit.ids import new_id


class Derivation(Base):
    """`derived` was made from `source`."""

    __tablename__ = "derivations"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[UUID] = mapped_column()
    source_kind: Mapped[str] = mapped_column()
    source_id: Mapped[UUID] = mapped_column()
    derived_kind: Mapped[str] = mapped_column()
    derived_id: Mapped[UUID] = mapped_column()
    created_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))


class Tombstone(Base):
    """Something of this kind was erased; `digest` is of its source and external id."""

    __tablename__ = "tombstones"

    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    digest: Mapped[bytes] = mapped_column(primary_key=True)
    created_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
