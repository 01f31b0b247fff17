"""The tables `connections` and `connection_collections`, `_objects`, `_groups`, `_removals`."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import LargeBinary
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned


class Connection(Owned, Base):
    """A feed or an account elsewhere. `sealed`: its secret (`vault.py`); `failures`: in a row; `next_sync_at`: None =
    when the user asks for it; `etag`, `last_modified`: of a feed."""

    __tablename__ = "connections"
    __mapper_args__ = {"eager_defaults": True}  # noqa: RUF012  (SQLAlchemy reads the class attribute)

    kind: Mapped[str] = mapped_column()
    url: Mapped[str] = mapped_column()
    name: Mapped[str | None] = mapped_column()
    username: Mapped[str | None] = mapped_column()
    sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    writable: Mapped[bool] = mapped_column(default=False)
    state: Mapped[str] = mapped_column(default="pending")
    last_sync_at: Mapped[datetime | None] = mapped_column()
    last_error: Mapped[str | None] = mapped_column()
    last_result: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    failures: Mapped[int] = mapped_column(default=0)
    next_sync_at: Mapped[datetime | None] = mapped_column()
    etag: Mapped[str | None] = mapped_column()
    last_modified: Mapped[str | None] = mapped_column()
    version: Mapped[int] = mapped_column(default=1)


class Collection(Owned, Base):
    """A calendar or address book of an account. `sync_token`: up to which all its objects are here; `present`: the
    server still has it."""

    __tablename__ = "connection_collections"
    __mapper_args__ = {"eager_defaults": True}  # noqa: RUF012  (SQLAlchemy reads the class attribute)

    connection_id: Mapped[UUID] = mapped_column()
    href: Mapped[str] = mapped_column()
    name: Mapped[str] = mapped_column()
    sync_token: Mapped[str | None] = mapped_column()
    present: Mapped[bool] = mapped_column(default=True)


class RemoteObject(Base):
    """An object of a collection, by its href as the server gave it. `etag`: of what was read here; `hid`: it is gone
    there, and its contact was hidden for that."""

    __tablename__ = "connection_objects"

    collection_id: Mapped[UUID] = mapped_column(primary_key=True)
    href: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    etag: Mapped[str] = mapped_column()
    uid: Mapped[str] = mapped_column()
    hid: Mapped[bool] = mapped_column(default=False)


class GroupCard(Base):
    """A group card of an address book; `members`: UIDs."""

    __tablename__ = "connection_groups"

    collection_id: Mapped[UUID] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column()
    members: Mapped[list[str]] = mapped_column()


class Removal(Owned, Base):
    """An object that is to be taken away from its calendar, because its event was erased here. `etag`: of what was read
    last, None = it was never read; `refused`: why it stays there, None = it waits."""

    __tablename__ = "connection_removals"

    collection_id: Mapped[UUID] = mapped_column()
    href: Mapped[str] = mapped_column()
    etag: Mapped[str | None] = mapped_column()
    refused: Mapped[str | None] = mapped_column()
