"""OwnTracks, Overland and GPX as the apps send them: what is true is kept once and in our units, the rest is left out
and never sent again."""

import asyncio
import base64
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from nacl.secret import SecretBox
from tests.acceptance.test_locations import all_locations, statuses
from tests.support.steward import Person, Steward, started

BEGAN = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
EPOCH = int(BEGAN.timestamp())
NAMES = ("captured_at", "lat", "lon", "device", "source", "speed_mps", "battery", "battery_state")


def fix(second: int = 0, **fields: Any) -> dict[str, Any]:
    """A location of OwnTracks."""
    return {"_type": "location", "lat": 38.7223, "lon": -9.1393, "tst": EPOCH + second, "tid": "ph", **fields}


def point(second: int = 0, **properties: Any) -> dict[str, Any]:
    """A feature of Overland."""
    at = (BEGAN + timedelta(seconds=second, hours=-7)).strftime("%Y-%m-%dT%H:%M:%S-0700")
    return {
        "type": "Feature",
        "geometry": {"type": "Point", "coordinates": [-9.1393, 38.7223]},
        "properties": {"timestamp": at, "device_id": "anas-phone", **properties},
    }


def gpx(*tracks: str, head: str = "") -> bytes:
    """A file of these tracks."""
    inside = "".join(f"<trk><name>Ride</name><trkseg>{track}</trkseg></trk>" for track in tracks)
    return f'<?xml version="1.0"?>{head}<gpx xmlns="http://www.topografix.com/GPX/1/1">{inside}</gpx>'.encode()


def at(second: float = 0, *, lat: object = 38.7223, inside: str = "", zone: str = "Z") -> str:
    """A point of a track."""
    moment = (BEGAN + timedelta(seconds=second)).isoformat().removesuffix("+00:00")
    return f'<trkpt lat="{lat}" lon="-9.1393"><ele>12.5</ele><time>{moment}{zone}</time>{inside}</trkpt>'


async def owntracks(person: Person, message: Any, **how: Any) -> list[dict[str, Any]]:
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    answer = await person.send("POST", "/ingest/owntracks", content=body, **how)
    assert answer.status_code == 200, answer.text
    told: list[dict[str, Any]] = answer.json()
    return told


async def sent_gpx(person: Person, file: bytes, **query: str) -> httpx.Response:
    return await person.send("POST", "/ingest/gpx", content=file, params=query)


async def test_owntracks_is_kept_in_our_units(ana: Person) -> None:
    topic = "owntracks/ana/pixel"
    message = fix(vel=36, batt=81, bs=2, acc=12, alt=90, vac=4, cog=270, topic=topic, motionactivities=["automotive"])
    assert await owntracks(ana, message) == []
    assert await owntracks(ana, message) == []
    (shown,) = await all_locations(ana)
    assert [shown[name] for name in NAMES] == [
        "2026-03-02T08:00:00Z",
        38.7223,
        -9.1393,
        "pixel",
        "owntracks",
        10,
        0.81,
        "charging",
    ]
    assert (shown["accuracy_m"], shown["altitude_m"], shown["vertical_accuracy_m"]) == (12, 90, 4)
    assert (shown["course_deg"], shown["motion"], shown["origin"]) == (270, ["driving"], "third_party")


async def test_owntracks_names_its_device_in_many_ways(ana: Person) -> None:
    await owntracks(ana, fix(0))
    await owntracks(ana, fix(1), headers={"X-Limit-U": "ana", "X-Limit-D": "watch"})
    await owntracks(ana, fix(2, tid=None), params={"u": "ana", "d": "tablet"})
    await owntracks(ana, fix(3, tid=None))
    assert [one["device"] for one in await all_locations(ana)] == [None, "tablet", "watch", "ph"]


