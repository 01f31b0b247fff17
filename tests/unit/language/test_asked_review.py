"""Is it told when the user asks what waits for their look?"""

import pytest
from tests.support.corpora import cases

from orchestrator.language.speech_acts.asked_review import asked_review


@pytest.mark.parametrize(
    "text",
    cases("asked_review", "what_waits_is_asked_for")
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
