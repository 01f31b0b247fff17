"""Track files as worker processes read them, bounded in time and memory: whatever they say, nobody else waits."""

import asyncio
from collections.abc import Iterator
from typing import IO, Any
from uuid import UUID

from orchestrator.domain.foundation.entities.schemas import IngestResult
from orchestrator.domain.senses.locations import gpx
from orchestrator.domain.senses.locations.schemas import LocationFields, Read
from orchestrator.errors import InvalidRequest
from orchestrator.worker_processes.descriptors import at_own_place
from orchestrator.worker_processes.task import Given, Limits, Run, Task


def look_at(given: Given) -> Iterator[Any]:
    """`files`: a GPX file's descriptor; argument: the `device` that measured. Yields of each sample `{"sample": …}` or
    `{"invalid": …}`, or `{"refused": "why"}` alone where it is no GPX with tracks."""
    try:
        found = gpx.read(at_own_place(given.files[0]), device=given.argument["device"])
    except InvalidRequest as error:
        yield {"refused": error.detail}
        return
    for one in found:
        kind = "invalid" if isinstance(one, IngestResult) else "sample"
        yield {kind: one.model_dump(mode="json", exclude_unset=True)}


PROCESSOR_S, WALL_S = 60.0, 300.0
"""A quarter of a million points, as many as a file may have, take a tenth of it."""
READ = Task(
    f"{__name__}:look_at",
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
