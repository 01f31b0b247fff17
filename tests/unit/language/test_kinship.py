"""Is a relationship said the other way round, in the language of its label, without guessing anybody's gender?"""

import pytest
from tests.support.corpora import corpus

from orchestrator.language.lexicon.kin_words import KIN
from orchestrator.language.people.kinship import contradicts, gender_of, kin_of, reciprocal, title_case
from orchestrator.language.people.relations import relation_word
from orchestrator.language.tables import Language


@corpus("kinship", "labels")
def test_labels(label: str, kept: str, man: str | None, woman: str | None, unknown: str | None) -> None:
    assert title_case(label) == kept == title_case(kept)
    assert [reciprocal(label, one) for one in ("m", "f", None)] == [man, woman, unknown]


def test_the_other_way_of_every_word_is_known() -> None:
    for table in KIN.values():
        for word in (word for columns in table.roles.values() for words in columns for word in words):
            back = reciprocal(word, None)
            assert back, word
            assert kin_of(back) is not None, (word, back)


def test_a_shared_word_is_of_the_users_language() -> None:
    assert reciprocal("prima", None, "es-ES") == "Primo(a)"
    assert reciprocal("esposa", None, "es-ES") == "Cónyuge"
    assert reciprocal("esposa", None, "pt-BR") == "Cônjuge"


def test_gender_is_what_labels_say() -> None:
    assert gender_of(["Friend", "Brother", "tio"]) == "m"
    assert gender_of(["Friend", "Cousin", "Ana"]) is None
    assert gender_of(["Brother", "Sister"]) is None


def test_contradictions() -> None:
    assert contradicts("Mother", "Mother")
    assert contradicts("Mãe", "Grandfather")
    assert contradicts("Son", "Child")
    assert not contradicts("Mother", "Son")
    assert not contradicts("Sister", "Sister")
    assert not contradicts("Mother", None)


@pytest.mark.parametrize(
    ("label", "language", "word"),
    [
        ("Friend", "fr", "ami(e)"),
        ("Best Friend", "fr", "meilleur(e) ami(e)"),
        ("Father", "pt", "pai"),
        ("Mother-in-law", "es", "suegra"),
        ("Friend", "en", "Friend"),
        ("padel partner", "pt", "padel partner"),
    ],
)
def test_a_label_is_told_in_the_words_of_the_answer(label: str, language: Language, word: str) -> None:
    assert relation_word(label, language) == word
