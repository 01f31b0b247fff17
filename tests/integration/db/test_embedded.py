"""Does our own Postgres start, get shared, survive kills, and stop with its last user?"""

import asyncio
import os
import shutil
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool
from tests.support.first_home import MakeHome
from tests.support.processes import line, running_script
from tests.support.waiting import eventually, eventually_here

from orchestrator.db.postgres import cluster, postmaster
from orchestrator.db.postgres.embedded import EmbeddedPostgres
from orchestrator.db.session import Database
from orchestrator.errors import DatabaseUnavailable

USES_IT = """
import asyncio, sys
from pathlib import Path
from orchestrator.db.postgres.embedded import EmbeddedPostgres

async def main():
    async with EmbeddedPostgres(Path(sys.argv[1]), durable="durable" in sys.argv) as server:
        print(server.url, flush=True)
        await asyncio.to_thread(sys.stdin.readline)

asyncio.run(main())
"""
WORKS_IN_IT = """
import asyncio, sys
from pathlib import Path
from sqlalchemy import text
from orchestrator.db.postgres.embedded import EmbeddedPostgres
from orchestrator.db.session import Database

async def main():
    async with EmbeddedPostgres(Path(sys.argv[1]), durable=False) as server:
        print(server.url, flush=True)
        async with Database(server.url).unit_of_work() as session:
            await session.execute(text("select pg_sleep(600)"))

asyncio.run(main())
"""
SLEEPING = "select count(*) from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'"


@pytest.fixture
def new_home() -> Iterator[Path]:
    """In a closed folder, as a home in `/root` is; with a name that needs quoting."""
    folder = Path(tempfile.mkdtemp(prefix="steward home, é:"))
    yield folder / "home"
    left = cluster.lock_file(folder / "home" / "postgres" / "data")
    if left is not None:
        os.kill(left.pid, signal.SIGQUIT)
        wait_until_gone(left.pid)
    shutil.rmtree(folder)


@pytest.fixture
def home(new_home: Path, make_home: MakeHome) -> Path:
    """Where a Postgres was before."""
    return make_home(new_home)


@pytest.fixture
def open_home() -> Iterator[Path]:
    """A folder with a plain, short path that everybody may pass through."""
    folder = Path(tempfile.mkdtemp(prefix="steward-"))
    folder.chmod(0o711)
    (folder / "h").mkdir(mode=0o711)
    yield folder / "h"
    shutil.rmtree(folder)


@pytest.fixture
async def server(home: Path) -> AsyncIterator[EmbeddedPostgres]:
    async with EmbeddedPostgres(home, durable=False) as server:
        yield server


def wait_until_gone(pid: int, seconds: float = 20) -> None:
    eventually_here(lambda: not alive(pid), within_s=seconds)


def alive(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2]
    except FileNotFoundError:
        return False
    return not status.startswith("Z")


def closed_to_others(folder: Path) -> bool:
    return folder.stat().st_mode & 0o077 == 0


def listening_tcp_sockets(pid: int) -> set[str]:
    held = {os.readlink(each) for each in Path(f"/proc/{pid}/fd").iterdir()}
    tables = Path("/proc/net/tcp").read_text() + Path("/proc/net/tcp6").read_text()
    listening = {f"socket:[{each.split()[9]}]" for each in tables.splitlines() if " 0A " in each}
    return held & listening


def server_pid(home: Path) -> int:
    found = cluster.lock_file(home / "postgres" / "data")
    assert found is not None
    return found.pid


async def sql(url: str, *statements: str) -> object:
    database = Database(url)
    try:
        async with database.unit_of_work() as session:
            for statement in statements:
                result = await session.execute(text(statement))
        return result.scalar() if result.returns_rows else None
    finally:
        await database.close()


async def test_it_starts_and_stops_with_its_only_user(new_home: Path) -> None:
    async with EmbeddedPostgres(new_home, durable=False) as server:
        pid = server_pid(new_home)
        assert await sql(server.url, "select current_database()") == "steward"
    wait_until_gone(pid)
    assert cluster.lock_file(new_home / "postgres" / "data") is None
    assert closed_to_others(new_home)


