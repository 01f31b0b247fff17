"""Does a question get its answer, once, whatever happens to the page, the network or the server meanwhile?"""

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, Route, expect
from tests.browser.conftest import Visit
from tests.support.accounts import OWNER_TOKEN
from tests.support.browser import Visitor, another_tab, visiting
from tests.support.loopback_http import Recorded
from tests.support.model_script import Hang
from tests.support.postgres import PostgresServer
from tests.support.served import served
from tests.support.steward import Person, Steward, started
from tests.support.waiting import eventually

pytestmark = pytest.mark.browser


async def thread_of(visitor: Visitor) -> str:
    """The id of the open thread, from the address."""
    await expect(visitor.page).to_have_url(re.compile("#/thread/"))
    return visitor.page.url.rpartition("/")[2]


@contextmanager
def held(steward: Steward) -> Iterator[Callable[[], None]]:
    """The model thinks, once it has read a tool's result or where it needs none, until the function is called."""
    released = threading.Event()

    def think(request: Recorded) -> None:
        messages = request.body.get("messages") or [{}]
        if messages[-1].get("role") == "tool" or "morning" in str(messages[-1].get("content")):
            released.wait(30)

    steward.model.respond(think)
    yield released.set
    released.set()


async def test_a_question_gets_an_answer_with_its_steps_and_its_address(
    visitor: Visitor, steward: Steward, ana: Person
) -> None:
    steward.model.call("get_todos", {"status": "open"})
    steward.model.say("Nothing is **open**.")
    live = visitor.page.locator(".live")
    with held(steward) as release:
        await visitor.send("What is on my list?")
        await expect(live.get_by_role("listitem").filter(has_text="Looking at your list")).to_be_visible()
        await expect(visitor.page.locator("#send")).to_be_disabled()
        release()
    await expect(visitor.answers.locator("strong")).to_have_text("open")
    await expect(live).to_have_count(0)
    thread = await thread_of(visitor)
    await expect(visitor.page.locator(f'#threads a[data-thread="{thread}"]')).to_have_attribute("aria-current", "page")
    await expect(visitor.page.locator("#announcer")).to_have_text("Steward: Nothing is open.")
    sent = (await ana.get(f"/threads/{thread}/messages"))["items"][0]
    assert sent["content"] == "What is on my list?"
    assert (await ana.get("/me"))["captured_timezone"] == "Europe/Lisbon"
    await visitor.page.reload()
    await expect(visitor.answers.locator("strong")).to_have_text("open")
    await expect(visitor.page.locator(".own .bubble")).to_have_text("What is on my list?")


async def test_enter_sends_and_shift_enter_does_not(visitor: Visitor, steward: Steward) -> None:
    box = visitor.page.locator("#question")
    await box.press_sequentially("first")
    await box.press("Shift+Enter")
    await box.press_sequentially("second")
    assert await box.input_value() == "first\nsecond"
    steward.model.say("Two lines.")
    await box.press("Enter")
    await expect(visitor.page.locator(".own .bubble")).to_have_text("first\nsecond")
    await expect(visitor.answers).to_have_count(1)
    await box.fill("x" * 32_001)
    await expect(visitor.page.locator("#question-hint")).to_contain_text("1 characters too many")
    await expect(visitor.page.locator("#send")).to_be_disabled()


async def test_why_tells_how_it_was_decided(visitor: Visitor, steward: Steward) -> None:
    steward.model.call("get_events", {"action": "search", "query": "dentist"})
    steward.model.say("I found nothing about a dentist.")
    await visitor.ask("When is the dentist?")
    await visitor.button("Why?").click()
    panel = visitor.page.get_by_role("dialog", name="Why this answer")
    for text in ("I took what you said as a question", "I looked into your calendar.", "The words are those of"):
        await expect(panel.locator(".plain-why")).to_contain_text(text)
    await expect(panel.get_by_role("heading", name="What the model proposed")).to_be_hidden()
    await panel.get_by_text("In detail, as it was recorded").click()
    await expect(panel.get_by_role("heading", name="What the model proposed")).to_be_visible()
    for text in ("When is the dentist?", "a question", "get_events", "accepted", "smart", "Was the evidence there?",
                 "Evidence is enough", "nothing false"):  # fmt: skip
        await expect(panel).to_contain_text(text)
    await expect(panel).not_to_contain_text("null")
    await panel.get_by_text("Arguments").click()
    await expect(panel.locator("pre")).to_contain_text('"query": "dentist"')
    await visitor.page.keyboard.press("Escape")
    await expect(panel).to_be_hidden()
    await expect(visitor.button("Why?")).to_be_focused()