async def test_owntracks_knows_http_basic_alone(steward: Steward, ana: Person) -> None:
    tracker = await steward.with_scopes(ana, "location")
    for given, status in ((tracker.token, 200), ("wrong", 401), ("", 401)):
        async with httpx.AsyncClient(base_url=steward.url, auth=("ana", given), verify=False) as phone:
            assert (await phone.post("/ingest/owntracks", json=fix())).status_code == status
    async with httpx.AsyncClient(base_url=steward.url, verify=False) as phone:
        for header in ("Basic", "Basic !!!", "Basic " + base64.b64encode(b"\xff\xfe").decode()):
            answer = await phone.post("/ingest/owntracks", json=fix(), headers={"Authorization": header})
            assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated"), header
        auth = httpx.BasicAuth("ana", tracker.token)
        for path in ("/ingest/overland", "/ingest/gpx", "/ingest/location"):
            assert (await phone.post(path, json={}, auth=auth)).status_code == 401, path
    assert await ana.count("locations") == 1
    reader = await steward.with_scopes(ana, "read")
    for path in ("/ingest/owntracks", "/ingest/overland", "/ingest/gpx"):
        assert (await reader.send("POST", path, json=fix())).status_code == 403
        assert (await tracker.send("POST", path, content=b"")).status_code in {200, 422}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"  ",
        {"_type": "lwt", "tst": EPOCH},
        {"_type": "waypoint", "desc": "Beacon", "lat": 0, "lon": 0, "tst": EPOCH, "uuid": "2f23", "major": 1},
        {"_type": "waypoint", "desc": " ", "lat": 38.7, "lon": -9.1, "rad": 50, "tst": EPOCH},
        {"_type": "waypoints", "waypoints": [None, 7, {"desc": "Home", "lat": "38.7", "lon": -9.1}, {"lat": 91}]},
        {"_type": "waypoints", "waypoints": "Home"},
        {"_type": "transition", "event": "enter", "desc": "Home", "tst": EPOCH, "wtst": EPOCH},
        {"_type": "card", "name": "Ana", "face": "AAAA", "tid": "an"},
        {"_type": "status", "iOS": {"version": "17"}},
        {"_type": "cmd", "action": "dump"},
        {"_type": "encrypted", "data": "c2VjcmV0"},
        {"_type": "something new"},
        {"_type": 7},
        {},
        fix(lat=91),
        fix(lat=0, lon=0),
        fix(lat="38.7"),
        fix(tst=None),
        fix(tst="now"),
        fix(tst=10**300),
        fix(tst=0),
        {**fix(), "tst": (datetime.now(UTC) + timedelta(hours=2)).timestamp()},
        fix(acc={"m": 1}),
        b'{"_type": "location", "lat": NaN, "lon": 1, "tst": 1772438400}',
    ],
)
async def test_owntracks_is_answered_whatever_it_says(ana: Person, body: Any) -> None:
    assert await owntracks(ana, body) == []
    assert await ana.count("locations") == 0
    assert await ana.count("places") == 0


@pytest.mark.parametrize("body", [b"{", b"[]", b"3", b"\xff\xfe", b"[" * 100_000])
async def test_what_no_tracker_sends_is_told_so(ana: Person, body: bytes) -> None:
    answer = await ana.send("POST", "/ingest/owntracks", content=body)
    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid_request"


async def test_a_transition_says_where_and_what(ana: Person) -> None:
    said = {"_type": "transition", "event": "enter", "desc": "Home", "wtst": 1, "tid": "ph", "acc": 20}
    assert await owntracks(ana, {**said, "tst": EPOCH, "lat": 38.7, "lon": -9.1, "rid": "6da9cf"}) == []
    (shown,) = await all_locations(ana)
    assert (shown["tags"], shown["accuracy_m"], shown["device"]) == (["enter Home"], 20, "ph")


async def test_a_region_of_the_phone_is_a_place_once(ana: Person) -> None:
    region = {"_type": "waypoint", "desc": "Oficina do Zé", "lat": 38.71, "lon": -9.14, "rad": 80, "tst": EPOCH}
    mine = {"_type": "waypoint", "desc": "Home", "lat": 38.7, "lon": -9.1, "rad": 0, "tst": EPOCH + 1}
    await ana.post("/places", {"name": "Home", "lat": 38.7, "lon": -9.1, "radius_m": 40})
    assert await owntracks(ana, region) == []
    await owntracks(ana, {"_type": "waypoints", "waypoints": [mine, region]})
    await owntracks(ana, {**region, "desc": "Oficina", "rad": 120})  # changed on the phone
    found = {one["name"]: one for one in (await ana.get("/places"))["items"]}
    assert {name: (one["radius_m"], one["source"], one["origin"]) for name, one in found.items()} == {
        "Home": (40, None, "own_data"),
        "Oficina": (120, "owntracks", "third_party"),
    }
    await ana.send("DELETE", f"/places/{found['Oficina']['id']}")
    await owntracks(ana, region)
    assert [one["name"] for one in (await ana.get("/places"))["items"]] == ["Home"], "erased is erased"
    assert await ana.count("locations") == 0


