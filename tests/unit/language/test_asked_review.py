"""Is it told when the user asks what waits for their look?"""

import pytest

from orchestrator.language.asked_review import asked_review


@pytest.mark.parametrize(
    "text",
    [
        "What should I review?", "what do I need to review of what you know about me?", "Is there anything to review?",
        "anything for me to confirm?", "Which proposals are waiting?", "show me my proposals",
        "What is there to review", "what's left to approve?", "What needs my approval?",
        "list the review queue", "what is waiting for my review?",
        "O que há para rever?", "o que devo rever?", "O que preciso de rever?",
        "o que tenho para rever do que sabes de mim?",
        "há alguma coisa para rever?", "Que propostas há?", "quais são as minhas propostas?", "mostra-me as propostas",
        "o que falta confirmar?", "¿Qué debo revisar?", "que tengo que revisar", "¿Hay algo que revisar?",
        "¿Qué hay para revisar?", "¿qué propuestas hay?", "muéstrame las propuestas", "¿Qué queda por confirmar?",
    ],
)  # fmt: skip
def test_what_waits_is_asked_for(text: str) -> None:
    assert asked_review(text)


@pytest.mark.parametrize(
    "text",
    [
        "What should I review before the meeting?", "Review the contract", "When is the performance review?",
        "What did Ana propose?", "o que devo rever antes da reunião?", "¿qué debo revisar del contrato de Rui?",
        "Is there anything to eat?", "What should I do?", "", "¿?",
    ],
)  # fmt: skip
def test_other_questions_are_others(text: str) -> None:
    assert not asked_review(text)
