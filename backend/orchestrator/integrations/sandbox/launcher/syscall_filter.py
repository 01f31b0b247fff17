"""Which system calls may an untrusted program make? A seccomp filter, made for the two architectures that we know.

What could be used against the kernel or beyond the sandbox is refused; what a library asks for first and can do without
does not exist for it (`clone3`: its flags can't be looked at). Sources: seccomp(2); the numbers: asm/unistd_64.h of
Linux 6.18 and include/uapi/asm-generic/unistd.h.
"""

import errno
import struct
from collections.abc import Iterable, Mapping, Sequence

LOAD, EQUAL, ANY_BIT, RETURN, AND = 0x20, 0x15, 0x45, 0x06, 0x54
GREATER_OR_EQUAL = 0x35
NUMBER, ARCH, ARGUMENT = 0, 4, 16
ALLOW, ERRNO, KILL = 0x7FFF0000, 0x00050000, 0x80000000
X32 = 0x40000000
AF_UNIX, AF_INET, AF_INET6 = 1, 2, 10
NAMESPACES = 0x7E020080
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET, NEWTIME."""
TIOCSTI, TIOCLINUX = 0x5412, 0x541C
MOST_JUMP = 255

_BOTH = (
    *("ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "pidfd_getfd", "process_madvise"),
    *("mount", "umount2", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick", "open_tree", "mount_setattr"),
    *("pivot_root", "chroot", "unshare", "setns", "name_to_handle_at", "open_by_handle_at"),
    *("bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register"),
    *("keyctl", "add_key", "request_key", "init_module", "finit_module", "delete_module", "kexec_load"),
    *("kexec_file_load", "reboot", "swapon", "swapoff", "acct", "quotactl", "quotactl_fd", "syslog", "settimeofday"),
    *("clock_settime", "clock_adjtime", "adjtimex", "sethostname", "setdomainname", "fanotify_init", "vhangup"),
    *("memfd_create", "memfd_secret", "shmget", "shmat", "msgget", "semget", "mq_open", "move_pages", "migrate_pages"),
    *("lookup_dcookie", "mbind", "set_mempolicy"),
)
_X86_ONLY = ("iopl", "ioperm", "modify_ldt", "uselib", "ustat", "sysfs", "_sysctl", "create_module")
X86: Mapping[str, int] = {
    "ptrace": 101,
    "process_vm_readv": 310,
    "process_vm_writev": 311,
    "kcmp": 312,
    "pidfd_getfd": 438,
    "process_madvise": 440,
    "mount": 165,
    "umount2": 166,
    "move_mount": 429,
    "fsopen": 430,
    "fsconfig": 431,
    "fsmount": 432,
    "fspick": 433,
    "open_tree": 428,
    "mount_setattr": 442,
    "pivot_root": 155,
    "chroot": 161,
    "unshare": 272,
    "setns": 308,
    "name_to_handle_at": 303,
    "open_by_handle_at": 304,
    "bpf": 321,
    "perf_event_open": 298,
    "userfaultfd": 323,
    "io_uring_setup": 425,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "keyctl": 250,
    "add_key": 248,
    "request_key": 249,
    "init_module": 175,
    "finit_module": 313,
    "delete_module": 176,
    "kexec_load": 246,
    "kexec_file_load": 320,
    "reboot": 169,
    "swapon": 167,
    "swapoff": 168,
    "acct": 163,
    "quotactl": 179,
    "quotactl_fd": 443,
    "syslog": 103,
    "settimeofday": 164,
    "clock_settime": 227,
    "clock_adjtime": 305,
    "adjtimex": 159,
    "sethostname": 170,
    "setdomainname": 171,
    "fanotify_init": 300,
    "vhangup": 153,
    "memfd_create": 319,
    "memfd_secret": 447,
    "shmget": 29,
    "shmat": 30,
    "msgget": 68,
    "semget": 64,
    "mq_open": 240,
    "move_pages": 279,
    "migrate_pages": 256,
    "lookup_dcookie": 212,
    "mbind": 237,
    "set_mempolicy": 238,
    "iopl": 172,
    "ioperm": 173,
    "modify_ldt": 154,
    "uselib": 134,
    "ustat": 136,
    "sysfs": 139,
    "_sysctl": 156,
    "create_module": 174,
    "clone": 56,
    "clone3": 435,
    "socket": 41,
    "socketpair": 53,
    "ioctl": 16,
    "chmod": 90,
    "fchmodat": 268,
    "fchmodat2": 452,
    "chown": 92,
    "lchown": 94,
    "fchownat": 260,
    "utime": 132,
    "utimes": 235,
    "futimesat": 261,
    "utimensat": 280,
    "setxattr": 188,
    "lsetxattr": 189,
    "removexattr": 197,
    "lremovexattr": 198,
    "setxattrat": 463,
    "removexattrat": 466,
}
ARM: Mapping[str, int] = {
    "ptrace": 117,
    "process_vm_readv": 270,
    "process_vm_writev": 271,
    "kcmp": 272,
    "pidfd_getfd": 438,
    "process_madvise": 440,
    "mount": 40,
    "umount2": 39,
    "move_mount": 429,
    "fsopen": 430,
    "fsconfig": 431,
    "fsmount": 432,
    "fspick": 433,
    "open_tree": 428,
    "mount_setattr": 442,
    "pivot_root": 41,
    "chroot": 51,
    "unshare": 97,
    "setns": 268,
    "name_to_handle_at": 264,
    "open_by_handle_at": 265,
    "bpf": 280,
    "perf_event_open": 241,
    "userfaultfd": 282,
    "io_uring_setup": 425,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "keyctl": 219,
    "add_key": 217,
    "request_key": 218,
    "init_module": 105,
    "finit_module": 273,
    "delete_module": 106,
    "kexec_load": 104,
    "kexec_file_load": 294,
    "reboot": 142,
    "swapon": 224,
    "swapoff": 225,
    "acct": 89,
    "quotactl": 60,
    "quotactl_fd": 443,
    "syslog": 116,
    "settimeofday": 170,
    "clock_settime": 112,
    "clock_adjtime": 266,
    "adjtimex": 171,
    "sethostname": 161,
    "setdomainname": 162,
    "fanotify_init": 262,
    "vhangup": 58,
    "memfd_create": 279,
    "memfd_secret": 447,
    "shmget": 194,
    "shmat": 196,
    "msgget": 186,
    "semget": 190,
    "mq_open": 180,
    "move_pages": 239,
    "migrate_pages": 238,
    "lookup_dcookie": 18,
    "mbind": 235,
    "set_mempolicy": 237,
    "clone": 220,
    "clone3": 435,
    "socket": 198,
    "socketpair": 199,
    "ioctl": 29,
    "fchmodat": 53,
    "fchmodat2": 452,
    "fchownat": 54,
    "utimensat": 88,
    "setxattr": 5,
    "lsetxattr": 6,
    "removexattr": 14,
    "lremovexattr": 15,
    "setxattrat": 463,
    "removexattrat": 466,
}
ARCHITECTURES: Mapping[str, tuple[int, Mapping[str, int]]] = {
    "x86_64": (0xC000003E, X86),
    "aarch64": (0xC00000B7, ARM),
}
_METADATA = (
    *("chmod", "fchmodat", "fchmodat2", "chown", "lchown", "fchownat", "utime", "utimes", "futimesat", "utimensat"),
    *("setxattr", "lsetxattr", "removexattr", "lremovexattr", "setxattrat", "removexattrat"),
)


class UnknownArchitecture(Exception):
    """There is no filter for this machine."""


def instruction(code: int, k: int, yes: int = 0, no: int = 0) -> bytes:
    """One of classic BPF; `yes`, `no`: how many are jumped over."""
    return struct.pack("<HBBI", code, yes, no, k)


def filter_for(machine: str, *, sockets: Sequence[int], metadata: bool) -> bytes:
    """The filter's program. `sockets`: the families that may be opened, none of them for no socket at all; `metadata`:
    whether modes, owners and times may be changed (where no mount namespace hides what is not the program's own: else
    such a call only seems to succeed). Raises UnknownArchitecture."""
    if machine not in ARCHITECTURES:
        raise UnknownArchitecture(machine)
    arch, numbers = ARCHITECTURES[machine]
    lines = [
        instruction(LOAD, ARCH),
        instruction(EQUAL, arch, 1, 0),
        instruction(RETURN, KILL),
        instruction(LOAD, NUMBER),
    ]
    if machine == "x86_64":
        lines += [instruction(GREATER_OR_EQUAL, X32, 0, 1), instruction(RETURN, KILL)]
    lines += _when(numbers["clone3"], [instruction(RETURN, ERRNO | errno.ENOSYS)])
    for name in (*_BOTH, *_X86_ONLY):
        if name in numbers:
            lines += _when(numbers[name], [instruction(RETURN, ERRNO | errno.EPERM)])
    for name in () if metadata else _METADATA:
        if name in numbers:
            lines += _when(numbers[name], [instruction(RETURN, ERRNO)])
    refused = instruction(RETURN, ERRNO | errno.EPERM)
    lines += _when(
        numbers["clone"],
        [_argument(0), instruction(ANY_BIT, NAMESPACES, 0, 1), refused, instruction(RETURN, ALLOW)],
    )
    lines += _when(numbers["ioctl"], [_argument(1), *_one_of((TIOCSTI, TIOCLINUX), refused)])
    lines += _when(numbers["socket"], [_argument(0), *_none_but(sockets, refused)])
    lines += _when(numbers["socketpair"], [_argument(0), *_none_but((AF_UNIX,), refused)])
    return b"".join([*lines, instruction(RETURN, ALLOW)])


def _argument(number: int) -> bytes:
    """Its low half: all of these are ints."""
    return instruction(LOAD, ARGUMENT + 8 * number)


def _when(number: int, then: Sequence[bytes]) -> list[bytes]:
    """`then` returns in every case."""
    assert len(then) <= MOST_JUMP
    return [instruction(EQUAL, number, 0, len(then)), *then]


def _one_of(values: Iterable[int], refused: bytes) -> list[bytes]:
    lines = [line for value in values for line in (instruction(EQUAL, value, 0, 1), refused)]
    return [*lines, instruction(RETURN, ALLOW)]


def _none_but(values: Iterable[int], refused: bytes) -> list[bytes]:
    lines = [line for value in values for line in (instruction(EQUAL, value, 0, 1), instruction(RETURN, ALLOW))]
    return [*lines, refused]
