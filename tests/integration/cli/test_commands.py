"""Do the commands work on a home's running server, and on the home alone: asking, tokens, pairing, exports?"""

import json
import re
import stat
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.support.command import STEWARD, address, environment, serving, steward, token
from tests.support.first_home import copy_home
from tests.support.immich_server import KEY, ImmichServer
from tests.support.waiting import eventually_here


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_home(tmp_path_factory.mktemp("cli") / "home")


@pytest.fixture(scope="module")
def server(home: Path) -> Iterator[str]:
    with serving(home):
        yield address(home)


def asked(home: Path, *arguments: str) -> dict[str, Any]:
    answer = steward(home, "ask", "--json", *arguments)
    assert answer.returncode == 0, answer.stderr
    bundle: dict[str, Any] = json.loads(answer.stdout)
    return bundle


def test_ask_a_running_server(home: Path, server: str) -> None:
    bundle = asked(home, "add milk to my list")
    assert bundle["status"] == "preview"
    assert bundle["previews"][0]["tool"] == "todos_create"
    plain = steward(home, "ask", "what is on my todo list?", "--thread", bundle["thread_id"])
    assert plain.returncode == 0
    assert plain.stdout
    assert "\x1b" not in plain.stdout
    remote = steward(home.parent / "elsewhere", "ask", "hello", "--url", server, "--token", token(home))
    assert remote.returncode == 0


def test_ask_says_what_went_wrong(home: Path, server: str) -> None:
    elsewhere = home.parent / "elsewhere"
    wrong = steward(elsewhere, "ask", "hello", "--url", server, "--token", "stw_" + "x" * 43)
    assert (wrong.returncode, wrong.stderr) == (1, "steward: This token is not known.\n")
    nobody = steward(elsewhere, "ask", "hello", "--url", "http://127.0.0.1:9", "--token", "x")
    assert nobody.returncode == 2
    assert nobody.stderr.startswith("steward: no Steward answers at http://127.0.0.1:9")
    missing = steward(home, "ask", "hello", "--thread", "no-such-thread")
    assert (missing.returncode, missing.stderr) == (1, "steward: There is no such thread.\n")


@pytest.mark.parametrize("command", [("export",), ("import", __file__), ("skill", "list"), ("skill", "add", __file__)])
def test_who_may_not_is_told_in_a_sentence(home: Path, server: str, command: tuple[str, ...]) -> None:
    refused = steward(home, *command, "--url", server, "--token", "stw_" + "x" * 43)
    assert (refused.returncode, refused.stdout, refused.stderr) == (1, "", "steward: This token is not known.\n")


def test_chat_confirms_and_undoes(home: Path, server: str) -> None:
    lines = (
        "add bread to my list\n:confirm\n:undo 1\nadd eggs to my list\n:cancel\n:confirm 9\n/help\n/quit\nnever sent\n"
    )
    answer = steward(home, "chat", stdin=lines)
    assert answer.returncode == 0, answer.stderr
    assert "[1] confirmed: " in answer.stdout
    assert "[1] undone: " in answer.stdout
    assert "[2] cancelled: " in answer.stdout
    assert "there is no such preview" in answer.stdout
    headers = {"Authorization": f"Bearer {token(home)}"}
    todos = httpx.get(f"{server}/todos", headers=headers, verify=False).json()["items"]
    assert [one["title"] for one in todos if one["title"] in {"bread", "eggs"}] == []


def test_tokens(home: Path, server: str) -> None:
    made = json.loads(steward(home, "token", "create", "phone", "--scopes", "read", "--json").stdout)
    assert made["scopes"] == ["read"]
    headers = {"Authorization": f"Bearer {made['token']}"}
    assert httpx.get(f"{server}/me", headers=headers, verify=False).status_code == 200
    assert httpx.post(f"{server}/ask", json={"question": "x"}, headers=headers, verify=False).status_code == 403
    listed = json.loads(steward(home, "token", "list", "--json").stdout)
    assert {"owner", "phone"} <= {one["name"] for one in listed}
    assert made["token"] not in steward(home, "token", "list").stdout
    assert steward(home, "token", "revoke", made["id"]).returncode == 0
    assert httpx.get(f"{server}/me", headers=headers, verify=False).status_code == 401
    assert steward(home, "token", "revoke", made["id"][:-1]).returncode == 1
    assert steward(home, "token", "create", "x", "--scopes", "everything").returncode == 1
    assert steward(home, "token", "create", "piped").stdout.startswith("stw_")


