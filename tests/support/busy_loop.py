"""How long does the event loop serve nobody else? The processor time of each of its steps, beside that of all: on a
busy machine both grow."""

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

Came = TypeVar("Came")


@dataclass
class Longest:
    """The longest step so far, and what it was; `total`: of all steps."""

    seconds: float = 0.0
    total: float = 0.0
    what: str = ""


@contextmanager
def watched_steps() -> Iterator[Longest]:
    """Every callback of the running loop, for the length of the block; without the collector, which here has a whole
    test session to look through."""
    longest = Longest()
    run: Any = asyncio.Handle._run

    def timed(handle: Any) -> None:
        began = time.thread_time()
        run(handle)
        took = time.thread_time() - began
        longest.total += took
        if took > longest.seconds:
            longest.seconds, longest.what = took, repr(handle)[:500]

    asyncio.Handle._run = timed  # type: ignore[method-assign]
    gc.disable()
    try:
        yield longest
    finally:
        gc.enable()
        asyncio.Handle._run = run  # type: ignore[method-assign]


async def calmest_of(act: Callable[[], Awaitable[Came]], *, within: float, tries: int = 3) -> tuple[Came, Longest]:
    """What an act came to, with the longest step of the first try that kept within so many seconds, or of the best.
    What the machine does meanwhile (it looks for memory, a neighbour is heavy) is charged to whoever runs, in one
    try; a step of ours is as long in each."""
    best: tuple[Came, Longest] | None = None
    for _ in range(tries):
        with watched_steps() as longest:
            came = await act()
        if best is None or longest.seconds < best[1].seconds:
            best = came, longest
        if longest.seconds < within:
            break
    assert best is not None
    return best
