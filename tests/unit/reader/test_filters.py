"""Is only told and counted what a question leaves in: days of the week, hours of a day, all except something?"""

from datetime import datetime, time

import pytest
from tests.unit.reader.world import ask

from orchestrator.language.lexicon.shape import Language
from orchestrator.reader.conditions.filters import Filters, filtered
from orchestrator.reader.line import line
from orchestrator.reader.reading import read

NOW = datetime(2026, 11, 22, 16, 40)
WORKDAYS = frozenset(range(5))
LOCALES = {"en": "en-GB", "pt": "pt-PT", "es": "es-ES"}


@pytest.mark.parametrize(
    ("question", "language", "weekdays", "without", "rest"),
    [
        ("what do I have on weekdays next week", "en", WORKDAYS, (), "what do I have next week"),
        ("what's on next week except the standups", "en", set(), (("standups",),), "what's on next week"),
        ("anything at weekends in May?", "en", {5, 6}, (), "anything in May"),
        ("my runs on mondays and fridays", "en", {0, 4}, (), "my runs"),
        ("o que tenho nos dias úteis de maio", "pt", WORKDAYS, (), "o que tenho de maio"),
        ("o que tenho amanhã menos a aula e o jantar", "pt", set(), (("aula",), ("jantar",)), "o que tenho amanhã"),
        ("quantas vezes corri às terças", "pt", {1}, (), "quantas vezes corri"),
        ("qué tengo entre semana en mayo", "es", WORKDAYS, (), "qué tengo en mayo"),
        ("qué tengo mañana sin contar el yoga", "es", set(), (("yoga",),), "qué tengo mañana"),
        ("qué hago los fines de semana de mayo", "es", {5, 6}, (), "qué hago de mayo"),
    ],
)
def test_a_filter_is_cut_out(
    question: str, language: Language, weekdays: set[int], without: tuple[tuple[str, ...], ...], rest: str
) -> None:
    found, left = filtered(line(question), language)
    assert (found.weekdays, found.without, left.raw) == (weekdays, without, rest)


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("mais ou menos quando é o jantar?", "pt"),
        ("qual é o dia menos ocupado?", "pt"),
        ("tenho pelo menos a tarde livre?", "pt"),
        ("¿cuál es el día menos lleno?", "es"),
        ("¿tengo al menos el lunes libre?", "es"),
        ("what's on at the weekend?", "en"),
        ("when is the dentist?", "en"),
    ],
)
def test_what_leaves_nothing_out_is_no_filter(question: str, language: Language) -> None:
    assert not filtered(line(question), language)[0]


@pytest.mark.parametrize(
    ("question", "language", "hours"),
    [
        ("what do I have between 5 and 9 pm next week", "en", (time(17), time(21))),
        ("what's on in the evenings next week", "en", (time(18), time(22))),
        ("o que tenho à noite na próxima semana", "pt", (time(18), time())),
        ("qué tengo por la tarde la semana que viene", "es", (time(12), time(20))),
        ("which mornings am I free next week", "en", (time(5), time(12))),
    ],
)
def test_hours_beside_days_are_those_of_each_day(question: str, language: Language, hours: tuple[time, time]) -> None:
    found = read(question, now=NOW, locale=LOCALES[language])
    assert found.filters.hours == hours
    assert found.span == (datetime(2026, 11, 23), datetime(2026, 11, 30))


def test_what_stays() -> None:
    at, end = datetime(2026, 11, 24, 19), datetime(2026, 11, 24, 20)  # a Tuesday
    assert Filters(weekdays=WORKDAYS).keep("Yoga", at, end, whole=False)
    assert not Filters(weekdays=frozenset({5})).keep("Yoga", at, end, whole=False)
    assert Filters(hours=(time(18), time(22))).keep("Yoga", at, end, whole=False)
    assert not Filters(hours=(time(8), time(12))).keep("Yoga", at, end, whole=False)
    assert not Filters(hours=(time(18), time())).keep("Fair", at, end, whole=True)
    assert not Filters(without=(("yoga",),)).keep("Yoga with Ana", at, end, whole=False)
    assert Filters(without=(("yoga", "pedro"),)).keep("Yoga with Ana", at, end, whole=False)
    assert Filters(weekdays=frozenset({5})).keep("Trip", datetime(2026, 11, 27), datetime(2026, 11, 29), whole=True)


@pytest.mark.parametrize(
    ("question", "locale"),
    [
        ("what do I have next week except yoga?", "en-GB"),
        ("o que tenho na próxima semana menos o yoga?", "pt-PT"),
        ("¿qué tengo la semana que viene excepto el yoga?", "es-ES"),
    ],
)
def test_what_is_left_out_is_not_told(question: str, locale: str) -> None:
    told = ask(question, mood="question", locale=locale).text
    assert "Dentist" in told
    assert "Yoga" not in told


def test_what_else_is_what_was_not_told() -> None:
    context = {"events": [{"id": "e6", "title": "Yoga"}]}
    told = ask("what else do I have next week?", mood="question", context=context).text
    assert "Dentist" in told
    assert "Yoga" not in told


@pytest.mark.parametrize(
    ("question", "locale", "since"),
    [
        ("how many meetings have I had since the summer?", "en-GB", datetime(2026, 9, 1)),
        ("quantas reuniões tive desde o verão?", "pt-PT", datetime(2026, 9, 1)),
        ("¿cuántas reuniones tuve desde la primavera?", "es-ES", datetime(2026, 6, 1)),
    ],
)
def test_since_a_season_is_since_it_was_over(question: str, locale: str, since: datetime) -> None:
    assert read(question, now=NOW, locale=locale).span == (since, NOW)


def test_a_count_is_of_what_holds_the_words_up_to_now() -> None:
    assert ask("how many times have I been to the dentist?", mood="question").text.startswith("I count 1 event")
    assert "1 of them so far" in ask("how many dentist appointments this year?", mood="question").text


def test_a_count_of_nothing_keeps_its_dates() -> None:
    told = ask("quantas reuniões tive em fevereiro?", mood="question", locale="pt-PT").text
    assert told.startswith("Não contei nenhum")
    assert "fev. 2026 e 28 fev. 2026. " in told
