"""What does every table have in common? Naming of constraints, and the columns of an entity (api.md, Entities)."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime, MetaData, Text, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from orchestrator.kit.ids import new_id


class Base(DeclarativeBase):
    """Declarative base. Tables are made by migrations; the models only describe them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012  (SQLAlchemy reads the class attribute)
        UUID: PgUUID(as_uuid=True),
        datetime: DateTime(timezone=True),
        str: Text(),
        dict[str, Any]: JSONB(),
        list[dict[str, Any]]: JSONB(),
        list[str]: ARRAY(Text()),
        list[UUID]: ARRAY(PgUUID(as_uuid=True)),
    }


class Owned:
    """Columns of every row that belongs to a user. The owner is part of what the session knows a row by, so that a
    changed row is written with its owner in the condition."""

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    created_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
    updated_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))


class Entity(Owned):
    """Columns of every entity of api.md.

    `user_fields` names the fields that the user set by hand: an ingestion never replaces those.
    `hidden_at`: set by cancel or remove (not erase), can be undone; hidden rows are in no list unless asked for.
    """

    external_id: Mapped[str | None] = mapped_column()
    source: Mapped[str | None] = mapped_column()
    origin: Mapped[str] = mapped_column(default="own_data")
    version: Mapped[int] = mapped_column(default=1)
    tags: Mapped[list[str]] = mapped_column(default=list)
    user_fields: Mapped[list[str]] = mapped_column(default=list)
    hidden_at: Mapped[datetime | None] = mapped_column()
