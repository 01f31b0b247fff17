"""Does the server keep the word of its OpenAPI description, and can the usual generators make a typed client of it?"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from tests.support.accounts import OWNER_TOKEN
from tests.support.postgres import PostgresServer
from tests.support.schema_fuzzing import fuzzed
from tests.support.steward import Steward, started

EXAMPLES = 1
"""Of each operation, beside those of the description: some 500 requests. `make bench ARGS=attack` sends more."""


@pytest_asyncio.fixture
async def alone(postgres: PostgresServer, tmp_path: Path) -> AsyncIterator[Steward]:
    """A Steward over a database that nothing else needs: what is sent to it erases, merges, imports."""
    url = await postgres.clone()
    async with started(tmp_path / "home", url, llm_provider="reader", photos=True) as steward:
        yield steward
    await postgres.drop(url)


async def test_generated_requests_are_answered_as_described(alone: Steward, tmp_path: Path) -> None:
    """No 5xx; status, content type, headers and body of every answer stand in the description."""
    found = await fuzzed(alone.url, OWNER_TOKEN, tmp_path, examples=EXAMPLES)
    assert not found.failures, found
    assert found.operations > 170, found
    assert found.requests > found.operations * EXAMPLES / 2, found
