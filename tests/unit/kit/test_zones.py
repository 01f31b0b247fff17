"""Is a wall time the right instant, also on the nights when the clock changes?"""

from datetime import UTC, datetime
from typing import Annotated
from zoneinfo import ZoneInfoNotFoundError, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BeforeValidator, TypeAdapter
from tests.support.corpora import corpus

from orchestrator.kit.zones import daylight, local, named_zone, to_utc, to_wall, wall_time, written

ZONES = sorted(available_timezones() - {"Factory", "localtime"})
MOMENTS = st.datetimes(min_value=datetime.fromisoformat("1900-01-01"), max_value=datetime.fromisoformat("2100-01-01"))


@corpus("zones", "the_nights_when_the_clock_changes")
def test_the_nights_when_the_clock_changes(wall: str, odd: str | None, instant: str) -> None:
    at = datetime.fromisoformat(wall)
    assert daylight(at, "Europe/Lisbon") == odd
    assert to_utc(at, "Europe/Lisbon").isoformat() == instant


@pytest.mark.parametrize("value", ["2019", "20261122", "1e3", "1700000000.5", "-5", 2019, -1.5, True, [], {}])
def test_a_number_is_no_time(value: object) -> None:
    with pytest.raises(ValueError, match="datetime"):
        TypeAdapter(Annotated[datetime, BeforeValidator(written)]).validate_python(value)


def test_a_time_is_taken_as_it_is_written() -> None:
    read = TypeAdapter(Annotated[datetime | None, BeforeValidator(written)]).validate_python
    assert read(" 2026-11-22T10:00:00Z ") == datetime(2026, 11, 22, 10, tzinfo=UTC)
    assert read("2019-06-01") == datetime.fromisoformat("2019-06-01")
    assert read(None) is None


@given(MOMENTS, st.sampled_from(ZONES))
def test_an_instant_comes_back_unless_its_wall_time_is_there_twice(moment: datetime, zone: str) -> None:
    instant = moment.replace(tzinfo=UTC)
    wall = to_wall(instant, zone)
    assert daylight(wall, zone) != "gap"
    assert to_utc(wall, zone) == instant or daylight(wall, zone) == "fold"


@pytest.mark.parametrize(
    "text", ["soon", "2026-13-01", "2026-11-27T25:00", "10:00", "27/11/2026", "2026-W49", "2026-W49-3", 5, [], {}]
)
def test_what_is_no_time_is_refused(text: object) -> None:
    with pytest.raises(ValueError, match="ISO 8601"):
        wall_time(text)


@pytest.mark.parametrize("text", ["0001-01-01T00:00:00", "9999-12-31T00:00:00+14:00", "9999-12-31"])
def test_years_out_of_range_are_refused(text: str) -> None:
    value = wall_time(text)
    assert value is not None
    with pytest.raises((ValueError, OverflowError)):
        local(value, "Pacific/Kiritimati")


@pytest.mark.parametrize("name", ["a/" * 400 + "a", "<i>x</i>" * 2_000, "a" * 20_000, "Mars/Base"])
def test_what_is_no_zone_is_refused_however_many_slashes_it_has(name: str) -> None:
    with pytest.raises(ZoneInfoNotFoundError):
        named_zone(name)
