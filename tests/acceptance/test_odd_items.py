"""Hundreds of odd items among good ones, for every kind that is taken in: does each get an answer of its own, and can
all that was stored be read again?"""

import json
from typing import Any

import pytest
from tests.support.steward import Person

SURROGATE = "\\ud800"
"""A lone surrogate in JSON source: no Python string of the test can hold it in UTF-8."""
_deep: Any = 1
for _ in range(300):
    _deep = [_deep]
NOBODY = "00000000-0000-7000-8000-000000000000"
ODD: tuple[Any, ...] = (
    None, True, False, 7, -1, 0, 10**30, -(10**30), 1.5, 1e308, -0.0,
    "", " ", "\x00", "a\x00b", SURROGATE, "\u202ereversed", "x" * 600, "x" * 70_000,
    [], {}, [[]], [None], [1], [True], [{}], ["", ""], ["a"] * 1_001, {"a": {}}, _deep,
    "0000-01-01", "0001-01-01T00:00:00", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "0001-01-01",
    "9999-12-31T23:59:59", "9999-12-31T23:59:59-14:00", "9999-12-31", "9999-12-31T24:00", "10000-01-01T00:00:00",
    "2026-02-30", "2026-13-45T99:00", "infinity", "-infinity", "-0001-01-01", "2026-03-29T01:30:00",
    "2026-10-25T01:30:00", "2026-05-03T10:00:60", "2026-05-03T10:00+99:00", "24:00", "T10:00", "1e400", "NaN",
    1e15, 253402300800, -62135596801,
    "Mars/Olympus", "../../etc/passwd", "/etc/localtime", "europe/lisbon", "GMT+5", "localtime", "posixrules",
    "zone.tab",    "no-at-sign", "@", "a@b@c", "a" * 5_000 + "@example.org", NOBODY, "not-a-uuid",
    [{"value": None}], [{"value": "no-at"}], [{"value": 7}], [{"label": "x"}], [{"value": "x" * 70_000}],
    [{"contact_id": None}], [{"contact_id": "x"}], [{"contact_id": NOBODY, "label": "Sister"}],
    [{"place_id": NOBODY}], [{"name": None, "email": None}], [{"email": "nope"}], [{"name": "x" * 70_000}],
    "FREQ=SECONDLY", "FREQ=YEARLY;INTERVAL=0", "FREQ=DAILY;COUNT=999999999", "FREQ=DAILY;BYHOUR=25",
    "FREQ=DAILY;COUNT=-1", "FREQ=DAILY;UNTIL=20200101", "FREQ=DAILY;UNTIL=99991231T235959Z",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    {"rrule": 5}, {"rrule": "FREQ=DAILY", "exdates": ["x"]}, {"rrule": "FREQ=DAILY", "rdates": ["0001-01-01"]},
)  # fmt: skip
GOOD: dict[str, dict[str, Any]] = {
    "contact": {
        "display_name": "Ana", "given_name": "A", "family_name": "R", "aliases": ["Aninha"], "nicknames": ["Nana"],
        "emails": ["a@example.org"], "phones": ["+351 912345678"], "organization": "o", "title": "t",
        "birthday": "1990-01-01", "notes": "n", "groups": ["Rowers"], "relationships": [], "places": [], "tags": ["a"],
    },
    "place": {
        "name": "Home", "aliases": ["Casa"], "category": "home", "address": "Rua A 1", "lat": 1.0, "lon": 2.0,
        "radius_m": 50, "home_like": True, "ignored": False, "timezone": "UTC", "description": "d", "tags": ["a"],
    },
    "event": {
        "title": "Choir", "description": "d", "start_at": "2026-05-03T10:00", "end_at": "2026-05-03T11:00",
        "timezone": "Europe/Lisbon", "all_day": False, "place_id": None, "location_text": "l", "participants": [],
        "recurrence": None, "status": "confirmed", "busy": True, "calendar": "c", "tags": ["a"], "overrides": [],
    },
    "todo": {
        "title": "Milk", "notes": "n", "due_at": "2026-05-03T10:00", "remind_at": "2026-05-03T09:00", "timezone": "UTC",
        "done_at": None, "priority": 1, "source_kind": None, "source_id": None, "tags": ["a"],
    },
    "document": {
        "title": "Letter", "filename": "a.txt", "media_type": "text/plain", "text": "hello there", "content": None,
        "contacts": [], "tags": ["a"],
    },
    "location": {
        "captured_at": "2026-05-03T10:00:00Z", "lat": 1.0, "lon": 2.0, "accuracy_m": 5, "altitude_m": 1, "speed_mps": 1,
        "course_deg": 3, "battery": 0.5, "device": "d", "tags": ["a"],
    },
    "conversation": {
        "title": "Talk", "messages": [{"speaker": "me", "text": "hi", "at": "2026-05-03T10:00:00Z"}], "tags": ["a"],
    },
}  # fmt: skip
LISTED = {
    "contact": "/contacts", "place": "/places", "event": "/events", "todo": "/todos", "document": "/documents",
    "location": "/locations", "conversation": "/threads",
}  # fmt: skip
STATUSES = {"created", "updated", "unchanged", "invalid"}
AT_ONCE = 1_000
SHARE = 6


