"""Do neighbours in time become neighbours in the index, and never across a break?"""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from orchestrator.domain.foundation.search.store.sessions import (
    GAP,
    LEAST_ROOM,
    LONGEST,
    Message,
    Session,
    room_for,
    seat,
    split,
)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def message(minutes: float, doc: int = 0) -> Message:
    return Message(doc, NOON + timedelta(minutes=minutes), UUID(int=doc))


def session(first: float, last: float, *, used: int = 4, room: int = 16, position: int = 100) -> Session:
    return Session(position, room, used, NOON + timedelta(minutes=first), NOON + timedelta(minutes=last))


def test_a_pause_of_over_half_an_hour_begins_a_session() -> None:
    messages = [message(0, 1), message(30, 2), message(60.5, 3), message(60.5, 4)]
    assert [[one.doc for one in piece] for piece in split(reversed(messages))] == [[1, 2], [3, 4]]


def test_a_very_long_session_is_cut_evenly() -> None:
    pieces = split([message(number / 100, number) for number in range(2 * LONGEST + 1)])
    assert [len(piece) for piece in pieces] == [334, 334, 333]


def test_what_comes_at_the_end_takes_the_room_that_is_left() -> None:
    present = session(0, 10, used=14)
    plan = seat([present], [message(20, 1), message(40, 2)])
    assert [(one, [each.doc for each in new]) for one, new in plan.appended] == [(present, [1, 2])]
    assert plan.opened == []
    plan = seat([present], [message(20 + number, number) for number in range(3)])
    assert plan.appended == []
    assert [(near, len(new)) for near, new in plan.opened] == [([present], 3)]


def test_what_lands_inside_or_before_moves_the_session() -> None:
    present = session(0, 10)
    for minute in (-5, 5):
        plan = seat([present], [message(minute, 1)])
        assert [near for near, _ in plan.opened] == [[present]]
        assert plan.appended == []


def test_what_comes_later_opens_a_session() -> None:
    plan = seat([], [message(0, 1), message(20, 2)])
    assert [(near, len(new)) for near, new in plan.opened] == [([], 2)]
    plan = seat([session(0, 10)], [message(41, 1)])
    assert [near for near, _ in plan.opened] == [[]]


def test_a_message_between_two_sessions_joins_them_unless_they_are_long() -> None:
    first, second = session(0, 10), session(50, 60, position=200)
    assert [near for near, _ in seat([first, second], [message(30, 1)]).opened] == [[first, second]]
    long = session(0, 10, used=LONGEST, room=LONGEST)
    plan = seat([long, second], [message(30, 1)])
    assert [near for near, _ in plan.opened] == [[]]
    plan = seat([long, second], [message(55, 1)])
    assert [near for near, _ in plan.opened] == [[second]]


def test_room_grows_with_what_had_to_move() -> None:
    assert room_for(1, moved=False) == LEAST_ROOM
    assert room_for(600, moved=True) == 600
    assert room_for(20, moved=True) == 40


@given(
    st.lists(st.integers(0, 2_000), min_size=1, max_size=60),
    st.lists(st.integers(0, 20), max_size=8),
)
def test_every_message_gets_one_seat(minutes: list[int], breaks: list[int]) -> None:
    present, start = [], 0
    for number, length in enumerate(breaks):
        present.append(session(start, start + length, position=100 * (number + 1)))
        start += length + 45
    plan = seat(present, [message(minute, number) for number, minute in enumerate(minutes)])
    seated = [one.doc for _, new in (*plan.appended, *plan.opened) for one in new]
    assert sorted(seated) == list(range(len(minutes)))
    moved = [one.first_position for near, _ in plan.opened for one in near]
    appended = [one.first_position for one, _ in plan.appended]
    assert len(moved) == len(set(moved))
    assert not set(moved) & set(appended)
    for _, new in plan.opened:
        assert all(later.at - earlier.at <= GAP for piece in split(new) for earlier, later in pairwise(piece))
