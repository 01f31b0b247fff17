"""What is done with a workspace's folder beside its rows: looked over, kept small, and what the disk says against a
change put into words."""

import contextlib
import errno
import time
from collections.abc import Iterator, Sequence

from orchestrator.domain.work.workspaces.folder import Clash, Folder, Seen
from orchestrator.domain.work.workspaces.model import WorkspaceFile
from orchestrator.errors import Conflict, InvalidRequest, NotReady, TooLarge

KEPT_S = 3_600.0
"""So long an earlier content is kept though no snapshot names it: an undo needs it."""


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
