"""Are the times of a text found, read forward, and other numbers left alone?"""

import time
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestrator.language.time import mentions

# A Monday morning.
_NOW = datetime(2026, 11, 23, 10)
_LOCALES = {"en": "en-US", "gb": "en-GB", "pt": "pt-BR", "es": "es-ES"}


def _starts(language: str, text: str) -> list[str]:
    return [f"{found.start:%Y-%m-%d %H:%M}" for found in mentions(text, now=_NOW, locale=_LOCALES[language])]


@pytest.mark.parametrize(
    ("language", "text", "start"),
    [
        ("en", "remind me tomorrow", "2026-11-24 00:00"),
        ("en", "the day after tomorrow at eight in the evening", "2026-11-25 20:00"),
        ("en", "lunch this Friday", "2026-11-27 12:30"),
        ("en", "call her on Thursday at half past five pm", "2026-11-26 17:30"),
        ("en", "27 November", "2026-11-27 00:00"),
        ("en", "Dec 24th, 2027", "2027-12-24 00:00"),
        ("en", "3/4", "2027-03-04 00:00"),
        ("gb", "3/4", "2027-04-03 00:00"),
        ("en", "2026-12-01T15:30", "2026-12-01 15:30"),
        ("en", "let us meet at noon", "2026-11-23 12:00"),
        ("en", "in 3 days", "2026-11-26 00:00"),
        ("en", "in 20 minutes", "2026-11-23 10:20"),
        ("en", "two weeks ago", "2026-11-09 00:00"),
        ("en", "from 3 to 5pm tomorrow", "2026-11-24 15:00"),
        ("en", "this weekend", "2026-11-28 00:00"),
        ("en", "next week", "2026-11-30 00:00"),
        ("en", "in May", "2027-05-01 00:00"),
        ("en", "the first Monday of December", "2026-12-07 00:00"),
        ("en", "Friday next week at 9am", "2026-12-04 09:00"),
        ("en", "Friday the 13th", "2027-08-13 00:00"),
        ("en", "two days after Christmas", "2026-12-27 00:00"),
        ("pt", "amanhã às 15h", "2026-11-24 15:00"),
        ("pt", "depois de amanhã", "2026-11-25 00:00"),
        ("pt", "hoje à noite", "2026-11-23 18:00"),
        ("pt", "daqui a duas semanas", "2026-12-07 00:00"),
        ("pt", "há 3 dias", "2026-11-20 00:00"),
        ("pt", "das 14 às 16h", "2026-11-23 14:00"),
        ("pt", "quinta-feira às 17h30", "2026-11-26 17:30"),
        ("pt", "almoço na sexta", "2026-11-27 12:30"),
        ("pt", "quinze para as cinco da tarde", "2026-11-23 16:45"),
        ("pt", "25 de dezembro", "2026-12-25 00:00"),
        ("pt", "no fim de semana", "2026-11-28 00:00"),
        ("pt", "mês que vem", "2026-12-01 00:00"),
        ("es", "mañana a las 10 de la mañana", "2026-11-24 10:00"),
        ("es", "pasado mañana", "2026-11-25 00:00"),
        ("es", "dentro de 2 horas", "2026-11-23 12:00"),
        ("es", "hace 3 días", "2026-11-20 00:00"),
        ("es", "el jueves a las nueve y cuarto de la noche", "2026-11-26 21:15"),
        ("es", "de 3 a 5 de la tarde", "2026-11-23 15:00"),
        ("es", "cena el viernes", "2026-11-27 19:30"),
        ("es", "la semana que viene", "2026-11-30 00:00"),
        ("es", "el 27 de noviembre a las 17h", "2026-11-27 17:00"),
        ("en", "Thanksgiving", "2026-11-26 00:00"),
        ("en", "Mother's Day 2027", "2027-05-09 00:00"),
        ("en", "the day after Christmas", "2026-12-26 00:00"),
        ("en", "last easter", "2026-04-05 00:00"),
        ("en", "the first half of next year", "2027-01-01 00:00"),
        ("en", "the fifth last day of May", "2027-05-27 00:00"),
        ("en", "the first 2 weeks of 2027", "2027-01-04 00:00"),
        ("en", "7:56:30 pm", "2026-11-23 19:56"),
        ("en", "twenty twenty-seven", "2027-01-01 00:00"),
        ("en", "in the nineties", "1990-01-01 00:00"),
        ("en", "the 21st century", "2000-01-01 00:00"),
        ("en", "for 2 hours from 3pm", "2026-11-23 15:00"),
        ("en", "rest of today", "2026-11-23 10:00"),
        ("en", "until tomorrow morning", "2026-11-24 00:00"),
        ("en", "a week today", "2026-11-30 00:00"),
        ("en", "next summer", "2027-06-21 00:00"),
        ("pt", "no próximo verão", "2026-12-21 00:00"),
        ("pt", "dez para as três", "2026-11-23 14:50"),
        ("pt", "9 de 8 de 2027", "2027-08-09 00:00"),
        ("pt", "véspera de 5 de maio", "2027-05-04 00:00"),
        ("pt", "século XXI", "2000-01-01 00:00"),
        ("es", "el primer lunes de 13:00 a 15:00 de diciembre", "2026-12-07 13:00"),
        ("es", "mañana por la tarde", "2026-11-24 16:00"),
        ("es", "a finales de la tarde", "2026-11-23 18:00"),
        ("es", "la segunda mitad de 2027", "2027-07-01 00:00"),
    ],
)
def test_a_phrase_means_its_moment(language: str, text: str, start: str) -> None:
    assert _starts(language, text) == [start]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I may go"),
        ("en", "take the second option"),
        ("en", "call 911"),
        ("en", "version 3.5 is out"),
        ("en", "the table for 8 is booked"),
        ("en", "rates rose by 6.45 percent"),
        ("en", "my number is 555-123-4567"),
        ("en", "they march to the square"),
        ("en", "this may not be right"),
        ("en", "house 4a"),
        ("pt", "o preço é US$ 5.00"),
        ("pt", "somos 3 pessoas"),
        ("es", "ya lo sé"),
        ("es", "la primera opción"),
        ("en", ""),
        ("en", "\x00 😀"),
    ],
)
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


@pytest.mark.parametrize(
    "row", ["tomorrow at 5 ", "3/4 ", "from 3 to 5 and ", "5 ", "monday ", "the first of the ", "a"]
)
def test_long_texts_cost_no_more_than_their_length(row: str) -> None:
    begin = time.process_time()  # of this process alone: a loaded machine changes nothing
    mentions((row * 32_000)[:32_000], now=_NOW, locale="en-US")
    assert time.process_time() - begin < 20


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
