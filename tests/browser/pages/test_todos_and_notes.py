"""Are to-dos written, ticked, changed and erased on their page, and notes, which look as their Markdown says?"""

import re

import pytest
from playwright.async_api import expect
from tests.support.browser import Visitor, row
from tests.support.console_pages import assert_readable, at, settled
from tests.support.steward import Person

pytestmark = pytest.mark.browser


async def test_todos(visitor: Visitor, ana: Person) -> None:
    await at(visitor, "todos")
    await expect(visitor.page.get_by_text("Nothing is to be done.")).to_be_visible()
    await assert_readable(visitor, "none")
    late = {"title": "Pay the rent", "due_at": "2020-01-01", "priority": 1, "tags": ["home"]}
    await ana.post("/todos", late)
    line = visitor.page.get_by_label("What is to be done?")
    await line.fill("Buy <b>milk</b>")
    await line.press("Enter")
    await expect(row(visitor, "Buy <b>milk</b>")).to_be_visible()
    await expect(line).to_be_focused()
    rent = row(visitor, "Pay the rent")
    await expect(rent).to_contain_text("late")
    await expect(rent).to_contain_text("2020")
    await expect(rent).not_to_contain_text("11:59")  # a day was said, no hour
    await assert_readable(visitor, "list")
    await rent.get_by_role("checkbox").check()
    await expect(visitor.page.get_by_role("status").filter(has_text="Pay the rent")).to_be_visible()
    assert [bool(one["done_at"]) for one in (await ana.get("/todos"))["items"] if "rent" in one["title"]] == [True]
    await visitor.page.get_by_label("Show").select_option("done")
    await expect(visitor.page.locator(".row.todo")).to_have_count(1)
    await visitor.page.get_by_role("link", name="Pay the rent").click()
    await settled(visitor)
    await assert_readable(visitor, "form")
    await visitor.page.get_by_label("What", exact=True).fill("Pay the new rent")
    await visitor.button("Save").click()
    await expect(visitor.page.get_by_role("status").filter(has_text="Pay the new rent")).to_be_visible()
    titles = {one["title"]: one["due_at"] for one in (await ana.get("/todos"))["items"]}
    assert titles["Pay the new rent"].startswith("2020-01-01"), "what was not touched is as it was"


async def test_notes(visitor: Visitor, ana: Person) -> None:
    await at(visitor, "notes")
    await expect(visitor.page.get_by_text("There is no note yet.")).to_be_visible()
    await visitor.page.get_by_role("link", name="Write a note").last.click()
    await settled(visitor)
    await visitor.page.get_by_label("Text").fill("**Boiler**: 1.4 bar\n\n- reset\n\n<img src=x onerror=alert(1)>")
    await expect(visitor.page.locator(".preview strong")).to_have_text("Boiler")
    await assert_readable(visitor, "form")
    await visitor.button("Save").click()
    note = visitor.page.locator(".row.note")
    await expect(note.locator("strong")).to_have_text("Boiler")
    await expect(note.locator("ul")).to_have_css("list-style-type", "disc")
    await expect(note).to_contain_text("<img src=x")
    await ana.post("/notes", {"text": "Seen by an agent", "agent": "coach"})
    await at(visitor, "memory/notes")
    await expect(visitor.page.locator(".row")).to_have_text(re.compile("Seen by an agent.*coach.*50% sure"))
    await visitor.page.get_by_label("Show", exact=True).select_option("own")
    await expect(visitor.page.locator(".row .said")).to_contain_text("Boiler")
    await at(visitor, "notes")
    await expect(note).to_have_count(1)
    await assert_readable(visitor, "list")
    await note.get_by_role("link", name="Edit").click()
    await settled(visitor)
    await visitor.button("Erase").click()
    await visitor.page.get_by_role("dialog").get_by_role("button", name="Erase").click()
    await expect(visitor.page.get_by_text("There is no note yet.")).to_be_visible()
