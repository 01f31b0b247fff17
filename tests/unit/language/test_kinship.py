"""Is a relationship said the other way round, in the language of its label, without guessing anybody's gender?"""

import pytest

from orchestrator.language.kinship import contradicts, gender_of, kin_of, reciprocal, title_case
from orchestrator.language.lexicon.kin_words import KIN_WORDS


@pytest.mark.parametrize(
    ("label", "kept", "man", "woman", "unknown"),
    [
        ("mother", "Mother", "Son", "Daughter", "Child"),
        ("my sister", "Sister", "Brother", "Sister", "Sibling"),
        ("SON", "Son", "Father", "Mother", "Parent"),
        ("wife", "Wife", "Husband", "Wife", "Spouse"),
        ("mother in law", "Mother-in-law", "Son-in-law", "Daughter-in-law", "Child-in-law"),
        ("niece", "Niece", "Uncle", "Aunt", "Aunt/Uncle"),
        ("best friend", "Best Friend", "Best Friend", "Best Friend", "Best Friend"),
        ("boss", "Boss", "Employee", "Employee", "Employee"),
        ("dentist", "Dentist", "Patient", "Patient", "Patient"),
        ("irma", "Irmã", "Irmão", "Irmã", "Irmão(ã)"),
        ("minha mãe", "Mãe", "Filho", "Filha", "Filho(a)"),
        ("avó", "Avó", "Neto", "Neta", "Neto(a)"),
        ("melhor amiga", "Melhor Amiga", "Melhor Amigo", "Melhor Amiga", "Melhor Amigo(a)"),
        ("mi hermana", "Hermana", "Hermano", "Hermana", "Hermano(a)"),
        ("tía", "Tía", "Sobrino", "Sobrina", "Sobrino(a)"),
        ("a minha mãe", "Mãe", "Filho", "Filha", "Filho(a)"),
        ("step-mother", "Stepmother", "Stepson", "Stepdaughter", "Stepchild"),
        ("Step son", "Stepson", "Stepfather", "Stepmother", "Stepparent"),
        ("great aunt", "Great-Aunt", "Great-Nephew", "Great-Niece", "Great-Niece/Nephew"),
        ("tia-avó", "Tia-Avó", "Sobrinho-Neto", "Sobrinha-Neta", "Sobrinho(a)-Neto(a)"),
        ("sobrino nieto", "Sobrino-Nieto", "Tío-Abuelo", "Tía-Abuela", "Tío(a)-Abuelo(a)"),
        ("irmão gêmeo", "Irmão Gêmeo", "Irmão Gêmeo", "Irmã Gêmea", "Gêmeo(a)"),
        ("CEO", "CEO", None, None, None),
        ("colleague of bob", "Colleague of Bob", None, None, None),
    ],
)
def test_labels(label: str, kept: str, man: str | None, woman: str | None, unknown: str | None) -> None:
    assert title_case(label) == kept == title_case(kept)
    assert [reciprocal(label, one) for one in ("m", "f", None)] == [man, woman, unknown]


def test_the_other_way_of_every_word_is_known() -> None:
    for languages in KIN_WORDS.values():
        for columns in languages:
            for word in columns.replace("|", " ").split():
                if word != "-":
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
