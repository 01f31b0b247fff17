"""Does the user see exactly what waits, decide it with one press, and learn what became of it?"""

import re
from typing import Any

import pytest
from playwright.async_api import expect
from tests.browser.conftest import Visit
from tests.support.browser import Visitor
from tests.support.steward import Person, Steward

pytestmark = pytest.mark.browser


async def propose(visitor: Visitor, steward: Steward, **arguments: Any) -> Any:
    """Ask for an event; the card that waits."""
    wanted = {"title": "Dentist", "start_at": "2027-03-05T10:00", "participants": ["Rui"], **arguments}
    steward.model.call("events_create", wanted)
    steward.model.say("I have prepared it for you.")
    await visitor.ask("Book the dentist on 5 March 2027 at 10 with Rui")
    await expect(visitor.card).to_have_attribute("data-state", "pending")
    return visitor.card


async def milk(visitor: Visitor, steward: Steward) -> Any:
    """Ask for a todo; the card that waits."""
    steward.model.call("todos_create", {"title": "Buy milk"})
    steward.model.say("I have prepared it for you.")
    await visitor.ask("Add milk to my list")
    await expect(visitor.card).to_have_attribute("data-state", "pending")
    return visitor.card


async def waits(person: Person) -> Any:
    """The one preview that waits."""
    (preview,) = (await person.get("/previews", state="pending"))["items"]
    return preview


async def test_a_proposal_is_confirmed_and_taken_back(visitor: Visitor, steward: Steward, ana: Person) -> None:
    card = await propose(visitor, steward)
    for text in ("Create event “Dentist”", "Fri, 5 Mar 2027, 10:00", "Fri, 5 Mar 2027, 11:00", "Rui", "Waits until"):
        await expect(card).to_contain_text(text)
    await expect(visitor.page.locator("#waiting-link")).to_have_text("Waiting for you1")
    assert await ana.count("events") == 0
    await card.get_by_role("button", name="Confirm").click()
    await expect(card).to_have_attribute("data-state", "confirmed")
    await expect(card).to_contain_text("Created event “Dentist”")
    await expect(visitor.page.locator("#waiting-link")).to_have_text("Waiting for you")
    assert await ana.count("events", "status = 'confirmed'") == 1
    await card.get_by_role("button", name="Open").click()
    await expect(visitor.page.get_by_role("dialog", name="Dentist")).to_contain_text("Fri, 5 Mar 2027, 10:00")
    await visitor.page.keyboard.press("Escape")
    undo = card.get_by_role("button", name="Undo")
    await expect(undo).to_contain_text(re.compile(r"\b(10|9|8) mins left"))
    await undo.click()
    await expect(card).to_contain_text("Taken back.")
    assert (await ana.get("/events"))["items"] == []
    await visitor.page.reload()
    await expect(visitor.card).to_contain_text("Taken back.")


async def test_a_proposal_is_edited_in_a_form(visitor: Visitor, steward: Steward, ana: Person) -> None:
    card = await propose(visitor, steward)
    await card.get_by_role("button", name="Edit").click()
    await expect(card.get_by_label("Title")).to_be_focused()
    assert await card.get_by_label("Starts").input_value() == "2027-03-05T10:00"
    assert await card.get_by_label("Starts").get_attribute("type") == "datetime-local"
    assert await card.get_by_label("Time zone").input_value() == "Europe/Lisbon"
    await card.get_by_label("Title").fill("Dentist, second floor")
    await card.get_by_label("Starts").fill("2027-03-05T14:30")
    await card.get_by_label("Ends").fill("2027-03-05T15:00")
    await card.get_by_label("With").fill("Rui\nMarta")
    await card.get_by_role("button", name="Save", exact=True).click()
    await expect(card.get_by_role("status")).to_contain_text("Changed. Confirm it")
    await expect(card).to_contain_text("Rui and Marta")
    assert await ana.count("events") == 0
    preview = await waits(ana)
    assert preview["draft"]["title"] == "Dentist, second floor"
    assert preview["draft"]["start_at"].startswith("2027-03-05T14:30")
    await visitor.page.reload()  # the first message still names the first preview: the card follows it
    await expect(visitor.card).to_contain_text("Dentist, second floor")
    await visitor.card.get_by_role("button", name="Edit").click()
    await visitor.card.get_by_label("All day").check()
    await expect(visitor.card.get_by_label("Starts")).to_have_attribute("type", "date")
    await visitor.card.get_by_label("Ends").fill("2027-03-06")
    await visitor.card.get_by_role("button", name="Save and confirm").click()
    await expect(visitor.card).to_have_attribute("data-state", "confirmed")
    (event,) = (await ana.get("/events"))["items"]
    assert (event["title"], event["all_day"], event["start_at"]) == ("Dentist, second floor", True, "2027-03-05")