async def test_an_answer_is_rated_and_copied(visit: Visit, steward: Steward, ana: Person) -> None:
    async with visit(permissions=["clipboard-read", "clipboard-write"]) as visitor:
        await visitor.come_in(ana.token)
        steward.model.say("A **fine** answer.")
        await visitor.ask("Good morning")
        await visitor.button("Copy").click()
        await expect(visitor.page.locator("#notes")).to_have_text("Copied")
        assert await visitor.page.evaluate("() => navigator.clipboard.readText()") == "A **fine** answer."
        await visitor.button("Bad answer").click()
        await expect(visitor.button("Bad answer")).to_have_attribute("aria-pressed", "true")
        (run,) = (await ana.get("/runs"))["items"]
        assert run["feedback"]["rating"] == "bad"
        await visitor.page.reload()
        await expect(visitor.button("Bad answer")).to_have_attribute("aria-pressed", "true")
        await expect(visitor.button("Good answer")).to_have_attribute("aria-pressed", "false")


async def test_a_turn_can_be_stopped(visitor: Visitor, steward: Steward, ana: Person) -> None:
    steward.model.add(Hang())
    before = len(steward.asked)
    await visitor.send("Good morning, tell me a long story")
    await thread_of(visitor)
    await eventually(lambda: len(steward.asked) > before)  # else the next turn is the one that hangs
    await visitor.button("Stop").click()
    await expect(visitor.answers).to_have_count(1)
    await expect(visitor.answers).to_contain_text("you stopped it")
    (run,) = (await ana.get("/runs"))["items"]
    assert run["stop_reason"] == "cancelled"
    steward.model.say("Short.")
    assert "Short." in await visitor.ask("Good morning")


async def test_a_reload_in_the_middle_finds_the_turn_again(visitor: Visitor, steward: Steward, ana: Person) -> None:
    steward.model.call("get_todos", {"status": "open"})
    steward.model.say("Nothing is open.")
    with held(steward) as release:
        await visitor.send("What is on my list?")
        await expect(visitor.page.locator(".live")).to_contain_text("Looking at your list")
        await visitor.page.reload()
        await expect(visitor.page.locator(".live")).to_contain_text("Looking at your list")
        release()
        await expect(visitor.answers).to_have_count(1)
    await expect(visitor.page.locator(".own")).to_have_count(1)
    assert await ana.count("messages") == 2
    assert await visitor.page.evaluate("() => sessionStorage.getItem('steward.outbox')") == "{}"


async def test_another_device_sees_the_turn_and_its_answer(visitor: Visitor, steward: Steward) -> None:
    steward.model.say("A slow answer.")
    with held(steward) as release:
        await visitor.send("Good morning")
        thread = await thread_of(visitor)
        other = await another_tab(visitor.page.context, visitor.url)
        await other.open(f"/#/thread/{thread}")
        await expect(other.page.locator(".live")).to_be_visible()
        release()
        await expect(other.answers).to_have_count(1)
    await expect(other.page.locator(".own")).to_have_count(1)
    other.assert_well()


async def test_the_answer_comes_in_while_another_conversation_is_open(visitor: Visitor, steward: Steward) -> None:
    steward.model.say("It took a while.")
    with held(steward) as release:
        await visitor.send("Good morning")
        thread = await thread_of(visitor)
        await visitor.button("New conversation").click()
        await expect(visitor.page.locator(".live")).to_have_count(0)
        await expect(visitor.page.locator("#question")).to_be_focused()
        release()
        await visitor.page.go_back()
        await expect(visitor.page.locator(".own")).to_have_count(1)
        await expect(visitor.answers).to_have_count(1)
    assert visitor.page.url.endswith(thread)


