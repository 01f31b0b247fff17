"""The offline gazetteer over the package's real table."""

import gzip
import io
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import pytest_asyncio
from tests.support.corpora import cases

from orchestrator.integrations.geocoding import gazetteer as module
from orchestrator.integrations.geocoding.gazetteer import EARTH_KM, Gazetteer
from orchestrator.integrations.geocoding.gazetteer_table import GazetteerFile, content
from orchestrator.integrations.geocoding.port import Point
from orchestrator.integrations.geocoding.zones import zone_at


@pytest_asyncio.fixture(scope="module")
async def gazetteer() -> Gazetteer:
    made = Gazetteer()
    await made.load()
    return made


def test_a_file_that_an_image_keeps_packed_is_read_too(tmp_path: Path) -> None:
    (tmp_path / "plain.json").write_bytes(b"{}")
    (tmp_path / "packed.json.gz").write_bytes(gzip.compress(b"[]"))
    assert (content(tmp_path / "plain.json"), content(tmp_path / "packed.json")) == (b"{}", b"[]")


@pytest.mark.parametrize(("at", "address"), cases("gazetteer", "a_point_is_in_the_town_around_it"))
async def test_a_point_is_in_the_town_around_it(gazetteer: Gazetteer, at: list[float], address: str) -> None:
    found = await gazetteer.reverse(Point(*at), language="pt")
    assert found is not None
    assert (found.address, found.attribution) == (address, "GeoNames (CC BY 4.0)")


@pytest.mark.parametrize(("at", "told"), cases("gazetteer", "a_town_is_called_as_the_user_s_language_calls_it"))
async def test_a_town_is_called_as_the_user_s_language_calls_it(
    gazetteer: Gazetteer, at: list[float], told: dict[str, str]
) -> None:
    for language, name in told.items():
        found = await gazetteer.reverse(Point(*at), language=language)
        assert found is not None
        assert found.city == name, language


@pytest.mark.parametrize(("name", "near", "country"), cases("gazetteer", "of_towns_of_one_name_the_near_one_is_meant"))
async def test_of_towns_of_one_name_the_near_one_is_meant(
    gazetteer: Gazetteer, name: str, near: list[float], country: str
) -> None:
    found = await gazetteer.forward(name, near=Point(*near), language="en")
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


LISBON = Point(38.7139, -9.1394)


@pytest.fixture
def forgotten(gazetteer: Gazetteer) -> Iterator[None]:
    """As after a start: this process has no table in memory."""
    kept = module._IN_MEMORY[:]
    module._IN_MEMORY.clear()
    yield
    module._IN_MEMORY[:] = kept


def lying_in(home: Path) -> list[Path]:
    return sorted(home.iterdir())


async def in_lisbon(home: Path) -> Gazetteer:
    made = Gazetteer(home)
    await made.load()
    found = await made.reverse(LISBON, language="pt")
    assert found is not None
    assert found.city == "Lisboa"
    return made


async def test_the_table_is_made_once_a_home(tmp_path: Path, forgotten: None) -> None:
    (tmp_path / "gazetteer-0123456789abcdef.npz").write_bytes(b"of another version")
    await in_lisbon(tmp_path)
    (kept,) = lying_in(tmp_path)
    made = kept.stat()
    module._IN_MEMORY.clear()
    await in_lisbon(tmp_path)
    assert (kept.stat().st_ino, kept.stat().st_mtime_ns) == (made.st_ino, made.st_mtime_ns), "read, not made"


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 and nothing", None])
async def test_a_damaged_table_is_made_anew(tmp_path: Path, forgotten: None, damage: bytes | None) -> None:
    file = GazetteerFile(tmp_path)
    whole = io.BytesIO()
    np.savez(whole, lat=np.zeros(3, np.float32))
    file.keep(whole.getvalue() if damage is None else damage)
    assert file.read() is not None
    await in_lisbon(tmp_path)
    assert len(file.read() or b"") > 1_000_000


async def test_a_home_that_can_not_be_written_does_without(tmp_path: Path, forgotten: None) -> None:
    await in_lisbon(tmp_path / "nowhere")
    assert lying_in(tmp_path) == []
