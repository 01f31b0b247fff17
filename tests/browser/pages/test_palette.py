"""Does Ctrl K lead to every page, to what one does most, and to whatever is kept by its name, by keys alone?"""

import re

import pytest
from playwright.async_api import expect
from tests.support.browser import Visitor
from tests.support.console_pages import at, settled
from tests.support.steward import Person

pytestmark = pytest.mark.browser


async def test_it_goes_finds_and_does(visitor: Visitor, ana: Person) -> None:
    kofi = await ana.post("/contacts", {"display_name": "Kofi Mensah"})
    await at(visitor, "notes")
    keys = visitor.page.keyboard
    line = visitor.page.get_by_role("combobox", name="A page, a name, or what to do")
    await keys.press("Control+k")
    await expect(line).to_be_focused()
    await keys.type("kofi")
    found = visitor.page.get_by_role("option", name="Kofi Mensah")
    await expect(found).to_have_attribute("aria-selected", "true")
    await keys.press("Enter")
    await expect(visitor.page).to_have_url(re.compile(f"#/people/{kofi['id']}$"))
    await settled(visitor)
    await keys.press("Control+k")
    await expect(line).to_be_focused()
    await keys.type("write a note")
    await expect(visitor.page.get_by_role("option")).to_have_count(1)
    await keys.press("Enter")
    await expect(visitor.page).to_have_url(re.compile("#/notes/new$"))
    await settled(visitor)
    await visitor.page.get_by_role("button", name="Go to, find, do").click()
    await expect(line).to_be_focused()
    await keys.type("meet")
    await keys.press("ArrowDown")
    await keys.press("ArrowUp")
    await keys.press("Escape")
    await expect(line).to_have_count(0)
    await expect(visitor.page).to_have_url(re.compile("#/notes/new$"))
    pin = await ana.post("/notes", {"text": "The cellar key hangs behind the stove"})
    await keys.press("Control+k")
    await expect(line).to_be_focused()
    await keys.type("cellar")
    await expect(visitor.page.get_by_role("option", name="The cellar key")).to_have_attribute("aria-selected", "true")
    await keys.press("Enter")
    await expect(visitor.page).to_have_url(re.compile(f"#/notes/{pin['id']}$"))
    await settled(visitor)
    await keys.press("Control+k")
    await expect(line).to_be_focused()
    await keys.type("zzzz")
    await expect(visitor.page.get_by_text("Nothing of that name.")).to_be_visible()


async def test_whoever_works_by_keys_stays_where_they_were(visitor: Visitor, ana: Person) -> None:
    pin = await ana.post("/notes", {"text": "The cellar key hangs behind the stove"})
    await ana.post("/todos", {"title": "Buy lamp oil"})
    await at(visitor, f"notes/{pin['id']}")
    keys = visitor.page.keyboard
    await visitor.page.locator("#page").get_by_role("button", name="Erase").focus()
    await keys.press("Enter")
    erase = visitor.page.get_by_role("dialog").get_by_role("button", name="Erase")
    await expect(erase).to_be_enabled()
    await erase.focus()
    await keys.press("Enter")
    await expect(visitor.page.get_by_role("heading", name="Notes", level=2)).to_be_focused()
    await at(visitor, "todos")
    box = visitor.page.get_by_role("checkbox", name="lamp oil")
    await box.focus()
    await keys.press("Space")
    await expect(visitor.page.locator(".todo.done")).to_have_count(1)
    await expect(box).to_be_focused()
