"""Do `steward export` and `steward import` carry everything, with a server and without, and tell what went wrong?"""

import json
import stat
import subprocess
import zipfile
from pathlib import Path

import httpx
from tests.support.command import STEWARD, address, environment, serving, steward, token
from tests.support.first_home import copy_home


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
    assert (refused.returncode, "Nothing was imported" in refused.stderr) == (1, True)
    missing = steward(new, "import", str(tmp_path / "none.zip"))
    assert (missing.returncode, "there is no file" in missing.stderr) == (2, True)
