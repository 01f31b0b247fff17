"""Does a file that somebody made to keep the process busy cost more than a moment?"""

import pytest
from tests.support.processor_time import processor_time

from orchestrator.domain.world.calendar_files import ics
from orchestrator.domain.world.calendar_files.content_lines import BrokenFile
from orchestrator.domain.world.contact_files import vcard

CALENDAR = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260101T100000Z\r\nSUMMARY:x\r\n{line}\r\n"
    "END:VEVENT\r\nEND:VCALENDAR\r\n"
)
MOST_CPU_S = 5.0
"""Of what takes hours where it is wrong, on a machine that is busy otherwise."""


@pytest.mark.parametrize("name", ["X-FOO", "DTSTART", "SUMMARY", "ATTENDEE", "RRULE"])
def test_parameters_that_can_be_read_in_many_ways_are_read_in_one(name: str) -> None:
    line = name + ";A=" + ";A=".join(["," * 12] * 12) + '"x'
    with processor_time() as spent:
        assert len(ics.parse(CALENDAR.format(line=line).encode(), zone="UTC").items) == 1
    assert spent.seconds < MOST_CPU_S


def test_a_calendar_of_nothing_but_lines_is_told_so() -> None:
    lines = b"BEGIN:VCALENDAR\r\n" + b"A:\r\n" * 1_000_001
    with pytest.raises(BrokenFile, match="at most"):
        ics.parse(lines, zone="UTC")


def test_a_line_of_a_million_parameters_says_nothing() -> None:
    card = b"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\nTEL" + b";TYPE=a" * 300_000 + b":1\r\nEND:VCARD\r\n"
    with processor_time() as spent:
        (read,) = vcard.read(card)
        assert isinstance(read, vcard.VCard)
        assert read.fields["phones"] == []
    assert spent.seconds < MOST_CPU_S


def test_more_cards_than_are_taken_at_once_show_as_one_too_many() -> None:
    assert len(vcard.read(b"BEGIN:VCARD\nEND:VCARD\n" * (vcard.MOST_CARDS + 50))) == vcard.MOST_CARDS + 1
