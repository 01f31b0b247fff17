"""What hung on a mail, as documents of their own: taken out, stored, read like any other, and gone with their mail.

A document that is there already (the same bytes) is not made twice: it hangs on both mails. What the user uploaded
themselves is theirs and stays when a mail goes that held it too; what came with mails alone goes with the last of them.
"""

import asyncio
import hashlib
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.dialects.postgresql import insert

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.service import THIRD_PARTY
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.world.documents import intake, repository
from orchestrator.domain.world.documents.extraction.process import Children
from orchestrator.domain.world.documents.extraction.reading import Attached, ReadWith
from orchestrator.domain.world.documents.media_types import MAIL
from orchestrator.domain.world.documents.model import DocumentAttachment
from orchestrator.domain.world.documents.processing.results import Work
from orchestrator.domain.world.documents.schemas import KIND, IncomingDocument, Received
from orchestrator.domain.world.documents.storage import FileStore
from orchestrator.errors import InvalidRequest, UnsupportedMedia
from orchestrator.kit.ids import new_id

SOURCE = "mail"
DEEPEST = 3
"""Mails in mails: what hangs on a mail that hangs on a mail that hangs on a mail is named there, and not taken out."""
MOST_OF_ONE = 200
"""Documents that come of one mail, with all that hangs on what hangs on it."""
TOO_DEEP = "Mails hang in it deeper than is read: what hangs on this one was not taken out."
TOO_MANY = f"More than {MOST_OF_ONE} documents hang on the mail that it came with: further ones were not kept."


@dataclass(frozen=True)
class TakenOut:
    """What was taken out of a mail and lies in the store, with its place in the mail; `notices`: what was not."""

    files: tuple[tuple[int, Received], ...] = ()
    notices: tuple[str, ...] = ()


async def take_out(files: FileStore, children: Children, work: Work, path: Path, room: "Room") -> TakenOut:
    """Take what hangs on the mail into the store. Raises Unreadable, OutOfLimits, WorkerEnded, OSError."""
    if work.media_type != MAIL:
        return TakenOut()
    if room.left <= 0:
        return TakenOut(notices=(room.why,))
    folder = await asyncio.to_thread(files.unpacking, work.document_id)
    try:
        reading = await children.read(path, MAIL, with_=ReadWith(into=str(folder)))
        notices = list(reading.notices)
        taken: list[tuple[int, Received]] = []
        for one in reading.attached:
            if len(taken) >= room.left:
                notices.append(TOO_MANY)
                break
            try:
                taken.append((one.number, await _received(files, folder, one)))
            except (InvalidRequest, UnsupportedMedia) as error:
                notices.append(f"“{one.name[:100]}” hangs on it and was not kept: {error.detail}")
        return TakenOut(tuple(taken), tuple(notices))
    finally:
        await asyncio.to_thread(files.unpacked, work.document_id)


async def _received(files: FileStore, folder: Path, one: Attached) -> Received:
    """The file in the store. Raises InvalidRequest, UnsupportedMedia."""
    stored_as = new_id()
    size, digest = await asyncio.to_thread(_move_in, files, folder / str(one.number), stored_as)
    try:
        return await intake.received(files, stored_as, one.name, size=size, sha256=digest, said=one.said)
    except (InvalidRequest, UnsupportedMedia):
        await asyncio.to_thread(files.give_up, stored_as)
        raise


def _move_in(files: FileStore, path: Path, stored_as: UUID) -> tuple[int, str]:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        size = file.tell()
    files.adopt(path, stored_as)
    return size, digest


async def keep(tx: Tx, files: FileStore, mail_id: UUID, taken: TakenOut) -> None:
    """Make documents of what was taken out of the mail, as others' words, and let them hang on it. What the user erased
    of it before stays away."""
    await provenance.lock_ingestion(tx)
    mail = await repository.documents.find(tx, mail_id)
    if mail is None:
        return
    for place, file in taken.files:
        key = (SOURCE, f"{mail.id}/{file.sha256[:32]}")
        there = await repository.same(tx, file.sha256)
        if there is None and not await provenance.buried(tx, KIND, [key]):
            fields = IncomingDocument.model_validate({"external_id": key[1], "source": SOURCE})
            fields.receive(file)
            there = await intake.Intake(files).create(
                tx, fields, zone="UTC", origin=THIRD_PARTY, entity_id=file.stored_as
            )
        else:
            await asyncio.to_thread(files.give_up, file.stored_as)
        if there is None or there.id == mail.id:
            continue
        values = {"mail_id": mail.id, "document_id": there.id, "user_id": tx.owner_id, "ordinal": place}
        await tx.session.execute(insert(DocumentAttachment).values(values).on_conflict_do_nothing())
        if there.source == SOURCE:
            await provenance.record(tx, source=(KIND, mail.id), derived=(KIND, there.id))
    await tx.session.flush()


@dataclass(frozen=True)
class Room:
    """How many documents may still come of a mail; `why`: none may."""

    left: int
    why: str = TOO_MANY


_FAMILY = text(
    """
    with recursive above as (
        select cast(:document as uuid) as id, 0 as depth
        union
        select a.mail_id, above.depth + 1 from document_attachments a join above on a.document_id = above.id
         where a.user_id = :owner and above.depth < :deepest
    ), root as (select id, depth from above order by depth desc, id limit 1),
    below as (
        select id, 0 as depth from root
        union
        select a.document_id, below.depth + 1 from document_attachments a join below on a.mail_id = below.id
         where a.user_id = :owner and below.depth < :deepest
    )
    select (select depth from root), (select count(distinct id) - 1 from below)
    """
)


async def room(tx: Tx, document_id: UUID) -> Room:
    """For what hangs on this mail."""
    values = {"document": document_id, "owner": tx.owner_id, "deepest": DEEPEST + 1}
    depth, there = (await tx.session.execute(_FAMILY, values)).one()
    if depth >= DEEPEST:
        return Room(0, TOO_DEEP)
    return Room(max(MOST_OF_ONE - int(there), 0))
