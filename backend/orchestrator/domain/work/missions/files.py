"""Where do a mission's deliverables lie? In a folder of its own under `STEWARD_HOME/workspaces`, written whole or not
at all; the same file written again is the same file."""

import asyncio
import hashlib
import os
from pathlib import Path
from uuid import UUID

from orchestrator.errors import InvalidRequest
from orchestrator.kit import patterns

_PATH = patterns.compile(r"[A-Za-z0-9][\w.+ -]{0,99}(?:/[A-Za-z0-9][\w.+ -]{0,99}){0,4}")
MOST_BYTES = 1_000_000


def safe_path(path: str) -> str:
    """A path inside a folder, in plain names. Raises InvalidRequest for any other."""
    told = path.strip().replace("\\", "/")
    if not _PATH.fullmatch(told) or ".." in told or told.endswith((".", " ")):
        raise InvalidRequest.of_field("path", "a path is made of plain names, parted by /")
    return told


def digest(content: bytes) -> str:
    """SHA-256 (hex)."""
    return hashlib.sha256(content).hexdigest()


class MissionFiles:
    """The folders of all missions."""

    def __init__(self, root: Path) -> None:
        self._root = root

    async def write(self, owner_id: UUID, workspace_id: UUID, path: str, text: str) -> str:
        """The file's sha256. Raises InvalidRequest for a path that leads out, or a text that is too long."""
        content = text.encode()
        if len(content) > MOST_BYTES:
            raise InvalidRequest.of_field("text", f"a file has at most {MOST_BYTES} bytes")
        await asyncio.to_thread(_write, self._folder(owner_id, workspace_id), safe_path(path), content)
        return digest(content)

    async def read(self, owner_id: UUID, workspace_id: UUID, path: str) -> bytes | None:
        """The file; None where there is none."""
        return await asyncio.to_thread(_read, self._folder(owner_id, workspace_id) / safe_path(path))

    async def remove(self, owner_id: UUID, workspace_id: UUID, path: str) -> None:
        """Take a file away."""
        await asyncio.to_thread((self._folder(owner_id, workspace_id) / safe_path(path)).unlink, missing_ok=True)

    def _folder(self, owner_id: UUID, workspace_id: UUID) -> Path:
        return self._root / str(owner_id) / str(workspace_id)


def _write(folder: Path, path: str, content: bytes) -> None:
    target = folder / path
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not target.parent.resolve().is_relative_to(folder.resolve()) or target.is_symlink():
        raise InvalidRequest.of_field("path", "it leads out of the mission's folder")
    fresh = target.with_name(f".{target.name}.new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(target)


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() and not path.is_symlink() else None
