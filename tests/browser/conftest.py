"""A Chromium and a Steward for all tests of the pages; every test has users of its own."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect
from tests.support.browser import WAIT_MS, Visitor, browser, visiting
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started

Visit = Callable[..., AbstractAsyncContextManager[Visitor]]
expect.set_options(timeout=WAIT_MS)


@pytest_asyncio.fixture(scope="session")
async def running_browser() -> AsyncIterator[Browser]:
    """Chromium."""
    async with browser() as running:
        yield running


@pytest_asyncio.fixture(scope="session")
async def shared(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    """One Steward over a database of its own."""
    url = await postgres.clone()
    async with started(tmp_path_factory.mktemp("steward"), url) as steward:
        yield steward
    await postgres.drop(url)


@pytest_asyncio.fixture
async def steward(shared: Steward) -> AsyncIterator[Steward]:
    """Steward with a model that says what the test scripts."""
    shared.model.forget()
    yield shared
    await shared.close()
    if shared.runtime.models.status().state != "ok":  # a test that failed must not take the others along
        await shared.time_passes(61)
        shared.clock.ahead_s -= 61  # pages tell times by the machine's clock


@pytest_asyncio.fixture
async def ana(steward: Steward) -> Person:
    """A new user."""
    return await steward.person()


@pytest.fixture
def visit(running_browser: Browser, steward: Steward) -> Visit:
    """`async with visit(viewport=PHONE) as visitor:`; the options of a browser context."""
    return partial(visiting, running_browser, steward.url)


@pytest_asyncio.fixture
async def visitor(visit: Visit, steward: Steward, ana: Person) -> AsyncIterator[Any]:
    """Ana in front of the page, signed in by an earlier visit."""
    kept = {"origin": steward.url, "localStorage": [{"name": "steward.token", "value": ana.token}]}
    async with visit(storage_state={"cookies": [], "origins": [kept]}) as came:
        await came.open()
        await expect(came.page.locator("#app")).to_be_visible()
        yield came


@pytest_asyncio.fixture(scope="module")
async def bare_page(running_browser: Browser, shared: Steward) -> AsyncIterator[Visitor]:
    """A page that nobody is signed in to: for the modules alone."""
    async with visiting(running_browser, shared.url) as came:
        await came.open()
        yield came
