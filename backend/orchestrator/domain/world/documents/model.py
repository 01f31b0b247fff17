"""The tables `documents`, `document_parts`, `document_chunks`, `document_contacts` and `document_attachments`."""

from uuid import UUID

from sqlalchemy import BigInteger
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned
from orchestrator.db.repository import EntityRow


class Document(EntityRow):
    """A file of the user's and what is known of it. `sha256` (hex) is of the file; `job_id`: the job that reads it
    next, or read it last."""

    __tablename__ = "documents"

    title: Mapped[str] = mapped_column()
    filename: Mapped[str] = mapped_column()
    media_type: Mapped[str] = mapped_column()
    size_bytes: Mapped[int] = mapped_column(BigInteger)
    sha256: Mapped[str] = mapped_column()
    enhancement_status: Mapped[str] = mapped_column(default="pending")
    enhancement_error: Mapped[str | None] = mapped_column()
    job_id: Mapped[UUID | None] = mapped_column()
    summary: Mapped[str | None] = mapped_column()
    generated_by: Mapped[str | None] = mapped_column()
    language: Mapped[str | None] = mapped_column()
    kinds: Mapped[list[str]] = mapped_column(default=list)
    pages: Mapped[int | None] = mapped_column()
    notices: Mapped[list[str]] = mapped_column(default=list)
    extracted_by: Mapped[str | None] = mapped_column()


class DocumentPart(Owned, Base):
    """A page or section of the text."""

    __tablename__ = "document_parts"

    document_id: Mapped[UUID] = mapped_column()
    ordinal: Mapped[int] = mapped_column()
    page: Mapped[int | None] = mapped_column()
    section: Mapped[str | None] = mapped_column()
    text: Mapped[str] = mapped_column()
    folded: Mapped[str] = mapped_column()


class DocumentChunk(Owned, Base):
    """A stretch of the text that is found as one; its words stand in the search index."""

    __tablename__ = "document_chunks"

    document_id: Mapped[UUID] = mapped_column()
    ordinal: Mapped[int] = mapped_column()
    page: Mapped[int | None] = mapped_column()
    section: Mapped[str | None] = mapped_column()
    char_from: Mapped[int] = mapped_column()
    char_to: Mapped[int] = mapped_column()
    sha256: Mapped[str] = mapped_column()


class DocumentContact(Owned, Base):
    """Somebody whom a document is about. `origin`: `own_data` where the user said so, `third_party` where it was read
    from the text, then with the words that say it."""

    __tablename__ = "document_contacts"

    document_id: Mapped[UUID] = mapped_column()
    contact_id: Mapped[UUID] = mapped_column()
    label: Mapped[str | None] = mapped_column()
    origin: Mapped[str] = mapped_column()
    quote: Mapped[str | None] = mapped_column()
    page: Mapped[int | None] = mapped_column()
    section: Mapped[str | None] = mapped_column()


class DocumentAttachment(Base):
    """A document that hung on a mail; `ordinal`: its place there."""

    __tablename__ = "document_attachments"

    mail_id: Mapped[UUID] = mapped_column(primary_key=True)
    document_id: Mapped[UUID] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    ordinal: Mapped[int] = mapped_column()
