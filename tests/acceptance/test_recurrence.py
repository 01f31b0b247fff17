"""Does an event that repeats happen on each of its days, at its wall time, wherever one looks?"""
# ruff: noqa: E501  (tables of cases)

from typing import Any

import pytest
from tests.support.corpora import cases
from tests.support.steward import Person, Steward

from orchestrator.domain.world.events.recurrence.expansion import MOST_OCCURRENCES

WEEKLY = {
    "title": "Yoga",
    "start_at": "2026-03-03T18:00:00",
    "end_at": "2026-03-03T19:00:00",
    "timezone": "Europe/Lisbon",
    "recurrence": "RRULE:FREQ=WEEKLY;BYDAY=TU",
}


async def listed(person: Person, since: str, until: str, **params: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await person.get("/events", since=since, until=until, **params))["items"]
    return found


async def starts(person: Person, since: str, until: str) -> list[str]:
    return [one["start_at"] for one in await listed(person, since, until)]


async def test_a_range_lists_the_occurrences_in_it_and_no_range_the_masters(steward: Steward) -> None:
    ana = await steward.person()
    made = await ana.post("/events", WEEKLY)
    assert (made["start_at"], made["recurrence"], made["recurrence_id"]) == (
        WEEKLY["start_at"], WEEKLY["recurrence"], None,
    )  # fmt: skip
    found = await listed(ana, "2026-03-20", "2026-04-08")
    assert [one["start_at"] for one in found] == ["2026-03-24T18:00:00", "2026-03-31T18:00:00", "2026-04-07T18:00:00"]
    assert {one["id"] for one in found} == {made["id"]}
    assert [one["recurrence_id"] for one in found] == [one["start_at"] for one in found]
    # Lisbon is an hour further ahead from 29 March on: the wall time stays, the instant moves.
    assert [one["start_utc"] for one in found] == [
        "2026-03-24T18:00:00Z",
        "2026-03-31T17:00:00Z",
        "2026-04-07T17:00:00Z",
    ]
    assert found[0]["end_at"] == "2026-03-24T19:00:00"
    masters = await ana.get("/events")
    assert [one["recurrence_id"] for one in masters["items"]] == [None]


