"""Are people found, shown with all that is known of them, changed, merged and taken back, and brought in and out?"""

import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import FilePayload, expect
from tests.browser.conftest import Visit
from tests.support.browser import Visitor, row
from tests.support.console_pages import assert_readable, at, settled
from tests.support.curating import token
from tests.support.steward import Person, Steward

pytestmark = pytest.mark.browser
CARDS = (
    "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:1\r\nFN:Inês <b>Reis</b>\r\nBDAY:1990-05-14\r\nEND:VCARD\r\n"
    "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:2\r\nFN:Rui Costa\r\nEMAIL:rui@example.org\r\nEND:VCARD\r\n"
)


def dialog(visitor: Visitor) -> Any:
    """What asks."""
    return visitor.page.get_by_role("dialog")


async def known(person: Person) -> dict[str, Any]:
    """Ana Souza with all that a page can hold."""
    soon = date.today() + timedelta(days=3)  # noqa: DTZ011 - a birthday has no zone
    ana = await person.post(
        "/contacts",
        {
            "display_name": "Ana Souza",
            "emails": [{"value": "ana@example.org", "label": "home"}],
            "birthday": f"1990-{soon:%m-%d}" if (soon.month, soon.day) != (2, 29) else "1990-03-01",
            "groups": ["Book club"],
        },
    )
    ines = await person.post("/contacts", {"display_name": "Inês Reis"})
    home = await person.post("/places", {"name": "Ana's house"})
    await person.post(f"/contacts/{ana['id']}/relationships", {"contact_id": ines["id"], "label": "Sister"})
    await person.post(f"/contacts/{ana['id']}/places", {"place_id": home["id"], "label": "Home"})
    for ago, title in ((-20, "Dinner"), (-3, "Coffee"), (5, "Lunch"), (30, "Concert")):
        day = date.today() + timedelta(days=ago)  # noqa: DTZ011 - days away from today, whatever the hour
        who = [{"contact_id": ana["id"]}]
        await person.post("/events", {"title": title, "start_at": f"{day}T13:00:00", "participants": who})
    await person.post("/facts", {"text": "Ana is allergic to peanuts", "subjects": ["Ana Souza"]})
    return dict(ana)


async def test_people_can_be_read(visitor: Visitor, ana: Person) -> None:
    await at(visitor, "people")
    await expect(visitor.page.get_by_text("Nobody is here yet.")).to_be_visible()
    await assert_readable(visitor, "nobody")
    person = await known(ana)
    await ana.post("/contacts", {"display_name": "Ana M. Souza", "emails": ["ana@example.org"]})
    await at(visitor, "people")
    await visitor.page.reload()
    await settled(visitor)
    await assert_readable(visitor, "list")
    await at(visitor, f"people/{person['id']}")
    for one in await visitor.page.locator("#page summary").all():
        await one.click()
    await assert_readable(visitor, "person")
    await at(visitor, f"people/{person['id']}/edit")
    await assert_readable(visitor, "form")
    await at(visitor, "people/duplicates")
    await assert_readable(visitor, "duplicates")
    await visitor.page.get_by_role("button", name="Merge").first.click()
    await expect(dialog(visitor).get_by_role("button", name="Merge")).to_be_enabled()
    await assert_readable(visitor, "merge")
    await visitor.page.keyboard.press("Escape")
    await at(visitor, "people/groups")
    await assert_readable(visitor, "groups")
    await at(visitor, "people/00000000-0000-0000-0000-000000000000")
    await expect(visitor.page.locator("#page").get_by_role("alert")).to_be_visible()
    await assert_readable(visitor, "nobody of that address")


