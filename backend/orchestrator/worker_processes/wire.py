"""How the server, its fork server and the worker processes talk: JSON behind its length, on Unix stream sockets."""

import json
import struct
from collections.abc import Iterator
from typing import Any

_LENGTH = struct.Struct(">I")
HEAD = struct.Struct(">QQ")
"""Lengths of the argument and of the data, before both, on a call's own socket."""
MOST_FILES = 8
"""Descriptors beside a call's own socket."""
BLOCK = 1 << 16


def frame(message: dict[str, Any]) -> bytes:
    """A message of the control socket."""
    told = json.dumps(message).encode()
    return _LENGTH.pack(len(told)) + told


class Frames:
    """Takes messages out of what comes, in whatever pieces."""

    def __init__(self) -> None:
        self._came = bytearray()

    def add(self, data: bytes) -> Iterator[dict[str, Any]]:
        """The messages that are whole now."""
        self._came += data
        while len(self._came) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._came)
            end = _LENGTH.size + length
            if len(self._came) < end:
                return
            yield json.loads(self._came[_LENGTH.size : end])
            del self._came[:end]


def line(part: Any) -> bytes:
    """A part of an answer. Halves of surrogate pairs pass as they are."""
    return json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"


def part(told: bytes | bytearray) -> Any:
    """The same, read. Raises ValueError, RecursionError."""
    return json.loads(told.decode("utf-8", "surrogatepass"))
