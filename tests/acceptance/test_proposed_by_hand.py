"""Does what the user's own hand proposes on a page wait as a preview (`POST /previews`), and is nothing done
before the yes?"""

from typing import Any

import pytest
from tests.support.rules import rule
from tests.support.steward import Person, Steward

LUNCH = {"title": "Lunch", "start_at": "2027-03-10T12:00", "end_at": "2027-03-10T13:00", "timezone": "UTC"}
YOGA = {**LUNCH, "title": "Yoga", "start_at": "2027-03-01T18:00", "end_at": "2027-03-01T19:00"}


async def proposed(person: Person, event: str, start_at: str) -> dict[str, Any]:
    body = {"tool": "events_update", "arguments": {"event": event, "start_at": start_at}}
    return dict(await person.post("/previews", body))


async def starts(person: Person) -> list[str]:
    found = await person.get("/events", since="2027-03-01", until="2027-03-20")
    return sorted(one["start_at"] for one in found["items"])


async def test_a_move_waits_tells_what_it_meets_and_is_done_by_a_yes(rita: Person) -> None:
    lunch = await rita.post("/events", LUNCH)
    await rita.post(
        "/events", {**LUNCH, "title": "Dentist", "start_at": "2027-03-12T12:30", "end_at": "2027-03-12T13:30"}
    )
    await rita.auto_confirm("events_update")
    preview = await proposed(rita, lunch["id"], "2027-03-12T12:00")
    assert (preview["state"], preview["tool"]) == ("pending", "events_update")
    assert "Dentist" in preview["summary"]
    assert (await proposed(rita, lunch["id"], "2027-03-12T12:00"))["id"] == preview["id"]
    assert "2027-03-10T12:00:00" in await starts(rita)
    done = await rita.post(f"/previews/{preview['id']}/confirm", {"digest": preview["digest"]})
    assert done["state"] == "confirmed"
    moved = await rita.get(f"/events/{lunch['id']}")
    assert (moved["start_at"], moved["end_at"]) == ("2027-03-12T12:00:00", "2027-03-12T13:00:00")
    await rita.post(f"/previews/{preview['id']}/undo")
    assert "2027-03-10T12:00:00" in await starts(rita)


async def test_of_two_moves_the_second_is_shown_again(rita: Person) -> None:
    lunch = await rita.post("/events", LUNCH)
    first = await proposed(rita, lunch["id"], "2027-03-11T12:00")
    second = await proposed(rita, lunch["id"], "2027-03-12T12:00")
    await rita.post(f"/previews/{first['id']}/confirm")
    answer = await rita.send("POST", f"/previews/{second['id']}/confirm", json={"digest": second["digest"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "preview_changed")
    assert await starts(rita) == ["2027-03-11T12:00:00"]
    await rita.post(f"/previews/{answer.json()['preview']['id']}/confirm")
    assert await starts(rita) == ["2027-03-12T12:00:00"]


async def test_one_occurrence_is_moved_alone(rita: Person) -> None:
    yoga = await rita.post("/events", {**YOGA, "recurrence": "RRULE:FREQ=WEEKLY;COUNT=3"})
    preview = await proposed(rita, f"{yoga['id']}@2027-03-08T18:00:00", "2027-03-09T18:00")
    await rita.post(f"/previews/{preview['id']}/confirm")
    assert await starts(rita) == ["2027-03-01T18:00:00", "2027-03-09T18:00:00", "2027-03-15T18:00:00"]


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"tool": "get_events", "arguments": {}}, ["body", "tool"]),
        ({"tool": "no_such_tool", "arguments": {}}, ["body", "tool"]),
        ({"tool": "events_update", "arguments": {}}, ["body", "arguments", "event"]),
        ({"tool": "todos_create", "arguments": {"title": "x" * 40_000}}, ["body", "arguments"]),
        ({"tool": "todos_create"}, ["body", "arguments"]),
    ],
)
async def test_what_can_not_be_proposed_says_where(rita: Person, body: dict[str, Any], where: list[str]) -> None:
    answer = await rita.send("POST", "/previews", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request"), answer.text
    assert answer.json()["errors"][0]["loc"][: len(where)] == where
    assert (await rita.get("/previews"))["items"] == []


async def test_nobody_proposes_for_others_nor_against_a_rule_nor_beyond_their_scopes(
    plain: Steward, rita: Person
) -> None:
    lunch = await rita.post("/events", LUNCH)
    other = await plain.person("Bob Stone")
    body = {"tool": "events_update", "arguments": {"event": lunch["id"], "start_at": "2027-03-11T12:00"}}
    assert (await other.send("POST", "/previews", json=body)).status_code == 422
    await rule(rita, "tool_policy", {"tool": "events_update", "policy": "block"})
    refused = await rita.send("POST", "/previews", json=body)
    assert (refused.status_code, refused.json()["code"]) == (409, "rule_refused")
    asking = await plain.with_scopes(other, "ask")
    learning = {"tool": "rules_add", "arguments": {"text": "No meetings before nine."}}
    missing = await asking.send("POST", "/previews", json=learning)
    assert (missing.status_code, missing.json()["code"]) == (403, "scope_missing")
    assert (await rita.get("/previews"))["items"] == (await other.get("/previews"))["items"] == []
