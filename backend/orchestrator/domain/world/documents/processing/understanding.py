"""What follows from the text of a document, worked out in worker processes: a long one takes many seconds."""

import asyncio
from collections.abc import Sequence
from uuid import UUID

from orchestrator.domain.world.documents.extraction.process import ADVICE, Children
from orchestrator.domain.world.documents.extraction.reading import Part, Reading
from orchestrator.domain.world.documents.linking import Link
from orchestrator.domain.world.documents.media_types import MAIL
from orchestrator.domain.world.documents.processing import worker
from orchestrator.domain.world.documents.processing.chunking import JOINT, Chunk
from orchestrator.domain.world.documents.processing.results import Result, Work
from orchestrator.kit.text import storable
from orchestrator.language.detect import LANGUAGES_LOADED
from orchestrator.worker_processes.task import MEGABYTE, Limits, Task

UNDERSTAND = Task(
    f"{worker.__name__}:understand",
    "Looking through the text of this document",
    ADVICE,
    # 2 million characters twice, as they stand and folded, some of them as four letters.
    Limits(memory_bytes=1 << 30, output_bytes=120 * MEGABYTE),
    imports=LANGUAGES_LOADED,
)
NO_TEXT = "No text was found in it."
_TITLED = frozenset({MAIL, "application/epub+zip", "text/html"})
"""Files whose own title is what people call them; those of PDFs are what a program put there."""


async def understood(children: Children, work: Work, reading: Reading, notices: Sequence[str]) -> Result:
    """What was read, ready to be stored. `notices`: what was told of the file before. Raises OutOfLimits,
    WorkerEnded."""
    data = await asyncio.to_thread(worker.told, reading.parts, list(work.people))
    argument = {"parts": len(reading.parts), "title": work.title, "filename": work.filename}
    first, *rest = await children.call(UNDERSTAND, argument, data)
    parts = [Part(text, page, section) for text, page, section, _ in rest[: first["parts"]]]
    whole = JOINT.join(part.text for part in parts)
    chunks = [
        Chunk(whole[begin:end], page, section, begin, end) for page, section, begin, end in rest[first["parts"] :]
    ]
    all_notices = [*notices, *reading.notices, *(() if parts else (NO_TEXT,))]
    return Result(
        parts=tuple(parts),
        folded=tuple(folded for *_, folded in rest[: first["parts"]]),
        chunks=tuple(chunks),
        links=tuple(Link(UUID(key), *said) for key, *said in first["links"]),
        kinds=tuple(first["kinds"]),
        language=first["language"],
        pages=reading.pages,
        title=storable(reading.title).strip() or None if reading.title and work.media_type in _TITLED else None,
        notices=tuple(dict.fromkeys(all_notices)),
        extracted_by=reading.by,
    )
