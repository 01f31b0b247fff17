"""Calendar files as worker processes read them, bounded in time and memory: whatever they say, nobody else waits."""

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from orchestrator.domain.world.calendar_files import ics
from orchestrator.domain.world.calendar_files.content_lines import BrokenFile
from orchestrator.domain.world.calendar_files.ics import IcsFile, IcsItem, TooMany
from orchestrator.domain.world.calendar_files.properties import Fault
from orchestrator.worker_processes.task import MEGABYTE, Given, Limits, Run, Task


def look_at(given: Given) -> Iterator[Any]:
    """`data`: files one after the other; argument: their `lengths`, and the user's `zone`. Yields for each file its
    head or what is wrong with it, then its items."""
    at = 0
    for length in given.argument["lengths"]:
        data, at = given.data[at : at + length], at + length
        try:
            file = ics.parse(data, zone=given.argument["zone"])
        except BrokenFile as error:
            yield {"wrong": str(error), "line": error.line}
        except ics.TooMany as error:
            yield {"wrong": str(error), "line": None}
        else:
            yield {"name": file.name, "method": file.method}
            yield from (
                {"item": {**vars(item), "left_out": [vars(one) for one in item.left_out]}} for item in file.items
            )


PROCESSOR_S, WALL_S = 60.0, 300.0
"""Ten thousand events, as many as are read at once, take a third of it."""
READ = Task(
    f"{__name__}:look_at",
    "Reading this calendar file",
    "Send it in smaller files, or leave out the event that is unusually large.",
    Limits(processor_s=PROCESSOR_S, wall_s=WALL_S, memory_bytes=1_500 * MEGABYTE),
)


async def read(run: Run, owner_id: UUID, data: bytes, *, zone: str) -> IcsFile:
    """What `ics.parse` gives. Raises BrokenFile, TooMany, OutOfLimits, WorkerEnded, and Busy where `run` does."""
    (file,) = await read_all(run, owner_id, [data], zone=zone)
    if isinstance(file, Exception):
        raise file
    return file


async def read_all(
    run: Run, owner_id: UUID, files: Sequence[bytes], *, zone: str
) -> list[IcsFile | BrokenFile | TooMany]:
    """The same of many small ones, in one process; what is wrong with one is given in its place."""
    argument = {"zone": zone, "lengths": [len(data) for data in files]}
    found: list[IcsFile | BrokenFile | TooMany] = []
    items: list[IcsItem] = []
    for told in await run(READ, argument, b"".join(files), owner_id=owner_id):
        if "item" in told:
            faults = [Fault(**one) for one in told["item"].pop("left_out")]
            items.append(IcsItem(**told["item"], left_out=faults))
        elif "wrong" in told:
            line = told["line"]
            found.append(TooMany(told["wrong"]) if line is None else BrokenFile(line, told["wrong"]))
        else:
            items = []
            found.append(IcsFile(items, told["name"], told["method"]))
    return found
