"""Which sentences tell of the one who says them, and which only answer, greet or cheer?"""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.language.self_reference import answers_or_orders, tells, told_in, without_lead


@pytest.mark.parametrize(
    "sentence",
    [
        "Since March I work at Acme.",
        "Hey Ana, I sold the old boat!",
        "My sister Marta lives in Porto.",
        "Lost my job as a banker yesterday, so I'm taking a break.",
        "Rui bought a house in Braga.",
        "I can't eat gluten.",
        "Mudei-me para Setúbal em março.",
        "A minha irmã Marta vive em Évora.",
        "Todas as quintas-feiras jogo padel com os colegas.",
        "Vivo en Zaragoza desde 2020.",
        "Mi hermano Andrés tiene una tienda de bicicletas.",
        "No me gusta el cilantro, sabe a jabón.",
        "我住在上海的浦东新区。",
    ],
)
def test_these_tell_something(sentence: str) -> None:
    assert tells(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "Hi!",
        "Thanks so much, Mel!",
        "How are you doing with the new job?",
        "Wow, that's amazing!",
        "I'm so proud of you for running the marathon!",
        "I'm really glad to hear about your new garden.",
        "You're doing an awesome job with the studio.",
        "Keep pushing and never give up on the studio!",
        "Let me know about the meeting.",
        "I won't quit, whatever happens.",
        "Sounds like your event was a success.",
        "It was a lovely evening.",
        "Gotta run, my train leaves.",
        "Here's a pic of the lake and the boat.",
        "Congrats Caroline!",
        "Que bom, fico mesmo feliz por ti!",
        "Obrigado pela ajuda com as caixas, até logo!",
        "Parabéns pelo apartamento novo!",
        "¡Qué bien, me alegro mucho por ti!",
        "Gracias por las flores, hablamos luego.",
        "¿Me recomiendas un libro de cocina?",
    ],
)
def test_these_tell_nothing(sentence: str) -> None:
    assert not tells(sentence)


def test_what_speaks_of_the_sentence_before_goes_with_it() -> None:
    message = "Wow! My sister Marta opened a bakery. It's in the old station of Braga. That's so cool. Do you bake?"
    (one,) = told_in(message)
    assert one.text == "My sister Marta opened a bakery. It's in the old station of Braga."
    assert message[one.start : one.end] == one.text


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("Hey Ana, I sold the boat!", "I sold the boat"),
        ("But so, I sold the boat.", "I sold the boat"),
        ("Sim, vendi o barco ao Zé.", "Vendi o barco ao Zé"),
        ("I sold the boat.", "I sold the boat"),
        ("No tengo coche.", "No tengo coche"),
        ("Não como carne.", "Não como carne"),
        ("No, I sold the boat.", "I sold the boat"),
    ],
)
def test_what_opens_a_sentence_and_says_nothing_is_left_out(sentence: str, left: str) -> None:
    assert without_lead(sentence) == left


def test_an_order_is_known_whatever_its_language() -> None:
    assert answers_or_orders("Come join us")
    assert answers_or_orders("Não te preocupes com isso")
    assert not answers_or_orders("I love all dances, but contemporary is my favourite")


@given(st.text())
def test_no_message_breaks_it(message: str) -> None:
    found = told_in(message)
    assert all(message[one.start : one.end] == one.text for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    without_lead(message)
