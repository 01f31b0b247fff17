"""Is a value that is worked out of several records the right one, and told first?"""

import pytest
from tests.support.corpora import corpus

from orchestrator.language.tables import Language
from orchestrator.reader.line import line
from orchestrator.reader.query.algebra import Aggregate
from orchestrator.reader.query.parse import query_asked


@corpus("queries", "what_is_worked_out")
def test_what_is_worked_out(question: str, language: Language, aggregate: Aggregate) -> None:
    found = query_asked(line(question), language)
    assert found is not None
    assert found.aggregate is aggregate


@pytest.mark.parametrize("question", ["when is the concert?", "what's Ana's email?", "who is coming to lunch?"])
def test_what_one_record_holds_is_no_such_query(question: str) -> None:
    assert query_asked(line(question), "en") is None
