"""How does a process give up all files but a few, for good, for itself and all that it starts? Landlock, by its system
calls (landlock(7)); the library `landlockpy` has them too, with 20 ms of imports.
"""

import ctypes
import os
import stat
from collections.abc import Iterable

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION_FLAG = 1
PATH_BENEATH = 1
NO_NEW_PRIVILEGES = 38  # PR_SET_NO_NEW_PRIVS
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
TRUNCATE, IOCTL_DEVICE, REFER = 1 << 14, 1 << 15, 1 << 13
_FIRST = (1 << 13) - 1
"""All rights of ABI 1."""
_SINCE = ((2, REFER), (3, TRUNCATE), (5, IOCTL_DEVICE))
_NETWORK_SINCE, _TCP = 4, 0b11
_SCOPE_SINCE, _SIGNALS_AND_ABSTRACT = 6, 0b11
_ON_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE
READ = EXECUTE | READ_FILE | READ_DIR
DEVICE = READ_FILE | WRITE_FILE


class Unavailable(Exception):
    """This kernel has none, or it is switched off."""


class _Ruleset(ctypes.Structure):
    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


_LIBC = ctypes.CDLL(None, use_errno=True)


def _call(number: int, *arguments: object) -> int:
    found: int = _LIBC.syscall(ctypes.c_long(number), *arguments)
    if found < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return found


def version() -> int:
    """The kernel's ABI, 0 where there is none."""
    try:
        return _call(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(VERSION_FLAG))
    except OSError:
        return 0


def everything(abi: int) -> int:
    """All rights to files that this kernel knows of."""
    rights = _FIRST
    for since, right in _SINCE:
        rights |= right if abi >= since else 0
    return rights


def no_new_privileges() -> None:
    """No program that it starts gains any by its file. Raises OSError."""
    if _LIBC.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "no_new_privs")


def restrict(allowed: Iterable[tuple[str, int]]) -> None:
    """Leave these paths with these rights, and no TCP, no signals and no abstract sockets beyond. Paths that are not
    there are left out. Raises Unavailable, OSError."""
    abi = version()
    if not abi:
        raise Unavailable
    handled = everything(abi)
    rules = _Ruleset(
        handled,
        _TCP if abi >= _NETWORK_SINCE else 0,
        _SIGNALS_AND_ABSTRACT if abi >= _SCOPE_SINCE else 0,
    )
    size = 8 if abi < _NETWORK_SINCE else 16 if abi < _SCOPE_SINCE else ctypes.sizeof(rules)
    ruleset = _call(CREATE_RULESET, ctypes.byref(rules), ctypes.c_size_t(size), ctypes.c_uint32(0))
    try:
        for path, rights in allowed:
            _allow(ruleset, path, rights & handled)
        no_new_privileges()
        _call(RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        folder = stat.S_ISDIR(os.fstat(parent).st_mode)
        beneath = _Beneath(rights if folder else rights & _ON_FILES, parent)
        _call(ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(PATH_BENEATH), ctypes.byref(beneath), ctypes.c_uint32(0))
    finally:
        os.close(parent)
