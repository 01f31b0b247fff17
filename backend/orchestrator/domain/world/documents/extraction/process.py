"""How is a file read without trusting it? In a child process, bounded in time, memory and output, that dies with us.

`read` is cancelled like any other call: the child and what it started are killed with their process group.
"""

import asyncio
import json
import math
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from orchestrator.domain.world.documents.extraction.reading import (
    MAX_NOTICES,
    Attached,
    Given,
    Part,
    Reading,
    Unreadable,
)

TIME_S = 60.0
"""Of one child; contracts/documents.md."""
PAGES_A_CHILD = 4
"""Pictures of pages that one child reads: at 6 s a page with a wide margin."""
MOST_PICTURES = 60
"""Pages of a document that are read by OCR: about ten minutes of one processor."""
OUTPUT_BYTES = 40_000_000
"""JSON of 2 million characters, the worst of them six bytes each."""
CHILD = "orchestrator.domain.world.documents.extraction.child"
_CHUNK = 1 << 16

NOTHING = Given()
Progress = Callable[[int, int], Awaitable[None]]
"""(pages read by OCR, of how many)."""


class Interrupted(Exception):
    """The child ended without an answer: too slow, or killed. It may go better the next time."""


async def read(
    path: Path, media_type: str, progress: Progress, *, time_s: float = TIME_S, given: Given = NOTHING
) -> Reading:
    """What the file says. Raises Unreadable (it never will be), Interrupted (it may be the next time)."""
    reading = await _child(path, media_type, (), time_s, given)
    if reading.pictures:
        await _read_pictures(path, media_type, reading, progress, time_s, given)
    return reading


async def _read_pictures(
    path: Path, media_type: str, reading: Reading, progress: Progress, time_s: float, given: Given
) -> None:
    """Have the pages that are pictures read, and put their text in its place."""
    from orchestrator.domain.world.documents.extraction import ocr  # noqa: PLC0415

    if not await asyncio.to_thread(ocr.available):
        reading.notices.append(ocr.MISSING)
        return
    wanted = reading.pictures[:MOST_PICTURES]
    if len(reading.pictures) > len(wanted):
        reading.notices.append(f"Of {len(reading.pictures)} scanned pages only the first {len(wanted)} were read.")
    found: list[Part] = []
    for start in range(0, len(wanted), PAGES_A_CHILD):
        batch = wanted[start : start + PAGES_A_CHILD]
        try:
            scanned = await _child(path, media_type, batch, time_s, given)
        except Interrupted:
            reading.notices.append(f"Pages {batch[0]} to {batch[-1]} took too long to read and were left out.")
            continue
        found += scanned.parts
        reading.notices += [notice for notice in scanned.notices if notice not in reading.notices]
        await progress(start + len(batch), len(wanted))
    pages = {part.page for part in found}
    kept = [part for part in reading.parts if part.page not in pages]
    reading.parts = sorted([*kept, *found], key=lambda part: part.page or 0)
    reading.notices = reading.notices[:MAX_NOTICES]
    if found:
        reading.by = f"{reading.by}, tesseract"


async def _child(path: Path, media_type: str, pages: Sequence[int], time_s: float, given: Given) -> Reading:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        CHILD,
        str(os.getpid()),
        str(math.ceil(time_s)),
        media_type,
        str(path),
        *map(str, pages),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,  # what libraries say of strangers' files belongs in no log
        env=_ENVIRONMENT,
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(time_s):
            await _tell(process, given)
            output = await _output(process)
            await process.wait()
    except TimeoutError as error:
        raise Interrupted(f"Reading it took longer than {time_s:.0f} seconds.") from error
    finally:
        await _end(process)
    return _answer(output, process.returncode)


_ENVIRONMENT = {
    "PYTHONPATH": str(Path(__file__).parents[5]),
    "PATH": "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin",
    "OMP_THREAD_LIMIT": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONUTF8": "1",
}
"""Where our code and the programs are; no secret, no setting."""


async def _tell(process: asyncio.subprocess.Process, given: Given) -> None:
    """What it is read with; a child that ended already can't be told."""
    assert process.stdin is not None
    with suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(json.dumps(asdict(given)).encode())
        await process.stdin.drain()
        process.stdin.close()


async def _output(process: asyncio.subprocess.Process) -> bytes:
    assert process.stdout is not None
    output = bytearray()
    while chunk := await process.stdout.read(_CHUNK):
        output += chunk
        if len(output) > OUTPUT_BYTES:
            raise Unreadable("It says more than a document may.")
    return bytes(output)


async def _end(process: asyncio.subprocess.Process) -> None:
    """Kill it with all that it started; nothing where it ended."""
    if process.returncode is not None:
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        await asyncio.shield(process.wait())


def _answer(output: bytes, code: int | None) -> Reading:
    if not output:
        if code == -signal.SIGXCPU:
            raise Interrupted("Reading it took too much of the processor.")
        raise Interrupted(f"The program that reads it ended early ({code}).")
    try:
        told: dict[str, Any] = json.loads(output)
    except ValueError as error:
        raise Interrupted("The program that reads it ended in the middle.") from error
    if (why := told.get("unreadable")) is not None:
        raise Unreadable(str(why))
    fields = dict(told["reading"])
    parts = [Part(**part) for part in fields.pop("parts")]
    attached = [Attached(**one) for one in fields.pop("attached", ())]
    return Reading(parts=parts, attached=attached, **fields)
