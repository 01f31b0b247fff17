"""What state is a data folder in, and how is a new one made?"""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from orchestrator.db.postgres.binaries import ENVIRONMENT, Binaries, bundled
from orchestrator.db.postgres.server_user import ServerUser
from orchestrator.errors import DatabaseUnavailable

ROLE = "steward"
DATABASE = "steward"
PORT = 5432
"""Names the socket file only."""
_SOCKET_FOLDER_LINE = 4
_LOOK_UP_S = 5
_ENDS_WITHIN_MS = 5_000


class Answer(Enum):
    """What `pg_isready` hears: READY, NOT_YET (starting, recovering or stopping), NOTHING."""

    READY = 0
    NOT_YET = 1
    NOTHING = 2


@dataclass(frozen=True)
class LockFile:
    """What `postmaster.pid` says. `socket_folder` is empty until the server has made its socket."""

    pid: int
    socket_folder: str


def lock_file(data: Path) -> LockFile | None:
    """The data folder's `postmaster.pid`, if there is one; it may be stale."""
    return _read_lock(data / "postmaster.pid")


def _read_lock(path: Path) -> LockFile | None:
    try:
        lines = path.read_text("utf-8", "replace").splitlines()
    except FileNotFoundError:
        return None
    if not lines or not lines[0].strip().lstrip("-").isdigit():
        return None
    socket_folder = lines[_SOCKET_FOLDER_LINE].strip() if len(lines) > _SOCKET_FOLDER_LINE else ""
    return LockFile(abs(int(lines[0])), socket_folder)


async def answers(socket_folder: str) -> Answer:
    """Ask the server behind the socket."""
    process = await asyncio.create_subprocess_exec(
        *(bundled().program("pg_isready"), "-q", "-h", socket_folder, "-U", ROLE, "-d", "postgres", "-t", "3"),
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
    )
    code = await process.wait()
    return Answer(code) if code in {0, 1} else Answer.NOTHING


def serves(pid: int, data: Path) -> bool:
    """Whether process `pid` is a server inside `data`: a process id alone may have gone to another program."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return False  # somebody else's: never ours
    if sys.platform == "linux":
        try:
            return Path(f"/proc/{pid}/cwd").samefile(data)
        except OSError:
            return False
    told = subprocess.run(  # noqa: S603
        ["/bin/ps", "-p", str(pid), "-o", "comm="], capture_output=True, text=True, check=False, timeout=_LOOK_UP_S
    )
    return "postgres" in told.stdout


def remove_foreign_lock_files(data: Path, socket_folder: Path) -> None:
    """Remove lock files whose process id now belongs to another program (a restarted container) or to nobody's corpse.

    Postgres itself replaces one whose process is gone; it can't tell that one that exists is not a server.
    """
    for path in (data / "postmaster.pid", socket_folder / f".s.PGSQL.{PORT}.lock"):
        named = _read_lock(path)
        if named is not None and process_exists(named.pid) and not serves(named.pid, data):
            path.unlink(missing_ok=True)


def process_exists(pid: int) -> bool:
    """Whether there is such a process, whoever's it is."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def major_version(data: Path) -> int | None:
    """The major version of Postgres that made `data`; None where there are no data yet."""
    try:
        return int((data / "PG_VERSION").read_text().strip())
    except FileNotFoundError:
        return None


async def initialise(data: Path, user: ServerUser, binaries: Binaries, *, durable: bool) -> None:
    """Make `data`: `initdb` into a folder beside, renamed when whole, so a killed start leaves nothing half-made.

    Raises DatabaseUnavailable with what `initdb` said.
    """
    unfinished = await asyncio.to_thread(_new_folder, data)
    user.own(unfinished)
    command = [
        binaries.program("initdb"),
        "-D",
        user.data_argument(unfinished),
        "-U",
        ROLE,
        "-A",
        "trust",
        "-E",
        "UTF8",
    ]
    command += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"]
    command += [] if durable else ["--no-sync"]
    # Not a subprocess of the loop: uvloop's can't change the user.
    done = await asyncio.to_thread(_run_to_end, command, user.process_options(unfinished))
    if done.returncode:
        raise DatabaseUnavailable(f"initdb failed:\n{done.stdout[-2000:]}")
    await asyncio.to_thread(_put_in_place, unfinished, data)


def _run_to_end(command: list[str], options: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603  (our own binaries, fixed arguments)
        command,
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        **options,
    )


def _new_folder(data: Path) -> Path:
    """A new one beside `data`, without those of killed starts. Never the same again: an `initdb` outlives whoever
    started it for a moment, and goes on writing."""
    prefix = f"{data.name}.unfinished"
    for left in data.parent.glob(f"{prefix}*"):
        shutil.rmtree(left, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"{prefix}.", dir=data.parent))


def _put_in_place(unfinished: Path, data: Path) -> None:
    shutil.rmtree(data, ignore_errors=True)  # without PG_VERSION: nothing in it
    unfinished.rename(data)


def replacement_of(data: Path) -> Path:
    """Where the data in a new format are built, beside the old."""
    return data.with_name("data.new")


def replace(data: Path, *, kept_as: str) -> None:
    """Put the finished replacement in the place of `data`, which stays beside under another name."""
    replacement_of(data).rename(_replaced(data))  # from here on it is finished, whatever happens
    kept = data.with_name(kept_as)
    while kept.exists():
        kept = kept.with_name(kept.name + "+")
    data.rename(kept)
    finish_replacement(data)


def finish_replacement(data: Path) -> None:
    """Do what a killed `replace` left undone."""
    if not data.exists() and _replaced(data).exists():
        _replaced(data).rename(data)


def _replaced(data: Path) -> Path:
    return data.with_name("data.replaced")


def url(socket_folder: Path, database: str) -> str:
    """The SQLAlchemy URL of `database` behind the socket in `socket_folder`."""
    return f"postgresql+asyncpg://{ROLE}@/{quote(database)}?host={quote(str(socket_folder))}&port={PORT}"


async def end_work_of_the_dead(maintenance_url: str) -> None:
    """End the sessions that are at work: what a killed process asked for goes on without it, a restore to its commit.
    Only where nobody else uses the server. One that rests (a person looks at the database) does no harm."""
    engine = create_async_engine(maintenance_url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    at_work = text(
        "select pg_terminate_backend(pid, :wait_ms) from pg_stat_activity"
        " where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()"
    )
    try:
        async with engine.connect() as connection:
            await connection.execute(at_work, {"wait_ms": _ENDS_WITHIN_MS})
    finally:
        await engine.dispose()


async def create_database(maintenance_url: str, name: str) -> None:
    """Create the database `name` where it does not exist. `maintenance_url`: of the server's database `postgres`."""
    engine = create_async_engine(maintenance_url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            known = await connection.scalar(text("select 1 from pg_database where datname = :name"), {"name": name})
            if not known:
                await connection.execute(text(f'create database "{name}"'))
    finally:
        await engine.dispose()