KEY = "um segredo"


def encrypted(message: Any, key: str = KEY) -> dict[str, Any]:
    """As the app does with an encryption key (libsodium's secretbox)."""
    box = SecretBox(key.encode().ljust(32, b"\0"))
    data = message if isinstance(message, bytes) else json.dumps(message).encode()
    return {"_type": "encrypted", "data": base64.b64encode(box.encrypt(data)).decode()}


async def test_encrypted_messages_are_read_with_the_key_alone(tmp_path: Path, postgres_url: str) -> None:
    async with started(tmp_path, postgres_url, owntracks_key=KEY) as steward:
        ana = await steward.person()
        await owntracks(ana, encrypted(fix(1, topic="owntracks/ana/pixel")))
        await owntracks(ana, fix(2, topic="owntracks/ana/pixel"))
        unread: list[Any] = [
            encrypted(fix(3), "another key"),
            encrypted(encrypted(fix(3))),
            encrypted(b"no json"),
            encrypted(b"[]"),
            {"_type": "encrypted", "data": "!"},
            {"_type": "encrypted", "data": 7},
            {"_type": "encrypted"},
        ]
        for message in unread:
            assert await owntracks(ana, message) == []
        told = [(one["captured_at"][-3:], one["device"]) for one in await all_locations(ana)]
        assert told == [("02Z", "pixel"), ("01Z", "pixel")]
        await owntracks(ana, encrypted({"_type": "waypoint", "desc": "Home", "lat": 38.7, "lon": -9.1, "tst": EPOCH}))
        assert await ana.count("places") == 1


async def test_the_other_devices_are_friends_to_a_token_that_may_read(steward: Steward, ana: Person) -> None:
    now = int(datetime.now(UTC).timestamp())
    bruno = await steward.person("Bruno Dias")
    await owntracks(bruno, {**fix(), "tst": now, "topic": "owntracks/bruno/his"})
    await owntracks(ana, {**fix(), "tst": now - 60, "topic": "owntracks/ana/watch", "lat": 38.5, "acc": 5})
    await owntracks(ana, {**fix(), "tst": now - 90, "topic": "owntracks/ana/watch"})
    await owntracks(ana, {**fix(), "tst": now - 100_000, "topic": "owntracks/ana/old"})
    here = {**fix(), "tst": now, "topic": "owntracks/ana/phone"}
    card, where = await owntracks(ana, here)
    assert card == {"_type": "card", "tid": "ch", "name": "watch"}
    assert where == {
        "_type": "location",
        "tid": "ch",
        "topic": "owntracks/steward/watch",
        "lat": 38.5,
        "lon": -9.1393,
        "tst": now - 60,
        "acc": 5,
    }
    assert await owntracks(await steward.with_scopes(ana, "location"), here) == []


async def test_overland_is_kept_in_our_units_and_answered_as_it_waits_for(ana: Person) -> None:
    known = {"speed": 4, "course": 90, "altitude": -3, "horizontal_accuracy": 30, "vertical_accuracy": 4}
    batch = [
        point(3, speed=-1, course=-1, horizontal_accuracy=-1, vertical_accuracy=-1, battery_level=-1),
        point(1, **known, motion=["driving", "flying"], battery_state="full", battery_level=0.5, wifi="home"),
        point(2, device_id="", altitude="high", battery_state=7, motion="walking"),
    ]
    body = {"locations": batch, "current": point(9), "trip": {"distance": 3}}
    for _ in range(2):
        assert await ana.post("/ingest/overland", body) == {"result": "ok"}
    last, second, first = await all_locations(ana)
    assert [last[name] for name in NAMES] == [
        "2026-03-02T08:00:03Z",
        38.7223,
        -9.1393,
        "anas-phone",
        "overland",
        None,
        None,
        None,
    ]
    assert (last["accuracy_m"], last["course_deg"], second["device"], second["altitude_m"]) == (None, None, None, None)
    assert (first["speed_mps"], first["course_deg"], first["altitude_m"], first["battery"]) == (4, 90, -3, 0.5)
    assert (first["battery_state"], first["motion"], first["vertical_accuracy_m"]) == ("full", ["driving"], 4)


