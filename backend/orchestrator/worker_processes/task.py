"""What a worker process is asked: a pure function by its name, what it is given, and how much it may take."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol
from uuid import UUID

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Limits:
    """Of one call. `processor_s`: processor time of a process; `wall_s`: from its start to its answer, so that waiting
    on a busy machine is no fault of the file's; `memory_bytes`: address space beyond what the empty process has;
    `output_bytes`: of the answer as JSON; `written_bytes`: of a file that it may write; `starts_programs`: whether it
    may start processes and threads of its own."""

    processor_s: float = 30.0
    wall_s: float = 120.0
    memory_bytes: int = 1_024 * MEGABYTE
    output_bytes: int = 200 * MEGABYTE
    written_bytes: int = 0
    starts_programs: bool = False


@dataclass(frozen=True)
class Given:
    """What the function gets. `argument`: JSON; `files`: descriptors that are open in the worker process too."""

    argument: Any = None
    data: bytes = b""
    files: Sequence[int] = ()


WorkerFunction = Callable[[Given], Iterator[Any]]
"""Pure, at the top of its module; what it yields (JSON) is the answer, in parts, so that nobody ever reads all of a
large answer at once."""


@dataclass(frozen=True)
class Task:
    """A function that worker processes call. `function`: `package.module:name`; `doing`: what it does, as the beginning
    of the sentence that says why it ended ("Reading this calendar file"); `advice`: what to do then; `imports`: modules
    that the fork server loads beforehand, beside the function's own, and functions (`module:name`) that load tables
    there: a process forked for each call would load them each time."""

    function: str
    doing: str
    advice: str = "Send it in smaller parts, or leave out what is unusually large."
    limits: Limits = field(default_factory=Limits)
    imports: tuple[str, ...] = ()

    @property
    def module(self) -> str:
        return self.function.partition(":")[0]

    @property
    def name(self) -> str:
        return self.function.partition(":")[2]


class Run(Protocol):
    """How a task is run: `WorkerProcesses.in_request` or `.in_job`."""

    async def __call__(
        self, task: Task, argument: Any = None, data: bytes = b"", *, owner_id: UUID | None, files: Sequence[int] = ()
    ) -> list[Any]: ...
