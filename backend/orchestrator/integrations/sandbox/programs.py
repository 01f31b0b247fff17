"""Programs in a sandbox: through our launcher, by bubblewrap or by Landlock with seccomp.

For each run a room under the system's folder for temporary files: a run as another user can't get through
STEWARD_HOME. `<room>/run.json` says what to do, `box` and `tmp` are the program's, `ended.json` says how it went.
"""

import asyncio
import json
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

from orchestrator.integrations.sandbox.launcher.main import STATUS
from orchestrator.integrations.sandbox.port import Command, Outcome, Program, Room

PREFIX = "steward-sandbox-"
DESCRIPTION = "run.json"
SEARCHED = ("/usr/local/bin", "/usr/bin", "/bin")
ENVIRONMENT = {"PATH": ":".join(SEARCHED), "LANG": "C.UTF-8"}
OWN_PROCESSES = {"bwrap": 1, "landlock": 0}
"""Those of the sandbox itself."""
PATIENCE_S = 5.0
"""Beyond the program's own time, until the launcher is killed too."""
_PACKAGE = Path(__file__).resolve().parents[3]
_BOOT = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from orchestrator.integrations.sandbox.launcher.main import main; sys.exit(main(sys.argv[2]))"
)
Backend = Literal["bwrap", "landlock"]


def bubblewrap() -> str | None:
    """Where it is installed; None where it is not."""
    return shutil.which("bwrap", path=ENVIRONMENT["PATH"])


class ConfinedPrograms:
    """One backend. `leaks`: given to the launcher, for the attack list alone."""

    def __init__(self, backend: Backend, *, leaks: dict[str, str] | None = None, passed: tuple[int, ...] = ()) -> None:
        self.backend = backend
        self._leaks = leaks or {}
        self._passed = passed

    @asynccontextmanager
    async def room(self) -> AsyncIterator[Room]:
        """A new, empty one."""
        root = Path(await asyncio.to_thread(_new_room))
        try:
            yield Room(root)
        finally:
            await asyncio.shield(asyncio.to_thread(shutil.rmtree, root, ignore_errors=True))

    async def command(self, program: Program, room: Room) -> Command:
        """How the program is started under the launcher."""
        described = await asyncio.to_thread(self._described, program, room)
        argv = (sys.executable, "-I", "-S", "-c", _BOOT, str(_PACKAGE), str(described))
        return Command(argv, self._leaks)

    def _described(self, program: Program, room: Room) -> Path:
        spec: dict[str, Any] = {
            **asdict(program.limits),
            "backend": self.backend,
            "bwrap": bubblewrap(),
            "own_processes": OWN_PROCESSES[self.backend],
            "argv": [found_at(program.argv[0]), *program.argv[1:]],
            "environment": {**ENVIRONMENT, **program.environment},
            "readable": [str(path) for path in program.readable],
            "box": str(room.box),
            "scratch": str(room.root / "tmp"),
        }
        target = room.root / DESCRIPTION
        with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(spec, file)
        (room.root / STATUS).unlink(missing_ok=True)
        return target

    async def run(self, program: Program, room: Room, *, stdin: bytes = b"") -> Outcome:
        """To its end."""
        command = await self.command(program, room)
        process = await asyncio.create_subprocess_exec(
            *command.argv,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=dict(command.environment),
            start_new_session=True,
            pass_fds=self._passed,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        most = program.limits.output_bytes
        try:
            async with asyncio.timeout(program.limits.wall_s + PATIENCE_S):
                _, out, err, _ = await asyncio.gather(
                    _fed(process.stdin, stdin), _kept(process.stdout, most), _kept(process.stderr, most), process.wait()
                )
        except TimeoutError:
            return Outcome("wall", None, why="The launcher did not end in time.")
        finally:
            await _ended(process)
        return await asyncio.to_thread(_outcome, room, out, err)


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Let the launcher end the tree where it is still at work (whoever asked went away)."""
    if process.returncode is not None:
        return
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(PATIENCE_S):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _fed(stream: asyncio.StreamWriter, content: bytes) -> None:
    """What does not read is not waited for. uvloop says RuntimeError where the pipe was closed before the writing."""
    with suppress(ConnectionError, RuntimeError):
        stream.write(content)
        await stream.drain()
    stream.close()
    with suppress(ConnectionError, RuntimeError):
        await stream.wait_closed()


async def _kept(stream: asyncio.StreamReader, most: int) -> tuple[bytes, bool]:
    """All of it is read, `most` of it is kept."""
    held, truncated = bytearray(), False
    while part := await stream.read(1 << 16):
        truncated = truncated or len(held) + len(part) > most
        held += part[: most - len(held)]
    return bytes(held), truncated


def _outcome(room: Room, out: tuple[bytes, bool], err: tuple[bytes, bool]) -> Outcome:
    streams: dict[str, Any] = {"stdout": out[0], "stderr": err[0], "truncated": out[1] or err[1]}
    try:
        told = json.loads((room.root / STATUS).read_text())
    except (OSError, ValueError):
        said = err[0].decode(errors="replace").strip().splitlines()
        return Outcome("failed", None, why=said[-1] if said else "The launcher died.", **streams)
    return Outcome(**told, **streams)


def _new_room() -> str:
    root = tempfile.mkdtemp(prefix=PREFIX)
    os.chmod(root, 0o711)  # noqa: S103  (another user goes through to what is theirs)
    for name in ("box", "tmp"):
        os.mkdir(os.path.join(root, name), 0o700)
    return root


def found_at(name: str) -> str:
    """The path of a program, where it is one that is there; else the name as it is."""
    return name if name.startswith("/") else shutil.which(name, path=ENVIRONMENT["PATH"]) or name


def forget_rooms(*, before: float) -> int:
    """Rooms of processes that died, unchanged since this time (seconds of the file system's clock), go; answers how
    many."""
    gone = 0
    for path in sorted(Path(tempfile.gettempdir()).glob(f"{PREFIX}*")):
        with suppress(OSError):
            told = path.lstat()
            if told.st_mtime < before and told.st_uid == os.geteuid():
                shutil.rmtree(path, ignore_errors=True)
                gone += 1
    return gone
