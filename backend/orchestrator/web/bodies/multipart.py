"""How is a file received that is too large for memory? It goes to the disk as it comes, hashed on the way.

The other fields of the form are short texts. Starlette's own parser keeps a file in the system's temporary folder,
which may be memory, and has to be copied from there.
"""

import asyncio
import hashlib
from dataclasses import dataclass, field
from typing import Any, Protocol

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import Request

from orchestrator.errors import FieldError, InvalidRequest, TooLarge

FILE = "file"
FORM = b"multipart/form-data"
FIELD_BYTES = 200_000
FIELDS = 2_000
"""Parts of one form, those of one name counted each: a list's items are repeated."""
HEADER_BYTES = 8_000
BATCH = 1 << 20
"""Bytes that are written at once, on a thread: a slow disk holds up nobody else."""


class Target(Protocol):
    """Where the bytes go."""

    def write(self, data: bytes, /) -> object:
        """Take them all."""


@dataclass
class Form:
    """What was received: the file's name and media type as the client gave them, its size and sha256 (hex), and the
    other fields."""

    filename: str | None = None
    media_type: str | None = None
    size: int = 0
    sha256: str = ""
    has_file: bool = False
    fields: dict[str, list[str]] = field(default_factory=dict)


async def receive(request: Request, file: Target, *, limit: int) -> Form:
    """Read the form; its `file` is written to `file`, at most `limit` bytes. Raises InvalidRequest where it is no such
    form, TooLarge."""
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    if kind != FORM or not options.get(b"boundary"):
        raise _invalid(f"Send a form (multipart/form-data) with the file in the field `{FILE}`.")
    reader = _Reader(file, limit)
    try:
        parser = MultipartParser(options[b"boundary"], reader.callbacks())
        batch = bytearray()
        async for chunk in request.stream():
            batch += chunk
            if len(batch) >= BATCH:
                await asyncio.to_thread(parser.write, bytes(batch))
                batch.clear()
        await asyncio.to_thread(parser.write, bytes(batch))
        parser.finalize()
    except FormParserError as error:  # a boundary that is too long among them
        raise _invalid("The form is malformed: it ends early, or its parts are not where its boundary says.") from error
    if not reader.ended:
        raise _invalid("The form is malformed: it ends early.")
    if not reader.form.has_file:
        raise _invalid(f"The form has no field `{FILE}`.")
    reader.form.sha256 = reader.digest.hexdigest()
    return reader.form


def _invalid(message: str) -> InvalidRequest:
    errors: list[FieldError] = [{"loc": ["body", FILE], "message": message}]
    return InvalidRequest(message, errors=errors)


class _Reader:
    """What the parser calls."""

    def __init__(self, file: Target, limit: int) -> None:
        self.form = Form()
        self.digest = hashlib.sha256()
        self.ended = False
        self._file = file
        self._limit = limit
        self._header = [b"", b""]
        self._disposition = self._type = b""
        self._name = ""
        self._is_file = False
        self._value = bytearray()
        self._parts = 0

    def callbacks(self) -> Any:
        """By the parser's names."""
        return {
            "on_part_begin": self._begin,
            "on_header_field": lambda data, start, end: self._head(0, data[start:end]),
            "on_header_value": lambda data, start, end: self._head(1, data[start:end]),
            "on_header_end": self._header_end,
            "on_headers_finished": self._headers_end,
            "on_part_data": lambda data, start, end: self._data(data[start:end]),
            "on_part_end": self._end,
            "on_end": self._all_ended,
        }

    def _begin(self) -> None:
        self._header, self._disposition, self._type, self._name = [b"", b""], b"", b"", ""
        self._is_file, self._value = False, bytearray()
        self._parts += 1
        if self._parts > FIELDS:
            raise _invalid(f"The form has over {FIELDS:,} parts.")

    def _head(self, which: int, data: bytes) -> None:
        self._header[which] += data
        if len(self._header[which]) > HEADER_BYTES:
            raise _invalid("A header in the form is too long.")

    def _header_end(self) -> None:
        if self._header[0].lower() == b"content-disposition":
            self._disposition = self._header[1]
        elif self._header[0].lower() == b"content-type":
            self._type = self._header[1]
        self._header = [b"", b""]

    def _headers_end(self) -> None:
        _, options = parse_options_header(self._disposition)
        self._name = options.get(b"name", b"").decode("utf-8", errors="replace")
        if self._name != FILE:
            return
        if self.form.has_file:
            raise _invalid(f"The form has more than one `{FILE}`: upload them one by one.")
        self._is_file = self.form.has_file = True
        name = options.get(b"filename")
        self.form.filename = name.decode("utf-8", errors="replace") if name is not None else None
        self.form.media_type = self._type.decode("latin-1") or None

    def _data(self, data: bytes) -> None:
        if not self._is_file:
            self._value += data
            if len(self._value) > FIELD_BYTES:
                raise TooLarge(f"The field `{self._name}` is over {FIELD_BYTES:,} bytes.")
            return
        self.form.size += len(data)
        if self.form.size > self._limit:
            raise TooLarge(f"The file is over {self._limit:,} bytes.")
        self.digest.update(data)
        self._file.write(data)

    def _end(self) -> None:
        if not self._is_file:
            self.form.fields.setdefault(self._name, []).append(self._value.decode("utf-8", errors="replace"))

    def _all_ended(self) -> None:
        self.ended = True
