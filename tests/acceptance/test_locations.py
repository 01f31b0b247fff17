"""Where was the user? What phones and trackers send is kept once, read by its owner alone, and told to no model
but as stays at places."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests.acceptance.conftest import Start
from tests.support.steward import Person, Steward, started

from orchestrator.kit.clock import rfc3339

BEGAN = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
LISBON = (38.7223, -9.1393)


def sample(minute: float = 0, lat: float = LISBON[0], lon: float = LISBON[1], **fields: Any) -> dict[str, Any]:
    return {"captured_at": rfc3339(BEGAN + timedelta(minutes=minute)), "lat": lat, "lon": lon, **fields}


async def upload(person: Person, *samples: Any, device: str | None = "anas-phone") -> list[dict[str, Any]]:
    told = await person.post("/mobile/location", {"device": device, "samples": list(samples)})
    return list(told["results"])


def statuses(results: list[dict[str, Any]]) -> list[str]:
    return [one["status"] for one in results]


async def all_locations(person: Person, *, limit: int = 1000, **query: Any) -> list[dict[str, Any]]:
    return list((await person.get("/locations", limit=limit, **query))["items"])


async def test_a_batch_is_kept_once_in_whatever_order_it_comes(ana: Person) -> None:
    batch = [sample(3), sample(1, accuracy_m=12.5, speed_mps=1.4, course_deg=270, battery=0.8), sample(2)]
    first = await upload(ana, *batch)
    assert statuses(first) == ["created"] * 3
    again = await upload(ana, *batch[::-1], sample(0))
    assert statuses(again) == ["unchanged"] * 3 + ["created"]
    assert [one["id"] for one in again[:3]] == [one["id"] for one in first[::-1]]
    found = await all_locations(ana)
    assert [one["captured_at"] for one in found] == [f"2026-03-02T08:0{minute}:00Z" for minute in (3, 2, 1, 0)]
    shown = found[2]
    assert {name: shown[name] for name in ("lat", "lon", "accuracy_m", "speed_mps", "course_deg", "battery")} == {
        "lat": LISBON[0],
        "lon": LISBON[1],
        "accuracy_m": 12.5,
        "speed_mps": 1.4,
        "course_deg": 270,
        "battery": 0.8,
    }
    assert (shown["device"], shown["source"], shown["origin"], shown["version"]) == (
        "anas-phone",
        "mobile",
        "own_data",
        1,
    )
    one = await ana.send("GET", f"/locations/{shown['id']}")
    assert (one.json(), one.headers["etag"]) == (shown, '"1"')


async def test_the_same_instant_is_the_same_however_it_is_written(ana: Person) -> None:
    results = await upload(
        ana,
        {**sample(), "captured_at": "2026-03-02T08:00:00.123456Z"},
        {**sample(), "captured_at": "2026-03-02T08:00:00.123Z"},
        {**sample(), "captured_at": "2026-03-02T05:00:00.1239-03:00"},
        {**sample(), "captured_at": "2026-03-02T08:00:00.124Z"},
        {**sample(), "captured_at": "2026-03-02T08:00:00.124Z", "device": "the-watch"},
    )
    assert statuses(results) == ["created", "unchanged", "unchanged", "created", "created"]
    assert len({one["id"] for one in results}) == 3


async def test_one_bad_sample_does_not_hold_up_the_others(steward: Steward, ana: Person) -> None:
    now = steward.clock.now()
    bad: dict[str, Any] = {
        "latitude": sample(lat=90.001),
        "longitude": sample(lon=-180.5),
        "no fix": sample(lat=0, lon=0),
        "text": sample(lat="38.7"),
        "truth": sample(lat=True),
        "nan": sample(lat="NaN"),
        "accuracy": sample(accuracy_m=-1),
        "battery": sample(battery=81),
        "no zone": {**sample(), "captured_at": "2026-03-02T08:00:00"},
        "a number": {**sample(), "captured_at": 1_772_438_400},
        "a wrong day": {**sample(), "captured_at": "2026-02-30T08:00:00Z"},
        "before 2000": {**sample(), "captured_at": "1999-12-31T23:59:59Z"},
        "ahead": {**sample(), "captured_at": rfc3339(now + timedelta(minutes=6))},
        "the end of time": {**sample(), "captured_at": "9999-12-31T23:59:59-23:59"},
        "nothing": {},
        "null": None,
        "a list": [],
        "a long device": sample(device="x" * 501),
    }
    good = [sample(1, speed_mps=-1, course_deg=-1), sample(2, lat=-90, lon=180), sample(3, no_such_field=[1])]
    ahead = {**sample(), "captured_at": rfc3339(now + timedelta(minutes=4))}
    results = await upload(ana, *bad.values(), *good, ahead)
    told = dict(zip(bad, results, strict=False))
    assert {name: one["status"] for name, one in told.items()} == dict.fromkeys(bad, "invalid")
    assert all(one["errors"] and one["errors"][0]["message"] and one["id"] is None for one in told.values())
    assert told["latitude"]["errors"][0]["loc"] == ["lat"]
    assert "offset" in told["a number"]["errors"][0]["message"]
    assert statuses(results[len(bad) :]) == ["created"] * 4
    (unknown,) = [one for one in await all_locations(ana) if one["captured_at"] == "2026-03-02T08:01:00Z"]
    assert (unknown["speed_mps"], unknown["course_deg"]) == (None, None)
    assert statuses(await upload(ana, sample(lat=91))) == ["invalid"]


async def test_a_body_that_is_no_batch_is_refused(ana: Person) -> None:
    for body in ({}, {"samples": None}, {"samples": {}}, 3, "x", {"samples": [sample()], "device": 7}):
        answer = await ana.send("POST", "/mobile/location", json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request"), body
    many = await ana.send("POST", "/mobile/location", json={"samples": [sample(n) for n in range(1001)]})
    assert (many.status_code, many.json()["code"]) == (422, "invalid_request")
    large = await ana.send("POST", "/mobile/location", content=b'{"samples": ["' + b"x" * 1_100_000 + b'"]}')
    assert (large.status_code, large.json()["code"]) == (413, "too_large")
    nan = await ana.send("POST", "/mobile/location", content=b'{"samples": [{"lat": NaN}]}')
    assert nan.status_code == 422
    assert await upload(ana) == []
    assert await ana.count("locations") == 0
    assert statuses((await ana.post("/mobile/location", [sample(), sample(1)]))["results"]) == ["created"] * 2


async def test_a_thousand_samples_are_one_batch(ana: Person) -> None:
    batch = [sample(minute) for minute in range(1000)]
    assert statuses(await upload(ana, *batch)) == ["created"] * 1000
    assert statuses(await upload(ana, *batch)) == ["unchanged"] * 1000
    assert await ana.count("locations") == 1000


async def test_the_same_batch_at_once_is_kept_once(ana: Person) -> None:
    batch = [sample(minute) for minute in range(20)]
    every = await asyncio.gather(*(upload(ana, *batch) for _ in range(8)))
    assert sorted(status for results in every for status in statuses(results)) == ["created"] * 20 + ["unchanged"] * 140
    assert await ana.count("locations") == 20


async def test_a_range_and_a_device_are_asked_for(ana: Person) -> None:
    await upload(ana, *(sample(minute) for minute in range(10)))
    await upload(ana, sample(5), device="the-watch")
    await upload(ana, sample(6), device=None)
    found = await all_locations(ana, since="2026-03-02T08:05:00Z", until="2026-03-02T08:07:00Z")
    assert [(one["captured_at"][14:16], one["device"]) for one in found] == [
        ("06", None),
        ("06", "anas-phone"),
        ("05", "the-watch"),
        ("05", "anas-phone"),
    ]
    assert [one["captured_at"][14:16] for one in await all_locations(ana, device="the-watch")] == ["05"]
    assert len(await all_locations(ana, q="WATCH")) == 1
    # Without an offset a time is the user's: Lisbon is at UTC in March.
    assert len(await all_locations(ana, since="2026-03-02T08:08:00")) == 2
    assert len(await all_locations(ana, since="2026-03-03")) == 0
    assert await all_locations(ana, device="nobody's") == []
    assert [one["device"] for one in await all_locations(ana, device="")] == [None]
    for query in ({"since": "x"}, {"until": "2026-13-01"}, {"cursor": "xx"}, {"limit": "0"}):
        assert (await ana.send("GET", "/locations", params=query)).status_code == 422, query


async def test_pages_are_stable_while_samples_come_in(ana: Person) -> None:
    await upload(ana, *(sample(minute) for minute in range(0, 40, 2)))
    seen: list[str] = []
    cursor = None
    for page in range(20):
        told = await ana.get("/locations", limit=6, **({"cursor": cursor} if cursor else {}))
        seen += [one["captured_at"][14:16] for one in told["items"]]
        cursor = told["next_cursor"]
        if cursor is None:
            break
        await upload(ana, sample(41 + page), sample(39 - page * 2))  # newer ones, and late ones of before
    even = [minute for minute in seen if int(minute) % 2 == 0]
    assert even == [f"{minute:02}" for minute in range(38, -1, -2)]
    assert len(seen) == len(set(seen))


async def test_a_tracker_has_a_token_of_its_own(steward: Steward, ana: Person) -> None:
    tracker = await steward.with_scopes(ana, "location")
    results = (await tracker.post("/ingest/location", [sample(0, source="car"), sample(1, device="car")]))["results"]
    assert statuses(results) == ["created"] * 2
    for method, path in (("GET", "/locations"), ("POST", "/mobile/location"), ("POST", "/ingest/todo"), ("GET", "/me")):
        answer = await tracker.send(method, path, json={"samples": []} if method == "POST" else None)
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing"), path
    for scopes, path in (("read", "/mobile/location"), ("mobile", "/ingest/location"), ("write", "/mobile/location")):
        answer = await (await steward.with_scopes(ana, scopes)).send("POST", path, json={"samples": []})
        assert answer.status_code == 403, (scopes, path)
    ingesting = await steward.with_scopes(ana, "ingest")
    assert statuses((await ingesting.post("/ingest/location", sample(2)))["results"]) == ["created"]
    assert {one["origin"] for one in await all_locations(ana)} == {"third_party"}


async def test_what_has_an_external_id_is_known_by_it(ana: Person) -> None:
    item = {**sample(0, accuracy_m=20), "external_id": "fix-1", "source": "garmin", "tags": ["run"]}
    assert statuses((await ana.post("/ingest/location", [item, item]))["results"]) == ["created", "unchanged"]
    moved = {**item, "lat": 38.8, "tags": ["trail"]}
    (result,) = (await ana.post("/ingest/location", moved))["results"]
    assert (result["status"], result["external_id"]) == ("updated", "fix-1")
    twice = [{**item, "external_id": "fix-2"}, {**item, "external_id": "fix-2", "lat": 38.9}]
    assert statuses((await ana.post("/ingest/location", twice))["results"]) == ["created", "updated"]
    first, second = sorted(await all_locations(ana), key=lambda one: one["external_id"])
    assert (first["lat"], first["accuracy_m"], first["tags"], first["version"]) == (38.8, 20, ["run", "trail"], 2)
    assert second["lat"] == 38.9
    answer = await ana.send("POST", "/ingest/location", json=[{**item, "lat": 100}, 3])
    assert (answer.status_code, statuses(answer.json()["results"])) == (422, ["invalid"] * 2)
    assert answer.json()["results"][0]["external_id"] == "fix-1"


async def test_what_was_erased_does_not_come_back(steward: Steward, ana: Person) -> None:
    named = {**sample(1), "external_id": "fix-1", "source": "garmin"}
    (kept, gone) = await upload(ana, sample(0), sample(2))
    (gone_too,) = (await ana.post("/ingest/location", named))["results"]
    for one in (gone, gone_too):
        async with steward.database.unit_of_work_of(ana.id) as tx:
            receipt = await steward.runtime.eraser.erase(tx, "location", one["id"])
        assert receipt.deleted == {"location": 1}
    assert statuses(await upload(ana, sample(0), sample(2))) == ["unchanged", "erased"]
    assert statuses((await ana.post("/ingest/location", named))["results"]) == ["erased"]
    tracker = await steward.with_scopes(ana, "location")
    assert statuses((await tracker.post("/ingest/location", {**named, "restore": True}))["results"]) == ["erased"]
    assert statuses((await ana.post("/ingest/location", {**named, "restore": True}))["results"]) == ["created"]
    assert {one["id"] for one in await all_locations(ana)} >= {kept["id"]}
    assert len(await all_locations(ana)) == 2
    # What a backup brings back goes again.
    await ana.execute(
        "insert into locations (id, user_id, source, origin, device, captured_at, lat, lon) select gen_random_uuid(), "
        ":me, source, origin, device, captured_at + interval '2 minutes', lat, lon from locations where id = :kept",
        kept=kept["id"],
    )
    async with steward.database.unit_of_work_of(ana.id) as tx:
        again = await steward.runtime.eraser.erase_buried(tx)
    assert again.deleted == {"location": 1}
    assert len(await all_locations(ana)) == 2


async def test_nobody_sees_where_another_was(steward: Steward, ana: Person) -> None:
    (mine,) = await upload(ana, sample())
    bruno = await steward.person("Bruno Dias")
    assert await all_locations(bruno) == []
    assert (await bruno.send("GET", f"/locations/{mine['id']}")).status_code == 404
    assert statuses(await upload(bruno, sample())) == ["created"]
    assert await ana.count("locations") == await bruno.count("locations") == 1
    for unknown in ("none", "%00"):
        assert (await ana.send("GET", f"/locations/{unknown}")).status_code == 404
    for method in ("PUT", "PATCH", "DELETE"):
        assert (await ana.send(method, f"/locations/{mine['id']}")).status_code == 405


async def test_no_model_and_no_search_reads_samples(steward: Steward, ana: Person) -> None:
    await upload(ana, sample(lat=41.14961, lon=-8.61099), device="secret-device")
    steward.model.call("search_memories", {"query": "where was I 41.14961 secret-device"})
    steward.model.say("I found nothing about that.")
    await ana.ask("Where was I on 2 March 2026?")
    prompts = "".join(steward.prompt(number) for number in range(len(steward.asked)))
    assert "41.1" not in prompts
    assert "secret-device" not in prompts
    assert (await ana.get("/search", q="secret-device 41.14961"))["hits"] == []
    async with steward.database.unit_of_work() as session:
        kinds = (await session.execute(text("select distinct kind from search_documents"))).scalars().all()
    assert "location" not in kinds


async def test_samples_are_there_after_a_restart(start: Start, tmp_path: Path, shared_url: str) -> None:
    async with start() as before:
        ana = await before.person()
        person = (ana.id, ana.token)
        await upload(ana, sample(0), sample(1))
        kept = await all_locations(ana)
    async with started(tmp_path / "other", shared_url) as after:
        ana = after.speaking(*person)
        assert await all_locations(ana) == kept
        assert statuses(await upload(ana, sample(0), sample(1), sample(2))) == ["unchanged", "unchanged", "created"]


@pytest.mark.parametrize("hours", [(22, 4), (0, 23)])
async def test_a_clock_that_changes_in_between_loses_no_hour(ana: Person, hours: tuple[int, int]) -> None:
    """Lisbon, 25 October 2026: 01:00 to 02:00 is there twice."""
    night = datetime(2026, 10, 24, hours[0], tzinfo=UTC)
    moments = [night + timedelta(minutes=30 * number) for number in range(12)]
    sent = [{**sample(), "captured_at": rfc3339(moment)} for moment in moments]
    assert statuses(await upload(ana, *sent)) == ["created"] * 12
    assert [one["captured_at"] for one in await all_locations(ana)] == [rfc3339(moment) for moment in moments[::-1]]
