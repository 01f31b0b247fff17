"""Is the right value worked out of other people's time, ways back and whole days, and what nobody knows said so?"""

from collections.abc import Iterator
from operator import itemgetter
from typing import Any

import pytest
from tests.support.corpora import corpus, lines
from tests.unit.reader import world
from tests.unit.reader.turns import assert_turn
from tests.unit.reader.world import event, message

from orchestrator.language.detect import carried
from orchestrator.reader.line import line
from orchestrator.reader.query.algebra import Aggregate
from orchestrator.reader.query.parse import query_asked
from orchestrator.reader.question.reading import read

EVENTS = [
    event("t1", "Flight to Lisbon", "2026-12-20T09:00:00", "2026-12-20T11:15:00", place="GRU"),
    event("t2", "Flight home", "2026-12-27T18:00:00", "2026-12-27T22:00:00", place="Lisbon Airport"),
    event("t3", "Pedro in town", "2026-12-01T00:00:00", "2026-12-04T00:00:00", ["Pedro Lima"], all_day=True),
    event("t4", "Dentist", "2026-11-27T10:00:00", "2026-11-27T11:00:00", place="Clínica Central"),
    event("t5", "Yoga", "2026-11-27T18:00:00", "2026-11-27T19:00:00", status="tentative"),
    event("t6", "Lunch with Ana", "2026-11-24T12:30:00", "2026-11-24T14:00:00", ["Ana Souza"], "Bistrô Azul"),
    event("t7", "Tiradentes", "2026-12-08T00:00:00", "2026-12-09T00:00:00", all_day=True),
    event("t8", "Trip to Porto", "2026-10-01T00:00:00", "2026-10-05T00:00:00", ["Ana Souza"], "Porto", all_day=True),
    event("t9", "Weekend in Porto", "2027-01-16T00:00:00", "2027-01-18T00:00:00", place="Porto", all_day=True),
]
MESSAGES = [
    message("x1", "Maria", "Maria Silva", "Chego dia 11 de dezembro, fico até 13", "2026-11-15T19:00:00"),
    message("x2", "Ana", "Ana Souza", "El 27 trabajo hasta las 19:00", "2026-11-17T19:00:00"),
]


@pytest.fixture(autouse=True)
def life() -> Iterator[None]:
    """The small world with other events and messages."""
    kept = (world.EVENTS[:], world.MESSAGES[:])
    world.EVENTS[:], world.MESSAGES[:] = EVENTS, MESSAGES
    yield
    world.EVENTS[:], world.MESSAGES[:] = kept


@corpus("reader_other_times", "what_is_worked_out")
def test_what_is_worked_out(question: str, language: Any, aggregate: Aggregate) -> None:
    found = query_asked(line(question), language)
    assert found is not None
    assert found.aggregate is aggregate


@corpus("reader_other_times", "going_there_again_is_no_way_back")
def test_going_there_again_is_no_way_back(question: str, language: Any) -> None:
    assert query_asked(line(question), language) is None


@corpus("reader_other_times", "a_few_words_are_in_the_language_of_the_talk")
def test_a_few_words_are_in_the_language_of_the_talk(text: str, before: tuple[str, ...], language: str) -> None:
    assert carried(text, before, "en-GB") == language


@pytest.mark.parametrize("case", lines("other_times"), ids=itemgetter("id"))
def test_the_value_is_told(case: dict[str, Any]) -> None:
    assert_turn(case)


@pytest.mark.parametrize(
    ("said", "locale", "days"),
    [
        ("summarise my week", "en-GB", 9), ("resúmeme la semana", "es-ES", 9), ("resume-me a semana", "pt-PT", 9),
        ("résume-moi la semaine", "fr-FR", 9), ("brief me", "en-GB", None),
    ],
)  # fmt: skip
def test_a_summary_of_the_week_tells_on_saturday_the_rest_of_it_and_the_next(
    said: str, locale: str, days: int | None
) -> None:
    span = read(said, now=world.NOW, locale=locale).span
    assert (span and span[1] and (span[1] - span[0]).days) == days
