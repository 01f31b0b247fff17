"""Until when do quiet hours hold a push? Over midnight, and in the nights in which the clock changes."""

from datetime import UTC, datetime

from tests.support.corpora import corpus

from orchestrator.agent.rules.effects import QuietHours
from orchestrator.agent.rules.ruleset import Rule, RuleSet
from orchestrator.kit.ids import new_id

NIGHT = QuietHours(from_="22:00", to="07:00")


def held_until(now: datetime, quiet: QuietHours | None, zone: str) -> datetime | None:
    rules = (Rule(new_id(), "quiet", quiet),) if quiet is not None else ()
    return RuleSet(rules).held_until(now, zone, "todo_reminder")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@corpus("quiet_hours", "a_night_over_midnight")
def test_a_night_over_midnight(now: str, until: str | None) -> None:
    assert held_until(at(now), NIGHT, "UTC") == (at(until) if until else None)


def test_a_stretch_within_a_day() -> None:
    nap = QuietHours(from_="13:00", to="15:00")
    assert held_until(at("2026-11-21T13:30:00"), nap, "UTC") == at("2026-11-21T15:00:00")
    assert held_until(at("2026-11-21T15:00:00"), nap, "UTC") is None
    assert held_until(at("2026-11-21T12:59:59"), nap, "UTC") is None


def test_no_quiet_hours_hold_nothing() -> None:
    assert held_until(at("2026-11-21T03:00:00"), None, "UTC") is None


def test_the_hours_are_the_users_own() -> None:
    assert held_until(at("2026-11-22T01:30:00"), NIGHT, "America/Sao_Paulo") == at("2026-11-22T10:00:00")
    assert held_until(at("2026-11-22T00:30:00"), NIGHT, "America/Sao_Paulo") is None
    assert held_until(at("2026-11-21T11:00:00"), NIGHT, "Pacific/Kiritimati") == at("2026-11-21T17:00:00")


def test_the_night_that_lost_an_hour_ends_at_its_own_seven() -> None:
    # Berlin, 29 March 2026: 02:00 becomes 03:00
    assert held_until(at("2026-03-28T23:00:00"), NIGHT, "Europe/Berlin") == at("2026-03-29T05:00:00")


def test_the_night_that_won_an_hour_ends_at_its_own_seven() -> None:
    # Berlin, 25 October 2026: 03:00 becomes 02:00
    assert held_until(at("2026-10-24T22:00:00"), NIGHT, "Europe/Berlin") == at("2026-10-25T06:00:00")


def test_an_end_that_the_clock_skips_is_as_much_later() -> None:
    skipped = QuietHours(from_="22:00", to="02:30")
    assert held_until(at("2026-03-29T00:30:00"), skipped, "Europe/Berlin") == at("2026-03-29T01:30:00")


def test_an_end_that_the_clock_shows_twice_ends_once() -> None:
    twice = QuietHours(from_="22:00", to="02:30")
    end = at("2026-10-25T00:30:00")  # the first 02:30
    assert held_until(at("2026-10-25T00:15:00"), twice, "Europe/Berlin") == end
    assert held_until(end, twice, "Europe/Berlin") is None
    assert held_until(at("2026-10-25T01:15:00"), twice, "Europe/Berlin") is None  # 02:15 for the second time


def test_a_moment_held_is_free_when_it_is_over() -> None:
    for zone in ("Europe/Berlin", "America/Sao_Paulo", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"):
        for month in range(1, 13):
            for hour in range(24):
                now = datetime(2026, month, 29 if month != 2 else 28, hour, 20, tzinfo=UTC)
                until = held_until(now, NIGHT, zone)
                assert until is None or (until > now and held_until(until, NIGHT, zone) is None)
