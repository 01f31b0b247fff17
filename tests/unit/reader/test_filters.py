"""Is only told and counted what a question leaves in: days of the week, hours of a day, all except something?"""

from datetime import datetime, time

from tests.support.corpora import corpus

from orchestrator.language.lexicon.shape import Language
from orchestrator.reader.conditions.filters import Filters, filtered
from orchestrator.reader.line import line
from orchestrator.reader.question.reading import read

NOW = datetime(2026, 11, 22, 16, 40)
WORKDAYS = frozenset(range(5))
LOCALES = {"en": "en-GB", "pt": "pt-PT", "es": "es-ES"}


@corpus("filters", "a_filter_is_cut_out")
def test_a_filter_is_cut_out(
    question: str, language: Language, weekdays: frozenset[int], without: tuple[tuple[str, ...], ...], rest: str
) -> None:
    found, left = filtered(line(question), language)
    assert (found.weekdays, found.without, left.raw) == (weekdays, without, rest)


@corpus("filters", "what_leaves_nothing_out_is_no_filter")
def test_what_leaves_nothing_out_is_no_filter(question: str, language: Language) -> None:
    assert not filtered(line(question), language)[0]


@corpus("filters", "hours_beside_days_are_those_of_each_day")
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


@corpus("filters", "since_a_season_is_since_it_was_over")
def test_since_a_season_is_since_it_was_over(question: str, locale: str, since: datetime) -> None:
    assert read(question, now=NOW, locale=locale).span == (since, NOW)
