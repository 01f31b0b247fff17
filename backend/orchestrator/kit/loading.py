"""Loading code without collections of garbage on the way: what is loaded stays, and each would find nothing."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """The collector is off for the block, and leaves out afterwards what was loaded in it (docs/decisions/0228)."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
