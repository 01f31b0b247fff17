"""Does a copied phrase mean one moment, does it ask where it may not, and does rendering come back?"""

from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.corpora import corpus

from orchestrator.language.render import clock, day
from orchestrator.language.time import resolve, resolve_range

_NOW = datetime(2026, 11, 23, 10)
_ZONE = "America/Sao_Paulo"


def _resolved(phrase: str, locale: str = "en-US", **more: str) -> tuple[datetime | None, bool]:
    found = resolve(phrase, now=_NOW, zone=_ZONE, locale=locale, **more)
    return found.start, found.sure


def test_a_clear_phrase_is_sure() -> None:
    assert _resolved("Friday at 3pm") == (datetime(2026, 11, 27, 15), True)
    assert _resolved("sexta às 15h", "pt-BR") == (datetime(2026, 11, 27, 15), True)
    assert _resolved("el viernes a las 3 de la tarde", "es-ES") == (datetime(2026, 11, 27, 15), True)


def test_a_bare_hour_offers_both_halves_of_the_day() -> None:
    for phrase in ("5", "at 5"):
        found = resolve(phrase, now=_NOW, zone=_ZONE, locale="en-US")
        assert not found.sure
        assert found.reason == "ambiguous"
        assert {candidate.hour for candidate in found.candidates} == {5, 17}
        assert found.start is not None
        assert found.start.hour == 17


@corpus("time_resolution", "an_unclear_phrase_says_why")
def test_an_unclear_phrase_says_why(phrase: str, reason: str) -> None:
    found = resolve(phrase, now=_NOW, zone=_ZONE, locale="en-US")
    assert (found.start, found.sure, found.reason) == (None, False, reason)


@corpus("time_resolution", "part_with_a_length")
def test_so_long_in_a_part_of_a_day_begins_with_it_and_is_not_sure(
    phrase: str, locale: str, start: str, end: str
) -> None:
    found = resolve(phrase, now=_NOW, zone=_ZONE, locale=locale)
    assert (found.start, found.end) == (datetime.fromisoformat(start), datetime.fromisoformat(end))
    assert not found.sure
    read = resolve_range(phrase, now=_NOW, zone=_ZONE, locale=locale)
    assert read is not None
    assert read[1] > datetime.fromisoformat(end), "all of the part is looked at"


@corpus("time_resolution", "hour_with_a_length")
def test_so_long_from_an_hour_on(phrase: str, locale: str, start: str, end: str) -> None:
    found = resolve(phrase, now=_NOW, zone=_ZONE, locale=locale)
    assert (found.start, found.end, found.sure) == (datetime.fromisoformat(start), datetime.fromisoformat(end), True)


def test_what_covers_only_a_part_is_not_sure() -> None:
    found = resolve("tomorrow at 3pm unless Ana objects", now=_NOW, zone=_ZONE, locale="en-US")
    assert (found.start, found.sure, found.reason) == (datetime(2026, 11, 24, 15), False, "partly_understood")


def test_a_weekday_against_its_number_is_not_sure() -> None:
    found = resolve("Friday, 28 November 2026", now=_NOW, zone=_ZONE, locale="en-GB")
    assert (found.start, found.sure) == (datetime(2026, 11, 28), False)


def test_a_phrase_of_another_of_our_languages_is_read() -> None:
    assert _resolved("amanhã às 15h", "en-US") == (datetime(2026, 11, 24, 15), True)


def test_meals_have_their_hour() -> None:
    assert _resolved("dinner tomorrow") == (datetime(2026, 11, 24, 19, 30), True)
    assert _resolved("tomorrow", meal_title="Lunch with Ana") == (datetime(2026, 11, 24, 12, 30), True)
    assert _resolved("amanhã", "pt-BR", meal_title="Café da manhã") == (datetime(2026, 11, 24, 8, 30), True)
    assert _resolved("tomorrow at 3pm", meal_title="Lunch with Ana") == (datetime(2026, 11, 24, 15), True)


def test_a_deadline_is_its_last_day_or_moment() -> None:
    assert _resolved("by Friday")[0] == datetime(2026, 11, 27)
    assert _resolved("by Friday at 5pm")[0] == datetime(2026, 11, 27, 17)


def test_a_length_beside_a_moment_is_its_end() -> None:
    found = resolve("Friday at noon for 2 hours", now=_NOW, zone=_ZONE, locale="en-US")
    assert (found.start, found.end) == (datetime(2026, 11, 27, 12), datetime(2026, 11, 27, 14))


def test_daylight_saving_is_told() -> None:
    gap = resolve("8 March 2026 at 2:30am", now=_NOW, zone="America/New_York", locale="en-US")
    assert (gap.start, gap.daylight) == (datetime(2026, 3, 8, 3, 30), "gap")
    fold = resolve("1 November 2026 at 1:30am", now=_NOW, zone="America/New_York", locale="en-US")
    assert (fold.start, fold.daylight) == (datetime(2026, 11, 1, 1, 30), "fold")


@corpus("time_resolution", "a_read_has_its_span")
def test_a_read_has_its_span(locale: str, phrase: str, looking: str, start: str, end: str) -> None:
    assert looking in ("forward", "back")
    found = resolve_range(
        phrase, now=_NOW, zone=_ZONE, locale=locale, looking="back" if looking == "back" else "forward"
    )
    assert found == (datetime.fromisoformat(start), datetime.fromisoformat(end))


def test_a_read_without_a_time_has_none() -> None:
    assert resolve_range("dentist", now=_NOW, zone=_ZONE, locale="en-US") is None


