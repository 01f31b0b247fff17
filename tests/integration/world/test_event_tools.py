"""Does the calendar do what the words meant, ask where they are unclear, and take everything back?"""

import json
from typing import Any

import pytest
from tests.support.corpora import cases
from tests.support.tools import Desk

from orchestrator.agent.tools.spec import ToolResult
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.errors import ToolFailed, ToolRejected


async def event(desk: Desk, result: ToolResult) -> dict[str, Any]:
    assert result.entity is not None
    found = await desk.read("get_events", action="by_ids", ids=[str(result.entity.id)])
    return found.data["events"][0]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("locale", "when", "summary"),
    cases("event_tools", "create_in_words"),
)
async def test_create_in_words(desk: Desk, locale: str, when: str, summary: str) -> None:
    desk.locale = locale
    prepared = await desk.propose("events_create", title="Dentist", when=when, participants=["Ana", "me"])
    assert prepared.summary == summary
    assert json.loads(json.dumps(prepared.arguments)) == prepared.arguments
    result = await desk.execute("events_create", prepared.arguments)
    again = await desk.execute("events_create", prepared.arguments)
    assert again.entity == result.entity
    stored = await event(desk, result)
    assert (stored["start_at"], stored["end_at"]) == ("2026-11-27T10:00:00", "2026-11-27T11:00:00")
    assert stored["origin"] == "own_data"
    assert (await desk.read("get_events", action="count")).data["total"] == 1
    await desk.undo("events_create", result)
    assert (await desk.read("get_events", action="count")).data["total"] == 0
    with pytest.raises(ToolFailed):
        await desk.undo("events_create", result)


@pytest.mark.parametrize(("locale", "when", "rule", "told"), cases("event_tools", "what_repeats_is_a_series"))
async def test_what_repeats_is_a_series(desk: Desk, locale: str, when: str, rule: str, told: str) -> None:
    desk.locale = locale
    prepared = await desk.propose("events_create", title="Yoga", when=when)
    assert told in prepared.hints
    result = await desk.execute("events_create", prepared.arguments)
    assert prepared.arguments["recurrence"] == rule
    stored = await event(desk, result)
    assert (stored["start_at"], stored["end_at"]) == ("2026-11-24T17:00:00", "2026-11-24T18:00:00")
    assert stored["recurs"] is True


async def test_a_series_that_the_user_begins_elsewhere_repeats_there(desk: Desk) -> None:
    prepared = await desk.propose("events_create", title="Yoga", when="every Tuesday at 5pm until December 31")
    moved = await desk.revise(
        "events_create", prepared.arguments, start_at="2026-11-26T18:00:00", end_at="2026-11-26T19:00:00"
    )
    result = await desk.execute("events_create", moved.arguments)
    rule = moved.arguments["recurrence"]
    assert rule == ["RRULE:FREQ=WEEKLY;UNTIL=20270103T005959;BYDAY=TH"]
    stored = await event(desk, result)
    assert (stored["start_at"], stored["recurs"]) == ("2026-11-26T18:00:00", True)


async def test_the_rule_of_a_series_that_can_not_move_is_told(desk: Desk) -> None:
    prepared = await desk.propose("events_create", title="Club", when="on the first Monday of every month at 7pm")
    with pytest.raises(ToolRejected, match="say how it repeats on the new day"):
        await desk.revise(
            "events_create", prepared.arguments, start_at="2026-12-08T19:00:00", end_at="2026-12-08T20:00:00"
        )


@pytest.mark.parametrize(
    ("locale", "when", "word"), cases("event_tools", "another_recurrence_of_an_event_is_asked_about")
)
async def test_another_recurrence_of_an_event_is_asked_about(desk: Desk, locale: str, when: str, word: str) -> None:
    await desk.do("events_create", title="Yoga", when="tomorrow at 17:00")
    desk.locale = locale
    asked = await desk.prepare("events_update", event="Yoga", when=when)
    assert isinstance(asked, NeedUserInput)
    assert (asked.reason, asked.field) == ("repeats", "when")
    assert word in asked.question


