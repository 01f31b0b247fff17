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
    """Of this thread alone; 0 until the block ends."""


@contextmanager
def processor_time() -> Iterator[Spent]:
    """Measures without the collector: it walks through all that the session's tests hold, at whose turn it happens
    to be; and without other threads, which earlier tests may have left working."""
    spent = Spent()
    gc.disable()
    began = time.thread_time()
    try:
        yield spent
    finally:
        spent.seconds = time.thread_time() - began
        gc.enable()


def seconds_of(call: Callable[[], object]) -> float:
    """What one call takes, in seconds of the processor."""
    with processor_time() as spent:
        call()
    return spent.seconds
