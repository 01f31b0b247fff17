"""What does a start say that can't be? One sentence with the file and what to do, and nothing is made over."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import SecretStr
from tests.support.command import address, serving, steward, token

from orchestrator.bootstrap.kept_secrets import check_secrets
from orchestrator.cli.server.one_server import alone
from orchestrator.errors import ConfigurationError
from orchestrator.settings import Settings

TOKEN = "stw_" + "t" * 43
KEY = "k" * 64


def put(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


def linked_to_itself(path: Path) -> None:
    path.symlink_to(path)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "empty": put(b""),
    "blank": put(b" \n"),
    "binary": put(bytes(range(256))),
    "short": put(b"stw_cut"),
    "folder": lambda path: path.mkdir(),
    "loop": linked_to_itself,
    "pipe": os.mkfifo,
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    return home


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.parametrize("name", ["token", "secret_key"])
def test_a_damaged_file_is_one_sentence_that_names_it(home: Path, name: str, damage: Callable[[Path], object]) -> None:
    damage(home / name)
    before = (home / name).lstat().st_mtime_ns
    with pytest.raises(ConfigurationError) as refused:
        check_secrets(Settings(home=home))
    told = str(refused.value)
    assert "\n" not in told
    assert str(home / name) in told
    assert "backup" in told or "make it a file" in told, "what to do is said"
    assert (home / name).lstat().st_mtime_ns == before, "it is not made over"


def test_what_is_as_it_should_be_is_not_complained_of(home: Path) -> None:
    check_secrets(Settings(home=home))
    assert not list(home.iterdir())
    (home / "token").write_text(f"{TOKEN}\n")
    (home / "secret_key").write_text("a key that is long enough for one\n")
    check_secrets(Settings(home=home))
    (home / "token").write_text("")
    check_secrets(Settings(home=home, owner_token=SecretStr(TOKEN)))


def test_a_start_and_the_doctor_say_it_in_a_sentence(home: Path) -> None:
    DAMAGES["empty"](home / "token")
    started = steward(home, "serve")
    assert started.returncode == 2
    assert started.stderr.count("\n") == 1, started.stderr
    assert started.stderr.startswith(f"steward: the token file {home / 'token'} holds no token: ")
    assert not (home / "postgres").exists(), "nothing was started"
    DAMAGES["binary"](home / "secret_key")
    examined = steward(home, "doctor")
    assert examined.returncode == 1
    assert "Traceback" not in examined.stderr
    assert f"the token file {home / 'token'} holds no token" in examined.stdout
    assert "backup" in examined.stdout


def test_a_place_that_can_t_be_used_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigurationError) as refused, alone(Settings(home=tmp_path / "file" / "home")):
        pytest.fail("there is no such place")
    assert str(tmp_path / "file") in str(refused.value)


def test_a_home_is_one_servers_until_that_ends(home: Path) -> None:
    settings = Settings(home=home)
    with alone(settings), pytest.raises(ConfigurationError, match="another server runs in") as refused, alone(settings):
        pytest.fail("two at once")
    assert "STEWARD_HOME" in str(refused.value)
    with alone(settings):
        assert (home / "serve.lock").exists()


def test_what_others_may_read_is_told_and_a_second_server_ends(home: Path) -> None:
    (home / "token").write_text(f"{TOKEN}\n")
    (home / "secret_key").write_text(f"{KEY}\n")
    for name in ("token", "secret_key"):
        (home / name).chmod(0o644)
    with serving(home) as first:
        log = (home.parent / "serve.log").read_text("utf-8")
        for name in ("token", "secret_key"):
            assert f"chmod 600 {home / name}" in log
        assert token(home) == TOKEN
        second = steward(home, "serve")
        assert second.returncode == 2
        assert second.stderr.count("\n") == 1, second.stderr
        assert f"another server runs in {home} already, at {address(home)}" in second.stderr
        assert first.poll() is None
        with serving(home, "worker") as worker:
            assert worker.poll() is None, "a worker goes beside it"
            examined = steward(home, "doctor")
            for name in ("token", "secret_key"):
                assert f"chmod 600 {home / name}" in examined.stdout
            assert "2 workers alive" in examined.stdout
