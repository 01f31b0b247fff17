"""The tables of contacts: themselves, their links, their groups, and which were merged or proposed as one."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned
from orchestrator.db.repository import EntityRow


class Contact(EntityRow):
    """Someone the user knows. `emails`, `phones`: `[{"value","label"}]`; `email_keys`, `phone_keys`: what they are
    matched by; `birthday`: `YYYY-MM-DD` or `--MM-DD`; `groups`: the names of `ContactGroup`s; `waits_for`: who this one
    is for sure, as it came under another source: hidden until the user says (`waiting.py`)."""

    __tablename__ = "contacts"

    display_name: Mapped[str] = mapped_column()
    given_name: Mapped[str | None] = mapped_column()
    family_name: Mapped[str | None] = mapped_column()
    aliases: Mapped[list[str]] = mapped_column(default=list)
    nicknames: Mapped[list[str]] = mapped_column(default=list)
    emails: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    email_keys: Mapped[list[str]] = mapped_column(default=list)
    phones: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    phone_keys: Mapped[list[str]] = mapped_column(default=list)
    organization: Mapped[str | None] = mapped_column()
    title: Mapped[str | None] = mapped_column()
    birthday: Mapped[str | None] = mapped_column()
    notes: Mapped[str | None] = mapped_column()
    groups: Mapped[list[str]] = mapped_column(default=list)
    waits_for: Mapped[UUID | None] = mapped_column()


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


class ContactGroup(EntityRow):
    """People under one name. Its members are the contacts that name it; `implied`: it goes with the last of them."""

    __tablename__ = "contact_groups"

    name: Mapped[str] = mapped_column()
    name_key: Mapped[str] = mapped_column()
    aliases: Mapped[list[str]] = mapped_column(default=list)
    alias_keys: Mapped[list[str]] = mapped_column(default=list)
    selector: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    description: Mapped[str | None] = mapped_column()
    implied: Mapped[bool] = mapped_column(default=False)


class ContactMerge(Owned, Base):
    """`merged_id` is part of `keep_id` since then. `contact`: its row as it was; `gain`: what the kept one has from it
    (`merging.Gain`); `links`: its rows in other tables (`merging_links`); `referrers`: by kind, what pointed to it."""

    __tablename__ = "contact_merges"

    keep_id: Mapped[UUID] = mapped_column()
    merged_id: Mapped[UUID] = mapped_column()
    source: Mapped[str | None] = mapped_column()
    external_id: Mapped[str | None] = mapped_column()
    contact: Mapped[dict[str, Any]] = mapped_column()
    gain: Mapped[dict[str, Any]] = mapped_column()
    links: Mapped[dict[str, Any]] = mapped_column()
    referrers: Mapped[dict[str, Any]] = mapped_column()


class ContactDuplicate(Base):
    """A pair that was proposed as one contact, or un-merged; `first_id` < `second_id`."""

    __tablename__ = "contact_duplicates"

    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    first_id: Mapped[UUID] = mapped_column(primary_key=True)
    second_id: Mapped[UUID] = mapped_column(primary_key=True)
    preview_id: Mapped[UUID | None] = mapped_column()
    created_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
