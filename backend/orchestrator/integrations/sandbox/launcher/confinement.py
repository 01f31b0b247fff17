"""What does the child do before it becomes the untrusted program? Limits, another user, its files, its system calls.

In this order: what needs a right comes before that is given up. Raises whatever can't be done: then nothing is run.
"""

import ctypes
import os
import platform
import resource
import signal
from contextlib import suppress
from typing import Any

from orchestrator.integrations.sandbox.launcher import landlock, syscall_filter

OPEN_FILES = 256
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = (
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime"),
    *("/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/mime.types", "/etc/fonts"),
)
"""Of /etc what programs need and says nothing of anybody."""
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
SECCOMP = 317 if platform.machine() == "x86_64" else 277
FILTER_MODE = 1  # SECCOMP_SET_MODE_FILTER
FILTER_FD = 9
ARGUMENTS_FD = 10
INSIDE_BOX, INSIDE_SCRATCH = "/box", "/tmp"  # noqa: S108  (a folder of the sandbox's own)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def limit(spec: dict[str, Any], processes_there: int) -> None:
    """The limits of one process; `processes_there`: how many the user has already."""
    processor = max(1, int(spec["processor_s"]) + 1)
    address_space = spec["address_space_bytes"] or resource.RLIM_INFINITY
    processes = processes_there + spec["processes"]
    for what, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, processor),
        (resource.RLIMIT_FSIZE, spec["file_bytes"]),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_NPROC, processes),
        (resource.RLIMIT_AS, address_space),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        _, given = resource.getrlimit(what)
        value = most if given == resource.RLIM_INFINITY else min(most, given) if most >= 0 else given
        resource.setrlimit(what, (value, value))


def die_with_parent() -> None:
    """Where memory is short, the kernel shall take this process and not the server; and it goes with its parent."""
    with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("1000")
    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)


def become(uid: int) -> None:
    """Another user, without any group or right of this one's."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def install(program: bytes) -> None:
    """The filter holds from here on, for this process and all that it starts. Raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    held = ctypes.create_string_buffer(program, len(program))
    told = _Program(len(program) // 8, ctypes.addressof(held))
    if libc.syscall(ctypes.c_long(SECCOMP), ctypes.c_uint(FILTER_MODE), ctypes.c_uint(0), ctypes.byref(told)):
        raise OSError(ctypes.get_errno(), "seccomp")


def with_landlock(spec: dict[str, Any]) -> None:
    """Become the program, under Landlock and without any socket."""
    program = syscall_filter.filter_for(platform.machine(), sockets=(), metadata=False)
    readable = [(path, landlock.READ) for path in (*SYSTEM, *SETTINGS, *spec["readable"])]
    devices = [(path, landlock.DEVICE) for path in DEVICES]
    own = landlock.everything(landlock.version())
    os.chdir(spec["box"])
    landlock.restrict([*readable, *devices, (spec["box"], own), (spec["scratch"], own)])
    install(program)
    argv = [word.replace("{box}", spec["box"]) for word in spec["argv"]]
    environment = {name: value.replace("{box}", spec["box"]) for name, value in spec["environment"].items()}
    environment |= {"HOME": spec["box"], "TMPDIR": spec["scratch"]}
    os.execve(argv[0], argv, environment)  # noqa: S606  (no shell is wanted)


def with_bubblewrap(spec: dict[str, Any]) -> None:
    """Become bubblewrap, which starts the program as the first process in there: one of bubblewrap's own would stand
    there without the filter, its memory open to the program. Its environment is
    empty, and the program's goes through a descriptor: arguments can be read by anybody."""
    sockets = (syscall_filter.AF_UNIX, syscall_filter.AF_INET, syscall_filter.AF_INET6)
    program = syscall_filter.filter_for(platform.machine(), sockets=sockets, metadata=True)
    _hand_over(program, FILTER_FD)
    arguments = b"".join(word.encode() + b"\0" for word in _arguments(spec))
    _hand_over(arguments, ARGUMENTS_FD)
    argv = [word.replace("{box}", INSIDE_BOX) for word in spec["argv"]]
    os.execve(spec["bwrap"], [spec["bwrap"], "--args", str(ARGUMENTS_FD), "--", *argv], {})  # noqa: S606


def _hand_over(content: bytes, descriptor: int) -> None:
    held = os.memfd_create("steward", 0)
    os.write(held, content)
    os.lseek(held, 0, os.SEEK_SET)
    if held != descriptor:
        os.dup2(held, descriptor, inheritable=True)
        os.close(held)
    os.set_inheritable(descriptor, True)  # noqa: FBT003  (os's signature)


def _arguments(spec: dict[str, Any]) -> list[str]:
    words = ["--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session"]
    words += ["--cap-drop", "ALL", "--hostname", "sandbox", "--as-pid-1"]
    for path in SYSTEM:
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            words += ["--ro-bind", path, path]
    under_scratch = [path for path in spec["readable"] if path.startswith(f"{INSIDE_SCRATCH}/")]
    for path in (*SETTINGS, *(path for path in spec["readable"] if path not in under_scratch)):
        words += ["--ro-bind-try", path, path]
    words += ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
    words += ["--bind", spec["scratch"], INSIDE_SCRATCH, "--bind", spec["box"], INSIDE_BOX]
    for path in under_scratch:  # after what stands in the place of /tmp, which would hide them
        words += ["--ro-bind-try", path, path]
    if spec.get("egress"):
        words += ["--bind", spec["egress"], "/run/egress"]
    words += ["--remount-ro", "/", "--chdir", INSIDE_BOX, "--seccomp", str(FILTER_FD)]
    environment = {name: value.replace("{box}", INSIDE_BOX) for name, value in spec["environment"].items()}
    for name, value in (environment | {"HOME": INSIDE_BOX, "TMPDIR": INSIDE_SCRATCH}).items():
        words += ["--setenv", name, value]
    return words


def processes_of(uid: int) -> int:
    """How many processes and threads a user has: the kernel's limit counts those too."""
    found = 0
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            if os.stat(f"/proc/{name}").st_uid == uid:
                found += len(os.listdir(f"/proc/{name}/task"))
        except OSError:
            continue
    return found
