"""Does a calendar file come in as it was meant, only once, and out again as it came in?"""
# ruff: noqa: E501  (tables of cases)

from typing import Any

import pytest
from tests.support.corpora import cases
from tests.support.steward import Person, Steward


def event(*lines: str, uid: str = "1@example.org", summary: str | None = "Dinner") -> str:
    told = ["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z"]
    told += [f"SUMMARY:{summary}"] if summary is not None else []
    return "\r\n".join([*told, *lines, "END:VEVENT", ""])


def calendar(*parts: str, head: str = "") -> bytes:
    return (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n" + head + "".join(parts) + "END:VCALENDAR\r\n"
    ).encode()


async def send(person: Person, file: bytes, **params: Any) -> Any:
    return await person.send(
        "POST", "/ingest/ics", content=file, params=params, headers={"Content-Type": "text/calendar"}
    )


async def take(person: Person, file: bytes, **params: Any) -> list[str]:
    answer = await send(person, file, **params)
    assert answer.status_code == 200, answer.text
    return [one["status"] for one in answer.json()["results"]]


async def only(person: Person, **params: Any) -> dict[str, Any]:
    (found,) = (await person.get("/events", **params))["items"]
    return dict(found)


CUSTOM = """BEGIN:VTIMEZONE
TZID:Customized Time Zone
BEGIN:STANDARD
DTSTART:19701025T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19700329T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
END:VTIMEZONE
""".replace("\n", "\r\n")
ODD = """BEGIN:VTIMEZONE
TZID:Odd
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:+0017
TZOFFSETTO:+0017
END:STANDARD
END:VTIMEZONE
""".replace("\n", "\r\n")


TIMES = ("start_at", "end_at", "timezone", "start_utc", "end_utc")


async def test_times(steward: Steward) -> None:
    """Each way to write them, as events of one file."""
    ana, told = await steward.person(), cases("calendar_files", "times")
    events = [event(*lines, uid=str(at)) for at, (lines, _) in enumerate(told)]
    assert await take(ana, calendar(*events, head=CUSTOM + ODD)) == ["created"] * len(told)
    found = {one["external_id"]: one for one in (await ana.get("/events", limit=100))["items"]}
    for at, (lines, expected) in enumerate(told):
        assert [found[str(at)][name] for name in TIMES] == expected, lines


async def test_texts_people_and_places(steward: Steward) -> None:
    ana = await steward.person()
    place = await ana.post("/places", {"name": "Casa da Guia", "aliases": ["Guia"]})
    rui = await ana.post("/contacts", {"display_name": "Rui Melo", "emails": ["Rui@example.org"]})
    await take(
        ana,
        calendar(
            event(
                "DTSTART:20261127T190000Z",
                "DESCRIPTION:Bring wine\\, cheese\\nand bread",
                "LOCATION:guia",
                "STATUS:TENTATIVE",
                "TRANSP:TRANSPARENT",
                "CATEGORIES:Friends,Food",
                "ORGANIZER;CN=Eva:mailto:eva@example.org",
                'ATTENDEE;CN="Melo, Rui";ROLE=OPT-PARTICIPANT:MAILTO:rui@example.org',
                "ATTENDEE;CN=Eva:mailto:eva@example.org",
                "ATTENDEE;CUTYPE=ROOM;CN=Hall:mailto:hall@example.org",
                "ATTENDEE;CN=Nobody:invalid:nomail",
                "X-FOO;BAR=1:kept",
            ),
            head="X-WR-CALNAME:Home\\, family\r\n",
        ),
    )
    found = await only(ana)
    assert found["description"] == "Bring wine, cheese\nand bread"
    assert (found["location_text"], found["place_id"]) == ("guia", place["id"])
    assert (found["status"], found["busy"], found["tags"]) == ("tentative", False, ["Friends", "Food"])
    assert [(one["name"], one["email"], one["role"], one["contact_id"]) for one in found["participants"]] == [
        ("Eva", "eva@example.org", "organizer", None),
        ("Melo, Rui", "rui@example.org", "optional", rui["id"]),
        ("Hall", "hall@example.org", "room", None),
        ("Nobody", None, "attendee", None),
    ]
    assert (found["origin"], found["source"], found["external_id"], found["calendar"]) == (
        "third_party", "ics", "1@example.org", "Home, family",
    )  # fmt: skip


