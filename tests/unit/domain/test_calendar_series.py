"""Do the occurrences of a series stand where Outlook, Google and others mean them, whatever zone or form they write?"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.support.corpora import corpus

from orchestrator.domain.world.calendar_files import ics
from orchestrator.domain.world.events.recurrence import recurrence_set as recurrence
from orchestrator.domain.world.events.recurrence.expansion import expand
from orchestrator.domain.world.events.series import overrides

HOME = "Europe/Lisbon"
WHOLE_DAYS = ["DTSTART;VALUE=DATE:20260302", "DTEND;VALUE=DATE:20260303", "RRULE:FREQ=DAILY;COUNT=4"]
IN_BERLIN = [
    "DTSTART;TZID=Europe/Berlin:20260302T090000",
    "DTEND;TZID=Europe/Berlin:20260302T100000",
    "RRULE:FREQ=DAILY;COUNT=4",
]


def vevent(*lines: str, uid: str = "s") -> str:
    return "\r\n".join(["BEGIN:VEVENT", f"UID:{uid}", *lines, "END:VEVENT", ""])


def read(*blocks: str, head: Sequence[str] = (), zone: str = HOME) -> dict[str, Any]:
    file = "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", *head, ""]) + "".join(blocks) + "END:VCALENDAR\r\n"
    (item,) = ics.parse(file.encode(), zone=zone).items
    assert item.fields is not None, item.message
    assert not item.left_out
    return dict(item.fields)


def days(fields: dict[str, Any]) -> list[str]:
    """The starts of its occurrences, those that are called off left out."""
    start = datetime.fromisoformat(fields["start_at"])
    series = recurrence.read(fields["recurrence"], start=start, zone=fields["timezone"], all_day=fields["all_day"])
    own = overrides.read(fields.get("overrides", []))
    found = expand(series, start, timedelta(hours=1), own, since=datetime(2026, 1, 1), until=datetime(2027, 1, 1))
    return sorted(f"{one.start:%d %H:%M}" for one in found if one.fields.get("status") != "cancelled")


@pytest.mark.parametrize(
    "place",
    [
        ";VALUE=DATE:20260303",
        ";TZID=W. Europe Standard Time:20260303T000000",
        ";TZID=Europe/Berlin:20260303T000000",
        ";TZID=America/New_York:20260303T000000",
        ";TZID=Asia/Tokyo:20260303T000000",
        ":20260303T000000",
        ":20260303T000000Z",
    ],
)
@pytest.mark.parametrize("zone", [HOME, "America/New_York", "Asia/Tokyo"])
def test_a_day_of_whole_days_is_that_day_in_any_zone(place: str, zone: str) -> None:
    gone = read(vevent(*WHOLE_DAYS, f"EXDATE{place}"), zone=zone)
    assert days(gone) == ["02 00:00", "04 00:00", "05 00:00"]
    moved = vevent(f"RECURRENCE-ID{place}", "DTSTART;VALUE=DATE:20260310", "DTEND;VALUE=DATE:20260311")
    assert days(read(vevent(*WHOLE_DAYS), moved, zone=zone)) == ["02 00:00", "04 00:00", "05 00:00", "10 00:00"]


def test_a_midnight_of_the_user_written_in_utc_is_that_day() -> None:
    tokyo = read(vevent(*WHOLE_DAYS, "EXDATE:20260302T150000Z"), zone="Asia/Tokyo")
    assert days(tokyo) == ["02 00:00", "04 00:00", "05 00:00"]


def test_the_end_of_whole_days_may_be_written_as_a_time() -> None:
    until = ["DTSTART;VALUE=DATE:20260302", "RRULE:FREQ=DAILY;UNTIL=20260304T000000Z"]
    assert days(read(vevent(*until), zone="America/New_York")) == ["02 00:00", "03 00:00", "04 00:00"]


@corpus("calendar_series", "a_day_of_a_series_with_times_in_any_form")
def test_a_day_of_a_series_with_times_in_any_form(place: str) -> None:
    assert days(read(vevent(*IN_BERLIN, f"EXDATE{place}"))) == ["02 09:00", "04 09:00", "05 09:00"]
    moved = vevent(f"RECURRENCE-ID{place}", "DTSTART;TZID=Europe/Berlin:20260310T110000", "DURATION:PT1H")
    assert days(read(vevent(*IN_BERLIN), moved)) == ["02 09:00", "04 09:00", "05 09:00", "10 11:00"]
    later = moved.replace("RECURRENCE-ID", "RECURRENCE-ID;RANGE=THISANDFUTURE")
    assert days(read(vevent(*IN_BERLIN), later)) == ["02 09:00", "10 11:00", "11 11:00", "12 11:00"]


def test_a_whole_day_in_a_series_with_times() -> None:
    whole = vevent("RECURRENCE-ID;TZID=Europe/Berlin:20260303T090000", "DTSTART;VALUE=DATE:20260304")
    fields = read(vevent(*IN_BERLIN), whole)
    assert days(fields) == ["02 09:00", "04 00:00", "04 09:00", "05 09:00"]
    (own,) = fields["overrides"]
    told = (own["all_day"], own["recurrence_id"], own["start_at"], own["end_at"])
    assert told == (True, "2026-03-03T09:00:00", "2026-03-04T00:00:00", "2026-03-05T00:00:00")


@pytest.mark.parametrize(("end", "ends"), [(["DURATION:PT1H"], "11"), ([], "10")])
def test_a_time_of_day_in_a_series_of_whole_days(end: list[str], ends: str) -> None:
    timed = vevent("RECURRENCE-ID;VALUE=DATE:20260303", "DTSTART;TZID=Europe/Berlin:20260303T110000", *end)
    fields = read(vevent(*WHOLE_DAYS), timed)
    assert days(fields) == ["02 00:00", "03 10:00", "04 00:00", "05 00:00"]
    (own,) = fields["overrides"]
    told = (own["all_day"], own["recurrence_id"], own["start_at"], own["end_at"])
    assert told == (False, "2026-03-03T00:00:00", "2026-03-03T10:00:00", f"2026-03-03T{ends}:00:00")


TOLD = ["SUMMARY:Choir", "LOCATION:Hall", "DESCRIPTION:Bring the scores", "ATTENDEE:mailto:ana@a.example"]


def test_a_day_that_is_called_off_in_few_words_keeps_what_its_series_says() -> None:
    place = "RECURRENCE-ID;TZID=Europe/Berlin:20260303T090000"
    (own,) = read(vevent(*IN_BERLIN, *TOLD), vevent(place, "STATUS:CANCELLED"))["overrides"]
    assert own.keys() - {"start_at"} == {"recurrence_id", "status"}
    told = ["STATUS:CANCELLED", "SUMMARY:Canceled: Choir"]
    (own,) = read(vevent(*IN_BERLIN, *TOLD), vevent(place, *told))["overrides"]
    assert own["title"] == "Canceled: Choir"


def test_a_day_that_goes_on_takes_its_series_title_and_nothing_else() -> None:
    moved = ["RECURRENCE-ID;TZID=Europe/Berlin:20260303T090000", "DTSTART;TZID=Europe/Berlin:20260303T110000"]
    (own,) = read(vevent(*IN_BERLIN, *TOLD), vevent(*moved, "DURATION:PT1H"))["overrides"]
    assert "title" not in own
    assert (own["location_text"], own["description"], own["participants"]) == (None, None, [])


def test_times_without_a_zone_are_in_that_of_the_file() -> None:
    fields = read(vevent("DTSTART:20260302T090000", "DTEND:20260302T100000"), head=["X-WR-TIMEZONE:America/New_York"])
    assert (fields["timezone"], fields["start_at"]) == ("America/New_York", "2026-03-02T09:00:00")
    series = read(
        vevent("DTSTART:20260302T090000", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20260303T140000Z"),
        head=["X-WR-TIMEZONE:Eastern Standard Time"],
    )
    assert days(series) == ["02 09:00", "04 09:00"]
    whole = read(vevent("DTSTART;VALUE=DATE:20260302"), head=["X-WR-TIMEZONE:Asia/Tokyo"])
    assert (whole["timezone"], whole["start_at"]) == (HOME, "2026-03-02")


@corpus("calendar_series", "what_was_changed_last_counts")
def test_what_was_changed_last_counts(master: int, part: int, expected: list[str]) -> None:
    at = "TZID=Europe/Berlin:20260303T090000"
    fields = read(
        vevent(*IN_BERLIN, f"SEQUENCE:{master}", f"EXDATE;{at}"),
        vevent(
            f"RECURRENCE-ID;{at}", f"SEQUENCE:{part}", "DTSTART;TZID=Europe/Berlin:20260310T110000", "DURATION:PT1H"
        ),
    )
    assert days(fields) == expected


def test_a_day_that_was_left_out_comes_back_with_a_newer_change() -> None:
    at = "TZID=Europe/Berlin:20260303T090000"
    fields = read(
        vevent(*IN_BERLIN, "SEQUENCE:1", f"EXDATE;{at}"),
        vevent(f"RECURRENCE-ID;{at}", "SEQUENCE:2", f"DTSTART;{at}", "DURATION:PT1H", "SUMMARY:Again"),
    )
    assert days(fields) == ["02 09:00", "03 09:00", "04 09:00", "05 09:00"]


def test_two_forms_of_one_occurrence_are_one() -> None:
    fields = read(
        vevent(*IN_BERLIN),
        vevent("RECURRENCE-ID:20260303T080000Z", "SEQUENCE:3", "DTSTART:20260310T100000Z", "SUMMARY:New"),
        vevent("RECURRENCE-ID;TZID=Europe/Berlin:20260303T090000", "SEQUENCE:2", "DTSTART:20260311T100000Z"),
    )
    assert days(fields) == ["02 09:00", "04 09:00", "05 09:00", "10 11:00"]
    assert fields["overrides"][0]["title"] == "New"
