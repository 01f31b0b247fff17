"""How much of the processor does a block take, whatever else goes on in the process?"""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass
class Spent:
    """What a block took."""

    seconds: float = 0.0
    """0 until the block ends."""


@contextmanager
def processor_time(*, clock: Callable[[], float] = time.thread_time) -> Iterator[Spent]:
    """Of this thread alone: earlier tests may have left others working; `clock`: `time.process_time` for all of them.
    Measures without the collector: it walks through all that the session's tests hold, at whose turn it happens to
    be."""
    spent = Spent()
    gc.disable()
    began = clock()
    try:
        yield spent
    finally:
        spent.seconds = clock() - began
        gc.enable()


def seconds_of(call: Callable[[], object]) -> float:
    """What one call takes, in seconds of the processor."""
    with processor_time() as spent:
        call()
    return spent.seconds
