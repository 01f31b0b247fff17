"""How much memory does this machine have, and how much of it can a process still take? In bytes."""

import os
from collections.abc import Callable
from pathlib import Path

_MEMINFO = Path("/proc/meminfo")
_CGROUP_LIMIT = Path("/sys/fs/cgroup/memory.max")
_CGROUP_USED = Path("/sys/fs/cgroup/memory.current")
_CGROUP_STAT = Path("/sys/fs/cgroup/memory.stat")
_KIB = 1024
GIB = 1024**3

FreeMemory = Callable[[], int | None]
MemoryInUse = Callable[[], float | None]


def total_memory() -> int | None:
    """The machine's memory; None where the platform does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return None


def free_memory() -> int | None:
    """What this process could take before others are pushed out: of the machine, or of its container where that is
    less. The whole memory where the platform tells no more; None where it tells nothing."""
    machine = _available() or total_memory()
    container = _left_in_container()
    known = [bytes_ for bytes_ in (machine, container) if bytes_ is not None]
    return min(known, default=None)


def memory_in_use() -> float | None:
    """Which share of its memory the machine, or the container where that is tighter, has in use (0 to 1). What is only
    kept to be quick (page cache) is not counted. None where the platform does not tell."""
    total, left = total_memory(), _available()
    known = [1 - left / total] if total and left is not None else []
    container = _used_in_container()
    return max([*known, *([container] if container is not None else [])], default=None)


def _used_in_container() -> float | None:
    try:
        limit, used = int(_CGROUP_LIMIT.read_text("ascii")), int(_CGROUP_USED.read_text("ascii"))
        told = dict(line.split() for line in _CGROUP_STAT.read_text("ascii").splitlines())
        return (used - int(told.get("inactive_file", 0))) / limit
    except (OSError, ValueError, ZeroDivisionError):  # `max`: there is no limit
        return None


def _available() -> int | None:
    try:
        for line in _MEMINFO.read_text("ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * _KIB
    except (OSError, ValueError, IndexError):
        return None
    return None


def _left_in_container() -> int | None:
    """What the control group's limit leaves, page cache counted as used: a careful figure."""
    try:
        return int(_CGROUP_LIMIT.read_text("ascii")) - int(_CGROUP_USED.read_text("ascii"))
    except (OSError, ValueError):  # `max`: there is no limit
        return None
