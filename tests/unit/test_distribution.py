"""Does a run of tests end, with all of them tried, when its workers die?"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
DIES = "import os\n{before}\ndef test_dies():\n    os.abort()\n{after}"
ONCE = """import os, pathlib
def test_dies():
    seen = pathlib.Path({seen!r})
    if not seen.exists():
        seen.touch()
        os.abort()
"""
PASSES = "def test_one():\n    pass\n"
HANGS_S = 300
"""A run takes five seconds."""
PLUGINS = ("xdist", "rerunfailures", "tests.support.distribution")


def ran(folder: Path, files: dict[str, str], *options: str) -> tuple[int, str]:
    for name, text in files.items():
        (folder / f"test_{name}.py").write_text(text)
    command = (sys.executable, "-m", "pytest", *(part for name in PLUGINS for part in ("-p", name)))
    told = subprocess.run(
        (*command, "-c", "/dev/null", "--rootdir", folder, "-p", "no:cacheprovider", "--dist", "loadfile",
         "--no-loadscope-reorder", *options, folder),
        cwd=ROOT, env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}, capture_output=True, text=True,
        timeout=HANGS_S, check=False,
    )  # fmt: skip
    return told.returncode, told.stdout


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_worker_that_dies_is_told_and_the_others_tests_are_run(tmp_path: Path, workers: str) -> None:
    two = "def test_before():\n    pass\n"
    files = {
        "a": PASSES,
        "b": PASSES,
        "c": DIES.format(before=two, after="def test_after():\n    pass\n"),
        "d": PASSES,
        "e": DIES.format(before="", after=""),
    }
    code, told = ran(tmp_path, files, "-n", workers)
    assert code == 1
    assert "2 failed, 5 passed" in told
    assert "crashed while running 'test_c.py::test_dies'" in told


def test_one_that_died_once_is_tried_again_where_that_is_asked_for(tmp_path: Path) -> None:
    files = {"a": PASSES, "b": ONCE.format(seen=str(tmp_path / "seen"))}
    code, told = ran(tmp_path, files, "-n", "2", "--reruns", "1")
    assert code == 0
    assert "2 passed, 1 rerun" in told
