"""Do the user's rules bind their own direct writes? Filled, held (409 `rule_held`, one exception each), refused."""

from typing import Any

import pytest
from tests.support.rules import DAY, add, held, rule
from tests.support.steward import Person

HOLDS = [
    ("earliest_start", {"time": "10:00"}, ("09:30", "10:30"), ("10:00", "10:30")),
    ("earliest_start", {"time": "10:00", "days": ["fri"]}, ("09:30", "10:30"), ("10:00", "10:30")),
    ("earliest_start", {"time": "10:00", "match": {"words": ["standup"]}}, ("09:30", "10:30"), ("10:00", "10:30")),
    ("latest_end", {"time": "18:00"}, ("17:30", "18:30"), ("17:00", "18:00")),
    ("no_double_booking", {}, ("12:30", "13:30"), ("13:00", "14:00")),
    ("buffer", {"minutes_before": 15}, ("13:10", "14:00"), ("13:15", "14:00")),
    ("buffer", {"minutes_after": 15}, ("11:00", "11:50"), ("11:00", "11:45")),
]  # fmt: skip


@pytest.mark.parametrize(("effect", "parameters", "bad", "good"), HOLDS)
async def test_a_held_write_is_a_conflict_that_its_own_rule_passes(
    ana: Person, effect: str, parameters: dict[str, Any], bad: tuple[str, str], good: tuple[str, str]
) -> None:
    assert (await add(ana, "12:00", "13:00", title="Dentist")).status_code == 201
    made = await rule(ana, effect, parameters)
    other = await rule(
        ana, "never_invite", {"contact_ids": [(await ana.post("/contacts", {"display_name": "Bo"}))["id"]]}
    )
    held(await add(ana, *bad), made)
    held(await add(ana, *bad, override=(other["id"],)), made)
    assert await ana.count("events") == 1
    assert (await add(ana, *bad, override=(made["id"],), title="Standup once")).status_code == 201
    held(await add(ana, *bad), made)  # one exception is no other
    await ana.execute("delete from events where user_id = :me and title = 'Standup once'")
    assert (await add(ana, *good)).status_code == 201


async def test_changes_are_held_where_they_bring_what_stands_against_a_rule(ana: Person) -> None:
    early = (await add(ana, "08:00", "09:00")).json()
    made = await rule(ana, "earliest_start", {"time": "10:00"})
    path = f"/events/{early['id']}"
    renamed = await ana.patch(path, {"title": "Swim"})  # it was early before the rule
    assert renamed["title"] == "Swim"
    held(await ana.send("PATCH", path, json={"start_at": f"{DAY}T09:00"}), made)
    moved = await ana.send("PATCH", path, json={"start_at": f"{DAY}T09:00"}, params={"override_rule": made["id"]})
    assert moved.status_code == 200
    assert (await ana.patch(path, {"status": "cancelled"}))["status"] == "cancelled"
    held(await ana.send("PATCH", path, json={"status": "confirmed"}), made)


async def test_what_nobody_said_is_filled_in(ana: Person) -> None:
    office = await ana.post("/places", {"name": "The office"})
    bea = await ana.post("/contacts", {"display_name": "Bea Cruz"})
    await rule(ana, "default_duration", {"minutes": 45})
    await rule(ana, "default_duration", {"minutes": 25, "match": {"words": ["lunch"]}})
    await rule(ana, "default_duration", {"minutes": 50})
    await rule(ana, "default_place", {"place_id": office["id"], "match": {"words": ["standup"]}})
    await rule(ana, "always_invite", {"contact_ids": [bea["id"]], "match": {"place_ids": [office["id"]]}})
    told = (await add(ana, "10:00")).json()
    assert (told["end_at"], told["place_id"]) == (f"{DAY}T10:50:00", office["id"])
    assert [one["contact_id"] for one in (await add(ana, "11:00", place_id=office["id"])).json()["participants"]] == [
        bea["id"]
    ]
    lunch = (await add(ana, "13:00", title="Almoço")).json()  # the same in another language
    assert (lunch["end_at"], lunch["place_id"], lunch["participants"]) == (f"{DAY}T13:25:00", None, [])
    said = (await add(ana, "15:00", "15:10", location_text="At home")).json()
    assert (said["end_at"], said["place_id"], said["location_text"]) == (f"{DAY}T15:10:00", None, "At home")
    whole = await ana.post("/events", {"title": "Standup", "start_at": DAY})
    assert whole["end_at"] == "2027-03-06"


