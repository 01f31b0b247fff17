"""Which rule shall end?"""

import pytest

from orchestrator.language.affirm import reading
from orchestrator.language.rule_ending import asked_to_end

ENDS = {
    "Forget the rule about Fridays": "fridays",
    "please delete the rule about Fridays.": "fridays",
    "remove my rule on meetings": "meetings",
    "Get rid of the rule that nothing starts before 10": "nothing starts before 10",
    "drop the Friday rule": "friday",
    "the rule about Fridays no longer applies": "fridays",
    "forget that rule": "",
    "Esquece a regra das sextas": "sextas",
    "apaga a regra sobre reuniões": "reunioes",
    "remove a minha regra das 10": "10",
    "a regra das sextas já não vale": "sextas",
    "esquece essa regra": "",
    "Olvida la regla de los viernes": "viernes",
    "borra la regla sobre las reuniones": "reuniones",
    "elimina mi regla de las 10": "10",
    "la regla de los viernes ya no vale": "viernes",
    "olvida esa regla": "",
}
OTHERS = (
    "Forget about Friday",
    "What rules do I have?",
    "Which rule forbids this?",
    "Forget that I like tea",
    "Delete the dentist",
    "never schedule anything on Fridays",
    "Esquece a reunião de sexta",
    "borra la cita del viernes",
    "Add the rules committee meeting tomorrow",
)


@pytest.mark.parametrize(("text", "which"), ENDS.items())
def test_the_words_for_the_rule(text: str, which: str) -> None:
    assert asked_to_end(text) == which


@pytest.mark.parametrize("text", OTHERS)
def test_other_messages_end_none(text: str) -> None:
    assert asked_to_end(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "make an exception",
        "Make an exception this once",
        "just this once",
        "ok, just this once",
        "Faz uma exceção só desta vez",
        "abre uma exceção",
        "sim, só desta vez",
        "Haz una excepción",
        "haz una excepción solo esta vez",
        "sí, por esta vez",
    ],
)
def test_an_exception_is_a_yes(text: str) -> None:
    assert reading(text) == "yes"


@pytest.mark.parametrize("text", ["make an exception for Bea", "just this once at 9", "no exceptions"])
def test_a_yes_that_says_more_is_none(text: str) -> None:
    assert reading(text) is None