async def test_one_bad_point_of_overland_does_not_hold_up_the_others(ana: Person) -> None:
    visit = {"type": "Feature", "properties": {"action": "visit", "arrival_date": "0001-01-01T00:00:00Z"}}
    bad: list[Any] = [
        visit,
        None,
        [],
        {"geometry": {"coordinates": 7}, "properties": {}},
        {"geometry": {"coordinates": ["a", "b"]}, "properties": point()["properties"]},
        {**point(), "properties": None},
        point(timestamp="yesterday"),
        point(timestamp="2026-03-02T08:00:00"),
        point(timestamp=EPOCH),
        point(timestamp="4001-01-01T00:00:00Z"),
    ]
    assert await ana.post("/ingest/overland", {"locations": [*bad, point(5), *bad]}) == {"result": "ok"}
    assert [one["captured_at"] for one in await all_locations(ana)] == ["2026-03-02T08:00:05Z"]
    assert await ana.post("/ingest/overland", {"locations": []}) == {"result": "ok"}
    bodies: list[Any] = [[], {}, {"locations": {}}, 7, None]
    for body in bodies:
        answer = await ana.send("POST", "/ingest/overland", json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request"), body


async def test_overland_sends_what_gathered_in_weeks(ana: Person) -> None:
    assert await ana.post("/ingest/overland", {"locations": [point(n) for n in range(2500)]}) == {"result": "ok"}
    assert await ana.count("locations") == 2500


async def test_a_gpx_file_raw_and_as_a_form(ana: Person) -> None:
    garmin = "<extensions><x:Ext xmlns:x='g'><x:speed>2.5</x:speed><x:hr>90</x:hr></x:Ext></extensions>"
    file = gpx(at(2) + at(0, inside=garmin) + at(0), at(1, zone=""))
    answer = await sent_gpx(ana, file, device="edge")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    results = answer.json()["results"]
    assert statuses(results) == ["created", "created", "unchanged", "created"]
    form = {"file": ("ride.gpx", file, "application/gpx+xml")}
    again = (await ana.send("POST", "/ingest/gpx", files=form, params={"device": "edge"})).json()["results"]
    assert statuses(again) == ["unchanged"] * 4
    assert [one["id"] for one in again] == [one["id"] for one in results]
    shown = (await all_locations(ana))[-1]
    assert [shown[name] for name in NAMES[:6]] == ["2026-03-02T08:00:00Z", 38.7223, -9.1393, "edge", "gpx", 2.5]
    assert shown["altitude_m"] == 12.5
    assert (await all_locations(ana))[1]["captured_at"] == "2026-03-02T08:00:01Z"  # without an offset: UTC


async def test_a_track_without_times_is_skipped_with_its_reason(ana: Person) -> None:
    timeless = '<trkpt lat="1" lon="1"/>'
    answer = await sent_gpx(ana, gpx(timeless * 3, at(0) + timeless + at(1, lat=99) + at(2, lat="x")))
    results = answer.json()["results"]
    assert statuses(results) == ["invalid", "created", "invalid", "invalid", "invalid"]
    assert results[0]["errors"][0]["loc"] == ["trk", 0]
    assert "none of the 3 points of this track has a time" in results[0]["errors"][0]["message"]
    assert [one["errors"][0]["loc"] for one in results[2:]] == [["captured_at"], ["lat"], ["lat"]]
    none = await sent_gpx(ana, gpx(timeless))
    assert (none.status_code, statuses(none.json()["results"])) == (422, ["invalid"])


async def test_a_route_is_a_plan_unless_it_was_gone(ana: Person) -> None:
    def route(*points: str) -> str:
        return "<rte><name>Ride</name>" + "".join(points).replace("trkpt", "rtept") + "</rte>"

    plan = '<trkpt lat="1" lon="1"/>'
    file = gpx().replace(b"></gpx>", f">{route(at(0), at(1))}{route(at(5), at(5))}{route(plan)}</gpx>".encode())
    results = (await sent_gpx(ana, file)).json()["results"]
    assert statuses(results) == ["created", "created", "invalid", "invalid"]
    assert [one["errors"][0]["loc"] for one in results[2:]] == [["rte", 1], ["rte", 2]]
    assert "a route is a plan" in results[2]["errors"][0]["message"]


async def test_named_waypoints_become_places(ana: Person) -> None:
    def named(name: str, lat: object = 38.7) -> str:
        return f'<wpt lat="{lat}" lon="-9.1"><time>2020-01-01T00:00:00Z</time><name>{name}</name></wpt>'

    points = named("Fonte da Telha") + named("", 38.8) + named("Nowhere", "x") + named("Fonte da Telha")
    file = gpx(at(0)).replace(b"<trk>", f"{points}<trk>".encode())
    results = (await sent_gpx(ana, file)).json()["results"]
    assert statuses(results) == ["created", "created", "unchanged"]
    assert statuses((await sent_gpx(ana, file)).json()["results"]) == ["unchanged"] * 3
    (place,) = (await ana.get("/places"))["items"]
    assert (place["name"], place["lat"], place["source"], place["origin"]) == (
        "Fonte da Telha",
        38.7,
        "gpx",
        "third_party",
    )
    many = "".join(named(f"Marco {number}", 30 + number / 100) for number in range(510))
    alone = gpx().replace(b"></gpx>", f">{many}</gpx>".encode())
    assert statuses((await sent_gpx(ana, alone)).json()["results"]) == ["created"] * 500
    assert await ana.count("locations") == 1


BOMB = '<!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"no xml",
        b"{}",
        gpx(at(0))[:-20],
        gpx(),
        gpx(at(0), head=BOMB),
        gpx(at(0), head='<!DOCTYPE gpx SYSTEM "http://127.0.0.1:9/x.dtd">'),
        gpx(at(0)).replace(b"gpx", b"kml"),
        gpx("<a>" * 60 + "</a>" * 60),
        gpx(at(0, inside="<a/>" * 1000)),
        b'<?xml version="1.0" encoding="no-such"?><gpx/>',
        gpx(at(0)).replace(b"Ride", b"\xff"),
    ],
    ids=range(12),
)
async def test_what_is_no_gpx_is_refused_and_nothing_kept(ana: Person, file: bytes) -> None:
    answer = await sent_gpx(ana, file)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request"), answer.text
    assert await ana.count("locations") == 0


