"""The server's side of the control socket: one fork server, started when it is first needed, and its calls."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import Any

from orchestrator.telemetry.logging import get_logger
from orchestrator.worker_processes import wire
from orchestrator.worker_processes.errors import WorkerEnded
from orchestrator.worker_processes.task import Task

MODULE = "orchestrator.worker_processes.fork_server"
LOST = "The process that reads what others send ended. Try again."
_SEND_PAUSE_S = 0.005
_ENDS_WITHIN_S = 5.0
_ENVIRONMENT = {
    "PYTHONPATH": str(Path(__file__).parents[2]),
    "PATH": "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin",
    "OMP_THREAD_LIMIT": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONUTF8": "1",
}
"""Where our code and the programs are; no secret, no setting."""

log = get_logger(__name__)


@dataclass(frozen=True)
class Call:
    """A call under way. `socket`: its own, to be written and read; `began`: its process' id; `ended`: the exit code,
    negative for a signal (as `subprocess` tells it). Both raise WorkerEnded."""

    number: int
    socket: socket.socket
    began: asyncio.Future[int] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    ended: asyncio.Future[int] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def fail(self, why: str) -> None:
        """Nothing more will be told of it."""
        for told in (self.began, self.ended):
            if not told.done():
                told.set_exception(WorkerEnded(why))
                told.exception()  # nobody may be waiting


class Link:
    """One fork server's control socket. Made by `started`; dead for ever once `alive` is false."""

    def __init__(self, process: subprocess.Popen[bytes], control: socket.socket) -> None:
        self._process = process
        self._control = control
        self._frames = wire.Frames()
        self._calls: dict[int, Call] = {}
        self._numbers = 0
        self._sending = asyncio.Lock()
        self._loop = asyncio.get_running_loop()
        self.alive = True
        self._loop.add_reader(control.fileno(), self._receive)

    @property
    def pid(self) -> int:
        """The fork server's process."""
        return self._process.pid

    @classmethod
    def started(cls, path: str | None = None) -> "Link":
        """Start a fork server. It dies with this process, and with the thread that calls this."""
        ours, theirs = socket.socketpair()
        ours.settimeout(0)
        env = _ENVIRONMENT if path is None else {**_ENVIRONMENT, "PYTHONPATH": f"{_ENVIRONMENT['PYTHONPATH']}:{path}"}
        with theirs:
            process = subprocess.Popen(  # noqa: S603  (our own module)
                [sys.executable, "-m", MODULE, str(theirs.fileno()), str(os.getpid())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=env,
                pass_fds=(theirs.fileno(),),
            )
        log.info("worker_processes_started", pid=process.pid)
        return cls(process, ours)

    async def call(self, task: Task, files: Sequence[int]) -> Call:
        """Have a worker process begin with the task; what it is given is the caller's to write. Raises WorkerEnded."""
        ours, theirs = socket.socketpair()
        ours.settimeout(0)
        self._numbers += 1
        call = Call(self._numbers, ours)
        self._calls[call.number] = call
        limits = task.limits
        message = {
            "call": call.number,
            "function": task.function,
            "imports": [*task.imports, task.module],
            "files": len(files),
            "limits": {
                "processor_s": ceil(limits.processor_s),
                "memory_bytes": limits.memory_bytes,
                "written_bytes": limits.written_bytes,
                "starts_programs": limits.starts_programs,
            },
        }
        with theirs:
            await self._send(message, [theirs.fileno(), *files])
        return call

    async def end(self, call: Call) -> None:
        """Have the call's process killed where it still lives, with all that it started, and wait for its end."""
        call.socket.close()
        if not call.ended.done() and self.alive:
            with suppress(WorkerEnded, TimeoutError):
                await self._send({"kill": call.number}, ())
                await asyncio.wait_for(asyncio.shield(call.ended), _ENDS_WITHIN_S)
        self._calls.pop(call.number, None)

    async def close(self) -> None:
        """Hang up; the fork server ends all that it forked, and itself."""
        self._lost()
        try:
            await asyncio.to_thread(self._process.wait, _ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.send_signal(signal.SIGKILL)
            await asyncio.to_thread(self._process.wait)

    async def _send(self, message: dict[str, Any], descriptors: Sequence[int]) -> None:
        told = memoryview(wire.frame(message))
        async with self._sending:
            while told:
                if not self.alive:
                    raise WorkerEnded(LOST)
                try:
                    number = socket.send_fds(self._control, [told], list(descriptors))
                except BlockingIOError:  # it is busy loading what a call needs
                    await asyncio.sleep(_SEND_PAUSE_S)
                except OSError as error:
                    self._lost()
                    raise WorkerEnded(LOST) from error
                else:
                    told, descriptors = told[number:], ()

    def _receive(self) -> None:
        try:
            data = self._control.recv(wire.BLOCK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._lost()
            return
        for message in self._frames.add(data):
            call = self._calls.get(message["call"])
            if call is None:
                continue
            if "failed" in message:
                log.error("worker_process_not_begun", why=message["failed"])
                call.fail(LOST)
            elif "pid" in message and not call.began.done():
                call.began.set_result(message["pid"])
            elif "status" in message and not call.ended.done():
                call.ended.set_result(message["status"])

    def _lost(self) -> None:
        """The fork server is gone, or shall go."""
        if self.alive:
            self.alive = False
            self._loop.remove_reader(self._control.fileno())
            self._control.close()
        for call in self._calls.values():
            call.fail(LOST)
        self._process.poll()
