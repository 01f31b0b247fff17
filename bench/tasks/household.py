"""What one does now and then: people and places that are twice, rules, files in and out, devices, jobs, "why?"."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

from playwright.async_api import FilePayload, Locator, expect

from bench.tasks.hand import PATIENCE_MS, Hand
from bench.tasks.task import Task, World, asked, asked_and_confirmed, confirmed, seen

IN_THE_SYSTEMS_WINDOW = 2
"""Clicks: the file, and the window's button."""
IMPORT = "Import a calendar file"


def dialog(hand: Hand) -> Locator:
    return hand.page.get_by_role("dialog")


async def shut(hand: Hand) -> None:
    await expect(dialog(hand)).to_have_count(0, timeout=PATIENCE_MS)


async def pressed(hand: Hand, target: Locator, *, most: int = 80) -> None:
    """By Tab and Enter."""
    await expect(target).to_be_enabled(timeout=PATIENCE_MS)
    await hand.tab_to(target, most=most)
    await hand.press("Enter")


def by_words(world: World, answer: Any, *texts: str) -> bool:
    """Whether words led to where it is done by hand."""
    return world.way == "words" and all(text in str(answer) for text in texts)


# --- a person with a birthday


async def born(hand: Hand, world: World) -> None:
    await hand.to("People")
    await hand.click(hand.named("link", "Add a person").first)
    await hand.settled()
    await hand.click(hand.page.get_by_label("Name", exact=True))
    await hand.type(world.name("Nuno Vaz"))
    await hand.click(hand.page.locator("#page").get_by_label("Birthday"))
    await hand.type("3/5/1990")
    await hand.click(hand.named("button", "Save"))


async def born_by_keys(hand: Hand, world: World) -> None:
    await hand.palette("add a p", "Add a person")
    await hand.tab_to(hand.page.get_by_label("Name", exact=True))
    await hand.type(world.name("Nuno Vaz"))
    await hand.tab_to(hand.page.locator("#page").get_by_label("Birthday"))
    await hand.type("3/5/1990")
    await hand.press("Enter")


async def has_birthday(world: World, _: Any) -> bool:
    found = (await world.get("/contacts", q=world.name("Nuno Vaz")))["items"]
    return [one["birthday"] for one in found] == ["1990-05-03"]


# --- two people that are one


async def twins(world: World) -> None:
    mail = f"{world.way}-{world.run}@example.org"
    for name in ("Carla Pinho", "C. Pinho"):
        await world.post("/contacts", {"display_name": world.name(name), "emails": [mail]})


async def merged(hand: Hand, world: World) -> None:
    await hand.to("People")
    await hand.click(hand.page.locator(".tabs").get_by_role("link", name="Duplicates"))
    await hand.settled()
    row = hand.page.locator(".row").filter(has_text=world.name("Carla Pinho"))
    await hand.click(row.get_by_role("button", name="Merge"))
    await hand.click(dialog(hand).get_by_role("button", name="Merge…"))
    await shut(hand)


async def merged_by_keys(hand: Hand, world: World) -> None:
    await hand.palette(world.name("carla pinho"), world.name("Carla Pinho"))
    await pressed(hand, hand.named("button", "Merge…"))
    offer = dialog(hand).get_by_role("group", name="Found").get_by_role("button").first
    await expect(offer).to_be_visible(timeout=PATIENCE_MS)
    await pressed(hand, offer)
    await pressed(hand, dialog(hand).get_by_role("button", name="Merge…"))
    await shut(hand)


async def one_is_left(world: World, _: Any) -> bool:
    found = (await world.get("/contacts", limit=500))["items"]
    return len([one for one in found if f" {world.name('Pinho').split(' ', 1)[1]}" in one["display_name"]
                and "Pinho" in one["display_name"]]) == 1  # fmt: skip


# --- two places that are one, and two again


async def shops(world: World) -> None:
    for lat in (38.7, 38.7004):
        await world.post("/places", {"name": world.name("Padaria Sol"), "lat": lat, "lon": -9.2})


