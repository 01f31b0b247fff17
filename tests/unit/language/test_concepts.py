"""Everyday words mean the same in three languages, and shorthand is written out."""

import pytest
from tests.support.corpora import corpus

from orchestrator.language.concepts import MARK, as_asked, as_told, concepts_of, listed
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import normalize, stems
from orchestrator.language.text.shorthand import OWN, SPELLED, pieces, spelled_out


@corpus("concepts", "words_of_one_meaning_share_an_element")
def test_words_of_one_meaning_share_an_element(one: str, other: str) -> None:
    (first,), (second,) = stems(one), stems(other)
    assert set(first) & set(second)


@pytest.mark.parametrize(("one", "other"), [("rent", "lunch"), ("bread", "broad"), ("Ana", "año")])
def test_words_of_other_meanings_do_not(one: str, other: str) -> None:
    (first,), (second,) = stems(one), stems(other)
    assert not set(first) & set(second)


@pytest.mark.parametrize(
    ("asked", "told", "meets"),
    [
        ("ibuprofen", "aspirin", False),
        ("ibuprofeno", "ibuprofen", True),
        ("painkillers", "aspirina", True),
        ("paracetamol", "painkiller", True),
        ("pork", "beef", False),
        ("porc", "viande", True),
        ("meat", "agneau", True),
        ("gambas", "seafood", True),
    ],
)
def test_a_kind_of_something_is_not_another_kind_of_it(asked: str, told: str, *, meets: bool) -> None:
    (question,), (text,) = stems(asked), stems(told)
    assert as_asked(question).isdisjoint(as_told(text)) is not meets


def test_a_form_that_the_table_does_not_list_is_found_by_its_stem() -> None:
    (form,) = stems("plumbers'")
    assert f"{MARK}plumber" in form
    assert concepts_of("zzz") == ()


def test_the_table_is_folded_and_its_concepts_are_no_words() -> None:
    for word, names in listed().items():
        assert word == normalize(word)
        assert all(name.startswith(MARK) for name in names)


@corpus("concepts", "shorthand_is_written_out_and_nothing_else")
def test_shorthand_is_written_out_and_nothing_else(language: Language, written: str, meant: str) -> None:
    assert spelled_out(written, language) == meant


@corpus("concepts", "names_quotations_and_addresses_are_no_shorthand")
def test_names_quotations_and_addresses_are_no_shorthand(language: Language, text: str) -> None:
    assert spelled_out(text, language) == text


def test_the_words_that_were_written_are_kept_beside_what_they_mean() -> None:
    text = "kd o vc? tenho reunião segunda e a Ana"
    found = pieces(text, "pt")
    assert "".join(piece.written for piece in found) == text
    assert "".join(piece.meant for piece in found) == spelled_out(text, "pt")


def test_shorthand_is_no_word_of_its_own() -> None:
    assert not {"to", "is", "a", "e", "de", "que", "son", "come", "he"} & SPELLED.keys()
    assert not any(own.keys() & SPELLED.keys() for own in OWN.values())