async def test_an_impossible_edit_is_told_at_its_field(visitor: Visitor, steward: Steward, ana: Person) -> None:
    card = await propose(visitor, steward)
    await card.get_by_role("button", name="Edit").click()
    await card.get_by_label("Title").fill("")
    await card.get_by_role("button", name="Save", exact=True).click()
    await expect(card.get_by_role("alert")).to_be_visible()
    await expect(card.get_by_label("Title")).to_have_attribute("aria-invalid", "")
    await visitor.page.keyboard.press("Escape")
    await expect(card.get_by_role("button", name="Confirm")).to_be_visible()
    assert (await waits(ana))["draft"]["title"] == "Dentist"


async def test_a_proposal_is_dropped(visitor: Visitor, steward: Steward, ana: Person) -> None:
    card = await milk(visitor, steward)
    await card.get_by_role("button", name="Don't do it").click()
    await expect(card).to_contain_text("Cancelled. Nothing was changed.")
    assert await ana.count("todos") == 0


async def test_a_proposal_that_changed_elsewhere_is_shown_anew(visitor: Visitor, steward: Steward, ana: Person) -> None:
    card = await milk(visitor, steward)
    old = await waits(ana)
    await ana.patch(f"/previews/{old['id']}", {"edits": {"title": "Buy oat milk"}})
    await card.get_by_role("button", name="Confirm").click()
    await expect(card.get_by_role("alert")).to_contain_text("changed in the meantime")
    await expect(card).to_contain_text("Buy oat milk")
    assert await ana.count("todos") == 0
    await card.get_by_role("button", name="Confirm").click()
    await expect(card).to_have_attribute("data-state", "confirmed")
    (todo,) = (await ana.get("/todos"))["items"]
    assert todo["title"] == "Buy oat milk"


async def test_a_target_that_changed_is_shown_before_it_is_overwritten(
    visitor: Visitor, steward: Steward, ana: Person
) -> None:
    made = await ana.post("/events", {"title": "Dentist", "start_at": "2027-03-05T10:00", "timezone": "Europe/Lisbon"})
    steward.model.call("events_update", {"event": made["id"], "title": "Orthodontist"})
    steward.model.say("I have prepared it for you.")
    await visitor.ask("Rename the dentist to Orthodontist")
    await ana.patch(f"/events/{made['id']}", {"start_at": "2027-03-06T11:00", "end_at": "2027-03-06T12:00"})
    await visitor.card.get_by_role("button", name="Confirm").click()
    await expect(visitor.card.get_by_role("alert")).to_contain_text("changed in the meantime")
    await expect(visitor.card).to_contain_text("6 Mar 2027")
    await visitor.card.get_by_role("button", name="Confirm").click()
    await expect(visitor.card).to_have_attribute("data-state", "confirmed")
    assert (await ana.get(f"/events/{made['id']}"))["title"] == "Orthodontist"


async def test_a_yes_in_words_settles_the_card_too(visitor: Visitor, steward: Steward, ana: Person) -> None:
    card = await milk(visitor, steward)
    assert "milk" in await visitor.ask("yes")
    await expect(card).to_have_attribute("data-state", "confirmed")
    done = visitor.answers.last.get_by_role("list", name="What was done and not done")
    await expect(done).to_contain_text("Done")
    # … and can be taken back where it was said.
    await done.get_by_role("button", name="Undo").click()
    await expect(done).to_contain_text("Taken back.")
    assert (await ana.get("/todos"))["items"] == []


async def test_what_needs_no_confirmation_is_told_and_can_be_taken_back(
    visitor: Visitor, steward: Steward, ana: Person
) -> None:
    await ana.auto_confirm("todos_create")
    steward.model.call("todos_create", {"title": "Buy milk"})
    steward.model.say("Milk is on your list.")
    await visitor.ask("Add milk to my list")
    actions = visitor.answers.last.get_by_role("list", name="What was done and not done")
    await expect(actions).to_contain_text("Added todo “Buy milk”")
    assert await ana.count("todos", "hidden_at is null") == 1
    await visitor.page.reload()
    await actions.get_by_role("button", name="Undo").click()
    await expect(actions).to_contain_text("Taken back.")
    assert await ana.count("todos", "hidden_at is null") == 0


