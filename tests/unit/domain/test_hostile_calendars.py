"""Is a calendar file that means harm done with, in bounded time, and does it cost the others in it nothing?"""

import contextlib
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import pytest

from orchestrator.domain.world.calendar_files import ics
from orchestrator.domain.world.calendar_files.content_lines import BrokenFile
from orchestrator.domain.world.events.recurrence import recurrence_set as recurrence
from orchestrator.domain.world.events.recurrence.expansion import MOST_OCCURRENCES, expand

MOST_CPU_S = 20.0
"""Of this thread. What these files did before, or would do, is not done in an hour."""


def file(*blocks: str) -> bytes:
    return "".join(["BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", *blocks, "END:VCALENDAR\r\n"]).encode()


def event(uid: str, *lines: str, start: str = "DTSTART:20260101T100000") -> str:
    told = ["BEGIN:VEVENT", f"UID:{uid}", start, "DURATION:PT1H", "SUMMARY:It", *lines, "END:VEVENT"]
    return "\r\n".join(told) + "\r\n"


def zone(*lines: str) -> str:
    told = ["BEGIN:VTIMEZONE", "TZID:Odd", *lines, "END:VTIMEZONE"]
    return "\r\n".join(told) + "\r\n"


def change(rule: str, kind: str = "STANDARD") -> list[str]:
    return [
        f"BEGIN:{kind}", "DTSTART:19700101T000000", rule, "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", f"END:{kind}",
    ]  # fmt: skip


def hours(number: int) -> list[str]:
    first = datetime(2026, 1, 1, 10)
    return [f"{first + timedelta(hours=one):%Y%m%dT%H%M%S}" for one in range(number)]