async def test_who_is_never_invited_is_held(ana: Person) -> None:
    bo = await ana.post("/contacts", {"display_name": "Bo Lima", "emails": ["bo@example.org"]})
    made = await rule(ana, "never_invite", {"contact_ids": [bo["id"]]})
    held(await add(ana, "10:00", participants=["bo@example.org"]), made)
    event = (await add(ana, "10:00")).json()
    held(await ana.send("PATCH", f"/events/{event['id']}", json={"participants": [{"contact_id": bo["id"]}]}), made)


async def test_two_rules_at_once_are_two_exceptions(ana: Person) -> None:
    first = await rule(ana, "earliest_start", {"time": "10:00"})
    assert (await add(ana, "09:00", "09:30", override=(first["id"],), title="Dentist")).status_code == 201
    second = await rule(ana, "no_double_booking", {})
    held(await add(ana, "09:00", "09:30"), first)
    held(await add(ana, "09:00", "09:30", override=(first["id"],)), second)
    assert (await add(ana, "09:00", "09:30", override=(first["id"], second["id"]))).status_code == 201


async def test_an_ended_rule_binds_no_more(ana: Person) -> None:
    made = await rule(ana, "earliest_start", {"time": "10:00"})
    held(await add(ana, "09:00"), made)
    receipt = (await ana.send("DELETE", f"/rules/{made['id']}")).json()
    assert receipt["deleted"] == {"fact": 1}
    assert (await add(ana, "09:00")).status_code == 201
    again = await rule(ana, "earliest_start", {"time": "10:00"})
    await ana.post(f"/facts/{again['id']}/retire")
    assert (await add(ana, "09:00")).status_code == 201
    assert (await ana.get("/rules"))["items"] == []


async def test_rules_of_a_person_or_a_place_are_about_events_there(ana: Person) -> None:
    bea = await ana.post("/contacts", {"display_name": "Bea Cruz"})
    gym = await ana.post("/places", {"name": "Gym"})
    with_her = await rule(ana, "earliest_start", {"time": "11:00"}, scope={"type": "person", "ref": bea["id"]})
    there = await rule(ana, "latest_end", {"time": "20:00"}, scope={"type": "place", "ref": gym["id"]})
    assert (await add(ana, "09:00", "21:00")).status_code == 201
    held(await add(ana, "10:00", "10:30", participants=[{"contact_id": bea["id"]}]), with_her)
    held(await add(ana, "19:00", "20:30", place_id=gym["id"]), there)


async def test_each_day_of_a_series_is_looked_at(ana: Person) -> None:
    made = await rule(ana, "earliest_start", {"time": "10:00", "days": ["mon"]})
    held(await add(ana, "09:00", recurrence="RRULE:FREQ=DAILY;COUNT=5"), made)
    assert (await add(ana, "09:00", recurrence="RRULE:FREQ=DAILY;COUNT=3")).status_code == 201
    whole = await ana.send("POST", "/events", json={"title": "Holiday", "start_at": DAY, "end_at": "2027-03-12"})
    assert whole.status_code == 201  # it has no clock time


async def test_what_is_never_stored_is_refused(ana: Person) -> None:
    made = await rule(ana, "never_store", {"categories": ["health"], "subjects": ["salary"]})
    for path, body in (
        ("/notes", {"text": "Has a cold", "category": "Health"}),
        ("/notes", {"text": "The salary is 1000"}),
        ("/facts", {"text": "Earns well", "subjects": ["Salary"]}),
    ):
        answer = await ana.send("POST", path, json=body, params={"override_rule": made["id"]})
        assert answer.status_code == 409, answer.text
        assert (answer.json()["code"], answer.json()["rule"]["id"]) == ("rule_refused", made["id"])
    assert await ana.count("notes") == 0
    note = await ana.post("/notes", {"text": "Likes tea"})
    refused = await ana.send("PATCH", f"/notes/{note['id']}", json={"text": "Likes his salary"})
    assert refused.json()["code"] == "rule_refused"


async def test_an_import_says_what_is_so(ana: Person) -> None:
    await rule(ana, "earliest_start", {"time": "10:00"})
    await rule(ana, "default_duration", {"minutes": 45})
    item = {"external_id": "1", "source": "work", "title": "Shift", "start_at": f"{DAY}T06:00"}
    (result,) = (await ana.post("/ingest/event", item))["results"]
    assert result["status"] == "created"
    assert (await ana.get(f"/events/{result['id']}"))["end_at"] is None


async def test_another_users_rules_bind_nobody_else(ana: Person, steward: Any) -> None:
    bruno = await steward.person("Bruno")
    made = await rule(bruno, "earliest_start", {"time": "10:00"})
    assert (await add(ana, "09:00")).status_code == 201
    assert (await ana.send("GET", f"/rules/{made['id']}")).status_code == 404
    assert (await ana.send("DELETE", f"/rules/{made['id']}")).status_code == 404
