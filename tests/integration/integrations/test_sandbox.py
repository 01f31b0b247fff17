"""The sandbox under attack: each backend as root and as an ordinary user, its limits, its end, what it gives back."""

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.support import requirements
from tests.support.source import PACKAGE
from tests.support.waiting import eventually

from orchestrator.integrations.sandbox import attempts, interpreters
from orchestrator.integrations.sandbox.attacks import TRIALS, attacked
from orchestrator.integrations.sandbox.chosen import ChosenSandbox
from orchestrator.integrations.sandbox.fake import FakeSandbox
from orchestrator.integrations.sandbox.launcher import landlock, syscall_filter, tree
from orchestrator.integrations.sandbox.port import Limits, Outcome, Program, SandboxRefused
from orchestrator.integrations.sandbox.programs import Backend, ConfinedPrograms, forget_rooms

EVERY = {*(one.__name__ for one in attempts.REACHES), *(one.name for one in TRIALS), "daemon"}
ORDINARY = 12_345
"""A user whom nobody is."""
HARMLESS = [
    *("secret_file", "secret_through_a_link", "home_folder", "environment_of_others", "netlink"),
    *("signals_to_others", "hidden_memory", "rights"),
]
"""What may be tried without a sandbox too."""
PARTS = ("__init__.py", "errors.py", "integrations/__init__.py", "integrations/sandbox")
_AS_USER = """
import asyncio, json, sys
sys.path.insert(0, sys.argv[1])
from orchestrator.integrations.sandbox.attacks import attacked
print(json.dumps([[one.attempt, one.stopped, one.detail] for one in asyncio.run(attacked(sys.argv[2]))]))
"""


def here(backend: str) -> None:
    """Skip where the machine has it not."""
    if backend == "bwrap":
        requirements.bubblewrap()
    elif not landlock.version():
        requirements.missing("a kernel with Landlock")
    if interpreters.python() is None:
        requirements.missing("a Python that all users can read")


@pytest.mark.parametrize("backend", ["bwrap", "landlock"])
async def test_every_attempt_is_stopped(backend: Backend) -> None:
    """As whoever runs the tests: root in a container, else an ordinary user."""
    here(backend)
    verdicts = await attacked(backend)
    assert [one for one in verdicts if not one.stopped] == []
    assert {one.attempt for one in verdicts} == EVERY


@pytest.mark.parametrize("backend", ["bwrap", "landlock"])
def test_every_attempt_of_an_ordinary_user_is_stopped(backend: str) -> None:
    if os.geteuid() != 0:
        pytest.skip("the tests run as one already")
    here(backend)
    python = interpreters.python()
    assert python is not None
    source = Path(f"/tmp/steward-sandbox-source-{os.getpid()}-{backend}")
    try:
        for part in PARTS:
            target = source / "orchestrator" / part
            target.parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (PACKAGE / part).is_dir() else shutil.copy
            copy(PACKAGE / part, target)
        subprocess.run(("chmod", "-R", "a+rX", str(source)), check=True)
        done = subprocess.run(
            (python.path, "-I", "-B", "-c", _AS_USER, str(source), backend),
            user=ORDINARY,
            group=ORDINARY,
            extra_groups=(),
            env={},
            cwd="/",
            capture_output=True,
            timeout=120,
            check=True,
        )
    finally:
        shutil.rmtree(source, ignore_errors=True)
    verdicts = json.loads(done.stdout)
    assert [one for one in verdicts if not one[1]] == []
    assert {name for name, _, _ in verdicts} == EVERY


def test_the_attacks_go_through_where_nothing_stops_them(tmp_path: Path) -> None:
    """The list is worth something only if it sees what is open."""
    secret = tmp_path / "secret"
    secret.write_text(attempts.MARK)
    told: dict[str, Any] = {"secret": str(secret), "folder": str(tmp_path), "outside": os.getpid(), "only": HARMLESS}
    argv = (sys.executable, "-I", "-S", attempts.__file__, json.dumps(told))
    out = subprocess.run(
        argv, cwd=tmp_path, env={"STEWARD_SECRET": attempts.MARK}, capture_output=True, check=True, timeout=60
    ).stdout
    found = dict(json.loads(line) for line in out.splitlines())
    assert found.keys() == set(HARMLESS)
    assert [name for name, became in found.items() if not became.startswith(attempts.PASSED)] == []


