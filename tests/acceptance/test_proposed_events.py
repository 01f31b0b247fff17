"""What does Steward propose by where the user stayed, and what becomes of their yes and no?"""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.acceptance.test_stays import HOME, PARK, send, there
from tests.support.steward import Person, Steward

from orchestrator.domain.work.proposed_events import service
from orchestrator.domain.work.proposed_events.proposing import propose
from orchestrator.errors import Conflict
from orchestrator.kit.paging import PageRequest

MIDNIGHT = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
YESTERDAY = MIDNIGHT - timedelta(days=1)
SPOTS = [(PARK[0] + number / 100, PARK[1]) for number in range(6)]


async def known(person: Person, *, spots: int = 2) -> list[str]:
    """Home, and places far from it."""
    home = await person.post("/places", {"name": "Home", "lat": HOME[0], "lon": HOME[1], "home_like": True})
    await person.patch("/me", {"timezone": "Europe/Lisbon"})
    made = [
        await person.post("/places", {"name": f"Spot {number}", "lat": lat, "lon": lon, "radius_m": 90})
        for number, (lat, lon) in enumerate(SPOTS[:spots])
    ]
    return [home["id"], *(one["id"] for one in made)]


async def wandered(person: Person, *visits: tuple[int, float, float], began: datetime = YESTERDAY) -> None:
    """From home to spots and back: (number of the spot, from this hour, to that one)."""
    trail, hour = [], 6.0
    for number, start, end in visits:
        trail += there(HOME, hour * 60, start * 60 - 12, began=began)
        trail += there(SPOTS[number], start * 60, end * 60, began=began)
        hour = end + 0.2
    await send(person, [*trail, *there(HOME, hour * 60, hour * 60 + 30, began=began)])


async def proposed(steward: Steward, person: Person, *, now: datetime | None = None) -> int:
    async with steward.database.unit_of_work_of(person.id) as tx:
        return len(await propose(tx, now=now or MIDNIGHT + timedelta(hours=8), fallback="UTC"))


async def listed(person: Person, state: str | None = "pending") -> list[dict[str, Any]]:
    """The earliest first."""
    return list((await person.get("/proposed-events", **({"state": state} if state else {})))["items"])[::-1]


def titles(found: Sequence[dict[str, Any]]) -> list[str]:
    return [one["title"] for one in found]


async def test_a_stay_becomes_an_event_by_a_yes_and_no_second_one(steward: Steward, ana: Person) -> None:
    _, place, _ = await known(ana)
    rui = await ana.post("/contacts", {"display_name": "Rui Alves", "places": [{"place_id": place, "label": "Works"}]})
    await wandered(ana, (0, 10, 12))
    assert await proposed(steward, ana) == 1
    assert await proposed(steward, ana) == 0
    (one,) = await listed(ana)
    assert (one["state"], one["confidence"], one["title"], one["place_id"]) == ("pending", "high", "At Spot 0", place)
    assert one["suggested_contacts"] == [{"contact_id": rui["id"], "name": "Rui Alves", "why": "Works"}]
    assert {each["field"] for each in one["evidence"]} >= {
        "title",
        "start_at",
        "end_at",
        "place_id",
        "suggested_contacts",
    }
    assert (await ana.get("/mobile/proposed-events"))["items"] == [one]
    edits = {"edits": {"title": "Picnic", "participants": []}}
    odd = await ana.send("POST", f"/proposed-events/{one['id']}/accept", json={"edits": {"status": "cancelled"}})
    assert odd.status_code == 422
    paths = [f"/proposed-events/{one['id']}/accept", f"/mobile/proposed-events/{one['id']}/accept"] * 3
    answers = await asyncio.gather(*(ana.send("POST", path, json=edits) for path in paths))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["id"] for answer in answers}) == 1
    event = answers[0].json()
    assert (event["title"], event["place_id"], event["participants"]) == ("Picnic", place, [])
    assert (event["start_at"], event["timezone"]) == (one["start_at"], "Europe/Lisbon")
    assert await ana.count("events") == 1
    late = await ana.send("POST", f"/proposed-events/{one['id']}/dismiss", json={"reason": "not_an_event"})
    assert (late.status_code, late.json()["code"]) == (409, "already_decided")
    await ana.send("DELETE", f"/events/{event['id']}")
    assert await proposed(steward, ana) == 0


