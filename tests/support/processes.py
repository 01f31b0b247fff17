"""How does a test run a part of Steward in a process of its own, and kill it?"""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from tests.support import warm

SOURCE = warm.SOURCE
READY_TIMEOUT_S = 60


class Script:
    """A forked script: what tests use of `asyncio.subprocess.Process`."""

    def __init__(self, process: warm.Process, stdin: int, stdout: asyncio.StreamReader) -> None:
        self._process = process
        self._stdin: int | None = stdin
        self.stdout = stdout
        self.pid = process.pid
        self.send_signal, self.kill = process.send_signal, process.kill

    @property
    def stdin(self) -> "Script":
        return self

    def write(self, given: bytes) -> None:
        """To its standard input."""
        assert self._stdin is not None
        os.write(self._stdin, given)

    @property
    def returncode(self) -> int | None:
        return self._process.poll()

    async def wait(self) -> int:
        return await asyncio.to_thread(self._process.wait)

    def close(self) -> None:
        """Its standard input ends."""
        if self._stdin is not None:
            os.close(self._stdin)
            self._stdin = None


@asynccontextmanager
async def running_script(script: str, *arguments: str, env: Mapping[str, str] | None = None) -> AsyncIterator[Script]:
    """A Python process that runs `script`; killed at the end if it still lives. Its stdout is readable line by line.

    It is forked from one that has imported Steward (`warm.py`): what it would take two seconds to import is there."""
    given = {"PATH": os.defpath, "PYTHONPATH": str(SOURCE), **(env or {})}
    theirs, feed = os.pipe()
    told, ours = os.pipe()
    try:
        arguments = ("-c", script, *arguments)
        process = warm.begin(arguments, env=given, cwd=SOURCE.parent, stdin=theirs, stdout=ours, stderr=2)
    finally:
        os.close(theirs)
        os.close(ours)
    stdout = asyncio.StreamReader()
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(stdout), os.fdopen(told, "rb")
    )
    running = Script(process, feed, stdout)
    try:
        yield running
    finally:
        running.close()
        process.kill()
        await running.wait()
        transport.close()


async def line(process: Script) -> str:
    """The next line that the process prints."""
    return (await asyncio.wait_for(process.stdout.readline(), READY_TIMEOUT_S)).decode().strip()