async def places_merged(hand: Hand, world: World) -> None:
    await hand.to("Places")
    await hand.click(hand.page.locator("#page").get_by_role("link", name=world.name("Padaria Sol")).first)
    await hand.settled()
    await hand.click(hand.named("button", "Merge…"))
    await hand.click(dialog(hand).get_by_role("group", name="Found").get_by_role("button").first)
    await hand.click(dialog(hand).get_by_role("button", name="Merge…"))
    await shut(hand)
    await hand.click(hand.named("button", "Take it back"))
    await seen(hand, "They are two places again.")


async def places_merged_by_keys(hand: Hand, world: World) -> None:
    await hand.palette(world.name("padaria sol"), world.name("Padaria Sol"))
    await pressed(hand, hand.named("button", "Merge…"))
    offer = dialog(hand).get_by_role("group", name="Found").get_by_role("button").first
    await expect(offer).to_be_visible(timeout=PATIENCE_MS)
    await pressed(hand, offer)
    await pressed(hand, dialog(hand).get_by_role("button", name="Merge…"))
    await shut(hand)
    await pressed(hand, hand.named("button", "Take it back"))
    await seen(hand, "They are two places again.")


async def places_merged_by_words(hand: Hand, world: World) -> str:
    told = await hand.say(f"the two {world.name('Padaria Sol')} are the same place")
    told += await hand.go_on("yes")
    return told + await hand.go_on("undo that")


async def two_again(world: World, _: Any) -> bool:
    found = (await world.get("/places", limit=500))["items"]
    return len([one for one in found if one["name"] == world.name("Padaria Sol")]) == 2


# --- a rule


def hour_of(world: World) -> int:
    return 6 + ("mouse", "keys", "words").index(world.way)


async def no_rule(world: World) -> None:
    for one in (await world.get("/rules", limit=200))["items"]:
        if "schedule" in one["text"]:
            (await world.client.delete(f"/rules/{one['id']}")).raise_for_status()


async def ruled(hand: Hand, world: World) -> None:
    await hand.to("Memory")
    await hand.click(hand.page.locator(".tabs").get_by_role("link", name="Facts and rules"))
    await hand.settled()
    await hand.click(hand.named("link", "Write a rule").first)
    await hand.settled()
    await hand.type(f"never schedule anything before {hour_of(world)}")
    await hand.click(hand.page.locator("#page form.edit button[type=submit]"))


async def ruled_by_keys(hand: Hand, world: World) -> None:
    await hand.palette("rule", "Write a rule")
    await hand.type(f"never schedule anything before {hour_of(world)}")
    await pressed(hand, hand.page.locator("#page form.edit button[type=submit]"))


async def rule_binds(world: World, _: Any) -> bool:
    found = (await world.get("/rules", limit=200))["items"]
    return any((one["effect"] or {}).get("type") == "earliest_start" and "schedule" in one["text"] for one in found)


# --- a proposed event


async def proposed(world: World) -> None:
    items = (await world.get("/proposed-events", state="pending"))["items"]
    if not items:
        for one in (await world.get("/proposed-events", state="dismissed"))["items"][:1]:
            await world.post(f"/proposed-events/{one['id']}/undo")
    (first, *_) = (await world.get("/proposed-events", state="pending"))["items"]
    world.ids["proposed"] = first["id"]


async def turned_down(hand: Hand, _: World) -> None:
    await hand.to("Proposals")
    await hand.click(hand.page.locator("#page summary", has_text="Dismiss").first)
    await hand.click(hand.named("button", "It was no event").or_(hand.page.get_by_text("It was no event")).first)


async def turned_down_by_keys(hand: Hand, _: World) -> None:
    await hand.palette("propo", "Proposals")
    await pressed(hand, hand.page.locator("#page summary", has_text="Dismiss").first)
    await pressed(hand, hand.page.get_by_text("It was no event").first)


async def is_turned_down(world: World, _: Any) -> bool:
    items = (await world.get("/proposed-events", state="dismissed"))["items"]
    return world.ids["proposed"] in {one["id"] for one in items}


# --- tag and finish


async def untagged(world: World) -> None:
    made = await world.post("/todos", {"title": world.name("Oil the gate")})
    world.ids["todo"] = made["id"]


