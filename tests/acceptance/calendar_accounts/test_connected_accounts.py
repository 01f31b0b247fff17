"""CalDAV and CardDAV accounts as their owner meets them, at a real Radicale."""

from typing import Any

import pytest
from tests.support.connecting import connected, events_of, synced
from tests.support.corpora import cases
from tests.support.feed_server import FeedServer, calendar, event
from tests.support.radicale import Radicale
from tests.support.steward import Person, Steward
from tests.support.waiting import eventually

from orchestrator.kit.ids import new_id


def account(user: str) -> dict[str, str]:
    return {"username": user, "secret": f"{user}-secret"}


SERIES = calendar(
    event("weekly", "Choir", "20270321T190000", "RRULE:FREQ=WEEKLY;COUNT=4", "EXDATE:20270404T190000")
    .replace("DTSTART:", "DTSTART;TZID=Europe/Lisbon:")
    .replace("EXDATE:", "EXDATE;TZID=Europe/Lisbon:"),
    event("weekly", "Choir (long)", "20270328T180000", "RECURRENCE-ID;TZID=Europe/Lisbon:20270328T190000").replace(
        "DTSTART:", "DTSTART;TZID=Europe/Lisbon:"
    ),
)


def card(uid: str, name: str, *more: str) -> str:
    lines = ["BEGIN:VCARD", "VERSION:3.0", f"UID:{uid}", f"FN:{name}", f"N:{name};;;;", *more, "END:VCARD"]
    return "\r\n".join(lines) + "\r\n"


async def test_all_calendars_of_an_account_are_read(me: Person, radicale: Radicale, user: str) -> None:
    work, home = await radicale.calendar(user, "Work"), await radicale.calendar(user, "Home")
    todo = await radicale.calendar(user, "Tasks", "VTODO")
    await radicale.put(user, f"{work}a.ics", calendar(event("a@x y", "Stand-up")))
    await radicale.put(user, f"{home}ação.ics", calendar(event("b", "Jantar")))
    await radicale.put(user, f"{home}c.ics", SERIES)
    made = await connected(me, "caldav", radicale.url, **account(user))
    assert made["state"] == "ok", made
    assert made["last_result"]["created"] == 3
    assert sorted(one["name"] for one in made["collections"]) == ["Home", "Work"]
    assert todo
    found = await events_of(me)
    assert {title: one["calendar"] for title, one in found.items()} == {
        "Stand-up": "Work", "Jantar": "Home", "Choir": "Home",
    }  # fmt: skip
    spring = await me.get("/events", since="2027-03-20T00:00:00", until="2027-04-30T00:00:00")
    starts = [one["start_at"] for one in spring["items"] if one["title"].startswith("Choir")]
    assert starts == ["2027-03-21T19:00:00", "2027-03-28T18:00:00", "2027-04-11T19:00:00"]


async def test_changes_removals_and_returns_follow_by_sync_token(me: Person, radicale: Radicale, user: str) -> None:
    path = await radicale.calendar(user, "Work")
    await radicale.put(user, f"{path}a.ics", calendar(event("a", "Stand-up")))
    await radicale.put(user, f"{path}b.ics", calendar(event("b", "Review")))
    made = await connected(me, "caldav", f"{radicale.url}{path}", **account(user))
    before = await events_of(me)
    assert await me.scalar("select sync_token from connection_collections where user_id = :me")
    same = await synced(me, made["id"])
    assert (same["last_result"]["created"], same["last_result"]["updated"]) == (0, 0)
    await radicale.put(user, f"{path}a.ics", calendar(event("a", "Stand-up at ten")))
    await radicale.put(user, f"{path}c.ics", calendar(event("c", "Retro")))
    await radicale.remove(user, f"{path}b.ics")
    after = await synced(me, made["id"])
    told = after["last_result"]
    assert (told["created"], told["updated"], told["cancelled"]) == (1, 1, 1)
    found = await events_of(me)
    assert found["Stand-up at ten"]["id"] == before["Stand-up"]["id"]
    assert found["Review"]["status"] == "cancelled"
    await radicale.put(user, f"{path}b2.ics", calendar(event("b", "Review")))
    await synced(me, made["id"])
    back = (await events_of(me))["Review"]
    assert (back["status"], back["id"]) == ("confirmed", before["Review"]["id"])


