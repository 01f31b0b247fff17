"""How are programs that are MCP servers held? By the sandbox of this home, or they are not started.

Inside they see the system's programs and libraries, the folder that they lie in, and what their arguments name; all of
it to read, and of the user's and Steward's own homes nothing. They may write into a room that goes with them.
"""

import json
import shutil
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Final

from orchestrator.integrations.mcp_client.confinement import PATH, PLACE_OF_SECRET
from orchestrator.integrations.mcp_client.limits import TREE_BYTES
from orchestrator.integrations.mcp_client.port import Confined, Fault, Launch, McpFailed
from orchestrator.integrations.sandbox.launcher.main import STATUS
from orchestrator.integrations.sandbox.port import MEGABYTE, Limits, Program, Sandbox, SandboxRefused

DAYS_S: Final = 30 * 86_400.0
"""A server runs as long as it is used."""
LIMITS: Final = Limits(
    wall_s=DAYS_S,
    processor_s=DAYS_S,
    memory_bytes=TREE_BYTES + 128 * MEGABYTE,  # our own watch ends it first, and says why
    address_space_bytes=None,  # node reserves more than it uses
    processes=64,  # threads are counted too, of which node has a dozen
)
SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib64")


def held_by(sandbox: Sandbox, home: Path) -> Callable[[Launch], AbstractAsyncContextManager[Confined]]:
    """What holds programs. `home`: Steward's own."""

    @asynccontextmanager
    async def confine(launch: Launch) -> AsyncIterator[Confined]:
        program = _program(launch, (home, Path.home()))
        async with sandbox.room() as room:
            try:
                command = await sandbox.command(program, room)
            except SandboxRefused as error:
                raise McpFailed(Fault.REFUSED, error.detail) from error

            def why() -> str:
                return _why(room.root / STATUS)

            yield Confined(command.argv, command.environment, why)

    return confine


def _program(launch: Launch, homes: tuple[Path, ...]) -> Program:
    """Raises McpFailed where there is no such program, or it would see a home."""
    path = shutil.which(launch.command, path=launch.env.get("PATH", PATH))
    if path is None:
        raise McpFailed(Fault.REFUSED, f"There is no program {launch.command}. Install it, or give its whole path.")
    readable: dict[Path, None] = {}
    for word in (path, *launch.args):
        if word.startswith("/") and _exists(Path(word)):
            for one in _seen_for(Path(word), homes):
                readable[one] = None
    environment = {name: value.replace(PLACE_OF_SECRET, launch.secret) for name, value in launch.env.items()}
    return Program((path, *launch.args), environment, tuple(readable), limits=LIMITS)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


def _seen_for(path: Path, homes: tuple[Path, ...]) -> Iterable[Path]:
    """What has to be seen so that this file or folder can be used, by its name and where it leads."""
    for one in dict.fromkeys((path, path.resolve())):
        if one.as_posix().startswith(tuple(f"{top}/" for top in SYSTEM)):
            continue
        wanted = one if one.is_dir() else _folder_of(one)
        if not any(home.resolve().is_relative_to(wanted) for home in homes):
            yield wanted
        elif one.is_dir():
            told = f"It would see {one} whole, with what is private there. Name a folder of its own inside."
            raise McpFailed(Fault.REFUSED, told)
        else:
            yield one


def _folder_of(file: Path) -> Path:
    """The folder of a program with all that belongs to it: its packages, its virtual environment."""
    packages = [one for one in file.parents if one.name == "node_modules"]
    if packages:
        return packages[-1]
    around = file.parent.parent
    return around if file.parent.name == "bin" and (around / "pyvenv.cfg").is_file() else file.parent


def _why(status: Path) -> str:
    try:
        told: Mapping[str, object] = json.loads(status.read_text("utf-8"))
    except (OSError, ValueError):
        return ""
    return str(told.get("why") or "")
