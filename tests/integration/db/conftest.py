"""Homes with a Postgres of their own: the first is made by `initdb`, which takes a second; others are copies of it."""

import shutil
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from tests.support.first_home import MakeHome, copy_folder

from orchestrator.db.postgres.embedded import EmbeddedPostgres


@pytest_asyncio.fixture(scope="session")
async def make_home() -> AsyncIterator[MakeHome]:
    """Copies to a path a home that was served once, and stopped."""
    folder = Path(tempfile.mkdtemp(prefix="steward-"))
    async with EmbeddedPostgres(folder / "home", durable=False):
        pass

    def copied(home: Path) -> Path:
        copy_folder(folder / "home", home)
        return home

    yield copied
    shutil.rmtree(folder)