async def tagged(hand: Hand, world: World) -> None:
    await hand.to("To-dos")
    await hand.click(hand.page.locator("#page").get_by_role("link", name=world.name("Oil the gate")))
    await hand.settled()
    await hand.click(hand.page.get_by_label("Tags"))
    await hand.type("garden")
    await hand.click(hand.named("button", "Save"))
    await hand.settled()
    box = hand.page.locator(".todo").filter(has_text=world.name("Oil the gate")).get_by_role("checkbox")
    await hand.click(box)


async def tagged_by_keys(hand: Hand, world: World) -> None:
    await hand.palette(world.name("oil the gate"), world.name("Oil the gate"))
    await hand.tab_to(hand.page.get_by_label("Tags"))
    await hand.type("garden")
    await pressed(hand, hand.named("button", "Save"))
    await hand.settled()
    box = hand.page.locator(".todo").filter(has_text=world.name("Oil the gate")).get_by_role("checkbox")
    await hand.tab_to(box, most=160)
    await hand.press("Space")


async def tagged_by_words(hand: Hand, world: World) -> str:
    told = await hand.say(f"tag {world.name('Oil the gate')} with garden")
    told += await hand.go_on("yes")
    told += await hand.go_on(f"tick off {world.name('Oil the gate')}")
    return told + await hand.go_on("yes")


async def tagged_and_done(world: World, _: Any) -> bool:
    one = await world.get(f"/todos/{world.ids['todo']}")
    return bool(one["done_at"]) and one["tags"] == ["garden"]


# --- files in and out


def calendar_of(world: World) -> FilePayload:
    day = (datetime.now(world.zone) + timedelta(days=9)).strftime("%Y%m%d")
    title = world.name("Choir evening")
    event = f"UID:{title}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:{day}T190000Z\r\nSUMMARY:{title}"
    head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench//EN"
    text = f"{head}\r\nBEGIN:VEVENT\r\n{event}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    return FilePayload(name="choir.ics", mimeType="text/calendar", buffer=text.encode())


def cards_of(world: World) -> FilePayload:
    lines = ["BEGIN:VCARD", "VERSION:3.0", f"FN:{world.name('Vera Card')}", "END:VCARD", ""]
    return FilePayload(name="vera.vcf", mimeType="text/vcard", buffer="\r\n".join(lines).encode())


async def chosen(hand: Hand, file: FilePayload, press: Callable[[], Awaitable[None]]) -> None:
    async with hand.page.expect_file_chooser() as choosing:
        await press()
    hand.clicks += IN_THE_SYSTEMS_WINDOW
    await (await choosing.value).set_files(file)


async def calendar_in(hand: Hand, world: World) -> None:
    await hand.to("Calendar")
    button = hand.named("button", IMPORT)
    await chosen(hand, calendar_of(world), lambda: hand.click(button))


async def calendar_in_by_keys(hand: Hand, world: World) -> None:
    await hand.palette("cal", "Calendar")
    await chosen(hand, calendar_of(world), lambda: pressed(hand, hand.named("button", IMPORT), most=160))


async def cards_in(hand: Hand, world: World) -> None:
    await hand.to("People")
    await chosen(hand, cards_of(world), lambda: hand.click(hand.named("button", "Import vCard")))


async def cards_in_by_keys(hand: Hand, world: World) -> None:
    await hand.palette("peo", "People")
    await chosen(hand, cards_of(world), lambda: pressed(hand, hand.named("button", "Import vCard")))


async def attached(hand: Hand, file: FilePayload, words: str) -> str:
    await hand.palette("begin a c", "Begin a conversation")
    await chosen(hand, file, lambda: hand.click(hand.named("button", "Attach files")))
    await asyncio.sleep(1)
    await expect(hand.page.locator("#attached").get_by_text("Uploading")).to_have_count(0, timeout=PATIENCE_MS)
    await hand.page.locator("#question").focus()
    return await hand.go_on(words)


async def choir_is_there(world: World, answer: Any) -> bool:
    return by_words(world, answer, "page Calendar") or bool(await world.events(world.name("Choir evening")))


