"""How much processor time does a call take, and how is one ended that takes too much?

A timer of processor time raises in the middle of Python code and of `re` alike (both look for signals); what looks for
none is killed by the limit of the process, a little later.
"""

import contextlib
import gc
import math
import os
import resource
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

GRACE_S = 1
AGAIN_S = 0.5
"""Where the first exception was swallowed (by a finaliser) there comes another."""
_PROCESS_TICKS = -8
"""The clock that ITIMER_PROF and RLIMIT_CPU count by (Linux: CPUCLOCK_PROF of one's own process). It counts in ticks:
on a machine with more to do than it has cores it is ahead of `time.process_time` by a fifth."""
MEMORY = 3 << 30
"""Beyond what the process had reserved when it was bounded."""
MOST_TAKEN = 0.6
TOO_DEEP = math.inf
"""Of a call that ends where the interpreter lets nothing go deeper: in a door that is a 500."""
_reserved = 0


class TooLong(BaseException):
    """The call took more than it was given; no `except Exception` holds it up."""


def _end(*_: object) -> None:
    raise TooLong


def bound_process() -> None:
    """Memory and files of this process are limited from here on; each call's time by `limited`."""
    global _reserved  # noqa: PLW0603  (of the process, as the limits are)
    _reserved = _address_space()
    signal.signal(signal.SIGPROF, _end)
    resource.setrlimit(resource.RLIMIT_AS, (_reserved + MEMORY, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 20, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def is_full() -> bool:
    """Whether most of what this process may take is taken, by what one call after the other left in caches."""
    return _address_space() - _reserved > MEMORY * MOST_TAKEN


def _address_space() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    return pages * resource.getpagesize()


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raises TooLong in the block after so much processor time; kills the process where that has no effect."""
    hard = int(time.clock_gettime(_PROCESS_TICKS) + seconds + GRACE_S) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (hard, resource.RLIM_INFINITY))
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def seconds_of(call: Callable[[str], Any], text: str, limit: float) -> float:
    """Processor seconds of the call; `limit` where it took that or more. What it raises is an answer too, but not that
    it went as deep as the text is long: TOO_DEEP."""
    gc.collect(0)
    began = time.process_time()
    try:
        with limited(limit):
            call(text)
    except TooLong:
        return limit
    except RecursionError:
        return TOO_DEEP
    except MemoryError:
        os._exit(1)  # google-re2 waits for ever for what it was making when memory ended
    except Exception:  # noqa: BLE001  (it refuses the text)
        pass
    return time.process_time() - began
