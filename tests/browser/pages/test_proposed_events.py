"""Are proposed events accepted, changed before, dismissed for a reason, and taken back, and is told what else waits?"""

import pytest
from playwright.async_api import expect
from tests.acceptance.test_proposals_answered import two
from tests.support.browser import Visitor, row
from tests.support.console_pages import assert_readable, at
from tests.support.rules import rule
from tests.support.steward import Person, Steward

pytestmark = pytest.mark.browser


async def test_proposals_can_be_read(visitor: Visitor, steward: Steward, ana: Person) -> None:
    await at(visitor, "proposals")
    await expect(visitor.page.get_by_text("Nothing is proposed now.")).to_be_visible()
    await assert_readable(visitor, "none")
    await two(steward, ana)
    await at(visitor, "proposals/others")
    await expect(visitor.page.locator(".row").first).to_contain_text("Nothing waits.")
    await assert_readable(visitor, "others")
    await at(visitor, "proposals/voices")
    await expect(visitor.page.get_by_text("No unknown voice was heard often enough.")).to_be_visible()
    await assert_readable(visitor, "voices")
    await at(visitor, "proposals")
    for one in await visitor.page.locator("#page summary:visible").all():
        await one.click()
    await assert_readable(visitor, "events")
    await visitor.page.get_by_role("button", name="Change Dinner").click()
    await assert_readable(visitor, "form")


async def test_proposals_are_answered_and_taken_back(visitor: Visitor, steward: Steward, ana: Person) -> None:
    await two(steward, ana)
    await at(visitor, "proposals")
    await expect(row(visitor, "Dinner at Da Gino")).to_contain_text("where you seldom are")
    await visitor.button("Accept At Iron Works").click()
    undo = visitor.button("Undo At Iron Works")
    await expect(undo).to_be_focused()
    assert [one["title"] for one in (await ana.get("/events"))["items"]] == ["At Iron Works"]
    await undo.click()
    await expect(visitor.button("Accept At Iron Works")).to_be_visible()
    assert (await ana.get("/events"))["items"] == []
    gym = row(visitor, "At Iron Works")
    await gym.get_by_text("Dismiss…").click()
    await gym.get_by_role("button", name="It was no event").click()
    await expect(visitor.button("Undo At Iron Works")).to_be_focused()
    await visitor.page.get_by_label("Show").select_option("dismissed")
    await expect(row(visitor, "At Iron Works")).to_contain_text("Dismissed")


async def test_a_proposal_is_changed_and_a_rule_passed_by(visitor: Visitor, steward: Steward, ana: Person) -> None:
    await two(steward, ana)
    await rule(ana, "latest_end", {"time": "20:00"})
    await at(visitor, "proposals")
    await visitor.button("Change Dinner at Da Gino before accepting").click()
    asked = visitor.page.get_by_role("dialog")
    await asked.get_by_label("Title").fill("Pasta with Rui")
    await asked.get_by_role("button", name="Accept", exact=True).click()
    await expect(asked.get_by_role("alert")).to_contain_text("Your rule stands against it")
    await asked.get_by_role("button", name="Accept it anyway, this once").click()
    await expect(asked).to_have_count(0)
    assert [one["title"] for one in (await ana.get("/events"))["items"]] == ["Pasta with Rui"]