async def test_what_the_calendar_has_home_and_what_is_ignored_are_not_proposed(steward: Steward, ana: Person) -> None:
    await known(ana)
    lat, lon = SPOTS[2]
    for name, north, ignored in (("Mall", 0.0, True), ("Kiosk", 0.0004, False)):
        await ana.post("/places", {"name": name, "lat": lat + north, "lon": lon, "radius_m": 90, "ignored": ignored})
    await wandered(ana, (0, 10, 12), (1, 14, 15), (2, 16, 17))
    begun = YESTERDAY + timedelta(hours=11)
    times = {"start_at": begun.isoformat(), "end_at": (begun + timedelta(hours=1)).isoformat()}
    await ana.post("/events", {"title": "Fair", "timezone": "Europe/Lisbon", **times})
    await ana.post("/events", {"title": "Holiday", "start_at": f"{YESTERDAY:%Y-%m-%d}", "all_day": True})
    assert await proposed(steward, ana) == 1
    assert titles(await listed(ana)) == ["At Spot 1"]


async def test_three_a_day_and_none_that_was_imported_or_has_no_name(steward: Steward, ana: Person) -> None:
    await known(ana, spots=5)
    await wandered(ana, (0, 7, 8), (1, 9, 10), (2, 11, 12), (3, 13, 14), (4, 15, 16), (5, 17, 18))
    assert await proposed(steward, ana) == 3
    assert await proposed(steward, ana) == 0
    bruno = await steward.person("Bruno Dias")
    await known(bruno)
    assert await listed(bruno) == []
    visit = {"topCandidate": {"placeLocation": f"geo:{PARK[0]},{PARK[1]}"}}
    span = {
        "startTime": (YESTERDAY + timedelta(hours=9)).isoformat(),
        "endTime": (YESTERDAY + timedelta(hours=11)).isoformat(),
    }
    assert (await bruno.post("/ingest/google-timeline", [{**span, "visit": visit}]))["created"] == 2
    assert len((await bruno.get("/stays"))["items"]) == 1
    assert await proposed(steward, bruno) == 0
    stranger = await bruno.send("POST", f"/proposed-events/{(await listed(ana))[0]['id']}/accept", json={})
    assert stranger.status_code == 404


async def test_a_no_teaches(steward: Steward, ana: Person) -> None:
    await known(ana)
    await wandered(ana, (0, 7, 8), (1, 9, 10), (0, 12, 13), began=YESTERDAY - timedelta(days=1))
    assert await proposed(steward, ana, now=YESTERDAY + timedelta(hours=8)) == 3
    first, second, third = await listed(ana)
    for one, reason in ((first, "not_an_event"), (second, "never_here"), (third, "other_place")):
        done = await ana.post(f"/proposed-events/{one['id']}/dismiss", {"reason": reason})
        assert done["state"] == "dismissed"
    refused = await ana.send("POST", f"/proposed-events/{first['id']}/accept", json={})
    assert (refused.status_code, refused.json()["code"]) == (409, "already_decided")
    await wandered(ana, (0, 11, 12), (1, 13, 14))
    assert await proposed(steward, ana) == 0
    assert [one["state"] for one in await listed(ana, None)] == ["dismissed"] * 3


async def test_later_hides_it_twice_and_silence_ends_it(steward: Steward, ana: Person) -> None:
    await known(ana)
    await wandered(ana, (0, 10, 12))
    await proposed(steward, ana)
    (one,) = await listed(ana)
    for _ in range(2):
        assert (await ana.post(f"/proposed-events/{one['id']}/dismiss", {"reason": "later"}))["state"] == "pending"
        assert await listed(ana) == []
        await ana.execute("update proposed_events set hidden_until = steward_now() where user_id = :me")
        assert len(await listed(ana)) == 1
    assert (await ana.post(f"/proposed-events/{one['id']}/dismiss", {"reason": "later"}))["state"] == "expired"
    await ana.execute("delete from proposed_events where user_id = :me")
    await proposed(steward, ana)
    await ana.execute("update proposed_events set expires_at = steward_now() where user_id = :me")
    assert (await listed(ana), len(await listed(ana, "expired"))) == ([], 1)


