"""How is a server spoken to that is a program? Lines over its pipes, within bounds; it ends with all that it started.

Runs in the server's own process (`supervisor.py`), which is a subreaper: what the program detaches falls to it.
"""

import asyncio
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from orchestrator.integrations.mcp_client import wire
from orchestrator.integrations.mcp_client.confinement import Confinement, ownership
from orchestrator.integrations.mcp_client.gates import NoiseGate
from orchestrator.integrations.mcp_client.limits import (
    BLANK_LINES,
    LINE_BYTES,
    MB,
    REASON_CHARACTERS,
    STDERR_BYTES,
    STOP_S,
    TREE_BYTES,
)
from orchestrator.integrations.mcp_client.port import Fault, Launch, McpFailed
from orchestrator.integrations.mcp_client.process_tree import end_tree, tree_bytes
from orchestrator.integrations.mcp_client.texts import plain

LOOK_EVERY_S = 0.5
_LAST_WORDS_S = 0.3
"""What a program that ended wrote last is read for so long."""


class StdioChannel:
    """One program. `secrets`: what must never be told of what it writes."""

    def __init__(self, launch: Launch, confinement: Confinement) -> None:
        self.receive: Callable[[wire.Response | wire.Incoming], None] = lambda _: None
        self.ended: Callable[[McpFailed], None] = lambda _: None
        self._launch = launch
        self._confinement = confinement
        self._process: asyncio.subprocess.Process | None = None
        self._home = ""
        self._said = bytearray()
        self._tasks: list[asyncio.Task[None]] = []
        self._writing = asyncio.Lock()
        self._secrets = [value for value in (launch.secret, *launch.env.values()) if len(value) >= 6]

    async def open(self) -> None:
        """Raises McpFailed."""
        started = await asyncio.to_thread(self._confinement.started, self._launch)
        self._home = started.home
        try:
            self._process = await asyncio.create_subprocess_exec(
                *started.argv,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=LINE_BYTES,
                env=started.env,
                cwd=started.home,
                preexec_fn=started.prepare,
                close_fds=True,
            )
        except PermissionError as error:
            raise McpFailed(Fault.REFUSED, _not_permitted(started.argv[0])) from error
        except (OSError, ValueError) as error:
            told = getattr(error, "strerror", None) or str(error)
            raise McpFailed(Fault.REFUSED, f"The program {self._launch.command} can't be started: {told}.") from error
        except subprocess.SubprocessError as error:
            raise McpFailed(Fault.REFUSED, "The program can't be confined on this machine.") from error
        self._tasks = [
            asyncio.ensure_future(self._read()),
            asyncio.ensure_future(self._hear()),
            asyncio.ensure_future(self._watch()),
        ]

    async def send(self, message: Mapping[str, Any]) -> None:
        """Raises McpFailed."""
        process = self._running()
        assert process.stdin is not None
        try:
            async with self._writing:
                process.stdin.write(wire.line(message))
                await process.stdin.drain()
        except (ConnectionError, RuntimeError) as error:
            raise McpFailed(Fault.FAILED, await self._obituary(), reached=True) from error

    def speaks(self, protocol: str, *, modern: bool) -> None:
        """A pipe carries every version alike."""

    def reason(self) -> str:
        """The last that it wrote to its standard error, without its secrets."""
        text = bytes(self._said).decode("utf-8", "replace")
        for secret in self._secrets:
            text = text.replace(secret, "…")
        lines = [one for one in text.splitlines() if one.strip()]
        return plain(" · ".join(lines[-3:])[-REASON_CHARACTERS:], REASON_CHARACTERS)

    async def close(self) -> None:
        """Its input ends, then it is told to, then it is made to; whatever it started goes with it."""
        process, self._process = self._process, None
        try:
            if process is not None:
                await self._end(process)
        finally:
            if self._home:
                await asyncio.to_thread(shutil.rmtree, self._home, ignore_errors=True)

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        process.stdin.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_S):
                await process.wait()
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            with suppress(TimeoutError):
                async with asyncio.timeout(STOP_S):
                    await process.wait()
        await asyncio.to_thread(end_tree, os.getpid())
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        transport = getattr(process, "_transport", None)
        if transport is not None:
            transport.close()

    def _running(self) -> asyncio.subprocess.Process:
        if self._process is None:
            raise McpFailed(Fault.FAILED, "The program was ended.")
        return self._process

    async def _read(self) -> None:
        """Its output, a line at a time; whatever ends this ends the connection."""
        process = self._running()
        assert process.stdout is not None
        noise, blanks = NoiseGate(), 0
        try:
            while True:
                try:
                    line = await process.stdout.readuntil(b"\n")
                except asyncio.IncompleteReadError:
                    break
                except asyncio.LimitOverrunError:
                    raise McpFailed(Fault.HOSTILE, f"It sent a line of more than {LINE_BYTES // MB} MB.") from None
                await asyncio.sleep(0)  # a buffer full of lines is read without waiting: others have their turn
                if not line.strip():
                    blanks += 1
                    if blanks > BLANK_LINES:
                        noise.heard()
                    continue
                blanks = 0
                try:
                    messages = wire.read(line)
                except ValueError:
                    noise.heard()
                    continue
                for message in messages:
                    self.receive(message)
        except McpFailed as error:
            self.ended(error)
            await asyncio.to_thread(end_tree, os.getpid())
        except ConnectionError:
            self.ended(McpFailed(Fault.FAILED, await self._obituary()))
        else:
            self.ended(McpFailed(Fault.FAILED, await self._obituary()))

    async def _hear(self) -> None:
        """What it complains, the last of it."""
        process = self._running()
        assert process.stderr is not None
        while block := await process.stderr.read(STDERR_BYTES):
            self._said += block
            del self._said[:-STDERR_BYTES]

    async def _watch(self) -> None:
        """Its memory, with that of all that it started; and its end, where what it started holds its output open."""
        process = self._running()
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            if process.returncode is not None:
                await asyncio.sleep(LOOK_EVERY_S)  # its last messages are read first
                self.ended(McpFailed(Fault.FAILED, await self._obituary()))
                return
            if await asyncio.to_thread(tree_bytes, os.getpid()) > TREE_BYTES:
                self.ended(McpFailed(Fault.HOSTILE, f"It took more than {TREE_BYTES // MB} MB of memory."))
                await asyncio.to_thread(end_tree, os.getpid())
                return

    async def _obituary(self) -> str:
        """How it ended, with its last words."""
        process = self._process
        if process is not None and process.returncode is None:
            with suppress(TimeoutError):
                async with asyncio.timeout(_LAST_WORDS_S):
                    await process.wait()
        await asyncio.sleep(0.05)
        code = process.returncode if process is not None else None
        how = "closed its output" if code is None else f"ended ({_told(code)})"
        said = self.reason()
        return f"The program {how}. It says: {said}" if said else f"The program {how}."


def _told(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _not_permitted(path: str) -> str:
    if ownership() is None:
        return f"The program {path} can't be started: it is not executable for this user."
    return (
        f"The program {path} can't be started: servers run as a user without rights, and it lies, or leads, where that "
        "one may not look (as in /root). Put it where everybody may read it, for example under /opt."
    )
