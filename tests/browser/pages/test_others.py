"""Do the pages of jobs, meetings and places show what there is, and do what they offer?"""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import Visit
from tests.support.browser import Visitor, row
from tests.support.console_pages import assert_readable, at
from tests.support.steward import Person, Steward

from orchestrator.domain.senses.meetings.schemas import EXAMPLE

pytestmark = pytest.mark.browser


async def test_jobs(visit: Visit, steward: Steward, ana: Person) -> None:
    admin = await steward.with_scopes(ana, "ask", "read", "write", "admin")
    async with visit() as visitor:
        await visitor.come_in(admin.token)
        await at(visitor, "jobs")
        await assert_readable(visitor, "jobs")
        await visitor.button("Run now: Work out coming occurrences of series").click()
        await expect(visitor.page.locator("#notes")).to_contain_text("is done")
        await expect(visitor.button("Run now: Work out coming occurrences of series")).to_be_focused()
        await visitor.page.get_by_role("link", name="Work out coming occurrences of series").click()
        await expect(visitor.page.locator(".row").first).to_contain_text("by hand")
        await assert_readable(visitor, "job")
        await at(visitor, "jobs/there.is.none")
        await expect(visitor.page.locator("#page").get_by_role("alert")).to_be_visible()


async def test_meetings(visit: Visit, steward: Steward, ana: Person) -> None:
    whole = await steward.with_every_scope(ana)
    rui = await ana.post("/contacts", {"display_name": "Rui Costa"})
    sent = await whole.post("/ingest/meetings/transcript", EXAMPLE)
    await whole.post(f"/jobs/{sent['job_id']}/retry")
    await ana.until("/meetings/ext-1", lambda one: one["state"] == "done")
    async with visit() as visitor:
        await visitor.come_in(whole.token)
        await at(visitor, "meetings")
        await expect(row(visitor, "Kick-off")).to_be_visible()
        await assert_readable(visitor, "meetings")
        await row(visitor, "Kick-off").get_by_role("link").click()
        page = visitor.page.locator(".meeting")
        await expect(page).to_contain_text("I'll send it by Friday.")
        said = visitor.page.locator(".said-line")
        await expect(said).to_have_count(2)
        await expect(said.first).to_contain_text("Who sends the offer to the client?")
        await visitor.button("Name Rui").click()
        await visitor.page.get_by_label("Who is Rui?").fill("Rui")
        await visitor.page.get_by_role("group", name="Found").get_by_role("button", name="Rui Costa").click()
        await assert_readable(visitor, "naming")
        await visitor.button("It is them").click()
        await expect(page.get_by_role("link", name="Rui Costa").first).to_be_visible()
        await expect(said.first.get_by_role("link", name="Rui Costa")).to_be_visible()
        speakers = (await ana.get("/meetings/ext-1"))["speakers"]
        assert [one["contact_id"] for one in speakers if one["speaker"] == "Rui"] == [rui["id"]]
        await visitor.button("Take back who Rui Costa is").click()
        await expect(visitor.page.locator("#notes")).to_contain_text("Taken back.")
        await assert_readable(visitor, "meeting")


async def test_places(visitor: Visitor, ana: Person) -> None:
    await at(visitor, "places")
    await expect(visitor.page.get_by_text("No place is known yet.")).to_be_visible()
    await visitor.page.get_by_role("link", name="Add a place").first.click()
    await assert_readable(visitor, "form")
    await visitor.page.get_by_label("Name", exact=True).fill("Casa <b>da</b> Ana")
    await visitor.page.get_by_label("Latitude").fill("91")
    await visitor.page.get_by_label("Longitude").fill("-9.14")
    await visitor.button("Save").click()
    await expect(visitor.page.get_by_label("Latitude")).to_be_focused()
    await visitor.page.get_by_label("Latitude").fill("38.72")
    await visitor.page.get_by_label("Radius in metres").fill("90")
    await visitor.page.get_by_label("It is like home").check()
    await visitor.button("Save").click()
    await expect(visitor.page.get_by_role("heading", name="Casa <b>da</b> Ana")).to_be_focused()
    await assert_readable(visitor, "place")
    (made,) = (await ana.get("/places"))["items"]
    assert (made["lat"], made["radius_m"], made["home_like"]) == (38.72, 90, True)
    await at(visitor, "places")
    await expect(row(visitor, "Casa")).to_contain_text("90 m")
    await assert_readable(visitor, "places")


async def test_connections(visit: Visit, steward: Steward, ana: Person) -> None:
    admin = await steward.with_scopes(ana, "ask", "read", "write", "curate", "admin")
    async with visit() as visitor:
        await visitor.come_in(admin.token)
        await at(visitor, "connections")
        await visitor.page.get_by_text("Connect something").click()
        await visitor.page.get_by_label("Address").fill("http://127.0.0.1:9/feed.ics")
        await visitor.button("Connect").click()
        await expect(visitor.page.locator("#page").get_by_role("alert")).to_be_visible()  # a private address
        await expect(visitor.page.get_by_label("Address")).to_have_value("http://127.0.0.1:9/feed.ics")
        await assert_readable(visitor, "connections")
        await at(visitor, "connections/skills")
        await row(visitor, "weekly-review").get_by_text("Review", exact=True).click()
        await expect(row(visitor, "weekly-review").locator("pre")).to_contain_text("weekly-review")
        await assert_readable(visitor, "skills")
        await visitor.button("Switch off weekly-review").click()
        await visitor.button("Approve weekly-review").click()
        await expect(visitor.button("Switch off weekly-review")).to_be_visible()
        await at(visitor, "connections/servers")
        await visitor.page.get_by_text("Connect a server").click()
        await assert_readable(visitor, "servers")


async def test_two_places_become_one_and_two_again(visitor: Visitor, ana: Person) -> None:
    shop = await ana.post("/places", {"name": "Minipreço", "lat": 38.735, "lon": -9.13, "address": "Rua A 1"})
    twin = await ana.post("/places", {"name": "Minipreço", "lat": 38.7353, "lon": -9.1303, "aliases": ["corner shop"]})
    await ana.post("/places", {"name": "Far away", "lat": 41.1, "lon": -8.6})
    await ana.post("/events", {"title": "Shopping", "place_id": twin["id"], "start_at": "2026-11-27T10:00"})
    page = visitor.page
    await at(visitor, f"places/{shop['id']}")
    await visitor.button("Merge…").click()
    asked = page.get_by_role("dialog")
    offered = asked.get_by_role("group", name="Found").get_by_role("button")
    await expect(offered.first).to_contain_text("38.7353")  # the same name goes before what is farther
    await assert_readable(visitor, "which other place")
    await offered.first.click()
    await expect(asked.locator(".receipt")).to_contain_text("corner shop")
    await expect(asked.locator(".receipt")).to_contain_text("1 event")
    await assert_readable(visitor, "what moves")
    await asked.get_by_role("button", name="Merge…").click()
    await expect(asked).to_have_count(0)
    await expect(page.get_by_text("Merged.")).to_be_visible()
    await expect(page.locator("#page h3").first).to_be_focused()
    assert (await ana.send("GET", f"/places/{twin['id']}")).status_code == 404
    await visitor.button("Take it back").click()
    await expect(page.get_by_text("They are two places again.")).to_be_visible()
    assert (await ana.get(f"/places/{twin['id']}"))["aliases"] == ["corner shop"]