SERIES = (
    event(
        "DTSTART;TZID=Europe/Lisbon:20260303T180000",
        "DTEND;TZID=Europe/Lisbon:20260303T190000",
        "RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20260414T170000Z",
        "EXDATE;TZID=Europe/Madrid:20260310T190000",
        "RDATE;TZID=Europe/Lisbon:20260305T180000",
        uid="yoga",
        summary="Yoga",
    )
    + event(
        "RECURRENCE-ID;TZID=Europe/Lisbon:20260317T180000",
        "DTSTART;TZID=Europe/Madrid:20260318T200000",
        "DTEND;TZID=Europe/Madrid:20260318T210000",
        uid="yoga",
        summary="Late yoga",
    )
    + event(
        "RECURRENCE-ID:20260331T170000Z",
        "DTSTART;TZID=Europe/Lisbon:20260331T180000",
        "DTEND;TZID=Europe/Lisbon:20260331T190000",
        "STATUS:CANCELLED",
        uid="yoga",
        summary="Yoga",
    )
)
OCCURRENCES = [
    ("Yoga", "2026-03-03T18:00:00", "confirmed"),
    ("Yoga", "2026-03-05T18:00:00", "confirmed"),
    ("Late yoga", "2026-03-18T19:00:00", "confirmed"),
    ("Yoga", "2026-03-24T18:00:00", "confirmed"),
    ("Yoga", "2026-03-31T18:00:00", "cancelled"),
    ("Yoga", "2026-04-07T18:00:00", "confirmed"),
    ("Yoga", "2026-04-14T18:00:00", "confirmed"),
]


async def told(person: Person) -> list[tuple[str, str, str]]:
    found = (await person.get("/events", since="2026-03-01", until="2026-06-01"))["items"]
    return [(one["title"], one["start_at"], one["status"]) for one in found]


async def test_a_series_comes_with_its_exceptions(steward: Steward) -> None:
    ana = await steward.person()
    assert await take(ana, calendar(SERIES)) == ["created"]
    assert await told(ana) == OCCURRENCES
    assert await take(ana, calendar(SERIES)) == ["unchanged"]
    assert await take(ana, calendar(SERIES.replace("Late yoga", "Very late yoga"))) == ["updated"]
    assert ("Very late yoga", "2026-03-18T19:00:00", "confirmed") in await told(ana)


async def test_what_the_user_changed_stays(steward: Steward) -> None:
    ana = await steward.person()
    file = calendar(SERIES, event("DTSTART:20261127T190000Z", "LOCATION:Old"))
    await take(ana, file)
    dinner = next(one for one in (await ana.get("/events"))["items"] if one["title"] == "Dinner")
    yoga = next(one for one in (await ana.get("/events"))["items"] if one["title"] == "Yoga")
    await ana.patch(f"/events/{dinner['id']}", {"title": "Dinner with Rui"})
    mine = [*yoga["overrides"], {"recurrence_id": "2026-04-07T18:00:00", "title": "My yoga"}]
    changed = await ana.patch(f"/events/{yoga['id']}", {"overrides": mine})
    assert [one.get("by_user", False) for one in changed["overrides"]] == [False, False, True]
    assert await take(ana, file) == ["unchanged", "unchanged"]
    newer = file.replace(b"SUMMARY:Dinner", b"SUMMARY:Supper").replace(b"LOCATION:Old", b"LOCATION:New")
    newer = newer.replace(b"Late yoga", b"Late late yoga")
    assert await take(ana, newer) == ["updated", "updated"]
    dinner = await ana.get(f"/events/{dinner['id']}")
    assert (dinner["title"], dinner["location_text"]) == ("Dinner with Rui", "New")
    assert {title for title, _, _ in await told(ana)} == {"Yoga", "Late late yoga", "My yoga"}


async def test_what_was_erased_stays_erased(steward: Steward) -> None:
    ana = await steward.person()
    file = calendar(event("DTSTART:20261127T190000Z"))
    await take(ana, file)
    await ana.send("DELETE", f"/events/{(await only(ana))['id']}")
    assert await ana.count("event_imports") == 0
    assert await take(ana, file) == ["erased"]
    assert await take(ana, file, restore=True) == ["created"]


