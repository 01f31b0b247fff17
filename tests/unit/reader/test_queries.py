"""Is a value that is worked out of several records the right one, and told first?"""

import pytest
from tests.support.corpora import corpus
from tests.unit.reader.world import facts

from orchestrator.language.tables import Language
from orchestrator.reader.line import line
from orchestrator.reader.query.algebra import Aggregate
from orchestrator.reader.query.parse import query_asked
from orchestrator.reader.requests.several import asked_apart


@corpus("queries", "what_is_worked_out")
def test_what_is_worked_out(question: str, language: Language, aggregate: Aggregate) -> None:
    found = query_asked(line(question), language)
    assert found is not None
    assert found.aggregate is aggregate


@corpus("queries", "several_questions")
def test_questions_of_one_message_are_turns_of_their_own(question: str, language: str, apart: list[str]) -> None:
    assert [one.question for one in asked_apart(facts(question, mood="question", language=language))] == apart


@pytest.mark.parametrize("question", ["when is the concert?", "what's Ana's email?", "who is coming to lunch?"])
def test_what_one_record_holds_is_no_such_query(question: str) -> None:
    assert query_asked(line(question), "en") is None


@pytest.mark.parametrize(
    "question", ["qué hice ayer", "cuánto cuesta el alquiler", "quanto é que a Fiona disse que era"]
)
def test_what_the_day_or_a_text_holds_is_no_such_query(question: str) -> None:
    assert query_asked(line(question), "es" if question.startswith(("qué", "cuá")) else "pt") is None
