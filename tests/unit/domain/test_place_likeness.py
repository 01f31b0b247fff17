"""When are two places one? And how far apart are two points?"""

import pytest

from orchestrator.domain.world.places.likeness import Same, Sketch, metres, same
from orchestrator.integrations.geocoding.port import Point

LISBON = Point(38.7139, -9.1394)
NEXT_DOOR = Point(38.7142, -9.1394)
PORTO = Point(41.1485, -8.6110)
CLINIC = Sketch("Clínica Sorriso", ("the dentist's",), "Rua Augusta 10, 1100-053 Lisboa", LISBON)


@pytest.mark.parametrize(
    ("sought", "why"),
    [
        (Sketch("clinica sorriso"), Same("name")),
        (Sketch("a Clínica  Sorriso"), Same("name")),
        (Sketch("The Dentist's"), Same("alias")),
        (Sketch("Clínica Sorriso", at=NEXT_DOOR), Same("name")),
        (Sketch("Clínica Sorriso", at=PORTO), None),
        (Sketch("Clínica Sorriso", address="Rua do Sol 5, Porto"), None),
        (Sketch("Clínica Sorriso", address="Rua Augusta 10"), Same("name")),
        (Sketch("Clínica Sorriso", address="Rua Augusta 12, Lisboa"), None),
        (Sketch("Sorriso", address="R. Augusta, 10"), Same("address")),
        (Sketch("Café Central", address="Rua Augusta 10"), Same("address", sure=False)),
        (Sketch("Café Central", address="Rua Augusta"), None),
        (Sketch("Clinica Soriso", at=NEXT_DOOR), Same("near")),
        (Sketch("Sorriso", at=NEXT_DOOR), Same("near")),
        (Sketch("Café Central", at=LISBON), None),
        (Sketch("Clinica Soriso", at=PORTO), None),
        (Sketch("Clinica Soriso"), None),
        (Sketch(""), None),
    ],
)
def test_which_is_the_same(sought: Sketch, why: Same | None) -> None:
    assert same(sought, CLINIC) == why


def test_distances_cross_the_date_line_and_the_pole() -> None:
    assert metres(LISBON, LISBON) == 0
    assert metres(Point(0, 179.999), Point(0, -179.999)) == pytest.approx(222.4, abs=1)
    assert metres(Point(89.999, 0), Point(89.999, 180)) == pytest.approx(222.4, abs=1)
    assert metres(LISBON, PORTO) == pytest.approx(274_000, rel=0.01)
