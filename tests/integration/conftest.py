"""Which database do tests below the doors get? The module's, emptied: a clone for each costs more than most of them."""

from collections.abc import AsyncIterator
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from tests.support.accounts import make_owner
from tests.support.people import make_user
from tests.support.postgres import PostgresServer
from tests.support.web import client_of, make_app

from orchestrator import catalog
from orchestrator.app import ROUTERS
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.lifecycle.erasure.service import Erasure


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


@pytest.fixture(scope="module")
def app(module_database: Database) -> FastAPI:
    """All routes over the module's database."""
    app = make_app(module_database, ROUTERS)
    app.state.runtime.eraser = Erasure(catalog.ERASABLES)
    return app


@pytest.fixture
async def client(app: FastAPI, database: Database) -> httpx.AsyncClient:
    """Of the owner, over all routes."""
    await make_owner(database)
    return client_of(app)


@pytest_asyncio.fixture
async def own_database(postgres: PostgresServer) -> AsyncIterator[Database]:
    """A migrated database for this test alone."""
    url = await postgres.clone()
    database = Database(url)
    yield database
    await database.close()
    await postgres.drop(url)