def _items(kind: str) -> list[dict[str, Any]]:
    """The good item with one field at a time replaced by something odd (for each field a share of all odd values, in
    turn, so that each meets every kind of field somewhere), and every tenth time as it is."""
    good = GOOD[kind]
    named = (*good, "external_id", "source", "restore", "unknown")
    changed = [{name: odd} for at, name in enumerate(named) for odd in ODD[at % SHARE :: SHARE]]
    if kind == "conversation":
        (message,) = good["messages"]
        changed += [{"messages": [{**message, name: odd}]} for name in (*message, "external_id") for odd in ODD]
    found = []
    for number, change in enumerate(changed):
        if number % 10 == 0:
            found.append({"external_id": f"good {number}", "source": "app", **good})
        found.append({"external_id": f"odd {number}", "source": "app", **good, **change})
    return found


def _source(body: Any) -> bytes:
    return json.dumps(body).replace(json.dumps(SURROGATE), '"\\ud800"').encode()


async def _all(person: Person, path: str, **params: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor = None
    while True:
        page = await person.get(path, limit=100, **({"cursor": cursor} if cursor else {}), **params)
        found += page["items"]
        if (cursor := page["next_cursor"]) is None:
            return found


@pytest.mark.parametrize("kind", GOOD)
async def test_odd_items_among_good_ones(ana: Person, kind: str) -> None:
    items = _items(kind)
    stored: set[str] = set()
    invalid = 0
    for start in range(0, len(items), AT_ONCE):
        sent = items[start : start + AT_ONCE]
        answer = await ana.send("POST", f"/ingest/{kind}", content=_source(sent), timeout=60)
        assert answer.status_code == 200, answer.text[:2_000]
        results = answer.json()["results"]
        assert len(results) == len(sent)
        for item, result in zip(sent, results, strict=True):
            assert result["status"] in STATUSES, (item, result)
            if str(item["external_id"]).startswith("good"):
                assert result["status"] != "invalid", (item, result)
            if result["status"] == "invalid":
                invalid += 1
                assert result["id"] is None
                assert result["errors"], item
                assert all(error["message"] for error in result["errors"])
            else:
                stored.add(result["id"])
    assert invalid > len(items) // 4
    listed = {row["id"] for row in await _all(ana, LISTED[kind])}
    assert listed == stored
    if kind == "event":
        await _all(ana, "/events", since="2026-01-01T00:00", until="2027-01-01T00:00")
        await ana.send("GET", "/events?since=0001-01-01T00:00&until=9999-12-31T00:00&limit=5")
        assert (await ana.send("GET", "/export/events.ics")).status_code == 200
    if kind == "contact":
        assert (await ana.send("GET", "/export/contacts.vcf")).status_code == 200
