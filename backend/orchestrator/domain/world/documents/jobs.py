"""When is a document read, and what if it can't be? The handlers of `documents.enhance` and `documents.sweep`.

What will never be readable (a password, damage, a bomb, more than a process may take) fails once and for all; what may
go better the next time (its process was killed) is tried again after a minute, a few times. Either can be asked for
again by hand.
"""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.world.documents import repository
from orchestrator.domain.world.documents.extraction import ocr, process
from orchestrator.domain.world.documents.extraction.process import Children
from orchestrator.domain.world.documents.extraction.reading import LOCKED_PDF, Unreadable
from orchestrator.domain.world.documents.media_types import kind_of
from orchestrator.domain.world.documents.processing import attachments, results, summarizing, understanding, unlocking
from orchestrator.domain.world.documents.processing.results import Result, Work
from orchestrator.domain.world.documents.schemas import ENHANCE, Enhance
from orchestrator.domain.world.documents.storage import FileStore
from orchestrator.errors import UnsupportedMedia
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.scheduled_jobs import Every, External, Scheduled, ScheduledJob
from orchestrator.telemetry.logging import get_logger
from orchestrator.worker_processes.errors import OutOfLimits, WorkerEnded
from orchestrator.worker_processes.service import WorkerProcesses

SWEEP = JobType("documents.sweep", Scheduled)
SWEEP_EVERY_S = 3_600.0
ORPHANED_AFTER_S = 3_600.0
"""A file that belongs to no row after an hour: an upload takes minutes, its row a moment."""
STRANDED_AT_ONCE = 500
SCHEDULED = (
    ScheduledJob(SWEEP, Every(SWEEP_EVERY_S), source="the clock"),
    ScheduledJob(ENHANCE, External(), source="an uploaded document, and POST /documents/{id}/enhance"),
)
INDEXED_AT_ONCE = 200
"""Chunks: their words are read by a worker process, while others of the user's wait for the index."""
LOST = "Its file is missing on this machine. Upload it again."
INTERRUPTED = "The process that read it ended early."
AGAIN = " It will be tried again."
BY_HAND = " Ask for it to be read again, or upload it in another form."

log = get_logger(__name__)


@dataclass(frozen=True)
class _Means:
    files: FileStore
    models: ModelRouter
    processes: WorkerProcesses
    time_s: float


def document_jobs(
    models: ModelRouter, files: FileStore, processes: WorkerProcesses, *, time_s: float = process.TIME_S
) -> tuple[JobHandler[Any], ...]:
    """The handlers. `processes`: where files are read; `time_s`: of the processor, that a child may take."""
    means = _Means(files, models, processes, time_s)

    async def enhance(context: JobContext, payload: Enhance) -> None:
        assert context.owner_id is not None
        async with context.unit_of_work_of(context.owner_id) as tx:
            work = await results.begin(tx, payload.document_id)
        if work is not None:
            await _enhance(context, context.owner_id, means, work)

    async def sweep(context: JobContext, _: Scheduled) -> None:
        await _sweep(context, files)

    return (JobHandler(ENHANCE, enhance), JobHandler(SWEEP, sweep))


async def _enhance(context: JobContext, owner_id: UUID, means: _Means, work: Work) -> None:
    """Raises WorkerEnded and OSError where the job shall be tried again, OutOfLimits where it shall not."""
    path = await asyncio.to_thread(means.files.path, owner_id, work.document_id)
    if path is None:
        await results.failed(context.tx, work, LOST)
        return
    try:
        children = Children(means.processes, owner_id, time_s=means.time_s)
        result = await _read(context, owner_id, children, work, path)
        async with context.unit_of_work_of(owner_id) as tx:
            room = await attachments.room(tx, work.document_id)
        taken = await attachments.take_out(means.files, children, work, path, room)
    except (Unreadable, UnsupportedMedia) as error:
        await results.failed(context.tx, work, str(error))
        return
    except OutOfLimits as error:
        async with context.unit_of_work_of(owner_id) as tx:
            await results.failed(tx, work, error.detail)
        raise
    except (WorkerEnded, OSError) as error:
        why = INTERRUPTED if isinstance(error, WorkerEnded) else "This machine could not read its file."
        async with context.unit_of_work_of(owner_id) as tx:
            await results.failed(tx, work, why + (BY_HAND if context.last_attempt else AGAIN))
        raise
    made = await summarizing.summary_of(means.models, owner_id, work.title, result.text)
    notices = tuple(dict.fromkeys([*result.notices, *taken.notices]))
    result = replace(result, summary=made.text, generated_by=made.by, rules=made.rules, notices=notices)
    if not await _store(context, owner_id, work, result):
        return
    if taken.files:
        async with context.unit_of_work_of(owner_id) as tx:
            await attachments.keep(tx, means.files, work.document_id, taken)
    await results.finish(context.tx, work)


async def _store(context: JobContext, owner_id: UUID, work: Work, result: Result) -> bool:
    """Store what was read, and let it be found a few chunks at a time: the index is written by the loop, under a lock
    of the user's. False where the document is gone."""
    async with context.unit_of_work_of(owner_id) as tx:
        entries = await results.store(tx, work, result)
    if entries is None:
        return False
    for start in range(0, len(entries), INDEXED_AT_ONCE):
        async with context.unit_of_work_of(owner_id) as tx:
            if not await results.index(tx, work, entries[start : start + INDEXED_AT_ONCE]):
                break
        await asyncio.sleep(0)
    return True


async def _read(context: JobContext, owner_id: UUID, children: Children, work: Work, path: Path) -> Result:
    async def progress(done: int, total: int) -> None:
        async with context.unit_of_work() as session:
            await context.report(session, done, total)

    kind = await asyncio.to_thread(kind_of, path, work.filename, work.media_type)
    try:
        reading = await process.read(children, path, work.media_type, progress)
    except Unreadable as error:
        if str(error) != LOCKED_PDF:
            raise
        async with context.unit_of_work_of(owner_id) as tx:
            unlocked = await unlocking.read_before(tx, work)
        if unlocked is None:
            raise
        reading = unlocked
    result = await understanding.understood(children, work, reading, kind.notices)
    if not result.parts and ocr.MISSING in result.notices:
        raise Unreadable(ocr.MISSING)
    return result


async def _sweep(context: JobContext, files: FileStore) -> None:
    """Remove files that belong to no document, and say of documents whose job is gone that they were not read."""
    before = context.clock.now().timestamp() - ORPHANED_AFTER_S
    await asyncio.to_thread(lambda: files.forget_unpacked(before=before))
    old = [file for file in await asyncio.to_thread(lambda: list(files.all())) if file.changed_at < before]
    async with context.unit_of_work() as session:
        there = await repository.there(session, [file.document_id for file in old])
        stranded = await repository.stranded(session, limit=STRANDED_AT_ONCE)
        for row in stranded:
            await repository.strand(
                Tx(session, row.user_id), row.id, (row.last_error or "Reading it was broken off.") + BY_HAND
            )
    orphans = [file for file in old if file.document_id not in there]
    for file in orphans:
        await asyncio.to_thread(file.path.unlink, missing_ok=True)
    if orphans or stranded:
        log.info("documents_swept", orphans=len(orphans), stranded=len(stranded))