async def vera_is_there(world: World, answer: Any) -> bool:
    found = (await world.get("/contacts", limit=500))["items"]
    there = any(one["display_name"] == world.name("Vera Card") for one in found)
    return there or by_words(world, answer, "page People")


async def exported(hand: Hand, _: World) -> str:
    await hand.click(hand.page.locator("#settings"))
    await hand.click(hand.named("link", "All settings"))
    await hand.click(hand.page.locator(".tabs").get_by_role("link", name="Your data"))
    await hand.settled()
    async with hand.page.expect_download(timeout=PATIENCE_MS) as saving:
        await hand.click(hand.named("button", "Export everything"))
    return (await saving.value).suggested_filename


async def exported_by_keys(hand: Hand, _: World) -> str:
    await hand.palette("export", "Export, import, back up")
    async with hand.page.expect_download(timeout=PATIENCE_MS) as saving:
        await pressed(hand, hand.named("button", "Export everything"))
    return (await saving.value).suggested_filename


async def was_exported(world: World, answer: Any) -> bool:
    return by_words(world, answer, "page Settings", "Your data") or "steward" in str(answer)


# --- devices, zone, tokens, backup, jobs


async def paired(hand: Hand, _: World) -> str:
    await hand.click(hand.page.locator("#settings"))
    await hand.click(hand.named("link", "All settings"))
    await hand.click(hand.page.locator(".tabs").get_by_role("link", name="Access"))
    await hand.settled()
    await hand.click(hand.named("button", "Pair a phone"))
    return await code_of(hand)


async def paired_by_keys(hand: Hand, _: World) -> str:
    await hand.palette("pair", "Pair a phone")
    await pressed(hand, hand.named("button", "Pair a phone"))
    return await code_of(hand)


async def code_of(hand: Hand) -> str:
    shown = dialog(hand).locator(".pair-code")
    await expect(shown).to_be_visible(timeout=PATIENCE_MS)
    return await shown.inner_text()


async def phone_comes_in(world: World, answer: Any) -> bool:
    if world.way == "words":
        return by_words(world, answer, "page Settings", "Access")
    told = await world.client.post("/auth/pair", json={"code": answer, "device_name": world.name("Phone")})
    return told.status_code == 201


async def at_home(world: World) -> None:
    (await world.client.patch("/me", json={"timezone": "Europe/Lisbon", "briefing_time": "07:00"})).raise_for_status()


async def zone_set(hand: Hand, _: World) -> None:
    await hand.click(hand.page.locator("#settings"))
    await hand.click(hand.named("link", "All settings"))
    await hand.settled()
    zone = hand.page.get_by_label("Time zone")
    await hand.click(zone)
    await hand.press("Control+a")
    await hand.type("Europe/Madrid")
    await hand.press("Enter")
    await expect(hand.page.locator("#notes")).to_contain_text("Saved.", timeout=PATIENCE_MS)
    await hand.click(hand.page.get_by_label("Briefing at"))
    hand.keys += 5
    await hand.page.get_by_label("Briefing at").fill("06:30")
    await hand.press("Enter")


async def zone_set_by_keys(hand: Hand, _: World) -> None:
    await hand.palette("settings", "Settings")
    await hand.tab_to(hand.page.get_by_label("Time zone"))
    await hand.press("Control+a")
    await hand.type("Europe/Madrid")
    await hand.press("Enter")
    await expect(hand.page.locator("#notes")).to_contain_text("Saved.", timeout=PATIENCE_MS)
    briefing = hand.page.get_by_label("Briefing at")
    await hand.tab_to(briefing)
    hand.keys += 5
    await briefing.fill("06:30")
    await hand.press("Enter")


async def zone_by_words(hand: Hand, _: World) -> str:
    return await hand.say("set my time zone to Europe/Madrid") + await hand.go_on("make my briefing at 6:30")


async def zone_is_set(world: World, answer: Any) -> bool:
    me = await world.get("/me")
    there = (me["timezone"], me["briefing_time"][:5]) == ("Europe/Madrid", "06:30")
    return there or by_words(world, answer, "page Settings", "Your day", "Your account")


async def a_token(world: World) -> None:
    made = await world.post("/tokens", {"name": world.name("old laptop"), "scopes": ["read"]})
    world.ids["token"] = made["token"]


