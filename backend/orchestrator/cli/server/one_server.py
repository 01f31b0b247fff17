"""May this server have the home? One at a time: a second one would send other commands astray and do all work twice.

Workers, and commands beside a server, take no part in this.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from orchestrator.cli.server.presence import running_at
from orchestrator.db.file_lock import FileLock
from orchestrator.errors import ConfigurationError
from orchestrator.settings import Settings

LEAVES_WITHIN_S = 2.0
"""A server that was told to stop is waited for, so that a restart need not ask."""
POLL_S = 0.05


@contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """The home is this server's for the length of the block; it is made where there is none. Raises ConfigurationError
    where another server has it."""
    try:
        settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(settings.home / "serve.lock")
        deadline = time.monotonic() + LEAVES_WITHIN_S
        while not (held := lock.try_exclusive()) and time.monotonic() < deadline:
            time.sleep(POLL_S)
    except OSError as error:
        told = f"{error.filename} can't be used ({error.strerror}): make it this user's, or set STEWARD_HOME"
        raise ConfigurationError(told) from None
    if not held:
        where = running_at(settings)
        raise ConfigurationError(
            f"another server runs in {settings.home} already{f', at {where}' if where else ''}: stop it, or set "
            "STEWARD_HOME to a folder of its own for this one"
        )
    try:
        yield
    finally:
        lock.release()
