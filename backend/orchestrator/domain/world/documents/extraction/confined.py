"""What may the process that opens strangers' files do? Little, for a while, without a network, and never alone.

Called at the start of the child, before it imports a library that reads files. What a platform does not offer is left
out: limits of time and output are the parent's too (`process.py`).
"""

import ctypes
import os
import resource
import signal
import sys

MEMORY_BYTES = 1 << 30
WRITTEN_BYTES = 64_000_000
OPEN_FILES = 64
_LAST_WORDS_S = 2
"""Between SIGXCPU, which tells the parent why, and the SIGKILL of the hard limit."""
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG, linux/prctl.h
_NO_NEW_PRIVILEGES = 38  # PR_SET_NO_NEW_PRIVS
_OWN_USERS, _OWN_NETWORK = 0x10000000, 0x40000000  # CLONE_NEWUSER, CLONE_NEWNET, linux/sched.h


def die_with_parent() -> None:
    """Have the kernel kill this process when its parent dies, however that dies."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)


def confine(*, cpu_s: int, parent: int) -> None:
    """Limit this process and what it starts. Exits where its parent is gone already."""
    die_with_parent()
    if os.getppid() != parent:
        os._exit(1)
    for what, soft, hard in (
        (resource.RLIMIT_CPU, cpu_s, cpu_s + _LAST_WORDS_S),
        (resource.RLIMIT_FSIZE, WRITTEN_BYTES, WRITTEN_BYTES),
        (resource.RLIMIT_NOFILE, OPEN_FILES, OPEN_FILES),
        (resource.RLIMIT_CORE, 0, 0),
        *(((resource.RLIMIT_AS, MEMORY_BYTES, MEMORY_BYTES),) if sys.platform == "linux" else ()),
    ):
        _, given = resource.getrlimit(what)
        most = hard if given == resource.RLIM_INFINITY else min(hard, given)
        resource.setrlimit(what, (min(soft, most), most))
    os.nice(10)
    if sys.platform == "linux":
        libc = ctypes.CDLL(None)
        libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        libc.unshare(_OWN_USERS | _OWN_NETWORK)  # where the host allows it: then there is no network at all
