"""Who runs a task in a worker process, and tells how it ended? Made once by bootstrap, handed to who reads strangers'
bytes."""

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any
from uuid import UUID

from orchestrator.telemetry.logging import get_logger
from orchestrator.worker_processes import wire
from orchestrator.worker_processes.errors import Busy, OutOfLimits, WorkerEnded, WorkerFailed
from orchestrator.worker_processes.link import Call, Link
from orchestrator.worker_processes.task import MEGABYTE, Task

BUSY = "This machine is reading other things that were sent before. Try again in a minute."


class Places:
    """`number` in all, `each` of one owner; None as the owner is the system. First come, first served, but nobody takes
    all places."""

    def __init__(self, number: int, each: int) -> None:
        self._free = number
        self._each = each
        self._held: Counter[Any] = Counter()
        self._waiting: list[tuple[Any, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def place(self, owner: Any, *, patience_s: float | None = None) -> AsyncIterator[None]:
        """One for the length of the block. Raises Busy after `patience_s`."""
        waits = asyncio.get_running_loop().create_future()
        self._waiting.append((owner, waits))
        self._give()
        try:
            async with asyncio.timeout(patience_s):
                await waits
        except TimeoutError as error:
            self._leave(owner, waits)
            raise Busy(BUSY) from error
        except asyncio.CancelledError:
            self._leave(owner, waits)
            raise
        try:
            yield
        finally:
            self._back(owner)

    def _give(self) -> None:
        for one in list(self._waiting):
            owner, waits = one
            if self._free and self._held[owner] < self._each and not waits.done():
                self._free -= 1
                self._held[owner] += 1
                self._waiting.remove(one)
                waits.set_result(None)

    def _leave(self, owner: Any, waits: asyncio.Future[None]) -> None:
        """Nobody waits for it any more; it may have been given at the very moment."""
        if (owner, waits) in self._waiting:
            self._waiting.remove((owner, waits))
        else:
            self._back(owner)

    def _back(self, owner: Any) -> None:
        self._free += 1
        self._held[owner] -= 1
        if not self._held[owner]:
            del self._held[owner]
        self._give()


REQUESTS, REQUESTS_EACH = 4, 2
JOBS, JOBS_EACH = 3, 2
"""Worker processes at once, and of one user: nobody's bulk keeps another's waiting, and jobs keep no request."""
COMMITS, COMMITS_EACH = 2, 1
PATIENCE_S = 60.0
"""A request waits so long for a place; a job as long as it takes."""
COMMIT_PATIENCE_S = 1.0
"""A transaction holds locks that others wait for."""
BEGINS_WITHIN_S = 60.0
"""Loading the parsers for the first time takes a second or two, more on a machine that is busy."""
IDLE_S = 600.0
"""After so long without a call the fork server is ended: its memory is given back, as the embedder's is."""

log = get_logger(__name__)


class WorkerProcesses:
    """Runs tasks, each in a fresh process. `async with` it: at its end everything that runs is killed. `path`: where
    functions lie that are none of the package's."""

    def __init__(self, *, idle_s: float = IDLE_S, path: str | None = None) -> None:
        self._requests, self._jobs = Places(REQUESTS, REQUESTS_EACH), Places(JOBS, JOBS_EACH)
        self._commits = Places(COMMITS, COMMITS_EACH)
        self._idle_s = idle_s
        self._path = path
        self._link: Link | None = None
        self._under_way = 0
        self._idle: asyncio.TimerHandle | None = None
        self._closing: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "WorkerProcesses":
        return self

    async def __aexit__(self, *_: object) -> None:
        self._rest()
        if self._idle is not None:
            self._idle.cancel()
        await asyncio.gather(*self._closing)

    @property
    def pid(self) -> int | None:
        """The fork server's process, where there is one."""
        return self._link.pid if self._link is not None and self._link.alive else None

    async def in_request(
        self, task: Task, argument: Any = None, data: bytes = b"", *, owner_id: UUID | None, files: Sequence[int] = ()
    ) -> list[Any]:
        """What the task's function yields. Raises OutOfLimits, WorkerEnded, Busy, and WorkerFailed."""
        async with self._requests.place(owner_id, patience_s=PATIENCE_S):
            return await self._run(task, argument, data, files)

    async def in_job(
        self, task: Task, argument: Any = None, data: bytes = b"", *, owner_id: UUID | None, files: Sequence[int] = ()
    ) -> list[Any]:
        """The same for a job, which waits until there is a place."""
        async with self._jobs.place(owner_id):
            return await self._run(task, argument, data, files)

    async def in_commit(
        self, task: Task, argument: Any = None, data: bytes = b"", *, owner_id: UUID | None, files: Sequence[int] = ()
    ) -> list[Any]:
        """The same for a transaction that is about to be committed, whose caller can do without: it waits for a place
        but a moment, and others keep none of these for long. Raises Busy too."""
        async with self._commits.place(owner_id, patience_s=COMMIT_PATIENCE_S):
            return await self._run(task, argument, data, files)

    async def _run(self, task: Task, argument: Any, data: bytes, files: Sequence[int]) -> list[Any]:
        limits = task.limits
        async with self._call(task, files) as call:
            try:
                async with asyncio.timeout(limits.wall_s):
                    parts, last = await _converse(call, argument, data, task)
                    code = await call.ended
            except TimeoutError as error:
                raise OutOfLimits(f"{task.doing} took longer than {limits.wall_s:g} seconds. {task.advice}") from error
        _judge(task, last, code)
        return parts

    @asynccontextmanager
    async def _call(self, task: Task, files: Sequence[int]) -> AsyncIterator[Call]:
        """A call whose process has begun; at the end it is dead, whatever happened."""
        if self._link is None or not self._link.alive:
            self._rest()
            self._link = Link.started(self._path)
        link = self._link
        self._under_way += 1
        if self._idle is not None:
            self._idle.cancel()
        try:
            call = await link.call(task, files)
            try:
                await _begun(call)
                yield call
            finally:
                await asyncio.shield(asyncio.ensure_future(link.end(call)))
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._idle = asyncio.get_running_loop().call_later(self._idle_s, self._rest)

    def _rest(self) -> None:
        """End the fork server; the next call starts another."""
        if self._link is not None:
            closing = asyncio.ensure_future(self._link.close())
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)
            self._link = None


async def _begun(call: Call) -> None:
    try:
        async with asyncio.timeout(BEGINS_WITHIN_S):
            await call.began
    except TimeoutError as error:
        raise WorkerEnded("This machine is too busy to read it now. Try again later.") from error


async def _converse(call: Call, argument: Any, data: bytes, task: Task) -> tuple[list[Any], Any]:
    """Give it what it is to read; answers the parts of its answer, and how it says that it ended, if at all."""
    reader, writer = await asyncio.open_unix_connection(sock=call.socket.dup())
    try:
        with suppress(ConnectionError):  # it died while it was told: how is known in a moment
            told = wire.line(argument)
            writer.write(wire.HEAD.pack(len(told), len(data)) + told)
            writer.write(data)
            await writer.drain()
        return await _answer(reader, task)
    finally:
        writer.transport.abort()


async def _answer(reader: asyncio.StreamReader, task: Task) -> tuple[list[Any], Any]:
    most = task.limits.output_bytes
    parts: list[Any] = []
    came, rest = 0, bytearray()
    with suppress(ConnectionError, ValueError, RecursionError):  # what is no answer is none
        while block := await reader.read(wire.BLOCK):
            came += len(block)
            if came > most:
                raise OutOfLimits(f"{task.doing} gives more than {most // MEGABYTE} MB. {task.advice}")
            rest += block
            if b"\n" in block:
                *lines, end = rest.split(b"\n")
                rest = end
                for one in lines:
                    message = wire.part(one)
                    if "ended" in message:
                        return parts, message
                    parts.append(message["part"])
            await asyncio.sleep(0)  # others' turn: what is there already is read without waiting
    return parts, None


def _judge(task: Task, last: Any, code: int) -> None:
    """Raises what a call's end means, where it is not the good one."""
    told = None if last is None else last["ended"]
    if told == "well":
        return
    limits = task.limits
    if told == "memory":
        raise OutOfLimits(f"{task.doing} needs more than {limits.memory_bytes // MEGABYTE} MB of memory. {task.advice}")
    if code == -signal.SIGXCPU:
        raise OutOfLimits(f"{task.doing} took more than {limits.processor_s:g} seconds of the processor. {task.advice}")
    if told == "raised":
        raise WorkerFailed(f"{task.function} raised {last['type']}")
    log.warning("worker_process_ended", task=task.function, code=code)
    raise WorkerEnded(f"{task.doing} was broken off: its process ended early ({code}). Try again.")
