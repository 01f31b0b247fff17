"""What tests of the world can ask for."""

from uuid import UUID

import pytest
from tests.support.accounts import make_owner
from tests.support.people import make_user
from tests.support.tools import Desk

from orchestrator.db.session import Database


@pytest.fixture
async def desk(database: Database) -> Desk:
    """The tools of a new user."""
    return Desk(database, await make_user(database, email="me@example.org"))


@pytest.fixture
async def owner(database: Database) -> UUID:
    """Whose `client` is."""
    return await make_owner(database)
