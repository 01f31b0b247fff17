"""Is the schema the one this program was written for? Ordered SQL files, each applied once, whole or not at all.

`db_migrations/NNNN_what.sql`, one transaction a file; a file that begins with `-- migrate: no-transaction` runs
statement by statement (for CREATE INDEX CONCURRENTLY; it must be repeatable and may hold no function bodies); one that
begins with `-- migrate: extension` needs an extension, and where the server has none it says what to install. A file
that is one transaction and sets a `lock_timeout` lets others go first where it can't have its locks, and tries again.
Refused: a file that changed since it was applied, one that comes before an applied one, a database that knows more
than this program.
"""

import asyncio
import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from orchestrator.db.postgres.dump import dump
from orchestrator.errors import DatabaseUnavailable, MigrationFailed
from orchestrator.kit import patterns
from orchestrator.telemetry.logging import get_logger

log = get_logger(__name__)

MIGRATIONS = Path(__file__).parent.parent / "db_migrations"
ADVISORY_KEY = 0x5745_5241  # any constant of ours
POLL_S = 0.25
"""Waiting inside `pg_advisory_lock()` instead would deadlock with CREATE INDEX CONCURRENTLY (contracts/postgres.md)."""
LOCK_TIMEOUT_S = 1800
LET_GO_FIRST_S = 1.0
"""Between two tries of a file that could not have its locks: whoever waited behind it is served meanwhile."""
NO_TRANSACTION = "-- migrate: no-transaction"
_FILE_NAME = patterns.compile(r"(\d{4})_[a-z0-9_]+\.sql\Z")
_TABLE = """
create table if not exists schema_migrations (
    number integer primary key,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now()
)
"""


@dataclass(frozen=True)
class Migration:
    """One file."""

    number: int
    name: str
    sql: str

    @property
    def sha256(self) -> str:
        """The checksum that is kept beside the number; line ends do not count."""
        return hashlib.sha256(self.sql.encode()).hexdigest()

    @property
    def in_transaction(self) -> bool:
        """Whether the file is applied as one transaction."""
        return not self.sql.startswith(NO_TRANSACTION)


def read_migrations(folder: Path = MIGRATIONS) -> list[Migration]:
    """The files of `folder` in order. Raises MigrationFailed for a name or number that does not fit."""
    found: dict[int, Migration] = {}
    for path in sorted(folder.glob("*.sql")):
        match = _FILE_NAME.match(path.name)
        if not match:
            raise MigrationFailed(f"{path.name} is no migration name; it must be like 0001_what.sql")
        number = int(match[1])
        if number in found:
            raise MigrationFailed(f"{path.name} and {found[number].name} have the same number")
        sql = path.read_text("utf-8").replace("\r\n", "\n")
        found[number] = Migration(number, path.name, sql)
    return list(found.values())