async def test_it_listens_on_no_tcp_port_sorts_alike_everywhere_and_logs_no_texts(server: EmbeddedPostgres) -> None:
    assert await sql(server.url, "select current_setting('listen_addresses')") == ""
    assert await sql(server.url, "select datlocprovider::text from pg_database where datname = 'steward'") == "b"
    assert await sql(server.url, "select current_setting('server_encoding')") == "UTF8"
    assert not listening_tcp_sockets(server_pid(server.home))
    await sql(server.url, "create table secrets (word text unique)", "insert into secrets values ('hush-hush')")
    with pytest.raises(Exception, match="duplicate"):
        await sql(server.url, "insert into secrets values ('hush-hush')")
    logs = server.home / "postgres" / "data" / "log"
    written = await eventually(  # another process writes it
        lambda: "".join(each.read_text() for each in logs.glob("*.log")), lambda written: "duplicate key" in written
    )
    assert "hush-hush" not in written


async def test_a_second_user_attaches_and_the_last_one_stops_it(home: Path) -> None:
    first, second = EmbeddedPostgres(home, durable=False), EmbeddedPostgres(home, durable=False)
    await first.start()
    pid = server_pid(home)
    await second.start()
    assert second.url == first.url
    assert server_pid(home) == pid
    await first.stop()
    assert await sql(second.url, "select 1") == 1
    await second.stop()
    wait_until_gone(pid)


async def test_two_processes_that_start_at_once_share_one_server(new_home: Path) -> None:
    async with running_script(USES_IT, str(new_home)) as one, running_script(USES_IT, str(new_home)) as other:
        urls = await asyncio.gather(line(one), line(other))
        assert urls[0] == urls[1]
        pid = server_pid(new_home)
        assert one.stdin
        one.stdin.write(b"\n")
        await one.wait()
        assert await sql(urls[0], "select 1") == 1
        assert other.stdin
        other.stdin.write(b"\n")
        await other.wait()
    wait_until_gone(pid)


async def test_a_killed_user_leaves_the_server_and_the_next_attaches(home: Path) -> None:
    async with running_script(USES_IT, str(home)) as killed:
        url = await line(killed)
        await sql(url, "create table kept (n int)", "insert into kept values (7)")
        pid = server_pid(home)
        killed.send_signal(signal.SIGKILL)
        await killed.wait()
    async with EmbeddedPostgres(home, durable=False) as server:
        assert server_pid(home) == pid
        assert await sql(server.url, "select n from kept") == 7
    wait_until_gone(pid)


async def test_a_user_killed_before_it_made_the_database_leaves_it_to_the_next(home: Path) -> None:
    async with EmbeddedPostgres(home, durable=False) as first:
        engine = create_async_engine(first.url_of("postgres"), poolclass=NullPool, isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.execute(text(f"drop database {cluster.DATABASE}"))
        await engine.dispose()
        async with EmbeddedPostgres(home, durable=False) as server:
            assert await sql(server.url, "select 1") == 1


async def test_what_a_killed_user_asked_for_does_not_go_on_without_it(home: Path) -> None:
    async with running_script(WORKS_IN_IT, str(home)) as killed:
        url = await line(killed)
        await eventually(lambda: sql(url, SLEEPING))
        killed.send_signal(signal.SIGKILL)
        await killed.wait()
    async with EmbeddedPostgres(home, durable=False) as server:
        assert await sql(server.url, SLEEPING) == 0


async def test_a_server_that_has_no_socket_yet_is_waited_for(home: Path) -> None:
    async with EmbeddedPostgres(home, durable=False):
        pid = server_pid(home)
        lock = home / "postgres" / "data" / "postmaster.pid"
        whole = lock.read_text().splitlines(keepends=True)
        lock.write_text("".join(whole[:4]))  # as between its first moment and its socket's
        second = EmbeddedPostgres(home, durable=False)
        starting = asyncio.create_task(second.start())
        await asyncio.sleep(0.5)  # it must go on waiting
        assert not starting.done()
        lock.write_text("".join(whole))
        await starting
        assert server_pid(home) == pid
        await second.stop()


async def test_a_killed_server_is_started_again_for_its_users(home: Path) -> None:
    async with EmbeddedPostgres(home) as server:
        keeping = asyncio.create_task(server.keep())
        await sql(server.url, "create table kept (n int)", "insert into kept values (7)")
        killed = server_pid(home)
        os.kill(killed, signal.SIGKILL)
        await eventually(
            lambda: cluster.lock_file(home / "postgres" / "data"),
            lambda there: there is not None and there.pid != killed,
        )
        await until_ready(server)
        assert await sql(server.url, "select n from kept") == 7
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)


