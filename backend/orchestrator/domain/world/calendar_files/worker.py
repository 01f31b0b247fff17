"""What worker processes do with calendar files: `ics.parse`, its answer as JSON, an item a part."""

from collections.abc import Iterator
from typing import Any

from orchestrator.domain.world.calendar_files import ics
from orchestrator.worker_processes.task import Given


def read(given: Given) -> Iterator[Any]:
    """`data`: files one after the other; argument: their `lengths`, and the user's `zone`. Yields for each file its
    head or what is wrong with it, then its items."""
    at = 0
    for length in given.argument["lengths"]:
        data, at = given.data[at : at + length], at + length
        try:
            file = ics.parse(data, zone=given.argument["zone"])
        except ics.BrokenFile as error:
            yield {"wrong": str(error), "line": error.line}
        except ics.TooMany as error:
            yield {"wrong": str(error), "line": None}
        else:
            yield {"name": file.name, "method": file.method}
            yield from (
                {"item": {**vars(item), "left_out": [vars(one) for one in item.left_out]}} for item in file.items
            )
