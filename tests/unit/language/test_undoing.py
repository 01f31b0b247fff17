"""An undo is asked for in few words of three languages; what names something is a request of its own."""

import pytest

from orchestrator.language.undoing import asks_undo


@pytest.mark.parametrize(
    "text",
    [
        "undo", "Undo that, please!", "oops, undo it", "can you undo the last one", "revert that", "take that back",
        "desfaz", "desfaz isso por favor", "pode desfazer?", "volta atrás", "reverte isso",
        "deshazlo", "deshaz eso", "puedes deshacerlo?", "revierte el último cambio", "vuelve atrás",
    ],
)  # fmt: skip
def test_an_undo(text: str) -> None:
    assert asks_undo(text)


@pytest.mark.parametrize(
    "text",
    [
        "undo the merge of Ana and Anna", "what did you undo?", "take the milk off my list", "did you undo it", "no",
        "desfaz a junção da Ana com a Anna", "deshaz la maleta mañana", "take back the books", "volta às 8",
    ],
)  # fmt: skip
def test_no_undo(text: str) -> None:
    assert not asks_undo(text)