async def revoked(hand: Hand, world: World) -> None:
    await hand.click(hand.page.locator("#settings"))
    await hand.click(hand.named("link", "All settings"))
    await hand.click(hand.page.locator(".tabs").get_by_role("link", name="Access"))
    await hand.settled()
    await hand.click(hand.named("button", f"Revoke {world.name('old laptop')}"))
    await hand.click(dialog(hand).get_by_role("button", name="Revoke"))


async def revoked_by_keys(hand: Hand, world: World) -> None:
    await hand.palette("revoke", "Make or revoke a token")
    await pressed(hand, hand.named("button", f"Revoke {world.name('old laptop')}"))
    await pressed(hand, dialog(hand).get_by_role("button", name="Revoke"))


async def is_revoked(world: World, answer: Any) -> bool:
    told = await world.client.get("/me", headers={"Authorization": f"Bearer {world.ids['token']}"})
    return told.status_code == 401 or by_words(world, answer, "page Settings", "Access")


async def backed_up(hand: Hand, _: World) -> str:
    await hand.click(hand.page.locator("#settings"))
    await hand.click(hand.named("link", "All settings"))
    await hand.click(hand.page.locator(".tabs").get_by_role("link", name="Your data"))
    await hand.settled()
    await hand.click(hand.named("button", "Back up now"))
    return await seen(hand, "backups/")


async def backed_up_by_keys(hand: Hand, _: World) -> str:
    await hand.palette("back up", "Export, import, back up")
    await pressed(hand, hand.named("button", "Back up now"))
    return await seen(hand, "backups/")


async def is_backed_up(world: World, answer: Any) -> bool:
    return by_words(world, answer, "page Settings", "Your data") or answer == "backups/"


async def job_run(hand: Hand, _: World) -> str:
    await hand.to("Jobs")
    await hand.click(hand.named("button", "Run now: Events that may have been"))
    await expect(hand.page.locator("#notes")).to_contain_text("Events that may have been is ", timeout=PATIENCE_MS)
    return "set off"


async def job_run_by_keys(hand: Hand, _: World) -> str:
    await hand.palette("jobs", "Jobs")
    await pressed(hand, hand.named("button", "Run now: Events that may have been"))
    await expect(hand.page.locator("#notes")).to_contain_text("Events that may have been is ", timeout=PATIENCE_MS)
    return "set off"


async def was_set_off(world: World, answer: Any) -> bool:
    return by_words(world, answer, "page Jobs") or answer == "set off"


# --- a meeting by speaker, "why?", a note


async def by_speaker(hand: Hand, _: World) -> str:
    await hand.to("Meetings")
    await hand.click(hand.page.locator("#page").get_by_role("link", name="Harbour library kick-off").first)
    await hand.settled()
    await expect(hand.page.locator(".said-by", has_text="Tomás Reis").first).to_be_visible(timeout=PATIENCE_MS)
    return await seen(hand, "two point four million")


async def by_speaker_with_keys(hand: Hand, _: World) -> str:
    await hand.palette("harbour", "Harbour library kick-off")
    return await seen(hand, "two point four million")


def holding(*texts: str) -> Callable[[World, Any], Awaitable[bool]]:
    async def done(_: World, answer: Any) -> bool:
        return all(text.lower() in str(answer).lower() for text in texts)

    return done


async def why(hand: Hand, _: World) -> str:
    await hand.say("when is the dentist?")
    hand.keys = hand.thoughts = 0  # the question is not the task
    await hand.click(hand.page.locator(".message.steward").last.get_by_role("button", name="Why?"))
    return await panel_of(hand)


async def why_by_keys(hand: Hand, _: World) -> str:
    await hand.say("when is the dentist?")
    hand.keys = hand.thoughts = 0
    await pressed(hand, hand.page.locator(".message.steward").last.get_by_role("button", name="Why?"))
    return await panel_of(hand)


async def panel_of(hand: Hand) -> str:
    plain = hand.page.locator(".plain-why")
    await expect(plain).to_be_visible(timeout=PATIENCE_MS)
    return "Dentist" if await plain.locator("li").count() else ""


