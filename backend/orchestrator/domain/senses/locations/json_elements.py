"""The elements of a JSON document's top-level arrays, one after another as they stream by: a file of gigabytes costs
the memory of its largest element.

The document is an array, or an object some of whose values are arrays (Google's exports). It is read as Latin-1, so
that a place in it is a number of bytes and reading can go on there; text beyond ASCII is not right, and nobody asks for
it.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from json import JSONDecodeError, JSONDecoder
from typing import Any, BinaryIO, NamedTuple

CHUNK = 256 * 1024
LARGEST = 4 * 1024 * 1024
"""Bytes of one element: a day's trail is a tenth of it."""
BLANKS = " \t\n\r"
MARK = b"\xef\xbb\xbf"


class Place(NamedTuple):
    """Where reading goes on: after so many bytes, in the array of that key ("" of a document that is one)."""

    offset: int
    key: str


class Element(NamedTuple):
    """An element of an array, and the place after it."""

    key: str
    value: Any
    after: Place


class NotJson(ValueError):
    """The document ends early or is no JSON of such arrays."""


def elements(file: BinaryIO, start: Place | None = None) -> Iterator[Element]:
    """All of them from there on. Raises NotJson, when it comes to what is none."""
    scan = _Scan(file, start.offset if start else _after_mark(file))
    if start is not None:
        yield from _in_array(scan, start.key, first=False)
        if start.key:
            yield from _in_object(scan, first=False)
        return
    opened = scan.next_of("[{")
    if opened == "[":
        yield from _in_array(scan, "", first=True)
    else:
        yield from _in_object(scan, first=True)


def _after_mark(file: BinaryIO) -> int:
    file.seek(0)
    return len(MARK) if file.read(len(MARK)) == MARK else 0


def _in_object(scan: "_Scan", *, first: bool) -> Iterator[Element]:
    while (sign := scan.next_of('"}' if first else ",}")) != "}":
        if sign == '"':
            scan.back()
        key = scan.value()
        if not isinstance(key, str):
            raise NotJson("a key is no text")
        scan.next_of(":")
        if scan.peek() == "[":
            scan.next_of("[")
            yield from _in_array(scan, key, first=True)
        else:
            scan.value()
        first = False


def _in_array(scan: "_Scan", key: str, *, first: bool) -> Iterator[Element]:
    if first and scan.peek() != "]":
        yield Element(key, scan.value(), Place(scan.offset, key))
    while scan.next_of(",]") == ",":
        yield Element(key, scan.value(), Place(scan.offset, key))


@dataclass
class _Scan:
    """The document from a place on; `base`: the offset of the buffer's first byte."""

    file: BinaryIO
    base: int
    buffer: str = ""
    at: int = 0
    ended: bool = False
    decoder: JSONDecoder = field(default_factory=JSONDecoder)

    def __post_init__(self) -> None:
        self.file.seek(self.base, io.SEEK_SET)

    @property
    def offset(self) -> int:
        return self.base + self.at

    def peek(self) -> str:
        """The next sign that is no blank."""
        while True:
            while self.at < len(self.buffer) and self.buffer[self.at] in BLANKS:
                self.at += 1
            if self.at < len(self.buffer):
                return self.buffer[self.at]
            if not self._more():
                raise NotJson("it ends early")

    def next_of(self, wanted: str) -> str:
        """The next sign, which has to be one of these."""
        sign = self.peek()
        if sign not in wanted:
            raise NotJson(f"byte {self.offset} is {sign!r} where one of {wanted!r} is due")
        self.at += 1
        return sign

    def back(self) -> None:
        """The last sign is read again."""
        self.at -= 1

    def value(self) -> Any:
        """The next value."""
        self.peek()
        while True:
            try:
                value, end = self.decoder.raw_decode(self.buffer, self.at)
            except (JSONDecodeError, RecursionError) as error:
                if len(self.buffer) - self.at > LARGEST or not self._more():
                    raise NotJson(f"what begins at byte {self.offset} is no JSON") from error
                continue
            if end < len(self.buffer) or not self._more():
                self.at = end
                return value

    def _more(self) -> bool:
        """Read on; what was passed is forgotten."""
        data = self.file.read(max(CHUNK, len(self.buffer) - self.at))
        self.buffer, self.base, self.at = self.buffer[self.at :] + data.decode("latin-1"), self.offset, 0
        return bool(data)
