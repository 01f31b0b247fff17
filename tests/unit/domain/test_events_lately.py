"""What happened to an event lately? New, moved, called off; what is undone within a day did not happen."""

from datetime import UTC, datetime, timedelta
from typing import Any

from orchestrator.domain.world.events import change_history
from orchestrator.domain.world.events.model import Event

NOW = datetime(2026, 11, 27, 7, tzinfo=UTC)
THEN = NOW + timedelta(days=3)
YESTERDAY = NOW - timedelta(days=1)


def event(**values: Any) -> Event:
    fields = {
        "start_utc": THEN,
        "status": "confirmed",
        "all_day": False,
        "timezone": "UTC",
        "created_at": NOW - timedelta(days=9),
        "moved_at": None,
        "moved_from": None,
        "cancelled_at": None,
    }
    return Event(**{**fields, **values})


def change(row: Event, at: datetime, **columns: Any) -> None:
    """What the service does before it stores."""
    wanted = {name: getattr(row, name) for name in ("start_utc", "status", "all_day", "timezone")} | columns
    if change_history.changes_when(row, wanted):
        change_history.note(row, wanted, at)
    for name, value in wanted.items():
        setattr(row, name, value)


def told(row: Event) -> str | None:
    return change_history.change_of(row, YESTERDAY, NOW)


def test_an_old_event_is_no_news() -> None:
    row = event()
    change(row, NOW - timedelta(hours=2), timezone="Europe/Lisbon")
    assert told(row) is None


def test_a_new_one_is_new_wherever_it_is_moved() -> None:
    row = event(created_at=NOW - timedelta(hours=5))
    change(row, NOW - timedelta(hours=1), start_utc=THEN + timedelta(hours=2))
    assert told(row) == "new"


def test_a_moved_one_knows_from_where() -> None:
    row = event()
    change(row, NOW - timedelta(hours=5), start_utc=THEN + timedelta(hours=1))
    change(row, NOW - timedelta(hours=1), start_utc=THEN + timedelta(hours=2))
    assert (told(row), row.moved_from) == ("moved", THEN)


def test_moved_there_and_back_is_not_moved() -> None:
    row = event()
    change(row, NOW - timedelta(hours=5), start_utc=THEN + timedelta(hours=1))
    change(row, NOW - timedelta(hours=1), start_utc=THEN)
    assert (told(row), row.moved_at) == (None, None)


def test_a_move_of_days_ago_is_one_of_its_own() -> None:
    row = event()
    change(row, NOW - timedelta(days=3), start_utc=THEN + timedelta(hours=1))
    assert told(row) is None
    change(row, NOW - timedelta(hours=1), start_utc=THEN)
    assert (told(row), row.moved_from) == ("moved", THEN + timedelta(hours=1))


def test_from_a_time_to_a_whole_day_can_not_be_compared() -> None:
    row = event()
    change(row, NOW - timedelta(hours=1), start_utc=THEN - timedelta(hours=7), all_day=True)
    assert (told(row), row.moved_from) == ("moved", None)


def test_called_off_and_on_again() -> None:
    row = event()
    change(row, NOW - timedelta(hours=1), status="cancelled")
    assert told(row) == "cancelled"
    change(row, NOW - timedelta(minutes=1), status="tentative")
    assert (told(row), row.cancelled_at) == (None, None)


def test_made_and_called_off_since_is_nothing() -> None:
    row = event(created_at=NOW - timedelta(hours=5))
    change(row, NOW - timedelta(hours=1), status="cancelled")
    assert told(row) is None


def test_called_off_long_ago_is_no_news_though_it_is_touched_again() -> None:
    row = event()
    change(row, NOW - timedelta(days=5), status="cancelled")
    assert told(row) is None
