"""Does an object of a calendar elsewhere keep what it says when one of its days is edited, whatever its form?"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from tests.support.corpora import corpus

from orchestrator.domain.world.calendar_files import editing as ics_edit
from orchestrator.domain.world.calendar_files.editing import Ours

NOW = datetime(2026, 2, 1, tzinfo=UTC)


def made(*blocks: Sequence[str], head: Sequence[str] = ()) -> bytes:
    events = (line for block in blocks for line in ("BEGIN:VEVENT", "UID:1", *block, "END:VEVENT"))
    return "\r\n".join(["BEGIN:VCALENDAR", *head, *events, "END:VCALENDAR", ""]).encode()


def edited(
    data: bytes, overrides: Sequence[Mapping[str, Any]], zone: str = "Europe/Lisbon", own_zone: str | None = None
) -> str:
    theirs = ics_edit.fields_of(data, "1", zone)
    fields = {name: theirs[name] for name in ("title", "description", "location_text", "status", "busy")}
    start = datetime.fromisoformat(theirs["start_at"])
    end = datetime.fromisoformat(theirs["end_at"]) if theirs["end_at"] else None
    ours = Ours(
        "1", frozenset({"overrides"}), fields, start, end, own_zone or theirs["timezone"], theirs["all_day"], zone,
        rules=theirs["recurrence"], overrides=overrides,
    )  # fmt: skip
    written = ics_edit.edited(data, ours, base=None, now=NOW).data
    return written.decode() if written is not None else ""


@corpus("calendar_edits", "a_day_that_is_there_is_edited_and_not_doubled")
def test_a_day_that_is_there_is_edited_and_not_doubled(master: list[str], place: str) -> None:
    part = [f"RECURRENCE-ID;{place}", "SUMMARY:One", *(line.replace("0302", "0305") for line in master)]
    data = made(["SUMMARY:All", "RRULE:FREQ=DAILY;COUNT=4", *master], part)
    (there,) = ics_edit.fields_of(data, "1", "Europe/Lisbon")["overrides"]
    told = edited(data, [{**there, "title": "Renamed", "by_user": True}])
    assert told.count("BEGIN:VEVENT") == 2
    assert f"RECURRENCE-ID;{place}" in told
    assert ("SUMMARY:Renamed" in told, "SUMMARY:One" in told) == (True, False)
    assert ics_edit.fields_of(told.encode(), "1", "Europe/Lisbon")["overrides"] == [{**there, "title": "Renamed"}]


def test_a_day_without_a_zone_is_written_in_that_of_the_file() -> None:
    data = made(
        ["SUMMARY:All", "DTSTART:20260302T090000", "DTEND:20260302T100000", "RRULE:FREQ=DAILY"],
        head=["X-WR-TIMEZONE:America/New_York"],
    )
    new = {"recurrence_id": "2026-03-03T09:00:00", "start_at": "2026-03-03T11:00:00", "by_user": True}
    told = edited(data, [new])
    assert "RECURRENCE-ID:20260303T090000\r\n" in told
    assert "DTSTART:20260303T110000\r\n" in told
    assert ics_edit.fields_of(told.encode(), "1", "Europe/Lisbon")["overrides"][0]["start_at"] == "2026-03-03T11:00:00"


def test_a_day_of_a_series_in_a_labelled_zone_keeps_the_label() -> None:
    zone = 'TZID="(UTC-03:00) Brasilia"'
    data = made(["SUMMARY:All", f"DTSTART;{zone}:20260302T090000", "DURATION:PT1H", "RRULE:FREQ=DAILY"])
    new = {"recurrence_id": "2026-03-03T09:00:00", "start_at": "2026-03-03T11:00:00", "by_user": True}
    told = edited(data, [new])
    assert f"RECURRENCE-ID;{zone}:20260303T090000\r\n" in told
    assert f"DTSTART;{zone}:20260303T110000\r\n" in told


def test_a_whole_day_in_a_series_with_times_keeps_its_form() -> None:
    data = made(
        ["SUMMARY:All", "DTSTART;TZID=Europe/Berlin:20260302T090000", "DURATION:PT1H", "RRULE:FREQ=DAILY"],
        ["RECURRENCE-ID;TZID=Europe/Berlin:20260303T090000", "SUMMARY:One", "DTSTART;VALUE=DATE:20260303"],
    )
    (there,) = ics_edit.fields_of(data, "1", "Europe/Lisbon")["overrides"]
    told = edited(data, [{**there, "title": "Renamed", "by_user": True}])
    assert "DTSTART;VALUE=DATE:20260303" in told
    assert told.count("BEGIN:VEVENT") == 2


def test_a_day_of_another_form_than_its_series_is_written_in_its_own() -> None:
    timed = made(["SUMMARY:All", "DTSTART;TZID=Europe/Berlin:20260302T090000", "DURATION:PT1H", "RRULE:FREQ=DAILY"])
    whole = {"recurrence_id": "2026-03-03T09:00:00", "start_at": "2026-03-03T00:00:00", "end_at": "2026-03-04T00:00:00"}
    told = edited(timed, [{**whole, "all_day": True, "by_user": True}])
    assert "DTSTART;VALUE=DATE:20260303\r\n" in told
    assert "DTEND;VALUE=DATE:20260304\r\n" in told
    assert ics_edit.fields_of(told.encode(), "1", "Europe/Lisbon")["overrides"] == [{**whole, "all_day": True}]

    days = made(["SUMMARY:All", "DTSTART;VALUE=DATE:20260302", "RRULE:FREQ=DAILY"])
    at_ten = {
        "recurrence_id": "2026-03-03T00:00:00",
        "start_at": "2026-03-03T10:00:00",
        "end_at": "2026-03-03T11:00:00",
    }
    told = edited(days, [{**at_ten, "all_day": False, "by_user": True}])
    assert "DTSTART;TZID=Europe/Lisbon:20260303T100000\r\n" in told
    assert told.count("BEGIN:VTIMEZONE") == 1, "its zone is told"
    (there,) = ics_edit.fields_of(told.encode(), "1", "Europe/Lisbon")["overrides"]
    assert there == {**at_ten, "all_day": False}

    assert "DTSTART;TZID=Asia/Tokyo:20260303T100000\r\n" in edited(
        days, [{**at_ten, "all_day": False, "by_user": True}], own_zone="Asia/Tokyo"
    ), "in the zone that the series has here"

    again = edited(told.encode(), [{**there, "end_at": "2026-03-03T12:00:00", "by_user": True}])
    assert "DTEND;TZID=Europe/Lisbon:20260303T120000\r\n" in again
    assert again.count("BEGIN:VTIMEZONE") == 1
    back = edited(told.encode(), [{**whole, "recurrence_id": at_ten["recurrence_id"], "by_user": True}])
    assert "DTSTART;VALUE=DATE:20260303" in back, "and a whole day again"
