"""Which messages can't be about a draft, and which have to be read to know?"""

import pytest

from orchestrator import catalog
from orchestrator.commands.relevance import other_business


@pytest.mark.parametrize(
    "text",
    [
        "who is Marcela?",
        "what is on my calendar tomorrow",
        "add milk to my shopping list",
        "remember that I like tea",
        "remind me to buy milk",
        "thanks",
        "quem é a Ana?",
        "o que tenho amanhã",
        "¿quién es Ana?",
        "is Bob coming?",
    ],
)
def test_other_business(text: str) -> None:
    assert other_business(text, "en-US", catalog.VOCABULARY)


@pytest.mark.parametrize(
    "text",
    [
        "on Friday at one",
        "tomorrow at one",
        "you forgot Bob",
        "falta o Bob",
        "tira a Ana",
        "quita a Ana",
        "change it to 3pm",
        "can you make it 4pm?",
        "what about 5pm?",
        "and Bob?",
        "at Clara's place",
        "her phone is +351 912 345 678",
        "Rua Augusta 10",
    ],
)
def test_what_may_be_about_the_draft(text: str) -> None:
    assert not other_business(text, "en-US", catalog.VOCABULARY)