async def test_a_forgotten_token_and_a_restart_lose_nothing(me: Person, radicale: Radicale, user: str) -> None:
    path = await radicale.calendar(user, "Work")
    await radicale.put(user, f"{path}a.ics", calendar(event("a", "Stand-up")))
    await radicale.put(user, f"{path}b.ics", calendar(event("b", "Review")))
    made = await connected(me, "caldav", radicale.url, **account(user))
    await me.execute(
        "update connection_collections set sync_token = 'http://radicale.org/ns/sync/' || repeat('0', 64)"
        " where user_id = :me"
    )
    await radicale.remove(user, f"{path}b.ics")
    await radicale.stop()
    down = await synced(me, made["id"])
    assert down["state"] == "failing"
    assert "can't be reached" in down["last_error"]
    assert (await events_of(me))["Review"]["status"] == "confirmed"
    await radicale.start()
    up = await synced(me, made["id"])
    assert (up["state"], up["last_error"], up["last_result"]["cancelled"]) == ("ok", None, 1)


async def test_a_calendar_that_is_gone_takes_its_events_off(me: Person, radicale: Radicale, user: str) -> None:
    work, home = await radicale.calendar(user, "Work"), await radicale.calendar(user, "Home")
    await radicale.put(user, f"{work}a.ics", calendar(event("a", "Stand-up")))
    await radicale.put(user, f"{home}a.ics", calendar(event("a", "Copy of it")))
    made = await connected(me, "caldav", radicale.url, **account(user))
    assert len(await events_of(me)) == 2
    await radicale.remove(user, work)
    after = await synced(me, made["id"])
    assert [one["name"] for one in after["collections"]] == ["Home"]
    found = await events_of(me)
    assert (found["Stand-up"]["status"], found["Copy of it"]["status"]) == ("cancelled", "confirmed")
    again = await radicale.calendar(user, "Work")
    await radicale.put(user, f"{again}a.ics", calendar(event("a", "Stand-up")))
    await synced(me, made["id"])
    assert (await events_of(me))["Stand-up"]["status"] == "confirmed"
    assert len(await events_of(me)) == 2


@pytest.mark.parametrize("wrong", ["password", "foreign"])
async def test_a_refusal_says_what_to_do(
    me: Person, radicale: Radicale, user: str, another_user: str, wrong: str
) -> None:
    path = await radicale.calendar(user, "Work")
    if wrong == "password":
        made = await connected(me, "caldav", radicale.url, username=user, secret="not this one")
        assert "password" in made["last_error"]
    else:
        made = await connected(me, "caldav", f"{radicale.url}{path}", **account(another_user))
        assert "403" in made["last_error"]
    assert made["state"] == "needs_attention"
    assert "not this one" not in str(made)
    if wrong == "password":
        mended = await me.patch(f"/connections/{made['id']}", {"secret": f"{user}-secret"})
        assert mended["has_secret"]
        assert (await synced(me, made["id"]))["state"] == "ok"


async def test_an_address_book_becomes_contacts(me: Person, radicale: Radicale, user: str) -> None:
    path = await radicale.address_book(user, "People")
    photo = "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////"
    await radicale.put(user, f"{path}a.vcf", card("a", "Ana Souza", "EMAIL:ana@example.org", photo))
    await radicale.put(user, f"{path}b.vcf", card("b", "Bebel Lima", "TEL:+351 912 345 678"))
    made = await connected(me, "carddav", radicale.url, **account(user))
    assert made["state"] == "ok", made
    assert made["last_result"]["created"] == 2
    assert any("photo" in note for note in made["last_result"]["notes"])
    people = {one["display_name"]: one for one in (await me.get("/contacts"))["items"]}
    assert set(people) == {"Ana Souza", "Bebel Lima"}
    assert people["Ana Souza"]["origin"] == "third_party"
    await me.patch(f"/contacts/{people['Ana Souza']['id']}", {"title": "Doctor"})
    await radicale.put(user, f"{path}a.vcf", card("a", "Ana Souza", "EMAIL:ana@new.example.org", "TITLE:Nurse"))
    await radicale.remove(user, f"{path}b.vcf")
    after = await synced(me, made["id"])
    assert (after["last_result"]["updated"], after["last_result"]["hidden"]) == (1, 1)
    (ana,) = (await me.get("/contacts"))["items"]
    assert (ana["title"], ana["emails"][0]["value"]) == ("Doctor", "ana@new.example.org")
    await radicale.put(user, f"{path}b-again.vcf", card("b", "Bebel Lima"))
    await radicale.remove(user, f"{path}a.vcf")
    last = await synced(me, made["id"])
    assert last["last_result"]["kept"] == 1
    shown = {one["display_name"]: one["id"] for one in (await me.get("/contacts"))["items"]}
    assert shown == {"Ana Souza": ana["id"], "Bebel Lima": people["Bebel Lima"]["id"]}
    receipt = await me.send("DELETE", f"/connections/{made['id']}")
    assert receipt.json()["deleted"] == {"connection": 1, "contact": 1}


def group(uid: str, name: str, *members: str) -> str:
    told = (f"X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:{one}" for one in members)
    return card(uid, name, "X-ADDRESSBOOKSERVER-KIND:group", *told)


