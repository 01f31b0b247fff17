"""Does the app let one in by a code, show an answer on its way, carry out a card once confirmed, lose no message?"""

from typing import Any

import pytest
from playwright.async_api import Route, expect
from tests.browser.mobile.conftest import Phone, code_for
from tests.support.axe import serious
from tests.support.model_script import Hang
from tests.support.steward import Steward
from tests.support.waiting import eventually

pytestmark = pytest.mark.mobile


def answers(phone: Phone) -> Any:
    """What Steward has said in the talk."""
    return phone.page.get_by_role("article", name="Steward")


async def milk(phone: Phone, steward: Steward) -> Any:
    """Ask for a todo; the card that waits."""
    await phone.open("/thread/new")
    steward.model.call("todos_create", {"title": "Buy milk"})
    steward.model.say("I have prepared it for you.")
    await phone.send("Add milk to my list")
    card = phone.page.get_by_role("group").filter(has_text="Buy milk")
    await expect(card.get_by_role("status")).to_have_text("Waits for you")
    return card


async def test_paired_by_a_code_asked_and_answered(phone: Phone, steward: Steward) -> None:
    await phone.open()
    await phone.try_secret("AAAA-AAAA")
    await expect(phone.page.get_by_role("alert").filter(has_text="not valid")).to_be_visible()
    await phone.sign_in(await code_for(phone.person))
    await expect(phone.text("Your talks will be listed here.")).to_be_visible()
    await phone.button("New talk").click()
    steward.model.call("get_todos", {"status": "open"})
    steward.model.say("Nothing is **open**.")
    await phone.send("What is on my list?")
    await expect(answers(phone)).to_have_text("Nothing is open.")
    await expect(phone.page.get_by_role("article", name="You")).to_have_text("What is on my list?")
    (thread,) = (await phone.person.get("/threads"))["items"]
    assert phone.page.url.endswith(f"/thread/{thread['id']}")
    (told,) = (await phone.person.get(f"/threads/{thread['id']}/messages"))["items"][:1]
    assert told["content"] == "What is on my list?"
    await phone.page.reload()
    await expect(answers(phone)).to_have_text("Nothing is open.")
    await phone.open()
    await phone.page.get_by_role("link", name=thread["title"]).click()
    await expect(answers(phone)).to_have_text("Nothing is open.")


async def test_one_sees_what_it_does_and_can_stop_it(signed_in: Phone, steward: Steward) -> None:
    phone = signed_in
    await phone.open("/thread/new")
    steward.model.call("get_todos", {"status": "open"})
    steward.model.add(Hang())
    before = len(steward.asked)
    await phone.send("What is on my list?")
    await expect(phone.page.get_by_text("get_todos: done")).to_be_visible()
    await expect(phone.text("Working…")).to_be_visible()
    await eventually(lambda: len(steward.asked) > before + 1)  # else the next turn is the one that hangs
    await phone.button("Stop").click()
    await expect(answers(phone)).to_have_count(1)
    (run,) = (await phone.person.get("/runs"))["items"]
    assert run["stop_reason"] == "cancelled"
    await expect(phone.button("Stop")).to_have_count(0)


async def test_a_card_is_confirmed_and_taken_back(signed_in: Phone, steward: Steward) -> None:
    card = await milk(signed_in, steward)
    assert await signed_in.person.count("todos") == 0
    await card.get_by_role("button", name="Confirm").click()
    await expect(card.get_by_role("status")).to_have_text("Done")
    assert [one["title"] for one in (await signed_in.person.get("/todos"))["items"]] == ["Buy milk"]
    await card.get_by_role("button", name="Undo").click()
    await expect(card.get_by_role("status")).to_have_text("Undone")
    assert (await signed_in.person.get("/todos"))["items"] == []


async def test_a_card_is_edited_before_it_is_confirmed(signed_in: Phone, steward: Steward) -> None:
    card = await milk(signed_in, steward)
    await card.get_by_role("button", name="Edit").click()
    form = signed_in.page.get_by_role("group", name="Edit: ")
    assert await serious(signed_in.page) == []
    await form.get_by_label("Due", exact=True).fill("the day after never")
    await form.get_by_role("button", name="Save", exact=True).click()
    await expect(form.get_by_role("alert")).to_be_visible()
    await form.get_by_label("Due", exact=True).fill("2027-03-05 18:00")
    await form.get_by_role("button", name="Save", exact=True).click()
    await expect(signed_in.text("Changed. Confirm it when it is right.")).to_be_visible()
    await expect(card).to_contain_text("Due: 5 Mar 2027, 18:00")
    assert await signed_in.person.count("todos") == 0
    await card.get_by_role("button", name="Edit").click()
    await form.get_by_label("Title", exact=True).fill("Buy oat milk")
    await form.get_by_role("button", name="Save and confirm").click()
    oat = signed_in.page.get_by_role("group").filter(has_text="Buy oat milk")
    await expect(oat.get_by_role("status").first).to_have_text("Done")
    (todo,) = (await signed_in.person.get("/todos"))["items"]
    assert (todo["title"], todo["due_at"]) == ("Buy oat milk", "2027-03-05T18:00:00")


