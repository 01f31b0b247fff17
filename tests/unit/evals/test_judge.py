"""Is the judge of `make evals` as strict as it says?"""

from tests.evals.asked import quotes
from tests.evals.judge import gold_span, judged
from tests.support.corpora import corpus


@corpus("judge", "what_is_right")
def test_what_is_right(answer: str, gold: str) -> None:
    assert judged(answer, gold).right


@corpus("judge", "what_is_not")
def test_what_is_not(answer: str, gold: str) -> None:
    assert not judged(answer, gold).right


@corpus("judge", "what_is_right_where_nothing_is_there")
def test_what_is_right_where_nothing_is_there(answer: str, right: bool) -> None:
    assert judged(answer, "", "head gardener").right is right


def test_a_gold_answer_that_is_no_date_is_none() -> None:
    assert gold_span("10 years ago") is None
    assert gold_span("her mother") is None
    assert gold_span("first weekend of August 2023") is not None


def test_a_quotation_is_a_whole_sentence() -> None:
    text = "Wow! We sold the old piano to a neighbour yesterday. Great."
    assert quotes("Nora: “We sold the old piano to a neighbour yesterday [2 Jul 2023].”", text)
    assert not quotes("Wow! That is great", text)
