"""Do number words say the number they stand for, in each language?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpora import corpus

from orchestrator.language.numbers import cardinal, number, ordinal


@corpus("numbers", "words_say_their_number")
def test_words_say_their_number(language: str, text: str, value: float) -> None:
    assert number(text, language) == value


@pytest.mark.parametrize(("language", "text"), [("en", "table"), ("pt", ""), ("es", "y"), ("en", "twenty people")])
def test_other_words_say_none(language: str, text: str) -> None:
    assert number(text, language) is None


def test_the_longest_reading_wins_and_tells_its_length() -> None:
    words = ["at", "twenty", "five", "past"]
    found = cardinal(words, 1, "en")
    assert found is not None
    assert (found.value, found.length) == (25, 2)
    assert ordinal(words, 1, "en") is None
    assert cardinal(words, 9, "en") is None


@given(st.lists(st.sampled_from("twenty one and hundred e mil vinte y treinta first 12 x".split()), max_size=8))
def test_any_row_of_words_is_read_without_fault(words: list[str]) -> None:
    for language in ("en", "pt", "es"):
        for at in range(len(words)):
            for found in (cardinal(words, at, language), ordinal(words, at, language)):
                assert found is None or 1 <= found.length <= len(words) - at
