"""Does one odd property of an event cost it nothing else, and is it told?"""

import pytest
from tests.support.corpora import corpus

from orchestrator.domain.world.calendar_files import ics
from orchestrator.domain.world.calendar_files.ics import IcsItem

START = "DTSTART:20260302T090000"


def items(*lines: str | bytes, head: bytes = b"BEGIN:VCALENDAR\r\n") -> list[IcsItem]:
    written = [line if isinstance(line, bytes) else line.encode() for line in lines]
    body = b"\r\n".join([b"BEGIN:VEVENT", b"UID:odd", b"SUMMARY:Odd", *written, b"END:VEVENT", b""])
    return list(ics.parse(head + body + b"END:VCALENDAR\r\n", zone="Europe/Lisbon").items)


@corpus("calendar_faults", "what_cannot_be_read_is_left_out_and_told")
def test_what_cannot_be_read_is_left_out_and_told(lines: list[str], name: str, fields: dict[str, object]) -> None:
    (item,) = items(*lines)
    assert item.fields is not None, item.message
    assert {key: item.fields[key] for key in fields} == fields
    assert [one.name for one in item.left_out] == [name]
    assert item.left_out[0].message.startswith("left out: ")
    wrong = next(line for line in reversed(lines) if line.startswith(name or "this"))
    assert item.left_out[0].line == 4 + lines.index(wrong) + 1


@pytest.mark.parametrize(
    ("label", "home", "zone"),
    [
        ("PST", "Europe/Lisbon", "America/Los_Angeles"),
        ("pdt", "Europe/Lisbon", "America/Los_Angeles"),
        ("EDT", "America/Sao_Paulo", "America/New_York"),
        ("CST", "America/Sao_Paulo", "America/Chicago"),
        ("CST", "Asia/Shanghai", "Asia/Shanghai"),
        ("IST", "Asia/Kolkata", "Asia/Kolkata"),
        ("IST", "Europe/Dublin", "Europe/Dublin"),
        ("BST", "Europe/London", "Europe/London"),
        ("EST5EDT", "Europe/Lisbon", "EST5EDT"),
        ("Pacific Time", "Europe/Lisbon", "America/Los_Angeles"),
    ],
)
def test_an_abbreviation_is_the_users_own_zones_or_what_mail_means_by_it(label: str, home: str, zone: str) -> None:
    body = f"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:odd\r\nSUMMARY:Odd\r\nDTSTART;TZID={label}:20260302T090000\r\n"
    (item,) = ics.parse(f"{body}END:VEVENT\r\nEND:VCALENDAR\r\n".encode(), zone=home).items
    assert item.fields is not None
    assert (item.fields["timezone"], item.fields["start_at"]) == (zone, "2026-03-02T09:00:00")
    assert not item.left_out


def test_an_abbreviation_of_several_zones_is_told_and_not_guessed() -> None:
    (item,) = items("DTSTART;TZID=IST:20260302T090000")
    assert item.fields is not None
    assert item.fields["timezone"] == "Europe/Lisbon"
    assert "no zone is called IST" in item.left_out[0].message