async def test_a_lost_answer_is_asked_for_again_and_nothing_is_asked_twice(
    visitor: Visitor, steward: Steward, ana: Person
) -> None:
    lost = 0

    async def lose(route: Route) -> None:
        nonlocal lost
        lost += 1
        if lost == 1:  # never arrives
            await route.abort("connectionreset")
        elif lost == 2:  # arrives, and its answer is lost
            await route.fetch()
            await route.abort("connectionreset")
        else:
            await route.continue_()

    await visitor.page.route("**/ask/stream", lose)
    steward.model.say("Here I am.")
    assert await visitor.ask("Good morning") == "Here I am."
    assert lost == 3
    assert await ana.count("messages") == 2
    assert len(steward.asked) == 1


async def test_without_a_network_the_question_waits(visitor: Visitor, steward: Steward, ana: Person) -> None:
    context = visitor.page.context
    await context.set_offline(True)
    await expect(visitor.page.locator("#banner")).to_have_text("No connection.")
    await visitor.send("Good morning")
    await expect(visitor.page.locator(".live")).to_contain_text("goes on as soon as there is one")
    steward.model.say("Back again.")
    await context.set_offline(False)
    await expect(visitor.answers).to_contain_text("Back again.")
    await expect(visitor.page.locator("#banner")).to_be_hidden()
    assert await ana.count("messages") == 2


async def test_a_refusal_that_passes_is_waited_for(visitor: Visitor, steward: Steward) -> None:
    answers = [
        (429, {"Retry-After": "1"}, {"code": "rate_limited", "detail": "This token asks too often."}),
        (503, {"Retry-After": "1"}, {"code": "not_ready", "detail": "The model is being warmed up."}),
    ]

    async def refuse(route: Route) -> None:
        if not answers:
            await route.continue_()
            return
        status, headers, body = answers.pop(0)
        await route.fulfill(status=status, headers=headers, json=body)

    await visitor.page.route("**/ask/stream", refuse)
    steward.model.say("At last.")
    await visitor.send("Good morning")
    live = visitor.page.locator(".live")
    await expect(live).to_contain_text("Too many requests; trying again in 1")
    await expect(live).to_contain_text("Steward is starting")
    await expect(visitor.answers).to_contain_text("At last.")


async def test_a_refusal_that_stays_is_told_and_the_text_is_kept(visitor: Visitor, steward: Steward) -> None:
    async def refuse(route: Route) -> None:
        await route.fulfill(status=422, json={"code": "invalid_request", "detail": "This is too odd."})

    await visitor.page.route("**/ask/stream", refuse)
    await visitor.send("Good evening")
    await expect(visitor.page.get_by_role("alert")).to_have_text("This was not sent. This is too odd.")
    await visitor.button("Discard").click()
    assert await visitor.page.locator("#question").input_value() == "Good evening"
    await visitor.send("Good evening")
    await visitor.page.unroute_all()
    steward.model.say("Not so odd.")
    await visitor.button("Try again").click()
    await expect(visitor.answers).to_contain_text("Not so odd.")


async def test_a_killed_server_is_waited_for_and_says_what_became_of_it(
    tmp_path: Path, running_browser: Browser
) -> None:
    async with served(tmp_path) as steward, visiting(running_browser, steward.url) as visitor:
        await visitor.come_in(OWNER_TOKEN)
        steward.model.add(Hang())
        await visitor.send("Good morning, what is new?")
        await thread_of(visitor)
        await steward.kill()
        await expect(visitor.page.locator(".live")).to_contain_text("Connection lost")
        await steward.start()
        await expect(visitor.answers).to_contain_text("interrupted", timeout=30_000)
        await expect(visitor.page.locator(".own")).to_have_count(1)
        steward.model.forget()
        steward.model.say("Here again.")
        assert "Here again." in await visitor.ask("Good morning")


