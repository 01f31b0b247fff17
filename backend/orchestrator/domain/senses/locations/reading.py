"""Track files as worker processes read them, bounded in time and memory: whatever they say, nobody else waits."""

import asyncio
from typing import IO
from uuid import UUID

from orchestrator.domain.foundation.entities.schemas import IngestResult
from orchestrator.domain.senses.locations import worker
from orchestrator.domain.senses.locations.schemas import LocationFields, Read
from orchestrator.errors import InvalidRequest
from orchestrator.worker_processes.service import Run
from orchestrator.worker_processes.task import Limits, Task

PROCESSOR_S, WALL_S = 60.0, 300.0
"""A quarter of a million points, as many as a file may have, take a tenth of it."""
READ = Task(
    f"{worker.__name__}:read",
    "Reading this track file",
    "Send it in smaller files, or leave out the track that is unusually large.",
    Limits(processor_s=PROCESSOR_S, wall_s=WALL_S),
)
BUILT_AT_ONCE = 1_000
"""Samples: a few milliseconds, in which nobody else is served."""


async def read(run: Run, owner_id: UUID, file: IO[bytes], *, device: str) -> list[Read]:
    """What `gpx.read` gives. Raises InvalidRequest, OutOfLimits, WorkerEnded, and Busy where `run` does."""
    file.flush()
    found: list[Read] = []
    for number, told in enumerate(await run(READ, {"device": device}, owner_id=owner_id, files=[file.fileno()])):
        if "refused" in told:
            raise InvalidRequest(told["refused"])
        sample = told.get("sample")
        found.append(IngestResult(**told["invalid"]) if sample is None else LocationFields.model_validate(sample))
        if number % BUILT_AT_ONCE == BUILT_AT_ONCE - 1:
            await asyncio.sleep(0)
    return found
