"""Which sentences say that something was decided, in three languages?"""

import pytest

from orchestrator.language.speech_acts.deciding import decides

DECIDED = [
    "We decided to paint the hull blue.",
    "So it was agreed that Tom pays.",
    "OK, we've settled on the second offer.",
    "Let's go with the cheaper one.",
    "Decision: the launch moves to May.",
    "We agreed not to renew.",
    "Decidimos pintar o casco de azul.",
    "No fim decidimos ficar com a segunda proposta.",
    "Ficou combinado que o Tomás paga.",
    "Foi aprovado o orçamento.",
    "Hemos decidido pintar el casco.",
    "Se decidió que paga Tomás.",
    "Quedamos en vernos el lunes.",
    "Se ha acordado subir el precio.",
]
OPEN = [
    "We haven't decided who pays.",
    "Nothing was decided yet.",
    "Should we decide that now?",
    "Once we have agreed on a price, we sign.",
    "I agree with you, it is cold.",
    "Ainda não decidimos quem paga.",
    "Quando decidirmos, aviso.",
    "¿Decidimos eso ahora?",
    "Todavía no hemos decidido nada.",
    "No se decidió nada.",
    "We met at noon.",
]


@pytest.mark.parametrize("sentence", DECIDED)
def test_a_decision_is_heard(sentence: str) -> None:
    assert decides(sentence)


@pytest.mark.parametrize("sentence", OPEN)
def test_what_is_open_or_asked_is_none(sentence: str) -> None:
    assert not decides(sentence)