@pytest.mark.parametrize("title", ["Lunch", "Lunch with Ana"])
async def test_a_meal_that_repeats_has_its_usual_hour(desk: Desk, title: str) -> None:
    stored = await event(desk, await desk.do("events_create", title=title, when="every Friday"))
    assert (stored["start_at"], stored["recurs"]) == ("2026-11-27T12:30:00", True)


async def test_an_unsure_recurrence_is_shown_as_read(desk: Desk) -> None:
    prepared = await desk.propose("events_create", title="Yoga", when="every Tuesday at 5")
    assert "“every Tuesday at 5” was read as this time." in prepared.hints
    assert prepared.arguments["start_at"] == "2026-11-24T17:00:00"


@pytest.mark.parametrize(("given", "start", "end", "all_day"), cases("event_tools", "times"))
async def test_times(desk: Desk, given: dict[str, Any], start: str, end: str, all_day: bool) -> None:
    stored = await event(desk, await desk.do("events_create", **given))
    assert (stored["start_at"], stored["end_at"], stored["all_day"]) == (start, end, all_day)


async def test_unclear_times_are_asked(desk: Desk) -> None:
    for when in ("", "some day maybe"):
        asked = await desk.prepare("events_create", title="X", when=when)
        assert isinstance(asked, NeedUserInput)
        assert (asked.kind, asked.field) == ("text", "when")
    desk.locale = "pt-BR"
    asked = await desk.prepare("events_create", title="X")
    assert isinstance(asked, NeedUserInput)
    assert asked.question == "Para quando?"
    with pytest.raises(ToolRejected, match="IANA"):
        await desk.prepare("events_create", title="X", when="tomorrow at 15:00", timezone="Mars/Base")
    with pytest.raises(ToolRejected):
        await desk.prepare("events_create", title="X", start_at="2026-12-01T10:00", end_at="2026-12-01T09:00")


async def test_hints_tell_the_odd(desk: Desk) -> None:
    gap = await desk.propose("events_create", title="X", start_at="2027-03-28T01:30:00")
    assert "does not exist" in gap.hints[0]
    past = await desk.propose("events_create", title="X", start_at="2020-01-01T10:00:00")
    assert past.hints == ("That is in the past.",)
    await desk.do("events_create", title="Dentist", when="tomorrow at 10:00")
    twin = await desk.propose("events_create", title="dentist", when="tomorrow at 12:00")
    assert "similar event" in twin.hints[0]


async def test_names_become_contacts_and_ambiguous_ones_a_choice(desk: Desk) -> None:
    for name, organization in (("Ana Souza", "Clinic"), ("Ana Prado", "School"), ("Bea Lima", "")):
        await desk.do("contacts_create", display_name=name, organization=organization)
    asked = await desk.prepare(
        "events_create", title="Lunch", when="tomorrow at 13:00", participants=["Bea", "Ana", "Zoe"]
    )
    assert isinstance(asked, NeedUserInput)
    assert asked.field == "participants"
    assert [option.label for option in asked.options] == ["Ana Souza (Clinic)", "Ana Prado (School)"]
    chosen = json.loads(asked.options[1].id)
    result = await desk.do("events_create", title="Lunch", when="tomorrow at 13:00", participants=chosen)
    stored = await event(desk, result)
    assert [(bool(one["contact_id"]), one["name"]) for one in stored["participants"]] == [
        (True, "Bea Lima"),
        (True, "Ana Prado"),
        (False, "Zoe"),
    ]


async def test_moving_keeps_what_was_not_said(desk: Desk) -> None:
    made = await desk.do(
        "events_create", title="Lunch", start_at="2026-11-26T12:30", end_at="2026-11-26T14:00", participants=["Ana"]
    )
    prepared = await desk.propose("events_update", event="lunch with Ana", when="at 3pm")
    assert prepared.target is not None
    assert prepared.target_version == 1
    assert prepared.summary == "Change event “Lunch”, Thursday, 26 November 2026, 15:00–16:30 (Europe/Lisbon)"
    result = await desk.execute("events_update", prepared.arguments)
    moved = await event(desk, result)
    assert (moved["start_at"], moved["end_at"]) == ("2026-11-26T15:00:00", "2026-11-26T16:30:00")
    assert (moved["title"], len(moved["participants"])) == ("Lunch", 1)
    day = await desk.do("events_update", event=str(made.entity.id if made.entity else ""), when="Friday")
    assert (await event(desk, day))["start_at"] == "2026-11-27T15:00:00"
    with pytest.raises(ToolFailed):
        await desk.undo("events_update", result)
    await desk.undo("events_update", day)
    assert (await event(desk, day))["start_at"] == "2026-11-26T15:00:00"


