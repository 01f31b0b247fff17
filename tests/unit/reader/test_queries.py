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
        ("quantas horas passei na guitarra em outubro?", "pt", Aggregate.TOTAL),
        ("did I see Ana more often than Pedro?", "en", Aggregate.COMPARE),
        ("¿a quién veo más, a Ana o a Pedro?", "es", Aggregate.COMPARE),
        ("how far is the clinic from home?", "en", Aggregate.DISTANCE),
        ("quantas noites fico em Lisboa?", "pt", Aggregate.STAY),
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
        ("do I spend more time with Ana or Pedro?", "“Ana”: 2 hours and 30 minutes; “Pedro”: 1 hour and 30 minutes."),
        ("how many hours of yoga do I have next week?", "1 hour: 1 event"),
        ("what's the longest meeting next week?", "1 hour and 30 minutes: “Reunião de orçamento”"),
        ("how many hours does the concierto last?", "2 hours and 30 minutes: “Concierto de Rosalía”"),
        ("is the dentist called off?", "No, it is still on your calendar: “Dentist”"),
    ],
)
def test_the_value_comes_first(question: str, begins: str) -> None:
    turn = ask(question, mood="question")
    assert turn.writes == []
    assert turn.text.startswith(begins), turn.text


def test_an_event_that_lacks_a_word_is_not_taken() -> None:
    assert not ask("is Ana's wedding before or after yoga?", mood="question").text.startswith("“Lunch")


def test_who_is_seen_more_is_no_yes() -> None:
    """That there is some of it decides nothing of what is more."""
    assert not ask("do I see Pedro more often than Zoe?", mood="question").text.startswith("Yes")
