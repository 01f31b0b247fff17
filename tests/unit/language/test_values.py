"""Which kind of value does a question ask for, and does a sentence hold one?"""

from tests.support.corpora import corpus

from orchestrator.language.values import Value, asked_value, explained, holds, sentences


@corpus("values", "a_question_asks_for_a_kind_of_value")
def test_a_question_asks_for_a_kind_of_value(question: str, value: Value | None) -> None:
    assert asked_value(question) is value


@corpus("values", "a_sentence_holds_such_a_value")
def test_a_sentence_holds_such_a_value(value: Value, sentence: str, held: bool) -> None:
    assert holds(value, sentence) is held


def test_a_sum_is_not_cut_at_its_point() -> None:
    assert sentences("Total paid: 137.45 EUR. Thank you!\nSee you") == [
        "Total paid: 137.45 EUR.",
        "Thank you!",
        "See you",
    ]


def test_words_that_only_ask_for_the_value_tell_nothing() -> None:
    assert explained(Value.SUM, "custou")
    assert explained(Value.DATE, "vence")
    assert not explained(Value.SUM, "caldeira")
