"""The fakes beside the ports: a sandbox that runs nothing and answers what it was told to, a calculator likewise."""

import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from orchestrator.integrations.sandbox.port import (
    Calculated,
    CalculationFailed,
    Command,
    Outcome,
    Program,
    Report,
    Room,
    SandboxRefused,
)

Does = Callable[[Program, Room, bytes], Outcome]


class FakeSandbox:
    """`does`: what a program leaves in its room, and how it ends; None: everything is refused. `ran`: what was run."""

    def __init__(self, does: Does | None = None) -> None:
        self.does = does
        self.ran: list[Program] = []

    @asynccontextmanager
    async def room(self) -> AsyncIterator[Room]:
        with tempfile.TemporaryDirectory() as root:
            (Path(root) / "box").mkdir()
            yield Room(Path(root))

    async def run(self, program: Program, room: Room, *, stdin: bytes = b"") -> Outcome:
        if self.does is None:
            raise SandboxRefused("No sandbox holds on this machine.")
        self.ran.append(program)
        return self.does(program, room, stdin)

    async def command(self, program: Program, room: Room) -> Command:
        del room
        raise SandboxRefused(f"This one runs nothing, {program.argv[0]} neither.")

    async def report(self) -> Report:
        return Report("none" if self.does is None else "bwrap")


class FakeCalculator:
    """Knows the answers that it was given."""

    def __init__(self, answers: dict[str, object]) -> None:
        self.answers = answers

    async def evaluate(self, code: str) -> Calculated:
        if code not in self.answers:
            raise CalculationFailed(f"NameError: {code}")
        return Calculated(self.answers[code], repr(self.answers[code]))

    async def close(self) -> None:
        """Nothing to give back."""
