"""Which sandbox is used here? The first that stops every attempt of the attack list: bubblewrap, else Landlock with
seccomp, else none, and then what needs one is refused.

The verdicts are kept (STEWARD_HOME/sandbox.json) as long as nothing changes that they depend on: the kernel, the user,
the program bubblewrap, this code.
"""

import asyncio
import hashlib
import json
import os
import platform
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from orchestrator.integrations.sandbox.attacks import attacked
from orchestrator.integrations.sandbox.launcher import landlock
from orchestrator.integrations.sandbox.port import Command, Outcome, Program, Report, Room, SandboxRefused, Verdict
from orchestrator.integrations.sandbox.programs import Backend, ConfinedPrograms, bubblewrap
from orchestrator.telemetry.logging import get_logger

NEEDS_ONE = ("scripts of skills", "converters", "command-line agents", "MCP servers that are started here")
NO_NETWORK = "programs that need the network"
AT_ONCE = 4
"""Programs; more wait."""
_OFF = "STEWARD_SANDBOX is off."
_NONE = "No sandbox holds on this machine: steward doctor says what went through, and what to install."
_CODE = Path(__file__).parent

log = get_logger(__name__)


class ChosenSandbox:
    """The port `Sandbox` over what holds here. `choice`: STEWARD_SANDBOX; `cache`: where the verdicts are kept."""

    def __init__(self, choice: str, cache: Path) -> None:
        self._choice = choice
        self._cache = cache
        self._choosing = asyncio.Lock()
        self._report: Report | None = None
        self._places = asyncio.Semaphore(AT_ONCE)

    async def report(self) -> Report:
        """How well it holds here; the first call tries, or reads what was tried."""
        async with self._choosing:
            if self._report is None:
                self._report = await self._chosen()
        return self._report

    async def _chosen(self) -> Report:
        if self._choice == "off":
            return Report("off", refuses=(*NEEDS_ONE, NO_NETWORK), why=(_OFF,))
        kept = await asyncio.to_thread(self._kept)
        if kept is not None:
            return kept
        report = await self._tried()
        log.info("sandbox.chosen", backend=report.backend, why=list(report.why))
        if report.backend != "none":  # that is tried again by the next process
            await asyncio.to_thread(self._keep, report)
        return report

    async def _tried(self) -> Report:
        wanted: tuple[Backend, ...] = ("bwrap", "landlock")
        why: list[str] = []
        verdicts: tuple[Verdict, ...] = ()
        for backend in wanted:
            if self._choice not in {"auto", backend}:
                continue
            if (missing := _missing(backend)) is not None:
                why.append(missing)
                continue
            verdicts = await attacked(backend)
            through = [one for one in verdicts if not one.stopped]
            if not through:
                return Report(backend, verdicts, refuses=(NO_NETWORK,), why=tuple(why))
            why += [f"{backend}: {one.attempt}: {one.detail}" for one in through]
        return Report("none", verdicts, refuses=(*NEEDS_ONE, NO_NETWORK), why=tuple(why))

    def _fingerprint(self) -> str:
        """What the verdicts depend on."""
        digest = hashlib.sha256()
        for path in sorted(_CODE.rglob("*.py")):
            digest.update(path.read_bytes())
        found = bubblewrap()
        told = [self._choice, platform.release(), platform.machine(), os.geteuid(), landlock.version(), found]
        if found is not None:
            there = os.stat(found)
            told += [there.st_size, there.st_mtime_ns]
        digest.update(json.dumps(told).encode())
        return digest.hexdigest()

    def _kept(self) -> Report | None:
        try:
            told = json.loads(self._cache.read_text("utf-8"))
            if told["of"] != self._fingerprint():
                return None
            return _report_of(told["report"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _keep(self, report: Report) -> None:
        pending = self._cache.with_suffix(".new")
        try:
            pending.write_text(json.dumps({"of": self._fingerprint(), "report": asdict(report)}), "utf-8")
            pending.replace(self._cache)
        except OSError as error:
            log.warning("sandbox.verdicts_not_kept", error=type(error).__name__)

    async def _backend(self, program: Program) -> ConfinedPrograms:
        """Raises SandboxRefused."""
        report = await self.report()
        if report.backend not in {"bwrap", "landlock"}:
            raise SandboxRefused(_OFF if report.backend == "off" else _NONE)
        if program.hosts:
            hosts = ", ".join(sorted(program.hosts))
            raise SandboxRefused(f"It needs {hosts}, and this sandbox ({report.backend}) grants no host.")
        return ConfinedPrograms("bwrap" if report.backend == "bwrap" else "landlock")

    @asynccontextmanager
    async def room(self) -> AsyncIterator[Room]:
        """A new, empty one."""
        async with ConfinedPrograms("landlock").room() as room:
            yield room

    async def run(self, program: Program, room: Room, *, stdin: bytes = b"") -> Outcome:
        """To its end; a few at once. Raises SandboxRefused."""
        backend = await self._backend(program)
        async with self._places:
            return await backend.run(program, room, stdin=stdin)

    async def command(self, program: Program, room: Room) -> Command:
        """How one that is spoken with is started. Raises SandboxRefused."""
        return await (await self._backend(program)).command(program, room)


def _missing(backend: Backend) -> str | None:
    if backend == "bwrap" and bubblewrap() is None:
        return "bwrap: bubblewrap is not installed (Debian: apt install bubblewrap)"
    if backend == "landlock" and not landlock.version():
        return "landlock: this kernel has none (Linux 5.13 and newer have)"
    return None


def _report_of(told: dict[str, Any]) -> Report:
    verdicts = tuple(Verdict(**one) for one in told["verdicts"])
    return Report(told["backend"], verdicts, tuple(told["refuses"]), tuple(told["why"]))
