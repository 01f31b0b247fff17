"""Is a home the same after a backup and a restore, and does what was erased stay erased?"""

import io
import json
import stat
import subprocess
import tarfile
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import text
from tests.support.command import STEWARD, address, environment, serving, steward, token
from tests.support.first_home import copy_home
from tests.support.postgres import PostgresServer, execute

from orchestrator.db.session import Database


class Api:
    """The home's running server, as its owner."""

    def __init__(self, home: Path) -> None:
        self._url, self._token = address(home), token(home)

    def send(self, method: str, path: str, body: Any = None, *, by: str | None = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {by or self._token}"}
        return httpx.request(method, self._url + path, json=body, headers=headers, timeout=30, verify=False)

    def post(self, path: str, body: Any) -> Any:
        answer = self.send("POST", path, body)
        assert answer.is_success, answer.text
        return answer.json()

    def get(self, path: str) -> Any:
        answer = self.send("GET", path)
        assert answer.is_success, answer.text
        return answer.json()

    def titles(self) -> set[str]:
        return {one["title"] for one in self.get("/todos")["items"]}


KEY = "a key that is long enough for one\n"


def filled(home: Path, **settings: str) -> dict[str, Any]:
    """A home with a token, two todos and a conversation; answers what the server said."""
    with serving(copy_home(home), **settings):
        api = Api(home)
        return {
            "own": api.post("/todos", {"title": "Água para o Zé"}),
            "theirs": api.post("/ingest/todo", {"title": "From a tool", "external_id": "t1", "source": "tool"}),
            "phone": api.post("/tokens", {"name": "phone", "scopes": ["read"]}),
            "ask": api.post("/ask", {"question": "add bread to my list"}),
        }


def backed_up(home: Path, target: Path, **settings: str) -> Path:
    answer = steward(home, "backup", str(target), **settings)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout == f"{target}\n"
    return target


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def test_round_trip_into_a_new_home(home: Path, tmp_path: Path) -> None:
    made = filled(home)
    (home / "secret_key").write_text(KEY)
    (home / "files" / "ab").mkdir(parents=True)
    (home / "files" / "ab" / "çé.pdf").write_bytes(b"%PDF")
    backup = backed_up(home, tmp_path / "one.tar")
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    other = tmp_path / "other"
    answer = steward(other, "restore", str(backup))
    assert (answer.returncode, answer.stderr) == (0, "")
    assert f"restored {other} from the backup of 20" in answer.stdout
    assert token(other) == token(home)
    assert (other / "secret_key").read_text() == KEY
    assert stat.S_IMODE((other / "secret_key").stat().st_mode) == 0o600
    assert (other / "files" / "ab" / "çé.pdf").read_bytes() == b"%PDF"
    with serving(other):
        api = Api(other)
        assert api.titles() == {"Água para o Zé", "From a tool"}
        messages = api.get(f"/threads/{made['ask']['thread_id']}/messages")["items"]
        assert [one["content"] for one in messages][:1] == ["add bread to my list"]
        [preview] = made["ask"]["previews"]
        assert api.post(f"/previews/{preview['id']}/confirm", {})["state"] == "confirmed"
        assert api.get("/search?q=Zé água")["hits"][0]["kind"] == "todo"
        again = backed_up(other, tmp_path / "two.tar")  # beside the running server
    third = tmp_path / "third"
    assert steward(third, "restore", str(again)).returncode == 0
    with serving(third):
        assert Api(third).titles() == {"Água para o Zé", "From a tool", "bread"}


def test_what_was_erased_or_revoked_since_does_not_come_back(home: Path, tmp_path: Path) -> None:
    made = filled(home)
    backup = backed_up(home, tmp_path / "one.tar")
    with serving(home):
        api = Api(home)
        assert api.send("DELETE", f"/todos/{made['own']['id']}").is_success
        assert api.send("DELETE", f"/todos/{made['theirs']['results'][0]['id']}").is_success
        assert api.send("DELETE", f"/threads/{made['ask']['thread_id']}").is_success
        assert api.send("DELETE", f"/tokens/{made['phone']['id']}").is_success
        tablet = api.post("/tokens", {"name": "tablet", "scopes": ["read"]})
        api.post("/todos", {"title": "After the backup"})
    answer = steward(home, "restore", str(backup), "--json")
    assert answer.returncode == 0, answer.stderr
    said = json.loads(answer.stdout)
    assert said["erased_again"] == {"thread": 1, "message": 2, "todo": 2}
    assert Path(said["replaced"]).parent == home / "backups"
    with serving(home):
        api = Api(home)
        assert api.titles() == set()
        assert api.get("/threads")["items"] == []
        results = api.post("/ingest/todo", [{"title": "From a tool", "external_id": "t1", "source": "tool"}])["results"]
        assert results[0]["status"] == "erased"
        for name, status in ((made["phone"]["token"], 401), (tablet["token"], 200)):
            assert api.send("GET", "/me", by=name).status_code == status
    assert steward(home, "restore", said["replaced"]).returncode == 0
    with serving(home):
        assert Api(home).titles() == {"After the backup"}


@pytest_asyncio.fixture
async def external(postgres: PostgresServer) -> AsyncIterator[str]:
    url = await postgres.empty()
    yield url
    await postgres.drop(url)


async def test_into_an_empty_external_postgres(whole: tuple[Path, Path], tmp_path: Path, external: str) -> None:
    _, backup = whole
    other = tmp_path / "other"
    assert steward(other, "restore", str(backup), database_url=external).returncode == 0
    assert not (other / "postgres").exists()
    with serving(other, database_url=external):
        assert Api(other).titles() == {"Água para o Zé", "From a tool"}
        busy = steward(other, "restore", str(backup), database_url=external)
        assert (busy.returncode, busy.stdout) == (2, "")
        assert "stop it first" in busy.stderr
    again = steward(other, "restore", str(backup), "--yes", database_url=external)  # in the place of what is there
    assert (again.returncode, again.stderr) == (0, "")


async def test_a_foreign_database_is_left_alone(whole: tuple[Path, Path], tmp_path: Path, external: str) -> None:
    _, backup = whole
    database = Database(external)
    await execute(database, "create table accounts as select 1 as id")
    await database.close()
    answer = steward(tmp_path / "other", "restore", str(backup), database_url=external)
    assert answer.returncode == 2
    assert "not Steward's" in answer.stderr
    async with database.unit_of_work() as session:
        tables = (await session.scalars(text("select tablename from pg_tables where schemaname = 'public'"))).all()
    await database.close()
    assert list(tables) == ["accounts"]


def damaged(backup: Path, target: Path, how: str) -> Path:
    content = bytearray(backup.read_bytes())
    if how == "cut":
        content = content[: len(content) // 2]
    elif how == "changed":
        content[len(content) // 2] ^= 0xFF
    elif how == "no tar":
        content = bytearray(b"hello\n")
    else:
        with tarfile.open(target, "w") as archive:
            manifest = {"steward": "1", "created_at": "x", "schema": "x", "format": 1, "members": {}}
            manifest["members"] = {"../../evil": {"size": 4, "sha256": "x"}}
            if how == "newer":
                manifest["format"] = 99
            for name, body in (("manifest.json", json.dumps(manifest).encode()), ("../../evil", b"evil")):
                info = tarfile.TarInfo(name)
                info.size = len(body)
                archive.addfile(info, io.BytesIO(body))
        return target
    target.write_bytes(content)
    return target


@pytest.mark.parametrize("how", ["cut", "changed", "no tar", "foreign", "newer"])
def test_a_bad_file_changes_nothing(how: str, whole: tuple[Path, Path], tmp_path: Path) -> None:
    home, backup = whole
    bad = damaged(backup, tmp_path / "bad.tar", how)
    for target in (home, tmp_path / "new"):
        answer = steward(target, "restore", str(bad))
        assert answer.returncode == 2
        assert answer.stderr.startswith("steward: ")
        assert answer.stderr.count("\n") == 1
    assert not (tmp_path / "new").exists()
    assert not (tmp_path.parent / "evil").exists()
    assert not (home / "restoring").exists()
    assert not (home / "backups").exists()
    assert not list(home.glob(".steward-*"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    home = tmp_path_factory.mktemp("whole") / "home"
    filled(home)
    return home, backed_up(home, home.parent / "whole.tar")


def test_what_is_refused_says_why(home: Path, whole: tuple[Path, Path], tmp_path: Path) -> None:
    source, backup = whole
    assert "there is no Steward home at" in steward(home, "backup", str(tmp_path / "x.tar")).stderr
    assert f"{backup} exists" in steward(source, "backup", str(backup)).stderr
    assert "there is no folder" in steward(source, "backup", str(tmp_path / "none" / "x.tar")).stderr
    assert "there is no backup at" in steward(home, "restore", str(tmp_path / "none.tar")).stderr
    assert not home.exists()
    named = steward(source, "backup", str(tmp_path))
    assert named.stdout.startswith(f"{tmp_path}/steward-backup-20")
    with serving(source):
        running = steward(source, "restore", str(backup))
        assert (running.returncode, running.stderr) == (
            2,
            f"steward: Steward runs in {source}; stop it first (Ctrl-C)\n",
        )


def test_a_killed_restore_is_told_and_done_again(whole: tuple[Path, Path], tmp_path: Path) -> None:
    _, backup = whole
    other = tmp_path / "other"
    for delay in (1.2, 2.2):
        process = subprocess.Popen([*STEWARD, "restore", str(backup)], env=environment(other), cwd=tmp_path)
        timer = threading.Timer(delay, process.kill)
        timer.start()
        process.wait()
        timer.cancel()
        if (other / "restoring").exists():
            answer = steward(other, "serve")
            assert answer.returncode == 2
            assert f"run again: steward restore {backup}" in answer.stderr
    assert steward(other, "restore", str(backup)).returncode == 0
    assert not (other / "restoring").exists()
    with serving(other):
        assert Api(other).titles() == {"Água para o Zé", "From a tool"}