_ZONES = ["America/Sao_Paulo", "America/New_York", "Europe/Lisbon", "Asia/Kolkata", "UTC"]
_LOCALES = ["en-US", "en-GB", "pt-BR", "pt-PT", "es-ES", "es-MX"]
# Outside the hours in which clocks are changed.
_MOMENTS = st.datetimes(datetime(2025, 1, 1), datetime(2030, 12, 31)).map(
    lambda value: value.replace(hour=5 + value.hour % 18, second=0, microsecond=0)
)


@settings(max_examples=150, deadline=None)
@given(_MOMENTS, st.sampled_from(_LOCALES), st.sampled_from(_ZONES))
def test_a_rendered_moment_comes_back(value: datetime, locale: str, zone: str) -> None:
    text = f"{day(value.date(), locale)}, {clock(value, locale)}"
    found = resolve(text, now=_NOW, zone=zone, locale=locale)
    assert value in (found.start, *found.candidates)


@settings(max_examples=100, deadline=None)
@given(_MOMENTS, st.sampled_from(_LOCALES), st.sampled_from(_ZONES))
def test_a_rendered_day_comes_back(value: datetime, locale: str, zone: str) -> None:
    found = resolve(day(value.date(), locale), now=_NOW, zone=zone, locale=locale)
    midnight = datetime(value.year, value.month, value.day)
    assert (found.start, found.end, found.all_day, found.sure) == (midnight, midnight + timedelta(days=1), True, True)


_NUMERIC = {"en-US": "%m/%d/%Y", "en-GB": "%d/%m/%Y", "pt-BR": "%d/%m/%Y", "es-ES": "%d/%m/%Y"}
_AT = {"en-US": "{} at {}", "en-GB": "{} at {}", "pt-BR": "{} às {}", "es-ES": "{} a las {}"}


@settings(max_examples=100, deadline=None)
@given(_MOMENTS, st.sampled_from(sorted(_NUMERIC)), st.sampled_from(_ZONES))
def test_a_numeric_date_comes_back_in_the_order_of_its_locale(value: datetime, locale: str, zone: str) -> None:
    text = _AT[locale].format(value.strftime(_NUMERIC[locale]), value.strftime("%H:%M"))
    found = resolve(text, now=_NOW, zone=zone, locale=locale)
    assert value in (found.start, *found.candidates)


@settings(max_examples=60, deadline=None)
@given(_MOMENTS, st.sampled_from(_ZONES))
def test_an_iso_moment_comes_back_sure(value: datetime, zone: str) -> None:
    found = resolve(value.strftime("%Y-%m-%dT%H:%M"), now=_NOW, zone=zone, locale="en-US")
    assert (found.start, found.sure) == (value, True)


# Each changes its clocks: (zone, the day it does so, the hour that is left out or comes twice).
_CHANGES = [
    ("America/New_York", datetime(2027, 3, 14), 2, "gap"),
    ("America/New_York", datetime(2027, 11, 7), 1, "fold"),
    ("Europe/Lisbon", datetime(2027, 3, 28), 1, "gap"),
    ("Europe/Madrid", datetime(2027, 3, 28), 2, "gap"),
    ("Europe/Madrid", datetime(2027, 10, 31), 2, "fold"),
    ("America/Santiago", datetime(2027, 9, 5), 0, "gap"),
    ("Australia/Sydney", datetime(2027, 4, 4), 2, "fold"),
]


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(_CHANGES), st.integers(0, 59), st.sampled_from(_LOCALES))
def test_the_hour_that_a_change_of_clocks_takes_or_gives_is_told(
    change: tuple[str, datetime, int, str], minute: int, locale: str
) -> None:
    zone, on, hour, what = change
    wall = on.replace(hour=hour, minute=minute)
    found = resolve(wall.strftime("%Y-%m-%d %H:%M"), now=_NOW, zone=zone, locale=locale)
    assert found.daylight == what
    assert found.start == (wall + timedelta(hours=1) if what == "gap" else wall)
    before = resolve(f"{wall - timedelta(days=2):%Y-%m-%d %H:%M}", now=_NOW, zone=zone, locale=locale)
    assert (before.start, before.daylight) == (wall - timedelta(days=2), None)


@corpus("time_resolution", "what_no_clock_and_no_calendar_shows_is_asked")
def test_what_no_clock_and_no_calendar_shows_is_asked(phrase: str, locale: str) -> None:
    assert resolve(phrase, now=_NOW, zone=_ZONE, locale=locale).start is None


@pytest.mark.parametrize("phrase", ["from 5 May to 3 May", "tomorrow from 10am to 9am", "10pm to 9pm tomorrow"])
def test_an_end_before_its_start_is_not_sure(phrase: str) -> None:
    assert not resolve(phrase, now=_NOW, zone=_ZONE, locale="en-US").sure


def test_a_night_and_a_turn_of_the_year_are_no_slips() -> None:
    for phrase in ("tomorrow from 10pm to 6am", "from 24 December to 2 January"):
        assert resolve(phrase, now=_NOW, zone=_ZONE, locale="en-GB").sure, phrase


def test_the_hour_24_ends_the_day() -> None:
    assert _resolved("tomorrow at 24:00", "en-GB") == (datetime(2026, 11, 25), True)


_AHEAD = {"en-US": "in {} days", "pt-BR": "daqui a {} dias", "es-ES": "dentro de {} días"}


@given(st.integers(2, 300), st.sampled_from(sorted(_AHEAD)))
def test_so_many_days_ahead(count: int, locale: str) -> None:
    found = resolve(_AHEAD[locale].format(count), now=_NOW, zone=_ZONE, locale=locale)
    assert found.start == datetime(2026, 11, 23) + timedelta(days=count)
