"""Is a value that is worked out of several records the right one, and told first?"""

import pytest
from tests.unit.reader.world import ask

from orchestrator.language.tables import Language
from orchestrator.reader.line import line
from orchestrator.reader.query.algebra import Aggregate
from orchestrator.reader.query.parse import query_asked


@pytest.mark.parametrize(
    ("question", "language", "aggregate"),
    [
        ("which day next week is the busiest?", "en", Aggregate.BUSIEST),
        ("qual é o dia mais cheio da próxima semana?", "pt", Aggregate.BUSIEST),
        ("¿qué día tengo más reuniones?", "es", Aggregate.BUSIEST),
        ("is the dentist before or after the concert?", "en", Aggregate.ORDER),
        ("o dentista é antes ou depois do concerto?", "pt", Aggregate.ORDER),
        ("¿quién es mayor, Ana o Pedro?", "es", Aggregate.OLDER),
        ("who haven't I seen since May?", "en", Aggregate.UNSEEN),
        ("quando falei com a Ana pela última vez?", "pt", Aggregate.LATEST),
        ("is my brother married?", "en", Aggregate.MARRIED),
        ("quantas horas de reuniões tenho amanhã?", "pt", Aggregate.TOTAL),
    ],
)
def test_what_is_worked_out(question: str, language: Language, aggregate: Aggregate) -> None:
    found = query_asked(line(question), language)
    assert found is not None
    assert found.aggregate is aggregate


@pytest.mark.parametrize("question", ["when is the concert?", "what's Ana's email?", "who is coming to lunch?"])
def test_what_one_record_holds_is_no_such_query(question: str) -> None:
    assert query_asked(line(question), "en") is None


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("is the dentist before or after the concierto?", "“Dentist” is before “Concierto de Rosalía”."),
        ("what comes first, yoga or the dentist?", "“Yoga” is before “Dentist”."),
        ("how many days between yoga and the dentist?", "3 days:\n- “Yoga”"),
    ],
)
def test_the_value_comes_first(question: str, begins: str) -> None:
    turn = ask(question, mood="question")
    assert turn.writes == []
    assert turn.text.startswith(begins), turn.text


def test_an_event_that_lacks_a_word_is_not_taken() -> None:
    assert not ask("is Ana's wedding before or after yoga?", mood="question").text.startswith("“Lunch")
