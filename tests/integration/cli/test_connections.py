"""Do strangers who hold hundreds of connections keep anybody out? A real server that may have 256 open files."""

import asyncio
import resource
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from tests.support.accounts import OWNER_TOKEN
from tests.support.served import Served, served
from tests.support.waiting import eventually

from orchestrator.cli.server import connections
from orchestrator.cli.server.connections import HEAD_S, STALLED_S, Room, room_for

OPEN_FILES = 256
STRANGERS = 400
PATIENCE_S = 5.0
"""Of a health check; on an idle machine it takes a hundredth of that."""
HALF_HEADS = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
HALF_BODY = b"POST /auth/pair HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n\r\n{"
CHUNKED = HALF_BODY.replace(b"Content-Length: 900\r\n\r\n{", b"Transfer-Encoding: chunked\r\n\r\n")
GET = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
FIELDS = b"".join(b"X-%d: %s\r\n" % (n, b"a" * 20) for n in range(2_000))
FLOODS = {
    "a header": (HALF_HEADS, b"a" * 65_536),
    "headers": (HALF_HEADS + b"\r\n", FIELDS),
    "an address": (b"GET /", b"a" * 65_536),
    "an extension of a chunk": (CHUNKED + b"1;", b"a" * 65_536),
    "trailers": (CHUNKED + b"2\r\n{}\r\n0\r\n", FIELDS),
    "a trailer": (CHUNKED + b"2\r\n{}\r\n0\r\nX: ", b"a" * 65_536),
    "requests": (b"", GET * 2_000),
}
MOST_SENT = 64 << 20
"""More than what both sides of a connection hold where nobody reads."""
MOST_TAKEN = 100 << 10
"""Kilobytes; where all of it was kept it was a gigabyte, and twice that of trailers."""
POINT = b'<trkpt lat="38.7" lon="-9.1"><time>2026-03-02T09:00:00Z</time></trkpt>'
BODIES = {
    "small values": ("/ingest/overland", b'{"locations":[' + b"{}," * (10 << 20) + b"{}]}"),
    "a track": ("/ingest/gpx", b'<gpx version="1.1"><trk><trkseg>' + POINT * (1 << 20) + b"</trkseg></trk></gpx>"),
}
MOST_BESIDE = 500 << 10
"""Kilobytes that one body may take: 32 MB of the smallest values were 3 GB, read in the server."""
SENDS = {"nothing": b"", "half a head": HALF_HEADS, "half a body": HALF_BODY}


@pytest_asyncio.fixture(scope="module")
async def steward(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    async with served(tmp_path_factory.mktemp("crowded"), open_files=OPEN_FILES) as steward:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1024), hard))  # for the strangers
        yield steward
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def health(steward: Served) -> int:
    """Of a client that comes anew; raises where it is not answered in time."""
    return httpx.get(f"{steward.url}/health", timeout=PATIENCE_S, verify=False).status_code


def strangers(stack: ExitStack, port: int, number: int, sent: bytes) -> list[socket.socket]:
    opened = []
    for _ in range(number):
        one = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S))
        if sent:
            one.sendall(sent)
        opened.append(one)
    return opened


def files_of(steward: Served) -> int:
    assert steward.process is not None
    return len(list(Path(f"/proc/{steward.process.pid}/fd").iterdir()))


