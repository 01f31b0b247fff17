"""A no that says why is a no; one that corrects is none."""

import pytest

from orchestrator.language.discourse.declining import says_why_not


@pytest.mark.parametrize(
    "text",
    [
        "wait dont, she can now",
        "espera no, q al final si puede",
        "espera afinal ja pode, deixa",
        "ugh never mind too much going on",
        "no espérate siempre sí voy",
        "not now i'm driving",
        "forget it, leave it on the fri",
        "scrap that, keep it at 5",
        "olvídalo, déjala el viernes",
        "esquece isso, deixa na sexta",
        "laisse tomber, garde-le vendredi",
    ],
)
def test_a_no_and_why(text: str) -> None:
    assert says_why_not(text)


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "no, friday",
        "no, at four",
        "no, lunch is at 4",
        "não, a das caleiras",
        "no, why?",
        "leave it on friday",
        "cancel it on monday",
        "forget it put it on friday",
        "deja eso para el viernes",
        "no, leave it on friday",
        "forget it, move it to friday",
        "olvida eso, pásala al viernes",
        "esquece isso, passa para sexta",
        "laisse tomber, mets-le vendredi",
    ],
)
def test_what_corrects(text: str) -> None:
    assert not says_why_not(text)