async def test_somebody_is_written_found_changed_and_erased(visitor: Visitor, ana: Person) -> None:
    await ana.post("/contacts", {"display_name": "Zoë"})
    await at(visitor, "people")
    await visitor.page.get_by_role("link", name="Add a person").first.click()
    await visitor.page.get_by_label("Name", exact=True).fill("Ana <i>Souza</i>")
    await visitor.page.get_by_label("Email").fill("not an address")
    await visitor.button("Save").click()
    await expect(visitor.page.get_by_label("Email")).to_be_focused()
    await visitor.page.get_by_label("Email").fill("ana@example.org, home")
    await visitor.page.get_by_label("Birthday").fill("14/5")  # as days are written in en-GB
    await visitor.button("Save").click()
    heading = visitor.page.get_by_role("heading", name="Ana <i>Souza</i>", exact=True)
    await expect(heading).to_be_focused()
    await expect(visitor.page.locator(".person")).to_contain_text("14 May")
    (made,) = (await ana.get("/contacts", q="Ana"))["items"]
    assert made["emails"] == [{"value": "ana@example.org", "label": "home"}]
    await visitor.page.get_by_role("link", name="Edit").click()
    await ana.patch(f"/contacts/{made['id']}", {"notes": "Changed elsewhere"})
    await expect(visitor.page.get_by_label("Birthday")).to_have_value("14/05")
    await visitor.page.get_by_label("Organisation").fill("Clinic")
    await visitor.page.get_by_label("Birthday").fill("14.05.1990")
    await visitor.button("Save").click()
    await expect(visitor.page.locator(".conflict")).to_contain_text("Changed elsewhere")
    await visitor.button("Save").click()
    await expect(visitor.page.locator(".person-head")).to_contain_text("Clinic")
    now = await ana.get(f"/contacts/{made['id']}")
    assert (now["notes"], now["birthday"]) == ("Changed elsewhere", "1990-05-14")
    await visitor.page.get_by_role("link", name="All people").last.click()
    rows = visitor.page.locator(".row")
    await expect(rows).to_have_count(2)
    await visitor.page.get_by_label("Search people").fill("zo")
    await expect(rows).to_have_count(1)
    assert visitor.page.url.endswith("#/people?q=zo")
    await visitor.page.reload()
    await expect(visitor.page.get_by_label("Search people")).to_have_value("zo")
    await at(visitor, f"people/{made['id']}")
    await visitor.button("Erase").click()
    await expect(dialog(visitor)).to_contain_text("1 contact")
    await dialog(visitor).get_by_role("button", name="Erase").click()
    await expect(visitor.page.locator(".arrived")).to_contain_text("was erased")
    await expect(visitor.page.locator(".row")).to_have_count(1)


async def test_one_person_with_all_that_is_known(visitor: Visitor, ana: Person) -> None:
    person = await known(ana)
    await at(visitor, f"people/{person['id']}")
    page = visitor.page.locator(".person")
    together = page.locator(".part").filter(has=visitor.page.get_by_role("heading", name="Together"))
    await expect(together.locator("dd").nth(0)).to_contain_text("Lunch")
    await expect(together.locator("dd").nth(1)).to_contain_text("Coffee")
    await expect(page).to_contain_text("birthday in 3 days")
    await expect(page.get_by_role("link", name="Ana is allergic to peanuts")).to_be_visible()
    lunch = together.get_by_role("link", name="Lunch")
    await expect(lunch).to_have_attribute("href", re.compile(r"^#/calendar/event/"))
    await visitor.button("They agreed: learn it").click()
    await expect(visitor.button("Learn it no more")).to_be_focused()
    assert (await ana.get(f"/contacts/{person['id']}/voice"))["enabled"] is True
    rui = await ana.post("/contacts", {"display_name": "Rui Costa"})
    await visitor.page.get_by_text("Add a relation").click()
    await visitor.page.get_by_label("Who", exact=True).fill("Rui")
    await visitor.page.get_by_role("group", name="Found").get_by_role("button", name="Rui Costa").click()
    await visitor.page.get_by_label("What they are to Ana Souza").fill("Husband")
    await visitor.button("Add a relation").click()
    await expect(page.get_by_role("link", name="Rui Costa")).to_be_visible()
    assert rui["id"] in {one["contact_id"] for one in (await ana.get(f"/contacts/{person['id']}"))["relationships"]}
    await visitor.button("Take Inês Reis away").click()
    await expect(page.get_by_role("link", name="Inês Reis")).to_have_count(0)


