"""A small HTTP/1.1 server on loopback in a thread of its own, which can also break the rules of HTTP.

Written by hand because tests need to cut a connection in mid-answer and to see that the client closed one; a framework
hides both. One request a connection. `async with` and `with` both work, so subprocess tests can use it as well.
"""

import asyncio
import contextlib
import gzip
import json
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Self

from tests.support.waiting import eventually


@dataclass
class Recorded:
    """A request as it came in. `body`: of JSON, else None. `aborted`: the client closed the connection before the
    answer ended."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any = None
    raw: bytes = b""
    at: float = field(default_factory=time.monotonic)
    aborted: bool = False
    answered: bool = False


class Wire:
    """The answer to one request."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._chunked = False

    async def begin(self, status: int = 200, headers: dict[str, str] | None = None) -> None:
        """Status and headers of an answer that comes in pieces."""
        self._chunked = True
        await self._head(status, {"Transfer-Encoding": "chunked", **(headers or {})})

    async def send(self, data: bytes) -> None:
        self._writer.write(b"%x\r\n%s\r\n" % (len(data), data))
        await self._writer.drain()

    async def raw(self, data: bytes) -> None:
        """Bytes as they are, in no answer's form."""
        self._writer.write(data)
        await self._writer.drain()

    async def end(self) -> None:
        self._writer.write(b"0\r\n\r\n")
        await self._writer.drain()

    def break_off(self) -> None:
        """Cut the connection without the end of the answer."""
        self._writer.transport.abort()

    async def whole(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        """An answer in one piece; `body` is text or something for JSON."""
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        await self._head(
            status, {"Content-Length": str(len(data)), "Content-Type": "application/json", **(headers or {})}
        )
        self._writer.write(data)
        await self._writer.drain()

    async def _head(self, status: int, headers: dict[str, str]) -> None:
        lines = "".join(f"{name}: {value}\r\n" for name, value in {**headers, "Connection": "close"}.items())
        self._writer.write(f"HTTP/1.1 {status} scripted\r\n{lines}\r\n".encode())
        await self._writer.drain()


class LoopbackServer:
    """Subclasses answer in `handle`. `url` is valid between enter and exit; `requests` holds all, oldest first."""

    def __init__(self) -> None:
        self.requests: list[Recorded] = []
        self.url = ""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._stop: asyncio.Event | None = None
        self._ready = threading.Event()
        self._handlers: set[asyncio.Task[None]] = set()
        self.port = 0

    async def handle(self, request: Recorded, wire: Wire) -> None:
        """Answer one request."""
        raise AssertionError(request.path)

    def start(self) -> Self:
        """Listen; on the same port again after `stop`, so that an outage can be played."""
        self._ready.clear()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._serve()), name=type(self).__name__, daemon=True
        )
        self._thread.start()
        assert self._ready.wait(10), "the loopback server did not start"
        return self

    def stop(self) -> None:
        """Close the port and cut all connections."""
        if self._loop is not None and self._stop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(10)
            self._loop = self._stop = self._thread = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    async def __aenter__(self) -> Self:
        return await asyncio.to_thread(self.start)

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self.stop)

    async def until_aborted(self, request: Recorded, timeout_s: float = 60.0) -> bool:
        """Whether the client closes the connection of `request` in time."""
        with contextlib.suppress(AssertionError):
            await eventually(lambda: request.aborted, within_s=timeout_s)
        return request.aborted

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        server = await asyncio.start_server(self._accept, "127.0.0.1", self.port, limit=64 * 2**20)
        self.port = server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._ready.set()
        await self._stop.wait()
        server.close()
        for task in list(self._handlers):
            task.cancel()
        await asyncio.gather(*self._handlers, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._handlers.add(task)
        try:
            await self._exchange(reader, writer)
        except asyncio.CancelledError:
            pass  # the server stops; asyncio.streams would report a cancelled handler as an error
        finally:
            self._handlers.discard(task)
            writer.transport.abort() if writer.transport.is_closing() else writer.close()
            with contextlib.suppress(ConnectionError, asyncio.CancelledError):
                await writer.wait_closed()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = await _read(reader)
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        self.requests.append(request)
        answering = asyncio.create_task(self._answer(request, Wire(writer)))
        gone = asyncio.create_task(reader.read(1))
        try:
            await asyncio.wait({answering, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not answering.done():
                request.aborted = True
        finally:
            for task in (answering, gone):
                task.cancel()
            await asyncio.gather(answering, gone, return_exceptions=True)

    async def _answer(self, request: Recorded, wire: Wire) -> None:
        try:
            await self.handle(request, wire)
            request.answered = True
        except ConnectionError:
            request.aborted = True


async def _read(reader: asyncio.StreamReader) -> Recorded:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.strip().split("\r\n")
    method, path, _ = first.split(" ", 2)
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    raw = await reader.readexactly(int(headers.get("content-length", "0")))
    if headers.get("content-encoding") == "gzip":
        raw = gzip.decompress(raw)
    return Recorded(method, path, headers, _body(raw), raw)


def _body(raw: bytes) -> Any:
    """JSON where it is that."""
    try:
        return json.loads(raw) if raw else None
    except ValueError:
        return None
