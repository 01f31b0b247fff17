"""How long does `/health` make somebody wait, and is it the server that keeps them waiting?

A process of its own asks every 20 ms over one connection. Beside each wait stands the processor time that the server's
event loop (its main thread) used meanwhile: on a machine that is busy otherwise a wait may be the machine's.
"""

import asyncio
import http.client
import json
import os
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.attack.child import ROOT

EVERY_S = 0.02
PATIENCE_S = 30.0


@dataclass(frozen=True)
class Wait:
    """One question: when it was asked (`time.monotonic`), how long it took, and the event loop's processor time."""

    asked_s: float
    took_s: float
    loop_s: float


@dataclass
class Watch:
    """What was seen so far, in order of time."""

    waits: list[Wait] = field(default_factory=list)

    def worst(self, began_s: float, ended_s: float) -> Wait:
        """The longest wait that overlaps the time."""
        return max(self.between(began_s, ended_s), key=lambda wait: wait.took_s, default=Wait(began_s, 0.0, 0.0))

    def between(self, began_s: float, ended_s: float) -> Sequence[Wait]:
        return [wait for wait in self.waits if wait.asked_s <= ended_s and wait.asked_s + wait.took_s >= began_s]

    def usual(self, began_s: float, ended_s: float, share: float = 0.99) -> float:
        """The wait that `share` of the questions do not exceed."""
        ordered = sorted(wait.took_s for wait in self.between(began_s, ended_s))
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    async def caught_up(self, since_s: float) -> None:
        """Wait until a question that was asked after that time was answered."""
        async with asyncio.timeout(2 * PATIENCE_S):
            while not self.waits or self.waits[-1].asked_s < since_s:  # noqa: ASYNC110  (lines come by themselves)
                await asyncio.sleep(EVERY_S)


@asynccontextmanager
async def watched(port: int, pid_file: Path) -> AsyncIterator[Watch]:
    """Somebody asks the `/health` of the server whose process is told in the file, for the length of the block."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.attack.watching", str(port), str(pid_file)),
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'backend'}"},
    )
    watch = Watch()
    reading = asyncio.create_task(_read(process, watch))
    try:
        await watch.caught_up(0.0)
        yield watch
    finally:
        process.kill()
        await process.wait()
        await reading


async def _read(process: Process, watch: Watch) -> None:
    assert process.stdout is not None
    async for line in process.stdout:
        watch.waits.append(Wait(*json.loads(line)))


def _processor_s(pid_file: Path) -> float:
    try:
        pid = pid_file.read_text()
        fields = Path(f"/proc/{pid}/task/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(port: int, pid_file: Path) -> None:
    """Tell each wait as a line of JSON."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    while True:
        asked, used = time.monotonic(), _processor_s(pid_file)
        try:
            connection.request("GET", "/health")
            connection.getresponse().read()
        except (OSError, http.client.HTTPException):
            connection.close()
        took = time.monotonic() - asked
        print(json.dumps([asked, took, _processor_s(pid_file) - used]), flush=True)  # noqa: T201  (this is its product)
        time.sleep(max(0.0, EVERY_S - took))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
