"""Of several changes that wait some are taken or left by their words; a message that only adds is told from them."""

import pytest
from tests.support.corpora import corpus

from orchestrator.language.discourse.choosing import added, chosen, enumerated, remains


@pytest.mark.parametrize(
    ("text", "way", "summary"),
    [
        ("just the haircut", "only", "Move event “Haircut”"),
        ("só os selos", "only", "Adicionar tarefa “comprar selos”"),
        ("solo lo de la pelu de teo", "only", "Crear evento «Pelu de Teo»"),
        ("drop the sugar", "left_out", "Add todo “sugar”"),
        ("no, without the eggs please", "left_out", "Add todo “eggs”"),
        ("leave the milk out", "left_out", "Add todo “milk”"),
        ("not the vet one", "left_out", "Add todo “book the vet”"),
        ("tira o açúcar", "left_out", "Adicionar tarefa “açúcar”"),
        ("mejor sin los huevos", "left_out", "Añadir tarea «huevos»"),
        ("keep lunch", "kept", "Cancel event “Lunch with Mateusz”"),
        ("afinal o almoço fica", "kept", "Cancelar evento “Lunch with Mateusz”"),
        ("bueno la comida dejala", "kept", "Cancelar evento «Comida con Mateusz»"),
    ],
)  # fmt: skip
def test_what_is_chosen_by_its_words(text: str, way: str, summary: str) -> None:
    ways = chosen(text)
    assert way in {one.way for one in ways if one.means(summary)}
    assert not any(one.means("Add todo “bread”") for one in ways)


@pytest.mark.parametrize("text", ["all", "yes", "todas", "did you drop the sugar?", "the sugar", "solo", "ok"])
def test_what_chooses_nothing(text: str) -> None:
    assert not any(one.means("Add todo “sugar”") for one in chosen(text))


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("and yeast too", "yeast"), ("also oat milk", "oat milk"), ("e fermento tb", "fermento"),
        ("y levadura también", "levadura"), ("et du beurre aussi", "du beurre"), ("add yeast", ""), ("and you?", ""),
    ],
)  # fmt: skip
def test_what_is_only_added(text: str, more: str) -> None:
    assert added(text) == more


@corpus("undoing", "the_one_that_is_left_out_of_several")
def test_the_one_that_is_left_out_of_several(text: str, words: set[str]) -> None:
    summary = " ".join(["Add todo", *words])
    assert "left_out" in {one.way for one in chosen(text) if one.means(summary)}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("eggs milk and bread", True),
        ("manteiga, queijo e fiambre", True),
        ("pan, leche y tomates", True),
        ("du sucre, du sel et du poivre", True),
        ("lovely, thanks", False),
        ("great and good night", False),
        ("and then we went home", False),
        ("bread", False),
        ("milk or bread?", False),
    ],
)  # fmt: skip
def test_what_only_names_things(text: str, named: bool) -> None:
    assert bool(enumerated(text)) is named


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("actually keep it", True), ("you know what, keep it", True), ("oh no don't, I still need it", True),
        ("on second thoughts I'll keep that", True), ("pensando melhor fico com isso", True),
        ("ainda preciso disso", True),
        ("mejor mantenlo", True), ("todavía lo necesito", True), ("al final me lo quedo", True), ("garde-le", True),
        ("j'en ai encore besoin", True), ("keep it short", False), ("I need milk", False), ("keep me posted", False),
        ("leave it to Ana", False), ("guarda o número da Ana", False), ("lo quiero a las 5", False),
        ("did you keep it?", False),
    ],
)  # fmt: skip
def test_the_one_thing_that_was_shown_stays(text: str, kept: bool) -> None:
    assert remains(text) is kept
