"""How much work is a task on the console? Twenty of them, each by mouse, by keys and by words, played in Chromium.

    steward demo --port 9160 &
    .venv/bin/python -m bench.tasks http://127.0.0.1:9160 …-demo/token

Clicks and keys are counted as a person makes them (a shortcut is one key, a word its letters). The seconds are those of
the keystroke-level model (Card, Moran and Newell 1980: 0.28 s a key, 1.1 s to point, 0.1 s to press, 1.35 s to think
before each new place), and beside them what the machine took, which says little on one that is busy. Each way is judged
by what the API says afterwards; `—`: that way does not lead there.
"""

import argparse
import asyncio
import random
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import httpx
from playwright.async_api import Browser, FilePayload, Locator, Page, expect
from tests.support.browser import browser
from tests.support.waiting import eventually

A_KEY_S, TO_POINT_S, TO_PRESS_S, TO_THINK_S = 0.28, 1.1, 0.1, 1.35
PATIENCE_MS = 30_000
SETTLES_S = 20.0
WAYS = ("mouse", "keys", "words")


@dataclass
class Hand:
    """Somebody at the page, counted."""

    page: Page
    clicks: int = 0
    keys: int = 0
    thoughts: int = 0

    async def click(self, target: Locator) -> None:
        self.clicks += 1
        self.thoughts += 1
        await target.click(timeout=PATIENCE_MS)

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.keys += 1
            await self.page.keyboard.press(key)

    async def type(self, text: str) -> None:
        self.keys += len(text)
        self.thoughts += 1
        await self.page.keyboard.type(text)

    def named(self, role: Any, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role(role, name=name)

    async def to(self, name: str) -> None:
        """By a click on a page's name at the side."""
        await self.click(self.page.locator("#sidebar").get_by_role("link", name=name, exact=True))
        await self.settled()

    async def palette(self, words: str, wanted: str) -> None:
        """By Ctrl K, some letters, Enter."""
        await self.press("Control+k")
        await expect(self.page.get_by_role("combobox")).to_be_focused(timeout=PATIENCE_MS)
        await self.type(words)
        option = self.page.get_by_role("option", name=wanted).first
        await expect(option).to_be_visible(timeout=PATIENCE_MS)
        for _ in range(await self.page.locator("[role=option]").count()):
            if await option.get_attribute("aria-selected") == "true":
                break
            await self.press("ArrowDown")
        await self.press("Enter")
        await expect(self.page.get_by_role("combobox")).to_have_count(0, timeout=PATIENCE_MS)
        await self.settled()

    async def tab_to(self, target: Locator, *, most: int = 40) -> None:
        before = (
            "node => Boolean(document.activeElement.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING)"
        )
        key = "Shift+Tab" if await target.evaluate(before) else "Tab"
        for _ in range(most):
            if await target.evaluate("node => node === document.activeElement"):
                return
            await self.press(key)
        raise AssertionError(f"{target} is not reached by Tab")

    async def settled(self) -> None:
        await self.page.wait_for_function(
            "() => !document.querySelector('#page[aria-busy], #page:not([hidden]) :is([aria-busy], .progress)')",
            timeout=PATIENCE_MS,
        )

    async def say(self, words: str) -> str:
        """A new conversation, the words, Enter; the answer."""
        await self.press("Control+k")
        await expect(self.page.get_by_role("combobox")).to_be_focused(timeout=PATIENCE_MS)
        await self.press("Enter")  # "Begin a conversation" stands first
        await expect(self.page.locator("#question")).to_be_focused(timeout=PATIENCE_MS)
        return await self.go_on(words)

    async def go_on(self, words: str) -> str:
        answers = self.page.locator(".message.steward[data-message]")
        before = await answers.count()
        await self.type(words)
        await self.press("Enter")
        await expect(answers).to_have_count(before + 1, timeout=PATIENCE_MS)
        return str(await answers.last.inner_text())

    @property
    def seconds(self) -> float:
        return self.keys * A_KEY_S + self.clicks * (TO_POINT_S + TO_PRESS_S) + self.thoughts * TO_THINK_S


@dataclass
class World:
    """The life that is worked on; `way`: what is made for one way must not be found by another."""

    client: httpx.AsyncClient
    way: str
    zone: ZoneInfo
    run: str
    ids: dict[str, str] = field(default_factory=dict)

    async def get(self, path: str, **query: Any) -> Any:
        answer = await self.client.get(path, params=query)
        answer.raise_for_status()
        return answer.json()

    async def post(self, path: str, body: Any = None) -> Any:
        answer = await self.client.post(path, json=body or {})
        answer.raise_for_status()
        return answer.json()

    def day(self, ahead: int) -> str:
        return (datetime.now(self.zone) + timedelta(days=ahead)).date().isoformat()

    def name(self, what: str) -> str:
        return f"{what} {'ABC'[WAYS.index(self.way)]}{self.run}"

    async def events(self, title: str) -> list[Any]:
        found = (await self.get("/events", since=self.day(0), until=self.day(60), limit=500))["items"]
        return [one for one in found if title.lower() in one["title"].lower() and one["status"] != "cancelled"]

    async def without(self, title: str) -> None:
        """What an earlier run left."""
        for one in await self.events(title):
            (await self.client.delete(f"/events/{one['id']}")).raise_for_status()

    async def mission(self) -> Any:
        return await self.get(f"/missions/{self.ids['mission']}")

    async def todos(self, title: str) -> list[Any]:
        return [one for one in (await self.get("/todos", limit=500))["items"] if title.lower() in one["title"].lower()]


Play = Callable[[Hand, World], Awaitable[Any]]


@dataclass(frozen=True)
class Task:
    """`done` is asked of the API afterwards, or of what was read on the page, which the way answers."""

    title: str
    mouse: Play | None
    keys: Play | None
    words: Play | None
    done: Callable[[World, Any], Awaitable[bool]]
    before: Callable[[World], Awaitable[Any]] | None = None


async def seen(hand: Hand, text: str) -> str:
    """What the page shows, once it shows that."""
    await expect(hand.page.locator("#main").get_by_text(text).first).to_be_visible(timeout=PATIENCE_MS)
    return text


def told(*texts: str) -> Callable[[World, Any], Awaitable[bool]]:
    async def done(_: World, answer: Any) -> bool:
        return any(text.lower() in str(answer).lower() for text in texts)

    return done


async def confirmed(hand: Hand) -> None:
    await hand.go_on("yes")


# --- 1 a move


async def lunch(world: World) -> None:
    await world.without(world.name("Lunch with Rita"))
    start = f"{world.day(3)}T13:00"
    await world.post(
        "/events", {"title": world.name("Lunch with Rita"), "start_at": start, "end_at": start[:11] + "14:00"}
    )


async def moved(world: World, _: Any) -> bool:
    return [one["start_at"][:10] for one in await world.events(world.name("Lunch with Rita"))] == [world.day(4)]


async def agenda(hand: Hand) -> None:
    await hand.to("Calendar")
    await hand.click(hand.page.locator(".tabs").get_by_role("link", name="Agenda"))
    await hand.settled()


async def moved_by_mouse(hand: Hand, world: World) -> None:
    await hand.to("Calendar")
    if world.day(3)[:7] != world.day(0)[:7]:
        await hand.click(hand.named("link", "Later"))
        await hand.settled()
    chip = hand.page.locator(".chip").filter(has_text=world.name("Lunch with Rita")).first
    hand.clicks += 1  # taken, drawn, let go
    hand.thoughts += 1
    await chip.drag_to(hand.page.locator(f'td[data-date="{world.day(4)}"]'))
    await hand.click(hand.page.get_by_role("dialog").get_by_role("button", name="Confirm"))
    await expect(hand.page.get_by_role("dialog")).to_have_count(0, timeout=PATIENCE_MS)


async def moved_by_keys(hand: Hand, world: World) -> None:
    await hand.palette("rita", world.name("Lunch with Rita"))
    await hand.tab_to(hand.named("button", "A day later"))
    await hand.press("Enter")
    confirm = hand.page.get_by_role("dialog").get_by_role("button", name="Confirm")
    await expect(confirm).to_be_visible(timeout=PATIENCE_MS)
    await hand.tab_to(confirm)
    await hand.press("Enter")
    await expect(hand.page.get_by_role("dialog")).to_have_count(0, timeout=PATIENCE_MS)


async def moved_by_words(hand: Hand, world: World) -> None:
    weekday = datetime.fromisoformat(world.day(4)).strftime("%A")
    await hand.say(f"move {world.name('lunch with Rita')} to {weekday}")
    await confirmed(hand)


# --- forms, lists and what is read


def at_side(page: str, *, then: str, shows: str) -> Play:
    async def play(hand: Hand, _: World) -> str:
        await hand.to(page)
        await hand.click(hand.page.locator("#page").get_by_role("link", name=then).first)
        await hand.settled()
        return await seen(hand, shows)

    return play


def by_palette(letters: str, wanted: str, *, shows: str) -> Play:
    async def play(hand: Hand, _: World) -> str:
        await hand.palette(letters, wanted)
        return await seen(hand, shows)

    return play


def asked(question: str) -> Play:
    async def play(hand: Hand, _: World) -> str:
        return await hand.say(question)

    return play


def asked_and_confirmed(question: Callable[[World], str]) -> Play:
    async def play(hand: Hand, world: World) -> str:
        answer = await hand.say(question(world))
        if await hand.page.locator('.card[data-state="pending"]').count():
            answer = await hand.go_on("yes")
        return answer

    return play


async def quick_todo(hand: Hand, world: World) -> None:
    await hand.to("To-dos")
    await hand.click(hand.page.get_by_label("What is to be done?"))
    await hand.type(world.name("Oat milk"))
    await hand.click(hand.named("button", "Add").first)


async def quick_todo_by_keys(hand: Hand, world: World) -> None:
    await hand.palette("to-dos", "To-dos")
    await expect(hand.page.get_by_label("What is to be done?")).to_be_focused(timeout=PATIENCE_MS)
    await hand.type(world.name("Oat milk"))
    await hand.press("Enter")


async def ladder(world: World) -> None:
    await world.post("/todos", {"title": world.name("Water the basil")})


async def ticked(hand: Hand, world: World) -> None:
    await hand.to("To-dos")
    await hand.click(hand.page.get_by_label(f"{world.name('Water the basil')}: done").or_(box_of(hand, world)).first)


def box_of(hand: Hand, world: World) -> Locator:
    return hand.page.locator(".todo").filter(has_text=world.name("Water the basil")).get_by_role("checkbox")


async def ticked_by_keys(hand: Hand, world: World) -> None:
    await hand.palette("to-dos", "To-dos")
    await hand.tab_to(box_of(hand, world), most=120)
    await hand.press("Space")


async def written_event(hand: Hand, world: World) -> None:
    await hand.to("Calendar")
    await hand.click(hand.named("link", "New event").first)
    await hand.settled()
    await fill_event(hand, world)
    await hand.click(hand.named("button", "Save"))


async def fill_event(hand: Hand, world: World) -> None:
    day = datetime.fromisoformat(world.day(6))
    title, start = hand.page.get_by_label("Title"), hand.page.get_by_label("Starts")
    await hand.tab_to(title)
    await hand.type(world.name("Haircut"))
    await hand.tab_to(start)
    hand.keys += 12  # month, day, year, hour, minute as digits
    await start.fill(f"{day:%Y-%m-%d}T11:00")
    end = hand.page.get_by_label("Ends")
    hand.keys += 12
    await end.fill(f"{day:%Y-%m-%d}T12:00")


async def written_event_by_keys(hand: Hand, world: World) -> None:
    await hand.palette("add an ev", "Add an event")
    await fill_event(hand, world)
    await hand.press("Enter")


async def eye_test(world: World) -> None:
    await world.without(world.name("Piano lesson"))
    start = f"{world.day(20)}T09:15"
    made = await world.post(
        "/events", {"title": world.name("Piano lesson"), "start_at": start, "end_at": start[:11] + "10:00"}
    )
    world.ids["event"] = made["id"]


async def erased_event(hand: Hand, world: World) -> None:
    await agenda(hand)
    await hand.click(hand.page.locator("#page").get_by_role("link", name=world.name("Piano lesson")).first)
    await hand.settled()
    await hand.click(hand.page.locator("#page").get_by_role("button", name="Erase"))
    await hand.click(hand.page.get_by_role("dialog").get_by_role("button", name="Erase"))
    await expect(hand.page.get_by_role("dialog")).to_have_count(0, timeout=PATIENCE_MS)


async def erased_event_by_keys(hand: Hand, world: World) -> None:
    await hand.palette("piano", world.name("Piano lesson"))
    await hand.tab_to(hand.page.locator("#page").get_by_role("button", name="Erase"), most=60)
    await hand.press("Enter")
    agree = hand.page.get_by_role("dialog").get_by_role("button", name="Erase")
    await expect(agree).to_be_enabled(timeout=PATIENCE_MS)
    await hand.tab_to(agree)
    await hand.press("Enter")
    await expect(hand.page.get_by_role("dialog")).to_have_count(0, timeout=PATIENCE_MS)


def note_of(world: World) -> str:
    return f"the gate code of house {world.name('x')} is 4711"


async def noted(hand: Hand, world: World) -> None:
    await hand.to("Notes")
    await hand.click(
        hand.named("link", re.compile("note", re.IGNORECASE)).filter(has_text=re.compile("Write|Add")).first
    )
    await hand.settled()
    await hand.type(note_of(world))
    await hand.click(hand.named("button", "Save"))


async def noted_by_keys(hand: Hand, world: World) -> None:
    await hand.palette("write a n", "Write a note")
    await hand.type(note_of(world))
    save = hand.named("button", "Save")
    await hand.tab_to(save)
    await hand.press("Enter")


def fact_of(world: World) -> str:
    return f"I am allergic to {('walnuts', 'hazelnuts', 'almonds')[WAYS.index(world.way)]}"


async def stated(hand: Hand, world: World) -> None:
    await hand.to("Memory")
    await hand.click(hand.page.locator(".tabs").get_by_role("link", name="Facts and rules"))
    await hand.settled()
    await hand.click(hand.named("link", "State a fact").first)
    await hand.settled()
    await hand.click(hand.page.locator("#page textarea").first)
    await hand.type(fact_of(world))
    await hand.click(hand.page.locator("#page form.edit button[type=submit]"))


async def stated_by_keys(hand: Hand, world: World) -> None:
    await hand.palette("remembered", "Tell something to be remembered")
    await hand.tab_to(hand.page.locator("#page textarea").first)
    await hand.type(fact_of(world))
    await hand.tab_to(hand.page.locator("#page form.edit button[type=submit]"), most=60)
    await hand.press("Enter")


async def known_fact(world: World, _: Any) -> bool:
    found = (await world.get("/facts", limit=200))["items"]
    return any(fact_of(world).split()[-1] in one["text"] for one in found)


async def person_added(hand: Hand, world: World) -> None:
    await hand.to("People")
    await hand.click(hand.named("link", "Add a person").first)
    await hand.settled()
    await hand.click(hand.page.get_by_label("Name", exact=True))
    await hand.type(world.name("Jota Lima"))
    await hand.click(hand.named("button", "Save"))


async def person_added_by_keys(hand: Hand, world: World) -> None:
    await hand.palette("add a p", "Add a person")
    await hand.tab_to(hand.page.get_by_label("Name", exact=True))
    await hand.type(world.name("Jota Lima"))
    await hand.press("Enter")


async def paper(hand: Hand, world: World, choose: Callable[[], Awaitable[None]]) -> None:
    text = f"Garage lease {world.name('no')}\n\nThe notice period is eleven weeks to the end of a quarter.\n"
    file = FilePayload(name=f"garage-{world.way}.txt", mimeType="text/plain", buffer=text.encode())
    async with hand.page.expect_file_chooser() as choosing:
        await choose()
    hand.clicks += 2  # the file in the system's own window, and its button
    await (await choosing.value).set_files(file)


async def lease_by_mouse(hand: Hand, world: World) -> str:
    await hand.to("Documents")
    await paper(hand, world, lambda: hand.click(hand.page.locator(".drop label")))
    await hand.click(hand.page.locator(".uploads").get_by_role("link", name=f"garage-{world.way}.txt"))
    return await seen(hand, "eleven weeks")


async def lease_by_keys(hand: Hand, world: World) -> str:
    await hand.palette("upload", "Upload a document")
    await hand.tab_to(hand.page.locator(".drop input"))
    await paper(hand, world, lambda: hand.press("Enter"))
    link = hand.page.locator(".uploads").get_by_role("link", name=f"garage-{world.way}.txt")
    await expect(link).to_be_visible(timeout=PATIENCE_MS)
    await hand.tab_to(link)
    await hand.press("Enter")
    return await seen(hand, "eleven weeks")


async def lease_by_words(hand: Hand, world: World) -> str:
    await hand.palette("begin a c", "Begin a conversation")
    await paper(hand, world, lambda: hand.click(hand.named("button", "Attach files")))
    await expect(hand.page.locator("#attached").get_by_text("Uploading")).to_have_count(0, timeout=PATIENCE_MS)
    await hand.page.locator("#question").focus()
    return await hand.go_on("what is the notice period of the garage lease?")


async def quiet(hand: Hand, world: World) -> None:
    await hand.click(hand.page.locator("#settings"))
    await hand.click(hand.named("link", "All settings"))
    await hand.settled()
    await fill_quiet(hand)
    await hand.click(hand.page.locator(".setting-parts > .part").nth(1).get_by_role("button", name="Save"))
    del world


async def quiet_by_keys(hand: Hand, world: World) -> None:
    await hand.palette("settings", "Settings")
    await fill_quiet(hand)
    await hand.press("Enter")
    del world


async def fill_quiet(hand: Hand) -> None:
    for label, value in (("Quiet from", "22:00"), ("Quiet until", "07:00")):
        box = hand.page.get_by_label(label)
        await hand.tab_to(box, most=60) if not hand.clicks else await hand.click(box)
        hand.keys += 5
        await box.fill(value)


async def no_quiet(world: World) -> None:
    (await world.client.patch("/me", json={"quiet_hours": None})).raise_for_status()


async def is_quiet(world: World, _: Any) -> bool:
    return bool((await world.get("/me"))["quiet_hours"])


async def tomorrow_free(hand: Hand, world: World) -> str:
    await hand.to("Calendar")
    await hand.click(hand.page.locator(".tabs").get_by_role("link", name="Day"))
    await hand.settled()
    await hand.click(hand.page.locator("#page").get_by_role("link", name="Later"))
    del world
    return await seen(hand, "Free between")


async def free_by_keys(hand: Hand, world: World) -> str:
    await hand.palette("cal", "Calendar")
    for name in ("Day", "Later"):
        await hand.tab_to(hand.page.locator("#page").get_by_role("link", name=name, exact=True), most=60)
        await hand.press("Enter")
        await hand.settled()
    del world
    return await seen(hand, "Free between")


async def weekly_review(world: World) -> None:
    mission = await world.post("/missions", {"goal": f"Review {world.name('my week')}"})
    world.ids["mission"] = mission["id"]
    await eventually(world.mission, lambda one: one["state"] == "planned", within_s=SETTLES_S)


async def approved_by_mouse(hand: Hand, world: World) -> None:
    await hand.to("Missions")
    await hand.click(hand.page.locator("#page").get_by_role("link", name=world.name("my week")).first)
    await hand.settled()
    await hand.click(hand.named("button", "Approve this plan"))


async def approved_by_keys(hand: Hand, world: World) -> None:
    await hand.palette("my week", world.name("my week"))
    await hand.tab_to(hand.named("button", "Approve this plan"))
    await hand.press("Enter")


async def is_approved(world: World, _: Any) -> bool:
    return (await world.mission())["state"] in {"approved", "running", "done", "partial"}


def by_name(what: str, path: str, key: str = "title") -> Callable[[World, Any], Awaitable[bool]]:
    async def done(world: World, _: Any) -> bool:
        items = (await world.get(path, limit=500))["items"]
        return any(world.name(what).lower() in str(one[key]).lower() for one in items)

    return done


async def gone(world: World, _: Any) -> bool:
    return not await world.events(world.name("Piano lesson"))


async def is_done(world: World, _: Any) -> bool:
    return [bool(one["done_at"]) for one in await world.todos(world.name("Water the basil"))] == [True]


async def has_note(world: World, _: Any) -> bool:
    notes, facts = (await world.get("/notes", limit=200))["items"], (await world.get("/facts", limit=200))["items"]
    return any(f"house {world.name('x')}".lower() in one["text"].lower() for one in (*notes, *facts))


async def has_haircut(world: World, _: Any) -> bool:
    return [one["start_at"][:16] for one in await world.events(world.name("Haircut"))] == [f"{world.day(6)}T11:00"]


def briefing_of(hand: Hand) -> Locator:
    return hand.page.locator("#page .part").filter(has=hand.page.get_by_role("heading", name="Briefing"))


async def briefing_read(hand: Hand) -> str:
    told = briefing_of(hand).locator("li, .said").first
    await expect(told).to_be_visible(timeout=PATIENCE_MS)
    return await told.inner_text()


async def briefing_by_mouse(hand: Hand, world: World) -> str:
    await hand.to("Today")
    make = briefing_of(hand).get_by_role("button")
    if await make.count():
        await hand.click(make)
    del world
    return await briefing_read(hand)


async def briefing_by_keys(hand: Hand, world: World) -> str:
    await hand.palette("tod", "Today")
    make = briefing_of(hand).get_by_role("button")
    if await make.count():
        await hand.tab_to(make, most=80)
        await hand.press("Enter")
    del world
    return await briefing_read(hand)


async def has_briefing(world: World, answer: Any) -> bool:
    return (await world.get("/briefings/latest"))["date"] == world.day(0) and bool(answer)


TASKS = (
    Task("move Thursday's lunch to Friday", moved_by_mouse, moved_by_keys, moved_by_words, moved, lunch),
    Task(
        "who is Kofi?",
        at_side("People", then="Kofi Mensah", shows="Kofi Mensah"),
        by_palette("kofi", "Kofi Mensah", shows="Details"),
        asked("who is Kofi?"),
        told("kofi mensah", "details"),
    ),
    Task(
        "upload the lease, find the notice period", lease_by_mouse, lease_by_keys, lease_by_words, told("eleven weeks")
    ),
    Task(
        "add milk to the list",
        quick_todo,
        quick_todo_by_keys,
        asked_and_confirmed(lambda world: f"add {world.name('oat milk')} to my list"),
        by_name("oat milk", "/todos"),
    ),
    Task(
        "tick something off",
        ticked,
        ticked_by_keys,
        asked_and_confirmed(lambda world: f"tick off {world.name('water the basil')}"),
        is_done,
        ladder,
    ),
    Task(
        "what is next?",
        lambda hand, _: seen_on(hand, "Today", "Lunch with Inês"),
        by_palette("tod", "Today", shows="Lunch with Inês"),
        asked("what's next on my calendar?"),
        told("Inês", "lunch", "swimming", "council"),
    ),
    Task(
        "when is the dentist?",
        lambda hand, _: in_agenda(hand, "Dentist"),
        by_palette("dentist", "Dentist", shows="10:00"),
        asked("when is the dentist?"),
        told("10:00", "Dentist"),
    ),
    Task(
        "write an event down",
        written_event,
        written_event_by_keys,
        asked_and_confirmed(
            lambda world: f"{world.name('Haircut')} on {datetime.fromisoformat(world.day(6)):%-d %B} from 11 to 12"
        ),
        has_haircut,
    ),
    Task(
        "cancel an event",
        erased_event,
        erased_event_by_keys,
        asked_and_confirmed(lambda world: f"cancel {world.name('piano lesson')}"),
        gone,
        eye_test,
    ),
    Task(
        "when is Inês's birthday?",
        at_side("People", then="Inês Marques", shows="birthday in"),
        by_palette("inês", "Inês Marques", shows="birthday in"),
        asked("when is Inês's birthday?"),
        told("birthday", "december", "dec"),
    ),
    Task(
        "note something",
        noted,
        noted_by_keys,
        asked_and_confirmed(lambda world: f"note that {note_of(world)}"),
        has_note,
    ),
    Task("state a fact", stated, stated_by_keys, asked_and_confirmed(fact_of), known_fact),
    Task(
        "add a person",
        person_added,
        person_added_by_keys,
        asked_and_confirmed(lambda world: f"add a contact {world.name('Jota Lima')}"),
        by_name("Jota Lima", "/contacts", "display_name"),
    ),
    Task(
        "what was decided about the crane?",
        lambda hand, _: in_meeting(hand),
        by_palette("harbour", "Harbour library kick-off", shows="crane"),
        asked("what did we decide about the crane in the harbour library meeting?"),
        told("landmark", "crane"),
    ),
    Task(
        "set quiet hours",
        quiet,
        quiet_by_keys,
        asked_and_confirmed(lambda _: "no pushes between 22:00 and 7:00"),
        is_quiet,
        no_quiet,
    ),
    Task("when am I free?", tomorrow_free, free_by_keys, asked("when am I free tomorrow?"), told("free")),
    Task(
        "what does the insurance cover?",
        at_side("Documents", then="Home insurance", shows="What it says"),
        by_palette("insurance", "Home insurance", shows="What it says"),
        asked("what does the home insurance cover?"),
        told("what it says", "insur", "cover"),
    ),
    Task(
        "approve the mission",
        approved_by_mouse,
        approved_by_keys,
        asked("approve the mission"),
        is_approved,
        weekly_review,
    ),
    Task("read today's briefing", briefing_by_mouse, briefing_by_keys, asked("give me my briefing"), has_briefing),
    Task(
        "who was told what of me?",
        lambda hand, _: memory_tab(hand, "Who was told what"),
        by_palette("mem", "Memory", shows="What Steward knows"),
        asked("what do you know about me?"),
        told("told", "know", "allergic", "penicillin", "steward"),
    ),
)


async def seen_on(hand: Hand, page: str, text: str) -> str:
    await hand.to(page)
    return await seen(hand, text)


async def in_agenda(hand: Hand, title: str) -> str:
    await agenda(hand)
    await hand.click(hand.page.locator("#page").get_by_role("link", name=title).first)
    await hand.settled()
    return await seen(hand, "10:00")


async def in_meeting(hand: Hand) -> str:
    await hand.to("Meetings")
    await hand.click(hand.page.locator("#page").get_by_role("link", name="Harbour library kick-off").first)
    await hand.settled()
    return await seen(hand, "crane")


async def memory_tab(hand: Hand, name: str) -> str:
    await hand.to("Memory")
    await hand.click(hand.page.locator(".tabs").get_by_role("link", name=name))
    await hand.settled()
    return "told"


@dataclass(frozen=True)
class Played:
    """One way of one task. `why`: what went wrong, where it did not lead there."""

    hand: Hand
    took_s: float
    why: str = ""

    @property
    def cell(self) -> str:
        if self.why:
            return "—"
        return f"{self.hand.clicks} / {self.hand.keys} / {self.hand.seconds:.0f} s ({self.took_s:.1f} s)"


async def played(task: Task, way: str, running: Browser, url: str, token: str, world: World) -> Played | None:
    """None where the task has no such way."""
    play: Play | None = getattr(task, way)
    if play is None:
        return None
    if task.before is not None:
        await task.before(world)
    kept = {"origin": url, "localStorage": [{"name": "steward.token", "value": token}]}
    context = await running.new_context(
        viewport={"width": 1280, "height": 900}, locale="en-GB", timezone_id=str(world.zone), service_workers="block",
        storage_state={"cookies": [], "origins": [kept]},
    )  # fmt: skip
    page = await context.new_page()
    await page.goto(f"{url}/#/today")
    hand = Hand(page)
    await expect(page.locator("#app")).to_be_visible(timeout=PATIENCE_MS)
    await hand.settled()
    began = time.perf_counter()
    try:
        answer = await play(hand, world)
        took = time.perf_counter() - began
        if answer is None:  # judged by the API, which has it a moment later
            await eventually(lambda: task.done(world, None), within_s=SETTLES_S)
        right = await task.done(world, answer)
        why = "" if right else f"not so afterwards; told: {str(answer)[:160]!r}"
        return Played(hand, took, why)
    except (AssertionError, Exception) as error:  # noqa: BLE001 - a way that fails is a row of the table
        return Played(hand, time.perf_counter() - began, f"{type(error).__name__}: {str(error)[:200]}")
    finally:
        await context.close()


async def main(url: str, token: str, only: list[int]) -> None:
    """Play them one after another, print the table."""
    headers = {"Authorization": f"Bearer {token}"}
    rows, wrong = [], []
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=60, trust_env=False) as client:
        run = "".join(random.choices("bcdfghjklmnpqrstvwxz", k=3))  # a second run meets nothing of the first
        zone = ZoneInfo((await client.get("/me")).json()["timezone"] or "UTC")
        async with browser() as running:
            for number, task in enumerate(TASKS, start=1):
                if only and number not in only:
                    continue
                cells = []
                for way in WAYS:
                    one = await played(task, way, running, url, token, World(client, way, zone, run))
                    cells.append(one.cell if one else "")
                    if one and one.why:
                        wrong.append(f"{number} {task.title}, by {way}: {one.why}")
                rows.append(f"| {number} | {task.title} | {' | '.join(cells)} |")
                print(rows[-1], flush=True)
    print("\n| | task | mouse | keys | words |\n|---|---|---|---|---|")
    print("\n".join(rows))
    print("\nclicks / keys / seconds by the keystroke-level model (seconds that the machine took)")
    print("\n".join(wrong))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("token", type=Path, help="file with the token of the demo's owner")
    parser.add_argument("only", nargs="*", type=int, help="numbers of tasks; all unless named")
    given = parser.parse_args()
    asyncio.run(main(given.url.rstrip("/"), given.token.read_text("utf-8").strip(), given.only))
