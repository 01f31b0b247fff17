"""Where does a measurement keep its rows? In an embedded Postgres of its own, migrated, without Steward over it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID

from sqlalchemy import text

from orchestrator.db.migrate import migrate
from orchestrator.db.postgres.embedded import EmbeddedPostgres
from orchestrator.db.session import Database
from orchestrator.kit.ids import new_id


@asynccontextmanager
async def database() -> AsyncIterator[Database]:
    """Durable, as a home is."""
    with TemporaryDirectory(prefix="steward-bench-", ignore_cleanup_errors=True) as folder:
        server = EmbeddedPostgres(Path(folder))
        await server.start()
        try:
            await migrate(server.url)
            opened = Database(server.url)
            yield opened
            await opened.close()
        finally:
            await server.stop()


async def user(opened: Database) -> UUID:
    """A new user."""
    user_id = new_id()
    statement = text("insert into users (id, email, name, timezone) values (:id, :email, 'Bench', 'UTC')")
    async with opened.unit_of_work() as session:
        await session.execute(statement, {"id": user_id, "email": f"{user_id}@example.org"})
    return user_id