async def test_a_long_conversation_is_read_from_its_end(visitor: Visitor, ana: Person) -> None:
    messages = [
        {
            "external_id": f"m{i}",
            "speaker": ("Rui", "me")[i % 2],
            "text": f"line {i}",
            "at": f"2026-03-02T10:{i:02}:00Z",
        }
        for i in range(50)
    ]
    body = {"external_id": "c1", "source": "chat", "title": "An old chat", "messages": messages}
    await ana.post("/ingest/conversation", body)
    await visitor.page.reload()
    await visitor.page.get_by_role("link", name="An old chat").click()
    bubbles = visitor.page.locator(".bubble")
    await expect(bubbles).to_have_count(30)
    await expect(bubbles.last).to_have_text("line 49")
    await expect(bubbles.last).to_be_in_viewport()
    await expect(visitor.page.get_by_role("heading", name="Rui").first).to_be_attached()
    await visitor.button("Show earlier messages").click()
    await expect(bubbles).to_have_count(50)
    assert (await bubbles.all_inner_texts())[:2] == ["line 0", "line 1"]
    await expect(visitor.button("Show earlier messages")).to_have_count(0)


async def test_linked_items_lead_to_their_pages(visitor: Visitor, steward: Steward, ana: Person) -> None:
    made = await ana.post(
        "/events", {"title": "Dentist", "start_at": "2027-03-05T10:00", "timezone": "America/Sao_Paulo"}
    )
    steward.model.call("get_events", {"action": "by_ids", "ids": [made["id"]]})
    steward.model.say("The dentist is on Friday, 5 March 2027 at 10:00.")
    await visitor.ask("When is the dentist?")
    chip, place = visitor.page.locator(".links").get_by_role("link", name="Dentist"), visitor.page.locator("#page")
    await chip.click()
    await expect(place.get_by_role("heading", name="Dentist")).to_be_focused()
    await expect(place).to_contain_text("Fri, 5 Mar 2027, 10:00")  # as it stands, in its own zone
    await expect(place).to_contain_text("America/Sao_Paulo")
    await visitor.page.go_back()
    await ana.send("DELETE", f"/events/{made['id']}")
    await chip.click()
    await expect(place.get_by_role("alert")).to_be_visible()


async def test_a_first_visit_says_what_can_be_said(visitor: Visitor, steward: Steward) -> None:
    await expect(visitor.page.locator("#threads")).to_have_text("Your conversations will be listed here.")
    await visitor.button("Add milk to my shopping list").click()
    await expect(visitor.page.locator("#question")).to_be_focused()
    steward.model.say("Good.")
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.page.locator(".own .bubble")).to_have_text("Add milk to my shopping list")
    await expect(visitor.answers).to_have_count(1)


async def test_without_a_model_the_page_says_what_to_do(
    tmp_path: Path, postgres: PostgresServer, running_browser: Browser
) -> None:
    url = await postgres.clone()
    async with (
        started(tmp_path, url, llm_provider="reader") as steward,
        visiting(running_browser, steward.url, locale="pt-BR") as visitor,
    ):
        await visitor.open()
        await visitor.page.get_by_label("Token ou código").fill(OWNER_TOKEN)
        await visitor.page.keyboard.press("Enter")
        await expect(visitor.page.get_by_role("heading", name="Ainda não há um modelo")).to_be_visible()
        await expect(visitor.page.locator(".about-model code")).to_contain_text("ollama pull")
        await visitor.page.get_by_role("button", name="Põe leite na lista de compras").click()
        await visitor.page.keyboard.press("Enter")
        await expect(visitor.card).to_contain_text("leite")
        await visitor.card.get_by_role("button", name="Confirmar").click()
        await expect(visitor.card).to_have_attribute("data-state", "confirmed")
    await postgres.drop(url)


async def test_a_model_that_does_not_answer_is_told(visitor: Visitor, steward: Steward) -> None:
    steward.model.fail(500, times=6)
    await visitor.ask("What is on my list?")
    await expect(visitor.answers.locator(".stopped").first).to_contain_text("does not answer at the moment")
    await visitor.page.reload()
    await expect(visitor.answers.locator(".stopped").first).to_contain_text("does not answer at the moment")


async def test_many_questions_at_once_are_answered_apart(visit: Visit, steward: Steward) -> None:
    people = [await steward.person(f"Person {i}") for i in range(3)]
    steward.model.always("The same for all.")

    async def one(person: Person) -> None:
        async with visit() as visitor:
            await visitor.come_in(person.token)
            await visitor.ask("Good morning")
            await expect(visitor.page.locator("#threads a")).to_have_count(1)
            assert await person.count("threads") == 1

    await asyncio.gather(*map(one, people))