def test_what_happens_by_itself(home: Path, server: str) -> None:
    listed = {one["name"]: one for one in json.loads(steward(home, "jobs", "list", "--json").stdout)}
    headers = {"Authorization": f"Bearer {token(home)}"}
    told = {
        one["name"]: one
        for one in httpx.get(f"{server}/system/jobs", headers=headers, verify=False).json()["scheduled"]
    }
    assert listed["previews.expire"] == told["previews.expire"]
    assert listed["jobs.prune"]["trigger"] == {"kind": "interval", "utc_time": None, "interval_s": 3600.0}
    assert "previews.expire\tby a preview" in steward(home, "jobs", "list").stdout
    made = json.loads(steward(home, "jobs", "run", "jobs.prune", "--json").stdout)
    assert made["workers_alive"] >= 1
    eventually_here(
        lambda: httpx.get(f"{server}/jobs/{made['job_id']}", headers=headers, verify=False).json(),
        lambda job: job["state"] == "done",
    )
    (run,) = httpx.get(f"{server}/system/jobs/jobs.prune/runs?limit=1", headers=headers, verify=False).json()["items"]
    assert (run["source"], run["outcome"] in {"ok", "late"}, run["job_id"]) == ("manual", True, made["job_id"])
    assert "jobs.prune\tevery 3600 s" in steward(home, "jobs", "list").stdout
    unknown = steward(home, "jobs", "run", "no-such")
    assert (unknown.returncode, "There is no such scheduled job" in unknown.stderr) == (1, True)
    external = steward(home, "jobs", "run", "previews.expire")
    assert (external.returncode, "can't be run by hand" in external.stderr) == (1, True)


def test_users(home: Path, server: str) -> None:
    made = json.loads(steward(home, "user", "add", "ana@example.org", "--name", "Ana", "--json").stdout)
    me = httpx.get(f"{server}/me", headers={"Authorization": f"Bearer {made['token']}"}, verify=False).json()
    assert (me["email"], me["name"]) == ("ana@example.org", "Ana")
    again = steward(home, "user", "add", "ana@example.org")
    assert (again.returncode, again.stderr) == (1, "steward: There is a user with this email.\n")
    assert steward(home, "user", "add", "no email").returncode == 2
    emails = [one["email"] for one in json.loads(steward(home, "user", "list", "--json").stdout)]
    assert "ana@example.org" in emails
    hers = steward(home, "token", "create", "hers", "--user", "ANA@example.org", "--json")
    assert json.loads(hers.stdout)["name"] == "hers"
    assert steward(home, "token", "list", "--user", "ana@example.org").stdout.count("\n") == 2
    assert steward(home, "token", "create", "x", "--user", "nobody@example.org").returncode == 1


def test_doctor(home: Path, server: str) -> None:
    well = steward(home, "doctor", "--json")
    assert well.returncode == 0, well.stdout
    report = json.loads(well.stdout)
    assert report["ok"]
    names = {one["name"] for one in report["checks"]}
    assert {"home", "token", "disk", "database", "migrations", "clock", "jobs", "models", "photos"} <= names
    (home / "token").chmod(0o644)
    try:
        ill = steward(home, "doctor")
    finally:
        (home / "token").chmod(0o600)
    assert ill.returncode == 1
    assert f"chmod 600 {home}/token" in ill.stdout
    dead_model = steward(
        home, "doctor", llm_provider="ollama", ollama_url="http://127.0.0.1:9", smart_model="some-model"
    )
    assert dead_model.returncode == 1
    assert "broken\tsmart model\t" in dead_model.stdout


def test_doctor_about_photos(home: Path, server: str) -> None:
    def told(**settings: str) -> tuple[str, str]:
        report = json.loads(steward(home, "doctor", "--json", **settings).stdout)
        (found,) = [one for one in report["checks"] if one["name"] == "photos"]
        return found["state"], f"{found['found']} {found['advice']}"

    with ImmichServer() as immich:
        configured = {"immich_url": immich.url, "immich_api_key": KEY}
        assert told(**configured)[0] == "ok"
        immich.immich.permissions = ["asset.read", "asset.upload", "face.read", "user.read"]
        state, found = told(**configured)
        assert (state, "its API key lacks asset.view, person.read give it" in found) == ("broken", True), found
        immich.immich.permissions = ["all"]
        state, advice = told(**configured)
        assert (state, "may do everything" in advice, "asset.view" in advice) == ("broken", True, True)
        assert told(**{**configured, "immich_api_key": "wrong"})[0] == "broken"
    assert told(**configured)[0] == "broken"
    assert told(immich_url=configured["immich_url"]) == ("note", "off set STEWARD_IMMICH_API_KEY too")


def test_doctor_about_vectors(home: Path, server: str) -> None:
    well = steward(home, "doctor")
    assert "ok\tembedder\tminilm+use answers, 896 numbers a text" in well.stdout
    assert "entries have vectors of minilm+use" in well.stdout
    assert "ok\tvoices\tcampplus hears recordings" in well.stdout
    dead = steward(home, "doctor", ollama_url="http://127.0.0.1:9", embed_model="nomic-embed-text")
    assert dead.returncode == 1
    assert "broken\tembedder\tollama:nomic-embed-text: ollama can't be reached" in dead.stdout
    off = steward(home, "doctor", embed_model="off")
    assert (off.returncode, "searches go by words alone" in off.stdout) == (0, True)


