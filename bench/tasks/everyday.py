"""What one does most days: moved, asked, written down, ticked off, read."""

import re
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from playwright.async_api import FilePayload, Locator, expect
from tests.support.waiting import eventually

from bench.tasks.hand import PATIENCE_MS, Hand
from bench.tasks.task import (
    SETTLES_S,
    WAYS,
    Task,
    World,
    asked,
    asked_and_confirmed,
    at_side,
    by_palette,
    confirmed,
    seen,
    told,
)


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


async def quick_todo(hand: Hand, world: World) -> None:
    await hand.to("To-dos")
    await hand.click(hand.page.get_by_label("What is to be done?"))
    await hand.type(world.name("Oat milk"))
    await hand.click(hand.page.locator("#page").get_by_role("button", name="Add", exact=True))


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
        told("Inês", "lunch", "swimming", "council", "studio"),
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
