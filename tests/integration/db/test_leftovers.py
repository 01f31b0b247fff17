"""Do servers that a broken-off test run left behind end with the next run, and nobody else's?"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.support.leftovers import end_processes_in, end_processes_of_dead_runs, run_folder

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


def test_the_folder_of_a_run_with_several_workers() -> None:
    run = Path("/tmp/pytest-of-ana/pytest-7")
    assert run_folder(run / "popen-gw1") == run_folder(run) == run
    assert run_folder(Path("/elsewhere")) == Path("/elsewhere")
