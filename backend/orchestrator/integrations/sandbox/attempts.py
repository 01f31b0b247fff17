"""What an attacker tries from inside: run in the sandbox by `attacks.py`, never anywhere else. The standard library
alone.

    python -I -S attempts.py '{"secret": …, "port": …, …}'   a line of JSON an attempt: [name, "" or what went through]
    python -I -S attempts.py NAME                            one that uses up: forks, memory, files, time
"""

import ctypes
import errno
import fcntl
import json
import mmap
import os
import platform
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable
from typing import Any

PASSED = "went through"
MARK = "STEWARD-CANARY"
SHARED_MEMORY = "/dev/shm"  # noqa: S108  (to be refused)
CORE_PATTERN = "/proc/sys/kernel/core_pattern"
_X86 = {"keyctl": 250, "io_uring_setup": 425, "userfaultfd": 323, "bpf": 321, "perf_event_open": 298, "ptrace": 101}
_ARM = {"keyctl": 219, "io_uring_setup": 425, "userfaultfd": 282, "bpf": 280, "perf_event_open": 241, "ptrace": 117}
_MORE_X86 = {"mount": 165, "unshare": 272, "memfd_create": 319, "shmget": 29, "setns": 308, "init_module": 175}
_MORE_ARM = {"mount": 40, "unshare": 97, "memfd_create": 279, "shmget": 194, "setns": 268, "init_module": 105}
NUMBERS = {**_X86, **_MORE_X86} if platform.machine() == "x86_64" else {**_ARM, **_MORE_ARM}
NEW_USER, SEIZE = 0x10000000, 0x4206
_LIBC = ctypes.CDLL(None, use_errno=True)
Told = dict[str, Any]


def _fails(what: Callable[[], object]) -> str:
    """ "" where the system refuses it."""
    try:
        found = what()
    except OSError:
        return ""
    return f"{PASSED}: {str(found)[:60]}"


def _opened(path: str, flags: int = os.O_RDONLY) -> str:
    def attempt() -> str:
        descriptor = os.open(path, flags)
        os.close(descriptor)
        if flags & os.O_CREAT:
            os.unlink(path)
        return path

    return _fails(attempt)


def _call(name: str, *arguments: int) -> str:
    """ "" where the call is refused for lack of a right, or does not exist here."""
    words = [ctypes.c_long(one) for one in arguments]
    found = _LIBC.syscall(ctypes.c_long(NUMBERS[name]), *words)
    refused = {errno.EPERM, errno.ENOSYS, errno.EACCES}
    return "" if found < 0 and ctypes.get_errno() in refused else f"{PASSED}: {found} {ctypes.get_errno()}"


def secret_file(told: Told) -> str:
    return _opened(told["secret"])


def secret_through_a_link(told: Told) -> str:
    os.symlink(told["secret"], "link")
    return _opened("link")


def home_folder(told: Told) -> str:
    return _fails(lambda: os.listdir(told["folder"]))


def passwords(_: Told) -> str:
    return _opened("/etc/shadow") or _opened("/root/.ssh") or _opened("/etc/hostname")


