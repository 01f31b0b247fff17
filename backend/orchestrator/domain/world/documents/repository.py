"""Reads and writes `documents`, `document_parts`, `document_chunks`, `document_contacts` and `document_attachments`."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Row, and_, delete, exists, func, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.repository import OwnedRepository
from orchestrator.db.tx import Tx
from orchestrator.domain.world.documents.model import (
    Document,
    DocumentAttachment,
    DocumentChunk,
    DocumentContact,
    DocumentPart,
)


class DocumentRepository(OwnedRepository[Document]):
    """Documents, found by what they say too."""

    def _says(self, word: str) -> ColumnElement[bool]:
        part = DocumentPart
        of_document = and_(part.document_id == Document.id, part.user_id == Document.user_id)
        written = exists(select(1).where(of_document, part.folded.contains(word, autoescape=True)))
        return or_(super()._says(word), written)


documents = DocumentRepository(Document, "document")
ROWS_AT_ONCE = 1_000


async def same(tx: Tx, sha256: str) -> Document | None:
    """The oldest document with the same bytes."""
    statement = documents.owned(tx.owner_id).where(Document.sha256 == sha256).order_by(Document.id).limit(1)
    return (await tx.session.scalars(statement)).one_or_none()


async def known_bytes(tx: Tx, digests: Collection[str]) -> set[str]:
    """Those of these sha256 (hex) that a document has."""
    statement = select(Document.sha256).where(Document.user_id == tx.owner_id, Document.sha256.in_(digests))
    return set(await tx.session.scalars(statement))


# Parts and chunks


async def parts(tx: Tx, document_id: UUID, *, first: int = 0, limit: int = ROWS_AT_ONCE) -> list[DocumentPart]:
    """So many parts from ordinal `first` on."""
    statement = (
        select(DocumentPart)
        .where(
            DocumentPart.user_id == tx.owner_id, DocumentPart.document_id == document_id, DocumentPart.ordinal >= first
        )
        .order_by(DocumentPart.ordinal)
        .limit(limit)
    )
    return list(await tx.session.scalars(statement))


async def first_part_of_page(tx: Tx, document_id: UUID, page: int) -> int | None:
    """The ordinal of the first part from that page on; None where there is none."""
    statement = (
        select(DocumentPart.ordinal)
        .where(DocumentPart.user_id == tx.owner_id, DocumentPart.document_id == document_id, DocumentPart.page >= page)
        .order_by(DocumentPart.ordinal)
        .limit(1)
    )
    return (await tx.session.scalars(statement)).one_or_none()


async def opening(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, DocumentPart]:
    """The first part of each."""
    statement = select(DocumentPart).where(
        DocumentPart.user_id == tx.owner_id, DocumentPart.document_id.in_(ids), DocumentPart.ordinal == 0
    )
    return {row.document_id: row for row in await tx.session.scalars(statement)}


async def replace_parts(tx: Tx, document_id: UUID, rows: Sequence[Any], folded: Sequence[str]) -> None:
    """Let these (text, page, section) be all parts of the document; `folded`: the words of each."""
    await tx.session.execute(
        delete(DocumentPart).where(DocumentPart.user_id == tx.owner_id, DocumentPart.document_id == document_id)
    )
    values = [
        {
            "user_id": tx.owner_id,
            "document_id": document_id,
            "ordinal": number,
            "page": row.page,
            "section": row.section,
            "text": row.text,
            "folded": words,
        }
        for number, (row, words) in enumerate(zip(rows, folded, strict=True))
    ]
    for start in range(0, len(values), ROWS_AT_ONCE):
        await tx.session.execute(insert(DocumentPart), values[start : start + ROWS_AT_ONCE])


async def chunks(tx: Tx, document_id: UUID) -> list[DocumentChunk]:
    """All chunks of a document in order."""
    statement = (
        select(DocumentChunk)
        .where(DocumentChunk.user_id == tx.owner_id, DocumentChunk.document_id == document_id)
        .order_by(DocumentChunk.ordinal)
    )
    return list(await tx.session.scalars(statement))


async def chunks_by_id(tx: Tx, ids: Collection[UUID]) -> dict[UUID, DocumentChunk]:
    """Those of `ids` that exist."""
    statement = select(DocumentChunk).where(DocumentChunk.user_id == tx.owner_id, DocumentChunk.id.in_(ids))
    return {row.id: row for row in await tx.session.scalars(statement)}


async def replace_chunks(tx: Tx, document_id: UUID, rows: Sequence[dict[str, Any]]) -> None:
    """Let these be all chunks of the document; `rows` hold their columns, ids included."""
    await tx.session.execute(
        delete(DocumentChunk).where(DocumentChunk.user_id == tx.owner_id, DocumentChunk.document_id == document_id)
    )
    for start in range(0, len(rows), ROWS_AT_ONCE):
        await tx.session.execute(insert(DocumentChunk), list(rows[start : start + ROWS_AT_ONCE]))


# Contacts


async def links(tx: Tx, ids: Sequence[UUID]) -> list[DocumentContact]:
    """Whom these documents are about, in the order in which it was found."""
    if not ids:
        return []
    statement = select(DocumentContact).where(
        DocumentContact.user_id == tx.owner_id, DocumentContact.document_id.in_(ids)
    )
    return list(await tx.session.scalars(statement.order_by(DocumentContact.document_id, DocumentContact.id)))


async def links_to(tx: Tx, contact_ids: Sequence[UUID]) -> list[DocumentContact]:
    """The links of these contacts, locked."""
    statement = (
        select(DocumentContact)
        .where(DocumentContact.user_id == tx.owner_id, DocumentContact.contact_id.in_(contact_ids))
        .order_by(DocumentContact.id)
        .with_for_update()
    )
    return list(await tx.session.scalars(statement))


async def drop_links(tx: Tx, ids: Sequence[UUID]) -> None:
    """Delete these links."""
    if ids:
        await tx.session.execute(
            delete(DocumentContact).where(DocumentContact.user_id == tx.owner_id, DocumentContact.id.in_(ids))
        )


async def touch(tx: Tx, ids: Collection[UUID]) -> None:
    """These documents show something else than before."""
    if ids:
        await tx.session.execute(
            update(Document)
            .where(Document.user_id == tx.owner_id, Document.id.in_(ids))
            .values(version=Document.version + 1, updated_at=func.steward_now())
            .execution_options(synchronize_session=False)
        )


# What hangs on mails


async def hanging(tx: Tx, ids: Sequence[UUID]) -> tuple[dict[UUID, list[UUID]], dict[UUID, UUID]]:
    """Of these documents: what hangs on each, in order, and the mail that each came with (the first one)."""
    rows = (
        await tx.session.scalars(
            select(DocumentAttachment)
            .where(
                DocumentAttachment.user_id == tx.owner_id,
                DocumentAttachment.mail_id.in_(ids) | DocumentAttachment.document_id.in_(ids),
            )
            .order_by(DocumentAttachment.mail_id, DocumentAttachment.ordinal)
        )
    ).all()
    wanted = set(ids)
    below: dict[UUID, list[UUID]] = {}
    above: dict[UUID, UUID] = {}
    for row in rows:
        if row.mail_id in wanted:
            below.setdefault(row.mail_id, []).append(row.document_id)
        if row.document_id in wanted:
            above.setdefault(row.document_id, row.mail_id)
    return below, above


# Work


_STRANDED = text(
    """
    select d.id, d.user_id, j.last_error from documents d left join async_jobs j on j.id = d.job_id
     where d.enhancement_status in ('pending', 'running')
       and (j.id is null or j.state not in ('pending', 'running'))
       and d.updated_at < steward_now() - interval '1 minute'
     limit :limit
    """
)


async def stranded(session: AsyncSession, *, limit: int) -> Sequence[Row[Any]]:
    """(id, user_id, last_error) of documents that wait for a job that will not come; of all users."""
    return (await session.execute(_STRANDED, {"limit": limit})).all()


async def strand(tx: Tx, document_id: UUID, why: str) -> None:
    """No job reads it: say so."""
    await tx.session.execute(
        update(Document)
        .where(Document.user_id == tx.owner_id, Document.id == document_id)
        .values(enhancement_status="failed", enhancement_error=why, version=Document.version + 1)
        .execution_options(synchronize_session=False)
    )


async def there(session: AsyncSession, ids: Sequence[UUID]) -> set[UUID]:
    """Those of `ids` that are documents of anybody."""
    found = await session.scalars(select(Document.id).where(Document.id.in_(ids)))
    return set(found)
