"""Are the times of a text found, read forward, and other numbers left alone?"""

from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.corpora import corpus
from tests.support.processor_time import processor_time

from orchestrator.language.time import mentions
from orchestrator.language.time.recurrence import recurring
from orchestrator.language.time.resolution import resolve, resolve_range
from orchestrator.language.time.told import told_dates

# A Monday morning.
_NOW = datetime(2026, 11, 23, 10)
_LOCALES = {"en": "en-US", "gb": "en-GB", "pt": "pt-BR", "es": "es-ES", "fr": "fr-FR"}


def _starts(language: str, text: str) -> list[str]:
    return [f"{found.start:%Y-%m-%d %H:%M}" for found in mentions(text, now=_NOW, locale=_LOCALES[language])]


@corpus("time_mentions", "a_phrase_means_its_moment")
def test_a_phrase_means_its_moment(language: str, text: str, start: str) -> None:
    assert _starts(language, text) == [start]


@corpus("time_mentions", "other_numbers_and_words_are_no_times")
def test_other_numbers_and_words_are_no_times(language: str, text: str) -> None:
    assert _starts(language, text) == []


def test_a_mention_knows_its_place_in_the_text() -> None:
    text = "Jantar com a Inês amanhã às 20h, não é?"
    (found,) = mentions(text, now=_NOW, locale="pt-BR")
    assert text[found.offset : found.offset + len(found.text)] == found.text
    assert found.text == "amanhã às 20h"
    assert (found.has_date, found.has_time, found.all_day, found.sure) == (True, True, False, True)


def test_a_date_and_a_time_apart_are_one() -> None:
    text = "Lunch tomorrow with Ana and Bob at 1pm"
    (found,) = mentions(text, now=_NOW, locale="en-US")
    assert found.start == datetime(2026, 11, 24, 13)
    assert [text[start:end] for start, end in found.parts][-1] == "at 1pm"


def test_the_word_before_a_place_is_no_part_of_the_hour() -> None:
    told = [mentions(text, now=_NOW, locale="pt-PT")[0].text for text in ("às 10 em mangualde", "às 10 em ponto")]
    assert told == ["às 10", "às 10 em ponto"]


def test_what_is_half_understood_is_not_sure() -> None:
    for text in ("every Tuesday at 9am", "end of tomorrow", "at 5", "tomorrow morning", "next Friday"):
        found = mentions(text, now=_NOW, locale="en-US")
        assert found
        assert not found[0].sure, text


def test_ends_are_exclusive() -> None:
    (week,) = mentions("next week", now=_NOW, locale="en-US")
    assert week.end == week.start + timedelta(days=7)
    (days,) = mentions("from 13 to 15 July", now=_NOW, locale="en-GB")
    assert days.end == datetime(2027, 7, 16)
    (short,) = mentions("1pm-2:30pm", now=_NOW, locale="en-US")
    assert short.end == datetime(2026, 11, 23, 14, 30)


def test_a_zone_of_its_own_is_turned_into_ours() -> None:
    (found,) = mentions("tomorrow at 15:00 CET", now=_NOW, locale="en-US", zone="America/Sao_Paulo")
    assert found.start == datetime(2026, 11, 24, 11)


@pytest.mark.parametrize("locale", [*_LOCALES.values(), "fr-FR"])
@pytest.mark.parametrize(
    "day",
    ["9999-12-31", "9999-12-31T23:59:59Z", "31/12/9999", "2026-01-02 to 9999-12-31", "0001-01-01", "in 7973 years"],
)
def test_a_day_at_an_end_of_the_calendar_is_no_fault(day: str, locale: str) -> None:
    for text in (day, f"the day after {day}", f"two days before {day} at 10", f"{day} - {day}", f"until {day}"):
        for found in mentions(text, now=_NOW, locale=locale):
            assert 1 < found.start.year < 9999
            assert found.end is None or found.end.year < 9999
        resolve(text, now=_NOW, zone="Europe/Lisbon", locale=locale)
        resolve_range(text, now=_NOW, zone="Europe/Lisbon", locale=locale)
        told_dates(text, at=_NOW, locale=locale)
        recurring(f"every week {text}", now=_NOW, zone="Europe/Lisbon", locale=locale)


@corpus("time_mentions", "long_texts_cost_no_more_than_their_length")
def test_long_texts_cost_no_more_than_their_length(row: str) -> None:
    with processor_time() as spent:
        mentions((row * 32_000)[:32_000], now=_NOW, locale="en-US")
    assert spent.seconds < 20


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200), st.sampled_from(sorted(_LOCALES.values())))
def test_any_text_is_read_without_fault(text: str, locale: str) -> None:
    for found in mentions(text, now=_NOW, locale=locale):
        assert text[found.offset : found.offset + len(found.text)] == found.text


_WORDS = (
    "tomorrow at 5 pm from to the first of may 31 2026 last week 99 end between and noon for hours ago - / : february"
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(_WORDS.split()), max_size=14))
def test_any_row_of_time_words_is_read_without_fault(words: list[str]) -> None:
    for found in mentions(" ".join(words), now=_NOW, locale="en-US"):
        assert found.end is None or found.end >= found.start
