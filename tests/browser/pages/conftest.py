"""A Steward that works without a model, for the tests of the pages: what they show was done by its own jobs."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.support.by_reader import reading_steward
from tests.support.postgres import PostgresServer
from tests.support.steward import Steward


@pytest_asyncio.fixture(scope="session")
async def shared(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    """With a worker, and over a database of its own."""
    async with reading_steward(postgres, tmp_path_factory.mktemp("pages"), job_retry_s=0.2) as steward:
        yield steward
