"""Is exactly what was frozen executed, once, and nothing else? Confirming, editing, cancelling, undoing."""

import asyncio
from typing import Any

import httpx
import pytest
from tests.support.steward import Person, Steward


async def proposed(steward: Steward, person: Person, tool: str, arguments: dict[str, Any], question: str) -> Any:
    """The preview that a request leads to."""
    steward.model.call(tool, arguments)
    steward.model.say("I have prepared it for you.")
    told = await person.ask(question)
    assert (told["status"], told["run"]["stop_reason"]) == ("preview", "preview"), told
    (preview,) = told["previews"]
    assert preview["state"] == "pending"
    assert told["actions"] == [
        {"tool": tool, "outcome": "waiting", "summary": preview["summary"], "entity": None,
         "preview_id": preview["id"], "reason": None}
    ]  # fmt: skip
    return preview


async def milk(steward: Steward, person: Person, **arguments: Any) -> Any:
    return await proposed(steward, person, "todos_create", {"title": "Buy milk", **arguments}, "Add milk to my list")


async def conflict(person: Person, path: str, code: str, body: Any = None) -> Any:
    answer = await person.send("POST", path, json=body)
    assert (answer.status_code, answer.json()["code"]) == (409, code), answer.text
    return answer.json()


async def test_a_preview_is_not_done_until_it_is_confirmed(steward: Steward, ana: Person) -> None:
    preview = await milk(steward, ana)
    assert await ana.count("todos") == 0
    assert preview["draft"]["title"] == "Buy milk"
    assert set(preview["draft"]) == set(preview["editable_fields"])
    assert await ana.get(f"/previews/{preview['id']}") == preview
    assert (await ana.get("/previews", state="pending"))["items"] == [preview]
    done = await ana.post(f"/previews/{preview['id']}/confirm", {"digest": preview["digest"]})
    assert (done["state"], done["result"]["entity"]["type"]) == ("confirmed", "todo")
    assert done["result"]["undo_until"]
    (todo,) = (await ana.get("/todos"))["items"]
    assert todo["id"] == done["result"]["entity"]["id"] == preview["arguments"]["id"]
    assert await ana.post(f"/previews/{preview['id']}/confirm") == done
    assert await ana.count("todos") == 1


