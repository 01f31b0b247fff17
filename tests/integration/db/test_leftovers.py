"""Do servers that a broken-off test run left behind end with the next run, and nobody else's?"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.support.leftovers import end_processes_in, end_processes_of_dead_runs, run_folder
from tests.support.processes import SOURCE, line, running_script
from tests.support.waiting import eventually
from tests.support.watchdog import ROOT

from orchestrator.db.postgres import cluster

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells where a process works")


@contextmanager
def working(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that works in `folder`, made where there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    with subprocess.Popen(["/bin/sleep", "600"], cwd=folder) as process:
        try:
            yield process
        finally:
            process.kill()


def ended() -> int:
    """The id of a process that is no more."""
    with subprocess.Popen(["/bin/true"]) as process:
        return process.pid


def test_those_of_dead_runs_end(tmp_path: Path) -> None:
    runs = tmp_path / "pytest-of-ana"
    with (
        working(runs / "pytest-1" / "home") as broken_off,
        working(runs / "pytest-2" / "home") as alive,
        working(runs / "pytest-3" / "home") as own,
        working(runs / "notes") as foreign,
    ):
        (runs / "pytest-1" / ".lock").write_text(str(ended()))
        (runs / "pytest-2" / ".lock").write_text(str(os.getpid()))
        assert end_processes_of_dead_runs(runs / "pytest-3") == [broken_off.pid]
        assert broken_off.wait(10) != 0
        assert [one.poll() for one in (alive, own, foreign)] == [None, None, None]
        assert end_processes_in(runs / "pytest-3") == [own.pid]
        assert own.wait(10) != 0


USING_POSTGRES = """
import asyncio
from orchestrator.db.postgres.embedded import EmbeddedPostgres
Path(sys.argv[1]).mkdir()
asyncio.run(EmbeddedPostgres(Path(sys.argv[2]), durable=False).start())
"""
RUN = """
import subprocess, sys
from pathlib import Path
from tests.support.watchdog import watched
from tests.support.waiting import eventually
with watched(Path(sys.argv[1]), Path(sys.argv[2])):
    print(subprocess.Popen(["/bin/sleep", "600"], cwd=sys.argv[1], stdout=subprocess.DEVNULL).pid, flush=True)
    sys.stdin.read()
"""


def lives(pid: int) -> bool:
    """A dead process that nobody asked after works nowhere."""
    return Path(f"/proc/{pid}/cwd").exists()


async def gone(pid: int) -> None:
    await eventually(lambda: not lives(pid))


async def test_those_of_a_run_that_is_killed_end_with_it(tmp_path: Path) -> None:
    environ = {"PYTHONPATH": str(ROOT)}
    async with running_script(RUN, str(tmp_path), str(tmp_path / "none"), env=environ) as run:
        server = int(await line(run))
        assert lives(server)
        run.kill()
        await run.wait()
        await gone(server)


async def test_a_postgres_that_nobody_uses_any_more_is_stopped(tmp_path: Path) -> None:
    script = RUN.replace("with watched", USING_POSTGRES + "with watched")
    environ = {"PYTHONPATH": os.pathsep.join((str(ROOT), str(SOURCE)))}
    async with running_script(script, str(tmp_path / "run"), str(tmp_path / "home"), env=environ) as run:
        await line(run)
        running = cluster.lock_file(tmp_path / "home" / "postgres" / "data")
        assert running is not None
        run.kill()
        await run.wait()
        await gone(running.pid)


def test_the_folder_of_a_run_with_several_workers() -> None:
    run = Path("/tmp/pytest-of-ana/pytest-7")
    assert run_folder(run / "popen-gw1") == run_folder(run) == run
    assert run_folder(Path("/elsewhere")) == Path("/elsewhere")
