"""How does a script of a skill run? In the sandbox alone: a copy of the folder, no network, an empty environment, a few
seconds. Without a sandbox it is refused; the skill's text can be used all the same."""

import asyncio
import shutil
from collections.abc import Sequence
from pathlib import Path

from orchestrator.errors import ToolRejected
from orchestrator.integrations.sandbox.interpreters import python
from orchestrator.integrations.sandbox.port import BOX, MEGABYTE, Limits, Outcome, Program, Sandbox

FOLDER = "skill"
LIMITS = Limits(
    wall_s=12.0,
    processor_s=10.0,
    memory_bytes=256 * MEGABYTE,
    processes=8,
    disk_bytes=32 * MEGABYTE,
    files=500,
    file_bytes=8 * MEGABYTE,
    output_bytes=64_000,
)
"""A script of a skill converts or checks something; what takes longer is a mission's work."""
_FOLDER_MODE, _FILE_MODE = 0o755, 0o555


async def run_script(
    sandbox: Sandbox, files: Sequence[tuple[str, bytes]], path: str, arguments: Sequence[str], stdin: bytes
) -> Outcome:
    """To its end, whatever that is. Raises ToolRejected where nothing here runs such a script, SandboxRefused."""
    program, readable = _interpreter(path)
    async with sandbox.room() as room:
        await asyncio.to_thread(_copy, room.box / FOLDER, files)
        argv = (program, f"{BOX}/{FOLDER}/{path}", *arguments)
        return await sandbox.run(Program(argv, readable=readable, limits=LIMITS), room, stdin=stdin)


def _interpreter(path: str) -> tuple[str, tuple[Path, ...]]:
    ending = path.rpartition(".")[2].lower()
    if ending == "py" and (found := python()) is not None:
        return found.path, found.readable
    name = {"sh": "sh", "bash": "bash", "js": "node", "mjs": "node", "cjs": "node"}.get(ending, "")
    known = shutil.which(name, path="/usr/local/bin:/usr/bin:/bin") if name else None
    if known is None:
        raise ToolRejected(f"Nothing on this machine runs {path} in the sandbox.")
    return known, ()


def _copy(folder: Path, files: Sequence[tuple[str, bytes]]) -> None:
    for path, content in files:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        target.chmod(_FILE_MODE)
    for one in (folder, *(each for each in folder.rglob("*") if each.is_dir())):
        one.chmod(_FOLDER_MODE)
