"""How is an encrypted PDF read whose password the user gives? At once, in the request that brings it; nothing keeps it.

The worker process gets the password through a socket. What is stored is what of every document is stored, its text; the
file stays encrypted as it came. From then on the document is worked on from that text (`read_before`), so that the job,
which has no password, can summarise it, and do that again.
"""

import asyncio
from pathlib import Path
from uuid import UUID

from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.world.documents import repository
from orchestrator.domain.world.documents.extraction import process
from orchestrator.domain.world.documents.extraction.process import Children
from orchestrator.domain.world.documents.extraction.reading import (
    LOCKED_PDF,
    NOT_THE_RIGHT_ONE,
    Part,
    Reading,
    ReadWith,
    Unreadable,
)
from orchestrator.domain.world.documents.media_types import NAMES, PDF
from orchestrator.domain.world.documents.processing import results, understanding
from orchestrator.domain.world.documents.processing.results import Result, Work
from orchestrator.domain.world.documents.schemas import EnhancingOut
from orchestrator.domain.world.documents.service import enhance
from orchestrator.domain.world.documents.storage import FileStore
from orchestrator.errors import Conflict, InvalidRequest, NotFound
from orchestrator.worker_processes.errors import OutOfLimits, WorkerEnded
from orchestrator.worker_processes.service import WorkerProcesses

WITHIN_S = 240.0
"""For as long a request waits; a scan of many pages takes longer, and is told so."""
UNLOCKED = "It was unlocked with its password; its text is kept here, the file stays encrypted as it came."
TOO_LONG = "Reading it takes longer than a request may wait. Upload a copy without a password."
NOT_LOCKED = "This document needs no password."


async def unlock(
    database: Database,
    files: FileStore,
    processes: WorkerProcesses,
    owner_id: UUID,
    document_id: UUID,
    password: str,
) -> EnhancingOut:
    """Read the document with this password, and have the rest done by its job. Raises NotFound, Conflict `not_locked`,
    InvalidRequest for a wrong password, or a file that can't be read all the same."""
    async with database.unit_of_work_of(owner_id) as tx:
        row = await repository.documents.get(tx, document_id)
        work = results.work_of(row, ())
        locked = row.enhancement_error == LOCKED_PDF
        if row.enhancement_status in {"pending", "running"} and work.media_type == PDF:
            raise Conflict(
                "still_being_read", "It is being read: whether it needs a password is not known yet. Try again soon."
            )
    if work.media_type != PDF or not locked:
        told = NOT_LOCKED if work.media_type == PDF else f"Only PDFs are unlocked; this is {NAMES[work.media_type]}."
        raise Conflict("not_locked", told)
    path = await asyncio.to_thread(files.path, owner_id, document_id)
    if path is None:
        raise NotFound("The file of this document is missing on this machine. Upload it again.")
    children = Children(processes, owner_id, requested=True)
    reading = await _read(children, path, password)
    reading.tell(UNLOCKED)
    result = await _understood(children, work, reading)
    async with database.unit_of_work_of(owner_id) as tx:
        await results.store(tx, work, result)
        return await enhance(tx, document_id)


async def _read(children: Children, path: Path, password: str) -> Reading:
    """Raises InvalidRequest."""

    async def progress(done: int, total: int) -> None:
        del done, total

    try:
        async with asyncio.timeout(WITHIN_S):
            return await process.read(children, path, PDF, progress, with_=ReadWith(password=password))
    except Unreadable as error:
        if str(error) in {NOT_THE_RIGHT_ONE, LOCKED_PDF}:
            told = "it does not open the document: check it, capitals too, and try again"
            raise InvalidRequest.of_field("password", told, loc=("body", "password")) from None
        raise InvalidRequest(str(error)) from None
    except (OutOfLimits, WorkerEnded, TimeoutError):
        raise InvalidRequest(TOO_LONG) from None


async def _understood(children: Children, work: Work, reading: Reading) -> Result:
    """Raises InvalidRequest."""
    try:
        async with asyncio.timeout(WITHIN_S):
            return await understanding.understood(children, work, reading, ())
    except (OutOfLimits, WorkerEnded, TimeoutError):
        raise InvalidRequest(TOO_LONG) from None


async def read_before(tx: Tx, work: Work) -> Reading | None:
    """What was read of a locked document when it was unlocked; None where it never was."""
    row = await repository.documents.find(tx, work.document_id)
    if row is None or row.extracted_by is None or row.sha256 != work.sha256:
        return None
    parts: list[Part] = []
    while batch := await repository.parts(tx, work.document_id, first=len(parts)):
        parts += [Part(one.text, one.page, one.section) for one in batch]
    if not parts and UNLOCKED not in row.notices:  # blank pages have no text, and are no longer locked either
        return None
    return Reading(by=row.extracted_by, parts=parts, notices=list(row.notices), pages=row.pages)