async def test_a_long_file_holds_up_nobody(ana: Person) -> None:
    """A hundred thousand points take about 12 s of one core; here as many as tell it."""
    file = gpx("".join(at(second) for second in range(20_000)))
    uploading = asyncio.create_task(
        ana.client.post("/ingest/gpx", content=file, params={"device": "edge"}, timeout=300)
    )
    answered = 0
    while not uploading.done():
        assert (await ana.send("GET", "/me")).status_code == 200
        answered += 1
        await asyncio.sleep(0.05)  # a client that asks now and then
    results = (await uploading).json()["results"]
    assert statuses(results) == ["created"] * 20_000
    assert await ana.count("locations") == 20_000
    assert answered > 5
    newest = await ana.get("/locations", limit=1, device="edge")
    assert newest["items"][0]["captured_at"] == "2026-03-02T13:33:19Z"


async def test_the_file_may_be_large_and_not_larger(ana: Person) -> None:
    padded = gpx(at(0)).replace(b"Ride", b"x" * 40_000_000)
    assert (await sent_gpx(ana, padded)).status_code == 200
    answer = await sent_gpx(ana, b"<" * 101_500_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


async def test_two_users_send_one_file(steward: Steward, ana: Person) -> None:
    bruno = await steward.person("Bruno Dias")
    file = gpx(at(0) + at(1))
    both = await asyncio.gather(*(sent_gpx(one, file) for one in (ana, bruno, ana)))
    counted = [statuses(answer.json()["results"]).count("created") for answer in both]
    assert (counted[1], sorted([counted[0], counted[2]])) == (2, [0, 2])
    assert await ana.count("locations") == await bruno.count("locations") == 2