async def test_two_become_one_and_two_again(visitor: Visitor, ana: Person) -> None:
    await ana.post("/contacts", {"display_name": "Ana Souza", "emails": ["ana@example.org"]})
    await ana.post("/contacts", {"display_name": "A. Souza", "emails": ["ana@example.org"], "phones": ["+351 911"]})
    await at(visitor, "people/duplicates")
    await expect(visitor.page.locator(".row")).to_contain_text("the same email address")
    await visitor.page.get_by_role("button", name="Merge").click()
    await dialog(visitor).get_by_label("Ana Souza").check()
    await expect(dialog(visitor).locator(".receipt")).to_contain_text("+351 911")
    await dialog(visitor).get_by_role("button", name="Merge").click()
    await expect(visitor.button("Take it back")).to_be_focused()
    (one,) = (await ana.get("/contacts"))["items"]
    assert (one["display_name"], [each["value"] for each in one["phones"]]) == ("Ana Souza", ["+351 911"])
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.page.get_by_text("They are two again.")).to_be_visible()
    assert len((await ana.get("/contacts"))["items"]) == 2


async def test_somebody_is_merged_from_their_own_page(visitor: Visitor, ana: Person) -> None:
    kept = await ana.post("/contacts", {"display_name": "Ana Souza"})
    await ana.post("/contacts", {"display_name": "Anita", "phones": ["+351 911"]})
    await at(visitor, f"people/{kept['id']}")
    await visitor.button("Merge…").click()
    await dialog(visitor).get_by_label("The other one").fill("Ani")
    await dialog(visitor).get_by_role("group", name="Found").get_by_role("button", name="Anita").click()
    await expect(dialog(visitor).locator(".receipt")).to_contain_text("+351 911")
    await assert_readable(visitor, "merge from a page")
    await dialog(visitor).get_by_role("button", name="Merge…").click()
    await expect(visitor.button("Take it back")).to_be_visible()
    assert [one["display_name"] for one in (await ana.get("/contacts"))["items"]] == ["Ana Souza"]
    await visitor.button("Take it back").click()
    await expect(visitor.page.get_by_text("They are two again.")).to_be_visible()
    assert len((await ana.get("/contacts"))["items"]) == 2


async def test_groups(visitor: Visitor, ana: Person) -> None:
    await known(ana)
    await at(visitor, "people/groups")
    await row(visitor, "Book club").get_by_role("link").click()
    await expect(visitor.page.get_by_role("list", name="Members")).to_contain_text("Ana Souza")
    await visitor.button("Edit").click()
    await visitor.page.get_by_label("Members").fill("Inês")
    await visitor.page.get_by_role("group", name="Found").get_by_role("button", name="Inês Reis").click()
    await visitor.button("Save").click()
    await expect(visitor.page.get_by_role("list", name="Members")).to_contain_text("Inês Reis")


async def test_cards_come_in_and_go_out(visitor: Visitor, ana: Person, tmp_path: Path) -> None:
    await at(visitor, "people")
    async with visitor.page.expect_file_chooser() as choosing:
        await visitor.button("Import vCard").click()
    card = FilePayload(name="book.vcf", mimeType="text/vcard", buffer=CARDS.encode())
    await (await choosing.value).set_files(card)
    await expect(visitor.page.get_by_role("status").filter(has_text="2 new")).to_be_visible()
    await expect(visitor.page.locator(".row")).to_have_count(2)
    await expect(row(visitor, "Inês <b>Reis</b>")).to_be_visible()
    async with visitor.page.expect_file_chooser() as choosing:
        await visitor.button("Import vCard").click()
    await (await choosing.value).set_files({**card, "buffer": b"no card at all"})
    await expect(visitor.page.locator("#page").get_by_role("alert")).to_contain_text("no vCard")
    async with visitor.page.expect_download() as coming:
        await visitor.button("Export vCard").click()
    await (await coming.value).save_as(tmp_path / "out.vcf")
    assert "rui@example.org" in (tmp_path / "out.vcf").read_text()


async def test_whoever_may_only_read_is_told_so(visit: Visit, steward: Steward, ana: Person) -> None:
    person = await ana.post("/contacts", {"display_name": "Ana Souza"})
    async with visit() as visitor:
        await visitor.come_in(await token(steward, ana, "ask", "read"))
        await at(visitor, f"people/{person['id']}/edit")
        await visitor.page.get_by_label("Organisation").fill("Clinic")
        await visitor.button("Save").click()
        await expect(visitor.page.locator("#page").get_by_role("alert")).to_contain_text("lacks the scope “write”")
        await expect(visitor.page.get_by_label("Organisation")).to_have_value("Clinic")
