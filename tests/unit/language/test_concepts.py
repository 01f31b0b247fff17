"""Everyday words mean the same in three languages, and shorthand is written out."""

import pytest

from orchestrator.language.concepts import MARK, concepts_of, listed
from orchestrator.language.fold import fold, stems
from orchestrator.language.shorthand import SPELLED, spelled_out


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rent", "aluguel"),
        ("rent", "alquiler"),
        ("lunch", "almoço"),
        ("almuerzo", "lunch"),
        ("médico", "doctor"),
        ("plumber", "fontanero"),
        ("canalizador", "encanador"),
        ("llamar", "ligar"),
        ("Christmas", "Navidad"),
        ("keys", "chave"),
        ("haircut", "cabelo"),
    ],
)
def test_words_of_one_meaning_share_an_element(one: str, other: str) -> None:
    (first,), (second,) = stems(one), stems(other)
    assert set(first) & set(second)


@pytest.mark.parametrize(("one", "other"), [("rent", "lunch"), ("bread", "broad"), ("Ana", "año")])
def test_words_of_other_meanings_do_not(one: str, other: str) -> None:
    (first,), (second,) = stems(one), stems(other)
    assert not set(first) & set(second)


def test_a_form_that_the_table_does_not_list_is_found_by_its_stem() -> None:
    (form,) = stems("plumbers'")
    assert f"{MARK}plumber" in form
    assert concepts_of("zzz") == ()


def test_the_table_is_folded_and_its_concepts_are_no_words() -> None:
    for word, names in listed().items():
        assert word == fold(word)
        assert all(name.startswith(MARK) for name in names)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("wen is my appt tmrw", "when is my appointment tomorrow"),
        ("oq tenho hj", "o que tenho hoje"),
        ("cadê a Ana", "onde está a Ana"),
        ("o que tenho segunda e quem vem?", "o que tenho segunda-feira e quem vem?"),
        ("e quinta?", "e quinta-feira?"),
        ("qual é a segunda opção?", "qual é a segunda opção?"),
        ("When is the dentist?", "When is the dentist?"),
    ],
)
def test_shorthand_is_written_out_and_nothing_else(written: str, meant: str) -> None:
    assert spelled_out(written) == meant


def test_shorthand_is_no_word_of_its_own() -> None:
    assert not {"to", "is", "a", "e", "de", "que", "son", "come", "he"} & SPELLED.keys()
