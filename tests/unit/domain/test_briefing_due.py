"""When is a briefing due, and for which date? In any zone, on nights in which the clock changes, and on the fly."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

import pytest
from tests.support.corpora import corpus

from orchestrator.domain.people.accounts.schemas import Morning
from orchestrator.domain.work.briefings.due import due_date, frame
from orchestrator.kit.ids import new_id

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def morning(zone: str | None, briefing_time: str = "07:00") -> Morning:
    return Morning(new_id(), zone, "en", time.fromisoformat(briefing_time), LONG_AGO)


def due(zone: str | None, now: str, briefing_time: str = "07:00", fallback: str | None = None) -> str | None:
    found = due_date(morning(zone, briefing_time), at(now), fallback)
    return found.isoformat() if found else None


@corpus("briefing_due", "at_the_users_own_time")
def test_at_the_users_own_time(zone: str, now: str, expected: str | None) -> None:
    assert due(zone, now) == expected


def test_without_any_zone_after_five_utc_whatever_the_time_that_is_set() -> None:
    assert due(None, "2026-11-27T04:59:59", "04:00") is None
    assert due(None, "2026-11-27T05:00:00", "09:00") == "2026-11-27"


def test_the_servers_zone_counts_where_the_user_has_none() -> None:
    assert due(None, "2026-11-27T09:59:59", fallback="America/Sao_Paulo") is None
    assert due(None, "2026-11-27T10:00:00", fallback="America/Sao_Paulo") == "2026-11-27"
    assert due("Europe/Lisbon", "2026-11-27T07:00:00", fallback="America/Sao_Paulo") == "2026-11-27"


def test_a_zone_that_this_machine_does_not_know_is_none() -> None:
    assert due("Atlantis/Poseidonis", "2026-11-27T05:00:00") == "2026-11-27"
    assert due("Atlantis/Poseidonis", "2026-11-27T05:00:00", fallback="America/Sao_Paulo") is None


@corpus("briefing_due", "when_the_clock_changes")
def test_when_the_clock_changes(zone: str, briefing_time: str, before: str, then: str) -> None:
    assert due(zone, before, briefing_time) != then[:10]
    assert due(zone, then, briefing_time) == then[:10]


@pytest.mark.parametrize("zone", ["Europe/Lisbon", "America/Havana", "Australia/Lord_Howe", "Asia/Tokyo"])
@pytest.mark.parametrize("briefing_time", ["00:00", "01:30", "02:30", "07:00", "23:59"])
def test_every_local_date_of_a_year_is_due_once(zone: str, briefing_time: str) -> None:
    """Polled each 20 minutes through a year, with all changes of the clock in it; for a minute before midnight each 10,
    at nine minutes past, which meets it in every zone."""
    seen: list[date] = []
    late = briefing_time == "23:59"
    now = at("2026-01-01T00:09:00" if late else "2026-01-01T00:00:00")
    who = morning(zone, briefing_time)
    while now < at("2027-01-01T00:00:00"):
        found = due_date(who, now, None)
        if found is not None and found not in seen[-2:]:
            seen.append(found)
        now += timedelta(minutes=10 if late else 20)
    assert len(seen) == len(set(seen))
    assert all(later - earlier == timedelta(days=1) for earlier, later in pairwise(seen))
    assert len(seen) >= 365


def flown(*legs: tuple[str, str, str]) -> list[str]:
    """The dates that are set off on a journey: (zone, from, until) each, polled every half minute or so."""
    told: list[str] = []
    for zone, since, until in legs:
        now = at(since)
        while now < at(until):
            found = due(zone, now.replace(tzinfo=None).isoformat())
            if found is not None and found not in told:  # the mark of the table
                told.append(found)
            now += timedelta(minutes=5)
    return told


def test_a_flight_west_does_not_tell_a_date_twice() -> None:
    journey = flown(
        ("Europe/Lisbon", "2026-11-27T00:00", "2026-11-27T09:00"),
        ("America/New_York", "2026-11-27T09:00", "2026-11-28T18:00"),
    )
    assert journey == ["2026-11-27", "2026-11-28"]


def test_a_flight_east_skips_none() -> None:
    journey = flown(
        ("America/New_York", "2026-11-27T05:00", "2026-11-27T11:30"),  # it is 06:30 there: not yet told
        ("Asia/Tokyo", "2026-11-27T11:30", "2026-11-28T23:00"),
    )
    assert journey == ["2026-11-27", "2026-11-28", "2026-11-29"]


def test_over_the_date_line_and_back() -> None:
    journey = flown(
        ("Asia/Tokyo", "2026-11-26T20:00", "2026-11-27T10:00"),  # told on the 27th
        ("Pacific/Honolulu", "2026-11-27T10:00", "2026-11-28T20:00"),  # the 27th comes again, then the 28th
        ("Asia/Tokyo", "2026-11-28T20:00", "2026-11-29T23:00"),
    )
    assert journey == ["2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30"]


def test_changes_are_news_since_the_briefing_of_the_day_before() -> None:
    found = frame(morning("Europe/Lisbon"), at("2026-11-27T07:00:00"), day=None, fallback=None)
    assert (found.date, found.zone, found.since) == (date(2026, 11, 27), "Europe/Lisbon", at("2026-11-26T07:00:00"))
    assert found.today


def test_to_who_came_today_everything_would_be_new() -> None:
    new = Morning(new_id(), "UTC", "en", time(7), at("2026-11-27T06:00:00"))
    assert frame(new, at("2026-11-27T07:00:00"), day=None, fallback=None).since is None


def test_another_date_by_hand() -> None:
    ahead = frame(morning("UTC"), at("2026-11-27T12:00:00"), day=date(2026, 12, 24), fallback=None)
    assert (ahead.today, ahead.since, ahead.at) == (False, at("2026-11-26T07:00:00"), datetime(2026, 12, 24))
    gone = frame(morning("UTC"), at("2026-11-27T12:00:00"), day=date(2026, 11, 1), fallback=None)
    assert (gone.since, gone.at) == (at("2026-10-31T07:00:00"), datetime(2026, 11, 2))
