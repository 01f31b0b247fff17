"""Does a text tell the user that something waits for their yes?"""

import pytest

from orchestrator.language.messages import say
from orchestrator.language.pending_claims import says_it_waits


@pytest.mark.parametrize(
    "text",
    [
        "I can add lunch with Ana on Friday. Please confirm.",
        "Lunch with Ana is waiting for your confirmation.",
        "I've prepared lunch with Ana; shall I go ahead?",
        "Say yes and I'll do it.",
        "Reply “yes” to book it.",
        "The change is pending.",
        "I'll wait for your word.",
        "I propose lunch at one.",
        "Preparei o almoço com a Ana; aguarda a sua aprovação.",
        "Responda 'sim' para marcar.",
        "Fica à espera da sua resposta.",
        "A proposta espera o seu sim.",
        "Queres que confirme?",
        "He preparado la comida con Ana, a la espera de tu respuesta.",
        "Di «sí» para guardarlo.",
        "¿Lo apruebas?",
        "Queda pendiente de tu confirmación.",
        "Está esperando tu respuesta.",
    ],
)
def test_words_of_waiting_are_found(text: str) -> None:
    assert says_it_waits(text)


@pytest.mark.parametrize(
    "text",
    [
        "It depends on the traffic.",
        "You spend 20 euros on lunch with Ana.",
        "Yes, lunch with Ana is on Friday.",
        "The dentist is confirmed for Friday.",
        "Prepare the slides: added to your list.",
        "The waiter was Ana's cousin.",
        "Depende do trânsito.",
        "Sim, o almoço com a Ana é na sexta.",
        "Espero que ajude.",
        "O almoço está confirmado.",
        "Va dependiendo del tráfico.",
        "Si quieres, comemos con Ana.",
        "Sí, la comida es el viernes.",
        "Espero que ayude.",
        "Hay que preparar la comida.",
        "",
    ],
)
def test_everyday_words_are_not_taken_for_waiting(text: str) -> None:
    assert not says_it_waits(text)


@pytest.mark.parametrize("language", ["en", "pt", "es"])
def test_the_controllers_and_the_readers_own_words_say_it(language: str) -> None:
    assert says_it_waits(say("agent.actions.waiting", language, items="x"))  # type: ignore[arg-type]
    assert says_it_waits(say("agent.proposal_waits", language))  # type: ignore[arg-type]
    assert says_it_waits(say("reader.answer.waiting", language))
    assert says_it_waits(say("reader.answer.confirm", language))
