"""How does a file become a document? It is on the disk first, then its row is committed, then it is put in its place.

By upload (`take`) or as an item of an ingestion (`Intake.ingest`).
"""

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, ClassVar
from uuid import UUID

from orchestrator.db.session import after_commit
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import IngestResult, lines
from orchestrator.domain.foundation.entities.service import Ingested
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.world.documents import repository
from orchestrator.domain.world.documents.media_types import kind_of
from orchestrator.domain.world.documents.model import Document
from orchestrator.domain.world.documents.schemas import (
    ENHANCE,
    MAX_BYTES,
    DocumentFields,
    Enhance,
    IncomingDocument,
    Received,
    filename_of,
    title_of,
)
from orchestrator.domain.world.documents.service import Documents, ask_for, replace_links
from orchestrator.domain.world.documents.storage import FileStore
from orchestrator.errors import Conflict, FieldError, InvalidRequest, UnsupportedMedia
from orchestrator.kit.ids import new_id
from orchestrator.kit.text import shorten
from orchestrator.language.text.normalize import normalize
from orchestrator.scheduling.async_jobs import Item, enqueue_many

TITLE_CHARACTERS = 80
DEFAULT_TEXT_NAME = "document.txt"
EMPTY = "The file is empty."
BLANK = "The file has nothing but blanks."
_BLOCK = 1 << 16
_BOM = b"\xef\xbb\xbf"


async def received(
    files: FileStore, stored_as: UUID, filename: str | None, *, size: int, sha256: str, said: str | None = None
) -> Received:
    """What lies in the store under an id, looked at; `said`: the media type that it came with. Raises InvalidRequest
    where it says nothing, UnsupportedMedia."""
    wrong = EMPTY if size == 0 else BLANK if await asyncio.to_thread(_is_blank, files.incoming(stored_as)) else None
    if wrong is not None:
        raise InvalidRequest(wrong, errors=[{"loc": ["body", "file"], "message": wrong}])
    return await asyncio.to_thread(_looked_at, files, stored_as, filename, size=size, sha256=sha256, said=said)


def _looked_at(
    files: FileStore, stored_as: UUID, filename: str | None, *, size: int, sha256: str, said: str | None = None
) -> Received:
    name = filename_of(filename)
    kind = kind_of(files.incoming(stored_as), name, said)
    return Received(stored_as, name, kind.media_type, size, sha256, kind.notices)


async def take(tx: Tx, files: FileStore, fields: IncomingDocument, file: Received, *, zone: str) -> Document:
    """Make a document of an uploaded file, as the user's own act. Raises Conflict `already_exists` with the `id` of the
    document that holds the same bytes, InvalidRequest."""
    await provenance.lock_ingestion(tx)
    if (there := await repository.same(tx, file.sha256)) is not None:
        told = f"You have this file already, as “{there.title}”."
        raise Conflict("already_exists", told, extra={"id": str(there.id)})
    fields.receive(file)
    return await Intake(files).create(tx, fields, zone=zone, entity_id=file.stored_as)


