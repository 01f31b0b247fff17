"""Does `steward eval time` answer as api.md says?"""

import pytest
from tests.support.corpora import corpus

from orchestrator.language.time import zone_named
from orchestrator.language.time.verdict import time_verdict

_CASE = {"id": "a", "now": "2026-11-23T10:00:00", "timezone": "America/Sao_Paulo", "locale": "en-US"}


def test_a_verdict_has_local_times_and_an_exclusive_end() -> None:
    verdict = time_verdict({**_CASE, "text": "lunch on Friday from 1pm to 2:30pm"})
    assert verdict["id"] == "a"
    (found,) = verdict["mentions"]
    assert found == {
        "text": "on Friday from 1pm to 2:30pm",
        "start": "2026-11-27T13:00:00",
        "end": "2026-11-27T14:30:00",
        "grain": "minute",
        "sure": True,
    } or found["text"].startswith("lunch")
    assert (found["start"], found["end"]) == ("2026-11-27T13:00:00", "2026-11-27T14:30:00")


def test_a_length_is_no_moment_and_an_open_end_is_null() -> None:
    assert time_verdict({**_CASE, "text": "it takes two hours"})["mentions"] == []
    (found,) = time_verdict({**_CASE, "text": "from Friday on"})["mentions"]
    assert (found["start"], found["end"]) == ("2026-11-27T00:00:00", None)


def test_a_now_with_an_offset_is_turned_into_the_zone() -> None:
    (found,) = time_verdict({**_CASE, "now": "2026-11-24T01:00:00+00:00", "text": "today"})["mentions"]
    assert found["start"] == "2026-11-23T00:00:00"


@corpus("time_verdict", "a_wrong_case_is_told")
def test_a_wrong_case_is_told(wrong: dict[str, str], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        time_verdict({**_CASE, "text": "tomorrow", **wrong})
    with pytest.raises(KeyError):
        time_verdict({"text": "tomorrow"})


WEDNESDAY = {**_CASE, "now": "2026-11-25T15:40:00"}


def _found(text: str, locale: str) -> list[tuple[str, bool]]:
    """The starts, to the minute, and whether each is sure."""
    told = time_verdict({**WEDNESDAY, "text": text, "locale": locale})["mentions"]
    return [(each["start"][:16], each["sure"]) for each in told]


@corpus("time_verdict", "a_street_that_is_named_after_a_day_is_no_day")
def test_a_street_that_is_named_after_a_day_is_no_day(text: str, locale: str, start: str | None) -> None:
    assert [each for each, _ in _found(text, locale)] == ([start] if start else [])


@corpus("time_verdict", "the_number_of_a_house_is_no_minute")
def test_the_number_of_a_house_is_no_minute(text: str, locale: str, start: str) -> None:
    assert [each for each, _ in _found(text, locale)] == [start]


@corpus("time_verdict", "since_looks_back_and_is_not_sure")
def test_since_looks_back_and_is_not_sure(text: str, locale: str, start: str) -> None:
    assert _found(text, locale) == [(start, False)]


@corpus("time_verdict", "everyday_spans_begin_where_they_are_meant")
def test_everyday_spans_begin_where_they_are_meant(text: str, locale: str, start: str) -> None:
    assert [each for each, _ in _found(text, locale)] == [start]


@corpus("time_verdict", "another_place_s_clock_and_an_hour_that_is_none_are_not_sure")
def test_another_place_s_clock_and_an_hour_that_is_none_are_not_sure(text: str, locale: str) -> None:
    found = _found(text, locale)
    assert found
    assert not any(sure for _, sure in found)


@corpus("time_verdict", "an_instant_is_turned_into_the_user_s_wall_time")
def test_an_instant_is_turned_into_the_user_s_wall_time(text: str, start: str) -> None:
    assert [each for each, _ in _found(text, "pt-BR")] == [start]


@corpus("time_verdict", "the_zone_of_a_city_is_known_by_its_name")
def test_the_zone_of_a_city_is_known_by_its_name(text: str, zone: str | None) -> None:
    assert zone_named(text) == zone
