"""Files with a byte too many, a line missing, a value that is none: are they read as far as they go, or refused?"""

import io
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from orchestrator.domain.senses.locations import gpx, overland, owntracks
from orchestrator.domain.world.calendar_files import ics
from orchestrator.domain.world.calendar_files.content_lines import BrokenFile
from orchestrator.domain.world.contact_files import vcard
from orchestrator.errors import InvalidRequest

CARD = """BEGIN:VCARD
VERSION:4.0
UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1
FN;LANGUAGE=en:Ana Reis
N:Reis;Ana;Maria;Dr.;Jr.
NICKNAME:Aninha,Nana
item1.EMAIL;TYPE=work;PREF=1:ana@example.org
item1.X-ABLabel:_$!<Work>!$_
TEL;VALUE=uri;TYPE="voice,home":tel:+351-912-345-678;ext=1
ADR;TYPE=home;GEO="geo:41.1,-8.6":;;Rua das Flores 5;Porto;;4000-001;Portugal
GEO:geo:41.1,-8.6
ORG:Acme;Sales
BDAY;VALUE=date-and-or-time:--0412
ANNIVERSARY:19960415
RELATED;TYPE=spouse:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6
NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=utf-8:caf=C3=A9
CATEGORIES:Rowers,Family
PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQ==
REV:20200101T000000Z
END:VCARD
"""
CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//t//EN
X-WR-CALNAME:Choir
BEGIN:VTIMEZONE
TZID:Somewhere
BEGIN:STANDARD
DTSTART:19701025T020000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:1@example.org
DTSTAMP:20260101T000000Z
DTSTART;TZID=Somewhere:20260329T013000
DURATION:PT1H30M
RRULE:FREQ=WEEKLY;UNTIL=20270101T000000Z;BYDAY=MO,-1SU
EXDATE;TZID=Somewhere:20260405T013000,20260412T013000
RDATE;VALUE=PERIOD:20260501T100000Z/PT1H
SUMMARY:Choir\\, long
DESCRIPTION:Bring\\nthe notes
LOCATION:Town hall
GEO:38.7;-9.1
ATTENDEE;CN="Rui; M";ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED:mailto:rui@example.org
ORGANIZER;CN=Ana:mailto:ana@example.org
STATUS:CONFIRMED
TRANSP:OPAQUE
SEQUENCE:3
CATEGORIES:music,weekly
END:VEVENT
BEGIN:VEVENT
UID:1@example.org
RECURRENCE-ID;TZID=Somewhere:20260413T013000
DTSTART;VALUE=DATE:20260414
DTEND;VALUE=DATE:20260416
SUMMARY:Weekend
END:VEVENT
END:VCALENDAR
"""
TRACK = """<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>Trip</name></metadata>
<wpt lat="38.7" lon="-9.1"><ele>4.5</ele><time>2026-05-03T10:00:00Z</time><name>A</name></wpt>
<trk><name>Walk</name><trkseg>
<trkpt lat="38.70" lon="-9.10"><ele>10</ele><time>2026-05-03T10:00:00.123Z</time><hdop>1.2</hdop></trkpt>
<trkpt lat="38.71" lon="-9.11"><time>2026-05-03T10:01:00+02:00</time></trkpt>
</trkseg></trk></gpx>
"""
TOLD: dict[str, Any] = {
    "_type": "location", "lat": 38.7, "lon": -9.1, "tst": 1780000000, "acc": 10, "alt": 3, "batt": 80, "vel": 4,
    "cog": 120, "tid": "ab", "topic": "owntracks/ana/phone", "inregions": ["Home"], "created_at": 1780000001, "vac": 2,
}  # fmt: skip
FEATURE: dict[str, Any] = {
    "type": "Feature",
    "geometry": {"type": "Point", "coordinates": [-9.1, 38.7]},
    "properties": {
        "timestamp": "2026-05-03T10:00:00Z", "altitude": 3, "speed": 4, "horizontal_accuracy": 10, "course": 90,
        "vertical_accuracy": 2, "motion": ["driving"], "battery_level": 0.8, "device_id": "phone", "wifi": "x",
    },
}  # fmt: skip
JUNK = (
    b"", b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b":", b";", b",", b'"', b"\\", b"\n", b"\r\n ", b"=", b"9", b"-",
    b"T", b"1e999", b"NaN", b"Infinity", b"00000000", b"99999999T999999Z", b"00010101T000000Z", b"99991231T235959Z",
    b"P99999999W", b"PT1H", b"FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2", b"FREQ=SECONDLY;INTERVAL=0", b"COUNT=-1",
    b"BEGIN:VEVENT", b"END:VEVENT", b"BEGIN:VCARD\n", b"END:VCARD\n", b"<", b"&x;", b"]]>",
    b"<!DOCTYPE a [<!ENTITY x 'y'>]>", b"\xc3\x28", b"+9999", b"TZID=Mars/Olympus", b"TZID=../../etc/passwd",
    b"VALUE=DATE", b"%00", "🙂\u202e".encode(),
)  # fmt: skip
ODD: tuple[Any, ...] = (
    None, True, "", "x", "NaN", -1, 0, 10**400, 1e308, -1e308, [], {}, [[]], [None], "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00", "2026-02-30T00:00:00Z", 10**15, -(10**15), "\x00", "\ud800", "a" * 100_000,
)  # fmt: skip
TRIES = 500


def _damaged(text: str, chance: random.Random) -> bytes:
    """The text with one to three things wrong."""
    data = text.replace("\n", "\r\n").encode()
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(data) + 1)
        until = min(len(data), at + chance.choice((0, 0, 1, 3, 20)))
        way = chance.random()
        if way < 0.1:
            data = data[:at]
        elif way < 0.2:
            lines = data.split(b"\r\n")
            chance.shuffle(lines)
            data = b"\r\n".join(lines)
        elif way < 0.6:
            lines = data.split(b"\r\n")
            number = chance.randrange(len(lines))
            name, colon, _ = lines[number].partition(b":")
            lines[number] = name + colon + chance.choice(JUNK)
            data = b"\r\n".join(lines)
        else:
            data = data[:at] + chance.choice(JUNK) + data[until:]
    return data


def _gpx(data: bytes) -> Any:
    return gpx.read(io.BytesIO(data))


def _calendar(data: bytes) -> Any:
    return ics.parse(data, zone="Europe/Lisbon")


@pytest.mark.parametrize(
    ("text", "read"), [(CARD, vcard.read), (CALENDAR, _calendar), (TRACK, _gpx)], ids=["card", "calendar", "track"]
)
def test_a_damaged_file_is_read_or_refused(text: str, read: Callable[[bytes], Any]) -> None:
    assert read(text.encode())
    chance = random.Random(20261122)
    for _ in range(TRIES):
        data = _damaged(text, chance)
        try:
            read(data)
        except (InvalidRequest, BrokenFile):
            continue
        except Exception as error:
            raise AssertionError(data) from error


def test_odd_fixes_of_trackers_are_read_or_told() -> None:
    for name in (*TOLD, "unknown"):
        for odd in ODD:
            owntracks.read(json.dumps(TOLD | {name: odd}).encode())
    for name in FEATURE["properties"]:
        for odd in ODD:
            overland.read({"locations": [FEATURE | {"properties": FEATURE["properties"] | {name: odd}}]})
    for odd in ODD:
        overland.read({"locations": [odd, FEATURE | {"geometry": odd}]})
        overland.read({"locations": [FEATURE | {"properties": odd}]})
        overland.read({"locations": [FEATURE | {"geometry": {"type": "Point", "coordinates": [odd, 38.7]}}]})
