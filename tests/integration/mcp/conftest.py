"""A Steward for all tests of its MCP server; users of their own keep the tests apart."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started


@pytest_asyncio.fixture(scope="session")
async def mcp_url(postgres: PostgresServer) -> AsyncIterator[str]:
    """A migrated database for these tests."""
    url = await postgres.clone()
    yield url
    await postgres.drop(url)


@pytest_asyncio.fixture(scope="session")
async def shared(mcp_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    """One Steward for all of them."""
    async with started(tmp_path_factory.mktemp("steward"), mcp_url) as steward:
        yield steward


@pytest_asyncio.fixture
async def steward(shared: Steward) -> AsyncIterator[Steward]:
    """The same, with nothing scripted."""
    shared.model.forget()
    yield shared
    await shared.close()


@pytest_asyncio.fixture
async def ana(steward: Steward) -> Person:
    """A new user."""
    return await steward.person()