async def test_pages_go_through_the_occurrences(steward: Steward) -> None:
    ana = await steward.person()
    await ana.post("/events", WEEKLY | {"recurrence": {"rrule": "FREQ=DAILY;COUNT=25"}})
    await ana.post("/events", {"title": "Once", "start_at": "2026-03-10T18:00:00", "timezone": "Europe/Lisbon"})
    seen: list[str] = []
    cursor: str | None = None
    for _ in range(10):
        page = await ana.get(
            "/events", since="2026-03-01", until="2026-05-01", limit=7, **({"cursor": cursor} if cursor else {})
        )
        seen += [f"{one['title']} {one['start_at']}" for one in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert len(seen) == len(set(seen)) == 26
    assert sorted(seen, key=lambda one: one.split()[1]) == seen
    refused = await ana.send("GET", "/events", params={"since": "2026-03-01", "cursor": "bm9uZQ"})
    assert refused.status_code == 422


@pytest.mark.parametrize(("recurrence", "expected"), cases("recurrence_answers", "rules_in_every_form"))
async def test_rules_in_every_form(steward: Steward, recurrence: Any, expected: list[str]) -> None:
    ana = await steward.person()
    made = await ana.post("/events", WEEKLY | {"recurrence": recurrence})
    assert made["recurrence"] == recurrence
    assert [one[5:10] for one in await starts(ana, "2026-03-01", "2026-05-01")] == expected


@pytest.mark.parametrize(
    "recurrence",
    [
        "every tuesday", "RRULE:FREQ=FORTNIGHTLY", "RRULE:FREQ=DAILY;COUNT=0", "FREQ=DAILY;BYMONTH=13", "RRULE:",
        "FREQ=DAILY;COUNT=2;UNTIL=20260401", "EXDATE:20260310T180000", {"every": "week"}, ["RRULE:FREQ=DAILY", 3], 7,
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=WEEKLY;BYDAY=2TU", "FREQ=DAILY;INTERVAL=-1", "FREQ=DAILY;UNTIL=soon",
        "RRULE:FREQ=DAILY;FREQ=DAILY", {"freq": {"a": 1}}, "RRULE:FREQ=DAILY;BYEASTER=1", "DTSTART:20260101",
        "FREQ=DAILY;INTERVAL=99999999999999999999",
        "FREQ=DAILY;BYHOUR=0,1,2,3,4,5;BYMINUTE=" + ",".join(map(str, range(60))) + ";BYSECOND=" + ",".join(map(str, range(60))),
    ],
)  # fmt: skip
async def test_a_rule_that_is_none_is_refused_by_name(steward: Steward, recurrence: Any) -> None:
    ana = await steward.person()
    refused = await ana.send("POST", "/events", json=WEEKLY | {"recurrence": recurrence})
    assert refused.status_code == 422, refused.text
    assert any("recurrence" in error["loc"] for error in refused.json()["errors"]), refused.text
    item = WEEKLY | {"recurrence": recurrence, "external_id": "1"}
    taken = await ana.send("POST", "/ingest/event", json=[item, WEEKLY | {"external_id": "2"}])
    assert [one["status"] for one in taken.json()["results"]] == ["invalid", "created"]
    assert taken.json()["results"][0]["errors"][0]["loc"] == ["recurrence"]


@pytest.mark.parametrize("nothing", [None, "", [], {}])
async def test_no_rule_is_none(steward: Steward, nothing: Any) -> None:
    ana = await steward.person()
    made = await ana.post("/events", WEEKLY | {"recurrence": nothing})
    assert made["recurrence"] is None
    assert await starts(ana, "2026-03-01", "2026-05-01") == [WEEKLY["start_at"]]


@pytest.mark.parametrize(
    "bomb",
    [
        "FREQ=SECONDLY", "FREQ=SECONDLY;BYMONTH=2;BYDAY=MO", "FREQ=MINUTELY;INTERVAL=7;BYHOUR=3", "FREQ=SECONDLY;COUNT=1000000",
    ],
)  # fmt: skip
async def test_a_bomb_is_bounded(steward: Steward, bomb: str) -> None:
    ana = await steward.person()
    await ana.post("/events", WEEKLY | {"start_at": "2000-01-01T00:00:00", "end_at": None, "recurrence": bomb})
    page = await ana.get("/events", since="2026-01-01", until="2027-02-01", limit=1000)
    assert len(page["items"]) <= 1000
    # a window each for what was read and for what lies around today; expanded whole it would be millions
    assert await ana.count("event_occurrences") <= 5 * MOST_OCCURRENCES


async def test_whole_days_and_other_zones(steward: Steward) -> None:
    ana = await steward.person()
    await ana.post("/events", {"title": "Bins", "start_at": "2026-03-02", "recurrence": "FREQ=WEEKLY;COUNT=3"})
    found = await listed(ana, "2026-03-09", "2026-03-10")
    assert [(one["start_at"], one["end_at"], one["recurrence_id"]) for one in found] == [
        ("2026-03-09", "2026-03-10", "2026-03-09")
    ]
    for zone, before, after in (
        ("America/New_York", "14:00:00Z", "13:00:00Z"),
        ("Europe/Berlin", "08:00:00Z", "07:00:00Z"),
        ("America/Sao_Paulo", "12:00:00Z", "12:00:00Z"),
        ("Australia/Sydney", "22:00:00Z", "23:00:00Z"),
    ):
        bob = await steward.person()
        item = {"title": "Standup", "start_at": "2026-03-02T09:00:00", "timezone": zone, "recurrence": "FREQ=DAILY"}
        await bob.post("/events", item)
        instants = [one["start_utc"][11:] for one in await listed(bob, "2026-03-03T00:00:00Z", "2026-04-20T00:00:00Z")]
        assert (instants[0], instants[-1]) == (before, after), zone
        assert set(await starts(bob, "2026-03-03", "2026-04-20")) >= {"2026-03-29T09:00:00", "2026-04-05T09:00:00"}


async def test_one_occurrence_is_moved_and_another_called_off(steward: Steward) -> None:
    ana = await steward.person()
    made = await ana.post("/events", WEEKLY)
    overrides = [
        {"recurrence_id": "2026-03-10T18:00:00", "start_at": "2026-03-11T20:00:00", "end_at": "2026-03-11T21:30:00", "title": "Late yoga"},
        {"recurrence_id": "2026-03-17T18:00:00", "status": "cancelled"},
        {"recurrence_id": "2026-04-07T18:00:00", "following": True, "start_at": "2026-04-08T17:00:00"},
    ]  # fmt: skip
    changed = await ana.patch(f"/events/{made['id']}", {"overrides": overrides})
    assert len(changed["overrides"]) == 3
    found = await listed(ana, "2026-03-01", "2026-04-20")
    assert [(one["title"], one["start_at"], one["status"]) for one in found] == [
        ("Yoga", "2026-03-03T18:00:00", "confirmed"),
        ("Late yoga", "2026-03-11T20:00:00", "confirmed"),
        ("Yoga", "2026-03-17T18:00:00", "cancelled"),
        ("Yoga", "2026-03-24T18:00:00", "confirmed"),
        ("Yoga", "2026-03-31T18:00:00", "confirmed"),
        ("Yoga", "2026-04-08T17:00:00", "confirmed"),
        ("Yoga", "2026-04-15T17:00:00", "confirmed"),
    ]
    refused = await ana.send("PATCH", f"/events/{made['id']}", json={"overrides": [{"status": "cancelled"}]})
    assert refused.status_code == 422


async def test_a_series_moves_whole(steward: Steward) -> None:
    ana = await steward.person()
    made = await ana.post("/events", WEEKLY | {"recurrence": ["RRULE:FREQ=WEEKLY;BYDAY=TU", "EXDATE:20260310T180000"]})
    moved = {"start_at": "2026-03-04T20:00:00", "end_at": "2026-03-04T21:00:00"}
    await ana.patch(f"/events/{made['id']}", moved)
    assert await starts(ana, "2026-03-01", "2026-03-20") == ["2026-03-04T20:00:00", "2026-03-18T20:00:00"]
    counted = await ana.post("/events", WEEKLY | {"recurrence": "FREQ=MONTHLY;BYDAY=1TU"})
    refused = await ana.send("PATCH", f"/events/{counted['id']}", json=moved)
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["loc"] == ["recurrence"]


async def test_far_years_are_read_as_near_ones(steward: Steward) -> None:
    ana = await steward.person()
    await ana.post("/events", WEEKLY | {"start_at": "2019-01-01T09:00:00", "end_at": None, "recurrence": "FREQ=YEARLY"})
    assert await starts(ana, "2021-01-01", "2021-02-01") == ["2021-01-01T09:00:00"]
    assert await starts(ana, "2055-01-01", "2055-02-01") == ["2055-01-01T09:00:00"]
    assert len(await starts(ana, "2019-01-01", "2029-01-01")) == 10
    erased = await ana.send("DELETE", f"/events/{(await ana.get('/events'))['items'][0]['id']}")
    assert erased.status_code == 200
    assert await ana.count("event_occurrences") == await ana.count("event_series") == 0


async def test_a_search_of_a_time_finds_a_series_by_its_days(steward: Steward) -> None:
    ana = await steward.person()
    made = await ana.post(
        "/events", {**WEEKLY, "overrides": [{"recurrence_id": "2026-06-09T18:00", "status": "cancelled"}]}
    )

    async def found(since: str, until: str, q: str = "yoga") -> list[tuple[str, str]]:
        hits = (await ana.get("/search", q=q, since=since, until=until))["hits"]
        return [(one["id"], one["at"]) for one in hits]

    assert await found("2026-06-01", "2026-06-08") == [(made["id"], "2026-06-02T17:00:00Z")]
    assert await found("2026-06-08", "2026-06-15") == []
    assert await found("2026-06-03", "2026-06-05") == []
    assert await found("2026-03-01", "2026-03-08") == [(made["id"], "2026-03-03T18:00:00Z")]
    assert await found("2026-06-01", "2026-06-08", q="chess") == []


async def test_what_is_changed_of_a_day_on_which_it_does_not_happen_is_refused(steward: Steward) -> None:
    ana = await steward.person()
    made = await ana.post("/events", WEEKLY)
    good = {"recurrence_id": "2026-03-24T18:00", "start_at": "2026-03-25T18:00"}
    for wrong in ("2026-03-25T18:00", "2026-03-24T17:00", "2026-02-24T18:00"):
        answer = await ana.send(
            "PATCH", f"/events/{made['id']}", json={"overrides": [good, {"recurrence_id": wrong, "title": "X"}]}
        )
        assert (answer.status_code, answer.json()["errors"][0]["loc"]) == (422, ["overrides", 1]), answer.text
    after = await ana.patch(f"/events/{made['id']}", {"overrides": [good]})
    again = await ana.patch(f"/events/{made['id']}", {"overrides": after["overrides"], "title": "Yin yoga"})
    assert again["overrides"] == after["overrides"]
    assert await starts(ana, "2026-03-24", "2026-03-27") == ["2026-03-25T18:00:00"]


@pytest.mark.parametrize(("day", "rule", "expected"), cases("recurrence_answers", "nights_in_which_the_clocks_change"))
async def test_nights_in_which_the_clocks_change(steward: Steward, day: str, rule: str, expected: list[str]) -> None:
    ana = await steward.person()
    await ana.post("/events", {"title": "Watch", "start_at": day, "timezone": "Europe/Lisbon", "recurrence": rule})
    found = (await ana.get("/events", since="2026-03-01", until="2026-12-01"))["items"]
    assert [one["start_utc"][11:] for one in found] == expected
