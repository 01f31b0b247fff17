"""What must run untrusted programs and calculations for us? And what is known of how well it does?

SandboxRefused      nothing here holds them: nothing was run, and the message says why
CalculationFailed   the model's or user's code is wrong, or took too much
"""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

from orchestrator.errors import ClientError, NotConfigured

MEGABYTE = 1_000_000
BOX = "{box}"
"""In arguments and values of the environment: the folder that the program may write, by the name it has in there."""
Ended = Literal["exited", "wall", "processor", "memory", "processes", "disk", "files", "cancelled", "failed"]
"""`exited`: by itself; `failed`: it never ran (no such program, a sandbox that could not be set up); `cancelled`: who
asked went away; else the limit that it passed, for which its whole tree was killed."""


class SandboxRefused(NotConfigured):
    """It is not run, never without a sandbox instead."""

    code = "sandbox_refused"


class CalculationFailed(ClientError):
    """What is wrong with the code, in Python's words."""

    status = 422
    code = "invalid_request"
    title = "The calculation failed"


@dataclass(frozen=True)
class Limits:
    """Of a program with all that it starts. `address_space_bytes`: of one process (None for programs that reserve more
    than they use, as node does); `output_bytes`: of each of its two outputs, what is more is dropped."""

    wall_s: float = 60.0
    processor_s: float = 60.0
    memory_bytes: int = 512 * MEGABYTE
    address_space_bytes: int | None = 2_048 * MEGABYTE
    processes: int = 32
    disk_bytes: int = 256 * MEGABYTE
    files: int = 5_000
    file_bytes: int = 64 * MEGABYTE
    output_bytes: int = MEGABYTE


@dataclass(frozen=True)
class Room:
    """A place for one program, gone with the block. `box`: what it may write, its home and working directory; whatever
    lies in there afterwards was written by it: links are to be followed by nobody. `root`: ours alone."""

    root: Path

    @property
    def box(self) -> Path:
        return self.root / "box"


@dataclass(frozen=True)
class Program:
    """What is to run. `argv`: an absolute path, or a name that is looked for in /usr/local/bin, /usr/bin, /bin;
    `environment`: all that it gets beside PATH, HOME, TMPDIR, LANG; `readable`: folders and files that it sees beside
    the system's programs and libraries; `hosts`: `name:port` that it may reach, none unless named."""

    argv: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    readable: tuple[Path, ...] = ()
    hosts: frozenset[str] = frozenset()
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Outcome:
    """How it went. `code`: its own exit status, 128 + n where a signal ended it; None where it never ran, and `why`
    says so. `truncated`: it said more than was kept."""

    ended: Ended
    code: int | None
    stdout: bytes = b""
    stderr: bytes = b""
    truncated: bool = False
    wall_s: float = 0.0
    processor_s: float = 0.0
    memory_bytes: int = 0
    why: str = ""

    @property
    def well(self) -> bool:
        return self.ended == "exited" and self.code == 0


@dataclass(frozen=True)
class Command:
    """A program as it is started by whoever speaks with it over its standard streams; it and all that it started end
    when this command is killed, or when whoever started it dies."""

    argv: tuple[str, ...]
    environment: Mapping[str, str]


@dataclass(frozen=True)
class Verdict:
    """What became of one attempt to break out."""

    attempt: str
    stopped: bool
    detail: str = ""


@dataclass(frozen=True)
class Report:
    """`backend`: `bwrap`, `landlock`, `none` where neither holds, `off`; `verdicts`: of the backend that was chosen, of
    the last that was tried where none was; `refuses`: what is not run here, in words; `why`: what stood against
    those that were not chosen."""

    backend: str
    verdicts: tuple[Verdict, ...] = ()
    refuses: tuple[str, ...] = ()
    why: tuple[str, ...] = ()


class Sandbox(Protocol):
    """Runs programs that are not ours."""

    def room(self) -> AbstractAsyncContextManager[Room]:
        """A new, empty one."""
        ...

    async def run(self, program: Program, room: Room, *, stdin: bytes = b"") -> Outcome:
        """To its end, whatever that is. Raises SandboxRefused."""
        ...

    async def command(self, program: Program, room: Room) -> Command:
        """For one that is spoken with: the room has to outlive it. Its limits hold, `wall_s` too. Raises
        SandboxRefused."""
        ...

    async def report(self) -> Report:
        """How well it holds here, by trial."""
        ...


class Calculator(Protocol):
    """Evaluates small Python programs that see nothing but themselves."""

    async def evaluate(self, code: str) -> "Calculated":
        """Raises CalculationFailed."""
        ...

    async def close(self) -> None:
        """Give back its processes."""
        ...


@dataclass(frozen=True)
class UntrustedCode:
    """What this process runs others' programs and calculations with."""

    sandbox: Sandbox
    calculator: Calculator


@dataclass(frozen=True)
class Calculated:
    """`value`: of the last expression, as JSON has it; `shown`: as Python writes it; `printed`: what it printed."""

    value: Any
    shown: str
    printed: str = ""