async def test_what_it_stands_on_takes_it_along(steward: Steward, ana: Person) -> None:
    _, place, other = await known(ana)
    await wandered(ana, (0, 10, 12), (1, 14, 16))
    await proposed(steward, ana)
    first, _ = await listed(ana)
    await ana.post(f"/proposed-events/{first['id']}/accept", {})
    receipt = (await ana.send("DELETE", f"/places/{other}")).json()
    assert receipt["redacted"]["proposed_event"] == 1
    (kept,) = await listed(ana, None)
    assert kept["id"] == first["id"]
    await ana.send("DELETE", f"/places/{place}")
    (kept,) = await listed(ana, None)
    assert (kept["state"], kept["title"], kept["evidence"], kept["place_id"]) == ("accepted", "", [], None)


async def test_where_one_lives_and_works_is_never_proposed(steward: Steward, ana: Person) -> None:
    """As the user's own card says, by its label or its organisation; a night only where it is known where home is."""
    places = [
        await ana.post("/places", {"name": name, "lat": at[0], "lon": at[1], "radius_m": 90})
        for name, at in zip(("Loft", "Studio", "Acme", "Inn"), SPOTS, strict=False)
    ]
    await ana.patch("/me", {"timezone": "Europe/Lisbon"})
    loft, studio, *_ = (one["id"] for one in places)
    day, now = YESTERDAY - timedelta(days=1), YESTERDAY + timedelta(hours=8)
    trail = [
        *there(SPOTS[1], 8 * 60, 11 * 60, began=day),
        *there(SPOTS[2], 11.5 * 60, 14 * 60, began=day),
        *there(SPOTS[0], 14.5 * 60, 17 * 60, began=day),
        *there(SPOTS[3], 17.5 * 60, 29 * 60, began=day),
    ]
    await send(ana, trail)
    me = await ana.get("/me")
    links = [{"place_id": loft, "label": "Home"}, {"place_id": studio, "label": "Work"}]
    card = {"display_name": me["name"], "emails": [me["email"]], "organization": "ACME", "places": links}
    own = await ana.post("/contacts", card)
    assert await proposed(steward, ana, now=now) == 2
    assert titles(await listed(ana)) == ["At Inn", "At Inn"]
    await ana.execute("delete from proposed_events where user_id = :me")
    await ana.patch(f"/contacts/{own['id']}", {"places": [], "organization": None})
    assert await proposed(steward, ana, now=now) == 3
    assert "22:00" not in {one["start_at"][11:16] for one in await listed(ana)}


@pytest.mark.parametrize(("open_ones", "expected"), [(8, 2), (9, 1), (10, 0)])
async def test_ten_wait_at_once(steward: Steward, ana: Person, open_ones: int, expected: int) -> None:
    await known(ana)
    await wandered(ana, (0, 10, 12), (1, 14, 16))
    await ana.execute(
        "insert into proposed_events (id, user_id, confidence, score, title, start_at, end_at, timezone, day,"
        " suggested_summary, reason, expires_at) select gen_random_uuid(), :me, 'medium', 0.5, 'Old', at,"
        " at + interval '1 hour', 'UTC', at::date, '', '', steward_now() + interval '1 day'"
        " from generate_series(1, :number) n, lateral (select steward_now() - n * interval '3 days' as at) one",
        number=open_ones,
    )
    assert await proposed(steward, ana) == expected


async def test_an_answer_is_waited_for_seven_days(steward: Steward, ana: Person) -> None:
    await known(ana)
    await wandered(ana, (0, 10, 12))
    now = MIDNIGHT + timedelta(hours=8)
    assert await proposed(steward, ana, now=now) == 1
    for late, state in ((timedelta(microseconds=1), "pending"), (timedelta(), "expired")):
        async with steward.database.unit_of_work_of(ana.id) as tx:
            at = now + timedelta(days=7) - late
            (one,) = (await service.list_proposed(tx, PageRequest(), state=state, now=at)).items
            assert (one.state, len(await service.waiting(tx, at, limit=9))) == (state, state == "pending")
    async with steward.database.unit_of_work_of(ana.id) as tx:
        with pytest.raises(Conflict):
            await service.open_one(tx, one.id, now + timedelta(days=7))
    assert await proposed(steward, ana, now=now + timedelta(days=7)) == 0
