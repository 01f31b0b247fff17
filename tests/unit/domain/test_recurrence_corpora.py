"""Do rules happen when the cases of python-dateutil, libical and ical.js say, wherever those follow RFC 5545?"""

from collections import Counter
from datetime import datetime

import pytest
from tests.support.corpora import corpus
from tests.support.processor_time import processor_time
from tests.support.recurrence_cases import CASES, VALID, tried

from orchestrator.domain.world.events.recurrence import recurrence_set as recurrence
from orchestrator.domain.world.events.recurrence.expansion import MOST_OCCURRENCES, expand

MOST_CPU_S = 5.0
"""Of a year of one rule, on a machine that is busy; they take milliseconds."""


@pytest.mark.parametrize("source", VALID)
def test_every_valid_case_passes(source: str) -> None:
    passed, wrong = tried(source)
    assert not wrong, "\n".join(wrong)
    assert passed == VALID[source]


def test_no_case_is_left_out_without_a_reason() -> None:
    assert Counter(case["source"] for case in CASES) == {
        "dateutil": 271,
        "libical": 160,
        "ical.js": 121,
        "by_hand": 102,
    }
    assert all(len(case["invalid"]) > 20 for case in CASES if "invalid" in case)
    assert Counter(case["source"] for case in CASES if "invalid" not in case) == VALID


START = datetime(2026, 1, 1, 9)


def starts(rule: str, start: datetime = START, year: int = 2026) -> list[datetime]:
    read = recurrence.read(rule, start=start, zone="UTC", all_day=False)
    found = expand(read, start, None, [], since=datetime(year, 1, 1), until=datetime(year + 1, 1, 1))
    return [one.start for one in found]


@corpus("recurrence_corpora", "what_the_rfc_says")
def test_what_the_rfc_says(rule: str, expected: list[str]) -> None:
    assert starts(rule) == [datetime.fromisoformat(f"2026-01-{one}") for one in expected]


def test_a_day_that_a_month_has_not_is_skipped_as_the_rule_says() -> None:
    start = datetime(2026, 1, 31, 9)
    rule = "RSCALE=GREGORIAN;FREQ=MONTHLY;COUNT=4;SKIP={}"
    assert [f"{one:%m%d}" for one in starts(rule.format("OMIT"), start)] == ["0131", "0331", "0531", "0731"]
    assert [f"{one:%m%d}" for one in starts(rule.format("BACKWARD"), start)] == ["0131", "0228", "0331", "0430"]
    assert [f"{one:%m%d}" for one in starts(rule.format("FORWARD"), start)] == ["0131", "0301", "0331", "0501"]


ENDLESS = {
    "FREQ=SECONDLY": MOST_OCCURRENCES,
    "FREQ=SECONDLY;COUNT=1000000": 0,
    "FREQ=MINUTELY;COUNT=1000000": 0,
    "FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=29;BYHOUR=3": 0,
    "FREQ=SECONDLY;INTERVAL=60;BYSECOND=5": 0,
    "FREQ=HOURLY;INTERVAL=24;BYHOUR=10": 0,
    "FREQ=MINUTELY;INTERVAL=7;BYSECOND=59,1;BYSETPOS=-1,3": MOST_OCCURRENCES,
    "FREQ=DAILY;BYMONTH=4;BYMONTHDAY=-30,31;BYDAY=MO": 0,
    "FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=32": None,
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30": None,
    "FREQ=MONTHLY;INTERVAL=12;BYDAY=5MO,-5MO;BYMONTHDAY=1;COUNT=1000000": 0,
    "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6;COUNT=500000": 0,
    "FREQ=YEARLY;BYYEARDAY=366;INTERVAL=100000000": 0,
    "FREQ=WEEKLY;INTERVAL=100000000;COUNT=1000000": 0,
    "FREQ=DAILY;BYHOUR={24};BYMINUTE={60};BYSECOND={60};COUNT=1000000": None,
    "FREQ=DAILY;BYHOUR={24};BYMINUTE={60};COUNT=1000000": 0,
    "FREQ=MONTHLY;BYHOUR={24};BYMINUTE={60};BYSECOND={60};BYSETPOS=-1": 12,
    "FREQ=YEARLY;BYYEARDAY=-1,1,2,3;BYHOUR={24};BYMINUTE={60}": MOST_OCCURRENCES,
}  # fmt: skip


@pytest.mark.parametrize("rule", ENDLESS)
def test_no_rule_goes_on_for_ever(rule: str) -> None:
    told = rule
    for size in (24, 60):
        told = told.replace(f"{{{size}}}", ",".join(map(str, range(size))))
    with processor_time() as spent:
        if ENDLESS[rule] is None:
            with pytest.raises(ValueError, match=r"BYMONTHDAY|none of these months|times a day"):
                starts(told, datetime(2001, 1, 1), 2027)
        else:
            assert len(starts(told, datetime(2001, 1, 1), 2027)) == ENDLESS[rule]
    assert spent.seconds < MOST_CPU_S


@pytest.mark.parametrize(
    "recurrence_line",
    [
        "EXDATE" + ';"xxx"' * 60 + "z",
        "EXDATE" + ';"xxx"' * 60_000 + "z",
        "EXDATE" + ";x" * 60_000,
        "RRULE" + ';"' * 60_001,
        "RDATE;" + "\\" * 60_000,
        "RRULE:FREQ=" + "DAILY;" * 60_000,
        "RRULE:" + "\n " * 60_000,
    ],
    ids=range(7),
)
def test_a_hostile_line_is_refused_at_once(recurrence_line: str) -> None:
    for value in (recurrence_line, [recurrence_line], {"exdate": recurrence_line, "rrule": recurrence_line}):
        with processor_time() as spent, pytest.raises(ValueError):  # noqa: PT011  (each its own)
            recurrence.read(value, start=START, zone="UTC", all_day=False)
        assert spent.seconds < MOST_CPU_S
