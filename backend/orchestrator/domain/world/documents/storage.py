"""Where do the files lie? Under STEWARD_HOME/files, one a document, named by ids alone.

    files/incoming/<document>          while it is received, and until its row is committed
    files/documents/<user>/<document>  from then on
    files/unpacked/<mail>/             what hangs on a mail, while it is taken out

A process that dies between commit and renaming leaves a file in `incoming` whose row exists: whoever looks for it puts
it in its place. What belongs to no row is swept (`documents.sweep`).
"""

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from uuid import UUID

from orchestrator.kit.ids import parse_id

FILES_OF = "documents"
"""The table whose rows have files, by their ids."""
_FOLDER_MODE = 0o700
_FILE_MODE = 0o600


@dataclass(frozen=True)
class StoredFile:
    """A file with what its name says; `changed_at`: seconds of the file system's clock. `owner_id`: None while it is
    incoming."""

    path: Path
    owner_id: UUID | None
    document_id: UUID
    changed_at: float


class FileStore:
    """The documents' files of one home. `root`: STEWARD_HOME/files."""

    def __init__(self, root: Path) -> None:
        self._incoming = root / "incoming"
        self._kept = root / "documents"
        self._unpacked = root / "unpacked"

    def new(self, document_id: UUID) -> BinaryIO:
        """An empty file to receive a document into, readable by its owner alone."""
        self._incoming.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
        descriptor = os.open(self.incoming(document_id), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _FILE_MODE)
        return os.fdopen(descriptor, "wb")

    def finish(self, file: BinaryIO) -> None:
        """Have its bytes on the disk, and close it, also where there is no room for them."""
        try:
            file.flush()
            os.fsync(file.fileno())
        finally:
            file.close()

    def write(self, document_id: UUID, content: bytes) -> None:
        """Receive a whole document; `settle` has it on the disk."""
        try:
            with self.new(document_id) as file:
                file.write(content)
        except OSError:
            self.give_up(document_id)
            raise

    def settle(self, document_ids: Iterable[UUID]) -> None:
        """Have the bytes of these on the disk: all are written by then, so that the first wait is for most of them."""
        for document_id in document_ids:
            with suppress(FileNotFoundError):
                _sync(self.incoming(document_id))

    def incoming(self, document_id: UUID) -> Path:
        """Where it is received."""
        return self._incoming / str(document_id)

    def keep(self, owner_id: UUID, *document_ids: UUID) -> None:
        """Put them in their place: their rows are committed."""
        folder = self._kept / str(owner_id)
        folder.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
        for document_id in document_ids:
            with suppress(FileNotFoundError):  # somebody looked for it first
                self.incoming(document_id).replace(folder / str(document_id))
        _sync(folder)

    def path(self, owner_id: UUID, document_id: UUID) -> Path | None:
        """The file of a document whose row exists; None where it is lost."""
        if self.incoming(document_id).is_file():
            self.keep(owner_id, document_id)
        place = self._kept / str(owner_id) / str(document_id)
        return place if place.is_file() else None

    def give_up(self, document_id: UUID) -> None:
        """Its row was not committed."""
        self.incoming(document_id).unlink(missing_ok=True)

    def remove(self, owner_id: UUID, document_id: UUID) -> None:
        """Its row is gone."""
        self.give_up(document_id)
        (self._kept / str(owner_id) / str(document_id)).unlink(missing_ok=True)

    def unpacking(self, document_id: UUID) -> Path:
        """An empty folder to take out into what hangs on a mail."""
        folder = self._unpacked / str(document_id)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=_FOLDER_MODE, parents=True)
        return folder

    def unpacked(self, document_id: UUID) -> None:
        """What was taken out has found its place, or will not."""
        shutil.rmtree(self._unpacked / str(document_id), ignore_errors=True)

    def adopt(self, path: Path, document_id: UUID) -> None:
        """Receive a file that was taken out."""
        self._incoming.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
        path.chmod(_FILE_MODE)
        path.replace(self.incoming(document_id))
        _sync(self.incoming(document_id))

    def forget_unpacked(self, *, before: float) -> None:
        """Remove what a process that died had taken out before this time (seconds of the file system's clock)."""
        folders = sorted(self._unpacked.iterdir()) if self._unpacked.is_dir() else []
        for folder in folders:
            with suppress(FileNotFoundError):
                if folder.stat().st_mtime < before:
                    shutil.rmtree(folder, ignore_errors=True)

    def all(self) -> Iterator[StoredFile]:
        """Every file that there is."""
        folders: list[tuple[Path, UUID | None]] = [(self._incoming, None)]
        if self._kept.is_dir():
            folders += [(folder, parse_id(folder.name)) for folder in sorted(self._kept.iterdir()) if folder.is_dir()]
        for folder, owner_id in folders:
            if not folder.is_dir():
                continue
            for path in sorted(folder.iterdir()):
                named = parse_id(path.name)
                if named is not None:
                    with suppress(FileNotFoundError):
                        yield StoredFile(path, owner_id, named, path.stat().st_mtime)


def _sync(path: Path) -> None:
    """Have a file's bytes, or a folder's new entries, on the disk, where the platform can."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
