"""The offline gazetteer over the package's real table."""

import math

import pytest
import pytest_asyncio

from orchestrator.integrations.geocoding.gazetteer import EARTH_KM, Gazetteer
from orchestrator.integrations.geocoding.port import Point
from orchestrator.integrations.geocoding.zones import zone_at


@pytest_asyncio.fixture(scope="module")
async def gazetteer() -> Gazetteer:
    made = Gazetteer()
    await made.load()
    return made


@pytest.mark.parametrize(
    ("at", "address"),
    [
        (Point(41.1485, -8.6110), "Porto, Portugal"),
        (Point(38.7139, -9.1394), "Lisbon, Portugal"),
        (Point(38.7124, -9.1441), "Bairro Alto, Lisbon, Portugal"),
        (Point(-23.56, -46.65), "São Paulo, Brasil"),
        (Point(-23.4543, -46.5337), "Guarulhos, Brasil"),
        (Point(40.4168, -3.7038), "Madrid, Espanha"),
        (Point(48.8584, 2.2945), "Paris, França"),
        (Point(48.8417, 2.3003), "Paris 15 Vaugirard, França"),
    ],
)
async def test_a_point_is_in_the_town_around_it(gazetteer: Gazetteer, at: Point, address: str) -> None:
    found = await gazetteer.reverse(at, language="pt")
    assert found is not None
    assert (found.address, found.attribution) == (address, "GeoNames (CC BY 4.0)")


async def test_a_distance_is_told_to_the_metre(gazetteer: Gazetteer) -> None:
    """By Haversine over the ground, on any processor."""
    found = await gazetteer.reverse(Point(38.0, -8.2), language="en")
    assert found is not None
    assert found.distance_m is not None
    lat, lon = math.radians(found.lat), math.radians(found.lon)
    half = math.sin((lat - math.radians(38.0)) / 2) ** 2
    half += math.cos(lat) * math.cos(math.radians(38.0)) * math.sin((lon - math.radians(-8.2)) / 2) ** 2
    assert found.distance_m == pytest.approx(2 * EARTH_KM * 1000 * math.asin(math.sqrt(half)), abs=5)


async def test_out_of_town_the_nearest_is_told_with_its_distance_and_at_sea_none(gazetteer: Gazetteer) -> None:
    found = await gazetteer.reverse(Point(38.0, -8.2), language="en")
    assert found is not None
    assert found.country_code == "PT"
    assert await gazetteer.reverse(Point(30, -40), language="en") is None
    assert await gazetteer.reverse(Point(-90, 0), language="en") is None


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Lisboa", "Lisbon, Portugal"),
        ("porto", "Porto, Portugal"),
        ("Londres", "London, United Kingdom"),
        ("Nueva York", "New York City, United States"),
        ("Florença", "Florence, Italy"),
        ("Roma", "Rome, Italy"),
        ("Óbidos, Portugal", "Óbidos, Portugal"),
        ("Paris, France", "Paris, France"),
        ("Santiago, Chile", "Santiago, Chile"),
        ("München", "Munich, Germany"),
        ("Москва", "Moscow, Russia"),
    ],
)
async def test_a_town_is_found_by_its_names(gazetteer: Gazetteer, text: str, address: str) -> None:
    found = await gazetteer.forward(text, near=None, language="en")
    assert found is not None
    assert found.address == address


@pytest.mark.parametrize(
    "text", ["home", "gym", "the office", "casa", "Jordan's house", "", "Rua Augusta 10", "Lisboa, Peru"]
)
async def test_what_is_no_town_is_not_found(gazetteer: Gazetteer, text: str) -> None:
    assert await gazetteer.forward(text, near=None, language="en") is None


async def test_zones_of_points() -> None:
    points = [Point(-23.56, -46.65), Point(38.7, -9.1), Point(30, -40), Point(90, 0)]
    assert [await zone_at(point) for point in points] == ["America/Sao_Paulo", "Europe/Lisbon", None, None]