async def migrate(database_url: str, *, folder: Path = MIGRATIONS, dump_to: Path | None = None) -> list[str]:
    """Bring the schema to this version; answers the names of the files applied now.

    `dump_to`: before a database that was migrated before is changed, it is dumped into this folder (the last 3 are
    kept); None for a database that is not ours to dump. Any number of processes may call it at once: one applies, the
    others wait and find nothing to do. Raises MigrationFailed or DatabaseUnavailable.
    """
    migrations = read_migrations(folder)
    engine = create_async_engine(database_url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            await _wait_for_lock(driver)
            try:
                return await _apply_pending(driver, migrations, database_url, dump_to)
            finally:
                await driver.fetchval("select pg_advisory_unlock($1)", ADVISORY_KEY)
    except (OSError, SQLAlchemyError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError) as error:
        raise DatabaseUnavailable(f"the database can't be reached for migrating: {error}") from error
    finally:
        await engine.dispose()


async def pending(database_url: str, *, folder: Path = MIGRATIONS, also_newer: bool = False) -> list[str]:
    """The names of files that are not applied yet, without applying them. `also_newer`: a database that a newer version
    migrated is no error; what runs already goes on with it. Raises as `migrate` does."""
    engine = create_async_engine(database_url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            if await driver.fetchval("select to_regclass('schema_migrations')") is None:
                return [migration.name for migration in read_migrations(folder)]
            known = read_migrations(folder)
            return [migration.name for migration in await _pending(driver, known, also_newer=also_newer)]
    except (OSError, SQLAlchemyError) as error:
        raise DatabaseUnavailable(f"the database can't be reached: {error}") from error
    finally:
        await engine.dispose()


async def obstacles(database_url: str, *, folder: Path = MIGRATIONS) -> list[str]:
    """Why files that are not applied yet could not be, and what to do. Raises as `migrate` does."""
    engine = create_async_engine(database_url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    names = set(await pending(database_url, folder=folder))
    try:
        async with engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            waiting = [migration for migration in read_migrations(folder) if migration.name in names]
            found = [await _obstacle(driver, migration) for migration in waiting]
            return [why for why in found if why is not None]
    except (OSError, SQLAlchemyError) as error:
        raise DatabaseUnavailable(f"the database can't be reached: {error}") from error
    finally:
        await engine.dispose()


async def _obstacle(driver: Any, migration: Migration) -> str | None:
    extension = needed_by(migration.sql)
    return None if extension is None else await wanting(driver, extension)


async def _wait_for_lock(driver: Any) -> None:
    deadline = time.monotonic() + LOCK_TIMEOUT_S
    while not await driver.fetchval("select pg_try_advisory_lock($1)", ADVISORY_KEY):
        if time.monotonic() > deadline:
            raise MigrationFailed("another process has been migrating for too long")
        await asyncio.sleep(POLL_S)


async def _apply_pending(
    driver: Any, migrations: Sequence[Migration], database_url: str, dump_to: Path | None
) -> list[str]:
    await driver.execute(_TABLE)
    waiting = await _pending(driver, migrations)
    for migration in waiting:
        if why := await _obstacle(driver, migration):
            raise MigrationFailed(f"{migration.name}: {why}")
    if waiting and dump_to is not None and await driver.fetchval("select exists (select from schema_migrations)"):
        await dump(database_url, dump_to)
    for migration in waiting:
        await _apply(driver, migration)
    return [migration.name for migration in waiting]


async def _pending(driver: Any, migrations: Sequence[Migration], *, also_newer: bool = False) -> list[Migration]:
    rows = await driver.fetch("select number, name, sha256 from schema_migrations order by number")
    applied = {row["number"]: row for row in rows}
    known = {migration.number for migration in migrations}
    unknown = [row["name"] for number, row in applied.items() if number not in known]
    if unknown and not also_newer:
        raise MigrationFailed(f"the database is newer than this Steward: it has {', '.join(unknown)}")
    waiting = []
    for migration in migrations:
        row = applied.get(migration.number)
        if row is None:
            if applied and migration.number < max(applied):
                raise MigrationFailed(f"{migration.name} is out of order: {applied[max(applied)]['name']} is applied")
            waiting.append(migration)
        elif row["sha256"] != migration.sha256:
            raise MigrationFailed(f"{migration.name} was changed after it had been applied")
    return waiting


async def _apply(driver: Any, migration: Migration) -> None:
    try:
        if migration.in_transaction:
            await _apply_whole(driver, migration)
        else:
            for statement in migration.sql.split(";\n"):
                if statement.strip():
                    await driver.execute(statement)
            await _record(driver, migration)
    except asyncpg.PostgresConnectionError:
        raise
    except asyncpg.InsufficientPrivilegeError as error:
        extension = needed_by(migration.sql)
        advice = f" ({privilege(extension)})" if extension is not None else ""
        raise MigrationFailed(f"{migration.name}: {error}{advice}") from error
    except asyncpg.PostgresError as error:
        raise MigrationFailed(f"{migration.name}: {error}") from error


async def _apply_whole(driver: Any, migration: Migration) -> None:
    deadline = time.monotonic() + LOCK_TIMEOUT_S
    while True:
        try:
            async with driver.transaction():
                await driver.execute(migration.sql)
                return await _record(driver, migration)
        except (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError):
            if time.monotonic() > deadline:
                raise
        log.info("migration_waits", name=migration.name)
        await asyncio.sleep(LET_GO_FIRST_S)


async def _record(driver: Any, migration: Migration) -> None:
    await driver.execute(
        "insert into schema_migrations (number, name, sha256) values ($1, $2, $3)",
        migration.number,
        migration.name,
        migration.sha256,
    )


_HEAD = patterns.compile(r"-- migrate: extension (\w+) ([\d.]+)\n")
_CONTRIB = "Postgres' own additional modules (contrib), which come with Debian's postgresql-{major} and with the images"
_PACKAGES = {
    "vector": "pgvector (https://github.com/pgvector/pgvector): on Debian and Ubuntu, with PostgreSQL's own repository,"
    " the package postgresql-{major}-pgvector; as a container the image pgvector/pgvector:pg{major}",
    "pg_trgm": _CONTRIB,
    "btree_gin": _CONTRIB,
}


@dataclass(frozen=True)
class Extension:
    """An extension and the least version of it that will do."""

    name: str
    version: str


def needed_by(sql: str) -> Extension | None:
    """What the migration says that it needs. It stands in its first line: `-- migrate: extension vector 0.7` (name,
    least version)."""
    found = _HEAD.match(sql)
    return Extension(found[1], found[2]) if found else None


async def wanting(driver: Any, extension: Extension) -> str | None:
    """What stands against using `extension` in this database, and what to do; None where nothing does. `driver`: a
    connection of asyncpg."""
    name, least = extension.name, extension.version
    row = await driver.fetchrow(
        """
        select a.default_version, a.installed_version, current_setting('server_version_num')::int / 10000 as major
          from (select 1) one left join pg_available_extensions a on a.name = $1
        """,
        name,
    )
    package = _PACKAGES.get(name, name).format(major=row["major"])
    if row["default_version"] is None:
        return f"the Postgres server lacks the extension {name}; install {package} on its machine, then start again"
    if _number(row["default_version"]) < _number(least):
        found = row["default_version"]
        return f"the Postgres server has {name} {found}, at least {least} is needed; install a newer {package}"
    if row["installed_version"] is not None and _number(row["installed_version"]) < _number(least):
        found = row["installed_version"]
        return f"the database uses {name} {found}, the server has a newer one; run once: alter extension {name} update"
    return None


def privilege(extension: Extension) -> str:
    """What to do where this database's user may not create it."""
    return f"this database's user may not create it; a superuser must run once: create extension {extension.name}"


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in patterns.compile(r"\d+").findall(version))
