"""Does the user see what each agent was told, and how much each cost them; also where there is nothing to see?"""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import Visit
from tests.support import curating
from tests.support.browser import PHONE, Visitor
from tests.support.curating import at
from tests.support.mcp import called, connected
from tests.support.steward import Person, Steward

pytestmark = pytest.mark.browser


async def test_what_steward_was_told(visitor: Visitor, steward: Steward, ana: Person) -> None:
    await at(visitor, "told")
    await expect(visitor.page.get_by_text("Nobody asked anything yet.")).to_be_visible()
    rule = await ana.post("/rules", {"text": "Answer in one sentence"})
    fact = await ana.post("/facts", {"text": "I live in Gaia"})
    steward.model.say("It is a fine day.")
    await ana.ask("How is the day?")
    await visitor.page.reload()
    row = visitor.page.locator(".row")
    await expect(row).to_contain_text("How is the day?")
    await row.get_by_text("What it was told").click()
    for one, text in ((rule, "Answer in one sentence"), (fact, "I live in Gaia")):
        link = row.get_by_role("link", name=text)
        await expect(link).to_have_attribute("href", f"#/memory/fact/{one['id']}")
    await expect(row).to_contain_text("tokens")
    await row.get_by_role("button", name="Why?").click()
    await expect(visitor.page.get_by_role("dialog", name="Why this answer")).to_be_visible()
    await visitor.page.keyboard.press("Escape")
    await ana.send("DELETE", f"/facts/{fact['id']}")
    await visitor.page.reload()
    await visitor.page.get_by_text("What it was told").click()
    await expect(visitor.page.get_by_role("link", name="Answer in one sentence")).to_be_visible()
    assert "Gaia" not in await visitor.page.locator(".row").inner_text()


async def test_what_outside_agents_were_told(visitor: Visitor, steward: Steward, ana: Person) -> None:
    await at(visitor, "told")
    await visitor.page.get_by_role("link", name="Agents from outside").click()
    await expect(visitor.page.get_by_text("No agent from outside was here.")).to_be_visible()
    await ana.post("/rules", {"text": "Answer in one sentence"})
    async with connected(steward.url, await curating.token(steward, ana, "mcp")) as client:
        await called(client, "get_developer_profile")
        await called(client, "add_profile_note", text="Likes tabs")
    await visitor.page.reload()
    rows = visitor.page.locator(".row")
    await expect(rows).to_have_count(2)
    profile = rows.filter(has_text="get_developer_profile")
    await profile.locator("summary").click()
    await profile.get_by_role("link", name="Answer in one sentence").click()
    await expect(visitor.page.get_by_role("heading", name="Answer in one sentence")).to_be_focused()
    await visitor.page.go_back()
    await visitor.page.get_by_label("Tool").fill("add_profile_note")
    await expect(rows).to_have_count(1)


async def test_numbers_are_drawn_and_told(visitor: Visitor, ana: Person) -> None:
    await at(visitor, "charts")
    await expect(visitor.page.get_by_text("There are no numbers yet.")).to_be_visible()
    await curating.rubbed(ana)
    await visitor.page.reload()
    chart = visitor.page.get_by_role("img", name="Corrections over time")
    await expect(chart.locator("rect.part")).to_have_count(4)
    await expect(chart.locator("rect.whole")).to_have_count(12)
    await expect(visitor.page.get_by_role("img", name="Friction", exact=True).locator("circle")).to_have_count(12)
    await visitor.page.get_by_text("As a table").click()
    over_time = visitor.page.get_by_role("table", name="Answers, corrections and friction over time")
    await expect(over_time.locator("tbody tr")).to_have_count(12)
    agents = visitor.page.get_by_role("table", name="Agents compared")
    await expect(agents.locator("tbody tr").nth(0)).to_contain_text("claude-code")
    await expect(visitor.page.locator(".cluster")).to_contain_text("No classes around tests")
    await visitor.page.get_by_label("Agent", exact=True).fill("cursor")
    await expect(agents.locator("tbody tr")).to_have_count(1)
    await visitor.page.get_by_label("Agent", exact=True).fill("nobody")
    await expect(visitor.page.get_by_text("Nothing matches.")).to_be_visible()
    await visitor.button("Clear").click()
    await visitor.page.locator("a[href$='/session/s0']").first.click()  # named by its day, not by its id
    await expect(visitor.page.get_by_role("heading", name="s0")).to_be_focused()
    await expect(visitor.page.locator(".row")).to_have_count(6)
    await expect(visitor.page.locator(".part").first).to_contain_text("The last five")
    await at(visitor, "session/none such")
    await expect(visitor.page.get_by_role("alert").first).to_be_visible()


async def test_charts_follow_the_width(visit: Visit, ana: Person) -> None:
    await curating.rubbed(ana)
    async with visit(viewport=PHONE) as visitor:
        await visitor.come_in(ana.token)
        await at(visitor, "charts")
        chart = visitor.page.get_by_role("img", name="Corrections over time")
        await expect(chart.locator("rect.part")).to_have_count(4)
        box = await chart.bounding_box()
        assert box is not None
        assert box["width"] <= 340
        await visitor.page.set_viewport_size({"width": 700, "height": 740})
        await expect(chart).to_have_attribute("width", "660")


async def test_gaps_and_axes(bare_page: Visitor) -> None:
    gaps = await bare_page.module(
        "../curation/drawing.js",
        "(m) => [m.withGaps([{date: '2026-03-01'}, {date: '2026-03-04'}], 'day').map((one) => one.date),"
        " m.withGaps([{date: '2026-03-02'}, {date: '2026-03-16'}], 'week').length, m.withGaps([], 'day')]",
    )
    assert gaps == [["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04"], 3, []]
    ends = await bare_page.module("../curation/drawing.js", "(m) => [0, 1, 3, 7, 12, 430].map((one) => m.niceMax(one))")
    assert ends == [1, 1, 5, 10, 20, 500]
