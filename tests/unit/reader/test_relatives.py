"""Is a path of relations kept whole for the resolver, and is "her mum" that of the person who was spoken of?"""

from datetime import datetime

import pytest
from tests.support.corpora import corpus

from orchestrator.language.tables import Language
from orchestrator.reader.line import line
from orchestrator.reader.question.reading import read
from orchestrator.reader.question.relatives import relative

NOW = datetime(2026, 11, 22, 16, 40)


@corpus("relatives", "the_path_is_one_name")
def test_the_path_is_one_name(text: str, language: Language, phrase: str) -> None:
    found = relative(line(text), language)
    assert found is not None
    assert (found.phrase, found.pronoun) == (phrase, False)


@pytest.mark.parametrize("text", ["who is my sister", "what's on tomorrow", "is my brother coming", "add milk", ""])
def test_a_plain_word_is_looked_up_by_itself(text: str) -> None:
    assert relative(line(text), "en") is None


def test_the_owner_of_an_address_is_no_feast() -> None:
    """Some calendars have a Boss's Day."""
    found = read("what's my boss's email", now=NOW, locale="en-GB")
    assert (found.when, found.words, found.attribute) == (None, ("boss",), "email")
