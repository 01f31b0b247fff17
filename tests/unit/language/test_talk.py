"""What of the talk with Steward is evidence, and who asks about the talk itself?"""

import pytest

from orchestrator.language.talk import asks_about_talk, tells


@pytest.mark.parametrize(
    "text",
    [
        "My sister likes tulips.",
        "remember that my sister likes tulips",
        "lembra-te que a minha irmã gosta de tulipas",
        "I moved to Porto last week. Where's the dentist?",
        "Ayer compré los billetes de tren. ¿Dónde está el dentista?",
        "Ich mag Tee",
        "",
    ],
)
def test_what_the_user_told_stays(text: str) -> None:
    assert tells(text)


@pytest.mark.parametrize(
    "text",
    [
        "When is my dentist?",
        "Hi! When is my dentist?",
        "quando é o dentista?",
        "¿Qué dijo Ana del hotel?",
        "add milk to my list",
        "do not delete my milk todo",
        "yes",
        "sim, pode",
        "/event lunch with Ana",
    ],
)
def test_what_was_only_asked_is_none(text: str) -> None:
    assert not tells(text)


@pytest.mark.parametrize(
    "question",
    [
        "what did I ask you yesterday?",
        "What did you tell me about the hotel?",
        "what did I say about the hotel?",
        "what was my last question?",
        "what did we talk about?",
        "o que eu te perguntei ontem?",
        "o que me disseste sobre o hotel?",
        "o que você respondeu?",
        "¿Qué te pregunté?",
        "¿Qué me dijiste del hotel?",
        "¿de qué hablamos ayer?",
    ],
)
def test_questions_about_the_talk(question: str) -> None:
    assert asks_about_talk(question)


@pytest.mark.parametrize(
    "question",
    [
        "What did Ana say about the hotel?",
        "What did I tell Ana about the hotel?",
        "can you tell me when the dentist is?",
        "did I buy the train tickets?",
        "O que a Ana disse sobre o hotel?",
        "quando falei com a Ana?",
        "¿Qué dijo Ana del hotel?",
        "",
    ],
)
def test_questions_about_anything_else(question: str) -> None:
    assert not asks_about_talk(question)
