"""When are two places one? And how far apart are two points?"""

import pytest
from tests.support.corpora import corpus

from orchestrator.domain.world.places.likeness import Same, Sketch, metres, same
from orchestrator.integrations.geocoding.port import Point

LISBON = Point(38.7139, -9.1394)
NEXT_DOOR = Point(38.7142, -9.1394)
PORTO = Point(41.1485, -8.6110)
CLINIC = Sketch("Clínica Sorriso", ("the dentist's",), "Rua Augusta 10, 1100-053 Lisboa", LISBON)


@corpus("place_likeness", "which_is_the_same")
def test_which_is_the_same(sought: Sketch, likeness: Same | None) -> None:
    assert same(sought, CLINIC) == likeness


def test_distances_cross_the_date_line_and_the_pole() -> None:
    assert metres(LISBON, LISBON) == 0
    assert metres(Point(0, 179.999), Point(0, -179.999)) == pytest.approx(222.4, abs=1)
    assert metres(Point(89.999, 0), Point(89.999, 180)) == pytest.approx(222.4, abs=1)
    assert metres(LISBON, PORTO) == pytest.approx(274_000, rel=0.01)