async def test_a_form_and_other_sources(steward: Steward) -> None:
    ana = await steward.person()
    file = calendar(event("DTSTART:20261127T190000Z"))
    answer = await ana.send("POST", "/ingest/ics", files={"file": ("home.ics", file, "text/calendar")})
    assert [one["status"] for one in answer.json()["results"]] == ["created"]
    assert await take(ana, file) == ["unchanged"]
    assert await take(ana, file, source="work", calendar="Work") == ["created"]
    assert {(one["source"], one["calendar"]) for one in (await ana.get("/events"))["items"]} == {
        ("ics", None), ("work", "Work"),
    }  # fmt: skip


@pytest.mark.parametrize(("lines", "line"), cases("calendar_files", "a_wrong_event_is_told_with_its_line"))
async def test_a_wrong_event_is_told_with_its_line(steward: Steward, lines: list[str], line: int) -> None:
    ana = await steward.person()
    answer = await send(ana, calendar(event(*lines, uid="bad"), event("DTSTART:20261127T190000Z")))
    assert answer.status_code == 200, answer.text
    first, second = answer.json()["results"]
    assert (first["external_id"], first["status"], second["status"]) == ("bad", "invalid", "created")
    assert first["errors"][0]["loc"][:2] == ["line", line], first
    alone = await send(ana, calendar(event(*lines, uid="bad")))
    assert alone.status_code == 422
    assert alone.json()["results"][0]["status"] == "invalid"


