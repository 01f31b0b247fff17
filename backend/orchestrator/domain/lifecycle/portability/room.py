"""Is there room on the disk? Neither an export nor an import may fill it: the database stands on it."""

import shutil
import tempfile
from pathlib import Path

from orchestrator.errors import NotReady

KEPT_FREE = 1_000_000_000
"""Bytes."""
_LOOKED_AT_EVERY = 64_000_000


def must_have_room(folder: Path) -> None:
    """Raises NotReady."""
    free = shutil.disk_usage(folder).free
    if free < KEPT_FREE:
        raise NotReady(f"This machine's disk has {free / 1e9:.1f} GB free, and 1 GB is to stay so. Make room first.")


class Receiving:
    """A file without a name that is written as it comes, and goes with this process whatever becomes of it."""

    def __init__(self, folder: Path) -> None:
        """Raises NotReady."""
        must_have_room(folder)
        self._folder = folder
        self.file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115  (closed by `close`)
        self._since_looked = 0

    def write(self, data: bytes, /) -> int:
        """Raises NotReady where that would fill the disk."""
        self._since_looked += len(data)
        if self._since_looked > _LOOKED_AT_EVERY:
            self._since_looked = 0
            must_have_room(self._folder)
        return self.file.write(data)

    def close(self) -> None:
        """Give the room back."""
        self.file.close()
