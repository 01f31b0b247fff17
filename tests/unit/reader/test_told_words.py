"""What a plain sentence tells of somebody by name."""

import pytest
from tests.support.corpora import cases

from orchestrator.reader.line import spelled
from orchestrator.reader.requests.told_words import Told, told_of_somebody
from orchestrator.reader.words import words_of


@pytest.mark.parametrize(
    ("language", "text", "told"),
    [
        ("en", "Rui's birthday is on 3 May", Told("Rui", birthday="3 May")),
        ("en", "Rui was born on May 3rd 1980", Told("Rui", birthday="May 3rd 1980")),
        ("en", "Marta now works for Acme Corp", Told("Marta", organization="Acme Corp")),
        ("pt", "o aniversário da Ana Souza é dia 3 de maio", Told("Ana Souza", birthday="3 de maio")),
        ("pt", "o Rui faz anos a 3 de maio", Told("Rui", birthday="3 de maio")),
        ("pt", "a Marta trabalha agora na Acme", Told("Marta", organization="Acme")),
        ("es", "el cumpleaños de Rui es el 3 de mayo", Told("Rui", birthday="3 de mayo")),
        ("es", "Rui cumple años el 3 de mayo", Told("Rui", birthday="3 de mayo")),
        ("es", "Marta trabaja ahora en Acme", Told("Marta", organization="Acme")),
    ],
)
def test_who_and_what(language: str, text: str, told: Told) -> None:
    known = words_of(language)
    assert told_of_somebody(spelled(text, known.language), known) == told


@pytest.mark.parametrize(("language", "text"), cases("told_words", "what_tells_of_nobody"))
def test_what_tells_of_nobody(language: str, text: str) -> None:
    known = words_of(language)
    assert told_of_somebody(spelled(text, known.language), known) is None
