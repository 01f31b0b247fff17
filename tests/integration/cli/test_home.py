"""Which commands make a home, what do they say without one, and how is a wrong setting told?"""

import resource
import signal
import socket
import time
from pathlib import Path

import httpx
import pytest
from tests.support.command import address, postgres_runs, serving, steward, token
from tests.support.first_home import copy_home


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.mark.parametrize(
    "arguments",
    [("ask", "hello"), ("chat",), ("user", "list"), ("token", "list"), ("token", "create", "x"), ("doctor",)],
)
def test_without_a_home_the_path_is_named_and_nothing_is_made(home: Path, arguments: tuple[str, ...]) -> None:
    answer = steward(home, *arguments)
    assert answer.returncode == 2
    assert answer.stderr == f"steward: there is no Steward home at {home} (STEWARD_HOME); `steward serve` makes one\n"
    assert answer.stdout == ""
    assert not home.exists()


@pytest.mark.parametrize("command", ["serve", "worker", "migrate", "doctor"])
def test_a_wrong_setting_is_one_line(home: Path, command: str) -> None:
    answer = steward(home, command, port="eighty")
    assert answer.returncode == 2
    assert answer.stderr.startswith("steward: STEWARD_PORT: ")
    assert answer.stderr.count("\n") == 1
    assert not home.exists()


def test_help_is_quick_and_lists_the_commands(home: Path) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)  # processor time: a loaded machine changes nothing
    answer = steward(home, "--help", cold=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime) < 2
    assert answer.returncode == 0
    for command in ("serve", "worker", "migrate", "ask", "chat", "user", "token", "doctor", "eval"):
        assert f" {command} " in answer.stdout
    for command in ("ask", "token", "eval"):
        assert steward(home, command, "--help").returncode == 0
    assert steward(home, "sreve").returncode == 2


def test_a_port_in_use_is_one_line(home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        answer = steward(home, "serve", port=port)
    assert answer.returncode == 2
    assert answer.stderr == (
        f"steward: STEWARD_PORT: port {port} on 127.0.0.1 is in use; stop what listens there or set another port\n"
    )
    assert not home.exists()


def test_migrate_makes_a_home_and_says_what_it_did(home: Path) -> None:
    first = steward(home, "migrate")
    assert first.returncode == 0, first.stderr
    assert "applied 0001_base.sql\n" in first.stdout
    assert steward(home, "migrate").stdout == "nothing to do: the database is of this version\n"
    assert not postgres_runs(home)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_serve_stops_cleanly(home: Path, stop: signal.Signals) -> None:
    if stop is signal.SIGTERM:
        copy_home(home)  # with SIGINT it is made
    with serving(home) as process:
        assert httpx.get(f"{address(home)}/health", verify=False).is_success
        assert oct((home / "token").stat().st_mode)[-3:] == "600"
        process.send_signal(stop)
        assert process.wait(20) == 0
        assert process.stdout is not None
        assert token(home) not in process.stdout.read()
    assert not postgres_runs(home)
    assert not (home / "server.json").exists()
    assert token(home) not in (home.parent / "serve.log").read_text("utf-8")


def test_a_killed_server_is_no_obstacle(home: Path) -> None:
    with serving(copy_home(home)) as process:
        process.kill()
        process.wait()
        assert (home / "server.json").exists()
    assert "✓" in (answer := steward(home, "ask", "add milk to my list")).stdout or "waiting" in answer.stdout
    with serving(home):
        assert httpx.get(f"{address(home)}/ready", verify=False).is_success


def test_a_worker_beside_a_server(home: Path) -> None:
    copy_home(home)
    with serving(home, workers="0"), serving(home, "worker") as worker:
        alive: list[bool] = []
        ends = time.monotonic() + 20
        while not alive and time.monotonic() < ends:  # it says that it runs before its first heartbeat is written
            jobs = httpx.get(
                f"{address(home)}/system/jobs", headers={"Authorization": f"Bearer {token(home)}"}, verify=False
            ).json()
            alive = [one["alive"] for one in jobs["workers"]]
        assert alive == [True]
        worker.send_signal(signal.SIGINT)
        assert worker.wait(20) == 0
        doctor = steward(home, "doctor")
        assert doctor.returncode == 1
        assert "broken\tjobs\t" in doctor.stdout
