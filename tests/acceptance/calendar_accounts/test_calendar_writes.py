"""What the user changes of an event in a calendar elsewhere, as that calendar gets it: at a real Radicale."""

import asyncio
from typing import Any

from tests.support.connecting import connected, events_of, synced
from tests.support.feed_server import calendar, event
from tests.support.loopback_http import Recorded
from tests.support.meddling import Meddling
from tests.support.radicale import Radicale
from tests.support.steward import Person

OWN = (
    "ORGANIZER;CN=Boss:mailto:boss@example.org",
    'ATTENDEE;CN="Lima, Ana";PARTSTAT=ACCEPTED;X-KEEP=1:mailto:ana@example.org',
    "X-UNKNOWN;X-P=a:whatever\\, it is",
    "CATEGORIES:one,two",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "DESCRIPTION:Reminder",
    "TRIGGER:-PT15M",
    "END:VALARM",
)


class Calendar:
    """One calendar of one account, seen from both sides."""

    def __init__(self, radicale: Radicale, user: str, path: str) -> None:
        self.radicale, self.user, self.path = radicale, user, path
        self.connection: dict[str, Any] = {}

    @property
    def account(self) -> dict[str, str]:
        return {"username": self.user, "secret": f"{self.user}-secret"}

    async def put(self, name: str, text: str) -> None:
        await self.radicale.put(self.user, f"{self.path}{name}.ics", text)

    async def text(self, name: str) -> str:
        found = await self.radicale.send(self.user, "GET", f"{self.path}{name}.ics")
        return found.text.replace("\r\n ", "") if found.status_code == 200 else ""

    async def names(self) -> list[str]:
        found = await self.radicale.send(self.user, "PROPFIND", self.path, "", Depth="1")
        hrefs = [part.split("</")[0] for part in found.text.split("href>")[1::2]]
        return sorted(href.rpartition("/")[2].removesuffix(".ics") for href in hrefs if ".ics" in href)

    async def joined(self, me: Person, *, url: str = "", writable: bool = True) -> None:
        base = url or self.radicale.url
        self.connection = await connected(me, "caldav", f"{base}{self.path}", writable=writable, **self.account)
        assert self.connection["state"] == "ok", self.connection

    async def synced(self, me: Person) -> dict[str, Any]:
        return await synced(me, self.connection["id"])


async def a_calendar(radicale: Radicale, user: str, name: str = "Work") -> Calendar:
    return Calendar(radicale, user, await radicale.calendar(user, name))


async def settled(me: Person, event_id: str, state: str = "written") -> dict[str, Any]:
    """The event once its calendar has it, or says why not."""

    def told(found: dict[str, Any]) -> bool:
        there = found["elsewhere"]
        return there is not None and there["state"] == state and (state != "waiting" or bool(there["error"]))

    return dict(await me.until(f"/events/{event_id}", told))


WEEKLY = calendar(
    "\r\n".join(
        [
            "BEGIN:VTIMEZONE",
            "TZID:Office",
            "X-LIC-LOCATION:Europe/Lisbon",
            "BEGIN:STANDARD",
            "DTSTART:19701025T020000",
            "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
            "TZOFFSETFROM:+0100",
            "TZOFFSETTO:+0000",
            "END:STANDARD",
            "BEGIN:DAYLIGHT",
            "DTSTART:19700329T010000",
            "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
            "TZOFFSETFROM:+0000",
            "TZOFFSETTO:+0100",
            "END:DAYLIGHT",
            "END:VTIMEZONE",
        ]
    ),
    event("weekly", "Choir", "20270301T190000", "RRULE:FREQ=WEEKLY;COUNT=6", "EXDATE;TZID=Office:20270315T190000", *OWN)
    .replace("DTSTART:", "DTSTART;TZID=Office:"),
    event("weekly", "Choir (long)", "20270308T180000", "RECURRENCE-ID;TZID=Office:20270308T190000", "X-OF-ONE:1")
    .replace("DTSTART:", "DTSTART;TZID=Office:"),
)  # fmt: skip


