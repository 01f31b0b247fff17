"""How does a test wait for what others bring about: a worker, another process, another task?"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from inspect import isawaitable
from typing import Any, TypeVar

T = TypeVar("T")
PATIENCE_S = 120.0
"""A bound, not a measure: what is waited for comes in a moment, or (on a machine that is busy) in a minute."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.005, 0.1


async def eventually(
    look: Callable[[], Awaitable[T] | T],
    met: Callable[[T], object] = bool,
    *,
    within_s: float = PATIENCE_S,
    despite: tuple[type[Exception], ...] = (),
) -> T:
    """What `look` (a function, or a coroutine function) answers as soon as that is `met` (true, unless told otherwise).

    Looks at once and then after pauses that grow from 5 to 100 ms. Errors of the kinds `despite` are looked past (a
    server that is starting). After `within_s` seconds an AssertionError tells what was seen last.
    """
    seen: Any = "nothing"
    pause_s = FIRST_PAUSE_S
    try:
        async with asyncio.timeout(within_s) as bound:
            while True:
                try:
                    found = look()
                    seen = await found if isawaitable(found) else found
                    if met(seen):
                        return seen  # type: ignore[no-any-return]
                except despite as error:
                    seen = error
                await asyncio.sleep(pause_s)
                pause_s = min(LONGEST_PAUSE_S, pause_s * 1.25)
    except TimeoutError:
        if not bound.expired():
            raise
    raise AssertionError(f"not within {within_s:g} s; last seen: {seen!r}")


def eventually_here(look: Callable[[], T], met: Callable[[T], object] = bool, *, within_s: float = PATIENCE_S) -> T:
    """`eventually` for a test without an event loop."""
    ends = time.monotonic() + within_s
    while not met(seen := look()):
        assert time.monotonic() < ends, f"not within {within_s:g} s; last seen: {seen!r}"
        time.sleep(LONGEST_PAUSE_S / 2)
    return seen