@pytest.mark.parametrize("sent", SENDS.values(), ids=SENDS)
async def test_four_hundred_who_send_nothing_more_keep_nobody_out(steward: Served, sent: bytes) -> None:
    with ExitStack() as stack:
        held = await asyncio.to_thread(strangers, stack, steward.port, STRANGERS, sent)
        for _ in range(5):
            assert await asyncio.to_thread(health, steward) == 200
            for one in held:
                try:
                    one.send(b"x")  # a byte now and then
                except OSError:
                    continue
        async with steward.owner() as owner:  # files and connections to Postgres are there for whoever comes
            made = await asyncio.gather(*(owner.post("/todos", {"title": f"Call {n}"}) for n in range(12)))
            assert len(made) == 12
        assert files_of(steward) < OPEN_FILES
    await eventually(lambda: files_of(steward), lambda files: files < OPEN_FILES - STRANGERS // 4)
    assert await asyncio.to_thread(health, steward) == 200


async def test_who_begins_a_request_and_never_ends_it_is_hung_up_on(steward: Served) -> None:
    """Though bytes go on trickling."""
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", steward.port), timeout=1.0) as one:
        one.sendall(HALF_HEADS)
        while time.monotonic() - began < 4 * HEAD_S:
            try:
                one.sendall(b"x")
                if not await asyncio.to_thread(one.recv, 100):
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        else:
            pytest.fail("it is still held")
    assert time.monotonic() - began > HEAD_S / 2


@pytest.mark.parametrize(("first", "more"), FLOODS.values(), ids=FLOODS)
async def test_who_sends_without_end_what_is_no_body_is_hung_up_on(steward: Served, first: bytes, more: bytes) -> None:
    before = peak_of(steward)
    one = socket.create_connection(("127.0.0.1", steward.port), timeout=STALLED_S)
    with one, pytest.raises(ConnectionError):
        await asyncio.to_thread(poured, one, first, more)
    assert peak_of(steward) - before < MOST_TAKEN
    assert await asyncio.to_thread(health, steward) == 200


def poured(one: socket.socket, first: bytes, more: bytes) -> None:
    one.sendall(first)
    for _ in range(MOST_SENT // len(more)):
        one.sendall(more)


def peak_of(steward: Served) -> int:
    """Kilobytes of memory, at most so far."""
    assert steward.process is not None
    status = Path(f"/proc/{steward.process.pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))


@pytest.mark.parametrize(("path", "body"), BODIES.values(), ids=BODIES)
async def test_what_one_body_takes_of_the_servers_memory(steward: Served, path: str, body: bytes) -> None:
    before = peak_of(steward)
    async with httpx.AsyncClient(base_url=steward.url, verify=False, timeout=None) as client:
        told = await client.post(path, content=body, headers={"Authorization": f"Bearer {OWNER_TOKEN}"})
    assert told.status_code == 422
    assert peak_of(steward) - before < MOST_BESIDE


async def test_requests_before_the_answers_are_answered_one_after_the_other(steward: Served) -> None:
    number = 200
    with socket.create_connection(("127.0.0.1", steward.port), timeout=STALLED_S) as one:
        one.sendall(GET * number)
        told = b""
        while told.count(b"HTTP/1.1 200") < number:
            part = await asyncio.to_thread(one.recv, 65_536)
            assert part, told[-200:]
            told += part


async def test_a_long_head_is_none_of_these(steward: Served) -> None:
    async with httpx.AsyncClient(base_url=steward.url, verify=False) as client:
        assert (await client.get("/health", headers={"X-Long": "a" * 40_000})).status_code == 200


async def test_what_a_proxy_of_nobodys_says_counts_nothing_in_the_real_server(steward: Served) -> None:
    """uvicorn itself would believe whatever comes from this machine."""
    headers = {"Authorization": "Bearer stw_" + "x" * 43}
    async with httpx.AsyncClient(base_url=steward.url, verify=False) as client:
        told = [await client.get("/me", headers={**headers, "X-Forwarded-For": f"203.0.113.{n}"}) for n in range(13)]
        assert told[-1].status_code == 429
        assert (await client.get("/me", headers={"Authorization": f"Bearer {OWNER_TOKEN}"})).status_code == 200


class Held:
    """A connection as a Room sees it."""

    def __init__(self, room: Room, peer: str, began: float, *, waits: str = "head") -> None:
        self.room, self.peer, self.began, self.waits, self.aborted = room, peer, began, waits, False
        self.transport = self

    def abort(self) -> None:
        self.aborted = True

    def overdue(self, now: float) -> bool:
        return bool(self.waits) and now - self.began > HEAD_S


def test_the_longest_waiting_of_the_most_numerous_goes_first() -> None:
    room = Room(most=4)
    come: Callable[..., Held] = lambda *given, **more: Held(room, *given, **more)  # noqa: E731
    alone, first, second, busy = come("a", 1.0), come("b", 3.0), come("b", 2.0), come("b", 0.0, waits="")
    for one in (alone, first, second, busy):
        assert room.enter(one)  # type: ignore[arg-type]
    assert room.enter(come("c", 9.0))  # type: ignore[arg-type]
    assert [one.aborted for one in (alone, first, second, busy)] == [False, False, True, False]


def test_where_all_are_worked_on_nobody_is_hung_up_on() -> None:
    room = Room(most=2)
    busy = [Held(room, "a", 0.0, waits="") for _ in range(2)]
    assert all(room.enter(one) for one in busy)  # type: ignore[arg-type]
    assert not room.enter(Held(room, "b", 0.0))  # type: ignore[arg-type]
    room.end_overdue()
    assert not any(one.aborted for one in busy)
    room.leave(busy[0])  # type: ignore[arg-type]
    assert room.enter(Held(room, "b", 0.0))  # type: ignore[arg-type]


@pytest.mark.parametrize(("open_files", "room"), [(256, 128), (64, 32), (1024, 896), (1 << 20, connections.MOST)])
def test_open_files_are_kept_for_the_rest(open_files: int, room: int) -> None:
    assert room_for(open_files) == room
