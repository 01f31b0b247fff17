"""Who may go first? Advisory file locks between processes; the kernel drops them with the process, even by SIGKILL."""

import asyncio
import fcntl
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

POLL_S = 0.02


class FileLock:
    """A `flock` on `path`; each instance counts as a holder of its own, also inside one process."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    def try_exclusive(self) -> bool:
        """Take the lock alone if nobody else holds it."""
        return self._try(fcntl.LOCK_EX)

    def try_shared(self) -> bool:
        """Take the lock beside other sharers."""
        return self._try(fcntl.LOCK_SH)

    def release(self) -> None:
        """Give the lock back; without one, nothing."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _try(self, kind: int) -> bool:
        if self._handle is None:
            self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._handle, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            return False
        return True


@asynccontextmanager
async def exclusively(path: Path, *, timeout_s: float) -> AsyncIterator[None]:
    """Hold `path` alone, waiting up to `timeout_s` without blocking the event loop. Raises TimeoutError."""
    lock = FileLock(path)
    deadline = time.monotonic() + timeout_s
    while not lock.try_exclusive():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{path} is held by another process")
        await asyncio.sleep(POLL_S)
    try:
        yield
    finally:
        lock.release()
