"""A Steward beside a real Radicale: accounts of calendars and address books elsewhere, one for each test."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from tests.support.postgres import PostgresServer
from tests.support.radicale import Radicale
from tests.support.steward import Person, Steward, started

USERS = tuple(f"user{number}" for number in range(70))
_free = iter(USERS)


@pytest_asyncio.fixture(scope="package")
async def radicale(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Radicale]:
    """One server for all these tests."""
    server = Radicale(tmp_path_factory.mktemp("radicale"))
    await server.start(*USERS)
    yield server
    await server.stop()


@pytest_asyncio.fixture(scope="package")
async def steward(
    postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory, radicale: Radicale
) -> AsyncIterator[Steward]:
    """With a worker, for the syncs, and allowed to reach this machine."""
    url = await postgres.clone()
    settings: dict[str, Any] = {"llm_provider": "reader", "workers": 1, "embed_model": "off"}
    async with started(tmp_path_factory.mktemp("accounts"), url, private_hosts=("127.0.0.0/8",), **settings) as running:
        yield running
    await postgres.drop(url)


@pytest_asyncio.fixture
async def me(steward: Steward) -> Person:
    """A new user with every scope."""
    return await steward.with_every_scope(await steward.person("Rui Alves"))


@pytest.fixture
def user() -> str:
    """An account of this test alone."""
    return next(_free)


@pytest.fixture
def another_user() -> str:
    """A second one."""
    return next(_free)
