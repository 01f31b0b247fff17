"""Garbage collection of a server: a full collection does not walk through what stays for good, again and again.

In a collection nobody is answered, and the time of a full one grows with all that lives: four hundred thousand objects
when everything is loaded (a quarter of a second), then statements, compiled patterns and caches.
"""

import gc
import time
from typing import Any

LONG_S = 0.03
"""What survived a full collection of so much processor time is left out of the next ones."""


class _Survivors:
    """A callback of `gc.callbacks`: frozen are those of a long full collection.

    Not those of each: what is frozen while it is in use and part of a cycle later on is never freed.
    """

    def __init__(self) -> None:
        self._began_s = 0.0

    def __call__(self, phase: str, info: dict[str, Any]) -> None:
        if info["generation"] < 2:
            return
        if phase == "start":
            self._began_s = time.thread_time()
        elif time.thread_time() - self._began_s > LONG_S:
            gc.freeze()


def keep_short() -> None:
    """From now on full collections leave out what lives now, and what outlives a long one."""
    gc.collect()
    gc.freeze()
    if not any(isinstance(one, _Survivors) for one in gc.callbacks):
        gc.callbacks.append(_Survivors())
