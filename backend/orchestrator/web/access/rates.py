"""How often may this come? A bucket for each key: it holds `burst` and is refilled at `per_second`.

`limits` has no bucket, only windows, and its asyncio storage starts a task that crosses into a thread at every hit.
"""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

KEYS_KEPT = 10_000
"""Past this many keys, the one that was asked for longest ago is forgotten."""


@dataclass
class _Bucket:
    level: float
    at: float


class Buckets:
    """One bucket a key, in this process. `clock` gives seconds."""

    def __init__(self, *, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._buckets: dict[str, _Bucket] = {}

    def take(self, key: str) -> float | None:
        """Take one; None where there was one, else the seconds until there is."""
        now = self._clock()
        bucket = self._buckets[key] = self._buckets.pop(key, _Bucket(self._burst, now))
        _forget_oldest(self._buckets)
        bucket.level = min(self._burst, bucket.level + (now - bucket.at) * self._per_second)
        bucket.at = now
        if bucket.level < 1:
            return (1 - bucket.level) / self._per_second
        bucket.level -= 1
        return None


class Window:
    """At most `most` in any `period_s` for each key, in this process; the caller tells the time in seconds."""

    def __init__(self, *, most: int, period_s: float) -> None:
        self._most = most
        self._period_s = period_s
        self._taken: dict[str, deque[float]] = {}

    def take(self, key: str, now: float) -> float | None:
        """Take one; None where there was one, else the seconds until there is."""
        taken = self._taken[key] = self._taken.pop(key, deque())
        _forget_oldest(self._taken)
        while taken and taken[0] <= now - self._period_s:
            taken.popleft()
        if len(taken) >= self._most:
            return taken[0] + self._period_s - now
        taken.append(now)
        return None


def _forget_oldest(kept: dict[str, Any]) -> None:
    """The first key is that which was put in longest ago. Never all of them at once: who comes from ten thousand
    addresses must not give everybody else their tries back."""
    if len(kept) > KEYS_KEPT:
        del kept[next(iter(kept))]