EVERY = ";".join(
    f"{name}={','.join(map(str, range(size)))}" for name, size in (("BYHOUR", 24), ("BYMINUTE", 60), ("BYSECOND", 60))
)
IN_ODD = event("bad", start="DTSTART;TZID=Odd:20260101T100000")
BAD: dict[str, Callable[[], Sequence[str]]] = {
    "a day that is never": lambda: [event("bad", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")],
    "a week that is never": lambda: [event("bad", "RRULE:FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6")],
    "too many": lambda: [event("bad", "RRULE:FREQ=DAILY;COUNT=1000000000")],
    "no step": lambda: [event("bad", "RRULE:FREQ=DAILY;INTERVAL=0")],
    "no weekday": lambda: [event("bad", "RRULE:FREQ=WEEKLY;BYDAY=XX,99MO")],
    "over before it begins": lambda: [event("bad", "RRULE:FREQ=DAILY;UNTIL=20200101T000000Z")],
    "each second of each day": lambda: [event("bad", f"RRULE:FREQ=MONTHLY;{EVERY}")],
    "left out on lines": lambda: [event("bad", "RRULE:FREQ=DAILY", *(f"EXDATE:{one}" for one in hours(20_000)))],
    "left out on one line": lambda: [event("bad", "RRULE:FREQ=DAILY", f"EXDATE:{','.join(hours(100_000))}")],
    "dates": lambda: [event("bad", f"RDATE:{','.join(hours(50_000))}")],
    "rules": lambda: [event("bad", *(f"RRULE:FREQ=YEARLY;INTERVAL={one}" for one in range(1, 2_000)))],
    "occurrences of their own": lambda: [
        event("bad", "RRULE:FREQ=DAILY"), *(event("bad", f"RECURRENCE-ID:{one}") for one in hours(3_000))
    ],
    "a zone that changes each second": lambda: [zone(*change("RRULE:FREQ=SECONDLY")), IN_ODD],
    "a zone that changes never": lambda: [zone(*change("RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")), IN_ODD],
    "a zone of many changes": lambda: [zone(*change("RRULE:FREQ=DAILY;COUNT=100000000")), IN_ODD],
    "a zone of many times": lambda: [zone(*(line for _ in range(10_000) for line in change("X-A:1"))), IN_ODD],
    "a line of 5 MB": lambda: [event("bad", "DESCRIPTION:" + "\r\n ".join(["x" * 74] * 70_000))],
    "a quote without end": lambda: [event("bad", 'X-A;B="' + "a" * 2_000_000)],
    "backslashes": lambda: [event("bad", "SUMMARY:" + "\\" * 1_000_000)],
    "alarms": lambda: [event("bad", *["BEGIN:VALARM", "END:VALARM"] * 20_000)],
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_one_that_means_harm_among_others(name: str) -> None:
    data = file(event("first"), *BAD[name](), event("last"))
    begun = time.thread_time()
    items = {one.uid: one for one in ics.parse(data, zone="Europe/Lisbon").items}
    assert items["first"].fields is not None
    assert items["last"].fields is not None
    bad = items["bad"]
    assert bad.fields is not None or bad.message
    if bad.fields is not None and bad.fields["recurrence"]:
        start = datetime.fromisoformat(bad.fields["start_at"])
        for year in (2026, 2027, 2050):
            with contextlib.suppress(ValueError):  # then it is refused, which is as good
                read = recurrence.read(bad.fields["recurrence"], start=start, zone="Europe/Lisbon", all_day=False)
                since, until = datetime(year, 1, 1), datetime(year + 1, 1, 1)
                assert len(expand(read, start, None, [], since=since, until=until)) <= MOST_OCCURRENCES
    assert time.thread_time() - begun < MOST_CPU_S


GROWING: dict[str, Callable[[int], list[str]]] = {
    "a long value": lambda size: ["DESCRIPTION:" + "x" * size],
    "a long value of others": lambda size: ["X-A:" + "é" * size],
    "a folded value": lambda size: ["DESCRIPTION:" + "\r\n x" * (size // 4)],
    "parameters": lambda size: ["ATTENDEE" + ';A="x;:,"' * (size // 9) + ":mailto:a@b.c"],
    "open quotes": lambda size: ["ATTENDEE" + ';A="' * (size // 4) + ":x"],
    "quotes": lambda size: ["SUMMARY:" + '"' * size],
    "commas": lambda size: ["ATTENDEE;A=" + "," * size + ":x"],
    "semicolons": lambda size: ["ATTENDEE" + ";" * size + ":x"],
    "parts of a rule": lambda size: ["RRULE:" + "FREQ=DAILY;" * (size // 11)],
    "values of a rule": lambda size: ["RRULE:FREQ=DAILY;BYMINUTE=" + "1," * (size // 2)],
    "dates": lambda size: ["RRULE:FREQ=DAILY", "EXDATE:" + "20260101T100000," * (size // 16)],
    "properties": lambda size: ["X-A:1"] * (size // 5),
    "people": lambda size: [f"ATTENDEE;CN=A{one}:mailto:a{one}@b.c" for one in range(size // 30)],
    "tags": lambda size: ["CATEGORIES:" + "a," * (size // 2)],
    "backslashes": lambda size: ["X-STEWARD-CALENDAR:" + "\\n" * (size // 2)],
    "line ends": lambda size: ["\r" * size],
    "accents": lambda size: ["SUMMARY:a" + "\u0301" * (size // 2)],
    "lines that are none": lambda size: ["none"] * (size // 6),
}
MOST_GROWTH = 4 * 2.5
"""Four times the text takes four times as long, and some more on a machine that is busy."""
SHORTEST_S = 0.1
"""What takes less is not compared."""


@pytest.mark.parametrize("shape", GROWING)
def test_a_file_is_read_in_linear_time(shape: str) -> None:
    took: list[float] = []
    for size in (25_000, 100_000):
        data = file(event("bad", *GROWING[shape](size)))
        tries = []
        for _ in range(3):
            begun = time.thread_time()
            (item,) = ics.parse(data, zone="Europe/Lisbon").items
            tries.append(time.thread_time() - begun)
            assert item.fields is not None
        took.append(min(tries))
    assert took[1] < max(took[0], SHORTEST_S) * MOST_GROWTH


@pytest.mark.parametrize(
    "line",
    ["DESCRIPTION:" + "x" * 30_000_000, "X-A" + ';B="c"' * 5_000_000 + ":d", "SUMMARY:" + '"' * 30_000_000],
    ids=["value", "parameters", "quotes"],
)
def test_one_line_of_30_mb(line: str) -> None:
    begun = time.thread_time()
    (item,) = ics.parse(file(event("bad", line)), zone="Europe/Lisbon").items
    assert item.fields is not None
    assert time.thread_time() - begun < MOST_CPU_S


def test_a_hundred_thousand_properties() -> None:
    begun = time.thread_time()
    (item,) = ics.parse(file(event("bad", *(f"X-{one}:1" for one in range(100_000)))), zone="Europe/Lisbon").items
    assert item.fields is not None
    assert time.thread_time() - begun < MOST_CPU_S


@pytest.mark.parametrize(
    "data",
    [
        file("BEGIN:X\r\n" * 100_000, "END:X\r\n" * 100_000),
        file(event("a"))[:-40],
        b"BEGIN:VCALENDAR\r\n" * 100_000,
        b"BEGIN:VCALENDAR\r\n" + b"\r\n" * 2_000_000 + b"END:VCALENDAR\r\n",
    ],
    ids=["deep", "cut off", "opened", "empty lines"],
)
def test_a_file_that_is_none_is_told_with_its_line(data: bytes) -> None:
    begun = time.thread_time()
    with pytest.raises(BrokenFile) as told:
        ics.parse(data, zone="UTC")
    assert told.value.line
    assert time.thread_time() - begun < MOST_CPU_S