@pytest.mark.parametrize(
    ("file", "line"),
    [
        (b"", 1),
        (b"<html><body>Sign in</body></html>", 1),
        (b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VCALENDAR\r\n", 4),
        (b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:2026", 2),
        (b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\nEND:VCALENDAR\r\n", 3),
        (b"BEGIN:VCALENDAR\r\n" + b"BEGIN:VEVENT\r\n" * 50, 7),
        (b"\x00\xff\xfe garbage", 1),
    ],
)
async def test_a_broken_file_is_told_with_its_line(steward: Steward, file: bytes, line: int) -> None:
    ana = await steward.person()
    answer = await send(ana, file)
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"][0]["loc"] == ["line", line]
    assert await ana.count("events") == 0


async def test_sloppy_files_are_read(steward: Steward) -> None:
    ana = await steward.person()
    assert await take(ana, calendar()) == []
    lenient = (
        "\ufeffbegin:vcalendar\nbegin:vevent\nsummary:Long\n  title\ndtstart:20261127T190000Z\nend:vevent\n\n"
        "BEGIN:VTODO\nSUMMARY:no event\nEND:VTODO\nBEGIN:VEVENT\nUID:dup\nSEQUENCE:2\nSUMMARY:New\nDTSTART:20261128T190000Z\n"
        "END:VEVENT\nBEGIN:VEVENT\nUID:dup\nSEQUENCE:1\nSUMMARY:Old\nDTSTART:20261128T180000Z\nEND:VEVENT\nEND:VCALENDAR"
    )
    assert await take(ana, lenient.encode()) == ["created", "created"]
    assert sorted(one["title"] for one in (await ana.get("/events"))["items"]) == ["Long title", "New"]
    assert await take(ana, lenient.encode()) == ["unchanged", "unchanged"]
    old = calendar(event("DTSTART:20261127T190000Z", uid="latin", summary="Almoço")).decode().encode("cp1252")
    assert await take(ana, old) == ["created"]
    assert "Almoço" in {one["title"] for one in (await ana.get("/events"))["items"]}


async def test_characters_cut_by_a_fold_and_mixed_code_pages_are_read(steward: Steward) -> None:
    ana = await steward.person()
    cut = b"SUMMARY:Reuni" + b"\xc3\r\n \xa3o"
    one = calendar(event("DTSTART:20261127T190000Z", uid="cut", summary=None)).replace(b"DTSTART", cut + b"\r\nDTSTART")
    assert await take(ana, one) == ["created"]
    mixed = calendar(event("LOCATION:S\u00e3o Jo\u00e3o", "DTSTART:20261127T190000Z", uid="mixed", summary="Caf\u00e9"))
    mixed = mixed.replace("Caf\u00e9".encode(), "Caf\u00e9".encode("cp1252"))
    assert await take(ana, mixed) == ["created"]
    assert {(one["title"], one["location_text"]) for one in (await ana.get("/events"))["items"]} == {
        ("Reuni\u00e3o", None), ("Caf\u00e9", "S\u00e3o Jo\u00e3o"),
    }  # fmt: skip


async def test_whole_days_by_outlook_s_own_mark(steward: Steward) -> None:
    ana = await steward.person()
    mark = "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"
    whole = event(
        "DTSTART;TZID=Europe/Lisbon:20261224T000000", "DTEND;TZID=Europe/Lisbon:20261226T000000", mark, uid="a"
    )
    timed = event("DTSTART:20261224T090000", "DTEND:20261224T100000", mark, uid="b")
    assert await take(ana, calendar(whole, timed)) == ["created", "created"]
    found = {one["external_id"]: one for one in (await ana.get("/events"))["items"]}
    assert (found["a"]["all_day"], found["a"]["start_at"], found["a"]["end_at"]) == (True, "2026-12-24", "2026-12-26")
    assert (found["b"]["all_day"], found["b"]["start_at"]) == (False, "2026-12-24T09:00:00")


async def test_a_cancelling_file_calls_off(steward: Steward) -> None:
    ana = await steward.person()
    await take(ana, calendar(SERIES, event("DTSTART:20261127T190000Z")))
    one = event(
        "RECURRENCE-ID;TZID=Europe/Lisbon:20260324T180000",
        "DTSTART;TZID=Europe/Lisbon:20260324T180000",
        uid="yoga",
        summary=None,
    )
    whole = event("DTSTART:20261127T190000Z", summary=None)
    assert await take(ana, calendar(one, whole, head="METHOD:CANCEL\r\n")) == ["updated", "updated"]
    assert ("Yoga", "2026-03-24T18:00:00", "cancelled") in await told(ana)
    assert ("Yoga", "2026-04-07T18:00:00", "confirmed") in await told(ana)
    dinner = next(one for one in (await ana.get("/events"))["items"] if one["title"] == "Dinner")
    assert dinner["status"] == "cancelled"


async def test_an_invitation_to_one_occurrence_is_an_event(steward: Steward) -> None:
    ana = await steward.person()
    one = event(
        "RECURRENCE-ID:20260324T180000Z",
        "DTSTART:20260324T190000Z",
        "DTEND:20260324T200000Z",
        uid="yoga",
        summary="Guest yoga",
    )
    two = one.replace("0324T", "0331T")
    assert await take(ana, calendar(one, two)) == ["created"]
    assert await told(ana) == [
        ("Guest yoga", "2026-03-24T19:00:00", "confirmed"), ("Guest yoga", "2026-03-31T19:00:00", "confirmed"),
    ]  # fmt: skip


async def exported(person: Person) -> str:
    answer = await person.send("GET", "/export/events.ics")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/calendar")
    return answer.text


async def test_the_export_taken_in_again_changes_nothing(steward: Steward) -> None:
    ana = await steward.person()
    await take(
        ana,
        calendar(
            SERIES,
            event(
                "DTSTART:20261127T190000Z",
                "X-FOO;BAR=1:kept",
                "BEGIN:VALARM",
                "ACTION:DISPLAY",
                "TRIGGER:-PT5M",
                "END:VALARM",
            ),
        ),
    )
    place = await ana.post("/places", {"name": "Guia"})
    own = [
        {"title": "Naïve, \"quoted\"; and\nmore", "start_at": "2026-03-03T18:00:00", "description": "a\\nb;c,d\r\ne", "place_id": place["id"]},
        {"title": "Whole days", "start_at": "2026-03-03", "end_at": "2026-03-06", "status": "tentative", "busy": False},
        {"title": "UTC", "start_at": "2026-03-03T18:00:00", "timezone": "UTC", "recurrence": {"freq": "daily", "count": 3}},
        {"title": "Weekly", "start_at": "2026-03-03T18:00:00", "end_at": "2026-03-03T19:00:00", "recurrence": "FREQ=WEEKLY;UNTIL=20260401",
         "overrides": [{"recurrence_id": "2026-03-10T18:00:00", "start_at": "2026-03-11T18:00:00"}, {"recurrence_id": "2026-03-17T18:00:00", "status": "cancelled"}]},
        {"title": "People", "start_at": "2026-03-03T18:00:00", "tags": ["a,b"], "calendar": "Home", "participants": ["Ana", "rui@example.org", {"name": "Eva", "email": "e@x.org", "role": "speaker"}]},
    ]  # fmt: skip
    for one in own:
        await ana.post("/events", one)
    await ana.post("/ingest/event", [one | {"source": "other", "external_id": str(at)} for at, one in enumerate(own)])
    before = (await ana.get("/events", limit=100))["items"]
    file = await exported(ana)
    assert "X-FOO;BAR=1:kept" in file
    assert "BEGIN:VALARM" in file
    statuses = await take(ana, file.encode())
    assert set(statuses) == {"unchanged"}, statuses
    assert (await ana.get("/events", limit=100))["items"] == before
    # Somebody else gets the same days from it.
    bob = await steward.person()
    assert set(await take(bob, file.encode())) == {"created"}
    names = ("title", "start_at", "end_at", "status", "busy", "all_day", "timezone")
    mine = (await ana.get("/events", since="2026-03-01", until="2026-06-01", limit=200))["items"]
    theirs = (await bob.get("/events", since="2026-03-01", until="2026-06-01", limit=200))["items"]
    assert sorted(str([one[name] for name in names]) for one in mine) == sorted(
        str([one[name] for name in names]) for one in theirs
    )
    again = await exported(bob)
    assert "X-FOO;BAR=1:kept" in again
    assert set(await take(bob, again.encode())) == {"unchanged"}
    # A file that was edited elsewhere is read as what it says, but for what the user set.
    edited = file.replace("SUMMARY:Dinner", "SUMMARY:Supper")
    assert "updated" in await take(ana, edited.encode())


async def test_the_export_shows_what_changed_since(steward: Steward) -> None:
    ana = await steward.person()
    await take(ana, calendar(event("DTSTART:20261127T190000Z", "DESCRIPTION:Old\\, text", "X-FOO:kept")))
    found = await only(ana)
    await ana.patch(
        f"/events/{found['id']}",
        {"start_at": "2026-11-28T20:00:00", "title": "Supper", "participants": ["rui@example.org"]},
    )
    file = await exported(ana)
    assert "SUMMARY:Supper" in file
    assert "DTSTART;TZID=Europe/Lisbon:20261128T200000" in file
    assert "ATTENDEE;X-STEWARD-ROLE=-:mailto:rui@example.org" in file or "mailto:rui@example.org" in file
    assert "DESCRIPTION:Old\\, text" in file
    assert "X-FOO:kept" in file
    assert await take(ana, file.encode()) == ["unchanged"]


async def test_who_may(steward: Steward) -> None:
    ana = await steward.person()
    reader = await steward.with_scopes(ana, "read")
    assert (await reader.send("GET", "/export/events.ics")).status_code == 200
    assert (await send(reader, calendar())).status_code == 403
    bob = await steward.person("Bob")
    await ana.post("/events", {"title": "Secret", "start_at": "2026-03-03T18:00:00"})
    assert "Secret" not in await exported(bob)


async def test_an_own_id_in_a_strangers_file_reaches_nobody_elses_event(steward: Steward) -> None:
    ana, bob = await steward.person(), await steward.person("Bob")
    made = await ana.post("/events", {"title": "Mine", "start_at": "2026-03-03T18:00:00"})
    forged = calendar(event("DTSTART:20261127T190000Z", f"X-STEWARD-ID:{made['id']}", summary="Forged"))
    assert await take(bob, forged) == ["created"]
    assert (await ana.get(f"/events/{made['id']}"))["title"] == "Mine"


OUTLOOK = [
    event("DTSTART;VALUE=DATE:20260302", "DTEND;VALUE=DATE:20260303", "RRULE:FREQ=DAILY;COUNT=4",
          "EXDATE;TZID=W. Europe Standard Time:20260303T000000", uid="days", summary="Fair"),
    event("RECURRENCE-ID;TZID=Tokyo Standard Time:20260304T000000", "DTSTART;VALUE=DATE:20260310", "DTEND;VALUE=DATE:20260311",
          uid="days", summary="Fair"),
    event("DTSTART;TZID=Europe/Berlin:20260302T090000", "DTEND;TZID=Europe/Berlin:20260302T100000", "RRULE:FREQ=DAILY;COUNT=3",
          "EXDATE;VALUE=DATE:20260304", uid="times", summary="Talk"),
    event("RECURRENCE-ID;VALUE=DATE:20260303", "DTSTART;VALUE=DATE:20260305", uid="times", summary="Talk"),
]  # fmt: skip


async def days(person: Person) -> list[tuple[str, Any, Any, Any, Any]]:
    found = (await person.get("/events", since="2026-03-01", until="2026-04-01", limit=100))["items"]
    names = ("title", "start_at", "end_at", "all_day", "recurrence_id")
    return sorted(tuple(one[name] for name in names) for one in found)  # type: ignore[misc]


async def test_days_of_series_as_outlook_writes_them_come_in_and_out_again(steward: Steward) -> None:
    ana, rui = await steward.person(), await steward.person()
    expected = [
        ("Fair", "2026-03-02", "2026-03-03", True, "2026-03-02"),
        ("Fair", "2026-03-05", "2026-03-06", True, "2026-03-05"),
        ("Fair", "2026-03-10", "2026-03-11", True, "2026-03-04"),
        ("Talk", "2026-03-02T09:00:00", "2026-03-02T10:00:00", False, "2026-03-02T09:00:00"),
        ("Talk", "2026-03-05", "2026-03-06", True, "2026-03-03T09:00:00"),
    ]
    assert await take(ana, calendar(*OUTLOOK)) == ["created", "created"]
    assert await days(ana) == expected
    told = (await ana.send("GET", "/export/events.ics")).text
    assert "RECURRENCE-ID;VALUE=DATE:20260304" in told
    assert "RECURRENCE-ID;TZID=Europe/Berlin:20260303T090000" in told
    assert "DTSTART;VALUE=DATE:20260305" in told
    assert await take(ana, told.encode()) == ["unchanged", "unchanged"]
    assert await take(rui, told.encode()) == ["created", "created"]
    assert await days(rui) == expected
    (talk,) = [one for one in (await ana.get("/events"))["items"] if one["title"] == "Talk"]
    changed = [{**talk["overrides"][0], "title": "Whole talk"}]
    await ana.send("PATCH", f"/events/{talk['id']}", json={"overrides": changed})
    assert ("Whole talk", "2026-03-05", "2026-03-06", True, "2026-03-03T09:00:00") in await days(ana)


async def test_what_was_left_out_of_an_event_is_told_with_it(steward: Steward) -> None:
    ana = await steward.person()
    holidays = [
        event(f"DTSTART;VALUE=DATE:2026{day}", "RRULE:", uid=f"holiday-{day}", summary=f"Holiday {day}")
        for day in ("0101", "0425", "0501", "0610", "1225")
    ]
    odd = event("DTSTART:20261127T190000Z", "DTEND:None", "RRULE:FREQ=WEEKLY;COUNT=2;X-OWN=1", uid="odd")
    file = calendar(*holidays, odd)
    for status in ("created", "unchanged"):
        results = (await send(ana, file)).json()["results"]
        assert [one["status"] for one in results] == [status] * 6
        assert all(
            one["errors"][0]["loc"][2] == "RRULE" and "empty" in one["errors"][0]["message"] for one in results[:5]
        )
        assert [one["loc"] for one in results[5]["errors"]] == [["line", 44, "DTEND"], ["line", 45, "RRULE"]]
    assert len((await ana.get("/events", since="2026-01-01", until="2027-01-01"))["items"]) == 7


async def test_a_hostile_rule_is_refused_at_once(steward: Steward) -> None:
    ana = await steward.person()
    for recurrence in ("EXDATE" + ';"xxx"' * 60 + "z", ["RRULE:FREQ=DAILY", "EXDATE" + ';"xxx"' * 10_000 + "z"]):
        given = {"title": "Slow", "start_at": "2026-03-02T09:00:00", "recurrence": recurrence}
        refused = await ana.send("POST", "/events", json=given)
        assert refused.status_code == 422
        assert refused.json()["errors"][0]["loc"][-1] == "recurrence"
