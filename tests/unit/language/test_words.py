"""Which words are written as one, and how are they told apart, however many there are?"""

import pytest

from orchestrator.language.text.words import words

MANY = 30_000


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("qu'aujourd'hui", "qu aujourd'hui"),
        ("d'l'ami", "d l ami"),
        ("we'll've", "we will have"),
        ("what's Ana's", "what is ana 's"),
    ],
)
def test_words_that_are_written_as_one(text: str, told: str) -> None:
    assert " ".join(word.text for word in words(text)) == told


@pytest.mark.parametrize(
    ("text", "count"),
    [("l'" * MANY + "ami", MANY + 1), ("a" + "'ll" * MANY, MANY + 1), ("a" + "'s" * MANY, 2), ("d'" * MANY, MANY)],
)
def test_no_number_of_them_is_too_deep(text: str, count: int) -> None:
    assert len(words(text)) == count
