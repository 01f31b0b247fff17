"""Does `steward pair` let a phone in: with a running server, and with a home alone?"""

import json
import re
from pathlib import Path

import httpx
from tests.support.command import address, serving, steward, token
from tests.support.first_home import copy_home


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