@pytest.fixture(params=["bwrap", "landlock"])
def programs(request: pytest.FixtureRequest) -> ConfinedPrograms:
    here(request.param)
    return ConfinedPrograms(request.param)


async def ran(programs: ConfinedPrograms, *argv: str, stdin: bytes = b"", **how: Any) -> Outcome:
    async with programs.room() as room:
        return await programs.run(Program(argv, **how), room, stdin=stdin)


async def test_a_program_gets_what_it_is_given_and_nothing_else(programs: ConfinedPrograms) -> None:
    script = "cat; pwd > where; env | sort; echo told >&2; exit 3"
    async with programs.room() as room:
        (room.box / "given.txt").write_text("given")
        program = Program(("sh", "-c", script), environment={"KEY": "value", "PLACE": "{box}/x"})
        outcome = await programs.run(program, room, stdin=b"hello\n")
        left = await asyncio.to_thread(lambda: {path.name: path.read_text() for path in room.box.iterdir()})
    assert (outcome.ended, outcome.code, outcome.stderr) == ("exited", 3, b"told\n")
    lines = outcome.stdout.decode().splitlines()
    assert lines[0] == "hello"
    names = {line.partition("=")[0] for line in lines[1:]}
    assert names <= {"KEY", "PLACE", "PATH", "HOME", "TMPDIR", "LANG", "PWD", "OLDPWD", "SHLVL", "_"}
    box = left["where"].strip()
    assert f"PLACE={box}/x" in lines
    assert left["given.txt"] == "given"


async def test_what_is_no_program_failed(programs: ConfinedPrograms) -> None:
    outcome = await ran(programs, "no-such-program")
    assert not outcome.well
    assert outcome.ended == "failed" or b"no-such-program" in outcome.stderr


async def test_output_is_cut_and_read_to_its_end(programs: ConfinedPrograms) -> None:
    outcome = await ran(programs, "sh", "-c", "yes | head -c 3000000", limits=Limits(output_bytes=1_000))
    assert (outcome.ended, len(outcome.stdout), outcome.truncated) == ("exited", 1_000, True)


async def test_memory_of_many_together_is_what_counts(programs: ConfinedPrograms) -> None:
    """Each has a third of what all may have."""
    python = interpreters.python()
    assert python is not None
    hold = "import os, time\nfor _ in range(4):\n  if os.fork() == 0: break\nheld = bytearray(b'x') * 60_000_000\n"
    hold += "time.sleep(20)"
    limits = Limits(memory_bytes=180_000_000, wall_s=15)
    outcome = await ran(programs, python.path, "-I", "-S", "-c", hold, readable=python.readable, limits=limits)
    assert outcome.ended == "memory"
    assert 180_000_000 < outcome.memory_bytes < 420_000_000


async def test_who_goes_away_ends_it_all(programs: ConfinedPrograms) -> None:
    async with programs.room() as room:
        running = asyncio.create_task(programs.run(Program(("sh", "-c", "touch up; sleep 60 & sleep 60")), room))
        await eventually(lambda: _there(room.box / "up"), bool)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert _sleeping() == []


async def _there(path: Path) -> bool:
    return await asyncio.to_thread(path.exists)


def _size(path: Path) -> int:
    return path.stat().st_size


def _sleeping() -> list[int]:
    found = []
    for pid in tree.descendants(os.getpid()):
        try:
            if b"sleep\x0060" in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
        except OSError:
            continue
    return found