async def test_a_change_goes_there_and_leaves_all_else(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.put("a", calendar(event("a", "Stand-up", "20270305T100000Z", *OWN)))
    await work.joined(me)
    before = await work.text("a")
    found = (await events_of(me))["Stand-up"]
    assert found["elsewhere"] is None
    await me.patch(f"/events/{found['id']}", {"title": "Stand-up, at ten; really\nyes", "description": "Überall"})
    after = await settled(me, found["id"])
    assert after["elsewhere"]["note"] is None
    text = await work.text("a")
    assert "SUMMARY:Stand-up\\, at ten\\; really" in text
    assert "DESCRIPTION:Überall" in text
    changed = ("SUMMARY", "DESCRIPTION:", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE")
    lost = {line for line in before.splitlines() if not line.startswith(changed)} - set(text.splitlines())
    assert lost == set()
    same = await work.synced(me)
    assert (same["last_result"]["updated"], same["last_result"]["created"]) == (0, 0)


async def test_what_is_in_step_follows_its_calendar_again(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.put("a", calendar(event("a", "Stand-up")))
    await work.joined(me)
    found = (await events_of(me))["Stand-up"]
    await me.patch(f"/events/{found['id']}", {"start_at": "2027-03-06T09:00:00", "end_at": "2027-03-06T09:30:00"})
    await settled(me, found["id"])
    assert "20270306T09" in await work.text("a")
    await work.put("a", calendar(event("a", "Stand-up", "20270307T100000Z")))
    await work.synced(me)
    now = await me.get(f"/events/{found['id']}")
    assert now["start_utc"] == "2027-03-07T10:00:00Z"
    await radicale.remove(user, f"{work.path}a.ics")
    await work.synced(me)
    assert (await me.get(f"/events/{found['id']}"))["status"] == "cancelled"


async def test_a_server_that_is_down_gets_it_later_and_what_changed_there_is_met(
    me: Person, radicale: Radicale, user: str
) -> None:
    work = await a_calendar(radicale, user)
    await work.put("a", calendar(event("a", "Stand-up", "20270305T100000Z", "DESCRIPTION:old")))
    async with Meddling(radicale.url) as between:
        await work.joined(me, url=between.url + "/")
        found = (await events_of(me))["Stand-up"]
        await asyncio.to_thread(between.stop)
        await me.patch(f"/events/{found['id']}", {"title": "Ours", "location_text": "Room 7"})
        waiting = await settled(me, found["id"], "waiting")
        assert "can't be reached" in waiting["elsewhere"]["error"]
        failing = await me.get(f"/connections/{work.connection['id']}")
        assert failing["state"] == "failing"
        await work.put("a", calendar(event("a", "Theirs", "20270305T100000Z", "DESCRIPTION:new")))
        await asyncio.to_thread(between.start)
        assert (await work.synced(me))["state"] == "ok"
        after = await settled(me, found["id"])
    assert (after["title"], after["description"], after["location_text"]) == ("Ours", "new", "Room 7")
    assert "title" in after["elsewhere"]["note"]
    text = await work.text("a")
    assert "SUMMARY:Ours" in text
    assert "DESCRIPTION:new" in text
    assert "LOCATION:Room 7" in text


async def test_what_changes_between_reading_and_writing_is_read_again(
    me: Person, radicale: Radicale, user: str
) -> None:
    work = await a_calendar(radicale, user)
    await work.put("a", calendar(event("a", "Stand-up", "20270305T100000Z", "DESCRIPTION:old")))
    tries: list[Recorded] = []

    async def meddle(request: Recorded) -> None:
        if request.method == "PUT":
            tries.append(request)
            if len(tries) == 1:
                await work.put("a", calendar(event("a", "Stand-up", "20270305T100000Z", "DESCRIPTION:theirs")))

    async with Meddling(radicale.url) as between:
        between.before = meddle
        await work.joined(me, url=between.url + "/")
        found = (await events_of(me))["Stand-up"]
        await me.patch(f"/events/{found['id']}", {"title": "Ours"})
        await settled(me, found["id"])
        after = await me.until(f"/events/{found['id']}", lambda after: after["description"] == "theirs")
    assert len(tries) == 2
    assert all("if-match" in one.headers for one in tries)
    assert (after["title"], after["description"]) == ("Ours", "theirs")
    text = await work.text("a")
    assert "SUMMARY:Ours" in text
    assert "DESCRIPTION:theirs" in text


async def test_an_answer_that_is_lost_writes_once(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.put("a", calendar(event("a", "Stand-up")))
    written: list[Recorded] = []

    async def lose(request: Recorded) -> None:
        if request.method == "PUT":
            written.append(request)
            raise ConnectionError

    async with Meddling(radicale.url) as between:
        await work.joined(me, url=between.url + "/")
        found = (await events_of(me))["Stand-up"]
        between.after = lose
        await me.patch(f"/events/{found['id']}", {"title": "Ours"})
        await settled(me, found["id"], "waiting")
        await work.synced(me)
        after = await settled(me, found["id"])
    assert len(written) == 1
    assert after["title"] == "Ours"
    assert (await work.text("a")).count("SUMMARY:Ours") == 1


async def test_a_cancellation_is_told_and_taken_back(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.put("a", calendar(event("a", "Dentist", "20270305T100000Z", *OWN)))
    await work.joined(me)
    told = await me.ask("Cancel the dentist on 5 March 2027")
    (preview,) = told["previews"]
    await me.post(f"/previews/{preview['id']}/confirm")
    (found,) = (await me.get("/events"))["items"]
    await settled(me, found["id"])
    text = await work.text("a")
    assert "STATUS:CANCELLED" in text
    assert "X-KEEP=1" in text
    await work.synced(me)
    undone = await me.post(f"/previews/{preview['id']}/undo")
    assert undone["state"] == "undone", undone
    after = await settled(me, found["id"])
    assert after["status"] == "confirmed"
    assert "STATUS:CONFIRMED" in await work.text("a")


async def test_one_occurrence_and_the_whole_series(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.put("weekly", WEEKLY)
    await work.joined(me)
    (found,) = (await me.get("/events"))["items"]
    mine = {"recurrence_id": "2027-03-22T19:00:00", "status": "cancelled"}
    await me.patch(f"/events/{found['id']}", {"overrides": [*found["overrides"], mine]})
    after = await settled(me, found["id"])
    text = await work.text("weekly")
    assert text.count("BEGIN:VEVENT") == 3
    assert "RECURRENCE-ID;TZID=Office:20270322T190000" in text
    assert "X-OF-ONE:1" in text
    assert [one["recurrence_id"] for one in after["overrides"]] == ["2027-03-08T19:00:00", "2027-03-22T19:00:00"]

    def starts(items: list[dict[str, Any]]) -> list[str]:
        return [one["start_at"] for one in items if one["status"] != "cancelled"]

    times = {"since": "2027-02-20T00:00:00", "until": "2027-05-01T00:00:00"}
    shown = await me.get("/events", **times)
    assert starts(shown["items"]) == [f"2027-03-{day}" for day in ("01T19:00:00", "08T18:00:00", "29T19:00:00")] + [
        "2027-04-05T19:00:00"
    ]
    # The whole series an hour later; what is called off or moved by itself stays so.
    await me.patch(f"/events/{found['id']}", {"start_at": "2027-03-01T20:00:00", "end_at": "2027-03-01T21:00:00"})
    await settled(me, found["id"])
    text = await work.text("weekly")
    assert "EXDATE;TZID=Office:20270315T200000" in text
    assert "RECURRENCE-ID;TZID=Office:20270308T200000" in text
    assert "DTSTART;TZID=Office:20270308T180000" in text
    await work.synced(me)
    shown = await me.get("/events", **times)
    assert starts(shown["items"]) == [f"2027-03-{day}" for day in ("01T20:00:00", "08T18:00:00", "29T20:00:00")] + [
        "2027-04-05T20:00:00"
    ]
    # All of it is called off and comes back, each occurrence as it was.
    await me.patch(f"/events/{found['id']}", {"status": "cancelled"})
    await settled(me, found["id"])
    assert (await work.text("weekly")).count("STATUS:CANCELLED") == 3
    await me.patch(f"/events/{found['id']}", {"status": "confirmed"})
    await settled(me, found["id"])
    assert (await work.text("weekly")).count("STATUS:CANCELLED") == 1
    await work.synced(me)
    assert starts((await me.get("/events", **times))["items"]) == starts(shown["items"])


async def test_one_occurrence_by_words_and_its_undo(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.put("weekly", WEEKLY)
    await work.joined(me)
    told = await me.ask("Move the choir on 29 March 2027 to 17:00")
    assert len(told["previews"]) == 1, told
    (preview,) = told["previews"]
    await me.post(f"/previews/{preview['id']}/confirm")
    (found,) = (await me.get("/events"))["items"]
    await settled(me, found["id"])
    text = await work.text("weekly")
    assert "DTSTART;TZID=Office:20270329T170000" in text
    undone = await me.post(f"/previews/{preview['id']}/undo")
    assert undone["state"] == "undone", undone
    await settled(me, found["id"])
    text = await work.text("weekly")
    assert text.count("BEGIN:VEVENT") == 2
    assert "20270329T170000" not in text


async def test_one_day_of_a_series_that_was_made_here_is_taken_back_there_too(
    me: Person, radicale: Radicale, user: str
) -> None:
    work = await a_calendar(radicale, user)
    await work.joined(me)
    times = {"start_at": "2027-05-03T18:00", "end_at": "2027-05-03T19:00", "timezone": "Europe/Lisbon"}
    made = await me.post("/events", {"title": "Yoga", **times, "recurrence": "FREQ=WEEKLY;COUNT=4", "calendar": "Work"})
    await settled(me, made["id"])
    (name,) = await work.names()
    for asked, there in (
        ("Cancel yoga on 10 May 2027", "STATUS:CANCELLED"),
        ("Move yoga on 10 May 2027 to 20:00", "T200000"),
    ):
        (preview,) = (await me.ask(asked))["previews"]
        await me.post(f"/previews/{preview['id']}/confirm")
        await settled(me, made["id"])
        assert there in await work.text(name)
        undone = await me.post(f"/previews/{preview['id']}/undo")
        assert undone.get("state") == "undone", undone
        await settled(me, made["id"])
        assert (await work.text(name)).count("BEGIN:VEVENT") == 1


async def test_an_event_posted_into_a_calendar_goes_there(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.joined(me)
    body = {
        "title": "Retro",
        "start_at": "2027-03-05T10:00:00",
        "end_at": "2027-03-05T11:00:00",
        "timezone": "Europe/Lisbon",
        "recurrence": "FREQ=WEEKLY;COUNT=3",
        "location_text": "Room 7",
        "participants": ["ana@example.org"],
    }
    made = await me.post("/events", {**body, "calendar": "work"})
    assert (made["calendar"], made["origin"]) == ("Work", "own_data")
    assert made["source"] == work.connection["collections"][0]["source"]
    after = await settled(me, made["id"])
    assert after["participants"] == made["participants"]
    (name,) = await work.names()
    text = await work.text(name)
    assert "RRULE:FREQ=WEEKLY;COUNT=3" in text
    assert "X-STEWARD" not in text
    assert "ATTENDEE" not in text
    label = await me.post("/events", {**body, "calendar": "Nowhere"})
    assert (label["calendar"], label["source"], label["elsewhere"]) == ("Nowhere", None, None)
    same = await work.synced(me)
    assert same["last_result"]["created"] == 0
    assert len((await me.get("/events"))["items"]) == 2
    await radicale.remove(user, f"{work.path}{name}.ics")
    await work.synced(me)
    assert (await me.get(f"/events/{made['id']}"))["status"] == "cancelled"


async def test_a_day_and_all_later_ones_are_moved_there_too(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.put("weekly", WEEKLY)
    await work.joined(me)
    found = (await me.get("/events", q="choir"))["items"][0]
    later = {
        "recurrence_id": "2027-03-22T19:00",
        "following": True,
        "start_at": "2027-03-22T20:00",
        "end_at": "2027-03-22T21:00",
    }
    await me.patch(f"/events/{found['id']}", {"overrides": [*found["overrides"], later]})
    after = await settled(me, found["id"])
    text = await work.text("weekly")
    assert "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Office:20270322T190000" in text
    assert text.count("BEGIN:VEVENT") == 3
    assert after["elsewhere"]["note"] is None
    await work.synced(me)
    items = (await me.get("/events", since="2027-03-01", until="2027-05-01"))["items"]
    assert [one["start_at"] for one in items] == [
        "2027-03-01T19:00:00",
        "2027-03-08T18:00:00",
        "2027-03-22T20:00:00",
        "2027-03-29T20:00:00",
        "2027-04-05T20:00:00",
    ]


async def test_an_own_event_goes_into_a_calendar_and_stays_in_it(me: Person, radicale: Radicale, user: str) -> None:
    work, home = await a_calendar(radicale, user), await a_calendar(radicale, user, "Home")
    await work.joined(me)
    await home.joined(me)
    made = await me.post(
        "/events", {"title": "Dentist", "start_at": "2027-03-05T10:00:00", "timezone": "Europe/Lisbon"}
    )
    after = await me.patch(f"/events/{made['id']}", {"calendar": "work", "description": "bring x-rays"})
    assert after["calendar"] == "Work"
    await settled(me, made["id"])
    assert await work.names() == [made["id"]]
    assert "DESCRIPTION:bring x-rays" in await work.text(made["id"])
    for other in ("Home", "Somewhere", None):
        refused = await me.send("PATCH", f"/events/{made['id']}", json={"calendar": other})
        assert (refused.status_code, refused.json()["errors"][0]["loc"]) == (422, ["calendar"])
        assert "can't be moved" in refused.json()["detail"]
    await me.patch(f"/events/{made['id']}", {"calendar": "Work", "title": "The dentist"})
    await work.synced(me)
    assert await me.count("events") == 1


async def test_two_calendars_of_one_name_are_not_guessed_between(
    me: Person, radicale: Radicale, user: str, another_user: str
) -> None:
    work = await a_calendar(radicale, user)
    await work.joined(me)
    other = await a_calendar(radicale, another_user)
    other.connection = await connected(
        me, "caldav", f"{radicale.url}{other.path}", name="Ana's", writable=True, **other.account
    )
    body = {"title": "Retro", "start_at": "2027-03-05T10:00:00", "calendar": "Work"}
    refused = await me.send("POST", "/events", json=body)
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["loc"][-1] == "calendar"
    assert "Ana's" in refused.json()["detail"]
    made = await me.post("/events", {**body, "calendar": "Work (Ana's)"})
    await settled(me, made["id"])
    assert await work.names() == []
    assert len(await other.names()) == 1


async def test_a_created_event_is_taken_back_there_too(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.joined(me)
    told = await me.ask("Add dentist on 5 March 2027 at 10:00 to my Work calendar")
    (preview,) = told["previews"]
    done = await me.post(f"/previews/{preview['id']}/confirm")
    assert done["state"] == "confirmed", done
    found = done["result"]["entity"]["id"]
    await settled(me, found)
    assert len(await work.names()) == 1
    undone = await me.post(f"/previews/{preview['id']}/undo")
    assert undone["state"] == "undone", undone
    await settled(me, found)
    assert await work.names() == []
    await work.synced(me)
    assert (await me.get("/events"))["items"] == []


async def test_a_refused_password_is_the_connections_state(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.put("a", calendar(event("a", "Stand-up")))
    await work.joined(me)
    found = (await events_of(me))["Stand-up"]
    before = await me.scalar("select sealed from connections where user_id = :me")
    wrong = await me.patch(f"/connections/{work.connection['id']}", {"secret": "not this one"})
    assert wrong["has_secret"]
    await me.patch(f"/events/{found['id']}", {"title": "Ours"})
    waiting = await settled(me, found["id"], "waiting")
    assert "password" in waiting["elsewhere"]["error"]
    assert (await me.get(f"/connections/{work.connection['id']}"))["state"] == "needs_attention"
    assert before
    await me.patch(f"/connections/{work.connection['id']}", {"secret": f"{user}-secret"})
    assert (await settled(me, found["id"]))["title"] == "Ours"
    assert "SUMMARY:Ours" in await work.text("a")


async def test_erasing_here_leaves_it_there_and_it_does_not_come_back(
    me: Person, radicale: Radicale, user: str
) -> None:
    work = await a_calendar(radicale, user)
    await work.put("a", calendar(event("a", "Stand-up")))
    await work.joined(me)
    found = (await events_of(me))["Stand-up"]
    await me.patch(f"/events/{found['id']}", {"title": "Ours"})
    await settled(me, found["id"])
    await me.send("DELETE", f"/events/{found['id']}")
    assert "SUMMARY:Ours" in await work.text("a")
    await work.put("a", calendar(event("a", "Stand-up again")))
    after = await work.synced(me)
    assert after["last_result"]["erased"] == 1
    assert (await me.get("/events"))["items"] == []


async def test_a_calendar_that_is_only_read_is_not_written(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.put("a", calendar(event("a", "Stand-up")))
    await work.joined(me, writable=False)
    found = (await events_of(me))["Stand-up"]
    changed = await me.patch(f"/events/{found['id']}", {"title": "Ours"})
    assert changed["elsewhere"] is None
    await work.put("a", calendar(event("a", "Theirs", "20270305T110000Z")))
    await work.synced(me)
    after = await me.get(f"/events/{found['id']}")
    assert (after["title"], after["start_utc"]) == ("Ours", "2027-03-05T11:00:00Z")
    assert "SUMMARY:Theirs" in await work.text("a")
    await me.send("DELETE", f"/connections/{work.connection['id']}")
    assert len((await me.get("/events"))["items"]) == 1


async def test_what_is_gone_there_is_not_made_anew(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.put("a", calendar(event("a", "Stand-up")))
    await work.joined(me)
    found = (await events_of(me))["Stand-up"]
    await radicale.remove(user, f"{work.path}a.ics")
    await me.patch(f"/events/{found['id']}", {"title": "Ours"})
    refused = await settled(me, found["id"], "refused")
    assert "no longer in that calendar" in refused["elsewhere"]["error"]
    assert await work.names() == []
    after = await work.synced(me)
    assert after["last_result"]["kept"] == 1
    assert (await me.get(f"/events/{found['id']}"))["title"] == "Ours"


async def test_the_command_puts_it_into_the_calendar_that_is_named(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.joined(me)
    told = await me.ask("/event dentist on 5 March 2027 at 10:00 in my Work calendar")
    preview = told["command_result"]["preview"]
    assert preview is not None, told
    assert "“Work”" in preview["summary"]
    assert preview["arguments"]["title"].lower() == "dentist"
    assert preview["arguments"]["place"] is None
    done = await me.post(f"/previews/{preview['id']}/confirm")
    assert done["state"] == "confirmed", done
    await settled(me, done["result"]["entity"]["id"])
    assert len(await work.names()) == 1
