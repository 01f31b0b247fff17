"""The tables `contacts`, `contact_relationships` and `contact_places`."""

from typing import Any
from uuid import UUID

from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned
from orchestrator.db.repository import EntityRow


class Contact(EntityRow):
    """Someone the user knows. `emails`, `phones`: `[{"value","label"}]`; `birthday`: `YYYY-MM-DD` or `--MM-DD`."""

    __tablename__ = "contacts"

    display_name: Mapped[str] = mapped_column()
    given_name: Mapped[str | None] = mapped_column()
    family_name: Mapped[str | None] = mapped_column()
    aliases: Mapped[list[str]] = mapped_column(default=list)
    nicknames: Mapped[list[str]] = mapped_column(default=list)
    emails: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    email_keys: Mapped[list[str]] = mapped_column(default=list)
    phones: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    organization: Mapped[str | None] = mapped_column()
    title: Mapped[str | None] = mapped_column()
    birthday: Mapped[str | None] = mapped_column()
    notes: Mapped[str | None] = mapped_column()
    groups: Mapped[list[str]] = mapped_column(default=list)


class Relationship(Owned, Base):
    """`label`: what `other_id` is to `contact_id`; `reciprocal_label`: the other way round."""

    __tablename__ = "contact_relationships"

    contact_id: Mapped[UUID] = mapped_column()
    other_id: Mapped[UUID] = mapped_column()
    label: Mapped[str | None] = mapped_column()
    reciprocal_label: Mapped[str | None] = mapped_column()


class ContactPlace(Owned, Base):
    """A contact belongs to a place: their home, their work."""

    __tablename__ = "contact_places"

    contact_id: Mapped[UUID] = mapped_column()
    place_id: Mapped[UUID] = mapped_column()
    label: Mapped[str | None] = mapped_column()
