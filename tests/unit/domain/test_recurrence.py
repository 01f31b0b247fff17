"""Do rules give the days that they say? Against a second implementation, and against the days counted one by one."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

import icalendar
import pytest
import recurring_ical_events
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.corpora import corpus

from orchestrator.domain.world.events.recurrence import recurrence_set as recurrence
from orchestrator.domain.world.events.recurrence.expansion import MOST_OCCURRENCES, Override, expand
from orchestrator.domain.world.events.recurrence.recurrence_rule import WEEKDAYS
from orchestrator.kit.zones import LATEST

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def days_of(text: Any, start: datetime, since: datetime, until: datetime, **how: Any) -> list[datetime]:
    read = recurrence.read(text, start=start, zone="Europe/Lisbon", all_day=False)
    return [one.start for one in expand(read, start, HOUR, how.get("overrides", []), since=since, until=until)]


def by_library(text: str, start: datetime, since: datetime, until: datetime) -> list[datetime]:
    lines = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", f"DTSTART:{start:%Y%m%dT%H%M%S}", "DURATION:PT1M", text]
    calendar = icalendar.Calendar.from_ical("\r\n".join([*lines, "END:VEVENT", "END:VCALENDAR", ""]))
    found = (one["DTSTART"].dt for one in recurring_ical_events.of(calendar).between(since, until))
    return sorted(one for one in found if since <= one < until)


@st.composite
def rules(draw: st.DrawFn) -> str:
    freq = draw(st.sampled_from(["YEARLY", "MONTHLY", "WEEKLY", "DAILY"]))
    parts = [f"FREQ={freq}", f"INTERVAL={draw(st.integers(1, 5))}"]
    ends = draw(st.sampled_from(["", "COUNT", "UNTIL"]))
    if ends == "COUNT":
        parts.append(f"COUNT={draw(st.integers(1, 60))}")
    elif ends == "UNTIL":
        parts.append(f"UNTIL=2026{draw(st.integers(1, 12)):02}15T120000")
    if draw(st.booleans()):
        parts.append(
            "BYDAY=" + ",".join(draw(st.lists(st.sampled_from(WEEKDAYS), min_size=1, max_size=3, unique=True)))
        )
    if draw(st.booleans()):
        parts.append(f"BYMONTH={draw(st.integers(1, 12))}")
    if freq != "WEEKLY" and draw(st.booleans()):
        parts.append(f"BYMONTHDAY={draw(st.sampled_from([1, 15, 28, -1, -28]))}")
    parts.append(f"WKST={draw(st.sampled_from(WEEKDAYS))}")
    return "RRULE:" + ";".join(parts)


@settings(max_examples=150, deadline=None)
@given(rules(), st.datetimes(datetime(2024, 1, 1), datetime(2026, 6, 1)), st.integers(0, 500), st.integers(1, 300))
def test_rules_give_what_another_implementation_gives(text: str, start: datetime, after: int, length: int) -> None:
    start = start.replace(second=0, microsecond=0)
    since = datetime(2025, 1, 1) + after * DAY
    until = since + length * DAY
    count = int(text.partition("COUNT=")[2].partition(";")[0] or 1_000_000)
    endless = text.replace(f"COUNT={count};", "")
    # A start outside of the rule is the first that counts (docs/decisions/0050), which the other does not count.
    meant = sorted({start, *by_library(endless, start, start if count < 100 else since, until)})[:count]
    assert days_of(text, start, since, until) == [one for one in meant if since <= one < until]


def one_by_one(
    step: timedelta, start: datetime, until: datetime, hours: set[int], weekdays: set[int]
) -> Iterator[datetime]:
    at = start
    while at < until:
        if at == start or (at.hour in hours and at.weekday() in weekdays):
            yield at
        at += step


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([("HOURLY", 3600), ("MINUTELY", 60)]),
    st.integers(1, 500),
    st.sets(st.integers(0, 23), min_size=1),
    st.sets(st.integers(0, 6), min_size=1),
    st.integers(0, 40),
)
def test_what_happens_several_times_a_day_is_counted_one_by_one(
    freq: tuple[str, int], interval: int, hours: set[int], weekdays: set[int], after: int
) -> None:
    name, seconds = freq
    start = datetime(2026, 1, 3, 7, 5)
    since, until = start + after * DAY, start + (after + 3) * DAY
    by_hour = ",".join(map(str, sorted(hours)))
    by_day = ",".join(WEEKDAYS[day] for day in sorted(weekdays))
    text = f"FREQ={name};INTERVAL={interval};BYHOUR={by_hour};BYDAY={by_day}"
    every = one_by_one(timedelta(seconds=interval * seconds), start, until, hours, weekdays)
    expected = [one for one in every if one >= since]
    assert days_of(text, start, since, until) == expected[:MOST_OCCURRENCES]


def test_a_rule_without_end_is_bounded() -> None:
    start = datetime(2000, 1, 1)
    since = datetime(2026, 1, 1)
    assert len(days_of("FREQ=SECONDLY", start, since, since + 366 * DAY)) == MOST_OCCURRENCES
    assert days_of("FREQ=SECONDLY;COUNT=5", start, since, since + 366 * DAY) == []
    assert days_of("FREQ=SECONDLY;COUNT=5", start, start, since)[-1] == start + timedelta(seconds=4)


def test_single_days_and_those_that_follow() -> None:
    start = datetime(2026, 3, 3, 18)
    overrides = [
        Override(datetime(2026, 3, 10, 18), None, None, {"title": "Other"}),
        Override(datetime(2026, 3, 24, 18), datetime(2026, 3, 25, 19), datetime(2026, 3, 25, 21), {}, following=True),
        Override(datetime(2026, 3, 31, 18), datetime(2026, 4, 1, 8), None, {}),
        Override(datetime(2026, 5, 1, 18), datetime(2026, 5, 1, 18), None, {}, by_user=False),
        Override(datetime(2026, 5, 2, 18), datetime(2026, 5, 2, 18), None, {}, by_user=True),
    ]
    read = recurrence.read("FREQ=WEEKLY;COUNT=6", start=start, zone="UTC", all_day=False)
    found = expand(read, start, HOUR, overrides, since=datetime(2026, 1, 1), until=datetime(2027, 1, 1))
    assert [(one.start, one.end) for one in found] == [
        (datetime(2026, 3, 3, 18), datetime(2026, 3, 3, 19)),
        (datetime(2026, 3, 10, 18), datetime(2026, 3, 10, 19)),
        (datetime(2026, 3, 17, 18), datetime(2026, 3, 17, 19)),
        (datetime(2026, 3, 25, 19), datetime(2026, 3, 25, 21)),
        (datetime(2026, 4, 1, 8), datetime(2026, 4, 1, 10)),
        (datetime(2026, 4, 8, 19), datetime(2026, 4, 8, 21)),
        (datetime(2026, 5, 1, 18), datetime(2026, 5, 1, 20)),
    ]  # fmt: skip
    assert found[1].fields == {"title": "Other"}


@corpus("domain_recurrence", "a_series_moves")
def test_a_series_moves(value: Any, by: timedelta, expected: list[str]) -> None:
    assert recurrence.moved(value, by, start=datetime(2026, 3, 3, 18), zone="UTC", all_day=False) == expected


@pytest.mark.parametrize("value", ["FREQ=MONTHLY;BYDAY=2TU", "FREQ=MONTHLY;BYMONTHDAY=15", "FREQ=YEARLY;BYMONTH=3"])
def test_a_series_that_does_not_tell_the_new_day_does_not_move(value: str) -> None:
    with pytest.raises(ValueError, match="new day"):
        recurrence.moved(value, DAY, start=datetime(2026, 3, 3, 18), zone="UTC", all_day=False)


def test_until_is_read_in_the_zone_of_the_series() -> None:
    start = datetime(2026, 7, 1, 18)
    read = recurrence.read("FREQ=DAILY;UNTIL=20260703T170000Z", start=start, zone="Europe/Lisbon", all_day=False)
    assert read.last == datetime(2026, 7, 3, 18)
    assert [one.start.date() for one in expand(read, start, HOUR, [], since=start, until=start + 9 * DAY)] == [
        date(2026, 7, day) for day in (1, 2, 3)
    ]


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "America/Los_Angeles"])
@pytest.mark.parametrize("until", ["99991231T235959Z", "99991231T235959", "99991231", "95000101T000000Z"])
def test_for_ever_is_written_as_the_year_9999(zone: str, until: str) -> None:
    start = datetime(2026, 7, 1, 18)
    read = recurrence.read(f"FREQ=DAILY;UNTIL={until}", start=start, zone=zone, all_day=False)
    assert read.last == LATEST
    slots = expand(read, start, HOUR, [], since=LATEST - 2 * DAY, until=LATEST)
    assert [one.start for one in slots] == [datetime(8999, 12, 30, 18), datetime(8999, 12, 31, 18)]
    again = recurrence.moved(f"FREQ=DAILY;UNTIL={until}", 30 * DAY, start=start, zone=zone, all_day=False)
    assert again == ["RRULE:FREQ=DAILY;UNTIL=90000101T000000"]


def test_dates_of_years_that_no_zone_can_tell() -> None:
    start = datetime(2026, 7, 1, 18)
    for text in ("EXDATE:99991231T235959Z", "EXDATE:00010101T000000Z", "EXDATE;VALUE=DATE:00010101"):
        lines = ["RRULE:FREQ=DAILY;COUNT=2", text]
        read = recurrence.read(lines, start=start, zone="Asia/Tokyo", all_day=False)
        assert not read.left_out
        assert not read.left_out_days
    for text in ("RDATE:99991231T235959Z", "RDATE:00010101T000000Z", "RDATE;VALUE=DATE:99991231"):
        with pytest.raises(ValueError, match="out of range"):
            recurrence.read(text, start=start, zone="Asia/Tokyo", all_day=False)
    ended = recurrence.read("FREQ=YEARLY;UNTIL=00010101T000000Z", start=start, zone="Asia/Tokyo", all_day=False)
    assert [one.start for one in expand(ended, start, HOUR, [], since=start, until=start + 900 * DAY)] == [start]
