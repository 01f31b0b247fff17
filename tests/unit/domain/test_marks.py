"""What is read of a text when it is indexed?"""

import numpy as np
import pytest
from tests.support.corpora import corpus
from tests.support.processor_time import processor_time

from orchestrator.domain.foundation.search.text.lexemes import ASKS, TIME_EXPRESSION, marks_of, self_reference


@corpus("marks", "what_ends_with_a_question_asks")
def test_what_ends_with_a_question_asks(text: str) -> None:
    assert marks_of(text) & ASKS


@pytest.mark.parametrize("text", ["", "Three times a week.", "Why? Because I like it.", "I do. [is that a dog?] Yes."])
def test_what_ends_otherwise_tells(text: str) -> None:
    assert not marks_of(text) & ASKS


@pytest.mark.parametrize("text", ["I went sailing last week", "Fui ontem", "La vi el martes", "since 2019"])
def test_a_time_is_seen(text: str) -> None:
    assert marks_of(text) & TIME_EXPRESSION


def test_what_is_told_of_oneself_stands_before_what_is_said_to_somebody() -> None:
    texts = [
        "I moved to my sister's place, we love it",
        "I adopted a dog",
        "The match was on Friday",
        "I hope you like it",
        "Wow, you deserve it! Your work pays off, congrats to you",
    ]
    told = self_reference(np.array([marks_of(text) for text in texts], np.int16))
    assert told.tolist() == sorted(told.tolist(), reverse=True)
    assert told[2] == told[3] == 0
    assert np.abs(told).max() <= 1


@pytest.mark.parametrize(("own", "to_other"), [("Comprei o meu carro", "O teu carro é lindo"), ("Mi casa", "Tu casa")])
def test_the_persons_are_known_in_portuguese_and_spanish(own: str, to_other: str) -> None:
    told = self_reference(np.array([marks_of(own), marks_of(to_other)], np.int16))
    assert told[0] > 0 > told[1]


def test_marks_fit_their_column_and_cost_no_more_than_their_length() -> None:
    texts = ["I you me your " * 20_000 + "last year?", "[" * 100_000, " " * 100_000, "(a " * 50_000, "?" * 100_000]
    with processor_time() as spent:
        assert all(0 <= marks_of(text) < 2**15 for text in texts)
    assert spent.seconds < 10
