"""Which papers has the user, whose are they, and what do they say? A row comes first; a job reads the file after.

Files come in by `intake.py`; what the job writes is in `results.py`.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.session import after_commit, before_commit
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import EntityOut, lines
from orchestrator.domain.foundation.entities.service import EntityService
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.foundation.slices.erasable import Erasable, ErasedRow
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.documents import repository
from orchestrator.domain.world.documents.filters import DocumentFilter
from orchestrator.domain.world.documents.model import Document, DocumentContact, DocumentPart
from orchestrator.domain.world.documents.schemas import (
    ENHANCE,
    KIND,
    RULE,
    SUMMARY,
    ContactLinkIO,
    DocumentFields,
    DocumentOut,
    Enhance,
    EnhancingOut,
    title_of,
)
from orchestrator.domain.world.documents.storage import FileStore
from orchestrator.errors import InvalidRequest
from orchestrator.kit.versions import Expected
from orchestrator.language.documents import words_of_kind
from orchestrator.language.tables import LANGUAGES
from orchestrator.language.text.normalize import normalize
from orchestrator.scheduling import status
from orchestrator.scheduling.async_jobs import enqueue

OWN, READ = "own_data", "third_party"
BY_READER = "reader"
"""Who took the summary from the text where no model is configured."""


class Documents(EntityService[Document, DocumentFields]):
    """Documents. `files`: where their files lie; without it (reading, tests) an erased one's file is left to the
    sweep."""

    kind: ClassVar[str] = KIND
    fields = DocumentFields
    out = DocumentOut
    repository = repository.documents

    def __init__(self, files: FileStore | None = None) -> None:
        self.files = files

    async def columns(self, tx: Tx, fields: DocumentFields, zone: str) -> Mapping[str, Any]:
        """Of a document that is there: its title, which the file's name stands for where it is cleared (`_store`)."""
        del tx, zone
        return {"title": fields.title, "folded": normalize(lines([fields.title, *fields.tags]))}

    def entry(self, row: Document) -> IndexEntry:
        """What it is called and what it is about; what it says is found by its chunks (`entries_of`)."""
        summary = row.summary if row.generated_by != BY_READER else None  # its own first sentences stand in a chunk
        text = lines([row.filename, *row.tags, summary])
        return IndexEntry(KIND, row.id, row.title, text, row.created_at, origin=READ, external_id=row.external_id)

    async def given(self, tx: Tx, row: Document) -> dict[str, Any]:
        linked = await repository.links(tx, [row.id])
        return {
            "external_id": row.external_id,
            "source": row.source,
            "tags": row.tags,
            "title": row.title,
            "contacts": [_shown(one).model_dump() for one in linked],
        }

    async def after_write(self, tx: Tx, row: Document, fields: DocumentFields, changes: set[str]) -> bool:
        if "contacts" not in changes:
            return False
        return await replace_links(tx, row.id, fields.contacts)

    async def before_erase(self, tx: Tx, row: Document) -> Sequence[ErasedRow]:
        chunks = await repository.chunks(tx, row.id)
        linked = await repository.links(tx, [row.id])
        await search.withdraw(tx, KIND, [chunk.id for chunk in chunks])
        for one in (*chunks, *linked):
            tx.session.expunge(one)
        if self.files is not None:
            remove = partial(_remove_file, tx, row.id, files=self.files)
            before_commit(tx.session, f"document:{row.id}", remove)
        return [
            *(ErasedRow("document_chunk", one.id, indexed=False) for one in chunks),
            *(ErasedRow("document_contact", one.id, indexed=False) for one in linked),
        ]

    async def present(self, tx: Tx, rows: Sequence[Document]) -> list[EntityOut]:
        linked: dict[UUID, list[ContactLinkIO]] = {}
        for one in await repository.links(tx, [row.id for row in rows]):
            linked.setdefault(one.document_id, []).append(_shown(one))
        below, above = await repository.hanging(tx, [row.id for row in rows])
        return [
            DocumentOut.model_validate(_own_columns(row)).model_copy(
                update={
                    "contacts": linked.get(row.id, []),
                    "parent_id": above.get(row.id),
                    "attachments": below.get(row.id, []),
                }
            )
            for row in rows
        ]

    async def hide(self, tx: Tx, entity_id: UUID, *, version: Expected = None) -> Document:
        row = await super().hide(tx, entity_id, version=version)
        chunks = await repository.chunks(tx, row.id)
        await search.withdraw(tx, KIND, [chunk.id for chunk in chunks])
        return row

    async def unhide(self, tx: Tx, entity_id: UUID, *, version: Expected = None) -> Document:
        row = await super().unhide(tx, entity_id, version=version)
        await search.index(tx, await entries_of(tx, row))
        return row

    async def retag(self, tx: Tx, row: Document, tags: Sequence[str]) -> None:
        """As of every entity; the list finds it by its tags too, and the same file taken in again changes nothing."""
        row.folded = normalize(lines([row.title, row.filename, *tags]))
        await super().retag(tx, row, tags)

    async def redact(self, tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
        """Documents lose their links to contacts that are gone, and a summary with the words of a rule that is gone is
        written anew."""
        gone = [entity_id for kind, entity_id in erased if kind == "contact"]
        linked = await repository.links_to(tx, gone) if gone else []
        await repository.drop_links(tx, [one.id for one in linked])
        await repository.touch(tx, [one.document_id for one in linked])
        counted = {"document_contact": len(linked), KIND: await self._unsummarise(tx, erased)}
        return {kind: number for kind, number in counted.items() if number}

    async def _unsummarise(self, tx: Tx, erased: Sequence[tuple[str, UUID]]) -> int:
        rules = [(kind, entity_id) for kind, entity_id in erased if kind == RULE]
        made = await provenance.derived_from(tx, rules)
        cleaned = 0
        for document_id in [one for kind, one in made if kind == SUMMARY]:
            row = await self.repository.find(tx, document_id, for_update=True)
            if row is None:
                continue
            row.summary, row.generated_by = None, None
            await ask_for(tx.session, row)
            await self._bump(tx.session, row)
            await search.index(tx, [self.entry(row)] if row.hidden_at is None else [])
            cleaned += 1
        return cleaned

    def erasable(self) -> Erasable:
        return replace(super().erasable(), redact=self.redact, rebuild=_still_hangs)

    async def _store(
        self,
        tx: Tx,
        row: Document,
        fields: DocumentFields,
        columns: Mapping[str, Any],
        *,
        named: set[str],
        index: bool = True,
        origin: str | None = None,
    ) -> bool:
        title = columns["title"] or title_of(str(columns.get("filename", row.filename)))
        folded = normalize(lines([title, row.filename, *columns.get("tags", row.tags)]))
        return await super()._store(
            tx, row, fields, {**columns, "title": title, "folded": folded}, named=named, index=index, origin=origin
        )


documents = Documents()


async def _still_hangs(tx: Tx, document_id: UUID) -> None:
    """One of the mails that it hung on is erased, another is not: nothing of it changes."""
    del tx, document_id


def _own_columns(row: Document) -> dict[str, Any]:
    names = (set(DocumentOut.model_fields) | set(EntityOut.model_fields)) - {"contacts", "parent_id", "attachments"}
    return {name: getattr(row, name) for name in names}


def _shown(link: DocumentContact) -> ContactLinkIO:
    return ContactLinkIO(
        contact_id=link.contact_id, label=link.label, quote=link.quote, page=link.page, section=link.section
    )


async def _remove_file(tx: Tx, document_id: UUID, *, files: FileStore) -> None:
    """Once the erasure is committed; a dry run took it back, and then the row is there."""
    if not await repository.there(tx.session, [document_id]):
        after_commit(tx.session, partial(asyncio.to_thread, files.remove, tx.owner_id, document_id))


async def replace_links(tx: Tx, document_id: UUID, wanted: Sequence[ContactLinkIO]) -> bool:
    """Let these be all contacts of the document, as the user says; what was read from the text keeps its evidence
    where its label stays. True where that changed something. Raises InvalidRequest."""
    keep = {one.contact_id: one for one in wanted}
    known = await contacts.named(tx, list(keep))
    if missing := sorted(keep.keys() - known.keys()):
        errors: Any = [{"loc": ["contacts", "contact_id"], "message": f"there is no contact {one}"} for one in missing]
        raise InvalidRequest("`contacts` names a contact that does not exist.", errors=errors)
    present = {row.contact_id: row for row in await repository.links(tx, [document_id])}
    gone = [row for contact_id, row in present.items() if contact_id not in keep]
    await repository.drop_links(tx, [row.id for row in gone])
    changed = bool(gone)
    for contact_id, one in keep.items():
        row = present.get(contact_id)
        if row is None:
            link = DocumentContact(
                user_id=tx.owner_id, document_id=document_id, contact_id=contact_id, label=one.label, origin=OWN
            )
            tx.session.add(link)
            changed = True
        elif row.label != one.label:
            row.label, row.origin = one.label, OWN
            changed = True
    await tx.session.flush()
    return changed


async def enhance(tx: Tx, document_id: UUID) -> EnhancingOut:
    """Have it read anew, now. Raises NotFound."""
    row = await repository.documents.get(tx, document_id, for_update=True)
    await ask_for(tx.session, row)
    await tx.session.flush()
    assert row.job_id is not None
    job = await status.show(tx, row.job_id)
    return EnhancingOut(job_id=row.job_id, document_id=row.id, run_after=job.run_after)


async def read_unread(tx: Tx, ids: Sequence[UUID]) -> None:
    """Have those of the documents read that came with an archive before anybody had read them."""
    unread = Document.enhancement_status.in_(("pending", "running"))
    for row in await repository.documents.rows(tx, Document.id.in_(ids), unread, limit=len(ids)):
        await ask_for(tx.session, row)
    await tx.session.flush()


async def ask_for(session: AsyncSession, row: Document) -> None:
    """Enqueue the job that reads it, in the unit of work of what changed it."""
    row.enhancement_status, row.enhancement_error = "pending", None
    row.job_id = await enqueue(
        session, ENHANCE, Enhance(document_id=row.id), owner_id=row.user_id, dedupe_key=str(row.id)
    )


async def find(tx: Tx, wanted: DocumentFilter, *, limit: int, q: str | None = None) -> list[Document]:
    """The documents that match, newest first."""
    return await repository.documents.rows(tx, *wanted.conditions(), limit=limit, q=q)


async def count(tx: Tx, wanted: DocumentFilter, *, q: str | None = None) -> int:
    """How many match."""
    return await repository.documents.count(tx, *wanted.conditions(), q=q)


async def links_of(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, list[tuple[DocumentContact, str]]]:
    """Whom each document is about, with the contact's name."""
    rows = await repository.links(tx, ids)
    names = await contacts.named(tx, list({row.contact_id for row in rows}))
    found: dict[UUID, list[tuple[DocumentContact, str]]] = {}
    for row in rows:
        if row.contact_id in names:
            found.setdefault(row.document_id, []).append((row, names[row.contact_id]))
    return found


async def parts_of(tx: Tx, document_id: UUID, *, page: int | None, first: int, limit: int) -> list[DocumentPart]:
    """So many parts of the text, from a page or from an ordinal on."""
    if page is not None:
        found = await repository.first_part_of_page(tx, document_id, page)
        if found is None:
            return []
        first = found
    return await repository.parts(tx, document_id, first=first, limit=limit)


def tags_of_kind(kind: str | None) -> tuple[str, ...]:
    """The tags by which a user says that a paper is of this kind, in all languages."""
    if kind is None:
        return ()
    words = [kind, kind.replace("_", " "), *words_of_kind(kind)]
    return tuple(
        dict.fromkeys(spelt for word in words for spelt in (word, word.capitalize(), word.title(), normalize(word)))
    )


async def openings(tx: Tx, ids: Sequence[UUID]) -> dict[UUID, DocumentPart]:
    """The first part of each."""
    return await repository.opening(tx, ids)


@dataclass(frozen=True)
class Place:
    """Where in its document a chunk stands."""

    page: int | None
    section: str | None


async def places_of(tx: Tx, chunk_ids: Sequence[UUID]) -> dict[UUID, Place]:
    """Where these chunks stand: what a hit of the search names its page by."""
    found = await repository.chunks_by_id(tx, chunk_ids) if chunk_ids else {}
    return {chunk_id: Place(row.page, row.section) for chunk_id, row in found.items()}


async def entries_of(tx: Tx, row: Document) -> list[IndexEntry]:
    """What of the document's text is found, one entry a chunk."""
    text = "\n\n".join(part.text for part in await _all_parts(tx, row.id))
    chunks = await repository.chunks(tx, row.id)
    return [chunk_entry(row, chunk.id, text[chunk.char_from : chunk.char_to]) for chunk in chunks]


def chunk_entry(row: Document, chunk_id: UUID, text: str) -> IndexEntry:
    """A chunk as an entry of the search index: it belongs to the document, which is what is found."""
    return IndexEntry(
        KIND,
        chunk_id,
        row.title,
        text,
        row.created_at,
        origin=READ,
        group_id=row.id,
        external_id=row.external_id,
        language=row.language if row.language in LANGUAGES else None,
    )


async def _all_parts(tx: Tx, document_id: UUID) -> list[DocumentPart]:
    found: list[DocumentPart] = []
    while batch := await repository.parts(tx, document_id, first=len(found)):
        found += batch
    return found