def test_text_from_outside_can_not_steer_the_terminal(home: Path, server: str) -> None:
    headers = {"Authorization": f"Bearer {token(home)}"}
    title = "evil \x1b]0;owned\x07\x1b[2J todo"
    made = httpx.post(f"{server}/todos", json={"title": title}, headers=headers, verify=False)
    assert made.status_code == 201, made.text
    answer = steward(home, "ask", "what is on my todo list?")
    assert "evil" in answer.stdout
    assert "\x1b" not in answer.stdout
    assert "\x07" not in answer.stdout


def test_the_home_alone(tmp_path: Path) -> None:
    home = copy_home(tmp_path / "home")
    bundle = asked(home, "add milk to my list")
    assert bundle["status"] == "preview"
    confirmed = steward(home, "chat", "--thread", bundle["thread_id"], stdin=":confirm 1\n")
    assert "[1] confirmed: " in confirmed.stdout, confirmed.stdout + confirmed.stderr
    assert "milk" in asked(home, "what is on my todo list?")["answer"]
    assert steward(home, "token", "list").stdout.startswith("0")
    assert steward(home, "doctor").returncode == 0


def test_pairing_with_and_without_a_running_server(tmp_path: Path) -> None:
    home = tmp_path / "home"
    nobody = steward(home, "pair")
    assert (nobody.returncode, str(home) in nobody.stderr) == (2, True)
    with serving(copy_home(home)):
        server = address(home)
        shown = steward(home, "pair")
        assert shown.returncode == 0, shown.stderr
        assert sum(line.count("█") for line in shown.stdout.splitlines()) > 50
        assert "\x1b" not in shown.stdout
        code = re.search(r"^code +([0-9A-Z]{4}-[0-9A-Z]{4})$", shown.stdout, re.MULTILINE)
        assert code, shown.stdout
        assert f"{server}/#pair={code[1]}" in shown.stdout
        assert "STEWARD_PUBLIC_URL" in shown.stdout, "a phone can't reach loopback"
        paired = httpx.post(f"{server}/auth/pair", json={"code": code[1], "device_name": "phone"}, verify=False)
        assert paired.status_code == 201, paired.text
        assert paired.json()["scopes"] == ["mobile", "curate"]
        bearer = {"Authorization": f"Bearer {paired.json()['token']}"}
        assert httpx.get(f"{server}/me", headers=bearer, verify=False).status_code == 200
        assert code[1] not in (tmp_path / "serve.log").read_text("utf-8")
        refused = steward(home, "pair", "--scopes", "everything")
        assert (refused.returncode, "No such scope: everything" in refused.stderr) == (1, True)
        assert steward(home, "pair", "--user", "nobody@example.org").returncode == 1
        assert token(home) not in shown.stdout
    alone = steward(home, "pair", "--scopes", "ask, read", "--json", public_url="https://steward.example.org/")
    assert alone.returncode == 0, alone.stderr
    made = json.loads(alone.stdout)
    assert made["scopes"] == ["ask", "read"]
    assert made["url"] == f"https://steward.example.org/#pair={made['code']}"
    with serving(home):
        paired = httpx.post(
            f"{address(home)}/auth/pair", json={"code": made["code"], "device_name": "phone"}, verify=False
        )
        assert paired.json()["scopes"] == ["ask", "read"]


def test_out_of_a_running_home_into_one_without_a_server(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    archive = tmp_path / "mine.zip"
    with serving(copy_home(old)):
        headers = {"Authorization": f"Bearer {token(old)}"}
        made = httpx.post(
            f"{address(old)}/todos", json={"title": "Água para o Zé"}, headers=headers, timeout=30, verify=False
        )
        assert made.status_code == 201
        answer = steward(old, "export", str(archive))
        assert (answer.returncode, answer.stdout, answer.stderr) == (0, f"{archive}\n", "")
        assert stat.S_IMODE(archive.stat().st_mode) == 0o600
        with zipfile.ZipFile(archive) as opened:
            assert "Água para o Zé" in opened.read("data/todos.jsonl").decode()
        again = steward(old, "export", str(archive))
        assert (again.returncode, "exists; name another file" in again.stderr) == (2, True)
        command = [*STEWARD, "export"]
        piped = subprocess.run(command, env=environment(old), capture_output=True, check=True, timeout=120)
        assert piped.stdout.startswith(b"PK")
    copy_home(new)
    done = steward(new, "import", str(archive), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["parts"]["todos"] == {"created": 1, "updated": 0, "unchanged": 0}
    same = steward(new, "import", str(archive))
    assert (same.returncode, same.stdout) == (0, "nothing changed: all of it is here already\n")
    broken = tmp_path / "broken.zip"
    broken.write_bytes(archive.read_bytes()[:500])
    refused = steward(new, "import", str(broken))
    assert refused.returncode == 1
    assert refused.stderr.startswith("steward: This is no archive of Steward"), refused.stderr
    assert refused.stderr.count("\n") == 1
    missing = steward(new, "import", str(tmp_path / "none.zip"))
    assert (missing.returncode, "there is no file" in missing.stderr) == (2, True)
