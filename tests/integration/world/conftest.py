"""What tests of the world can ask for."""

from uuid import UUID

import httpx
import pytest
from fastapi import FastAPI
from tests.support.accounts import make_owner
from tests.support.people import make_user
from tests.support.tools import Desk
from tests.support.web import client_of, make_app

from orchestrator import catalog
from orchestrator.app import ROUTERS
from orchestrator.db.session import Database
from orchestrator.domain.lifecycle.erasure.service import Erasure


@pytest.fixture
async def desk(database: Database) -> Desk:
    """The tools of a new user."""
    return Desk(database, await make_user(database, email="me@example.org"))


@pytest.fixture
async def owner(database: Database) -> UUID:
    return await make_owner(database)


@pytest.fixture(scope="module")
def app(module_database: Database) -> FastAPI:
    """All routes over the module's database."""
    app = make_app(module_database, ROUTERS)
    app.state.runtime.eraser = Erasure(catalog.ERASABLES)
    return app


@pytest.fixture
def client(app: FastAPI, owner: UUID) -> httpx.AsyncClient:
    """The owner's."""
    del owner
    return client_of(app)
