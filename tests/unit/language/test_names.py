"""Is the person meant found, and never guessed?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpora import corpus

from orchestrator.language.names.address_book import Person, match, name_keys
from orchestrator.language.people.relations import relation_label

_ANA = Person("1", "Ana Souza", aliases=("Aninha",), relations=("Sister",))
_ANA_TWO = Person("2", "Ana Castro", nicknames=("Nana",))
_BOB = Person("3", "Robert Hoffmann", nicknames=("Bob",))
_MARTA = Person("4", "Marta Silva")
_MARIA = Person("5", "Maria Silva", relations=("mother",))
_ALL = (_ANA, _ANA_TWO, _BOB, _MARTA, _MARIA)


@corpus("names", "one_person_is_resolved")
def test_one_person_is_resolved(query: str, ids: tuple[str, ...], reason: str) -> None:
    found = match(query, _ALL)
    assert (found.status, found.ids, found.why) == ("resolved", ids, reason)


def test_several_people_are_a_question() -> None:
    assert match("Ana", _ALL).status == "ambiguous"
    assert match("Silva", _ALL).ids == ("4", "5")


def test_a_spelling_that_may_be_another_name_is_a_question() -> None:
    found = match("Mario Silva", [_MARIA])
    assert (found.status, found.ids) == ("ambiguous", ("5",))
    assert match("Marta Silva", [_MARIA]).status == "ambiguous"


@pytest.mark.parametrize(
    ("query", "known", "status"),
    [
        ("Christian Becker", "Christina Becker", "ambiguous"),  # two names, though two letters exchanged
        ("Robert Brown Jr", "Robert Brown Sr", "unknown"),
        ("Robert Brown", "Robert Brown Sr", "resolved"),
        ("David Martin", "Martin David Lewis", "ambiguous"),
        ("Putin, Vladimir", "Vladimir Vladimirovich Putin", "resolved"),
        ("Micheal Jordan", "Michael Jordan", "resolved"),
        ("jao pedro", "João Pedro Silva", "resolved"),
        ("analu", "Ana Luísa Rocha", "resolved"),
    ],
)
def test_one_who_may_be_somebody_else_is_not_taken(query: str, known: str, status: str) -> None:
    assert match(query, [Person("1", known)]).status == status


@pytest.mark.parametrize("query", ["", "\x00", "Carlos", "my brother", "😀"])
def test_nobody_is_nobody(query: str) -> None:
    assert match(query, _ALL).status == "unknown"


def test_relation_words_have_one_label_in_all_languages() -> None:
    assert {relation_label(text) for text in ("my sister", "minha irmã", "mi hermana")} == {"Sister"}
    assert relation_label("mother-in-law") == relation_label("sogra") == relation_label("mi suegra") == "Mother-in-law"
    assert relation_label("table") is None


def test_the_forms_of_a_name_that_are_equal() -> None:
    assert name_keys("Souza, Dr. Ana") == {"souza ana", "ana souza"}


@given(st.text(), st.text(min_size=1))
def test_any_text_is_answered(query: str, name: str) -> None:
    found = match(query, [Person("1", name)])
    assert (found.status == "resolved") <= (len(found.ids) == 1)


def test_a_short_form_is_a_question() -> None:
    people = [Person("1", "Kim Jensen"), Person("2", "Kimberly Rossi")]
    found = match("Kim", people)
    assert (found.status, found.ids) == ("ambiguous", ("1", "2"))
    assert match("Kim Jensen", people).ids == ("1",)
    assert match("Chris", [Person("1", "Christopher Evans")]).ids == ("1",)
    assert match("Gabri", [Person("1", "Gabriella Evans")]).status == "ambiguous"
