"""How does a test run a part of Steward in a process of its own, and kill it?"""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

SOURCE = Path(__file__).parent.parent.parent / "backend"
READY_TIMEOUT_S = 60


@asynccontextmanager
async def running_script(script: str, *arguments: str, env: Mapping[str, str] | None = None) -> AsyncIterator[Process]:
    """A Python process that runs `script`; killed at the end if it still lives. Its stdout is readable line by line."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", script, *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={"PATH": os.defpath, "PYTHONPATH": str(SOURCE), **(env or {})},
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGKILL)
        await process.wait()


async def line(process: Process) -> str:
    """The next line that the process prints."""
    assert process.stdout is not None
    return (await asyncio.wait_for(process.stdout.readline(), READY_TIMEOUT_S)).decode().strip()
