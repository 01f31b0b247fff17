"""Are slash commands at home in the page: their questions, their cards, their edits?"""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect
from tests.support.browser import PHONE, Visitor, visiting
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started

pytestmark = pytest.mark.browser
STORY = "/event lunch with Marcela, paty and bebel tomorrow at Jordan's house"


@pytest_asyncio.fixture(scope="module")
async def plain(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    """A Steward whose only model is the reader."""
    url = await postgres.clone()
    async with started(tmp_path_factory.mktemp("plain"), url, llm_provider="reader") as steward:
        yield steward
    await postgres.drop(url)


@pytest_asyncio.fixture
async def eva(plain: Steward) -> Person:
    """Somebody who knows two Patrícias and where Jordan lives."""
    person = await plain.person("Eva Reis")
    house = await person.post("/places", {"name": "Rua Azul 5"})
    await person.post("/contacts", {"display_name": "Jordan Reis", "places": [{"place_id": house["id"]}]})
    for name, organization in (("Patrícia Gomes", "Acme"), ("Patrícia Nunes", "Beta")):
        await person.post("/contacts", {"display_name": name, "organization": organization})
    return person


async def shot(visitor: Visitor, name: str) -> None:
    folder = os.environ.get("SHOTS")
    if folder:
        await visitor.page.screenshot(path=Path(folder) / f"{name}.png")


async def test_an_event_is_asked_about_shown_edited_and_confirmed(
    running_browser: Browser, plain: Steward, eva: Person
) -> None:
    async with visiting(running_browser, plain.url) as visitor:
        await visitor.come_in(eva.token)
        await visitor.ask(STORY)
        group = visitor.page.get_by_role("group", name="Choose one:")
        await expect(group.get_by_role("button")).to_have_count(2)
        await shot(visitor, "1-choice")
        await visitor.page.reload()  # the question is still open
        await group.get_by_role("button", name="Patrícia Nunes (Beta)").click()
        await expect(visitor.card).to_have_attribute("data-state", "pending")
        for text in ("Create event “Lunch”", "Patrícia Nunes", "Marcela", "Rua Azul 5"):
            await expect(visitor.card).to_contain_text(text)
        await expect(group).to_have_count(0)
        await shot(visitor, "2-card")
        await visitor.ask("change it to 1pm")
        cards = visitor.page.locator(".card")
        await expect(cards).to_have_count(2)
        await expect(cards.nth(0)).to_have_attribute("data-state", "superseded")
        await expect(cards.nth(1)).to_have_attribute("data-state", "pending")
        await expect(visitor.page.get_by_role("button", name="Confirm")).to_have_count(1)
        await shot(visitor, "3-edited")
        await visitor.card.get_by_role("button", name="Edit").click()
        await visitor.card.get_by_label("Title").fill("Birthday lunch")
        await shot(visitor, "4-form")
        await visitor.card.get_by_role("button", name="Save", exact=True).click()
        await expect(visitor.card).to_contain_text("Birthday lunch")
        await visitor.page.reload()
        await expect(cards.nth(0)).to_have_attribute("data-state", "superseded")
        await expect(cards.nth(1)).to_contain_text("Birthday lunch")
        await visitor.ask("yes")
        await shot(visitor, "5-done")
        await expect(visitor.card).to_have_attribute("data-state", "confirmed")
    (event,) = (await eva.get("/events"))["items"]
    assert (event["title"], event["start_at"][11:16], len(event["participants"])) == ("Birthday lunch", "13:00", 3)


async def test_a_contact_is_shown_edited_and_dropped(running_browser: Browser, plain: Steward, eva: Person) -> None:
    async with visiting(running_browser, plain.url, viewport=PHONE) as visitor:
        await visitor.come_in(eva.token)
        await visitor.ask("/contact Marta is Rui's wife, her number is 912 345 678, she lives at Rua Verde 3")
        await expect(visitor.card).to_contain_text("Marta")
        await expect(visitor.card).to_contain_text("Rua Verde 3")
        await shot(visitor, "6-contact")
        await visitor.card.get_by_role("button", name="Edit").click()
        await shot(visitor, "7-contact-form")
        await visitor.page.keyboard.press("Escape")
        await visitor.card.get_by_role("button", name="Don't do it").click()
        await expect(visitor.card).to_contain_text("Cancelled. Nothing was changed.")
        await shot(visitor, "8-contact-cancelled")
    assert await eva.count("contacts", "display_name in ('Marta', 'Rui')") == 0
