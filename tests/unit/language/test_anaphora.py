"""Is a message read with whom and which day it leaves to the conversation?"""

from datetime import date

import pytest
from tests.support.corpora import corpus

from orchestrator.language.discourse.anaphora import of_us, refers_to_day, refers_to_person, with_day, with_moment
from orchestrator.language.tables import Language


@corpus("anaphora", "a_pronoun_is_somebody")
def test_a_pronoun_is_somebody(language: Language, said: str, meant: str) -> None:
    found = refers_to_person(said, language)
    assert found is not None
    assert found.named(said, "Rui Costa") == meant


@corpus("anaphora", "who_is_named_is_left_alone")
def test_who_is_named_is_left_alone(language: Language, said: str) -> None:
    assert refers_to_person(said, language) is None


@corpus("anaphora", "the_gender_is_told_and_whether_a_thing_may_be_meant")
def test_the_gender_is_told_and_whether_a_thing_may_be_meant(
    language: Language, said: str, gender: str | None, certain: bool
) -> None:
    found = refers_to_person(said, language)
    assert found is not None
    assert (found.gender, found.certain) == (gender, certain)


@corpus("anaphora", "that_day_is_a_day")
def test_that_day_is_a_day(language: Language, said: str, meant: str) -> None:
    assert refers_to_day(said, language)
    assert with_day(said, date(2026, 11, 27), language) == meant


@corpus("anaphora", "that_moment_is_a_moment")
def test_that_moment_is_a_moment(language: Language, said: str, meant: str) -> None:
    assert with_moment(said, "friday at 5", language) == meant


def test_no_day_is_meant() -> None:
    assert not refers_to_day("what a day", "en")
    assert with_day("what a day", date(2026, 11, 27), "en") == "what a day"


@corpus("anaphora", "with_whom_we_do_something")
def test_with_whom_we_do_something(language: Language, said: str, read: str) -> None:
    assert of_us(said, "Ana Sousa", language) == read


@pytest.mark.parametrize("shape", ["she ", "la ", "dele ", "that day ", "é que ", "who she's "])
def test_long_texts_are_left_alone(shape: str) -> None:
    for language in ("en", "pt", "es"):
        assert refers_to_person(shape * 16_000, language) is None
