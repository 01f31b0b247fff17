"""Which part of a file does a request ask for? `Range` as RFC 9110 (section 14) has it, over Starlette's own sending.

What is no range of bytes is ignored (the whole file is the answer), of several ranges those that the file has are sent,
and where it has none of them the answer is a problem, 416.
"""

import os
from collections.abc import Mapping
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.types import Receive, Scope, Send

from orchestrator.kit import patterns
from orchestrator.web.problems import problem

_RANGES = patterns.compile(r"(?i)\s*bytes\s*=(?P<parts>.+)")
_PART = patterns.compile(r"(?P<first>[0-9]{1,19})-(?P<last>[0-9]{1,19})?|-(?P<suffix>[0-9]{1,19})")


class RangedFile(FileResponse):
    """A file, or the part of it that the request asks for. `found`: the file's state when it was looked at."""

    def __init__(
        self, path: str | os.PathLike[str], found: os.stat_result, *, media_type: str, headers: Mapping[str, str]
    ) -> None:
        super().__init__(path, headers=headers, media_type=media_type, stat_result=found)
        self._size = found.st_size

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = Headers(scope=scope)
        header, condition = asked.get("range"), asked.get("if-range")
        parts = read_ranges(header, self._size) if header is not None and self._still_it(condition) else None
        if parts == ():
            await _unsatisfiable(self._size)(scope, receive, send)
            return
        plain = [(name, value) for name, value in scope["headers"] if name != b"range"]
        if parts:
            wanted = "bytes=" + ",".join(f"{first}-{last}" for first, last in parts)
            plain.append((b"range", wanted.encode()))
        await super().__call__({**scope, "headers": plain}, receive, send)

    def _still_it(self, condition: str | None) -> bool:
        """False where `If-Range` names another state of the file."""
        return condition is None or condition in (self.headers["etag"], self.headers["last-modified"])


def read_ranges(header: str, size: int) -> tuple[tuple[int, int], ...] | None:
    """First and last byte, both included, of each part that a file of `size` bytes has. None: the header is to be
    ignored (another unit, malformed, an end before its beginning); empty: the file has none of the parts."""
    found = _RANGES.fullmatch(header)
    parts = [one.strip() for one in found["parts"].split(",")] if found else []
    read = [_PART.fullmatch(one) for one in parts if one]
    if not read or not all(read):
        return None
    kept: list[tuple[int, int]] = []
    for one in filter(None, read):
        if one["suffix"] is not None:
            first, last = max(0, size - int(one["suffix"])), size - 1
        else:
            first, last = int(one["first"]), int(one["last"] or size)
            if one["last"] and last < first:
                return None
        if first < size:
            kept.append((first, min(last, size - 1)))
    return tuple(kept)


def _unsatisfiable(size: int) -> Response:
    return problem(
        HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE,
        "range_not_satisfiable",
        "Range not satisfiable",
        f"The file has {size:,} bytes; no part of what `Range` asks for is among them.",
        errors=[{"loc": ["header", "Range"], "message": f"the file ends at byte {size - 1}"}],
        headers={"Content-Range": f"bytes */{size}"},
    )