async def test_a_server_that_is_killed_takes_its_programs_along(programs: ConfinedPrograms, tmp_path: Path) -> None:
    """kill -9 of whoever started it: nobody is left to end anything."""
    code = (
        "import asyncio, sys\n"
        f"sys.path.insert(0, {str(PACKAGE.parent)!r})\n"
        "from orchestrator.integrations.sandbox.programs import ConfinedPrograms\n"
        "from orchestrator.integrations.sandbox.port import Program\n"
        "async def main():\n"
        f"  programs = ConfinedPrograms({programs.backend!r})\n"
        "  async with programs.room() as room:\n"
        "    print(room.root, flush=True)\n"
        "    await programs.run(Program(('sh', '-c', 'while true; do echo x >> beat; sleep 0.05; done')), room)\n"
        "asyncio.run(main())\n"
    )
    server = await asyncio.to_thread(_started, code, tmp_path)
    assert server.stdout is not None
    root = Path(server.stdout.readline().decode().strip())
    try:
        beat = root / "box" / "beat"
        await eventually(lambda: _there(beat), bool)
        server.send_signal(signal.SIGKILL)
        server.wait()
        server.stdout.close()
        await asyncio.sleep(1.0)
        size = _size(beat)
        await asyncio.sleep(0.5)
        assert _size(beat) == size
        assert forget_rooms(before=1) == 0
        os.utime(root, (1, 1))
        assert forget_rooms(before=2) >= 1
        assert not await _there(root)
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _started(code: str, folder: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen((sys.executable, "-c", code), stdout=subprocess.PIPE, cwd=folder)


async def test_one_that_is_spoken_with(programs: ConfinedPrograms) -> None:
    async with programs.room() as room:
        command = await programs.command(Program(("cat",)), room)
        process = await asyncio.create_subprocess_exec(
            *command.argv,
            env=dict(command.environment),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        for line in (b"one\n", b"two\n"):
            process.stdin.write(line)
            assert await asyncio.wait_for(process.stdout.readline(), 20) == line
        process.stdin.close()
        assert await asyncio.wait_for(process.wait(), 20) == 0


async def test_what_is_off_or_needs_a_host_is_refused(tmp_path: Path) -> None:
    off = ChosenSandbox("off", tmp_path / "sandbox.json")
    assert (await off.report()).backend == "off"
    async with off.room() as room:
        with pytest.raises(SandboxRefused, match="STEWARD_SANDBOX"):
            await off.run(Program(("true",)), room)
    fake = FakeSandbox()
    async with fake.room() as room:
        with pytest.raises(SandboxRefused):
            await fake.run(Program(("true",)), room)


async def test_the_verdicts_are_kept_until_something_changes(tmp_path: Path) -> None:
    here("landlock")
    cache = tmp_path / "sandbox.json"
    chosen = ChosenSandbox("landlock", cache)
    first = await chosen.report()
    assert first.backend == "landlock"
    began = time.monotonic()
    assert await ChosenSandbox("landlock", cache).report() == first
    assert time.monotonic() - began < 1
    told = json.loads(cache.read_text())
    told["report"]["backend"] = "bwrap"
    cache.write_text(json.dumps({**told, "of": "another machine"}))
    assert (await ChosenSandbox("landlock", cache).report()).backend == "landlock"
    async with chosen.room() as room:
        with pytest.raises(SandboxRefused, match="example"):
            await chosen.run(Program(("true",), hosts=frozenset({"example.org:443"})), room)
        assert (await chosen.run(Program(("true",)), room)).well


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_is_whole(machine: str) -> None:
    """Each jump lands within, and every way ends in a verdict."""
    for sockets in ((), (1, 2, 10)):
        program = syscall_filter.filter_for(machine, sockets=sockets, metadata=False)
        count = len(program) // 8
        assert len(program) % 8 == 0
        assert count < 4_096
        for at in range(count):
            code, yes, no = program[at * 8], program[at * 8 + 2], program[at * 8 + 3]
            if code != syscall_filter.RETURN:
                assert at + 1 + max(yes, no) < count
        assert program[-8] == syscall_filter.RETURN
    with pytest.raises(syscall_filter.UnknownArchitecture):
        syscall_filter.filter_for("vax", sockets=(), metadata=True)
