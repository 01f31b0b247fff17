"""What a process that reads strangers' bytes may do: little, for a while, without a network, and never alone.

What a platform does not offer is left out: time, output and the process group are the parent's to bound too.
"""

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path

OPEN_FILES = 64
_LAST_WORDS_S = 2
"""Between SIGXCPU, which tells the parent why, and the SIGKILL of the hard limit."""
_NICENESS = 10
_LINUX = sys.platform == "linux"
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG, linux/prctl.h
_ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER
_NO_NEW_PRIVILEGES = 38  # PR_SET_NO_NEW_PRIVS
_OWN_USERS, _OWN_NETWORK = 0x10000000, 0x40000000  # CLONE_NEWUSER, CLONE_NEWNET, linux/sched.h


def die_with(parent: int, *, told_by: signal.Signals = signal.SIGKILL) -> None:
    """Have the kernel kill this process when its parent dies, however that dies, or have it told by a signal that it
    handles. Exits where the parent is gone already."""
    if _LINUX:
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, told_by, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def adopt_orphans() -> None:
    """Become the parent of whatever descendant loses its own: one that detaches itself is found and killed."""
    if _LINUX:
        ctypes.CDLL(None).prctl(_ADOPT_ORPHANS, 1, 0, 0, 0)


def leave_network() -> None:
    """A network of its own with nothing in it, where the host allows it, for this process and all its descendants."""
    if _LINUX:
        libc = ctypes.CDLL(None)
        libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        libc.unshare(_OWN_USERS | _OWN_NETWORK)


def be_the_first_to_go() -> None:
    """Where memory is short, the kernel shall take this process and not the server."""
    if _LINUX:
        with suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text("1000", "ascii")


def limit(*, processor_s: int, memory_bytes: int, written_bytes: int, starts_programs: bool) -> None:
    """Limit this process and what it starts. `memory_bytes`: address space beyond what it has by now."""
    most_memory = _address_space() + memory_bytes
    for what, soft, hard in (
        (resource.RLIMIT_CPU, processor_s, processor_s + _LAST_WORDS_S),
        (resource.RLIMIT_FSIZE, written_bytes, written_bytes),
        (resource.RLIMIT_NOFILE, OPEN_FILES, OPEN_FILES),
        (resource.RLIMIT_CORE, 0, 0),
        *(((resource.RLIMIT_AS, most_memory, most_memory),) if _LINUX else ()),
        *(() if starts_programs else ((resource.RLIMIT_NPROC, 0, 0),)),
    ):
        _, given = resource.getrlimit(what)
        most = hard if given == resource.RLIM_INFINITY else min(hard, given)
        resource.setrlimit(what, (min(soft, most), most))
    os.nice(_NICENESS)


def _address_space() -> int:
    """Bytes that this process has mapped."""
    if not _LINUX:
        return 0
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    return pages * resource.getpagesize()
