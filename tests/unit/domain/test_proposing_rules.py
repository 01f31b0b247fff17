"""Which stays may be proposed as events? Each rule at its border."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from orchestrator.domain.work.proposed_events.likelihood import (
    Been,
    History,
    confidence,
    history,
    lived,
    score,
    slept,
    worked,
)
from orchestrator.domain.work.proposed_events.rules import (
    Busy,
    Candidate,
    Decision,
    Earlier,
    Spot,
    apart,
    eligible,
    split_at_night,
)
from orchestrator.kit.ids import new_id

NOW = datetime(2026, 3, 4, 18, tzinfo=UTC)
CAFE, OTHER = Spot(new_id(), "Café"), new_id()


def at(hour: float, day: int = 4) -> datetime:
    return datetime(2026, 3, day, tzinfo=UTC) + timedelta(hours=hour)


def stay(start: float = 10, end: float = 12, **changes: Any) -> Candidate:
    told = {"zone": "UTC", "source": "owntracks", "spot": CAFE, **changes}
    return Candidate(new_id(), at(start), at(end), **told)


def may(one: Candidate, *, busy: tuple[Busy, ...] = (), earlier: tuple[Earlier, ...] = (), now: datetime = NOW) -> bool:
    return eligible(one, now=now, busy=busy, earlier=earlier)


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (stay(10, 10.25), True),
        (stay(10, 10.249), False),
        (stay(10, 16), True),
        (stay(10, 16.01), False),
        (stay(spot=None), False),
        (stay(spot=Spot(CAFE.id, "Home", never=True)), False),
        (stay(source="gpx"), False),
        (stay(source="google"), False),
    ],
    ids=["15 min", "less", "2 h ago", "a moment later", "no name", "home", "track file", "export"],
)
def test_of_itself(one: Candidate, expected: bool) -> None:
    assert may(one) is expected


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (Busy(at(9), at(10), None), True),
        (Busy(at(9), at(10.01), None), False),
        (Busy(at(12), at(13), None), True),
        (Busy(at(11), at(11.5), CAFE.id), False),
        (Busy(at(8), at(18), CAFE.id), False),
        (Busy(at(8), at(12), OTHER), True),
        (Busy(at(8.01), at(12), OTHER), False),
        (Busy(at(8), at(18), None), False),
        (Busy(at(8), at(12), title="Fair", location="Pavilion 2"), True),
        (Busy(at(8.01), at(12), title="Fair", location="Pavilion 2"), False),
        (Busy(at(8), at(18), title="Reading", location="the café, upstairs"), False),
        (Busy(at(8), at(18), OTHER, title="Café"), True),
    ],
    ids=[
        *("before", "touches", "after", "within", "broad, here", "broad, elsewhere", "not broad", "broad, nowhere"),
        *(
            "broad, elsewhere in words",
            "not broad, in words",
            "broad, here in words",
            "its place goes before its words",
        ),
    ],
)
def test_beside_a_timed_event(event: Busy, expected: bool) -> None:
    assert may(stay(), busy=(event,)) is expected


@pytest.mark.parametrize(
    ("kind", "title", "expected"),
    [
        ("gym", "Work", True),
        ("gym", "Workshop week at the museum", True),
        ("gym", "Gym with Rui", False),
        ("gym", "Open day of the Iron Hall", False),
        ("restaurant", "Work", False),
        ("restaurant", "Dinner and drinks, that bar again", False),
        ("restaurant", "Day at the museum", True),
        (None, "Day at the museum", False),
    ],
)
def test_a_broad_event_without_a_place_is_told_apart_by_what_is_done_there(
    kind: str | None, title: str, expected: bool
) -> None:
    there = stay(spot=Spot(CAFE.id, "Iron Hall", kind=kind))
    assert may(there, busy=(Busy(at(8), at(12), title=title),)) is expected
    assert not may(there, busy=(Busy(at(8.01), at(12), title=title),))


@pytest.mark.parametrize("state", ["pending", "accepted", "dismissed", "expired"])
def test_no_interval_comes_again(state: str) -> None:
    def before(start: float, end: float) -> tuple[Earlier, ...]:
        return (Earlier(at(start), at(end), OTHER, state),)

    assert not may(stay(), earlier=before(11, 13))
    assert may(stay(), earlier=before(11.01, 13.01))
    assert not may(stay(), earlier=before(10.5, 11))
    assert not may(stay(), earlier=before(0, 20))


@pytest.mark.parametrize(
    ("said", "days_ago", "expected"),
    [
        (("not_an_event",), (1,), True),
        (("not_an_event", "other_place"), (89.9, 89.9), False),
        (("not_an_event", "other_place"), (90, 90), True),
        (("other_place", "not_an_event"), (179.8, 89.9), False),
        (("other_place", "not_an_event"), (179.9, 89.9), True),
        (("not_an_event", "not_an_event", "not_an_event"), (200, 190, 1), True),
        (("never_here",), (1000,), False),
    ],
    ids=[
        *(
            "one",
            "two",
            "ninety days ago",
            "the second counts",
            "too far apart",
            "muted before, once since",
            "for good",
        ),
    ],
)
def test_a_place_is_muted(said: tuple[Decision, ...], days_ago: tuple[float, ...], expected: bool) -> None:
    then = [NOW - timedelta(days=number) for number in days_ago]
    earlier = tuple(
        Earlier(at(0, 1), at(1, 1), CAFE.id, "dismissed", one, moment) for one, moment in zip(said, then, strict=True)
    )
    assert may(stay(), earlier=earlier) is expected
    assert may(stay(spot=Spot(OTHER, "Bar")), earlier=earlier)


@pytest.mark.parametrize(
    ("start", "end", "zone", "parts"),
    [
        (19, 26, "UTC", [(19, 22), (22, 26)]),
        (19.01, 26, "UTC", [(22, 26)]),
        (19, 25.99, "UTC", [(19, 25.99)]),
        (22, 30, "UTC", [(22, 30)]),
        (13, 20, "Asia/Shanghai", [(14, 20)]),
        (10, 20, "Asia/Shanghai", [(10, 14), (14, 20)]),
    ],
    ids=["3 h before", "less", "no night", "from ten on", "a traveller's night", "with an evening"],
)
def test_a_night_is_split_at_ten(start: float, end: float, zone: str, parts: list[tuple[float, float]]) -> None:
    found = split_at_night(stay(start, end, zone=zone))
    assert [(one.start, one.end) for one in found] == [(at(first), at(last)) for first, last in parts]


def test_the_night_begins_at_ten_when_the_clock_changes() -> None:
    evening = Candidate(new_id(), at(16, 28), at(30, 28), "Europe/Lisbon", "owntracks", CAFE)
    assert split_at_night(evening)[1].start == at(22, 28)
    summer = Candidate(new_id(), at(16, 29), at(30, 29), "Europe/Lisbon", "owntracks", CAFE)
    assert split_at_night(summer)[1].start == at(21, 29)


def test_how_sure_it_is() -> None:
    seldom, often, daily = History(2, 2), History(3, 3), History(30, 10)
    assert score(stay(10, 10.75), seldom, evidence=True, from_home_m=5_001) == pytest.approx(1.0)
    assert score(stay(10, 10.74), often, evidence=False, from_home_m=5_000) == 0
    assert (confidence(0.35, seldom), confidence(0.75, seldom)) == ("medium", "high")
    assert (confidence(0.49, often), confidence(0.5, often), confidence(1.0, daily)) == (None, "medium", None)


def test_two_devices_tell_one_stay() -> None:
    phone, watch, later = stay(10, 12), stay(10.1, 11.9), stay(12, 13)
    assert apart([watch, later, phone]) == [phone, later]


def been(place: Any, *days: int, start: float, end: float, zone: str = "UTC") -> list[Been]:
    return [Been(place, at(start, day), at(end, day), zone) for day in days]


@pytest.mark.parametrize(
    ("past", "expected"),
    [
        (been(OTHER, 2, 3, 4, start=-1, end=3), {OTHER}),
        (been(OTHER, 2, 3, start=-1, end=3), set()),
        (been(OTHER, 2, 3, 4, start=-1, end=2.99), set()),
        (been(OTHER, 2, 3, 4, start=9, end=13), {OTHER}),
        (been(OTHER, 2, 3, 4, start=9, end=12.99), set()),
        (been(OTHER, 1, 2, 7, 3, start=9, end=13), set()),
        (been(OTHER, 2, 3, 4, start=1, end=5, zone="Asia/Shanghai"), {OTHER}),
        ([*been(OTHER, 2, 3, 4, start=0, end=4), *been(CAFE.id, 5, 6, 7, 8, start=0, end=4)], {CAFE.id}),
        ([Been(OTHER, at(20, 1), at(20, 4), "UTC")], {OTHER}),
    ],
    ids=[
        *("three nights", "two nights", "short nights", "three working days", "short working days", "at the weekend"),
        *("a traveller's working days", "where most nights were", "one long stay"),
    ],
)
def test_where_one_lives_and_works_is_seen(past: list[Been], expected: set[Any]) -> None:
    assert worked(past) | ({lived(past)} - {None}) == expected


def test_visits_are_counted_once_for_two_devices() -> None:
    two = [
        *been(OTHER, 2, 3, start=10, end=12),
        *been(OTHER, 2, start=10.5, end=12.5),
        *been(OTHER, 3, start=14, end=15),
    ]
    assert (history(two), history([])) == (History(3, 2), History(0, 0))


@pytest.mark.parametrize(
    ("start", "end", "zone", "expected"),
    [(22, 27, "UTC", True), (22, 26.99, "UTC", False), (16, 19, "Asia/Shanghai", True), (16, 19, "UTC", False)],
    ids=["three hours after midnight", "less", "a traveller's night", "an evening"],
)
def test_a_night_is_known_by_its_hours(start: float, end: float, zone: str, expected: bool) -> None:
    assert slept(stay(start, end, zone=zone)) is expected