async def test_people_are_added_and_taken_out(desk: Desk) -> None:
    await desk.do("events_create", title="Lunch", when="tomorrow at 13:00", participants=["Ana Souza", "Bea"])
    result = await desk.do(
        "events_update", event="lunch", participants_add=["Carla", "bea"], participants_remove=["ana"]
    )
    assert [one["name"] for one in (await event(desk, result))["participants"]] == ["Bea", "Carla"]
    with pytest.raises(ToolRejected, match="does not take part"):
        await desk.prepare("events_update", event="lunch", participants_remove=["Zoe"])
    with pytest.raises(ToolRejected, match="change nothing"):
        await desk.prepare("events_update", event="lunch", title="Lunch")
    await desk.undo("events_update", result)
    assert [one["name"] for one in (await event(desk, result))["participants"]] == ["Ana Souza", "Bea"]


async def test_edits_are_checked_and_survive_a_changed_target(desk: Desk) -> None:
    await desk.do("events_create", title="Lunch", when="tomorrow at 13:00")
    prepared = await desk.propose("events_update", event="lunch", title="Long lunch")
    edited = await desk.revise("events_update", prepared.arguments, place="Cantina", participants=["Ana"])
    with pytest.raises(ToolRejected):
        await desk.revise("events_update", prepared.arguments, status="cancelled")
    with pytest.raises(ToolRejected):
        await desk.revise("events_update", prepared.arguments, end_at="2020-01-01T00:00:00")
    await desk.do("events_update", event="lunch", when="tomorrow at 14:00")
    fresh = await desk.revise("events_update", edited.arguments)
    assert fresh.target_version == 2
    stored = await event(desk, await desk.execute("events_update", fresh.arguments))
    assert (stored["title"], stored["location_text"], stored["start_at"]) == (
        "Long lunch",
        "Cantina",
        "2026-11-22T14:00:00",
    )
    created = await desk.propose("events_create", title="Run", when="tomorrow at 7:00")
    changed = await desk.revise("events_create", created.arguments, start_at="2026-11-22T08:00:00", end_at=None)
    assert "08:00" in changed.summary


async def test_delete_cancels_and_comes_back(desk: Desk) -> None:
    await desk.do("events_create", title="Dentist", when="tomorrow at 10:00")
    await desk.do("events_create", title="Dentist", when="Friday at 10:00")
    asked = await desk.prepare("events_delete", event="the dentist")
    assert isinstance(asked, NeedUserInput)
    assert len(asked.options) == 2
    result = await desk.do("events_delete", event="dentist on Friday")
    assert result.summary.startswith("Cancelled event “Dentist”, Friday")
    assert (await event(desk, result))["status"] == "cancelled"
    assert (await desk.read("get_events", action="count")).data["total"] == 1
    assert (await desk.read("get_events", action="count", include_cancelled=True)).data["total"] == 2
    with pytest.raises(ToolRejected):
        await desk.prepare("events_delete", event=str(result.entity.id if result.entity else ""))
    await desk.undo("events_delete", result)
    assert (await event(desk, result))["status"] == "confirmed"
    with pytest.raises(ToolRejected, match="No event matches"):
        await desk.prepare("events_delete", event="the opera")


