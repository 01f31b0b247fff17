"""Do the app's other places show what Steward says, and give what one wants to give: a position, a photo, a file?"""

from io import BytesIO

import pytest
from PIL import Image
from playwright.async_api import expect
from tests.acceptance.test_proposals_answered import two
from tests.browser.mobile.conftest import HERE, Phone
from tests.support.axe import serious
from tests.support.steward import Steward

pytestmark = pytest.mark.mobile


def photo() -> dict[str, object]:
    """A picture as a file chooser gives it."""
    into = BytesIO()
    Image.new("RGB", (64, 48), (30, 120, 60)).save(into, "JPEG")
    return {"name": "garden.jpg", "mimeType": "image/jpeg", "buffer": into.getvalue()}


async def test_the_briefing_is_made_and_read(signed_in: Phone) -> None:
    phone = signed_in
    await phone.person.post("/todos", {"title": "Water the plants", "due_at": "2020-01-01T09:00"})
    await phone.go("Today")
    await expect(phone.text("There is no briefing yet.")).to_be_visible()
    await phone.button("Make today's now").click()
    overdue = phone.page.get_by_role("group", name="Overdue")
    await expect(overdue).to_contain_text("Water the plants")
    await expect(overdue).to_contain_text("From: to-dos")
    await phone.page.reload()
    await expect(overdue).to_contain_text("Water the plants")
    await expect(phone.button("Make today's now")).to_have_count(0)


async def test_proposals_are_accepted_taken_back_and_dismissed(signed_in: Phone, steward: Steward) -> None:
    phone = signed_in
    await phone.go("Proposals")
    await expect(phone.text("Nothing is proposed now.")).to_be_visible()
    await two(steward, phone.person)
    await phone.page.reload()
    await phone.button("Accept At Iron Works").click()
    await expect(phone.text("At Iron Works is in your calendar.")).to_be_visible()
    assert [one["title"] for one in (await phone.person.get("/events"))["items"]] == ["At Iron Works"]
    await phone.button("Undo: At Iron Works").click()
    await expect(phone.button("Accept At Iron Works")).to_be_visible()
    assert (await phone.person.get("/events"))["items"] == []
    await phone.button("Dismiss Dinner at Da Gino").click()
    await phone.button("It was no event").click()
    await expect(phone.text("Dinner at Da Gino was dismissed.")).to_be_visible()
    states = {one["title"]: one["state"] for one in (await phone.person.get("/proposed-events"))["items"]}
    assert states == {"At Iron Works": "pending", "Dinner at Da Gino": "dismissed"}


async def test_jobs_say_what_happens_by_itself(signed_in: Phone) -> None:
    phone = signed_in
    await phone.go("Jobs")
    await expect(phone.page.get_by_role("group", name="daily_briefing")).to_be_visible()
    await expect(phone.text("No worker is alive: nothing happens by itself until one is started.")).to_be_visible()
    await expect(phone.text("Nothing of yours went wrong in the last seven days.")).to_be_visible()


async def test_a_position_is_sent_and_one_that_could_not_be_goes_along(signed_in: Phone) -> None:
    phone = signed_in
    await phone.go("More")
    await phone.page.route("**/mobile/location", lambda route: route.abort("connectionreset"))
    await phone.button("Send where I am").click()
    await expect(phone.page.get_by_text("Not sent: it is kept here")).to_be_visible()
    await phone.page.unroute_all()
    await phone.page.context.set_geolocation({"latitude": 41.1579, "longitude": -8.6291})
    await phone.button("Send where I am").click()
    await expect(phone.text("Steward knows that you are here.")).to_be_visible()
    found = (await phone.person.get("/locations"))["items"]
    assert {(round(one["lat"], 4), round(one["lon"], 4)) for one in found} == {
        (HERE["latitude"], HERE["longitude"]),
        (41.1579, -8.6291),
    }


async def test_a_photo_and_a_document_are_sent(signed_in: Phone, steward: Steward) -> None:
    phone = signed_in
    await phone.go("More")
    async with phone.page.expect_file_chooser() as asked:
        await phone.button("Choose a photo").click()
    await (await asked.value).set_files([photo()])  # type: ignore[list-item]
    await expect(phone.text("garden.jpg was sent. Steward is reading it.")).to_be_visible()
    await phone.open("/thread/new")
    await phone.button("Attach").click()
    lease = {"name": "lease.txt", "mimeType": "text/plain", "buffer": b"Two months' notice."}
    async with phone.page.expect_file_chooser() as asked:
        await phone.button("Choose a file").click()
    await (await asked.value).set_files([lease])  # type: ignore[list-item]
    await expect(phone.button("Remove lease.txt")).to_be_visible()
    found = {one["filename"]: one for one in (await phone.person.get("/documents"))["items"]}
    assert set(found) == {"garden.jpg", "lease.txt"}
    # No worker reads it here, and a question waits a while for one that does.
    await phone.person.execute("update documents set enhancement_status = 'done' where user_id = :me")
    steward.model.say("It is a lease.")
    async with phone.page.expect_request("**/ask/stream") as sending:
        await phone.send("What is this?")
    assert (await sending.value).post_data_json["attachments"] == [{"document_id": found["lease.txt"]["id"]}]
    await expect(phone.page.get_by_role("article", name="Steward")).to_have_text("It is a lease.")
    await expect(phone.button("Remove lease.txt")).to_have_count(0)


async def test_every_place_can_be_read(signed_in: Phone, steward: Steward) -> None:
    phone = signed_in
    await two(steward, phone.person)
    steward.model.call("todos_create", {"title": "Buy milk"})
    steward.model.say("I have prepared it for you.")
    thread = (await phone.person.ask("Add milk to my list"))["thread_id"]
    for theme in ("light", "dark"):
        await phone.page.emulate_media(color_scheme=theme)
        for path, shows in (
            ("/", "waits for you"),
            (f"/thread/{thread}", "I have prepared it for you."),
            ("/today", "There is no briefing yet."),
            ("/proposals", "At Iron Works"),
            ("/jobs", "What happens by itself"),
            ("/more", "Photos and documents"),
        ):
            await phone.open(path)
            await expect(phone.page.get_by_text(shows).first).to_be_visible()
            assert await serious(phone.page) == [], (path, theme)
