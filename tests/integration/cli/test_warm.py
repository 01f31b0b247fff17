"""Is a command that is forked (tests/support/warm.py) the command that an interpreter of its own runs?"""

import os
import resource
import signal
from pathlib import Path

import pytest
from tests.support import warm
from tests.support.command import environment, steward


@pytest.mark.parametrize("arguments", [("--help",), ("sreve",), ("token", "list")])
def test_it_says_and_answers_the_same(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    forked, own = steward(tmp_path / "home", *arguments), steward(tmp_path / "home", *arguments, cold=True)
    assert (forked.returncode, forked.stdout, forked.stderr) == (own.returncode, own.stdout, own.stderr)


def test_what_it_is_given_is_its_own(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft - 1, hard))
    try:
        with (tmp_path / "told").open("w") as told:
            process = warm.begin(
                ("serve",), env=environment(tmp_path / "home", workers="0"), cwd=tmp_path, stderr=told.fileno()
            )
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert process.stdout is not None
    with process.stdout:
        assert any("Ctrl-C" in line for line in process.stdout)
        assert Path(f"/proc/{process.pid}/cwd").readlink() == tmp_path
        assert resource.prlimit(process.pid, resource.RLIMIT_NOFILE)[0] == soft - 1
        assert process.poll() is None
        os.kill(process.pid, signal.SIGKILL)
        assert process.wait(60) == process.returncode == -signal.SIGKILL
