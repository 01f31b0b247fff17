"""The phone's app: its web export beside the Steward of the tests of the pages, in their Chromium."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest_asyncio
from playwright.async_api import Browser, Page, expect
from tests.support.browser import PHONE, Visitor, visiting
from tests.support.exported_app import EXPORT, UNDER, served_beside
from tests.support.steward import Person, Steward

from orchestrator.db.tx import Tx
from orchestrator.domain.people.pairing import service as pairing
from orchestrator.domain.people.pairing.schemas import DEFAULT_SCOPES

HERE = {"latitude": 38.7223, "longitude": -9.1393}
"""Lisbon."""


@dataclass
class Phone:
    """The app in the hands of somebody."""

    visitor: Visitor
    page: Page
    person: Person

    async def open(self, path: str = "/") -> None:
        """Start the app, or go to an address of it."""
        await self.page.goto(f"{self.visitor.url}{UNDER}{path}")

    async def try_secret(self, secret: str, *, at: str | None = None) -> None:
        """Fill in the sign-in, whatever comes of it; `at` is another address of Steward than the page's."""
        if at:
            await self.page.get_by_label("Steward's address").fill(at)
        await self.page.get_by_label("Pairing code or token").fill(secret)
        await self.button("Sign in").click()

    async def sign_in(self, secret: str) -> None:
        """By a code, a link or a token, to the list of talks."""
        await self.try_secret(secret)
        await expect(self.page.get_by_role("button", name="New talk")).to_be_visible()

    async def go(self, tab: str) -> None:
        """To one of the places in the bar below."""
        await (
            self.page.get_by_role("tab", name=tab)
            .or_(self.page.get_by_role("link", name=tab, exact=True))
            .first.click()
        )

    async def send(self, text: str) -> None:
        """Write a message and send it."""
        await self.page.get_by_label("Message", exact=True).fill(text)
        await self.button("Send").click()

    def button(self, name: str) -> Any:
        """The button of that name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def text(self, text: str) -> Any:
        """What is to be read."""
        return self.page.get_by_text(text, exact=True)


@pytest_asyncio.fixture(scope="session")
async def address(shared: Steward) -> AsyncIterator[str]:
    """Where both answer."""
    assert (EXPORT / "index.html").is_file(), "Run these by `make test-mobile`: it exports the app before."
    async with served_beside(shared.app) as url:
        yield url


@pytest_asyncio.fixture
async def phone(running_browser: Browser, address: str, ana: Person) -> AsyncIterator[Phone]:
    """The app before the sign-in, on a small screen, in a browser that may tell where it is."""
    options = {"viewport": PHONE, "geolocation": HERE, "permissions": ["geolocation"]}
    async with visiting(running_browser, address, **options) as visitor:
        yield Phone(visitor, visitor.page, ana)


@pytest_asyncio.fixture
async def signed_in(phone: Phone) -> Phone:
    """The same, signed in by the person's token."""
    await phone.open()
    await phone.sign_in(phone.person.token)
    return phone


async def code_for(person: Person) -> str:
    """What `steward pair` shows them."""
    async with person.database.unit_of_work() as session:
        return (await pairing.make_code(Tx(session, person.id), DEFAULT_SCOPES)).code
