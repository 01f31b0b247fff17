"""Is somebody found by a relation that two others make, and nobody else?"""

import pytest

from orchestrator.domain.world.resolution.book import AddressBook
from orchestrator.domain.world.resolution.records import Around, Record

_BOOK = AddressBook(
    (
        Record("me", "Paco Romero", is_user=True),
        Record("rocio", "Rocío Vargas", relations=("Mujer",)),
        Record("antonio", "Antonio Vargas"),
        Record("luisa", "Luisa Vargas"),
        Record("curro", "Francisco Romero", relations=("Brother",)),
        Record("nena", "Nena Romero"),
        Record("manoli", "Manuela Jiménez", relations=("Madre",)),
        Record("ben", "Ben Romero", relations=("Nephew",)),
    )
)
_AROUND = Around(
    ties={
        "rocio": [("me", "Husband"), ("antonio", "Father"), ("luisa", "Hermana")],
        "curro": [("me", "Brother"), ("nena", "Daughter")],
    }
)


@pytest.mark.parametrize(
    ("phrase", "owners", "found"),
    [
        ("mi suegro", ("rocio",), ("antonio",)),
        ("my father in law", ("rocio",), ("antonio",)),
        ("o meu sogro", ("rocio",), ("antonio",)),
        ("mi cuñada", ("rocio", "curro"), ("luisa",)),
        ("my niece", ("curro",), ("nena",)),
        ("my nephew", ("curro",), ("ben",)),  # as it is noted
        ("my mother in law", ("rocio",), ()),  # nobody of that gender, and never the mother
        ("my grandmother", ("manoli",), ()),
        ("mi mujer", (), ("rocio",)),
    ],
)
def test_who_is_what_two_relations_make(phrase: str, owners: tuple[str, ...], found: tuple[str, ...]) -> None:
    assert _BOOK.owners(phrase) == owners
    assert _BOOK.resolve(phrase, _AROUND).ids == found
