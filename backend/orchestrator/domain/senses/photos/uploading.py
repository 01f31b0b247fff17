"""How does a photo come into the library? Its bytes are stored here first, then sent, then linked and forgotten.

Whatever breaks off in between, the job finds the bytes and sends them again: by their checksum the library takes them
once. What the library itself refuses is not sent again by itself.
"""

import asyncio
import hashlib
from dataclasses import dataclass
from datetime import UTC
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.senses.photos import linking, pictures, repository
from orchestrator.domain.senses.photos.access import PhotoAccess
from orchestrator.domain.senses.photos.linking import UnitOf
from orchestrator.domain.senses.photos.schemas import UPLOAD, Upload
from orchestrator.domain.world.documents.service import documents
from orchestrator.domain.world.events.service import events
from orchestrator.errors import UnsupportedMedia
from orchestrator.integrations.photos.port import Asset, LibraryFailed
from orchestrator.integrations.photos.port import Upload as Sent
from orchestrator.scheduling.async_jobs import enqueue
from orchestrator.scheduling.model import in_seconds

MOST_ATTEMPTS = 40
"""With the longest pauses that is a week."""
MOST_PAUSES = 240
"""Of the shortest one: each is twice the one before, up to four hours."""
_LOST = "The file of this photo is gone, so it can't be uploaded."
_GIVEN_UP = "Immich did not take the photo for a week. Send it again."


@dataclass(frozen=True)
class Attempt:
    """What became of it. `failure`: why it did not arrive; `attempts`: how often it was tried by now."""

    failure: LibraryFailed | None = None
    attempts: int = 0

    @property
    def goes_on(self) -> bool:
        """Whether it is tried again."""
        return self.failure is not None and not self.failure.final


async def take(tx: Tx, event_id: UUID, content: bytes, filename: str | None, *, wait_s: float) -> UUID:
    """Keep a photo until the library has it; a job sends it after so long, unless it was sent by then. Raises NotFound,
    UnsupportedMedia."""
    await provenance.lock_ingestion(tx)
    await events.get(tx, event_id)
    media_type = pictures.media_type_of(content)
    values = {
        "event_id": event_id,
        "content": content,
        "sha1": await asyncio.to_thread(_sha1, content),
        "filename": pictures.named(filename, media_type),
        "media_type": media_type,
    }
    upload_id = await repository.add_upload(tx, values, same=["sha1"])
    await send_later(tx, upload_id, after_s=wait_s)
    return upload_id


async def take_document(tx: Tx, event_id: UUID, document_id: UUID, filename: str, media_type: str) -> UUID:
    """Have a document's file sent as a photo, at once."""
    named = pictures.named(filename, media_type)
    values = {"event_id": event_id, "document_id": document_id, "filename": named, "media_type": media_type}
    upload_id = await repository.add_upload(tx, {**values, "content": None}, same=["document_id"])
    await send_later(tx, upload_id, after_s=0.0)
    return upload_id


async def send_later(tx: Tx, upload_id: UUID, *, after_s: float) -> None:
    """One job for each."""
    await enqueue(
        tx.session,
        UPLOAD,
        Upload(upload_id=upload_id),
        owner_id=tx.owner_id,
        run_after=in_seconds(after_s),
        dedupe_key=str(upload_id),
    )


async def resume(tx: Tx, ids: list[UUID] | None = None) -> int:
    """Send what waits, of these or of all; answers how many."""
    waiting = await repository.pending(tx, ids)
    for upload_id in waiting:
        await send_later(tx, upload_id, after_s=0.0)
    return len(waiting)


def pause_s(attempts: int, retry_s: float) -> float:
    """Before the next attempt."""
    return retry_s * float(min(2 ** max(0, min(attempts, 20) - 1), MOST_PAUSES))


async def attempt(unit_of: UnitOf, access: PhotoAccess, owner_id: UUID, upload_id: UUID) -> Attempt:
    """Send it and link it; nothing where it is on its way no more. Never raises for what the library did."""
    try:
        sent = await _prepared(unit_of, access, owner_id, upload_id)
        if sent is None:
            return Attempt()
        asset_id = await access.library.upload(sent)
    except LibraryFailed as failure:
        return await failed(unit_of, owner_id, upload_id, failure)
    asset = await _described(access, asset_id)
    async with unit_of(owner_id) as tx:
        await provenance.lock_ingestion(tx)
        row = await repository.upload(tx, upload_id)
        if row is not None:  # else its event was erased meanwhile
            await linking.link(tx, row.event_id, asset)
            await repository.drop_uploads(tx, ids=[upload_id])
    return Attempt()


async def _prepared(unit_of: UnitOf, access: PhotoAccess, owner_id: UUID, upload_id: UUID) -> Sent | None:
    """What is sent. Raises LibraryFailed where its bytes are gone."""
    async with unit_of(owner_id) as tx:
        row = await repository.upload(tx, upload_id, whole=True)
        if row is None or row.state != "pending":
            return None
        content, document_id, created_at = row.content, row.document_id, row.created_at
        filename, media_type = row.filename, row.media_type
        if document_id is not None and not await documents.many(tx, [document_id]):
            document_id = None
    if content is None and document_id is not None:
        path = await asyncio.to_thread(access.files.path, owner_id, document_id)
        content = await asyncio.to_thread(path.read_bytes) if path is not None else None
    if content is None:
        raise LibraryFailed(_LOST, final=True)
    try:
        media_type = pictures.media_type_of(content)
    except UnsupportedMedia as error:
        raise LibraryFailed(error.detail, final=True) from error
    sha1 = await asyncio.to_thread(_sha1, content)
    return Sent(content, pictures.named(filename, media_type), media_type, sha1, created_at.astimezone(UTC))


async def _described(access: PhotoAccess, asset_id: UUID) -> Asset:
    """What the library says of it; who is on it is told later."""
    try:
        return await access.library.asset(asset_id) or Asset(asset_id)
    except LibraryFailed:
        return Asset(asset_id)


async def failed(unit_of: UnitOf, owner_id: UUID, upload_id: UUID, failure: LibraryFailed) -> Attempt:
    """Note why it did not arrive."""
    async with unit_of(owner_id) as tx:
        tried = await repository.note_failure(tx, upload_id, failure.detail, final=failure.final)
        if tried is None:
            return Attempt()
        if tried >= MOST_ATTEMPTS and not failure.final:
            failure = LibraryFailed(_GIVEN_UP, final=True)
            await repository.note_failure(tx, upload_id, failure.detail, final=True)
    return Attempt(failure, tried)


def _sha1(content: bytes) -> bytes:
    """Immich's own checksum, which is no signature."""
    return hashlib.sha1(content, usedforsecurity=False).digest()
