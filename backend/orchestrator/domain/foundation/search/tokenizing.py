"""Who reads the words of many texts that are to be found? Worker processes: megabytes of them take many seconds, in
which a thread of the server would keep the interpreter's lock from everybody else."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search.text import worker
from orchestrator.domain.foundation.search.text.lexemes import Features, Reading
from orchestrator.language.detect import LANGUAGES_LOADED
from orchestrator.telemetry.logging import get_logger
from orchestrator.worker_processes.errors import Busy, OutOfLimits, WorkerEnded, WorkerFailed
from orchestrator.worker_processes.service import WorkerProcesses
from orchestrator.worker_processes.task import Limits, Task

TOKENIZER: Final = "steward_search_tokenizer"
"""Under this name units of work carry theirs (`Database.carry`)."""
MANY_CHARACTERS = 50_000
"""Fewer are read by a thread of the server, within a tenth of a second."""
AT_ONCE_CHARACTERS = 1_000_000
"""Of one call: about a second."""
READ = Task(
    f"{worker.__name__}:features",
    "Reading the words of these texts",
    limits=Limits(processor_s=30.0, wall_s=60.0),
    imports=LANGUAGES_LOADED,
)

log = get_logger(__name__)
Texts = Sequence[tuple[str, str | None]]
"""Each with its language, None where it shall be told from the text."""


class Tokenizer:
    """Reads the words of texts in worker processes."""

    def __init__(self, processes: WorkerProcesses) -> None:
        self._processes = processes

    async def features(self, owner_id: UUID, texts: Texts) -> list[Features]:
        """Of each text. Raises Busy, OutOfLimits, WorkerEnded, WorkerFailed."""
        found: list[Features] = []
        for some in _slices(texts):
            data = await asyncio.to_thread(worker.told, some)
            answer = await self._processes.in_commit(READ, data=data, owner_id=owner_id)
            found += (Features(Reading(Counter(counts), words), marks) for counts, words, marks in answer)
        return found


async def features(tx: Tx, texts: Texts) -> list[Features] | None:
    """Of each text, where they are many; None where the server shall read them itself: they are few, nobody else can,
    or the machine is busy with others'."""
    tokenizer = tx.session.info.get(TOKENIZER)
    if not isinstance(tokenizer, Tokenizer) or sum(len(text) for text, _ in texts) < MANY_CHARACTERS:
        return None
    try:
        return await tokenizer.features(tx.owner_id, texts)
    except (Busy, OutOfLimits, WorkerEnded, WorkerFailed) as error:
        log.info("texts_read_by_the_server", why=type(error).__name__)
        return None


def _slices(texts: Texts) -> Iterator[Texts]:
    """One call's texts after the other's."""
    start = characters = 0
    for number, (text, _) in enumerate(texts):
        if characters and characters + len(text) > AT_ONCE_CHARACTERS:
            yield texts[start:number]
            start, characters = number, 0
        characters += len(text)
    yield texts[start:]
