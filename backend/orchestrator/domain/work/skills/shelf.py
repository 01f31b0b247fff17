"""Where do the folders of skills lie? Under STEWARD_HOME/skills, one a version, read-only.

    skills/<user>/<digest>/<name>/SKILL.md …

They are what scripts see and what the user may look at. What they hold is looked at anew at each activation: whatever
changed there, by whomever, ends the approval. What was approved stands in the database beside them.
"""

import hashlib
import os
import shutil
import stat
from collections.abc import Sequence
from pathlib import Path
from uuid import UUID

from orchestrator.kit.ids import new_id

_FOLDER_MODE, _FILE_MODE, _SCRIPT_MODE = 0o700, 0o400, 0o500
MOST_ENTRIES = 1_000
MOST_READ_BYTES = 1_000_000
"""Of one file; a larger one can't be as approved."""
ODD = "odd"
"""The hash of what is no regular file, or larger than any file of a skill."""


class SkillShelf:
    """The folders of one home. `root`: STEWARD_HOME/skills. All of it blocks."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def folder(self, owner_id: UUID, digest: str, name: str) -> Path:
        """Where a version's folder lies, or would."""
        return self._root / str(owner_id) / digest / name

    def put(self, owner_id: UUID, digest: str, name: str, files: Sequence[tuple[str, bytes, bool]]) -> None:
        """Write a version's folder anew: (path, content, whether it is a script). All of it or nothing."""
        place = self._root / str(owner_id) / digest
        fresh = self._root / "incoming" / str(new_id())
        try:
            for path, content, script in files:
                target = fresh / name / path
                target.parent.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
                mode = _SCRIPT_MODE if script else _FILE_MODE
                descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
                with os.fdopen(descriptor, "wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
            place.parent.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
            _remove(place)
            fresh.replace(place)
        finally:
            _remove(fresh)

    def hashes(self, owner_id: UUID, digest: str, name: str) -> dict[str, str] | None:
        """sha256 by path of what lies there now, links and devices as `odd`; None where there is no folder at all."""
        root = self.folder(owner_id, digest, name)
        if not root.parent.exists():
            return None
        found: dict[str, str] = {}
        waiting = [""]
        while waiting and len(found) <= MOST_ENTRIES:
            below = waiting.pop()
            try:
                entries = sorted(os.scandir(root / below), key=lambda one: one.name)
            except OSError:
                found[below or "."] = ODD
                continue
            for entry in entries:
                path = f"{below}/{entry.name}" if below else entry.name
                path = path.encode("utf-8", "replace").decode()
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(path)
                else:
                    found[path] = _hash(entry)
        return found

    def text(self, owner_id: UUID, digest: str, name: str, path: str) -> str | None:
        """What a file there says now, for showing; None where it is no plain text file."""
        target = self.folder(owner_id, digest, name) / path
        try:
            descriptor = os.open(target, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            with os.fdopen(descriptor, "rb") as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    return None
                return file.read(MOST_READ_BYTES).decode("utf-8", "replace")
        except OSError:
            return None

    def remove(self, owner_id: UUID, digest: str) -> None:
        """A version is gone."""
        _remove(self._root / str(owner_id) / digest)


def _hash(entry: "os.DirEntry[str]") -> str:
    try:
        if not entry.is_file(follow_symlinks=False) or entry.stat(follow_symlinks=False).st_size > MOST_READ_BYTES:
            return ODD
        descriptor = os.open(entry.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ODD


def _remove(folder: Path) -> None:
    if folder.is_symlink() or folder.is_file():
        folder.unlink(missing_ok=True)
        return
    shutil.rmtree(folder, ignore_errors=True)
