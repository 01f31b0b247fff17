"""Does a sandbox hold? The attack list of docs/decisions/0092, run inside it: who reaches for something outside, who
uses up the machine, who stays. Whatever is not seen to be stopped went through.
"""

import asyncio
import json
import os
import socket
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from orchestrator.integrations.sandbox import attempts, interpreters
from orchestrator.integrations.sandbox.port import BOX, MEGABYTE, Limits, Outcome, Program, Verdict
from orchestrator.integrations.sandbox.programs import Backend, ConfinedPrograms

SMALL = Limits(
    wall_s=10.0,
    processor_s=8.0,
    memory_bytes=160 * MEGABYTE,
    address_space_bytes=1_024 * MEGABYTE,
    processes=16,
    disk_bytes=24 * MEGABYTE,
    files=1_500,
    file_bytes=8 * MEGABYTE,
    output_bytes=100_000,
)
AT_ONCE = 3
SETTLED_S = 0.3


@dataclass(frozen=True)
class _Trial:
    """One that uses up; `stopped`: told from how it ended."""

    name: str
    stopped: Callable[[Outcome], bool]
    limits: Limits = SMALL


def _by(*ended: str) -> Callable[[Outcome], bool]:
    return lambda outcome: outcome.ended in ended


TRIALS = (
    _Trial("fork_bomb", _by("processes", "wall", "processor", "memory"), replace(SMALL, wall_s=2.0)),
    _Trial(
        "memory_of_one", lambda one: one.ended == "memory" or (one.ended == "exited" and b"MemoryError" in one.stderr)
    ),
    _Trial("memory_of_many", _by("memory")),
    _Trial("disk", _by("disk")),
    _Trial("inodes", _by("files")),
    _Trial("large_file", lambda one: one.ended == "disk" or (one.ended == "exited" and one.code != 0)),
    _Trial("spin", _by("processor"), replace(SMALL, processor_s=0.5)),
    _Trial("spin_in_many", _by("processor"), replace(SMALL, processor_s=1.0)),
    _Trial("sleep", _by("wall"), replace(SMALL, wall_s=0.3)),
    _Trial("output", lambda one: one.truncated and one.ended in {"wall", "processor"}, replace(SMALL, processor_s=1.0)),
)


async def attacked(backend: Backend) -> tuple[Verdict, ...]:
    """A verdict for each attempt, in a fixed order. Never raises for what the sandbox does."""
    programs = ConfinedPrograms(backend)
    reaching = await _reaching(backend)
    gate = asyncio.Semaphore(AT_ONCE)

    async def tried(trial: _Trial) -> Verdict:
        async with gate:
            outcome = await _used_up(programs, trial)
            if not trial.stopped(outcome):  # a machine that is busy may not have got to it
                outcome = await _used_up(programs, trial)
            stopped = trial.stopped(outcome)
            return Verdict(trial.name, stopped, "" if stopped else _as_it_ended(outcome))

    alone = await tried(TRIALS[0])  # forks without end take other runs' places too, where these share a user
    using = await asyncio.gather(*(tried(one) for one in TRIALS[1:]), _stayed(programs))
    return (*reaching, alone, *using)


async def _reaching(backend: Backend) -> tuple[Verdict, ...]:
    names = [one.__name__ for one in attempts.REACHES]
    with _outside() as (told, passed):
        programs = ConfinedPrograms(backend, leaks={"STEWARD_SECRET": attempts.MARK}, passed=(passed,))
        async with programs.room() as room:
            program = _attempt(json.dumps(told), SMALL)
            await asyncio.to_thread(_put_script, room.box)
            outcome = await programs.run(program, room)
        found = dict(_lines(outcome.stdout))
        changed = await asyncio.to_thread(_changed, Path(told["secret"]))
    if outcome.ended == "failed" or not found:
        return (Verdict("start", stopped=False, detail=_as_it_ended(outcome)),)
    if changed:
        found["modes_of_others"] = "went through: the file outside changed"
    return tuple(Verdict(name, found.get(name) == "", found.get(name, "not tried")) for name in names)


def _lines(output: bytes) -> Iterator[tuple[str, str]]:
    for line in output.splitlines():
        try:
            name, found = json.loads(line)
        except ValueError:
            continue
        yield name, found


async def _used_up(programs: ConfinedPrograms, trial: _Trial) -> Outcome:
    async with programs.room() as room:
        await asyncio.to_thread(_put_script, room.box)
        return await programs.run(_attempt(trial.name, trial.limits), room)


async def _stayed(programs: ConfinedPrograms) -> Verdict:
    """A daemon that left its session writes on as long as it lives."""
    async with programs.room() as room:
        await asyncio.to_thread(_put_script, room.box)
        outcome = await programs.run(_attempt("daemon", replace(SMALL, wall_s=3.0)), room)
        beating = room.box / "heartbeat"
        before = await asyncio.to_thread(_size, beating)
        await asyncio.sleep(SETTLED_S)
        stopped = outcome.ended == "exited" and await asyncio.to_thread(_size, beating) == before
    return Verdict("daemon", stopped, "" if stopped else _as_it_ended(outcome))


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _attempt(argument: str, limits: Limits) -> Program:
    found = interpreters.python()
    path, readable = (found.path, found.readable) if found is not None else ("python3", ())
    return Program((path, "-I", "-S", f"{BOX}/attempts.py", argument), readable=readable, limits=limits)


def _put_script(box: Path) -> None:
    (box / "attempts.py").write_bytes(Path(attempts.__file__).read_bytes())


def _as_it_ended(outcome: Outcome) -> str:
    said = outcome.stderr.decode(errors="replace").strip().splitlines()
    return " ".join(filter(None, (f"{outcome.ended}, status {outcome.code}", outcome.why, said[-1] if said else "")))[
        :300
    ]


@contextmanager
def _outside() -> Iterator[tuple[Mapping[str, Any], int]]:
    """What there is to be reached for: a file that all may read, doors that all may open, a descriptor left open."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="steward-canary-")))
        folder.chmod(0o755)
        secret = folder / "secret"
        secret.write_text(attempts.MARK)
        secret.chmod(0o644)
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        named = stack.enter_context(socket.socket(socket.AF_UNIX))
        named.bind(str(folder / "socket"))
        (folder / "socket").chmod(0o666)
        named.listen()
        abstract = stack.enter_context(socket.socket(socket.AF_UNIX))
        name = f"steward-canary-{folder.name}"
        abstract.bind("\0" + name)
        abstract.listen()
        passed = os.open(secret, os.O_RDONLY)
        stack.callback(os.close, passed)
        yield (
            {
                "secret": str(secret),
                "folder": str(folder),
                "port": tcp.getsockname()[1],
                "udp_port": udp.getsockname()[1],
                "socket": str(folder / "socket"),
                "abstract": name,
                "outside": os.getpid(),
            },
            passed,
        )


def _changed(secret: Path) -> bool:
    told = secret.stat()
    return told.st_mode & 0o777 != 0o644 or told.st_mtime < 2
