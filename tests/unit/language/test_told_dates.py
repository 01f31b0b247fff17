"""Which days does a message mean by its relative words?"""

from datetime import date, datetime

import pytest

from orchestrator.language.time.told import told_dates

MONDAY = datetime(2023, 5, 8, 13, 56)


def days(text: str, at: datetime = MONDAY, locale: str = "en-US") -> dict[str, tuple[str, str]]:
    return {one.text: (one.since.isoformat(), one.until.isoformat()) for one in told_dates(text, at=at, locale=locale)}


@pytest.mark.parametrize(
    ("text", "locale", "phrase", "since", "until"),
    [
        ("I saw the new bridge yesterday and it was huge", "en-US", "yesterday", "2023-05-07", "2023-05-08"),
        ("Last Saturday we ran", "en-US", "Last Saturday", "2023-05-06", "2023-05-07"),
        ("we met last week!", "en-US", "last week", "2023-05-01", "2023-05-08"),
        ("we were camping two weekends ago", "en-US", "two weekends ago", "2023-04-29", "2023-05-01"),
        ("a pic from last weekend", "en-US", "from last weekend", "2023-05-06", "2023-05-08"),
        ("we bought it three years ago", "en-US", "three years ago", "2020-01-01", "2021-01-01"),
        ("I built it last year", "en-US", "last year", "2022-01-01", "2023-01-01"),
        ("going camping next month", "en-US", "next month", "2023-06-01", "2023-07-01"),
        ("Last night was a mess!", "en-US", "Last night", "2023-05-07", "2023-05-08"),
        ("I met her yesterday at 5", "en-US", "yesterday at 5", "2023-05-07", "2023-05-08"),
        ("Ontem fui a uma aula", "pt-PT", "Ontem", "2023-05-07", "2023-05-08"),
        ("fui ao cinema na semana passada", "pt-BR", "na semana passada", "2023-05-01", "2023-05-08"),
        ("mudámos há dois anos", "pt-PT", "há dois anos", "2021-01-01", "2022-01-01"),
        ("mudamos no mês que vem", "pt-BR", "no mês que vem", "2023-06-01", "2023-07-01"),
        ("Ayer fui a una clase", "es-ES", "Ayer", "2023-05-07", "2023-05-08"),
        ("anoche cenamos fuera", "es-ES", "anoche", "2023-05-07", "2023-05-08"),
        ("nos mudamos el próximo mes", "es-ES", "el próximo mes", "2023-06-01", "2023-07-01"),
        ("My new job will start next week", "en-US", "start next week", "2023-05-15", "2023-05-22"),
        ("I start next month", "en-US", "start next month", "2023-06-01", "2023-07-01"),
        ("classes start next year", "en-US", "start next year", "2024-01-01", "2025-01-01"),
        ("classes end next week", "en-US", "end next week", "2023-05-15", "2023-05-22"),
        ("we meet early next week", "en-US", "early next week", "2023-05-15", "2023-05-18"),
        ("we meet at the start of next week", "en-US", "at the start of next week", "2023-05-15", "2023-05-18"),
        ("beginning of next month", "en-US", "beginning of next month", "2023-06-01", "2023-06-11"),
        ("start of next month", "en-US", "start of next month", "2023-06-01", "2023-06-11"),
        ("começo no próximo mês", "pt-PT", "começo no próximo mês", "2023-06-01", "2023-07-01"),
        ("início do próximo mês", "pt-BR", "início do próximo mês", "2023-06-01", "2023-06-11"),
        ("comienzo el próximo mes", "es-ES", "comienzo el próximo mes", "2023-06-01", "2023-07-01"),
        ("comienzo del próximo mes", "es-ES", "comienzo del próximo mes", "2023-06-01", "2023-06-11"),
        ("empezó hace dos años", "es-MX", "hace dos años", "2021-01-01", "2022-01-01"),
    ],
)
def test_relative_words_mean_days_before_or_after_the_message(
    text: str, locale: str, phrase: str, since: str, until: str
) -> None:
    assert days(text, locale=locale) == {phrase: (since, until)}


@pytest.mark.parametrize(
    "text",
    [
        "a few weeks ago we met",
        "What are you doing today?",
        "Now I'm tired of it",
        "I'll never forget the day",
        "see you on Friday",
        "Rome wasn't built in a day",
        "hace unos días",
        "há algum tempo",
        "",
    ],
)
def test_what_names_no_day_stays_as_it_is(text: str) -> None:
    assert days(text) == {}


def test_the_language_is_the_messages_own() -> None:
    assert days("Ontem fui ao dentista com a minha irmã", locale="en-US") == {"Ontem": ("2023-05-07", "2023-05-08")}


def test_each_phrase_knows_its_place() -> None:
    text = "Yesterday I ran, and last week I swam."
    found = told_dates(text, at=MONDAY, locale="en-GB")
    assert [text[one.start : one.end] for one in found] == ["Yesterday", "last week"]
    assert found[0].since == date(2023, 5, 7)
