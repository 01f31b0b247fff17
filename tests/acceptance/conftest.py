"""A Steward for each test, over one database whose users keep the tests apart."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started

Start = Callable[..., AbstractAsyncContextManager[Steward]]


@pytest_asyncio.fixture(scope="session")
async def shared_url(postgres: PostgresServer) -> AsyncIterator[str]:
    """A migrated database for all acceptance tests that do not take it down."""
    url = await postgres.clone()
    yield url
    await postgres.drop(url)


@pytest.fixture
def start(shared_url: str, tmp_path: Path) -> Start:
    """`async with start(agent_deadline_s=2) as steward:` for a test that needs settings of its own."""
    return partial(started, tmp_path, shared_url)


@pytest_asyncio.fixture
async def steward(start: Start) -> AsyncIterator[Steward]:
    """Steward as it comes, with a model that says what the test scripts."""
    async with start() as steward:
        yield steward


@pytest_asyncio.fixture
async def ana(steward: Steward) -> Person:
    """A new user of `steward`."""
    return await steward.person()
