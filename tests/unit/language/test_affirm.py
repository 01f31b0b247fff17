# ruff: noqa: E501  (tables of cases)
"""What counts as a pure yes or no, and which choice a message names."""

import pytest
from tests.support.corpora import cases

from orchestrator.language.speech_acts.affirm import Decided, decided, ordinal_choice, reading

YES = [
    "yes", "Yes!", "yes please", "yep", "sure", "ok", "okay, go ahead", "go for it", "do it", "sounds good", "yes, do it please", "confirm",
    "sim", "sim, pode", "pode sim", "ok, confirma", "claro que sim", "isso mesmo", "pode ser", "tá bom", "beleza", "está bem, confirma",
    "sí", "si", "sí, hazlo", "vale", "dale", "de acuerdo", "claro", "por supuesto", "sí por favor", "vale, hazlo", "👍", "✅", "👍🏽", "k",
]  # fmt: skip
NO = [
    "no", "No.", "nope", "no thanks", "never mind", "nevermind", "don't", "dont do it", "cancel", "cancel that", "not now", "of course not", "claro que não",
    "não", "nao", "não, cancela", "melhor não", "deixa pra lá", "agora não", "não precisa", "esquece isso", "de jeito nenhum",
    "mejor no", "no, gracias", "no lo hagas", "olvídalo", "cancélalo", "para nada", "todavía no", "👎", "no no",
]  # fmt: skip
NEITHER = [
    "", " ", "🙂", "yes but at 5", "yes and also add milk", "yes, tomorrow", "ok what time is it", "yes?", "sure, change it to friday", "the first one",
    "sim, mas às cinco", "sim e adiciona leite", "pode mudar para sexta", "sí pero a las cinco", "sí, y borra la otra", "vale, pero con ana", "please",
    "ok cancel", "yes, cancel it", "bórralo por favor", "send it", "save it", "pode apagar", "thanks", "obrigado", "gracias", "maybe", "talvez", "quizás", "no, move it to friday", "yes " * 40, "\x00", "confirm the second", "do it tomorrow",
    "yes, send it to bob", "cancel the dentist", "ok google", "não sei", "no sé", "i don't know", "not sure",
]  # fmt: skip


@pytest.mark.parametrize("text", YES)
def test_a_pure_yes(text: str) -> None:
    assert reading(text) == "yes"


@pytest.mark.parametrize("text", NO)
def test_a_pure_no(text: str) -> None:
    assert reading(text) == "no"


@pytest.mark.parametrize("text", NEITHER)
def test_anything_with_further_content_is_neither(text: str) -> None:
    assert reading(text) is None


@pytest.mark.parametrize(
    ("text", "n", "chosen"),
    [
        ("the second one", 3, (1,)),
        ("2", 3, (1,)),
        ("number 3", 3, (2,)),
        ("1 and 3", 3, (0, 2)),
        ("the first two", 3, (0, 1)),
        ("the last one please", 4, (3,)),
        ("both", 2, (0, 1)),
        ("all of them", 3, (0, 1, 2)),
        ("option 2", 2, (1,)),
        ("a primeira", 2, (0,)),
        ("o segundo", 2, (1,)),
        ("a última", 3, (2,)),
        ("todas", 3, (0, 1, 2)),
        ("as duas", 2, (0, 1)),
        ("el último", 3, (2,)),
        ("la tercera", 3, (2,)),
        ("los dos", 2, (0, 1)),
        ("ambos", 2, (0, 1)),
        ("el primero y el tercero", 3, (0, 2)),
        ("1st", 2, (0,)),
        ("one", 2, (0,)),
        ("uno", 2, (0,)),
    ],
)
def test_choices_by_number(text: str, n: int, chosen: tuple[int, ...] | None) -> None:
    assert ordinal_choice(text, n) == chosen


@pytest.mark.parametrize(("text", "n"), cases("affirm", "what_names_no_choice"))
def test_what_names_no_choice(text: str, n: int) -> None:
    assert ordinal_choice(text, n) is None


@pytest.mark.parametrize(
    ("text", "taken", "refused"),
    [
        ("yes to the first", (0,), ()),
        ("only the first", (0,), ()),
        ("sim às duas", (0, 1), ()),
        ("sí a la primera, no a la segunda", (0,), (1,)),
        ("the first yes, the second no", (0,), (1,)),
        ("sim à primeira mas não à segunda", (0,), (1,)),
        ("no to the second", (), (1,)),
        ("yes to all", (0, 1), ()),
    ],
)
def test_some_of_several(text: str, taken: tuple[int, ...], refused: tuple[int, ...]) -> None:
    assert decided(text, 2) == Decided(taken, refused)


@pytest.mark.parametrize(
    "text", ["yes", "no", "add milk to the first", "yes but the second at 5", "which is the first?"]
)
def test_what_says_nothing_of_several(text: str) -> None:
    assert decided(text, 2) is None