class Intake(Documents):
    """Documents as they come in, for one request. New ones of an ingestion are written together, unless they are linked
    to contacts, who may not be there, or may be a document that is there already."""

    written_together: ClassVar[bool] = True
    fields: type[DocumentFields] = IncomingDocument
    files: FileStore

    def __init__(self, files: FileStore) -> None:
        super().__init__(files)

    async def columns(self, tx: Tx, fields: DocumentFields, zone: str) -> Mapping[str, Any]:
        assert isinstance(fields, IncomingDocument)
        columns = dict(await super().columns(tx, fields, zone))
        if fields.received is None:
            await asyncio.to_thread(self._lay_down, fields)
        file = fields.received
        if file is None:
            return columns
        title = fields.title or _first_line(fields) or title_of(file.filename)
        return columns | {
            "title": title,
            "filename": file.filename,
            "media_type": file.media_type,
            "size_bytes": file.size_bytes,
            "sha256": file.sha256,
            "folded": normalize(lines([title, file.filename, *fields.tags])),
        }

    async def after_write(self, tx: Tx, row: Document, fields: DocumentFields, changes: set[str]) -> bool:
        assert isinstance(fields, IncomingDocument)
        linked = "contacts" in changes and await replace_links(tx, row.id, fields.contacts)
        file = fields.received
        if file is None:
            return linked
        is_new = row.enhancement_status == "pending" and row.job_id is None
        if not is_new and row.sha256 == file.sha256:
            self.files.give_up(file.stored_as)
            return linked
        row.notices = list(file.notices)
        await ask_for(tx.session, row)
        await asyncio.to_thread(self._move, file.stored_as, row.id)
        after_commit(tx.session, partial(asyncio.to_thread, self.files.keep, tx.owner_id, row.id))
        return True

    async def given(self, tx: Tx, row: Document) -> dict[str, Any]:
        return {**await super().given(tx, row), "filename": row.filename}

    async def after_made(self, tx: Tx, rows: Sequence[Document]) -> None:
        jobs = [Item(Enhance(document_id=row.id), tx.owner_id, str(row.id)) for row in rows]
        ids = await enqueue_many(tx.session, ENHANCE, jobs)
        for row in rows:
            row.job_id = ids[tx.owner_id, str(row.id)]
        await tx.session.flush()
        after_commit(tx.session, partial(asyncio.to_thread, self.files.keep, tx.owner_id, *(row.id for row in rows)))

    async def _written(
        self, tx: Tx, new: Mapping[int, DocumentFields], *, zone: str, origin: str
    ) -> dict[int, Ingested[Document]]:
        fields = {at: one for at, one in new.items() if isinstance(one, IncomingDocument)}
        digests = await asyncio.to_thread(_digests, fields) if fields else {}
        met = await repository.known_bytes(tx, set(digests.values())) if digests else set()
        together: dict[int, IncomingDocument] = {}
        for at, digest in digests.items():
            if not fields[at].contacts and (fields[at].external_id is not None or digest not in met):
                together[at] = fields[at]
            met.add(digest)
        await asyncio.to_thread(self._lay_down_readable, list(together.values()))
        whole = {at: one for at, one in together.items() if one.received is not None}
        return await super()._written(tx, whole, zone=zone, origin=origin)

    async def _built(self, tx: Tx, fields: DocumentFields, **how: Any) -> Document:
        assert isinstance(fields, IncomingDocument)
        if fields.received is None and fields.text is None and fields.content_base64 is None:
            raise _wrong("text", "a new document needs its `text`, or a file's bytes in `content_base64`")
        if fields.received is None:
            return await super()._built(tx, fields, **how)
        row = await super()._built(tx, fields, **{**how, "entity_id": fields.received.stored_as})
        row.notices = list(fields.received.notices)
        return row

    async def _ingest_one(self, tx: Tx, fields: DocumentFields, row: Document | None, **how: Any) -> Ingested[Document]:
        assert isinstance(fields, IncomingDocument)
        try:
            if row is None and fields.external_id is None and (content := _content(fields)):
                there = await repository.same(tx, hashlib.sha256(content).hexdigest())
                if there is not None:
                    return Ingested(IngestResult(id=there.id, status="unchanged"))
        except InvalidRequest as error:
            told: Any = error.errors
            return Ingested(IngestResult(external_id=fields.external_id, status="invalid", errors=told))
        return await super()._ingest_one(tx, fields, row, **how)

    def _lay_down_readable(self, all_: Sequence[IncomingDocument]) -> None:
        """Store the files of these; one that is refused stays without (and is told why when it is written)."""
        for fields in all_:
            with suppress(InvalidRequest):
                self._write(fields)
        self.files.settle(one.received.stored_as for one in all_ if one.received is not None)

    def _lay_down(self, fields: IncomingDocument) -> None:
        """Store its file, where it has one. Raises InvalidRequest."""
        self._write(fields)
        if fields.received is not None:
            self.files.settle([fields.received.stored_as])

    def _write(self, fields: IncomingDocument) -> None:
        content = _content(fields)
        if content is None:
            return
        name = "content_base64" if fields.content_base64 is not None else "text"
        if not content.removeprefix(_BOM).strip():
            raise _wrong(name, BLANK if content else EMPTY)
        if len(content) > MAX_BYTES:
            raise _wrong(name, f"a document has at most {MAX_BYTES:,} bytes")
        stored_as = new_id()
        self.files.write(stored_as, content)
        default = DEFAULT_TEXT_NAME if fields.content_base64 is None else None
        digest = hashlib.sha256(content).hexdigest()
        try:
            file = _looked_at(self.files, stored_as, fields.filename or default, size=len(content), sha256=digest)
        except UnsupportedMedia as error:
            self.files.give_up(stored_as)
            raise _wrong(name, error.detail) from error
        fields.receive(file)

    def _move(self, stored_as: UUID, document_id: UUID) -> None:
        if stored_as != document_id:
            source: Path = self.files.incoming(stored_as)
            source.replace(self.files.incoming(document_id))


def _digests(all_: Mapping[int, IncomingDocument]) -> dict[int, str]:
    """The sha256 (hex) of those that have a content."""
    found: dict[int, str] = {}
    for at, fields in all_.items():
        with suppress(InvalidRequest):
            if content := _content(fields):
                found[at] = hashlib.sha256(content).hexdigest()
    return found


def _content(fields: IncomingDocument) -> bytes | None:
    """Raises InvalidRequest."""
    if fields.text is not None and fields.content_base64 is not None:
        raise _wrong("content_base64", "give either `text` or `content_base64`")
    try:
        return fields.content()
    except ValueError as error:
        raise _wrong("content_base64", str(error)) from error


def _is_blank(path: Path) -> bool:
    """True where the file holds blanks alone; of any other its first block tells."""
    with path.open("rb") as file:
        block = file.read(_BLOCK).removeprefix(_BOM)
        while block:
            if block.strip():
                return False
            block = file.read(_BLOCK)
    return True


def _wrong(name: str, message: str) -> InvalidRequest:
    errors: list[FieldError] = [{"loc": [name], "message": message}]
    return InvalidRequest(f"`{name}`: {message}", errors=errors)


def _first_line(fields: IncomingDocument) -> str | None:
    """What a text without a name is called."""
    if fields.filename is not None or fields.text is None:
        return None
    first = next((line.strip(" #*\t") for line in fields.text.splitlines() if line.strip(" #*\t")), "")
    return shorten(first, TITLE_CHARACTERS) or None