@pytest.mark.parametrize(
    ("lines", "fields"),
    [
        ([START, "DTEND: 20260302T100000"], {"end_at": "2026-03-02T10:00:00"}),
        ([START, "DTEND:2026-03-02T10:00:00"], {"end_at": "2026-03-02T10:00:00"}),
        ([START, "DTEND:20260302T1000"], {"end_at": "2026-03-02T10:00:00"}),
        (["DTSTART:20161231T235960Z"], {"start_at": "2016-12-31T23:59:59"}),
        (["DTSTART:2016-12-31T23:59:60+01:00"], {"start_at": "2016-12-31T22:59:59"}),
        (["DTSTART:20260302"], {"start_at": "2026-03-02", "all_day": True}),
        (["DTSTART;VALUE=DATE:20260302T000000"], {"start_at": "2026-03-02", "all_day": True}),
        (["DTSTART;VALUE=DATE:20260302T090000"], {"start_at": "2026-03-02T09:00:00", "all_day": False}),
        (["DTSTART;;VALUE=DATE-TIME:20260302T090000"], {"start_at": "2026-03-02T09:00:00"}),
        (["DTSTART;VALUE=DATE:20260302", "DTEND;VALUE=DATE:20260302"], {"end_at": "2026-03-03"}),
        ([START, "RRULE: FREQ=DAILY ; COUNT = 2;"], {"recurrence": ["RRULE:FREQ=DAILY;COUNT=2"]}),
        ([START, "STATUS: CANCELLED "], {"status": "cancelled"}),
        ([START, "TRANSP: TRANSPARENT"], {"busy": False}),
        ([START, "X-MICROSOFT-CDO-BUSYSTATUS: FREE "], {"busy": False}),
        ([START, "DTEND;TZID=Europe/Berlin:20260302T110000"], {"end_at": "2026-03-02T10:00:00"}),
        (["DTSTART;VALUE=DATE:20260302", "RRULE:FREQ=DAILY", "EXDATE;TZID=Mars/Base:20260303T000000"],
         {"all_day": True}),
        (["DTSTART;TZID=(UTC-03:00) Brasilia:20260302T090000", "RRULE:FREQ=DAILY;COUNT=3",
          "EXDATE;TZID=(UTC-03:00) Brasilia:20260303T090000"],
         {"timezone": "America/Sao_Paulo", "recurrence": ["RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20260303T090000"]}),
        (["DTSTART;VALUE=DATE-TIME;TZID=UTC+5:30;X-A=1:20260302T090000"], {"timezone": "Asia/Kolkata"}),
        (["DTSTART:2026-03-02T09:00:00.5+01:00"], {"start_at": "2026-03-02T08:00:00"}),
        ([START, "DURATION:PT48H"], {"end_at": "2026-03-04T09:00:00"}),
        ([START, "X-JUNK;A=", "X-:1", "x-apple;;;;:::"], {"title": "Odd"}),
        ([START, "BEGIN:VALARM", "TRIGGER:never", "ACTION", "END:VALARM"], {"title": "Odd"}),
        ([START, b"LOCATION:Caf\xe9"], {"location_text": "Café"}),
        ([START, b"LOCATION:Caf\xc3", b" \xa9 \xff"], {"location_text": "CafÃ© ÿ"}),
        ([START, b"LOCATION:Caf\xc3", b" \xa9"], {"location_text": "Café"}),
        ([START, "LOCATION:a", "", " b"], {"location_text": "ab"}),
        ([START, "GEO:north", "PRIORITY:x", "SEQUENCE:9999999999999999", "CREATED:-"], {"status": "confirmed"}),
    ],
)  # fmt: skip
def test_what_is_sloppy_is_read(lines: list[str | bytes], fields: dict[str, object]) -> None:
    (item,) = items(*lines)
    assert item.fields is not None, item.message
    assert {key: item.fields[key] for key in fields} == fields
    assert not item.left_out, item.left_out


def test_a_zone_of_the_file_that_is_none_is_told_of_what_it_would_have_been_for() -> None:
    head = b"BEGIN:VCALENDAR\r\nX-WR-TIMEZONE:Nowhere/Land\r\n"
    (floating,) = items(START, head=head)
    assert floating.fields is not None
    assert floating.fields["timezone"] == "Europe/Lisbon"
    assert [(one.line, one.name) for one in floating.left_out] == [(2, "X-WR-TIMEZONE")]
    assert "Nowhere/Land" in floating.left_out[0].message
    for start in ("DTSTART;TZID=Europe/Berlin:20260302T090000", "DTSTART:20260302T090000Z", "DTSTART:20260302"):
        (other,) = items(start, head=head)
        assert not other.left_out, start


OWN_ZONE = (
    b"BEGIN:VTIMEZONE\r\nTZID:(UTC+01:00) Ours\\, and theirs\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n"
    b"TZOFFSETFROM:+0017\r\nTZOFFSETTO:+0017\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
)


def test_what_the_file_says_of_a_zone_counts_before_its_label() -> None:
    """The name is a text there, with backslashes, and a parameter here, with quotes or without."""
    for start in ('"(UTC+01:00) Ours, and theirs"', "(UTC+01:00) Ours\\, and theirs"):
        (item,) = items(f"DTSTART;TZID={start}:20260302T090000", head=b"BEGIN:VCALENDAR\r\n" + OWN_ZONE)
        assert item.fields is not None, item.message
        assert (item.fields["timezone"], item.fields["start_at"]) == ("UTC", "2026-03-02T08:43:00"), start
        assert not item.left_out


