"""Which files belong to a backup, and where does one go that was asked for without naming a file?"""

import asyncio
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from orchestrator.db.backup import SUFFIX, HomeFiles, file_name, write_backup
from orchestrator.settings import Settings

FOLDER = "backups"
KEPT = 3
"""As of the dumps before migrations: the disk of a home must not fill up with whole lives."""
_NAME = "steward-backup"
_one_at_a_time = threading.Lock()


@dataclass(frozen=True)
class Backup:
    """A backup in the home's own folder. `path`: of the file (0600)."""

    path: Path
    size_bytes: int
    made_at: datetime


def home_files(settings: Settings) -> HomeFiles:
    """What belongs to a backup beside the database."""
    return HomeFiles(settings.secret_key_path, settings.token_path, settings.home / "files")


async def back_up(settings: Settings, database_url: str) -> Backup:
    """Write a backup into the home, while it is in use; of those made here the newest `KEPT` stay. Raises
    OperatorError.

    In a thread with a loop of its own: packing reads every file of the home, and others ask meanwhile.
    """
    return await asyncio.to_thread(_written, settings, database_url)


def _written(settings: Settings, database_url: str) -> Backup:
    folder = settings.home / FOLDER
    with _one_at_a_time:
        folder.mkdir(mode=0o700, exist_ok=True)
        path = folder / file_name(_NAME)
        if not path.exists():  # else somebody else asked within the same second, and it is theirs
            asyncio.run(write_backup(database_url, home_files(settings), path, lambda _: None))
        for old in sorted(folder.glob(f"{_NAME}-*{SUFFIX}"), reverse=True)[KEPT:]:
            old.unlink(missing_ok=True)
        told = path.stat()
    return Backup(path, told.st_size, datetime.fromtimestamp(told.st_mtime, UTC))
