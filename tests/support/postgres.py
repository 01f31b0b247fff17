"""Which database does a test get? A clone of a migrated template, on one throw-away server for all sessions.

The server's data stay in the temporary folder, so the second `make test` starts in a fraction of a second; the last
test process stops it. Nothing in it is worth anything: it runs without fsync and is made anew when it does not start.
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from orchestrator.db.file_lock import exclusively
from orchestrator.db.migrate import MIGRATIONS, migrate, read_migrations
from orchestrator.db.postgres.embedded import EmbeddedPostgres
from orchestrator.db.session import Database
from orchestrator.errors import DatabaseUnavailable
from orchestrator.kit.ids import new_id

TEMPLATES_KEPT = 10
TEMPLATE_TIMEOUT_S = 120
_EMPTY_ALL_TABLES = """
do $$ declare each text; begin
    set local session_replication_role = replica;
    for each in select format('%I', relname) from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migrations'
    loop execute 'delete from ' || each; end loop;
end $$
"""


_OWNER_AS_NEW = """
do $$ declare each text; first uuid; begin
    set local session_replication_role = replica;
    select id into first from users where is_owner;
    for each in select format('%I', c.relname) from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname = 'user_id' and c.relname <> 'api_tokens'
    loop execute format('delete from %s where user_id = %L', each, first); end loop;
    update users set locale = 'en', timezone = null, name = '', briefing_time = '07:00', identifiers = default,
        home_place_id = null, captured_timezone = null, captured_at = null, default_calendar = null,
        rules_version = rules_version + 1 where id = first;
end $$
"""


class PostgresServer:
    """The server of this test process, and the databases made on it."""

    def __init__(self) -> None:
        checkout = hashlib.sha256(os.fsencode(MIGRATIONS)).hexdigest()[:10]
        self.home = Path(tempfile.gettempdir()) / f"steward-tests-{os.geteuid()}-{checkout}"
        self._server = EmbeddedPostgres(self.home, durable=False)
        digest = hashlib.sha256("".join(each.sha256 for each in read_migrations()).encode()).hexdigest()[:16]
        self._template = f"template_{digest}"

    async def start(self) -> None:
        """Start or join the server; the template exists afterwards."""
        try:
            await self._server.start()
        except DatabaseUnavailable:
            shutil.rmtree(self.home / "postgres" / "data", ignore_errors=True)  # a crash without fsync may leave ruins
            await self._server.start()
        async with exclusively(self.home / "template.lock", timeout_s=TEMPLATE_TIMEOUT_S):
            await self._drop_leftovers()
            await self._make_template()

    async def stop(self) -> None:
        """Leave the server; the last process stops it."""
        await self._server.stop()

    async def clone(self) -> str:
        """The URL of a new database that equals the template (or is a fork of nothing when there are no migrations)."""
        name = f"t_{os.getpid()}_{new_id().hex[-12:]}"
        async with self._maintenance() as connection:
            await connection.execute(text(f'create database "{name}" template "{self._template}" strategy file_copy'))
        return self._server.url_of(name)

    async def copy(self, url: str) -> str:
        """The URL of a new database that equals the one at `url`, to which nobody may be connected."""
        name = f"t_{os.getpid()}_{new_id().hex[-12:]}"
        source = url.partition("?")[0].rpartition("/")[2]
        async with self._maintenance() as connection:
            await connection.execute(text(f'create database "{name}" template "{source}"'))
        return self._server.url_of(name)

    async def empty(self) -> str:
        """The URL of a new database without any migration."""
        name = f"t_{os.getpid()}_{new_id().hex[-12:]}"
        async with self._maintenance() as connection:
            await connection.execute(text(f'create database "{name}"'))
        return self._server.url_of(name)

    async def drop(self, url: str) -> None:
        """Drop a database made here, whoever is still connected."""
        name = url.partition("?")[0].rpartition("/")[2]
        async with self._maintenance() as connection:
            await connection.execute(text(f'drop database if exists "{name}" with (force)'))

    def _maintenance(self) -> "_Maintenance":
        return _Maintenance(self._server.url_of("postgres"))

    async def _make_template(self) -> None:
        async with self._maintenance() as connection:
            if await connection.scalar(text("select 1 from pg_database where datname = :n"), {"n": self._template}):
                return
            unfinished = f"{self._template}_unfinished"
            await connection.execute(text(f'drop database if exists "{unfinished}" with (force)'))
            await connection.execute(text(f'create database "{unfinished}"'))
            await migrate(self._server.url_of(unfinished))
            await connection.execute(text(f'alter database "{unfinished}" allow_connections false'))
            await connection.execute(text(f'alter database "{unfinished}" rename to "{self._template}"'))

    async def _drop_leftovers(self) -> None:
        """Databases of killed test processes, and templates of migrations that are no more."""
        async with self._maintenance() as connection:
            names = (await connection.scalars(text("select datname from pg_database order by oid desc"))).all()
            old = [name for name in names if name.startswith("t_") and not _lives(int(name.split("_")[1]))]
            old += [name for name in names if name.startswith("template_")][TEMPLATES_KEPT:]
            for name in old:
                await connection.execute(text(f'drop database if exists "{name}" with (force)'))


class _Maintenance:
    """An autocommitting connection to the server's database `postgres`."""

    def __init__(self, url: str) -> None:
        self._engine = create_async_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")

    async def __aenter__(self) -> AsyncConnection:
        self._connection = await self._engine.connect()
        return self._connection

    async def __aexit__(self, *_: object) -> None:
        await self._connection.close()
        await self._engine.dispose()


async def empty_all_tables(database: Database) -> None:
    """Delete every row (2 ms, where a new clone costs 100)."""
    async with database.unit_of_work() as session:
        await session.execute(text(_EMPTY_ALL_TABLES))


async def owner_as_new(database: Database) -> None:
    """Delete all that the first user has but the tokens, and what they chose."""
    async with database.unit_of_work() as session:
        await session.execute(text(_OWNER_AS_NEW))


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


async def execute(database: Database, statement: str, **values: Any) -> None:
    """A change behind Steward's back."""
    async with database.unit_of_work() as session:
        await session.execute(text(statement), values)


async def scalar(database: Database, statement: str, **values: Any) -> Any:
    """One value."""
    async with database.unit_of_work() as session:
        return (await session.execute(text(statement), values)).scalar_one()


async def rows(database: Database, statement: str, **values: Any) -> list[Any]:
    """All rows."""
    async with database.unit_of_work() as session:
        found: Iterable[Any] = await session.execute(text(statement), values)
        return list(found)
