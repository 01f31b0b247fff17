"""Does anybody wait for `/health` while large and hostile papers are read, and while a long life is looked through?"""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.attack import knocking, large_home, large_papers
from tests.attack.knocking import House

MEGABYTES = 0.03
"""Of each paper here; `make bench ARGS=attack` sends them as large as they may be."""
HEAVY = ("GET /contacts", "GET /events", "GET /facts", "GET /export", "GET /search", "GET /rules", "/ask ")
"""The lists that read the most, and all questions; `make bench ARGS=attack.home` goes through every list."""
SETTINGS = {"STEWARD_EMBED_MODEL": "off"}
"""Vectors are made by a process of low priority, for minutes: what is looked at here is done without."""


@pytest_asyncio.fixture(scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    async with knocking.house(tmp_path_factory.mktemp("large"), **SETTINGS) as at:
        yield at


async def test_nobody_waits_while_large_papers_are_read(house: House) -> None:
    seen = await knocking.all_hold(house, large_papers.doors(MEGABYTES))
    assert all(one.statuses[201] for one in seen), [one.door for one in seen if not one.statuses[201]]


async def test_nobody_waits_while_a_long_life_is_looked_through(house: House) -> None:
    await large_home.fill(house, events_and_facts=0.1)
    there = [door for door in large_home.doors(house) if door.name.startswith(HEAVY)]
    assert len(there) > len(HEAVY)
    seen = await knocking.all_hold(house, there)
    assert {status for one in seen for status in one.statuses} == {200}
