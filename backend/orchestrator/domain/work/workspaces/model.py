"""The tables `workspaces`, `workspace_files` and `workspace_snapshots`."""

from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned


class Workspace(Owned, Base):
    """One folder. `template`: what kind of work it is for (`python`, `node`, `documents`); `version` grows with each
    change of a file."""

    __tablename__ = "workspaces"

    name: Mapped[str] = mapped_column()
    mission_id: Mapped[UUID | None] = mapped_column()
    template: Mapped[str | None] = mapped_column()
    version: Mapped[int] = mapped_column(default=1)


class WorkspaceFile(Owned, Base):
    """What is known of a file that lies in the folder. `sha256`: hex; `seen`: how the file stood when that was made."""

    __tablename__ = "workspace_files"

    workspace_id: Mapped[UUID] = mapped_column()
    path: Mapped[str] = mapped_column()
    size_bytes: Mapped[int] = mapped_column(BigInteger)
    sha256: Mapped[str] = mapped_column()
    origin: Mapped[str] = mapped_column()
    executable: Mapped[bool] = mapped_column(default=False)
    seen: Mapped[str | None] = mapped_column()


class WorkspaceSnapshot(Owned, Base):
    """How a workspace's files stood at a moment: `[{"path", "sha256", "size_bytes", "origin", "executable"}]`."""

    __tablename__ = "workspace_snapshots"

    workspace_id: Mapped[UUID] = mapped_column()
    label: Mapped[str] = mapped_column()
    files: Mapped[list[dict[str, Any]]] = mapped_column()
