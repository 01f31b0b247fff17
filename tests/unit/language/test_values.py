"""Which kind of value does a question ask for, and does a sentence hold one?"""

import pytest

from orchestrator.language.values import Value, asked_value, explained, holds, sentences

ASKED = [
    ("how much is the deposit", Value.SUM),
    ("what did the boiler cost", Value.SUM),
    ("how much did you pay for the boat", Value.SUM),
    ("quanto custou a caldeira?", Value.SUM),
    ("¿cuánto pagamos de luz?", Value.SUM),
    ("how much notice must I give", Value.AMOUNT),
    ("how long is the guarantee", Value.LENGTH),
    ("quantos meses dura a garantia", Value.LENGTH),
    ("¿cuánto tiempo dura la garantía?", Value.LENGTH),
    ("until when does it run", Value.DATE),
    ("até quando é válido?", Value.DATE),
    ("¿cuándo vence el seguro?", Value.DATE),
    ("can we keep a parrot", Value.PERMISSION),
    ("are guests allowed to stay?", Value.PERMISSION),
    ("does the contract allow smoking", Value.PERMISSION),
    ("podemos fumar na varanda?", Value.PERMISSION),
    ("¿se puede fumar en la terraza?", Value.PERMISSION),
    ("who painted the wall", None),
    ("onde fica a caldeira", None),
    ("¿dónde está la llave?", None),
]


@pytest.mark.parametrize(("question", "value"), ASKED)
def test_a_question_asks_for_a_kind_of_value(question: str, value: Value | None) -> None:
    assert asked_value(question) is value


HELD = [
    (Value.SUM, "Total paid: 137.45 EUR", True),
    (Value.SUM, "You get four percent more from May.", True),
    (Value.SUM, "A caução são 2 000 euros.", True),
    (Value.SUM, "Cabin 410 leaves at 19:30.", False),
    (Value.AMOUNT, "Plant 14 olive trees.", True),
    (Value.AMOUNT, "Reservation code: QX7P2M", False),
    (Value.LENGTH, "The tenant may leave with two months notice.", True),
    (Value.LENGTH, "A garantia é de 18 meses.", True),
    (Value.LENGTH, "The tenant may leave.", False),
    (Value.DATE, "It ends on 31 May 2028.", True),
    (Value.DATE, "Vence el 3/4/2027.", True),
    (Value.DATE, "It ends when the work does.", False),
    (Value.PERMISSION, "One dog is allowed.", True),
    (Value.PERMISSION, "É proibido fumar.", True),
    (Value.PERMISSION, "Se necesita autorización del casero.", True),
    (Value.PERMISSION, "The dog is called Bolota.", False),
    (Value.PERMISSION, "It lasts until 31 May 2028.", False),
]


@pytest.mark.parametrize(("value", "sentence", "held"), HELD)
def test_a_sentence_holds_such_a_value(value: Value, sentence: str, held: bool) -> None:
    assert holds(value, sentence) is held


def test_a_sum_is_not_cut_at_its_point() -> None:
    assert sentences("Total paid: 137.45 EUR. Thank you!\nSee you") == [
        "Total paid: 137.45 EUR.",
        "Thank you!",
        "See you",
    ]


def test_words_that_only_ask_for_the_value_tell_nothing() -> None:
    assert explained(Value.SUM, "custou")
    assert explained(Value.DATE, "vence")
    assert not explained(Value.SUM, "caldeira")
