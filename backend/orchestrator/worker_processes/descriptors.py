"""A file that was passed by its descriptor, read at a place of one's own: whoever passed it reads on where it was."""

import io
import os
from typing import Any, cast


class _Placed(io.RawIOBase):
    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        start = {os.SEEK_SET: 0, os.SEEK_CUR: self._at}.get(whence)
        at = offset + (os.fstat(self._descriptor).st_size if start is None else start)
        if at < 0:
            raise ValueError("before the file's beginning")
        self._at = at
        return at

    def tell(self) -> int:
        return self._at

    def readinto(self, buffer: bytearray, /) -> int:  # type: ignore[override]
        data = os.pread(self._descriptor, len(buffer), self._at)
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)


def at_own_place(descriptor: int) -> io.BufferedReader:
    """The file behind the descriptor, from its beginning."""
    return io.BufferedReader(cast("Any", _Placed(descriptor)))
