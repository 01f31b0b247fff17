"""An undo is asked for in few words of three languages; what names something is a request of its own."""

import pytest

from orchestrator.language.discourse.undoing import asks_undo, asks_what_changed, left_out_words, undone_by_name


@pytest.mark.parametrize(
    "text",
    [
        "undo", "Undo that, please!", "oops, undo it", "can you undo the last one", "revert that", "take that back",
        "desfaz", "desfaz isso por favor", "pode desfazer?", "volta atrás", "reverte isso",
        "no wait, leave it as it was", "put it back the way it was", "afinal deixa como estava",
        "deixa tudo como estava",
        "no espera, déjalo como estaba", "mejor déjala como estaba",
        "deshazlo", "deshaz eso", "puedes deshacerlo?", "revierte el último cambio", "vuelve atrás",
    ],
)  # fmt: skip
def test_an_undo(text: str) -> None:
    assert asks_undo(text)


@pytest.mark.parametrize(
    "text",
    [
        "undo the merge of Ana and Anna", "what did you undo?", "take the milk off my list", "did you undo it", "no",
        "desfaz a junção da Ana com a Anna", "deshaz la maleta mañana", "take back the books",
        "leave it as it was at noon on the list", "keep the title as it is", "volta às 8",
    ],
)  # fmt: skip
def test_no_undo(text: str) -> None:
    assert not asks_undo(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("undo the lunch change with mateusz", {"lunch", "mateusz"}),
        ("desfaz a mudança do almoço", {"almoco"}),
        ("deshaz el cambio de la comida", {"comida"}),
        ("undo that", set()),
        ("move lunch to friday", set()),
    ],
)
def test_a_change_that_is_named(text: str, words: set[str]) -> None:
    assert undone_by_name(text) == words


@pytest.mark.parametrize(
    "text",
    [
        "did that change anything?", "was anything saved", "isso mudou alguma coisa?", "ficou alguma coisa gravada?",
        "eso cambió algo?", "se guardó algo?",
    ],
)  # fmt: skip
def test_whether_anything_was_changed(text: str) -> None:
    assert asks_what_changed(text)


@pytest.mark.parametrize(
    "text", ["did you change the oil?", "mudou a hora do jantar?", "cambió la hora", "what changed"]
)
def test_what_asks_something_else(text: str) -> None:
    assert not asks_what_changed(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("drop the sugar", {"sugar"}), ("no, without the eggs please", {"eggs"}), ("leave the milk out", {"milk"}),
        ("tira o açúcar", {"acucar"}), ("afinal sem os ovos", {"ovos"}), ("esquece a farinha", {"farinha"}),
        ("quita el azúcar", {"azucar"}), ("mejor sin los huevos", {"huevos"}),
    ],
)  # fmt: skip
def test_the_one_that_is_left_out_of_several(text: str, words: set[str]) -> None:
    assert left_out_words(text) == words


@pytest.mark.parametrize("text", ["all", "yes", "todas", "add the sugar", "did you drop the sugar?", "the sugar"])
def test_what_leaves_nothing_out(text: str) -> None:
    assert left_out_words(text) == frozenset()
