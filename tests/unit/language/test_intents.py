"""Which topics does a message touch, where no tool of ours does what it asks?"""

import pytest
from tests.support.corpora import corpus

from orchestrator.language.speech_acts.intents import Topic, topics_of


@corpus("intents", "moving_money_is_paying")
def test_moving_money_is_paying(text: str) -> None:
    assert Topic.PAYING in topics_of(text)


@corpus("intents", "a_todo_about_money_is_none")
def test_a_todo_about_money_is_none(text: str) -> None:
    assert Topic.PAYING not in topics_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "send an email to Priya",
        "manda uma mensagem ao Zé",
        "envía un correo a Ana",
        "préviens Jota que je serai en retard",
        "dis à Ana que c'est bon",
    ],
)
def test_writing_to_somebody_is_sending(text: str) -> None:
    assert Topic.SENDING in topics_of(text)


@corpus("intents", "all_of_the_days_are_no_todos")
def test_all_of_the_days_are_no_todos(text: str, is_one: bool) -> None:
    assert (Topic.TODO in topics_of(text)) is is_one
