"""How often may this come? A bucket for each key: it holds `burst` and is refilled at `per_second`.

`limits` has no bucket, only windows, and its asyncio storage starts a task that crosses into a thread at every hit.
"""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

KEYS_KEPT = 10_000
"""Past this many keys the full buckets are dropped: they say nothing."""


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
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= KEYS_KEPT:
                self._drop_full(now)
            bucket = self._buckets[key] = _Bucket(self._burst, now)
        bucket.level = min(self._burst, bucket.level + (now - bucket.at) * self._per_second)
        bucket.at = now
        if bucket.level < 1:
            return (1 - bucket.level) / self._per_second
        bucket.level -= 1
        return None

    def _drop_full(self, now: float) -> None:
        emptied = {
            key: bucket
            for key, bucket in self._buckets.items()
            if bucket.level + (now - bucket.at) * self._per_second < self._burst
        }
        self._buckets = emptied if len(emptied) < KEYS_KEPT else {}


class Window:
    """At most `most` in any `period_s` for each key, in this process; the caller tells the time in seconds."""

    def __init__(self, *, most: int, period_s: float) -> None:
        self._most = most
        self._period_s = period_s
        self._taken: dict[str, deque[float]] = {}

    def take(self, key: str, now: float) -> float | None:
        """Take one; None where there was one, else the seconds until there is."""
        if len(self._taken) >= KEYS_KEPT:
            self._drop_past(now)
        taken = self._taken.setdefault(key, deque())
        while taken and taken[0] <= now - self._period_s:
            taken.popleft()
        if len(taken) >= self._most:
            return taken[0] + self._period_s - now
        taken.append(now)
        return None

    def _drop_past(self, now: float) -> None:
        recent = {key: taken for key, taken in self._taken.items() if taken and taken[-1] > now - self._period_s}
        self._taken = recent if len(recent) < KEYS_KEPT else {}