def test_a_label_of_windows_is_the_zone_of_a_calendar() -> None:
    (item,) = items(START, head=b"BEGIN:VCALENDAR\r\nX-WR-TIMEZONE:(UTC-03:00) Brasilia\r\n")
    assert item.fields is not None
    assert item.fields["timezone"] == "America/Sao_Paulo"
    assert not item.left_out


@pytest.mark.parametrize(
    ("label", "zone"),
    [
        ("(UTC+09:00) Kioto", "Asia/Tokyo"),
        ("(UTC+00:00) Londres", "Europe/Lisbon"),
        ("(UTC+04:00) Ici ou là", "Asia/Dubai"),
    ],
)
def test_a_label_of_no_place_that_is_known_is_its_offset_and_told(label: str, zone: str) -> None:
    (item,) = items(f'DTSTART;TZID="{label}":20260302T090000')
    assert item.fields is not None
    assert item.fields["timezone"] == zone
    assert [one.name for one in item.left_out] == ["DTSTART"]
    assert "with its offset" in item.left_out[0].message


@pytest.mark.parametrize("lines", [["DTSTART:soon"], ["LOCATION:x"], ["DTSTART:20261399T000000"], ["DTSTART:00010101"]])
def test_only_the_start_is_needed(lines: list[str]) -> None:
    (item,) = items(*lines)
    assert item.fields is None
    assert "DTSTART" in item.message


def test_an_occurrence_that_cannot_be_read_costs_its_series_nothing() -> None:
    part = ["END:VEVENT", "BEGIN:VEVENT", "UID:odd"]
    (item,) = items(
        START, "RRULE:FREQ=DAILY", *part, "RECURRENCE-ID:20260303T090000", "DTSTART:never", "SUMMARY:Here",
        *part, "RECURRENCE-ID:some day", START, *part, "RECURRENCE-ID:20260304T090000", "DTSTART:20260304T110000",
    )  # fmt: skip
    assert item.fields is not None
    told = [(one["recurrence_id"], one.get("start_at"), one.get("title")) for one in item.fields["overrides"]]
    assert told == [
        ("2026-03-03T09:00:00", None, "Here"),
        ("2026-03-04T09:00:00", "2026-03-04T11:00:00", None),
    ]
    assert [one.name for one in item.left_out] == ["DTSTART", "RECURRENCE-ID", "RECURRENCE-ID"]


def test_files_that_others_read() -> None:
    event = b"BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260302T090000\r\nEND:VEVENT\r\n"
    for file in (
        event,
        b"BEGIN:VCALENDAR\r\n" + event + b"END:VCALENDAR\r\nX-COMMENT:kept by a cache\r\n",
        (b"BEGIN:VCALENDAR\r\n" + event + b"END:VCALENDAR\r\n").replace(b"\r\n", b"\r\r\n"),
        (b"BEGIN:VCALENDAR\r\n" + event + b"END:VCALENDAR\r\n").decode().encode("utf-16"),
    ):
        (item,) = ics.parse(file, zone="UTC").items
        assert item.fields is not None
        assert item.fields["start_at"] == "2026-03-02T09:00:00"


def test_a_date_of_a_year_that_no_zone_can_tell_costs_the_event_nothing() -> None:
    start = "DTSTART;TZID=Asia/Tokyo:20260302T090000"
    (item,) = items(
        start, "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:99991231T235959Z,20260303T000000Z", "RDATE:00020101T100000"
    )
    assert item.fields is not None, item.message
    assert item.fields["recurrence"] == ["RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20260303T090000"]
    assert [one.name for one in item.left_out] == ["RDATE", "EXDATE"]
    assert all("the year is out of range" in one.message for one in item.left_out)


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/Los_Angeles"])
def test_a_series_until_the_year_9999_has_no_end(zone: str) -> None:
    (item,) = items(f"DTSTART;TZID={zone}:20260302T090000", "RRULE:FREQ=WEEKLY;UNTIL=99991231T235959Z")
    assert item.fields is not None, item.message
    assert item.fields["recurrence"] == ["RRULE:FREQ=WEEKLY;UNTIL=99991231T235959Z"]
    assert not item.left_out