async def why_by_words(hand: Hand, _: World) -> str:
    await hand.say("when is the dentist?")
    hand.keys = hand.thoughts = 0
    return await hand.go_on("why?")


def pin_of(world: World) -> str:
    return f"{world.name('cellar')} key hangs behind the stove"


async def a_note(world: World) -> None:
    made = await world.post("/notes", {"text": pin_of(world)})
    world.ids["note"] = made["id"]


async def note_erased(hand: Hand, world: World) -> None:
    await hand.to("Notes")
    await hand.click(hand.page.locator(".note").filter(has_text=pin_of(world)).get_by_role("link", name="Edit"))
    await hand.settled()
    await hand.click(hand.page.locator("#page").get_by_role("button", name="Erase"))
    await hand.click(dialog(hand).get_by_role("button", name="Erase"))
    await shut(hand)


async def note_erased_by_keys(hand: Hand, world: World) -> None:
    await hand.palette(world.name("cellar"), pin_of(world))
    await pressed(hand, hand.page.locator("#page").get_by_role("button", name="Erase"))
    await pressed(hand, dialog(hand).get_by_role("button", name="Erase"))
    await shut(hand)


async def note_erased_by_words(hand: Hand, world: World) -> None:
    await hand.say(f"erase the note about the {world.name('cellar')} key for good")
    await confirmed(hand)


async def note_is_gone(world: World, _: Any) -> bool:
    return (await world.client.get(f"/notes/{world.ids['note']}")).status_code == 404


TASKS = (
    Task(
        "add a person with a birthday",
        born,
        born_by_keys,
        asked_and_confirmed(lambda world: f"add a contact {world.name('Nuno Vaz')}, born 3 May 1990"),
        has_birthday,
    ),
    Task(
        "merge two people",
        merged,
        merged_by_keys,
        asked_and_confirmed(
            lambda world: f"{world.name('Carla Pinho')} and {world.name('C. Pinho')} are the same person"
        ),
        one_is_left,
        twins,
    ),
    Task(
        "merge two places, take it back", places_merged, places_merged_by_keys, places_merged_by_words, two_again, shops
    ),
    Task(
        "make a rule",
        ruled,
        ruled_by_keys,
        asked_and_confirmed(lambda world: f"never schedule anything before {hour_of(world)}"),
        rule_binds,
        no_rule,
    ),
    Task(
        "turn down a proposed event",
        turned_down,
        turned_down_by_keys,
        asked_and_confirmed(lambda _: "dismiss the proposed event at Trattoria Gina"),
        is_turned_down,
        proposed,
    ),
    Task("tag a to-do and finish it", tagged, tagged_by_keys, tagged_by_words, tagged_and_done, untagged),
    Task(
        "import an .ics file",
        calendar_in,
        calendar_in_by_keys,
        lambda hand, world: attached(hand, calendar_of(world), "import this calendar file"),
        choir_is_there,
    ),
    Task(
        "import a .vcf file",
        cards_in,
        cards_in_by_keys,
        lambda hand, world: attached(hand, cards_of(world), "import this address book"),
        vera_is_there,
    ),
    Task("export everything", exported, exported_by_keys, asked("export all my data"), was_exported),
    Task("pair a phone", paired, paired_by_keys, asked("pair my phone"), phone_comes_in),
    Task("change zone and briefing time", zone_set, zone_set_by_keys, zone_by_words, zone_is_set, at_home),
    Task("revoke a token", revoked, revoked_by_keys, asked("revoke the old laptop token"), is_revoked, a_token),
    Task("make a backup", backed_up, backed_up_by_keys, asked("make a backup"), is_backed_up),
    Task("run a job now", job_run, job_run_by_keys, asked("run the proposed events job now"), was_set_off),
    Task(
        "what did Tomás say in the meeting?",
        by_speaker,
        by_speaker_with_keys,
        asked("what did Tomás say in the harbour library kick-off?"),
        holding("two point four million"),
    ),
    Task('see "why?" of an answer', why, why_by_keys, why_by_words, holding("Dentist")),
    Task("erase a note", note_erased, note_erased_by_keys, note_erased_by_words, note_is_gone, a_note),
)