async def until_ready(server: EmbeddedPostgres) -> None:
    await eventually(lambda: sql(server.url, "select 1"), despite=(SQLAlchemyError, OSError))


async def test_a_stop_right_after_a_session_was_killed_is_quick(home: Path) -> None:
    async with EmbeddedPostgres(home) as server:
        database = Database(server.url)
        async with database.unit_of_work() as session:
            pid = (await session.execute(text("select pg_backend_pid()"))).scalar_one()
        os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(0.1)  # it makes good the loss: a stop asked for now would never be done
        await database.close()
        began = time.monotonic()
    assert time.monotonic() - began < postmaster.STOP_TIMEOUT_S


async def test_a_user_and_its_server_killed_together_recover(home: Path) -> None:
    async with running_script(USES_IT, str(home), "durable") as killed:
        url = await line(killed)
        await sql(url, "create table kept (n int)", "insert into kept select generate_series(1, 1000)")
        os.kill(server_pid(home), signal.SIGKILL)
        killed.send_signal(signal.SIGKILL)
        await killed.wait()
    async with EmbeddedPostgres(home) as server:
        assert await sql(server.url, "select count(*) from kept") == 1000


async def test_a_lock_file_whose_process_id_went_to_another_program_is_no_server(home: Path) -> None:
    async with EmbeddedPostgres(home, durable=False) as server:
        await sql(server.url, "create table kept (n int)")
        lock = home / "postgres" / "data" / "postmaster.pid"
        stale = lock.read_text().splitlines()
    async with running_script("import sys; print('up', flush=True); sys.stdin.read()") as stranger:
        await line(stranger)
        lock.write_text("\n".join([str(stranger.pid), *stale[1:], ""]))
        async with EmbeddedPostgres(home, durable=False) as server:
            assert await sql(server.url, "select count(*) from kept") == 0
        assert stranger.returncode is None


async def test_an_initdb_that_was_cut_off_is_begun_anew(new_home: Path) -> None:
    half_made = new_home / "postgres" / "data.unfinished"
    half_made.mkdir(parents=True)
    (half_made / "PG_VERSION").write_text("18\n")
    async with EmbeddedPostgres(new_home, durable=False) as server:
        assert await sql(server.url, "select 1") == 1


async def test_a_home_with_an_ordinary_path_holds_its_socket_itself(open_home: Path) -> None:
    async with EmbeddedPostgres(open_home, durable=False) as server:
        assert str(open_home / "postgres" / "run") in server.url
        assert closed_to_others(open_home / "postgres" / "run")
        assert await sql(server.url, "select 1") == 1


async def test_a_very_long_path_still_has_a_socket(open_home: Path) -> None:
    async with EmbeddedPostgres(open_home / ("x" * 120) / "home", durable=False) as server:
        assert await sql(server.url, "select 1") == 1


async def test_what_stands_in_the_way_is_named(new_home: Path) -> None:
    a_file = new_home.parent / "file"
    a_file.touch()
    with pytest.raises(DatabaseUnavailable, match="file"):
        await EmbeddedPostgres(a_file / "home", durable=False).start()


async def test_a_server_that_does_not_start_says_why(home: Path) -> None:
    async with EmbeddedPostgres(home, durable=False):
        pass
    (home / "postgres" / "data" / "postgresql.conf").write_text("nonsense = 1\n")
    with pytest.raises(DatabaseUnavailable, match="nonsense"):
        await EmbeddedPostgres(home, durable=False).start()
