"""Is there a life to look around in, apart from one's own, and is nothing left of it afterwards?"""

from pathlib import Path

import httpx
from tests.support.command import address, serving, steward, token
from tests.support.waiting import eventually_here


def test_a_life_to_look_around_in(tmp_path: Path) -> None:
    own = tmp_path / "home"
    demo = tmp_path / "home-demo"
    with serving(own, "demo"):
        eventually_here((demo / "demo").read_text, lambda said: said == "written", within_s=120)
        headers = {"Authorization": f"Bearer {token(demo)}"}
        with httpx.Client(base_url=address(demo), headers=headers, timeout=60) as client:
            for question, answer in (
                ("who is Kofi?", "Neighbour"),
                ("how much notice for the flat?", "four months"),
                ("what's the wifi password?", "ginja-2208"),
            ):
                assert answer in client.post("/ask", json={"question": question}).json()["answer"]
            waiting = client.get("/previews", params={"state": "pending"}).json()["items"]
            assert [one["title"] for one in waiting] == ["Add todo “picture hooks”"]
            assert [one["state"] for one in client.get("/missions").json()["items"]] == ["planned"]
        refused = steward(own, "demo", "--erase")
        assert (refused.returncode, "another server runs in" in refused.stderr) == (2, True), refused.stderr
    assert not own.exists()
    erased = steward(own, "demo", "--erase")
    assert (erased.returncode, demo.exists()) == (0, False), erased.stderr
    assert steward(own, "demo", "--erase").stdout.startswith("there is no demo at")


def test_a_home_that_it_did_not_make_is_left(tmp_path: Path) -> None:
    kept = tmp_path / "home-demo" / "letter.txt"
    kept.parent.mkdir()
    kept.write_text("mine")
    for arguments in ((), ("--erase",)):
        refused = steward(tmp_path / "home", "demo", *arguments)
        assert refused.returncode == 2
        assert "was not made by `steward demo`" in refused.stderr
    assert kept.read_text() == "mine"
