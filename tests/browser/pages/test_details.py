"""Is what stands on the pages in the reader's words and whole: times once, no names of machines, nothing cut?"""

from datetime import UTC, date, datetime, timedelta

import pytest
from playwright.async_api import expect
from sqlalchemy import text
from tests.browser.conftest import Visit
from tests.support.browser import PHONE, Visitor
from tests.support.console_pages import assert_readable, at
from tests.support.steward import Person, Steward

from orchestrator.scheduling import history
from orchestrator.scheduling.history import Tick

pytestmark = pytest.mark.browser
CUT = """() => { const frame = document.querySelector("svg.circle").getBoundingClientRect();
  return [...document.querySelectorAll("svg.circle text")]
    .filter(one => one.getBoundingClientRect().bottom > frame.bottom).map(one => one.textContent); }"""
ON_TWO_LINES = """node => { const range = document.createRange(); range.selectNodeContents(node);
  return new Set([...range.getClientRects()].map(one => Math.round(one.top))).size > 1; }"""
MACHINE = r"POST /|UTC|contacts\.duplicates"


async def test_what_one_relation_is_called_is_not_cut(visitor: Visitor, ana: Person) -> None:
    ines = await ana.post("/contacts", {"display_name": "Inês Reis"})
    other = await ana.post("/contacts", {"display_name": "Rui Costa"})
    await ana.post(f"/contacts/{ines['id']}/relationships", {"contact_id": other["id"], "label": "Brother"})
    await at(visitor, f"people/{ines['id']}")
    await expect(visitor.page.locator("svg.circle")).to_be_visible()
    assert await visitor.page.evaluate(CUT) == []


async def test_an_event_tells_its_day_once_and_its_place_by_name(visitor: Visitor, ana: Person) -> None:
    home = await ana.post("/places", {"name": "Ana's house"})
    times = {"start_at": "2027-03-10T16:30:00", "end_at": "2027-03-10T17:00:00"}
    event = await ana.post("/events", {"title": "Call", "place_id": home["id"], **times})
    await at(visitor, f"calendar/event/{event['id']}")
    when = visitor.page.locator(".calendar-page .meta span").first
    await expect(when).to_have_text("Wed, 10 Mar 2027, 16:30–17:00")
    await expect(visitor.page.get_by_role("link", name="Ana's house")).to_be_visible()


async def test_a_time_is_not_broken_in_two(visit: Visit, ana: Person) -> None:
    await ana.patch("/me", {"locale": "en-US"})  # "10:30 AM" is longer than "10:30"
    day = date.today() + timedelta(days=1)  # noqa: DTZ011 - any day that comes
    for start, end, title in (("10:00", "10:45", "Dentist"), ("10:30", "12:00", "Model workshop")):
        await ana.post("/events", {"title": title, "start_at": f"{day}T{start}:00", "end_at": f"{day}T{end}:00"})
    for viewport in (None, PHONE):
        async with visit(**({"viewport": viewport} if viewport else {})) as visitor:
            await visitor.come_in(ana.token)
            for page, what in (
                (f"calendar/agenda/{day}", ".event-time"),
                (f"calendar/week/{day}", ".hours-times span"),
            ):
                await at(visitor, page)
                await expect(visitor.page.get_by_role("link", name="Model workshop")).to_be_visible()
                for one in await visitor.page.locator(what).all():
                    assert not await one.evaluate(ON_TWO_LINES), (page, await one.inner_text())


async def test_a_months_title_has_a_second_line(visitor: Visitor, ana: Person) -> None:
    day = date.today()  # noqa: DTZ011
    await ana.post("/events", {"title": "Climbing with Clara", "start_at": f"{day}T19:00:00"})
    await at(visitor, "calendar/month")
    title = visitor.page.locator(".month .chip .said")
    assert await title.evaluate(
        "node => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight + 1"
    )
    await assert_readable(visitor, "month")


async def test_jobs_are_told_without_addresses_of_the_machine(visit: Visit, steward: Steward, ana: Person) -> None:
    admin = await steward.with_scopes(ana, "ask", "read", "write", "admin")
    at_noon = datetime(2026, 11, 29, 12, tzinfo=UTC)
    async with ana.database.unit_of_work() as session:
        jobs = (await session.execute(text("select name from scheduled_jobs order by name"))).scalars().all()
        overtaken = Tick(at_noon, "coalesced", "2026-11-29 12:01:00 UTC ran in its stead.")
        for job in jobs:
            await session.execute(text("delete from scheduled_job_runs where name = :name"), {"name": job})
            await history.record(session, job, [overtaken])
    async with visit() as visitor:
        await visitor.come_in(admin.token)
        await at(visitor, "jobs")
        told = visitor.page.locator("#page .rows").first
        await expect(told).to_contain_text("A later run took its place.")
        await expect(told).to_contain_text("when there is something to do")
        await expect(told.locator("code")).to_have_count(0)
        for technical in MACHINE.split("|"):
            assert technical.replace("\\", "") not in await told.inner_text()


async def test_a_step_of_a_plan_names_others_by_their_number(visitor: Visitor, ana: Person) -> None:
    mission = await ana.post("/missions", {"goal": "Review my week"})
    await at(visitor, f"missions/{mission['id']}")
    await expect(visitor.page.locator(".mission-step .meta").last).to_contain_text("after step 1, 2, 3, and 4")
    await expect(visitor.page.locator("#page")).not_to_contain_text("past_week")


async def test_each_portuguese_reads_its_own_words(visit: Visit, ana: Person) -> None:
    for locale, words, others in (("pt-PT", "Definições", "Configurações"), ("pt-BR", "Configurações", "Definições")):
        async with visit(locale=locale) as visitor:
            await visitor.page.goto(visitor.url + "/#/")
            await visitor.page.locator("#sign-in input").first.fill(ana.token)
            await visitor.page.keyboard.press("Enter")
            await expect(visitor.page.locator("#sidebar")).to_contain_text(words)
            await expect(visitor.page.locator("#sidebar")).not_to_contain_text(others)
