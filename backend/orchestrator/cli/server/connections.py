"""How many connections are held, and for how long does one wait for its client? So that strangers who open hundreds and
send nothing, or a byte now and then, never keep anybody else out.

uvicorn bounds the time between two requests alone, and keeps whatever comes: a gigabyte of headers, of trailers, of
requests whose answers nobody took. Here those are bounded. A request's head has to come within `HEAD_S` of its
beginning, its body and the reading of its answer have to go on, and there are never more connections than the limit on
open files leaves beside what Postgres, files and models need. Past that, the connection that has waited longest for its
client goes, of the address that has most; only where every single one is being worked on, the new one is refused.
"""

import asyncio
import resource
import time
from collections import Counter
from typing import Any, Literal

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from orchestrator.telemetry.logging import get_logger
from orchestrator.web.access.addresses import counted_as

HEAD_S = 10.0
"""From the first byte of a request to the last of its head; also of a connection that begins none."""
STALLED_S = 30.0
"""So long may a body stand still, or an answer not be read."""
SLOWEST_BYTES_S = 500
"""After `STALLED_S`, a body that comes more slowly than this on the whole is no upload."""
MOST_APART = 64 << 10
"""Bytes of a request that are no body, one after the other: its head, extensions of a chunk, trailers."""
MOST_PIPELINED = 1_000
"""Requests that wait for the answers of those before them; clients that do so at all send a dozen."""
RESERVED_FILES = 128
"""Of the open files that the process may have: 30 connections of the pool, a listener, files, models, children."""
MOST = 4096
_SAID = f"The head of a request has at most {MOST_APART >> 10} kB.".encode()
TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
    + b"content-length: %d\r\n\r\n%s" % (len(_SAID), _SAID)
)

Waits = Literal["head", "body", "reading", ""]
log = get_logger(__name__)


def room_for(open_files: int) -> int:
    """How many connections a process may hold that may have so many open files."""
    return max(4, min(MOST, open_files - min(RESERVED_FILES, open_files // 2)))


class Room:
    """The connections of one server; at most `most`."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most or room_for(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
        self._held: dict[Connection, None] = {}
        self._told_at = 0.0

    def enter(self, new: "Connection") -> bool:
        """Take it in; False where there is no room and nobody waits for a client."""
        if len(self._held) >= self.most:
            self._tell()
            if not self._make_room():
                return False
        self._held[new] = None
        return True

    def leave(self, one: "Connection") -> None:
        """It is closed."""
        self._held.pop(one, None)

    def end_overdue(self) -> None:
        """Hang up on every client that was waited for too long."""
        now = time.monotonic()
        for one in [one for one in self._held if one.overdue(now)]:
            self._hang_up(one)

    def _make_room(self) -> bool:
        waiting = [one for one in self._held if one.waits]
        if not waiting:
            return False
        number = Counter(one.peer for one in waiting)
        self._hang_up(min(waiting, key=lambda one: (-number[one.peer], one.began)))
        return True

    def _hang_up(self, one: "Connection") -> None:
        self.leave(one)
        one.transport.abort()

    def _tell(self) -> None:
        now = time.monotonic()
        if now - self._told_at > STALLED_S:
            self._told_at = now
            log.warning("connections_full", most=self.most, detail="Idle ones are closed. `ulimit -n` sets the limit.")


class Connection(HttpToolsProtocol):
    """One connection. `began`: when what is waited for began, in seconds of the monotonic clock; `peer`: under which
    name its address is counted."""

    peer = ""
    began = 0.0

    def __init__(self, *args: Any, room: Room, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._room = room
        self._moved = 0.0
        self._got = 0
        self._apart = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.peer = counted_as(self.client[0]) if self.client else ""
        self._begin()
        if not self._room.enter(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._room.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._moved = time.monotonic()
        self._got += len(data)
        self._apart += len(data)
        super().data_received(data)
        if self._apart > MOST_APART or len(self.pipeline) > MOST_PIPELINED:
            self._refuse()

    def on_message_begin(self) -> None:
        self._begin()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._apart = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._apart = 0
        super().on_body(body)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.pipeline:
            self.flow.pause_reading()  # uvicorn goes on reading with each answer
        self._begin()

    def pause_writing(self) -> None:
        self._moved = time.monotonic()
        super().pause_writing()

    @property
    def waits(self) -> Waits:
        """What of its client is waited for; "" while the server has the word."""
        cycle = self.cycle
        if cycle is None or cycle.response_complete:
            return "head"
        if self.flow.write_paused:
            return "reading"
        asked_for = not (self.flow.read_paused or cycle.waiting_for_100_continue)
        return "body" if cycle.more_body and asked_for else ""

    def overdue(self, now: float) -> bool:
        """Whether its client was waited for too long."""
        waits, waited = self.waits, now - self.began
        if waits == "head":
            return waited > HEAD_S
        if waits == "body" and waited > STALLED_S and self._got < SLOWEST_BYTES_S * waited:
            return True
        return bool(waits) and now - self._moved > STALLED_S

    def _refuse(self) -> None:
        """Hang up on who sends more than is kept; tell so where nothing else is being told."""
        if self.transport.is_closing():
            return
        if self.waits == "head" and not self.pipeline:
            self.transport.write(TOO_LONG)
            self.transport.close()
        else:
            self.transport.abort()

    def _begin(self) -> None:
        self.began = self._moved = time.monotonic()
        self._got = self._apart = 0