async def test_ten_confirms_at_once_execute_once(steward: Steward, ana: Person) -> None:
    preview = await milk(steward, ana)
    answers = await asyncio.gather(*(ana.send("POST", f"/previews/{preview['id']}/confirm") for _ in range(10)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert answers[0].json()["state"] == "confirmed"
    assert await ana.count("todos") == 1


async def test_a_confirm_and_a_cancel_at_once_agree_on_one_end(steward: Steward, ana: Person) -> None:
    for _ in range(3):
        preview = await milk(steward, ana)
        path = f"/previews/{preview['id']}"
        await asyncio.gather(*(ana.send("POST", f"{path}/{what}") for what in ("confirm", "cancel", "confirm")))
        state = (await ana.get(path))["state"]
        assert state in {"confirmed", "cancelled"}
        assert await ana.count("todos", "hidden_at is null") == (1 if state == "confirmed" else 0)
        if state == "confirmed":
            await ana.post(f"{path}/undo")


async def test_a_digest_that_was_not_seen_is_refused(steward: Steward, ana: Person) -> None:
    preview = await milk(steward, ana)
    told = await conflict(ana, f"/previews/{preview['id']}/confirm", "preview_changed", {"digest": "0" * 64})
    assert told["preview"] == preview
    assert await ana.count("todos") == 0


async def test_an_edit_freezes_a_new_preview_and_the_old_one_is_superseded(steward: Steward, ana: Person) -> None:
    old = await milk(steward, ana)
    new = await ana.patch(f"/previews/{old['id']}", {"edits": {"title": "Buy oat milk", "priority": 1}})
    assert (new["state"], new["draft"]["title"], new["arguments"]["priority"]) == ("pending", "Buy oat milk", 1)
    assert new["id"] != old["id"]
    assert new["digest"] != old["digest"]
    assert await ana.count("todos") == 0
    told = await conflict(ana, f"/previews/{old['id']}/confirm", "preview_superseded")
    assert told["superseded_by"] == new["id"]
    await conflict(ana, f"/previews/{old['id']}/cancel", "preview_superseded")
    answer = await ana.send("PATCH", f"/previews/{old['id']}", json={"edits": {"title": "x"}})
    assert (answer.status_code, answer.json()["code"]) == (409, "preview_superseded")
    stored = await ana.get(f"/previews/{old['id']}")
    assert (stored["state"], stored["superseded_by"]) == ("superseded", new["id"])
    stale = await ana.send("PATCH", f"/previews/{new['id']}", json={"edits": {"title": "x"}}, headers={"If-Match": "1"})
    assert stale.status_code == 412
    await ana.post(f"/previews/{new['id']}/confirm", {"digest": new["digest"]})
    (todo,) = (await ana.get("/todos"))["items"]
    assert (todo["title"], todo["priority"]) == ("Buy oat milk", 1)
    answer = await ana.send("PATCH", f"/previews/{new['id']}", json={"edits": {"title": "x"}})
    assert answer.status_code == 409


IMPOSSIBLE = (
    {"id": "0192f5a0-0000-7000-8000-000000000000"},
    {"owner_id": "x"},
    {"title": ""},
    {"title": None},
    {"title": ["a"]},
    {"title": "x" * 70_000},
    {"due_at": "the day after never"},
    {"due_at": "2027-02-30T10:00"},
    {"due_at": 7},
    {"priority": 99},
    {"priority": {"a": 1}},
    {"title": "Fine", "no_such_field": 1},
)


@pytest.mark.parametrize("way", ["patch", "confirm"])
async def test_impossible_edits_are_422_and_change_nothing(steward: Steward, ana: Person, way: str) -> None:
    preview = await milk(steward, ana)
    path = f"/previews/{preview['id']}"
    for edits in IMPOSSIBLE:
        answer = await (
            ana.send("PATCH", path, json={"edits": edits})
            if way == "patch"
            else ana.send("POST", f"{path}/confirm", json={"edits": edits})
        )
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request"), (edits, answer.text)
        assert answer.json()["errors"]
    assert await ana.get(path) == preview
    assert (await ana.count("todos"), await ana.count("previews")) == (0, 1)


async def test_confirming_with_edits_runs_at_once(steward: Steward, ana: Person) -> None:
    old = await milk(steward, ana)
    done = await ana.post(f"/previews/{old['id']}/confirm", {"digest": old["digest"], "edits": {"title": "Buy tea"}})
    assert (done["state"], done["arguments"]["title"]) == ("confirmed", "Buy tea")
    (todo,) = (await ana.get("/todos"))["items"]
    assert todo["title"] == "Buy tea"
    assert (await ana.get(f"/previews/{old['id']}"))["superseded_by"] == done["id"]


async def test_the_same_confirm_with_edits_twice_at_once_writes_once(steward: Steward, ana: Person) -> None:
    old = await milk(steward, ana)
    body = {"edits": {"title": "Buy tea"}}
    answers = await asyncio.gather(*(ana.send("POST", f"/previews/{old['id']}/confirm", json=body) for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409]
    assert {answer.json().get("code") for answer in answers if answer.status_code == 409} == {"preview_superseded"}
    assert await ana.count("todos") == 1


async def test_a_target_that_changed_since_is_previewed_again(steward: Steward, ana: Person) -> None:
    event = await ana.post("/events", {"title": "Lunch", "start_at": "2027-03-05T12:30"})
    old = await proposed(
        steward, ana, "events_update", {"event": event["id"], "start_at": "2027-03-05T14:00"}, "Move my lunch to 14:00"
    )
    await ana.patch(f"/events/{event['id']}", {"description": "bring cake"})
    told = await conflict(ana, f"/previews/{old['id']}/confirm", "preview_changed")
    new = told["preview"]
    assert (new["state"], new["tool"]) == ("pending", "events_update")
    assert new["id"] != old["id"]
    stored = await ana.get(f"/previews/{old['id']}")
    assert (stored["state"], stored["superseded_by"]) == ("superseded", new["id"])
    assert (await ana.get(f"/events/{event['id']}"))["start_at"].startswith("2027-03-05T12:30")
    assert (await ana.post(f"/previews/{new['id']}/confirm"))["state"] == "confirmed"
    moved = await ana.get(f"/events/{event['id']}")
    assert moved["start_at"].startswith("2027-03-05T14:00")
    assert moved["description"] == "bring cake"
    await conflict(ana, f"/previews/{old['id']}/confirm", "preview_superseded")


async def test_edits_of_a_preview_whose_target_changed_are_previewed_again(steward: Steward, ana: Person) -> None:
    event = await ana.post("/events", {"title": "Lunch", "start_at": "2027-03-05T12:30"})
    old = await proposed(
        steward, ana, "events_update", {"event": event["id"], "start_at": "2027-03-05T14:00"}, "Move my lunch to 14:00"
    )
    await ana.patch(f"/events/{event['id']}", {"title": "Late lunch"})
    told = await conflict(
        ana, f"/previews/{old['id']}/confirm", "preview_changed", {"edits": {"start_at": "2027-03-05T15:00"}}
    )
    assert told["preview"]["draft"]["start_at"].startswith("2027-03-05T15:00")
    stored = await ana.get(f"/events/{event['id']}")
    assert (stored["title"], stored["start_at"][:16]) == ("Late lunch", "2027-03-05T12:30")


async def test_a_target_that_is_gone_is_told(steward: Steward, ana: Person) -> None:
    todo = await ana.post("/todos", {"title": "Buy milk"})
    preview = await proposed(steward, ana, "todos_complete", {"todo": todo["id"]}, "Mark the milk task as done")
    assert (await ana.send("DELETE", f"/todos/{todo['id']}")).status_code == 200
    await conflict(ana, f"/previews/{preview['id']}/confirm", "preview_cancelled")
    assert await ana.count("todos") == 0


async def test_an_expired_preview_executes_nothing(steward: Steward, ana: Person) -> None:
    preview = await milk(steward, ana)
    await ana.execute("update previews set expires_at = now() - interval '1 second' where user_id = :me")
    await conflict(ana, f"/previews/{preview['id']}/confirm", "preview_expired")
    await conflict(ana, f"/previews/{preview['id']}/confirm", "preview_expired", {"edits": {"title": "x"}})
    await conflict(ana, f"/previews/{preview['id']}/cancel", "preview_expired")
    assert (await ana.get(f"/previews/{preview['id']}"))["state"] == "expired"
    assert (await ana.get("/previews", state="pending"))["items"] == []
    assert await ana.count("todos") == 0


async def test_a_cancelled_preview_executes_nothing(steward: Steward, ana: Person) -> None:
    preview = await milk(steward, ana)
    assert (await ana.post(f"/previews/{preview['id']}/cancel"))["state"] == "cancelled"
    assert (await ana.post(f"/previews/{preview['id']}/cancel"))["state"] == "cancelled"
    await conflict(ana, f"/previews/{preview['id']}/confirm", "preview_cancelled")
    await conflict(ana, f"/previews/{preview['id']}/undo", "not_undoable")
    assert await ana.count("todos") == 0


async def test_undo_within_its_time_and_not_after(steward: Steward, ana: Person) -> None:
    first, second = await milk(steward, ana), None
    await conflict(ana, f"/previews/{first['id']}/undo", "not_undoable")
    await ana.post(f"/previews/{first['id']}/confirm")
    undone = await ana.post(f"/previews/{first['id']}/undo")
    assert undone["state"] == "undone"
    assert (await ana.get("/todos"))["items"] == []
    assert await ana.post(f"/previews/{first['id']}/undo") == undone
    assert await ana.post(f"/previews/{first['id']}/confirm") == undone
    assert (await ana.get("/todos"))["items"] == []
    second = await milk(steward, ana)
    await ana.post(f"/previews/{second['id']}/confirm")
    await ana.execute("update previews set undo_until = now() - interval '1 second' where id = :id", id=second["id"])
    await conflict(ana, f"/previews/{second['id']}/undo", "not_undoable")
    assert len((await ana.get("/todos"))["items"]) == 1


async def test_undo_of_what_changed_since_is_refused(steward: Steward, ana: Person) -> None:
    preview = await milk(steward, ana)
    done = await ana.post(f"/previews/{preview['id']}/confirm")
    await ana.patch(f"/todos/{done['result']['entity']['id']}", {"title": "Buy oat milk"})
    await conflict(ana, f"/previews/{preview['id']}/undo", "not_undoable")
    (todo,) = (await ana.get("/todos"))["items"]
    assert todo["title"] == "Buy oat milk"
    assert (await ana.get(f"/previews/{preview['id']}"))["state"] == "confirmed"


async def test_undo_of_a_move_and_of_a_cancellation_restores_the_event(steward: Steward, ana: Person) -> None:
    event = await ana.post("/events", {"title": "Lunch", "start_at": "2027-03-05T12:30", "description": "bring cake"})
    for tool, arguments, question in (
        ("events_update", {"event": event["id"], "start_at": "2027-03-06T14:00"}, "Move my lunch to the 6th at 14:00"),
        ("events_delete", {"event": event["id"]}, "Cancel my lunch"),
    ):
        preview = await proposed(steward, ana, tool, arguments, question)
        await ana.post(f"/previews/{preview['id']}/confirm")
        changed = await ana.get(f"/events/{event['id']}")
        assert changed["status"] == "cancelled" or changed["start_at"].startswith("2027-03-06T14:00")
        await ana.post(f"/previews/{preview['id']}/undo")
        restored = await ana.get(f"/events/{event['id']}")
        kept = ("title", "start_at", "end_at", "status", "description", "timezone", "all_day", "participants")
        assert {name: restored[name] for name in kept} == {name: event[name] for name in kept}
    assert await ana.count("events") == 1


async def test_confirms_undos_and_edits_at_random_write_at_most_once(steward: Steward, ana: Person) -> None:
    preview = await milk(steward, ana)
    path = f"/previews/{preview['id']}"
    sends: list[asyncio.Task[httpx.Response]] = []
    for number in range(12):
        if number % 3 == 0:
            sends.append(asyncio.create_task(ana.send("PATCH", path, json={"edits": {"title": f"Milk {number}"}})))
        else:
            sends.append(asyncio.create_task(ana.send("POST", f"{path}/{('confirm', 'undo')[number % 2]}")))
    await asyncio.gather(*sends)
    assert await ana.count("todos") <= 1
    pending = (await ana.get("/previews", state="pending"))["items"]
    assert len(pending) + await ana.count("previews", "state in ('confirmed', 'undone')") == 1
