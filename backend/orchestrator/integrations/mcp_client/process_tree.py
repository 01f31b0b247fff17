"""Whose end is whose? A process ends with its parent, and with it all that it started, as far as the kernel tells.

By /proc and prctl; where there is neither, the process group has to do.
"""

import ctypes
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

_ROUNDS = 20
_PAUSE_S = 0.05
_PAGE = os.sysconf("SC_PAGE_SIZE")
_LINUX = sys.platform == "linux"
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG, linux/prctl.h
_ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER


def die_with(parent: int, *, told_by: signal.Signals = signal.SIGKILL) -> None:
    """Have the kernel tell this process by a signal that its parent died. Exits where the parent is gone already."""
    if _LINUX:
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, told_by, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def adopt_orphans() -> None:
    """Become the parent of whatever descendant loses its own: one that detaches itself is found and killed."""
    if _LINUX:
        ctypes.CDLL(None).prctl(_ADOPT_ORPHANS, 1, 0, 0, 0)


def descendants(root: int) -> list[int]:
    """All processes below this one, also those that detached themselves where it is a subreaper."""
    below: dict[int, list[int]] = {}
    for entry in os.scandir("/proc") if Path("/proc/self/stat").exists() else ():
        if entry.name.isdigit() and (parent := _parent(int(entry.name))) is not None:
            below.setdefault(parent, []).append(int(entry.name))
    found: list[int] = []
    level = below.get(root, [])
    while level:
        found += level
        level = [child for one in level for child in below.get(one, [])]
    return found


def end_tree(root: int) -> None:
    """Kill all descendants, again and again until there are none: one may have started another in between."""
    for _ in range(_ROUNDS):
        there = [pid for pid in descendants(root) if not _is_dead(pid)]
        if not there:
            return
        for pid in there:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(_PAUSE_S)


def tree_bytes(root: int) -> int:
    """Memory of all descendants (resident)."""
    return sum(_resident(pid) for pid in descendants(root))


def _parent(pid: int) -> int | None:
    try:
        told = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
        return int(told.rpartition(")")[2].split()[1])
    except (OSError, IndexError, ValueError):
        return None


def _is_dead(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[0] in {"Z", "X"}
    except (OSError, IndexError):
        return True


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * _PAGE
    except (OSError, IndexError, ValueError):
        return 0