async def test_a_group_card_knows_all_people_of_its_address_book(me: Person, radicale: Radicale, user: str) -> None:
    path = await radicale.address_book(user, "People")
    names = {f"p{number:03}": f"Person {number:03}" for number in range(120)}
    for uid, name in names.items():
        await radicale.put(user, f"{path}{uid}.vcf", card(uid, name))
    await radicale.put(user, f"{path}choir.vcf", group("choir", "Choir", *names))

    async def groups() -> dict[str, list[str]]:
        found = await me.get("/contacts", limit=500)
        return {one["display_name"]: one["groups"] for one in found["items"]}

    made = await connected(me, "carddav", radicale.url, **account(user))
    assert made["last_result"]["created"] == 120, made
    assert await groups() == {name: ["Choir"] for name in names.values()}
    # A person's card changes alone, then the group's.
    await radicale.put(user, f"{path}p007.vcf", card("p007", "Person 007", "TITLE:Alto"))
    await synced(me, made["id"])
    assert (await groups())["Person 007"] == ["Choir"]
    await radicale.put(user, f"{path}choir.vcf", group("choir", "Big choir", *list(names)[:60]))
    await synced(me, made["id"])
    after = await groups()
    assert sorted(name for name in after if after[name] == ["Big choir"]) == list(names.values())[:60]
    assert all(after[name] == [] for name in list(names.values())[60:])
    await radicale.remove(user, f"{path}choir.vcf")
    await synced(me, made["id"])
    assert set(map(tuple, (await groups()).values())) == {()}


async def test_broken_objects_are_told_and_the_others_come(me: Person, radicale: Radicale, user: str) -> None:
    path = await radicale.calendar(user, "Work")
    for number in range(60):
        await radicale.put(user, f"{path}{number}.ics", calendar(event(f"u{number}", f"Meeting {number}")))
    folder = radicale.folder / "collections" / "collection-root" / user / "work"
    bad = calendar(event("bad", "Bad")).replace(
        "DTSTART:20270305T100000Z", "DTSTART:20270305T100000Z\r\nRRULE:FREQ=NEVER"
    )
    (folder / "bad.ics").write_text(bad)
    made = await connected(me, "caldav", f"{radicale.url}{path}", **account(user))
    assert made["last_result"]["created"] == 60, made
    assert len(await events_of(me)) >= 60


@pytest.mark.parametrize("body", cases("connected_accounts", "strange_answers_are_told_and_harm_nothing"))
async def test_strange_answers_are_told_and_harm_nothing(me: Person, body: str) -> None:
    with FeedServer() as server:
        server.answer(f"/{new_id()}", 207)
        for path in ("/", "/.well-known/caldav"):
            server.answer(path, 207, body, **{"Content-Type": "application/xml"})
        made = await connected(me, "caldav", f"{server.url}/", username="a", secret="b")
    assert made["state"] in {"failing", "needs_attention"}
    assert "root:" not in str(made)


async def _writable(me: Person, radicale: Radicale, user: str, *names: str) -> dict[str, Any]:
    for name in names:
        await radicale.calendar(user, name)
    return await connected(me, "caldav", radicale.url, writable=True, **account(user))


async def _objects(radicale: Radicale, user: str, path: str) -> dict[str, str]:
    """What the server has in a calendar: texts by href."""
    found = await radicale.send(user, "PROPFIND", path, "", Depth="1")
    hrefs = [part.split("</")[0] for part in found.text.split("href>")[1::2] if ".ics" in part]
    return {href: (await radicale.send(user, "GET", href.lstrip("/"))).text for href in hrefs}


async def test_an_event_is_confirmed_into_a_calendar_elsewhere(me: Person, radicale: Radicale, user: str) -> None:
    made = await _writable(me, radicale, user, "Trabalho", "Home")
    told = await me.ask("Add lunch with Ana on 5 March 2027 at 12:30 to my Home calendar")
    assert len(told["previews"]) == 1, told
    (preview,) = told["previews"]
    assert preview["state"] == "pending", told
    assert "Home" in preview["summary"]
    assert "calendar" not in preview["arguments"]["title"].lower()
    assert await _objects(radicale, user, f"{user}/home/") == {}
    done = await me.post(f"/previews/{preview['id']}/confirm")
    assert done["state"] == "confirmed", done
    assert done["result"]["undo_until"] is not None
    again = await me.post(f"/previews/{preview['id']}/confirm")
    assert again["state"] == "confirmed"
    ((_, text),) = (await _objects(radicale, user, f"{user}/home/")).items()
    assert "ATTENDEE" not in text
    assert "20270305T123000" in text
    (event,) = (await me.get("/events"))["items"]
    assert (event["calendar"], event["origin"]) == ("Home", "own_data")
    assert event["source"].startswith("caldav:")
    after = await synced(me, made["id"])
    assert after["state"] == "ok"
    (same,) = (await me.get("/events"))["items"]
    assert (same["id"], same["title"], same["status"]) == (event["id"], event["title"], "confirmed")
    await me.send("DELETE", f"/connections/{made['id']}")
    assert len((await me.get("/events"))["items"]) == 1


