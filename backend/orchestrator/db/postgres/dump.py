"""How is a whole database written to a file and read back? By the bundled `pg_dump` and `pg_restore`."""

import asyncio
import os
import subprocess
from pathlib import Path

from sqlalchemy.engine import make_url

from orchestrator.db.postgres.binaries import ENVIRONMENT, bundled
from orchestrator.errors import DatabaseUnavailable
from orchestrator.kit.clock import SystemClock

KEPT = 3
SUFFIX = ".dump"
UNFINISHED = ".unfinished"
_HEAD = 8_192


async def dump(database_url: str, folder: Path, keep: int = KEPT) -> Path:
    """Write the database into `folder` (custom format, 0600); of the dumps there the newest `keep` stay.

    Raises DatabaseUnavailable; an unfinished dump leaves no file of that name. One caller at a time: what a killed one
    left is removed.
    """
    _clear_unfinished(folder)
    stamp = SystemClock().now().strftime("%Y%m%dT%H%M%S.%fZ")
    target = folder / f"steward-{stamp}{SUFFIX}"
    unfinished = target.with_suffix(UNFINISHED)
    try:
        await dump_into(database_url, unfinished)
        unfinished.rename(target)
    finally:
        unfinished.unlink(missing_ok=True)
    for old in dumps(folder)[keep:]:
        old.unlink(missing_ok=True)
    return target


def _clear_unfinished(folder: Path) -> None:
    for left in folder.glob(f"steward-*{UNFINISHED}"):
        left.unlink(missing_ok=True)


async def dump_into(database_url: str, target: Path) -> None:
    """Write the database into the new file `target` (custom format, 0600). Raises DatabaseUnavailable."""
    _private_file(target)
    await run_client(database_url, "pg_dump", "--format=custom", "--no-owner", "--no-acl", f"--file={target}")


def _private_file(path: Path) -> Path:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    return path


def dumps(folder: Path) -> list[Path]:
    """The dumps in `folder`, newest first."""
    return sorted(folder.glob(f"steward-*{SUFFIX}"), reverse=True)


async def restore(database_url: str, source: Path) -> None:
    """Read a dump into an empty database, whole or not at all. Raises DatabaseUnavailable."""
    options = ("--exit-on-error", "--single-transaction", "--no-owner", f"--dbname={_name(database_url)}")
    await run_client(database_url, "pg_restore", *options, str(source))


async def replace(database_url: str, source: Path, *, first: str, last: str) -> None:
    """Read a dump into the database in one transaction, between the SQL `first`, which makes room, and `last`.

    Whatever ends it (a kill, a full disk), the database is as it was. Raises DatabaseUnavailable.
    """
    folder = source.parent
    script, before, after = (_private_file(folder / name) for name in ("restore.sql", "first.sql", "last.sql"))
    await run_client(database_url, "pg_restore", "--no-owner", "--no-acl", f"--file={script}", str(source))
    _without(script, b"SET transaction_timeout")  # before Postgres 17 there is no such setting
    before.write_text(first, "utf-8")
    after.write_text(last, "utf-8")
    options = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null")
    await run_client(database_url, "psql", *options, *(f"--file={path}" for path in (before, script, after)))


def _without(script: Path, statement: bytes) -> None:
    """Make a comment of a statement in the head of the script, in place."""
    with script.open("r+b") as file:
        at = file.read(_HEAD).find(b"\n" + statement)
        if at >= 0:
            file.seek(at + 1)
            file.write(b"--")


async def run_client(database_url: str, program: str, *arguments: str) -> bytes:
    """Run a bundled client program (`pg_dump`, `pg_restore`, `psql`) against the database; answers its output.

    The password goes by environment, not by argument, where other users of the machine would see it.
    Raises DatabaseUnavailable with what the program said.
    """
    process = await asyncio.create_subprocess_exec(
        bundled().program(program),
        *arguments,
        env=ENVIRONMENT | _connection(database_url),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        output, said = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    if process.returncode:
        raise DatabaseUnavailable(f"{program} failed: {said.decode('utf-8', 'replace').strip()[-2000:]}")
    return output


def _name(database_url: str) -> str:
    return make_url(database_url).database or ""


def _connection(database_url: str) -> dict[str, str]:
    url = make_url(database_url)
    host = url.host or url.query.get("host", "")
    port = url.port or url.query.get("port", "")
    given = {
        "PGHOST": host,
        "PGPORT": port,
        "PGUSER": url.username,
        "PGPASSWORD": url.password,
        "PGDATABASE": url.database,
    }
    return {name: str(value) for name, value in given.items() if value}
