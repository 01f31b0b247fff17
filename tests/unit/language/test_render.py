"""Are dates, lists and counts written as people of the locale write them?"""

from datetime import UTC, date, datetime

from tests.support.corpora import corpus

from orchestrator.language.render import clock, count, day, join, moment, relative_day

_NOW = datetime(2026, 11, 21, 9)
_START, _END = datetime(2026, 11, 27, 10), datetime(2026, 11, 27, 11)


@corpus("render", "a_moment_is_written_in_the_locale")
def test_a_moment_is_written_in_the_locale(locale: str, text: str) -> None:
    assert moment(_START, _END, all_day=False, zone="UTC", now=_NOW, locale=locale) == text


def test_near_days_are_named() -> None:
    tomorrow = datetime(2026, 11, 22, 15)
    assert moment(tomorrow, None, all_day=False, zone="UTC", now=_NOW, locale="pt-BR").startswith("amanhã, domingo")
    assert relative_day(date(2026, 11, 20), date(2026, 11, 21), "es-ES") == "ayer"
    assert relative_day(date(2026, 11, 30), date(2026, 11, 21), "en-US") is None


def test_the_end_of_whole_days_is_exclusive() -> None:
    one = moment(datetime(2026, 12, 1), datetime(2026, 12, 2), all_day=True, zone="UTC", now=None, locale="en-GB")
    two = moment(datetime(2026, 12, 1), datetime(2026, 12, 3), all_day=True, zone="UTC", now=None, locale="en-GB")
    assert one == "Tuesday, 1 December 2026"
    assert two == "Tuesday, 1 December 2026 – Wednesday, 2 December 2026"


def test_aware_times_are_told_in_the_zone() -> None:
    start = datetime(2026, 11, 27, 13, tzinfo=UTC)
    text = moment(start, None, all_day=False, zone="America/Sao_Paulo", now=None, locale="pt-BR")
    assert text.endswith("10:00")


def test_an_event_over_midnight_names_both_days() -> None:
    text = moment(_START, datetime(2026, 11, 29, 11), all_day=False, zone="UTC", now=None, locale="es-ES")
    assert text.endswith("– domingo, 29 de noviembre de 2026, 11:00")


def test_lists_and_counts() -> None:
    assert join(["a", "b", "c"], "en-US") == "a, b and c"
    assert join(["a", "b", "c"], "pt-BR") == "a, b e c"
    assert join(["Ana", "Inés"], "es-ES") == "Ana e Inés"
    assert join(["a", "b"], "en-US", either=True) == "a or b"
    assert join([], "en-US") == ""
    assert count(1, "event", "pt-BR") == "1 evento"
    assert count(3, "meeting", "es-ES") == "3 reuniones"
    assert count(2, "person", "en-US") == "2 people"


def test_day_and_clock_alone() -> None:
    assert day(date(2026, 11, 27), "en-GB") == "Friday, 27 November 2026"
    assert clock(_START, "en-US") == "10:00 AM"
