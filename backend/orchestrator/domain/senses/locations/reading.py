"""Track files as worker processes read them, bounded in time and memory: whatever they say, nobody else waits."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict
from typing import IO, Any
from uuid import UUID

from orchestrator.domain.foundation.entities.schemas import IngestResult
from orchestrator.domain.senses.locations import google, gpx
from orchestrator.domain.senses.locations.json_elements import Place
from orchestrator.domain.senses.locations.schemas import LocationFields, Read
from orchestrator.domain.senses.locations.waypoints import Waypoint
from orchestrator.errors import InvalidRequest
from orchestrator.worker_processes.descriptors import at_own_place
from orchestrator.worker_processes.task import Given, Limits, Run, Task


def look_at(given: Given) -> Iterator[Any]:
    """`files`: a GPX file's descriptor; argument: the `device` that measured. Yields of each sample `{"sample": …}` or
    `{"invalid": …}`, of each named point `{"waypoint": …}`, or `{"refused": "why"}` alone where it is no GPX."""
    try:
        found = gpx.read(at_own_place(given.files[0]), device=given.argument["device"])
    except InvalidRequest as error:
        yield {"refused": error.detail}
        return
    yield from map(_shown, found.samples)
    yield from ({"waypoint": asdict(one)} for one in found.waypoints)


def look_at_google(given: Given) -> Iterator[Any]:
    """`files`: the descriptor of one of Google's exports; argument: the `device`, and `after`: where to begin. Yields
    the samples of a part as `look_at`, then `{"after": where the next part begins, or null}`."""
    after = given.argument["after"]
    start = Place(*after) if after is not None else None
    try:
        part = google.read_part(at_own_place(given.files[0]), start, device=given.argument["device"])
    except InvalidRequest as error:
        yield {"refused": error.detail}
        return
    yield from map(_shown, part.samples)
    yield {"after": part.after}


def _shown(one: Read) -> dict[str, Any]:
    kind = "invalid" if isinstance(one, IngestResult) else "sample"
    return {kind: one.model_dump(mode="json", exclude_unset=True)}


PROCESSOR_S, WALL_S = 60.0, 300.0
"""A quarter of a million points, as many as a file may have, take a tenth of it."""
READ = Task(
    f"{__name__}:look_at",
    "Reading this track file",
    "Send it in smaller files, or leave out the track that is unusually large.",
    Limits(processor_s=PROCESSOR_S, wall_s=WALL_S),
)
READ_GOOGLE = Task(
    f"{__name__}:look_at_google",
    "Reading this location history",
    "Export a shorter time.",
    Limits(processor_s=PROCESSOR_S, wall_s=WALL_S),
)
BUILT_AT_ONCE = 1_000
"""Samples: a few milliseconds, in which nobody else is served."""


async def read(run: Run, owner_id: UUID, file: IO[bytes], *, device: str) -> gpx.Found:
    """What `gpx.read` gives. Raises InvalidRequest, OutOfLimits, WorkerEnded, and Busy where `run` does."""
    file.flush()
    told = await run(READ, {"device": device}, owner_id=owner_id, files=[file.fileno()])
    waypoints = [Waypoint(**one["waypoint"]) for one in told if "waypoint" in one]
    return gpx.Found(await _built([one for one in told if "waypoint" not in one]), waypoints)


async def parts_of_google(run: Run, owner_id: UUID, file: IO[bytes], *, device: str) -> AsyncIterator[list[Read]]:
    """The samples of an export, some ten thousand at once, so that its size is nobody's memory. Raises as `read`."""
    file.flush()
    after: list[Any] | None = None
    while True:
        argument = {"device": device, "after": after}
        told = await run(READ_GOOGLE, argument, owner_id=owner_id, files=[file.fileno()])
        yield await _built([one for one in told if "after" not in one])
        after = told[-1]["after"]
        if after is None:
            return


async def _built(told: list[dict[str, Any]]) -> list[Read]:
    found: list[Read] = []
    for number, one in enumerate(told):
        if "refused" in one:
            raise InvalidRequest(one["refused"])
        sample = one.get("sample")
        found.append(IngestResult(**one["invalid"]) if sample is None else LocationFields.model_validate(sample))
        if number % BUILT_AT_ONCE == BUILT_AT_ONCE - 1:
            await asyncio.sleep(0)
    return found
