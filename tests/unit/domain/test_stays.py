"""Which stays are in a trail, at the borders of each rule, and what of fixes that can't be true?"""

import math
import random

import pytest
from tests.support.corpora import corpus

from orchestrator.domain.senses.stays.detection import METRES_A_DEGREE, Fix, StayPoint, stay_points
from orchestrator.domain.senses.stays.verdicts import stays_verdict

BEGAN = 1_790_000_000.0
LAT, LON = 38.7, -9.1
Leg = tuple[float, float, float, float]
"""From this minute to that one a fix each so many minutes, so many metres north of where the trail began."""


def fix(minute: float, north: float = 0.0, *, lon: float = LON, accuracy_m: float | None = None) -> Fix:
    return Fix(BEGAN + minute * 60, LAT + north / METRES_A_DEGREE, lon, accuracy_m)


def told(found: list[StayPoint]) -> list[tuple[float, float, bool]]:
    return [((one.start - BEGAN) / 60, (one.end - BEGAN) / 60, one.inferred) for one in found]


@corpus("stays", "stay")
def test_the_stays_of_a_trail(trail: list[Leg], stays: list[tuple[float, float, bool]]) -> None:
    fixes = [
        fix(first + number * step, north)
        for first, last, step, north in trail
        for number in range(int((last - first) / step) + 1)
    ]
    found = told(stay_points(fixes))
    assert [inferred for *_, inferred in found] == [inferred for *_, inferred in stays]
    assert [one[:2] for one in found] == [pytest.approx(one[:2], abs=0.01) for one in stays]


def test_the_middle_is_the_median_and_an_accuracy_widens_the_circle() -> None:
    rough = [fix(minute, 0 if minute % 3 else 140, accuracy_m=100) for minute in range(21)]
    (stay,) = stay_points(rough)
    assert (stay.lat, stay.radius_m, stay.samples) == (pytest.approx(LAT), 150, 21)
    assert stay_points([one._replace(accuracy_m=10) for one in rough]) == []


def test_what_is_rough_neither_begins_nor_ends_a_stay() -> None:
    fixes = [fix(minute) for minute in range(30)]
    fixes[12] = fix(12, 2_000, accuracy_m=3_000)
    assert told(stay_points(fixes)) == [(0, 29, False)]
    assert stay_points([one._replace(accuracy_m=3_000) for one in fixes]) == []


def test_ten_thousand_at_one_second_are_one() -> None:
    crowd = [Fix(BEGAN + number / 10_000, LAT, LON, float(number % 50)) for number in range(10_000)]
    assert stay_points(crowd) == []
    (stay,) = stay_points([*crowd, fix(20)])
    assert stay.samples == 2


@pytest.mark.parametrize("lon", [180.0, -179.9999])
def test_a_stay_on_the_180th_meridian(lon: float) -> None:
    (stay,) = stay_points([fix(minute, lon=lon if minute % 2 else 179.9999) for minute in range(20)])
    assert abs(stay.lon) > 179.999


def test_nothing_and_one_fix_are_no_stay() -> None:
    assert stay_points([]) == stay_points([fix(0)]) == []


def test_a_trail_begun_at_a_stay_goes_on_as_the_whole_one() -> None:
    """What recomputing touched days stands on (`computing.py`)."""
    chance = random.Random(16)
    fixes, north = [], 0.0
    for minute in range(0, 3_000, 3):
        north += chance.choice((0, 0, 0, 0, 40, 90, 400, -300)) if minute % 90 > 40 else chance.gauss(0, 15)
        if minute % 270 > 80 or minute % 90 < 45:  # else it is dark, after a way and before a stay
            fixes.append(fix(minute, north))
    whole = stay_points(fixes)
    assert len(whole) > 10
    measured = {one.at: index for index, one in enumerate(fixes)}
    assert any(stay.start not in measured for stay in whole)
    for number, stay in enumerate(whole):
        if (place := measured.get(stay.start)) is None:
            continue  # it began in a gap: what tells so lies before it
        seen = max([one.at for one in fixes[:place][-1:]] + [one.end for one in whole[:number][-1:]], default=None)
        assert stay_points(fixes[place:], seen_elsewhere=seen) == whole[number:]


def test_a_case_of_the_evaluation() -> None:
    night = [{"tst": 1_792_886_400 + 600 * number, "lat": LAT, "lon": LON} for number in range(20)]
    case = {"id": "n", "timezone": "Europe/Lisbon", "fixes": night[::-1]}
    (stay,) = stays_verdict(case)["stays"]
    assert (stay["start"], stay["end"]) == (night[0]["tst"], night[-1]["tst"])
    assert (stay["start_local"], stay["end_local"]) == ("2026-10-25T01:00:00+01:00", "2026-10-25T03:10:00+00:00")
    for wrong in ({"lat": math.nan}, {"lat": 91}, {"lon": "x"}):
        with pytest.raises(ValueError, match=r"nowhere on Earth|could not convert"):
            stays_verdict({**case, "fixes": [{**night[0], **wrong}]})
