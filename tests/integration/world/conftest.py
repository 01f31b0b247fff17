"""What tests of the world can ask for."""

import pytest
from tests.support.people import make_user
from tests.support.tools import Desk

from orchestrator.db.session import Database


@pytest.fixture
async def desk(reused_database: Database) -> Desk:
    """The tools of a new user."""
    return Desk(reused_database, await make_user(reused_database, email="me@example.org"))