@pytest.mark.parametrize(
    ("locale", "words", "title"), cases("connected_accounts", "the_calendar_is_named_in_each_language")
)
async def test_the_calendar_is_named_in_each_language(
    me: Person, radicale: Radicale, user: str, locale: str, words: str, title: str
) -> None:
    await _writable(me, radicale, user, "Casa")
    told = await me.ask(words, locale=locale)
    assert len(told["previews"]) == 1, told
    arguments = told["previews"][0]["arguments"]
    assert (arguments["calendar"], arguments["title"].lower()) == ("Casa", title)
    assert arguments["start_at"] == "2027-03-05T10:00:00"


async def test_even_auto_confirmed_it_waits(me: Person, radicale: Radicale, user: str) -> None:
    await _writable(me, radicale, user, "Home")
    await me.auto_confirm()
    told = await me.ask("Add dentist on 5 March 2027 at 10:00 to my Home calendar")
    assert told["previews"][0]["state"] == "pending"
    unnamed = await me.ask("Add haircut on 6 March 2027 at 10:00")
    assert unnamed["actions"][0]["outcome"] == "done", unnamed
    (event,) = (await me.get("/events"))["items"]
    assert (event["title"], event["calendar"]) == ("Haircut", "Home")
    there = await eventually(lambda: _objects(radicale, user, f"{user}/home/"))
    ((_, text),) = there.items()
    assert "SUMMARY:Haircut" in text


async def test_a_server_that_is_down_leaves_it_waiting(me: Person, radicale: Radicale, user: str) -> None:
    await _writable(me, radicale, user, "Home")
    told = await me.ask("Add dentist on 5 March 2027 at 10:00 to my Home calendar")
    assert len(told["previews"]) == 1, told
    (preview,) = told["previews"]
    await me.execute("update connections set sealed = null where user_id = :me")
    refused = await me.post(f"/previews/{preview['id']}/confirm")
    assert refused["state"] == "pending"
    assert "Nothing was written" in refused["last_error"]
    assert (await me.get("/events"))["items"] == []


@pytest.mark.parametrize("there", [True, False])
async def test_a_write_that_broke_off_is_looked_up(
    steward: Steward, me: Person, radicale: Radicale, user: str, there: bool
) -> None:
    await _writable(me, radicale, user, "Home")
    told = await me.ask("Add dentist on 5 March 2027 at 10:00 to my Home calendar")
    assert len(told["previews"]) == 1, told
    (preview,) = told["previews"]
    uid = preview["arguments"]["external_id"]
    if there:
        await radicale.put(user, f"{user}/home/{uid}.ics", calendar(event(uid, "Dentist", "20270305T100000Z")))
    await me.execute(
        "update previews set state = 'executing', lease_until = steward_now() - interval '1 minute' where id = :id",
        id=preview["id"],
    )
    await steward.runtime.confirmer.recover()
    found = await me.get(f"/previews?state={'confirmed' if there else 'pending'}")
    (settled,) = found["items"]
    assert settled["id"] == preview["id"]
    assert len((await me.get("/events"))["items"]) == int(there)
    if not there:
        assert settled["last_error"]
        assert (await me.post(f"/previews/{preview['id']}/confirm"))["state"] == "confirmed"
    assert len(await _objects(radicale, user, f"{user}/home/")) == 1


async def test_two_calendars_of_one_name_are_asked_about(
    me: Person, radicale: Radicale, user: str, another_user: str
) -> None:
    await _writable(me, radicale, user, "Home")
    await radicale.calendar(another_user, "Home")
    await connected(me, "caldav", radicale.url, writable=True, name="Ana's", **account(another_user))
    told = await me.ask("Add dentist on 5 March 2027 at 10:00 to my Home calendar")
    assert told["status"] == "needs_input", told
    options = told["need_user_input"]["options"]
    assert sorted(one["label"] for one in options) == ["Home (127.0.0.1)", "Home (Ana's)"]
    chosen = next(one for one in options if "Ana" in one["label"])
    clarified = await me.ask(
        "Ana's", thread=told["thread_id"],
        reply_to_clarification={"id": told["need_user_input"]["id"], "option_id": chosen["id"]},
    )  # fmt: skip
    assert "Ana's" in clarified["previews"][0]["summary"], clarified
