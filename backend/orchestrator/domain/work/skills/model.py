"""How are skills stored? (db_migrations/0091)"""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.dialects.postgresql import BYTEA
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned


class Skill(Owned, Base):
    """One version of a skill: a name with the digest of its whole folder. `tools`: what it asks for; `details`: its
    metadata and fields that are nobody's here; `changes`: what of its files on the disk was no longer as approved."""

    __tablename__ = "skills"

    name: Mapped[str]
    digest: Mapped[str]
    description: Mapped[str]
    body: Mapped[str]
    state: Mapped[str] = mapped_column(default="pending")
    origin: Mapped[str]
    licence: Mapped[str] = mapped_column(default="")
    compatibility: Mapped[str] = mapped_column(default="")
    tools: Mapped[list[str]] = mapped_column(default=list)
    details: Mapped[dict[str, Any]] = mapped_column(default=dict)
    findings: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    changes: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    approved_at: Mapped[datetime | None]
    version: Mapped[int] = mapped_column(default=1)


class SkillFileRow(Base):
    """A file of a version as it was sent."""

    __tablename__ = "skill_files"

    skill_id: Mapped[UUID] = mapped_column(primary_key=True)
    path: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    sha256: Mapped[str]
    kind: Mapped[str]
    size_bytes: Mapped[int]
    content: Mapped[bytes] = mapped_column(BYTEA, deferred=True)


class SkillUse(Base):
    """How often a name was used, and when last; a shipped skill that the user switched off is `withdrawn`."""

    __tablename__ = "skill_uses"

    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    uses: Mapped[int] = mapped_column(default=0)
    last_used_at: Mapped[datetime | None]
    withdrawn: Mapped[bool] = mapped_column(default=False)
    updated_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
