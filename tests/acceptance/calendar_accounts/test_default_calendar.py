"""Where new events go that name no calendar, and what becomes there of those that are erased: at a real Radicale."""

import asyncio

from tests.acceptance.calendar_accounts.test_calendar_writes import WEEKLY, Calendar, a_calendar, settled
from tests.support.connecting import connected, events_of
from tests.support.feed_server import calendar, event
from tests.support.meddling import Meddling
from tests.support.radicale import Radicale
from tests.support.steward import Person, Steward
from tests.support.waiting import eventually

TIMES = {"start_at": "2027-03-05T10:00:00", "end_at": "2027-03-05T11:00:00"}


async def gone(work: Calendar, name: str) -> None:
    """Until the calendar has it no more."""
    await eventually(work.names, lambda found: name not in found)


async def test_new_events_go_to_the_only_calendar_without_its_name(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    before = await me.post("/events", {"title": "Before", **TIMES})
    assert (before["source"], before["elsewhere"]) == (None, None)
    await work.joined(me)
    assert (await me.get("/me"))["default_calendar"] is None
    made = await me.post("/events", {"title": "Dentist", **TIMES})
    assert made["calendar"] == "Work"
    await settled(me, made["id"])
    assert "SUMMARY:Dentist" in await work.text(made["id"])
    label = await me.post("/events", {"title": "Only here", "calendar": "Family", **TIMES})
    assert (label["calendar"], label["source"]) == ("Family", None)
    for question in ("/event lunch with Ana on 6 March 2027 at 12:00", "add a haircut on 7 March 2027 at 9:00"):
        told = await me.ask(question)
        (preview,) = told["previews"]
        assert "Work" in preview["summary"]
        done = await me.post(f"/previews/{preview['id']}/confirm")
        found = await settled(me, done["result"]["entity"]["id"])
        assert found["calendar"] == "Work"
        assert found["title"] in await work.text(found["id"])
        undone = await me.post(f"/previews/{preview['id']}/undo")
        assert undone["state"] == "undone"
        await gone(work, found["id"])


async def test_of_several_calendars_the_one_that_was_set(me: Person, radicale: Radicale, user: str) -> None:
    work, home = await a_calendar(radicale, user), await a_calendar(radicale, user, "Home")
    joined = await connected(me, "caldav", f"{radicale.url}/{user}/", writable=True, **work.account)
    assert joined["state"] == "ok", joined
    unset = await me.post("/events", {"title": "Nowhere", **TIMES})
    assert unset["source"] is None
    wrong = await me.send("PATCH", "/me", json={"default_calendar": "Holidays"})
    assert wrong.status_code == 422
    assert "Home" in wrong.json()["detail"]
    assert wrong.json()["errors"][0]["loc"] == ["body", "default_calendar"]
    version = (await me.get("/me"))["version"]
    told = await me.patch("/me", {"default_calendar": "home"})
    assert (told["default_calendar"], told["version"]) == ("Home", version + 1)
    assert (await me.get("/me"))["default_calendar"] == "Home"
    made = await me.post("/events", {"title": "Dinner", **TIMES})
    await settled(me, made["id"])
    assert (await home.names(), await work.names()) == ([made["id"]], [])
    cleared = await me.patch("/me", {"default_calendar": None})
    assert cleared["default_calendar"] is None
    assert (await me.post("/events", {"title": "Here", **TIMES}))["source"] is None


async def test_anothers_calendar_can_not_be_set(me: Person, steward: Steward, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.joined(me)
    mine = await me.scalar("select source from event_calendars where user_id = :me", me=me.id)
    other = await steward.person("Somebody Else")
    answer = await other.send("PATCH", "/me", json={"default_calendar": mine})
    assert answer.status_code == 422


async def test_an_erased_event_says_that_it_stays_there(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.put("a", calendar(event("a", "Stand-up", "20270305T100000Z")))
    await work.joined(me)
    found = (await events_of(me))["Stand-up"]
    dry = (await me.send("DELETE", f"/events/{found['id']}", params={"dry_run": "true"})).json()
    receipt = (await me.send("DELETE", f"/events/{found['id']}")).json()
    assert receipt == dry
    assert receipt["deleted"]["event"] == 1
    assert (receipt["elsewhere"]["state"], receipt["elsewhere"]["calendar"]) == ("stays", "Work")
    assert "remote=true" in receipt["elsewhere"]["detail"]
    assert "Stand-up" in await work.text("a")
    own = await me.post("/events", {"title": "Mine", "calendar": "label", **TIMES})
    assert (await me.send("DELETE", f"/events/{own['id']}", params={"remote": "true"})).json().get("elsewhere") is None


async def test_it_is_deleted_there_too(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.put("weekly", WEEKLY)
    await work.put("a", calendar(event("a", "Stand-up", "20270305T100000Z")))
    await work.joined(me)
    found = await events_of(me)
    dry = await me.send("DELETE", f"/events/{found['Choir']['id']}", params={"remote": "true", "dry_run": "true"})
    assert dry.json()["elsewhere"]["state"] == "would_be_deleted"
    assert await work.names() == ["a", "weekly"]
    for title in ("Choir", "Stand-up"):
        receipt = (await me.send("DELETE", f"/events/{found[title]['id']}", params={"remote": "true"})).json()
        assert receipt["elsewhere"]["state"] == "deleted", receipt
    assert await work.names() == []
    made = await me.post("/events", {"title": "New", **TIMES})
    await settled(me, made["id"])
    assert await work.names() == [made["id"]]
    await me.send("DELETE", f"/events/{made['id']}", params={"remote": "true"})
    assert await work.names() == []
    assert (await work.synced(me))["last_result"]["created"] == 0


async def test_what_changed_there_is_told_and_nothing_is_lost(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.put("a", calendar(event("a", "Stand-up", "20270305T100000Z")))
    await work.joined(me)
    found = (await events_of(me))["Stand-up"]
    await work.put("a", calendar(event("a", "Stand-up, moved", "20270306T100000Z")))
    answer = await me.send("DELETE", f"/events/{found['id']}", params={"remote": "true"})
    assert (answer.status_code, answer.json()["code"]) == (412, "version_conflict")
    assert "changed in that calendar" in answer.json()["detail"]
    assert (await me.get(f"/events/{found['id']}"))["title"] == "Stand-up"
    await work.synced(me)
    assert (await me.send("DELETE", f"/events/{found['id']}", params={"remote": "true"})).status_code == 200
    assert await work.names() == []


async def test_a_calendar_that_is_only_read_is_told(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.put("a", calendar(event("a", "Stand-up", "20270305T100000Z")))
    await work.joined(me, writable=False)
    found = (await events_of(me))["Stand-up"]
    answer = await me.send("DELETE", f"/events/{found['id']}", params={"remote": "true"})
    assert (answer.status_code, answer.json()["code"]) == (409, "read_only_calendar")
    assert (await me.send("DELETE", f"/events/{found['id']}")).json()["elsewhere"]["state"] == "stays"


async def test_a_server_that_is_down_is_asked_again(me: Person, radicale: Radicale, user: str) -> None:
    work = await a_calendar(radicale, user)
    await work.put("a", calendar(event("a", "Stand-up", "20270305T100000Z")))
    await work.put("b", calendar(event("b", "Review", "20270305T120000Z")))
    async with Meddling(radicale.url) as between:
        await work.joined(me, url=between.url + "/")
        found = await events_of(me)
        await asyncio.to_thread(between.stop)
        jobs = []
        for title in ("Stand-up", "Review"):
            receipt = (await me.send("DELETE", f"/events/{found[title]['id']}", params={"remote": "true"})).json()
            assert (receipt["deleted"]["event"], receipt["elsewhere"]["state"]) == (1, "waiting")
            jobs.append(receipt["elsewhere"]["job_id"])
        await work.put("b", calendar(event("b", "Review, moved", "20270307T120000Z")))
        await asyncio.to_thread(between.start)
        await work.synced(me)
        await gone(work, "a")
        assert await work.names() == ["b"]
        assert await events_of(me) == {}
        assert (await me.job_ended(jobs[0]))["state"] in {"done", "failed"}
