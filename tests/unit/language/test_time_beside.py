"""What is told by something that stands beside it, words that only look like times, and odd input."""

from datetime import datetime

import pytest
from tests.support.corpora import corpus
from tests.support.processor_time import processor_time

from orchestrator.language.time import mentions, recurring, repeating, resolve, resolve_range
from orchestrator.language.time.verdict import time_verdict

# A Wednesday.
NOW = datetime(2026, 11, 18, 10, 20)
LOCALES = {"en": "en-US", "pt": "pt-BR", "es": "es-ES"}


def _starts(language: str, text: str) -> list[str]:
    found = mentions(text, now=NOW, locale=LOCALES.get(language, language))
    return [each.start.isoformat(" ", "minutes") for each in found if each.kind != "duration"]


@corpus("time_beside", "what_stands_beside_tells_the_time")
def test_what_stands_beside_tells_the_time(language: str, text: str, start: str) -> None:
    assert _starts(language, text) == [start]


@corpus("time_beside", "more_than_a_length_ago_ends_there")
def test_more_than_a_length_ago_ends_there(text: str, end: str) -> None:
    (found,) = mentions(text, now=NOW, locale="en-US")
    assert found.end is not None
    assert (found.end.isoformat(" ", "minutes"), found.sure) == (end, False)


def test_a_bare_hour_that_would_last_into_the_night_is_in_the_morning() -> None:
    (found,) = mentions("from 9 for 2.5 hours", now=NOW.replace(hour=16), locale="en-US")
    assert (found.start, found.end) == (datetime(2026, 11, 19, 9), datetime(2026, 11, 19, 11, 30))


def test_after_a_day_asks_whether_it_counts_and_reads_without_it() -> None:
    found = resolve("after Friday", now=NOW, zone="UTC", locale="en-US")
    assert found.candidates == (datetime(2026, 11, 20), datetime(2026, 11, 21))
    span = resolve_range("after Friday", now=NOW, zone="UTC", locale="en-US")
    assert span is not None
    assert span[0] == datetime(2026, 11, 21)


@corpus("time_beside", "what_only_looks_like_a_time_is_none")
def test_what_only_looks_like_a_time_is_none(language: str, text: str) -> None:
    assert _starts(language, text) == []


@corpus("time_beside", "what_may_be_a_name_is_never_sure")
def test_what_may_be_a_name_is_never_sure(language: str, text: str) -> None:
    assert not any(each.sure for each in mentions(text, now=NOW, locale=LOCALES[language]))


@corpus("time_beside", "where_a_text_says_that_something_repeats")
def test_where_a_text_says_that_something_repeats(language: str, text: str, said: list[str]) -> None:
    found = repeating(text, now=NOW, locale=LOCALES[language])
    assert [text[start:end] for start, end in found] == said
    for phrase in said:
        assert recurring(phrase, now=NOW, zone="UTC", locale=LOCALES[language]) is not None


_ODD = {
    "nul": "tomorrow\x00 at 5\x00",
    "long": "tomorrow at 5 " * 2300,
    "long word": "a" * 32_000,
    "surrogates": "tomorrow \ud800\udfff at 5",
    "numbers": " ".join(str(number) for number in range(6000)),
    "figures": "1" * 32_000,
    "dates": "3/4/" * 8000,
    "colons": "10:" * 10_000,
    "nested": "the day before " * 2000 + "Monday",
    "of": "the end of " * 2500 + "May",
    "from": "from 3 to " * 3000,
    "brackets": "(" * 15_000 + "tomorrow" + ")" * 15_000,
    "marks": "tomorrow" + "\u0301" * 30_000,
    "emoji": "\U0001f600" * 16_000,
    "every": "every Monday and " * 1800,
    "half": "half past " * 3000,
    "months": "May " * 8000,
    "digits": "٣:٣٠ ٥ " * 4000,
    "controls": "".join(map(chr, range(32))) * 900,
}


@pytest.mark.parametrize("size", [32_000, 240, 120])
@pytest.mark.parametrize("name", _ODD)
@pytest.mark.parametrize("locale", ["en-US", "pt-BR", "es-ES"])
def test_odd_input_is_answered(name: str, locale: str, size: int) -> None:
    case = {
        "id": name,
        "text": _ODD[name][:size],
        "now": "2026-11-18T10:20:00",
        "timezone": "Europe/Lisbon",
        "locale": locale,
    }
    with processor_time() as spent:
        verdict = time_verdict(case)
    assert spent.seconds < 1
    assert all(each["text"] in _ODD[name] for each in verdict["mentions"])


_ZONES = {
    "Europe/Lisbon": ("2027-03-28 01:30", "2027-10-31 01:30"),
    "Europe/London": ("2027-03-28 01:30", "2027-10-31 01:30"),
    "Europe/Berlin": ("2027-03-28 02:30", "2027-10-31 02:30"),
    "Europe/Madrid": ("2027-03-28 02:30", "2027-10-31 02:30"),
    "America/New_York": ("2027-03-14 02:30", "2026-11-01 01:30"),
    "America/Los_Angeles": ("2027-03-14 02:30", "2026-11-01 01:30"),
    "America/Santiago": ("2027-09-05 00:30", "2027-04-03 23:30"),
    "Australia/Sydney": ("2027-10-03 02:30", "2027-04-04 02:30"),
    "Australia/Lord_Howe": ("2027-10-03 02:15", "2027-04-04 01:45"),
    "Pacific/Auckland": ("2027-09-26 02:30", "2027-04-04 02:30"),
}


@pytest.mark.parametrize("zone", _ZONES)
def test_hours_that_do_not_exist_or_come_twice_are_told(zone: str) -> None:
    gap, fold = _ZONES[zone]
    before = datetime(2026, 10, 20, 9)
    skipped = resolve(gap, now=before, zone=zone, locale="en-US")
    assert (skipped.daylight, skipped.start is not None and skipped.start > datetime.fromisoformat(gap)) == (
        "gap",
        True,
    )
    twice = resolve(fold, now=before, zone=zone, locale="en-US")
    assert (twice.daylight, twice.start) == ("fold", datetime.fromisoformat(fold))
