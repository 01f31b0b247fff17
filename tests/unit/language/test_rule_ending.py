"""Which rule shall end?"""

import pytest
from tests.support.corpora import cases

from orchestrator.language.rules.ending import asked_to_end
from orchestrator.language.speech_acts.affirm import reading

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
OTHERS = cases("rule_ending", "others")


@pytest.mark.parametrize(("text", "which"), ENDS.items())
def test_the_words_for_the_rule(text: str, which: str) -> None:
    assert asked_to_end(text) == which


@pytest.mark.parametrize("text", OTHERS)
def test_other_messages_end_none(text: str) -> None:
    assert asked_to_end(text) is None


@pytest.mark.parametrize("text", cases("rule_ending", "an_exception_is_a_yes"))
def test_an_exception_is_a_yes(text: str) -> None:
    assert reading(text) == "yes"


@pytest.mark.parametrize("text", ["make an exception for Bea", "just this once at 9", "no exceptions"])
def test_a_yes_that_says_more_is_none(text: str) -> None:
    assert reading(text) is None
