"""What if there is no room left? Clients are told so, nothing that was stored is lost, and with room it goes on.

The whole server on a small disk needs leave to mount one (CI's container has it); the same troubles are also made one
by one, by an error of Postgres' own and by a limit on the size of files, which needs no leave.
"""

import os
import resource
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy.exc import DBAPIError
from tests.support.postgres import PostgresServer
from tests.support.served import Served, served
from tests.support.steward import Person, Steward, started
from tests.support.waiting import eventually

from orchestrator.errors import NotReady
from orchestrator.web.readiness import check_room

DISK = "240m"
GOES_ON_WITHIN_S = 90
FULL = "no room left"
REFUSE = """
create function refuse() returns trigger language plpgsql as
$$ begin raise exception 'could not extend file' using errcode = '{state}'; end $$;
create trigger refuses before insert on notes execute function refuse()
"""


def may_mount(folder: Path) -> bool:
    """Whether a disk of its own was mounted there."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=0755", "none", str(folder)]
    return (
        shutil.which("mount") is not None and subprocess.run(command, capture_output=True, check=False).returncode == 0
    )


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    if not may_mount(folder):
        pytest.skip("a small disk can't be mounted here; the troubles one by one are tested below")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def filled(home: Path) -> Iterator[None]:
    """Not a byte is left inside the block."""
    ballast = home / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 4096):
            try:
                while file.write(bytes(size)):
                    continue
            except OSError:
                continue
    try:
        yield
    finally:
        ballast.unlink()


async def test_a_full_disk_is_told_and_nothing_is_lost(small_disk: Path) -> None:
    async with served(small_disk) as steward, steward.owner() as owner:
        kept = [(await owner.post("/notes", {"text": f"kept {n}"}))["id"] for n in range(3)]
        owner.client.event_hooks = {}
        with filled(steward.home):
            told = [await owner.send("POST", "/notes", json={"text": os.urandom(40_000).hex()}) for _ in range(30)]
            refused = [one for one in told if one.status_code != 201]
            assert refused, "the disk was not full"
            assert {(one.status_code, one.json()["code"]) for one in refused} == {(503, "not_ready")}
            assert FULL in refused[0].json()["detail"]
            upload = await owner.send("POST", "/documents", files={"file": ("a.txt", os.urandom(2_000_000))})
            assert (upload.status_code, upload.json()["code"]) == (503, "not_ready")
            assert not list((steward.home / "files" / "incoming").iterdir()), "half an upload is no litter"
            ready = await owner.send("GET", "/ready")
            assert ready.status_code == 503
            assert "disk is full" in ready.json()["detail"]
            assert (await owner.send("GET", "/health")).status_code == 200
            assert (await owner.get("/notes"))["items"], "what is there can be read"
        kept += [one.json()["id"] for one in told if one.status_code == 201]
        await goes_on(owner)
        await the_log_is_full(steward, owner)
        await goes_on(owner)
        for one in kept:
            assert (await owner.send("GET", f"/notes/{one}")).status_code == 200
        assert steward.process is not None
        assert steward.process.returncode is None, "without a restart"


async def the_log_is_full(steward: Served, owner: Person) -> None:
    """Postgres ends where it can't write its log; it comes back by itself with the room."""
    with filled(steward.home):
        for _ in range(40):
            try:
                await owner.scalar("select 1 from pg_logical_emit_message(true, 'x', repeat('x', 1000000), true)")
            except (DBAPIError, OSError):
                break
        else:
            pytest.fail("the log was never full")
        told = await owner.send("POST", "/notes", json={"text": "meanwhile"})
        assert told.status_code == 503, told.text
        assert (await owner.send("GET", "/health")).status_code == 200


async def goes_on(owner: Person) -> None:
    await eventually(
        lambda: owner.send("POST", "/notes", json={"text": "after"}),
        lambda found: found.status_code == 201,
        within_s=GOES_ON_WITHIN_S,
    )
    await eventually(
        lambda: owner.send("GET", "/ready"), lambda found: found.status_code == 200, within_s=GOES_ON_WITHIN_S
    )
    assert (await owner.send("POST", "/documents", files={"file": ("a.txt", os.urandom(99))})).status_code < 500


@pytest_asyncio.fixture
async def steward(postgres: PostgresServer, tmp_path: Path) -> AsyncIterator[Steward]:
    url = await postgres.clone()
    async with started(tmp_path / "home", url, llm_provider="reader") as steward:
        yield steward
    await postgres.drop(url)


@pytest.mark.parametrize("state", ["53100", "53200", "53400"])
async def test_where_postgres_has_no_room_the_client_is_told(steward: Steward, state: str) -> None:
    ana = await steward.person()
    ana.client.event_hooks = {}
    for statement in REFUSE.format(state=state).split(";\ncreate trigger"):
        await ana.execute(statement if "function refuse()" in statement[:30] else f"create trigger{statement}")
    told = await ana.send("POST", "/notes", json={"text": "tea"})
    assert (told.status_code, told.json()["code"]) == (503, "not_ready")
    assert FULL in told.json()["detail"]
    assert "Retry-After" in told.headers
    assert await ana.count("notes") == 0
    await ana.execute("drop trigger refuses on notes")
    assert (await ana.send("POST", "/notes", json={"text": "tea"})).status_code == 201


async def test_where_a_file_can_t_grow_no_half_of_it_stays(tmp_path: Path) -> None:
    """Not even a line of the log can be written then: it stands in a file as well."""
    async with served(tmp_path, STEWARD_LLM_PROVIDER="reader") as steward, steward.owner() as owner:
        owner.client.event_hooks = {}
        assert steward.process is not None
        pid, written = steward.process.pid, tmp_path / "serve.log"
        length = written.stat().st_size
        assert length > 1, "the log is in a file"
        soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (min(length, 200_000), hard))
        try:
            upload = await owner.send("POST", "/documents", files={"file": ("a.txt", os.urandom(3_000_000))})
            text = {"external_id": "d", "text": "word " * 100_000}
            ingested = await owner.send("POST", "/ingest/document", json=text)
            assert (await owner.send("GET", "/health")).status_code == 200
        finally:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))
        for told in (upload, ingested):
            assert (told.status_code, told.json()["code"]) == (503, "not_ready"), told.text
        assert not list((steward.home / "files" / "incoming").iterdir())
        assert await owner.count("documents") == 0
        again = await owner.send("POST", "/ingest/document", json=text)
        assert again.json()["results"][0]["status"] == "created"
        length = written.stat().st_size
        await owner.get("/me")
        await eventually(lambda: written.stat().st_size, lambda size: size > length)  # told after the answer


def test_readiness_tells_of_the_disk(tmp_path: Path) -> None:
    check_room(tmp_path)
    with pytest.raises(NotReady, match="disk is full"):
        check_room(tmp_path, needed=1 << 62)
    with pytest.raises(NotReady, match="can't be looked at"):
        check_room(tmp_path / "gone")
