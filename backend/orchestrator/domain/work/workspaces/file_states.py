"""How do the files on the disk and what is put down of them go together: as a row's values, a state in a snapshot, what
people are shown; looked over, kept small, and what the disk says against a change put into words?"""

import contextlib
import errno
import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from orchestrator.agent.types.origin import Origin
from orchestrator.domain.work.workspaces.differences import FileState
from orchestrator.domain.work.workspaces.folder import Clash, Folder, Seen
from orchestrator.domain.work.workspaces.model import WorkspaceFile
from orchestrator.domain.work.workspaces.schemas import FileOut
from orchestrator.errors import Conflict, InvalidRequest, NotReady, TooLarge

KEPT_S = 3_600.0
"""So long an earlier content is kept though no snapshot names it: an undo needs it."""


def row_values(seen: Seen, digest: str, origin: Origin) -> Mapping[str, Any]:
    """As its row has it."""
    return {
        "path": seen.path,
        "size_bytes": seen.size_bytes,
        "sha256": digest,
        "origin": origin.value,
        "executable": seen.executable,
        "seen": seen.state,
    }


def state_of(row: WorkspaceFile) -> FileState:
    """As differences are told from."""
    return FileState(row.path, row.sha256, row.size_bytes, row.origin, row.executable)


def state_told(state: FileState) -> dict[str, Any]:
    """As a snapshot keeps it."""
    return {
        "path": state.path,
        "sha256": state.sha256,
        "size_bytes": state.size_bytes,
        "origin": state.origin,
        "executable": state.executable,
    }


def file_out(row: WorkspaceFile) -> FileOut:
    """As it is told."""
    names_of = ("path", "size_bytes", "sha256", "origin", "executable", "updated_at")
    return FileOut(**{name: getattr(row, name) for name in names_of})


def digest_of(content: bytes) -> str:
    """As hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def looked_over(folder: Folder, files: int) -> Sequence[Seen]:
    """All files; of a folder that another hand filled beyond the quota, as many as may be there."""
    folder.make()
    folder.sweep(before=time.time() - KEPT_S)
    return folder.scan(most=files)


def keep_room(folder: Folder, history_bytes: int, named: set[str], rows: Sequence[WorkspaceFile]) -> None:
    """Forget earlier contents that nothing names, where those that are kept leave too little room. Raises TooLarge."""
    there = folder.objects()
    wanted = named | {row.sha256 for row in rows}
    old = time.time() - KEPT_S
    loose = [name for name, (_, changed) in there.items() if name not in wanted and changed < old]
    folder.forget(loose)
    held = sum(size for name, (size, _) in there.items() if name not in set(loose))
    more = sum(size for digest, size in {row.sha256: row.size_bytes for row in rows}.items() if digest not in there)
    if held + more > history_bytes:
        raise TooLarge(f"Earlier states may take {history_bytes:,} bytes: delete large files first.")


@contextlib.contextmanager
def told_in_words(path: str = "") -> Iterator[None]:
    """What the file system says against it, in words. Raises Conflict, NotReady, InvalidRequest."""
    try:
        yield
    except Clash as clash:
        detail = f"{clash.there} is there, and systems without case take both for one name."
        raise Conflict("already_exists", detail, extra={"path": clash.there}) from clash
    except (IsADirectoryError, NotADirectoryError) as error:
        raise Conflict("already_exists", f"A folder or file stands in the way of {path}.") from error
    except OSError as error:
        if error.errno in {errno.ELOOP, errno.ENOENT}:
            raise InvalidRequest.of_field("path", "leads through a symbolic link, or its folder went") from error
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise NotReady("The disk is full: make room, then try again.") from error
        raise
