"""Which database do tests below the doors get? The module's, emptied: a clone for each costs more than most of them."""

from collections.abc import AsyncIterator
from uuid import UUID

import pytest
import pytest_asyncio
from tests.support.people import make_user
from tests.support.postgres import PostgresServer

from orchestrator.db.session import Database
from orchestrator.db.tx import Tx


@pytest.fixture
def database(reused_database: Database) -> Database:
    """Emptied before each test; take `own_database` where processes are killed, or the database itself is changed."""
    return reused_database


@pytest.fixture
async def owner(database: Database) -> UUID:
    """A new user: whose what is tested is."""
    return await make_user(database)


@pytest.fixture
async def ana(database: Database) -> UUID:
    """A new user, where there are others beside."""
    return await make_user(database)


@pytest_asyncio.fixture
async def tx(database: Database, owner: UUID) -> AsyncIterator[Tx]:
    """A transaction of the user's, open for the length of the test."""
    async with database.unit_of_work_of(owner) as tx:
        yield tx


@pytest_asyncio.fixture
async def own_database(postgres: PostgresServer) -> AsyncIterator[Database]:
    """A migrated database for this test alone."""
    url = await postgres.clone()
    database = Database(url)
    yield database
    await database.close()
    await postgres.drop(url)
