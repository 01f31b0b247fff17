"""Does a moved event land where the words say, on its own day, and does its title stay clean?"""

import pytest
from tests.support.corpora import cases
from tests.support.tools import Desk

from orchestrator.agent.types.clarification import NeedUserInput


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
