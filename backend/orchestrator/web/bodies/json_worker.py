"""What worker processes do with a large JSON body: they decode it, and give it in pieces.

Imported by the fork server: nothing of weight.
"""

from collections.abc import Iterator
from typing import Any

from orchestrator.kit.json_text import NotJson, decoded, pieces
from orchestrator.worker_processes.task import Given


def read(given: Given) -> Iterator[Any]:
    """`data`: the body. Yields its pieces, or last `{"wrong": why, "at": position}`."""
    try:
        yield from pieces(decoded(given.data))
    except NotJson as error:
        yield {"wrong": str(error), "at": error.position}