async def test_a_card_is_there_after_a_restart_and_can_be_cancelled(signed_in: Phone, steward: Steward) -> None:
    card = await milk(signed_in, steward)
    await signed_in.page.reload()
    await expect(card.get_by_role("status")).to_have_text("Waits for you")
    await card.get_by_role("button", name="Cancel").click()
    await expect(card.get_by_role("status")).to_have_text("Cancelled")
    assert (await signed_in.person.get("/previews", state="pending"))["items"] == []


async def test_a_card_that_was_decided_elsewhere_says_so(signed_in: Phone, steward: Steward) -> None:
    card = await milk(signed_in, steward)
    (preview,) = (await signed_in.person.get("/previews", state="pending"))["items"]
    await signed_in.person.post(f"/previews/{preview['id']}/cancel")
    await card.get_by_role("button", name="Confirm").click()
    await expect(card.get_by_role("alert")).to_be_visible()
    await expect(card.get_by_role("status")).to_have_text("Cancelled")
    assert await signed_in.person.count("todos") == 0


async def test_what_was_sent_without_a_connection_goes_out_once(signed_in: Phone, steward: Steward) -> None:
    phone = signed_in
    await phone.open("/thread/new")
    steward.model.say("Here I am.")
    tries = 0

    async def lose(route: Route) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:  # arrives, and its answer is lost
            await route.fetch()
        await route.abort("connectionreset")

    await phone.page.route("**/ask/stream", lose)
    await phone.send("Good morning")
    await expect(phone.page.get_by_role("main").get_by_text("This is not sent yet")).to_be_visible()
    await phone.page.unroute_all()
    await phone.open()  # the app ends, and starts anew
    await expect(phone.page.get_by_role("link").filter(has_text="Here I am.")).to_be_visible()
    await phone.page.get_by_role("link").filter(has_text="Here I am.").click()
    await expect(answers(phone)).to_have_text("Here I am.")
    assert await phone.person.count("messages") == 2
    assert len(steward.asked) == 1
    await eventually(
        lambda: phone.page.evaluate("localStorage.getItem('steward.app.outbox')"), lambda kept: kept == "{}"
    )


async def test_a_refusal_is_told_in_its_own_words(signed_in: Phone, steward: Steward) -> None:
    phone = signed_in
    await phone.open("/thread/new")

    async def refuse(route: Route) -> None:
        await route.fulfill(status=422, json={"code": "invalid_request", "detail": "This is too odd."})

    await phone.page.route("**/ask/stream", refuse)
    await phone.send("Good evening")
    failed = phone.page.get_by_role("group", name="Not answered")
    await expect(failed.get_by_role("alert")).to_have_text("This is too odd.")
    await phone.page.unroute_all()
    steward.model.say("Not so odd.")
    await failed.get_by_role("button", name="Try again").click()
    await expect(answers(phone)).to_have_text("Not so odd.")


async def test_what_is_asked_back_is_answered_by_a_choice(signed_in: Phone, steward: Steward) -> None:
    phone = signed_in
    for name in ("Rui Alves", "Rui Costa"):
        await phone.person.post("/contacts", {"display_name": name})
    await phone.open("/thread/new")
    steward.model.call("events_create", {"title": "Lunch", "start_at": "2027-03-05T12:30", "participants": ["Rui"]})
    await phone.send("Book lunch with Rui on 5 March 2027 at 12:30")
    choice = phone.page.get_by_role("button", name="Rui Costa")
    await expect(choice).to_be_visible()
    steward.model.always("I have prepared the lunch with Rui Costa.")
    await choice.click()
    await expect(phone.page.get_by_role("article", name="You").last).to_have_text("Rui Costa")
    await phone.page.get_by_role("button", name="Confirm").click()
    await expect(phone.page.get_by_role("group").filter(has_text="Lunch").get_by_role("status")).to_have_text("Done")
    (event,) = (await phone.person.get("/events"))["items"]
    assert [one["name"] for one in event["participants"]] == ["Rui Costa"]