def environment_of_others(_: Told) -> str:
    """The canary stands in the environment of the process outside, and must in nobody's that can be read."""
    try:
        pids = [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        pids = [str(number) for number in (1, 2, os.getppid(), os.getpid())]
    for pid in {*pids, "1", str(os.getppid())}:
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                if MARK.encode() in file.read():
                    return f"{PASSED}: of process {pid}"
        except OSError:
            continue
    return f"{PASSED}: own" if any(MARK in value for value in os.environ.values()) else ""


def memory_of_the_launcher(told: Told) -> str:
    return _opened(f"/proc/{told['outside']}/mem") or _opened(f"/proc/{os.getppid()}/mem", os.O_RDWR)


def core_pattern(_: Told) -> str:
    return _opened(CORE_PATTERN, os.O_WRONLY)


def kernel_settings(_: Told) -> str:
    paths = ("/proc/sysrq-trigger", "/proc/sys/kernel/hostname", "/sys/kernel/uevent_helper", "/proc/kcore")
    return "".join(_opened(path, os.O_WRONLY) for path in paths)


def system_folders(_: Told) -> str:
    paths = ("/usr/steward-attempt", "/etc/steward-attempt", "/steward-attempt", "/var/steward-attempt")
    return "".join(_opened(path, os.O_WRONLY | os.O_CREAT) for path in paths)


def devices(_: Told) -> str:
    paths = (
        "/dev/mem",
        "/dev/kmsg",
        "/dev/sda",
        "/dev/vda",
        "/dev/kvm",
        f"{SHARED_MEMORY}/steward-attempt",
        "/dev/fuse",
    )
    return "".join(_opened(path, os.O_RDWR | (os.O_CREAT if "shm" in path else 0)) for path in paths)


def inherited_descriptors(_: Told) -> str:
    found = []
    for number in range(3, 1_024):
        try:
            fcntl.fcntl(number, fcntl.F_GETFD)
        except OSError:
            continue
        found.append(number)
    return f"{PASSED}: {found}" if found else ""


def tcp_to_the_host(told: Told) -> str:
    return _fails(lambda: socket.create_connection(("127.0.0.1", told["port"]), 2))


def udp_and_names(told: Told) -> str:
    def attempt() -> object:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
            one.settimeout(0.5)
            one.sendto(b"?", ("127.0.0.1", told["udp_port"]))
            return one.recv(10)

    return _fails(attempt)


def _connected(address: str) -> object:
    with socket.socket(socket.AF_UNIX) as one:
        one.settimeout(2)
        one.connect(address)
    return address


def unix_socket(told: Told) -> str:
    return _fails(lambda: _connected(told["socket"]))


def abstract_socket(told: Told) -> str:
    return _fails(lambda: _connected("\0" + told["abstract"]))


def netlink(_: Told) -> str:
    return _fails(lambda: socket.socket(16, socket.SOCK_RAW, 0))


def vsock(_: Told) -> str:
    return _fails(lambda: socket.socket(40, socket.SOCK_STREAM)) or _fails(lambda: socket.socket(17, socket.SOCK_RAW))


def keys_of_the_kernel(_: Told) -> str:
    return _call("keyctl", 0, -3, 1)


def io_uring(_: Told) -> str:
    return _call("io_uring_setup", 4, ctypes.addressof(ctypes.create_string_buffer(256)))


def userfaultfd(_: Told) -> str:
    return _call("userfaultfd", 0)


def bpf(_: Told) -> str:
    return _call("bpf", 0, 0, 0)


def perf(_: Told) -> str:
    return _call("perf_event_open", ctypes.addressof(ctypes.create_string_buffer(128)), 0, -1, -1, 0)


def ptrace(_: Told) -> str:
    return _call("ptrace", SEIZE, -1, 0, 0)  # of nobody: where it is allowed, it says so and harms none


def mounts(_: Told) -> str:
    words = [ctypes.create_string_buffer(one) for one in (b"none", b"/steward-no-such-folder", b"tmpfs")]
    return _call("mount", *(ctypes.addressof(one) for one in words), 0, 0)


def namespaces(_: Told) -> str:
    child = os.fork()
    if child == 0:
        os._exit(1 if _call("unshare", NEW_USER) else 0)
    return PASSED if os.waitpid(child, 0)[1] else ""


def modules(_: Told) -> str:
    return _call("init_module", 0, 0, 0)


def hidden_memory(_: Told) -> str:
    return _call("memfd_create", ctypes.addressof(ctypes.create_string_buffer(b"x")), 0) or _call(
        "shmget", 0, 4096, 950
    )


def signals_to_others(told: Told) -> str:
    return _fails(lambda: os.kill(told["outside"], 0))


def rights(_: Told) -> str:
    if _LIBC.prctl(39, 0, 0, 0, 0) != 1:  # PR_GET_NO_NEW_PRIVS
        return f"{PASSED}: programs may gain rights"
    if os.geteuid() == 0 or _fails(lambda: os.setuid(0)):
        return f"{PASSED}: root"
    return ""


def typing_into_the_terminal(_: Told) -> str:
    return _fails(lambda: fcntl.ioctl(0, 0x5412, b"x"))


def modes_of_others(told: Told) -> str:
    """It may seem to succeed; whether it did is looked at from outside."""
    _fails(lambda: os.chmod(told["secret"], 0o777))  # noqa: S103  (to be refused)
    _fails(lambda: os.utime(told["secret"], (1, 1)))
    return ""


def limits(_: Told) -> str:
    """No limit can be lifted again."""

    def attempt() -> object:
        resource.setrlimit(resource.RLIMIT_NPROC, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        return "limits lifted"

    try:
        return _fails(attempt)
    except ValueError:
        return ""


REACHES = (
    *(secret_file, secret_through_a_link, home_folder, passwords, environment_of_others, memory_of_the_launcher),
    *(core_pattern, kernel_settings, system_folders, devices, inherited_descriptors),
    *(tcp_to_the_host, udp_and_names, unix_socket, abstract_socket, netlink, vsock),
    *(keys_of_the_kernel, io_uring, userfaultfd, bpf, perf, ptrace, mounts, namespaces, modules, hidden_memory),
    *(signals_to_others, rights, typing_into_the_terminal, modes_of_others, limits),
)
"""What reaches for something outside."""


def fork_bomb() -> None:
    """As many processes as there may be, for ever."""
    while True:
        try:
            if os.fork() == 0:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
        except OSError:
            time.sleep(0.001)


def memory_of_one() -> None:
    held = bytearray(2_000_000_000)
    held[:: mmap.PAGESIZE] = b"x" * len(held[:: mmap.PAGESIZE])
    time.sleep(30)


def memory_of_many() -> None:
    """No process of them has much."""
    for _ in range(8):
        if os.fork() == 0:
            held = bytearray(40_000_000)
            held[:: mmap.PAGESIZE] = b"x" * len(held[:: mmap.PAGESIZE])
            time.sleep(30)
            os._exit(len(held) % 2)
    time.sleep(30)


def disk() -> None:
    block = b"\1" * 1_000_000
    for number in range(10_000):
        with open(f"{os.environ['TMPDIR']}/{number % 500}.{number}", "wb") as file:
            file.write(block)


def inodes() -> None:
    for number in range(1_000_000):
        with open(str(number), "wb"):
            pass


def large_file() -> None:
    with open("large", "wb") as file:
        while True:
            file.write(b"\1" * 1_000_000)


def spin() -> None:
    while True:
        pass


def spin_in_many() -> None:
    """Each child spins for less than any limit of one process."""
    while True:
        child = os.fork()
        if child == 0:
            end = time.process_time() + 0.2
            while time.process_time() < end:
                pass
            os._exit(0)
        os.waitpid(child, 0)


def daemon() -> None:
    """A child that leaves its session, ignores signals and goes on after its parent."""
    for _ in range(2):
        if os.fork():
            os._exit(0)
        os.setsid()
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(0.05)
        with open("heartbeat", "a", encoding="ascii") as file:
            file.write("x")


def sleep() -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(60)


def output() -> None:
    while True:
        sys.stdout.write("x" * 65_536)


USES_UP = (
    *(fork_bomb, memory_of_one, memory_of_many, disk, inodes, large_file, spin, spin_in_many, daemon, sleep, output),
)
"""What uses up the machine, or stays on it."""


def main() -> None:
    """Do what the argument says."""
    by_name = {one.__name__: one for one in USES_UP}
    if sys.argv[1] in by_name:
        by_name[sys.argv[1]]()
        return
    told = json.loads(sys.argv[1])
    chosen = told.get("only")
    for one in REACHES if chosen is None else [each for each in REACHES if each.__name__ in chosen]:
        try:
            found = one(told)
        except Exception as error:  # noqa: BLE001  (a named border: an attempt that breaks down is no escape)
            found = "" if isinstance(error, OSError) else f"{PASSED}: {type(error).__name__} {error}"
        print(json.dumps([one.__name__, found]), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
