"""The tables `event_photos`, `event_photo_contacts`, `photo_persons` and `photo_uploads`."""

from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned


class EventPhoto(Owned, Base):
    """A link of an event to an asset of the library. `gone`: the library has it no more; `refreshed_at`: when it was
    last asked."""

    __tablename__ = "event_photos"

    event_id: Mapped[UUID] = mapped_column()
    asset_id: Mapped[UUID] = mapped_column()
    taken_at: Mapped[datetime | None] = mapped_column()
    gone: Mapped[bool] = mapped_column(default=False)
    refreshed_at: Mapped[datetime | None] = mapped_column()


class PhotoFace(Owned, Base):
    """One of the library's persons on a photo, in its order."""

    __tablename__ = "event_photo_contacts"

    photo_id: Mapped[UUID] = mapped_column()
    person_id: Mapped[UUID] = mapped_column()
    name: Mapped[str] = mapped_column()
    place: Mapped[int] = mapped_column()


class PhotoPerson(Owned, Base):
    """The user said that this person of the library is that contact."""

    __tablename__ = "photo_persons"

    contact_id: Mapped[UUID] = mapped_column()
    person_id: Mapped[UUID] = mapped_column()
    name: Mapped[str] = mapped_column()


class PhotoUpload(Owned, Base):
    """A photo on its way into the library: its `content`, or that of a document. `failed`: the library refused it."""

    __tablename__ = "photo_uploads"

    event_id: Mapped[UUID] = mapped_column()
    document_id: Mapped[UUID | None] = mapped_column()
    content: Mapped[bytes | None] = mapped_column(deferred=True)
    sha1: Mapped[bytes | None] = mapped_column()
    filename: Mapped[str] = mapped_column()
    media_type: Mapped[str] = mapped_column()
    state: Mapped[str] = mapped_column(default="pending")
    attempts: Mapped[int] = mapped_column(default=0)
    last_error: Mapped[str | None] = mapped_column()
