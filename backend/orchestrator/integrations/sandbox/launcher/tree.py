"""What does a program use with all that it started, and how does all of it end? The descendants of one process, as
/proc tells of them."""

import os
import resource
import signal
from collections.abc import Iterator
from contextlib import suppress

_PAGE = resource.getpagesize()
_TICKS = os.sysconf("SC_CLK_TCK")
MOST_ROUNDS = 1_000


class Usage:
    """Of all descendants now. `memory`: bytes that are theirs alone or shared among them, not files that were read."""

    __slots__ = ("memory", "processes", "processor_s")

    def __init__(self, processes: int, memory: int, processor_s: float) -> None:
        self.processes = processes
        self.memory = memory
        self.processor_s = processor_s


def descendants(parent: int) -> list[int]:
    """All of them; those whose parents died are this process's own, because it adopts orphans."""
    found: list[int] = []
    waiting = [parent]
    while waiting:
        for child in _children(waiting.pop()):
            found.append(child)
            waiting.append(child)
    return found


def _children(pid: int) -> Iterator[int]:
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return
    for thread in threads:
        with suppress(OSError):
            for word in _read(f"/proc/{pid}/task/{thread}/children").split():
                yield int(word)


def _read(path: str) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(descriptor, 1 << 16)
    finally:
        os.close(descriptor)


def usage(pids: list[int]) -> Usage:
    """Of these, and of what they waited for."""
    memory = ticks = 0
    for pid in pids:
        with suppress(OSError, ValueError, IndexError):
            fields = _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
            ticks += sum(int(fields[n]) for n in (11, 12, 13, 14))
            memory += _own_memory(pid)
    return Usage(len(pids), memory, ticks / _TICKS)


def _own_memory(pid: int) -> int:
    """Anonymous and shared memory, without the pages of files."""
    total = 0
    for line in _read(f"/proc/{pid}/status").splitlines():
        if line.startswith((b"RssAnon:", b"RssShmem:", b"VmPTE:")):
            total += int(line.split()[1]) * 1024
    return total


def size_of(folders: list[str], *, most_files: int) -> tuple[int, int]:
    """(bytes on the disk, files and folders) below these; it stops counting beyond `most_files`."""
    size = files = 0
    waiting = list(folders)
    while waiting and files <= most_files:
        with suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                files += 1
                with suppress(OSError):
                    told = entry.stat(follow_symlinks=False)
                    size += told.st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
    return size, files


def end_all(own: int, uid: int | None) -> None:
    """Kill every descendant of this process, however fast they fork. `uid`: the one that is theirs alone: the kernel
    kills all of a user's at once."""
    for _ in range(MOST_ROUNDS):
        if uid is not None:
            _end_user(uid)
        there = descendants(own)
        if not there:
            return
        for pid in there:  # what is stopped forks no more
            with suppress(OSError):
                os.kill(pid, signal.SIGSTOP)
        for pid in there:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        reap()


def _end_user(uid: int) -> None:
    child = os.fork()
    if child == 0:
        try:
            os.setresuid(uid, uid, uid)
            os.kill(-1, signal.SIGKILL)
        finally:
            os._exit(0)
    with suppress(ChildProcessError):
        os.waitpid(child, 0)


def reap() -> dict[int, int]:
    """Those that ended, with their wait statuses."""
    ended: dict[int, int] = {}
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            ended[pid] = status
    return ended
