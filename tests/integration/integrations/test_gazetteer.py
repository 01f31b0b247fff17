"""The offline gazetteer over the package's real table."""

import math

import pytest
import pytest_asyncio
from tests.support.corpora import cases

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
        (Point(38.7139, -9.1394), "Lisboa, Portugal"),
        (Point(38.7124, -9.1441), "Bairro Alto, Lisboa, Portugal"),
        (Point(-23.56, -46.65), "São Paulo, Brasil"),
        (Point(-23.4543, -46.5337), "Guarulhos, Brasil"),
        (Point(40.4168, -3.7038), "Madri, Espanha"),
        (Point(48.8584, 2.2945), "Paris, França"),
        (Point(48.8417, 2.3003), "Paris 15 Vaugirard, França"),
        (Point(-22.9711, -43.1822), "Copacabana, Rio de Janeiro, Brasil"),
        (Point(-22.8832, -43.1034), "Niterói, Brasil"),
        (Point(28.1235, -15.4363), "Centro, Las Palmas de Gran Canaria, Espanha"),
        (Point(25.1972, 55.2744), "Business Bay, Dubai, Emirados Árabes Unidos"),
        (Point(1.2834, 103.8607), "Singapura"),
        (Point(-33.8568, 151.2153), "Sydney, Austrália"),
        (Point(-33.9036, 18.4205), "Cidade do Cabo, África do Sul"),
        (Point(35.6595, 139.7005), "Tóquio, Japão"),
    ],
)
async def test_a_point_is_in_the_town_around_it(gazetteer: Gazetteer, at: Point, address: str) -> None:
    found = await gazetteer.reverse(at, language="pt")
    assert found is not None
    assert (found.address, found.attribution) == (address, "GeoNames (CC BY 4.0)")


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (Point(40.6892, -74.0445), {"en": "New York City", "pt": "Nova York", "pt-PT": "Nova Iorque"}),
        (Point(38.7139, -9.1394), {"en-GB": "Lisbon", "pt": "Lisboa", "es-ES": "Lisboa", "xx-YY": "Lisbon"}),
        (Point(55.7539, 37.6208), {"pt-BR": "Moscou", "pt-PT": "Moscovo", "es-MX": "Moscú", "de": "Moskau"}),
        (Point(48.1374, 11.5755), {"en": "Munich", "pt-PT": "Munique", "es": "Múnich", "de": "Munich"}),
        (Point(41.1485, -8.6110), {"en": "Porto", "pt-PT": "Porto", "es-419": "Oporto"}),
        (Point(37.3862, -5.9926), {"en": "Seville", "pt": "Sevilha", "es": "Sevilla"}),
        (Point(47.3779, 8.5403), {"pt-BR": "Zurique", "es": "Zúrich"}),
    ],
)  # fmt: skip
async def test_a_town_is_called_as_the_user_s_language_calls_it(
    gazetteer: Gazetteer, at: Point, told: dict[str, str]
) -> None:
    for language, name in told.items():
        found = await gazetteer.reverse(at, language=language)
        assert found is not None
        assert found.city == name, language


@pytest.mark.parametrize(
    ("name", "near", "country"),
    [
        ("Cartagena", Point(4.6, -75.1), "CO"),
        ("Cartagena", Point(39.9, -4.0), "ES"),
        ("Toledo", Point(41.0, -83.0), "US"),
        ("Birmingham", Point(33.5186, -86.8104), "US"),
        ("Birmingham", Point(52.4, -1.9), "GB"),
    ],
)
async def test_of_towns_of_one_name_the_near_one_is_meant(
    gazetteer: Gazetteer, name: str, near: Point, country: str
) -> None:
    found = await gazetteer.forward(name, near=near, language="en")
    assert found is not None
    assert found.country_code == country


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


@pytest.mark.parametrize(("text", "address"), cases("gazetteer", "a_town_is_found_by_its_names"))
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
