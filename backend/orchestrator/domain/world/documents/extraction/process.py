"""How is a file read without trusting it? In worker processes, bounded in time, memory and output.

`read` is cancelled like any other call: the process and what it started are killed.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any
from uuid import UUID

from orchestrator.domain.world.documents.extraction import child
from orchestrator.domain.world.documents.extraction.reading import (
    MAX_NOTICES,
    Attached,
    Part,
    Reading,
    ReadWith,
    Unreadable,
)
from orchestrator.worker_processes.errors import OutOfLimits, WorkerEnded
from orchestrator.worker_processes.service import WorkerProcesses
from orchestrator.worker_processes.task import MEGABYTE, Limits, Task

TIME_S = 60.0
"""Of one child; contracts/documents.md."""
WAITED = 5
"""Times its time may pass until it has it: the machine may be busy."""
PAGES_A_CHILD = 4
"""Pictures of pages that one child reads: at 6 s a page with a wide margin."""
MOST_PICTURES = 60
"""Pages of a document that are read by OCR: about ten minutes of one processor."""
OUTPUT_BYTES = 40 * MEGABYTE
"""JSON of 2 million characters, the worst of them six bytes each."""
WRITTEN_BYTES = 100 * MEGABYTE
"""What hangs on a mail may be as large as a document."""
MEMORY_BYTES = 1 << 30
ADVICE = "Ask for it to be read again, or upload it in another form."

NOTHING = ReadWith()
Progress = Callable[[int, int], Awaitable[None]]
"""(pages read by OCR, of how many)."""


class Children:
    """Where the files of one user are read, for a job or (`requested`) for a request that waits. `time_s`: the
    processor time of one child."""

    def __init__(
        self, processes: WorkerProcesses, owner_id: UUID, *, time_s: float = TIME_S, requested: bool = False
    ) -> None:
        self._run = processes.in_request if requested else processes.in_job
        self._owner_id = owner_id
        self._time_s = time_s
        limits = Limits(
            memory_bytes=MEMORY_BYTES,
            output_bytes=OUTPUT_BYTES,
            written_bytes=WRITTEN_BYTES,
            starts_programs=True,
        )
        self._task = Task(f"{child.__name__}:read", "Reading this document", ADVICE, limits)

    async def read(
        self, path: Path, media_type: str, pages: Sequence[int] = (), *, with_: ReadWith = NOTHING
    ) -> Reading:
        """What the file says, or these pages of it by OCR. Raises Unreadable, OutOfLimits, WorkerEnded."""
        argument = {"path": str(path), "media_type": media_type, "pages": list(pages), "with": asdict(with_)}
        told, *parts = await self.call(replace(self._task, imports=(child.module_of(media_type),)), argument)
        if (why := told.get("unreadable")) is not None:
            raise Unreadable(str(why))
        fields = dict(told["reading"])
        attached = [Attached(**one) for one in fields.pop("attached")]
        return Reading(**fields, attached=attached, parts=[Part(**part) for part in parts])

    async def call(self, task: Task, argument: Any, data: bytes = b"") -> list[Any]:
        """What a task of this document yields, within a child's time. Raises OutOfLimits, WorkerEnded."""
        limits = replace(task.limits, processor_s=self._time_s, wall_s=WAITED * self._time_s)
        return await self._run(replace(task, limits=limits), argument, data, owner_id=self._owner_id)


async def read(
    children: Children, path: Path, media_type: str, progress: Progress, *, with_: ReadWith = NOTHING
) -> Reading:
    """What the file says. Raises Unreadable and OutOfLimits (it never will be), WorkerEnded (it may be the next
    time)."""
    reading = await children.read(path, media_type, with_=with_)
    if reading.pictures:
        await _read_pictures(children, path, media_type, reading, progress, with_)
    return reading


async def _read_pictures(
    children: Children, path: Path, media_type: str, reading: Reading, progress: Progress, with_: ReadWith
) -> None:
    """Have the pages that are pictures read, and put their text in its place."""
    from orchestrator.domain.world.documents.extraction import ocr  # noqa: PLC0415

    if not await asyncio.to_thread(ocr.available):
        reading.notices.append(ocr.MISSING)
        return
    wanted = reading.pictures[:MOST_PICTURES]
    if len(reading.pictures) > len(wanted):
        reading.notices.append(f"Of {len(reading.pictures)} scanned pages only the first {len(wanted)} were read.")
    found: list[Part] = []
    for start in range(0, len(wanted), PAGES_A_CHILD):
        batch = wanted[start : start + PAGES_A_CHILD]
        try:
            scanned = await children.read(path, media_type, batch, with_=with_)
        except (OutOfLimits, WorkerEnded):
            reading.notices.append(f"Pages {batch[0]} to {batch[-1]} took too long to read and were left out.")
            continue
        found += scanned.parts
        reading.notices += [notice for notice in scanned.notices if notice not in reading.notices]
        await progress(start + len(batch), len(wanted))
    pages = {part.page for part in found}
    kept = [part for part in reading.parts if part.page not in pages]
    reading.parts = sorted([*kept, *found], key=lambda part: part.page or 0)
    reading.notices = reading.notices[:MAX_NOTICES]
    if found:
        reading.by = f"{reading.by}, tesseract"
