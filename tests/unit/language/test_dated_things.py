"""Is a day put in the place of what has one: a birthday, an event, what was spoken of?"""

from datetime import date

import pytest
from tests.support.corpora import corpus

from orchestrator.language.discourse.dated_things import (
    MOST_CHARACTERS,
    dated_thing,
    names_somebody,
    of_that_thing,
    of_that_weekday,
)
from orchestrator.language.tables import Language

DAY = date(2026, 12, 4)


@corpus("dated_things", "a_day_is_told_by_what_has_one")
def test_a_day_is_told_by_what_has_one(language: Language, said: str, words: str, birthday: bool, read: str) -> None:
    found = dated_thing(said, language, asks=False)
    assert found is not None
    assert (found.words, found.birthday) == (words, birthday)
    assert found.on(DAY, said, language) == read


@corpus("dated_things", "what_tells_its_own_day_is_left")
def test_what_tells_its_own_day_is_left(language: Language, said: str) -> None:
    assert dated_thing(said, language, asks=False) is None


@corpus("dated_things", "what_was_told_is_meant_by_its_title")
def test_what_was_told_is_meant_by_its_title(language: Language, said: str, read: str) -> None:
    assert of_that_thing(said, ["Class parents dinner", "Padel"], language) == read


def test_that_sunday_is_the_one_near_the_day_of_the_talk() -> None:
    assert of_that_weekday("brunch that sunday at 11", DAY, "en") == "brunch on December 6, 2026 at 11"


@pytest.mark.parametrize("shape", ["the day before ", "2 dias antes do ", "la víspera de ", "that dinner "])
def test_long_texts_are_left_alone(shape: str) -> None:
    text = shape * (MOST_CHARACTERS // len(shape) + 1)
    assert dated_thing(text, "en", asks=False) is None
    assert of_that_thing(text, ["Dinner"], "en") == text


@pytest.mark.parametrize(
    ("words", "language", "names"),
    [("eli's", "en", True), ("the", "en", False), ("de lola", "es", True), ("her", "en", False), ("la", "fr", False)],
)
def test_whose_birthday_is_named(words: str, language: Language, names: bool) -> None:
    assert names_somebody(words, language) is names


@pytest.mark.parametrize(
    ("language", "said", "words"),
    [
        ("en", "what do i still have to do before mam's party?", "mam's party"),
        ("es", "¿qué tengo que hacer antes de la fiesta?", "fiesta"),
        ("pt", "o que tenho de fazer antes da festa?", "festa"),
        ("fr", "qu'est-ce que je dois faire avant la fête ?", "fête"),
        ("en", "what do i have to do before lunch", None),
        ("en", "what do i have to do before friday", None),
        ("en", "who comes before ana", None),
    ],
)
def test_what_is_due_before_a_thing_that_has_a_day(language: Language, said: str, words: str | None) -> None:
    found = dated_thing(said, language, asks=True)
    assert (found.words if found is not None else None) == words
