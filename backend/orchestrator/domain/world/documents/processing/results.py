"""What does the job that reads a document read, and what does it write?"""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy import func

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import SHORT, lines
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.world.contacts import known as contacts_known
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.documents import repository
from orchestrator.domain.world.documents.extraction.reading import Part
from orchestrator.domain.world.documents.linking import Link, Named
from orchestrator.domain.world.documents.model import Document, DocumentContact
from orchestrator.domain.world.documents.processing.chunking import JOINT, Chunk
from orchestrator.domain.world.documents.schemas import KIND, RULE, SUMMARY, title_of
from orchestrator.domain.world.documents.service import READ, chunk_entry, documents
from orchestrator.kit.ids import new_id
from orchestrator.language.text.normalize import normalize

AT_ONCE = 200
"""Chunks whose rows are made before others have their turn."""


@dataclass(frozen=True)
class Work:
    """A document to be read, as it stood when reading began."""

    document_id: UUID
    title: str
    filename: str
    media_type: str
    sha256: str
    people: tuple[Named, ...]


@dataclass(frozen=True)
class Result:
    """What was read of it. `folded`: the words of each part, in which names are looked for. `rules`: those of the
    user's whose words the summary took in."""

    parts: tuple[Part, ...]
    folded: tuple[str, ...]
    chunks: tuple[Chunk, ...]
    links: tuple[Link, ...]
    kinds: tuple[str, ...]
    language: str | None
    pages: int | None
    title: str | None
    notices: tuple[str, ...]
    extracted_by: str
    summary: str | None = field(default=None)
    generated_by: str | None = field(default=None)
    rules: tuple[UUID, ...] = ()

    @property
    def text(self) -> str:
        """The whole text."""
        return JOINT.join(part.text for part in self.parts)


async def begin(tx: Tx, document_id: UUID) -> Work | None:
    """Mark it as being read; None where it is gone."""
    row = await repository.documents.find(tx, document_id, for_update=True)
    if row is None:
        return None
    row.enhancement_status = "running"
    await tx.session.flush()
    known = await contacts_known.known(tx)
    return work_of(row, [Named(one.id, (one.name, *one.aliases), one.email_keys) for one in known])


def work_of(row: Document, people: Sequence[Named]) -> Work:
    """The document as it stands."""
    return Work(row.id, row.title, row.filename, row.media_type, row.sha256, tuple(people))


async def failed(tx: Tx, work: Work, why: str) -> None:
    """It could not be read; nothing where it is gone or another file by now."""
    row = await _row(tx, work)
    if row is not None:
        row.enhancement_status, row.enhancement_error = "failed", why
        _changed(row)
        await tx.session.flush()


async def store(tx: Tx, work: Work, result: Result) -> list[IndexEntry] | None:
    """Store what was read; answers what of it is to be found (`index`), None where the document is gone or another file
    by now. It is still being read until `finish`."""
    await provenance.lock_ingestion(tx)  # no contact is erased while links to it are made
    row = await _row(tx, work)
    if row is None:
        return None
    row.summary, row.generated_by = result.summary, result.generated_by
    await _summarised_by(tx, row, result.rules)
    row.language, row.kinds, row.pages = result.language, list(result.kinds), result.pages
    row.notices, row.extracted_by = list(result.notices), result.extracted_by
    if result.title and "title" not in row.user_fields and row.title == title_of(row.filename):
        row.title = result.title[:SHORT]
    if "tags" not in row.user_fields:
        row.tags = list(dict.fromkeys([*row.tags, *(kind.replace("_", " ") for kind in result.kinds)]))
    row.folded = normalize(lines([row.title, row.filename, *row.tags]))
    await repository.replace_parts(tx, row.id, result.parts, result.folded)
    entries = await _replace_chunks(tx, row, result.chunks)
    if "contacts" not in row.user_fields:
        await _replace_links(tx, row.id, result.links)
    await tx.session.flush()
    return entries if row.hidden_at is None else []


async def _summarised_by(tx: Tx, row: Document, rules: Sequence[UUID]) -> None:
    """Remember whose words stand in the summary; it is not kept where such a rule was erased while a model wrote."""
    if await provenance.gone(tx, RULE, rules):
        row.summary, row.generated_by, rules = None, None, ()
    await provenance.forget_sources(tx, SUMMARY, row.id)
    sources = [(RULE, one) for one in rules]
    await provenance.record_all(tx, sources=sources, derived=(SUMMARY, row.id))


async def index(tx: Tx, work: Work, entries: Sequence[IndexEntry]) -> bool:
    """Let some of it be found; False where the document is gone, hidden or another file by now."""
    row = await _row(tx, work)
    if row is None or row.hidden_at is not None:
        return False
    await search.index(tx, entries)
    return True


async def finish(tx: Tx, work: Work) -> None:
    """It was read; nothing is written where it is gone or another file by now."""
    row = await _row(tx, work)
    if row is None:
        return
    row.enhancement_status, row.enhancement_error = "done", None
    _changed(row)
    await tx.session.flush()
    if row.hidden_at is None:
        await search.index(tx, [documents.entry(row)])


def _changed(row: Document) -> None:
    moment: Any = func.steward_now()
    row.version, row.updated_at = row.version + 1, moment


async def _row(tx: Tx, work: Work) -> Document | None:
    row = await repository.documents.find(tx, work.document_id, for_update=True)
    return row if row is not None and row.sha256 == work.sha256 else None


async def _replace_chunks(tx: Tx, row: Document, chunks: Sequence[Chunk]) -> list[IndexEntry]:
    """A chunk whose words are those of one before keeps its id: it is neither indexed nor embedded again."""
    before: defaultdict[str, list[UUID]] = defaultdict(list)
    for old in await repository.chunks(tx, row.id):
        before[old.sha256].append(old.id)
        tx.session.expunge(old)
    rows: list[dict[str, Any]] = []
    entries = []
    for number, chunk in enumerate(chunks):
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)  # others' turn: a book has thousands
        told = chunk.sha256
        kept = before[told]
        chunk_id = kept.pop(0) if kept else new_id()
        rows.append(
            {
                "id": chunk_id,
                "user_id": tx.owner_id,
                "document_id": row.id,
                "ordinal": number,
                "page": chunk.page,
                "section": chunk.section,
                "char_from": chunk.char_from,
                "char_to": chunk.char_to,
                "sha256": told,
            }
        )
        entries.append(chunk_entry(row, chunk_id, chunk.text))
    await search.withdraw(tx, KIND, [one for ids in before.values() for one in ids])
    await repository.replace_chunks(tx, row.id, rows)
    return entries


async def _replace_links(tx: Tx, document_id: UUID, links: Sequence[Link]) -> None:
    """Those that were read from the text anew; the user's own stay."""
    there = await repository.links(tx, [document_id])
    own = {row.contact_id for row in there if row.origin != READ}
    await repository.drop_links(tx, [row.id for row in there if row.origin == READ])
    for row in there:
        tx.session.expunge(row)
    known = await contacts.named(tx, [link.contact_id for link in links])
    for link in links:
        if link.contact_id in known and link.contact_id not in own:
            tx.session.add(
                DocumentContact(
                    user_id=tx.owner_id,
                    document_id=document_id,
                    contact_id=link.contact_id,
                    label=link.label,
                    origin=READ,
                    quote=link.quote,
                    page=link.page,
                    section=link.section,
                )
            )
    await tx.session.flush()
