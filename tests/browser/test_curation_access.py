"""Can every view of the memory page be read by everybody, in each language, and can no text become markup there?"""

from typing import Any

import pytest
from playwright.async_api import expect
from tests.browser.conftest import Visit
from tests.browser.test_access import assert_focus_seen, assert_readable
from tests.support import curating
from tests.support.browser import Visitor
from tests.support.corpora import corpus
from tests.support.curating import at
from tests.support.mcp import called, connected
from tests.support.steward import Person, Steward

pytestmark = pytest.mark.browser

TABS = ("notes", "facts", "timeline", "proposals", "review", "knowledge", "told", "told?who=outside", "charts")
HOSTILE = '<img src=x onerror="window.hurt = 1"><script>window.hurt = 2</script>[x](javascript:window.hurt=3)'
EARLY = {"type": "earliest_start", "parameters": {"time": "10:00", "match": {"words": ["call"]}}}


async def lived(steward: Steward, ana: Person, *, text: str = "I like boats") -> dict[str, Any]:
    """Something of everything; the ids of views."""
    notes = await curating.notes(ana)
    *_, gaia = await curating.moved(ana)
    rule = await ana.post("/rules", {"text": f"Never before 10 {text}", "effect": EARLY})
    await curating.rubbed(ana, days=5)
    await curating.proposed(steward, ana, text)
    await ana.post("/knowledge", {"error": f"It fails {text}", "fix": "Do it right"})
    due = await ana.post("/facts", {"text": f"{text} always"})
    await ana.execute(f"update user_facts set review_after = now() - interval '1 day' where id = '{due['id']}'")
    async with connected(steward.url, await curating.token(steward, ana, "mcp")) as client:
        await called(client, "get_developer_profile")
    steward.model.always("It is a fine day.")
    await ana.ask("How is the day?")
    return {"compose": f"compose?notes={notes[0]['id']}", "fact": f"fact/{gaia['id']}", "rule": f"write/{rule['id']}"}


async def test_every_view_can_be_read(visit: Visit, steward: Steward, ana: Person) -> None:
    async with visit() as visitor:
        await visitor.come_in(ana.token)
        for tab in TABS:
            await at(visitor, tab)
            await assert_readable(visitor, f"{tab}, empty")
        views = await lived(steward, ana)
        for view in (*TABS, *views.values(), "session/s0", "write"):
            await at(visitor, view)
            busy = visitor.page.locator(".memory-body [aria-busy]")
            await expect(busy).to_have_count(0)  # else what is looked at is the view before
            more = visitor.page.locator(".memory details:not([open]) > summary:visible")
            while await more.count():
                await more.evaluate_all("all => all.forEach((summary) => summary.click())")
            await expect(busy).to_have_count(0)
            await assert_readable(visitor, view)
        await at(visitor, views["fact"])
        for act in ("Correct", "Change", "Retire", "Erase"):
            await visitor.page.get_by_role("group", name="What you can do").get_by_role("button", name=act).click()
            await expect(visitor.page.get_by_role("dialog")).to_be_visible()
            await assert_readable(visitor, act)
            await visitor.page.keyboard.press("Escape")
        await at(visitor, "notes")
        await visitor.page.keyboard.press("j")
        await visitor.page.keyboard.press("x")
        await assert_readable(visitor, "chosen")


async def test_the_focus_can_be_seen_and_gets_back(visitor: Visitor, ana: Person) -> None:
    *_, gaia = await curating.moved(ana)
    await at(visitor, f"fact/{gaia['id']}")
    await visitor.button("Correct").click()
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.button("Correct")).to_be_focused()
    await assert_focus_seen(visitor, 12)


async def test_hostile_text_stays_text(visitor: Visitor, steward: Steward, ana: Person) -> None:
    views = await lived(steward, ana, text=HOSTILE)
    await ana.post("/notes", {"text": HOSTILE, "agent": HOSTILE[:90], "category": HOSTILE[:90]})
    session = {"session_id": HOSTILE, "agent": HOSTILE, "model": HOSTILE, "prompt": HOSTILE, "response": HOSTILE}
    for _ in range(3):
        await ana.post("/interactions", {**session, "was_corrected": True, "correction": HOSTILE})
    for view in (*TABS, *views.values()):
        await at(visitor, view)
        assert await visitor.page.evaluate("window.hurt ?? null") is None, view
        assert await visitor.page.locator(".memory :is(img, script, iframe)").count() == 0, view
    await at(visitor, "charts")
    await visitor.page.get_by_role("table", name="Sessions with most friction").get_by_role("link").first.click()
    await expect(visitor.page.locator("h3").first).to_contain_text("<img src=x")


@corpus("curation_access", "it_speaks_the_readers_language")
async def test_it_speaks_the_readers_language(locale: str, tab: str, nothing: str, visit: Visit, ana: Person) -> None:
    await ana.patch("/me", {"locale": locale})
    async with visit() as visitor:
        await visitor.open("/#/memory/notes")
        await visitor.page.locator("#secret").fill(ana.token)
        await visitor.page.keyboard.press("Enter")
        await visitor.page.get_by_role("link", name=tab).click()
        await expect(visitor.page.get_by_text(nothing)).to_be_visible()
        for one in TABS:
            await at(visitor, one)
            assert " m." not in f" {await visitor.page.locator('.memory').inner_text()}", one


async def test_an_address_that_is_none_shows_the_notes(visitor: Visitor) -> None:
    for view in ("no/such", "__proto__", "constructor", "fact", "fact/../../me", "compose"):
        await visitor.page.goto(f"{visitor.url}/#/memory/{view}")
        await expect(visitor.page.locator(".memory-body:not([aria-busy])")).to_be_visible()
    await at(visitor, "none")
    await expect(visitor.page.get_by_text("No notes wait for you.")).to_be_visible()


async def test_the_modules_come_when_they_are_wanted(visit: Visit, ana: Person) -> None:
    async with visit() as visitor:
        asked: list[str] = []
        visitor.page.on("request", lambda request: asked.append(request.url))
        await visitor.come_in(ana.token)
        await expect(visitor.page.locator("#question")).to_be_focused()
        assert [url for url in asked if "/curation/" in url and url.endswith(".js")] == []
        await visitor.page.get_by_role("link", name="Memory").click()
        await expect(visitor.page.get_by_text("No notes wait for you.")).to_be_visible()
        assert any("/curation/notes.js" in url for url in asked)
        assert not any("/curation/charts.js" in url for url in asked)
