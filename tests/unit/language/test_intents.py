"""Which topics does a message touch, where no tool of ours does what it asks?"""

import pytest

from orchestrator.language.intents import Topic, topics_of


@pytest.mark.parametrize(
    "text",
    [
        "transfer 200 euros to Henrik right now",
        "pay Ana €20",
        "Please send $50 to Bob",
        "send Bob 1.5k usd",
        "transfere 200€ ao Zé",
        "paga 30 euros a Marta",
        "envía 20 € a Ana",
    ],
)
def test_moving_money_is_paying(text: str) -> None:
    assert Topic.PAYING in topics_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "add pay rent 500 euros to my list",
        "remind me to pay Ana 20 euros",
        "pay the rent tomorrow",
        "send 200 invitations",
    ],
)
def test_a_todo_about_money_is_none(text: str) -> None:
    assert Topic.PAYING not in topics_of(text)


@pytest.mark.parametrize("text", ["send an email to Priya", "manda uma mensagem ao Zé", "envía un correo a Ana"])
def test_writing_to_somebody_is_sending(text: str) -> None:
    assert Topic.SENDING in topics_of(text)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Pon gimnasio todos los lunes y jueves a las 7:00", False),
        ("Marca academia todos os dias às 7h", False),
        ("Marca a missa todo domingo às 10h", False),
        ("add milk to my todo list", True),
        ("show my todos", True),
        ("añade leche a mis todos", True),
    ],
)
def test_all_of_the_days_are_no_todos(text: str, is_one: bool) -> None:
    assert (Topic.TODO in topics_of(text)) is is_one
