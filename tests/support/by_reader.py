"""A Steward that understands by the reader alone, with a worker, on a database of its own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.support.postgres import PostgresServer
from tests.support.steward import Steward, started


@asynccontextmanager
async def reading_steward(postgres: PostgresServer, home: Path, **settings: Any) -> AsyncIterator[Steward]:
    """With a worker and no model but the reader; its database is gone afterwards."""
    url = await postgres.clone()
    async with started(home, url, llm_provider="reader", workers=1, embed_model="off", **settings) as running:
        yield running
    await postgres.drop(url)
