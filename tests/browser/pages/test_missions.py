"""Is a mission begun, its plan and cost read before it is approved, followed while it runs, and its result shown?"""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect
from tests.browser.conftest import Visit
from tests.support.browser import Visitor, row
from tests.support.console_pages import assert_readable, at
from tests.support.curating import token
from tests.support.steward import Person, Steward

pytestmark = pytest.mark.browser
OVER = {"done", "partial", "failed", "cancelled"}


async def begun(person: Person, goal: str = "Review my week") -> dict[str, Any]:
    """It is planned, and waits for approval."""
    return dict(await person.post("/missions", {"goal": goal}))


async def test_missions_can_be_read(visitor: Visitor, ana: Person) -> None:
    await at(visitor, "missions")
    await expect(visitor.page.get_by_text("There is no mission yet.")).to_be_visible()
    await assert_readable(visitor, "none")
    mission = await begun(ana)
    await at(visitor, "missions/new")
    for one in await visitor.page.locator("#page summary").all():
        await one.click()
    await assert_readable(visitor, "form")
    await at(visitor, f"missions/{mission['id']}")
    for one in await visitor.page.locator("#page summary").all():
        await one.click()
    await assert_readable(visitor, "planned")
    await ana.post(f"/missions/{mission['id']}/approve", {"plan_hash": mission["plan"]["hash"]})
    await ana.until(f"/missions/{mission['id']}", lambda one: one["state"] in OVER)
    await at(visitor, "missions")
    await assert_readable(visitor, "list")
    await at(visitor, f"missions/{mission['id']}")
    for one in await visitor.page.locator("#page summary").all():
        await one.click()
    await assert_readable(visitor, "done")


async def test_a_mission_from_its_goal_to_its_file(visitor: Visitor, ana: Person, tmp_path: Path) -> None:
    await at(visitor, "missions/new")
    await visitor.button("Plan it").click()
    await expect(visitor.page.get_by_label("What is to be reached?")).to_be_focused()
    await visitor.page.get_by_label("What is to be reached?").fill("Review my week")
    await visitor.page.get_by_label("What do you want to hold in the end?").fill("weekly-review.md")
    await visitor.button("Plan it").click()
    page = visitor.page.locator(".mission")
    await expect(visitor.page.get_by_role("heading", name="Review my week")).to_be_focused()
    await expect(page.get_by_role("table", name="What it will take")).to_contain_text("Tokens")
    await expect(page.locator(".mission-step").first).to_contain_text("to come")
    await visitor.button("Approve this plan").click()
    await expect(page.locator("> header .mark")).to_have_text("done")  # by its stream: nobody looks again
    await expect(page.locator(".mission-step.done")).to_have_count(5)
    await expect(page.locator(".report")).to_contain_text("What was not done")
    await visitor.button("Show weekly-review.md").click()
    await expect(page.locator(".file-text")).to_contain_text("The week that was")
    async with visitor.page.expect_download() as coming:
        await visitor.button("Download weekly-review.md").click()
    await (await coming.value).save_as(tmp_path / "review.md")
    assert (tmp_path / "review.md").read_text().startswith("# Weekly review")
    await page.get_by_text("Every call of a tool").click()
    await expect(page.locator(".row").first).to_contain_text("get_events")


async def test_one_that_waits_is_seen_today_and_found_by_its_goal(visitor: Visitor, ana: Person) -> None:
    mission = await begun(ana, "Review my week in the garden")
    await at(visitor, "today")
    await expect(visitor.page.locator(".today-waits .row")).to_contain_text("waits for your approval")
    await visitor.page.keyboard.press("Control+k")
    await expect(visitor.page.get_by_role("combobox")).to_be_focused()
    await visitor.page.keyboard.type("in the garden")
    await expect(visitor.page.get_by_role("option", name=mission["goal"])).to_have_attribute("aria-selected", "true")
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.button("Approve this plan")).to_be_visible()


async def test_another_plan_than_the_one_that_was_read_is_not_approved(visitor: Visitor, ana: Person) -> None:
    mission = await begun(ana)
    await at(visitor, f"missions/{mission['id']}")
    hashed = f"update missions set plan_hash = repeat('0', 64) where id = '{mission['id']}'"
    await ana.execute(hashed)
    await visitor.button("Approve this plan").click()
    refused = visitor.page.locator("#page").get_by_role("alert")
    await expect(refused).to_contain_text("was changed meanwhile")
    await ana.execute(f"update missions set deadline = '2041-05-05T12:00Z' where id = '{mission['id']}'")
    await ana.post(f"/missions/{mission['id']}/plan", {"feedback": "Buses alone"})  # what happens is drawn at once
    await expect(visitor.page.locator("#page")).to_contain_text("2041")
    await expect(refused).to_contain_text("was changed meanwhile")
    assert (await ana.get(f"/missions/{mission['id']}"))["state"] == "planned"


async def test_its_question_is_answered_and_it_is_cancelled_and_erased(visitor: Visitor, ana: Person) -> None:
    mission = await begun(ana, "Plan my parents' visit")
    await at(visitor, f"missions/{mission['id']}")
    await visitor.button("Approve this plan").click()
    question = visitor.page.locator("[data-question]")
    await expect(question).to_be_visible()
    await assert_readable(visitor, "question")
    await question.get_by_label("Your answer").fill("on 5 May 2027")
    await question.get_by_role("button", name="Answer", exact=True).click()
    await expect(question).to_have_count(0)
    asked = (await ana.get(f"/missions/{mission['id']}"))["questions"]
    assert [one["answered_by"] for one in asked] == ["user"]
    await ana.until(f"/missions/{mission['id']}", lambda one: one["previews"] or one["state"] in OVER)
    if await visitor.button("Cancel the mission").count():
        await visitor.button("Cancel the mission").click()
        await visitor.page.get_by_role("dialog").get_by_role("button", name="Cancel the mission").click()
    await visitor.button("Erase").click()
    await visitor.page.get_by_role("dialog").get_by_role("button", name="Erase").click()
    await expect(visitor.page.locator(".arrived")).to_contain_text("The mission was erased.")


async def test_a_token_that_may_not_approve_is_told_so(visit: Visit, steward: Steward, ana: Person) -> None:
    mission = await begun(ana)
    async with visit() as visitor:
        await visitor.come_in(await token(steward, ana, "ask", "read", "write"))
        await at(visitor, "missions")
        await row(visitor, "Review my week").get_by_role("link").click()
        await visitor.button("Approve this plan").click()
        await expect(visitor.page.locator("#notes")).to_contain_text("lacks the scope “curate”")
    assert (await ana.get(f"/missions/{mission['id']}"))["state"] == "planned"