async def test_reading(desk: Desk) -> None:
    await desk.do("events_create", title="Dentist", when="Friday at 10:00", participants=["Ana"])
    await desk.do("events_create", title="Lunch", when="Friday at 13:00", participants=["Ana", "Bea"])
    await desk.do("events_create", title="Review", start_at="2026-11-10T10:00", participants=["Ana"])

    async def titles(**arguments: Any) -> list[str]:
        return [one["title"] for one in (await desk.read("get_events", **arguments)).data["events"]]

    assert await titles(action="next") == ["Dentist", "Lunch"]
    assert await titles(action="by_range", when="on Friday") == ["Dentist", "Lunch"]
    assert await titles(action="by_participant", participant="bea") == ["Lunch"]
    assert await titles(action="by_participant", participant="Ana", until="2026-11-20") == ["Review"]
    assert await titles(action="search", query="dentista") == ["Dentist"]
    assert await titles() == ["Dentist", "Lunch"]
    most = await desk.read("get_events", action="most", since="2026-11-01", until="2026-12-01")
    assert [(one["name"], one["count"]) for one in most.data["by_person"]] == [("Ana", 3), ("Bea", 1)]
    assert most.evidence == {"retrieval", "time_span"}
    assert most.data["range"] == {"since": "2026-11-01T00:00:00", "until": "2026-12-01T00:00:00"}
    none = await desk.read("get_events", action="search", query="opera")
    assert none.empty
    with pytest.raises(ToolRejected):
        await desk.read("get_events", action="by_participant")


async def test_a_linked_person_is_found_with_and_without_the_link(desk: Desk) -> None:
    await desk.do("events_create", title="Before", when="Friday at 10:00", participants=["Ana Souza"])
    await desk.do("contacts_create", display_name="Ana Souza", relationship="minha irmã")
    await desk.do("events_create", title="After", when="Friday at 12:00", participants=["my sister"])
    found = await desk.read("get_events", action="by_participant", participant="my sister")
    assert [one["title"] for one in found.data["events"]] == ["Before", "After"]
    assert [ref.type for ref in found.context] == ["contact", "event", "event"]


@pytest.mark.parametrize(
    ("locale", "when", "start", "end"),
    cases("moves", "lunch_is_moved"),
)
async def test_lunch_is_moved(desk: Desk, locale: str, when: str, start: str, end: str) -> None:
    lunch = {"start_at": "2026-11-26T12:30", "end_at": "2026-11-26T14:00"}
    await desk.do("events_create", title="Lunch with Ana", **lunch)
    desk.locale = locale
    moved = await desk.propose("events_update", event="lunch with Ana", when=when)
    assert (moved.arguments["start_at"], moved.arguments["end_at"]) == (start, end)
    assert moved.arguments["title"] == "Lunch with Ana"
    assert moved.hints == ()


async def test_the_days_of_a_choice_are_told_from_today(desk: Desk) -> None:
    asked = await desk.prepare("events_create", title="Dentist", when="at 9")
    assert isinstance(asked, NeedUserInput)
    assert [option.label for option in asked.options] == [
        "today, Saturday, 21 November 2026, 21:00",
        "tomorrow, Sunday, 22 November 2026, 09:00",
    ]


async def test_titles_hold_no_time(desk: Desk) -> None:
    event = await desk.propose("events_create", title="Dentist Friday at 10", when="Friday at 10")
    assert event.arguments["title"] == "Dentist"
    computed = await desk.propose("events_create", title="Dentist Friday at 10", start_at="2026-11-27T10:00")
    assert computed.arguments["title"] == "Dentist"
    todo = await desk.propose("todos_create", title="Buy milk tomorrow", when="tomorrow")
    assert (todo.arguments["title"], todo.arguments["due_at"]) == ("Buy milk", "2026-11-22T23:59:00")
    reminder = await desk.propose("todos_create", title="Call Ana tomorrow at 9am", remind_at="tomorrow at 9am")
    assert reminder.arguments["title"] == "Call Ana"


@pytest.mark.parametrize(("locale", "when", "told"), cases("moves", "a_todo_says_that_it_does_not_repeat"))
@pytest.mark.parametrize("field", ["when", "remind_at"])
async def test_a_todo_says_that_it_does_not_repeat(desk: Desk, locale: str, when: str, told: str, field: str) -> None:
    desk.locale = locale
    prepared = await desk.propose("todos_create", title="Water the plants", **{field: when})
    assert any(hint.startswith(told) and when in hint for hint in prepared.hints)
    due = prepared.arguments["due_at" if field == "when" else "remind_at"]
    assert due == "2026-11-24T17:00:00"