async def test_what_was_refused_is_told_whatever_the_text_says(visitor: Visitor, steward: Steward) -> None:
    steward.model.call("todos_complete", {"todo": "the one that is not there"})
    steward.model.always("All done, your todo is ticked off!")
    await visitor.ask("Tick off the one that is not there")
    text = await visitor.answers.last.inner_text()
    assert "Not done" in text or "Failed" in text or "Nothing was changed" in text, text


async def test_an_expired_proposal_says_so(visitor: Visitor, steward: Steward, ana: Person) -> None:
    card = await milk(visitor, steward)
    await ana.execute("update previews set expires_at = now() - interval '1 minute' where user_id = :me")
    await card.get_by_role("button", name="Confirm").click()
    await expect(card).to_have_attribute("data-state", "expired")
    await expect(card).to_contain_text("Its time is up")
    assert await ana.count("todos") == 0


async def test_all_that_waits_stands_on_one_page(visitor: Visitor, steward: Steward, ana: Person) -> None:
    for number in range(3):
        steward.model.call("todos_create", {"title": f"Thing {number}"})
        steward.model.say("I have prepared it.")
        await ana.ask(f"Add thing {number} to my list")
    await visitor.page.reload()
    await expect(visitor.page.locator("#waiting-link")).to_have_text("Waiting for you3")
    await visitor.page.locator("#waiting-link").click()
    await expect(visitor.page.get_by_role("heading", name="Waiting for you")).to_be_focused()
    cards = visitor.page.locator("#page .card")
    await expect(cards).to_have_count(3)
    await cards.filter(has_text="Thing 1").get_by_role("button", name="Confirm").click()
    await expect(visitor.page.locator("#waiting-link")).to_have_text("Waiting for you2")
    await visitor.page.reload()
    await expect(cards).to_have_count(2)


async def test_a_link_to_a_proposal_opens_it(visit: Visit, steward: Steward, ana: Person) -> None:
    steward.model.call("todos_create", {"title": "Buy milk"})
    steward.model.say("I have prepared it.")
    (preview,) = (await ana.ask("Add milk to my list"))["previews"]
    other = await steward.person("Bob Stone")
    async with visit() as visitor:
        await visitor.come_in(ana.token, f"/#/preview/{preview['id']}")
        await expect(visitor.card).to_contain_text("Buy milk")
        await visitor.card.get_by_role("button", name="Confirm").click()
        await expect(visitor.card).to_have_attribute("data-state", "confirmed")
    async with visit() as stranger:
        await stranger.come_in(other.token, f"/#/preview/{preview['id']}")
        await expect(stranger.page.get_by_role("alert")).to_contain_text("not there any more")


async def test_a_question_back_is_answered_by_a_button(visitor: Visitor, steward: Steward, ana: Person) -> None:
    for name in ("Carla Souza", "Carla Prado"):
        await ana.post("/contacts", {"display_name": name})
    wanted = {"title": "Lunch", "start_at": "2027-03-05T13:00", "participants": ["Carla"]}
    steward.model.call("events_create", wanted)
    await visitor.ask("Plan lunch with Carla on 2027-03-05 at 13:00")
    group = visitor.page.get_by_role("group", name="Choose one:")
    await expect(group.get_by_role("button")).to_have_count(2)
    await visitor.page.reload()  # the question is still open
    await expect(group.get_by_role("button")).to_have_count(2)
    steward.model.say("I have prepared it for you.")
    await group.get_by_role("button", name="Carla Prado").click()
    await expect(visitor.page.locator(".own .bubble").last).to_contain_text("Carla Prado")
    await expect(visitor.card).to_contain_text("Carla Prado")
    await expect(group).to_have_count(0)
    assert "Carla Souza" not in await visitor.card.inner_text()
    assert (await waits(ana))["draft"]["participants"][0]["name"] == "Carla Prado"


async def test_two_devices_confirm_once(visit: Visit, steward: Steward, ana: Person) -> None:
    steward.model.call("todos_create", {"title": "Buy milk"})
    steward.model.say("I have prepared it.")
    (preview,) = (await ana.ask("Add milk to my list"))["previews"]
    async with visit() as first, visit() as second:
        for visitor in (first, second):
            await visitor.come_in(ana.token, f"/#/preview/{preview['id']}")
        for visitor in (first, second):
            await visitor.card.get_by_role("button", name="Confirm").click()
            await expect(visitor.card).to_have_attribute("data-state", "confirmed")
    assert await ana.count("todos") == 1
