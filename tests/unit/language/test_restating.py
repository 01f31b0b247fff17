"""Is what a correction or a follow-up replaces found in the message before, and nothing where it replaces nothing?"""

from datetime import datetime

import pytest
from tests.support.corpora import corpus

from orchestrator.language.discourse.amending import instead_of, once_more, other_of_name, rather, same_but, weeks_on
from orchestrator.language.discourse.marks import marked, without_standing
from orchestrator.language.discourse.repairing import repaired
from orchestrator.language.discourse.restating import (
    kin_without_apostrophe,
    meant_instead,
    only_names,
    with_instead,
    with_number,
    with_person,
    with_value,
    with_words,
    without_apostrophe,
)
from orchestrator.language.discourse.retiming import only_a_time, only_an_hour, with_time
from orchestrator.language.discourse.swapping import another_thing, weeks_later, with_thing
from orchestrator.language.tables import Language
from orchestrator.language.text.words import level

NOW = datetime(2026, 11, 22, 16, 40)


@corpus("restating", "the_other_one_is_meant")
def test_the_other_one_is_meant(language: Language, before: str, said: str, restated: str) -> None:
    meant = meant_instead(said, language)
    assert meant is not None
    restated_now = with_instead(before, meant.words, language, now=NOW)
    assert restated_now is not None
    assert restated_now.replace("del día", "día") == restated


@corpus("restating", "what_points_at_no_other_one")
def test_what_points_at_no_other_one(language: Language, said: str) -> None:
    assert meant_instead(said, language) is None


@corpus("restating", "another_person_in_the_same_question")
def test_another_person_in_the_same_question(before: str, old: str, new: str, restated: str | None) -> None:
    assert with_person(before, old, new) == restated


def test_a_follow_up_that_only_names_somebody() -> None:
    assert only_names("and Alba's?", ["alba"])
    assert only_names("e a Alba?", ["alba"])
    assert not only_names("and Alba is late", ["alba"])
    assert not only_names("Alba", ["alba"])


@corpus("restating", "another_value_of_what_was_told")
def test_another_value_of_what_was_told(before: str, said: str, restated: str | None) -> None:
    assert with_value(before, said) == restated


@corpus("restating", "another_time_is_put_in_the_place_of_its_own")
def test_another_time_is_put_in_the_place_of_its_own(language: Language, before: str, said: str, restated: str) -> None:
    assert with_time(before, said, language, now=NOW) == restated


@corpus("restating", "what_says_more_than_a_time_or_corrects_nothing_is_left")
def test_what_says_more_than_a_time_or_corrects_nothing_is_left(language: Language, said: str) -> None:
    assert with_time("remind me to call the bank tomorrow", said, language, now=NOW) is None


def test_words_that_are_only_a_time() -> None:
    assert all(only_a_time(text) for text in ("to monday", "para sábado", "el lunes a las 3", "tomorrow please"))
    assert not any(only_a_time(text) for text in ("cheese", "cancel monday", "a Ana na sexta"))
    # What stands between a day and its hour says something.
    apart = ("amanhã tenho inventário às 19h30", "el viernes viajo a cali en el bus de las 2 de la tarde")
    assert not any(only_a_time(text) for text in apart)


@corpus("restating", "once_more_with_a_part_changed")
def test_once_more_with_a_part_changed(
    language: Language, before: str, said: str, old: str | None, new: str | None, restated: str
) -> None:
    assert once_more(before, same_but(said), old, new, language, now=NOW) == restated


@corpus("restating", "one_time_rather_than_the_other")
def test_one_time_rather_than_the_other(language: Language, said: str, meant: str) -> None:
    assert rather(said, language, now=NOW) == meant


@corpus("restating", "one_word_in_the_place_of_the_other")
def test_one_word_in_the_place_of_the_other(language: Language, before: str, said: str, restated: str | None) -> None:
    both = instead_of(marked(level(said), language).of(said))
    assert both is not None
    assert with_words(before, both[1], both[0]) == restated


@corpus("restating", "an_owner_without_their_apostrophe")
def test_an_owner_without_their_apostrophe(language: Language, said: str, meant: str | None) -> None:
    found = without_apostrophe(said, language)
    told = next((f"{said[:at]}'{said[at:]}" for at, name in found if name not in {"who"}), None)
    assert told == meant


def test_words_that_are_only_an_hour() -> None:
    assert all(only_an_hour(text) for text in ("11", "at 4:30", "11 then", "às 9"))
    assert not any(only_an_hour(text) for text in ("25", "eggs", "11 eggs", ""))


@corpus("restating", "another_one_of_the_name")
def test_another_one_of_the_name(said: str, name: str | None) -> None:
    assert other_of_name(said) == name


@corpus("restating", "what_is_put_right_amid_a_message")
def test_what_is_put_right_amid_a_message(language: Language, said: str, meant: str) -> None:
    assert repaired(said, language, now=NOW) == meant


@corpus("restating", "what_is_taken_back_at_once_is_gone")
def test_what_is_taken_back_at_once_is_gone(language: Language, said: str, read: str) -> None:
    assert repaired(said, language, now=NOW) == read


@corpus("restating", "another_thing_takes_its_place")
def test_another_thing_takes_its_place(language: Language, title: str, before: str, said: str, restated: str) -> None:
    assert with_thing(before, title, another_thing(said, title, language)) == restated


@corpus("restating", "what_names_no_other_thing")
def test_what_names_no_other_thing(language: Language, title: str, said: str) -> None:
    assert another_thing(said, title, language) == ""


@corpus("restating", "what_was_right_is_left_out")
def test_what_was_right_is_left_out(language: Language, said: str, left: str) -> None:
    assert without_standing(said, language) == left


@corpus("restating", "another_week_of_the_same")
def test_another_week_of_the_same(language: Language, before: str, said: str, restated: str | None) -> None:
    weeks = weeks_on(said)
    assert (weeks_later(before, weeks, language, now=NOW) if weeks else None) == restated


@pytest.mark.parametrize(
    ("said", "places"),
    [
        ("rohan's brothers wife", [15]),
        ("my sisters husbands number", [9]),
        ("my brothers", []),
        ("the sisters came", []),
        ("buy the kids shoes", []),
    ],
)
def test_a_relation_that_owns_another_without_its_apostrophe(said: str, places: list[int]) -> None:
    assert kin_without_apostrophe(said, "en") == places
    assert kin_without_apostrophe(said, "pt") == []


@pytest.mark.parametrize(
    ("before", "said", "restated"),
    [
        ("note: oil was 1.09 a litre", "1.12", "note: oil was 1.12 a litre"),
        ("anota: gasóleo a 1,59", "1,62", "anota: gasóleo a 1,62"),
        ("note: oil was 1.09, petrol 1.70", "1.12", None),
        ("padel at 9", "1.12", None),
        ("note: oil was 1.09 a litre", "at 1.12", None),
    ],
)
def test_a_number_with_decimals_takes_the_place_of_the_only_one(before: str, said: str, restated: str | None) -> None:
    assert with_number(before, said) == restated
