"""What is told by something that stands beside it, words that only look like times, and odd input."""

import time as clock
from datetime import datetime

import pytest

from orchestrator.language.time import mentions, recurring, repeating, resolve, resolve_range
from orchestrator.language.time.verdict import time_verdict

# A Wednesday.
NOW = datetime(2026, 11, 18, 10, 20)
LOCALES = {"en": "en-US", "pt": "pt-BR", "es": "es-ES"}


def _starts(language: str, text: str) -> list[str]:
    found = mentions(text, now=NOW, locale=LOCALES.get(language, language))
    return [each.start.isoformat(" ", "minutes") for each in found if each.kind != "duration"]


@pytest.mark.parametrize(
    ("language", "text", "start"),
    [
        ("en", "2 hours after lunch", "2026-11-18 14:30"),
        ("en", "an hour before dinner tomorrow", "2026-11-19 18:30"),
        ("en", "30 minutes before noon", "2026-11-18 11:30"),
        ("en", "for a quarter past noon", "2026-11-18 12:15"),
        ("en", "tomorrow at half seven", "2026-11-19 07:30"),
        ("en", "the Monday after Thanksgiving", "2026-11-30 00:00"),
        ("en", "the Friday before Christmas", "2026-12-18 00:00"),
        ("en", "the first Monday after New Year's Day", "2027-01-04 00:00"),
        ("en", "the night before Christmas", "2026-12-24 20:00"),
        ("en", "I slept badly last night", "2026-11-17 20:00"),
        ("en", "late last night", "2026-11-17 22:00"),
        ("en", "the next morning", "2026-11-19 08:00"),
        ("en", "this time tomorrow", "2026-11-19 10:20"),
        ("en", "same time next week", "2026-11-25 10:20"),
        ("en", "5 years ago today", "2021-11-18 00:00"),
        ("en", "late Friday night", "2026-11-20 22:00"),
        ("en", "earlier today", "2026-11-18 00:00"),
        ("en", "midnight tonight", "2026-11-19 00:00"),
        ("en", "over the weekend", "2026-11-21 00:00"),
        ("en", "Q3 of next year", "2027-07-01 00:00"),
        ("en", "day 100 of 2027", "2027-04-10 00:00"),
        ("en", "the 300th day of 2027", "2027-10-27 00:00"),
        ("en", "the last half of 2027", "2027-07-01 00:00"),
        ("en", "the lease will end in 2031", "2031-01-01 00:00"),
        ("en", "due 2027/23/Sep", "2027-09-23 00:00"),
        ("en", "where the year is greater than 2030", "2031-01-01 00:00"),
        ("en", "in three years since 2020", "2023-01-01 00:00"),
        ("en", "less than 3 days after tomorrow", "2026-11-19 00:00"),
        ("en", "more than 3 days after tomorrow", "2026-11-22 00:00"),
        ("en", "before 9am", "2026-11-19 00:00"),
        ("en-GB", "Mother's Day", "2027-03-07 00:00"),
        ("en-US", "Mother's Day", "2027-05-09 00:00"),
        ("es", "anoche", "2026-11-17 20:00"),
        ("es", "la noche anterior", "2026-11-17 20:00"),
        ("es", "a la mañana siguiente", "2026-11-19 08:00"),
        ("es", "después de comer", "2026-11-18 12:30"),
        ("es", "dos horas después de cenar", "2026-11-18 21:30"),
        ("es", "mañana a primera hora", "2026-11-19 08:00"),
        ("es", "mañana a esta hora", "2026-11-19 10:20"),
        ("es", "una semana antes de Navidad", "2026-12-18 00:00"),
        ("es", "el lunes después de Navidad", "2026-12-28 00:00"),
        ("es", "el fin de semana que viene", "2026-11-28 00:00"),
        ("es", "de hoy en quince", "2026-12-02 00:00"),
        ("es", "el lunes en ocho", "2026-11-30 00:00"),
        ("es", "a las 12 del mediodía", "2026-11-18 12:00"),
        ("pt", "na noite anterior", "2026-11-17 18:00"),
        ("pt", "na manhã seguinte", "2026-11-19 08:00"),
        ("pt", "duas horas depois do almoço", "2026-11-18 14:30"),
        ("pt", "segunda depois do Natal", "2026-12-28 00:00"),
        ("pt", "amanhã a esta hora", "2026-11-19 10:20"),
        ("pt", "hoje mais tarde", "2026-11-18 12:00"),
        ("pt", "amanhã às oito da noite", "2026-11-19 20:00"),
    ],
)
def test_what_stands_beside_tells_the_time(language: str, text: str, start: str) -> None:
    assert _starts(language, text) == [start]


@pytest.mark.parametrize(
    ("text", "end"),
    [("more than two weeks ago", "2026-11-04 00:00"), ("more than 2 weeks before Christmas", "2026-12-11 00:00")],
)
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


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the score was 3-2"),
        ("en", "1 of 3"),
        ("en", "2 by 4"),
        ("en", "version 2.5.1"),
        ("en", "the sun is out"),
        ("en", "you may come"),
        ("en", "the second option"),
        ("en", "call me at 555-0199"),
        ("en", "he is 35 years old"),
        ("en", "flight TP1234, gate 14"),
        ("en", "it costs 5.99"),
        ("en", "the last straw"),
        ("en", "the end of the story"),
        ("en", "5 out of 10"),
        ("en", "year greater than expected"),
        ("pt", "sexta básica"),
        ("pt", "a sexta edição"),
        ("pt", "terceiro lugar"),
        ("pt", "o quarto é grande"),
        ("pt", "segundo o João"),
        ("pt", "ter uma ideia"),
        ("pt", "ter"),
        ("pt", "o mar"),
        ("pt", "versão 2.5"),
        ("pt", "o jogo foi 3 a 1"),
        ("pt", "ligue para 912 345 678"),
        ("pt", "custa R$ 15,90"),
        ("es", "el segundo plato"),
        ("es", "el cuarto de baño"),
        ("es", "el mar"),
        ("es", "ganamos 3 a 1"),
        ("es", "versión 2.5"),
        ("es", "llama al 912 345 678"),
        ("es", "uno de los dos"),
        ("es", "vamos a comer"),
        ("es", "tiene 35 años"),
    ],
)
def test_what_only_looks_like_a_time_is_none(language: str, text: str) -> None:
    assert _starts(language, text) == []


@pytest.mark.parametrize(
    ("language", "text"), [("en", "I read the Sunday Times"), ("en", "April is my sister"), ("pt", "Natal RN")]
)
def test_what_may_be_a_name_is_never_sure(language: str, text: str) -> None:
    assert not any(each.sure for each in mentions(text, now=NOW, locale=LOCALES[language]))


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", "yoga every Tuesday at 5", ["every Tuesday at 5"]),
        ("en", "Yoga every Tuesday with Ana at 5pm", ["every Tuesday"]),
        ("en", "lunch every Friday at 1", ["every Friday at 1"]),
        ("en", "take vitamins daily", ["daily"]),
        ("en", "the weekly report tomorrow at 5", []),
        ("en", "buy every book tomorrow", []),
        ("pt", "reunião toda segunda-feira às 9 com a Ana", ["toda segunda-feira às 9"]),
        ("pt", "pagar a renda todo dia 5", ["todo dia 5"]),
        ("es", "gimnasio los lunes y miércoles a las 7", ["los lunes y miércoles a las 7"]),
        ("es", "cena todos los viernes a las 9", ["todos los viernes a las 9"]),
    ],
)
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
    begun = clock.process_time()
    verdict = time_verdict(case)
    assert clock.process_time() - begun < 1
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
