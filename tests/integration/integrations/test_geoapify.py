"""The real client against a real HTTP server: what it asks, reads, repeats, refuses and never tells."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from io import StringIO

import httpx
import pytest
import pytest_asyncio
from tests.support.geoapify_server import KEY, GeoapifyServer, feature

from orchestrator.errors import IntegrationFailed
from orchestrator.integrations.geocoding.geoapify import GeoapifyGeocoder
from orchestrator.integrations.geocoding.port import Point
from orchestrator.telemetry.logging import configure_logging

AT = Point(38.7139, -9.1394)


@pytest_asyncio.fixture
async def world() -> AsyncIterator[GeoapifyServer]:
    async with GeoapifyServer() as server:
        yield server


@pytest_asyncio.fixture
async def client(world: GeoapifyServer) -> AsyncIterator[GeoapifyGeocoder]:
    made = GeoapifyGeocoder(world.url, KEY)
    yield made
    await made.close()


async def test_a_point_becomes_an_address(world: GeoapifyServer, client: GeoapifyGeocoder) -> None:
    world.at = feature(38.7139, -9.1394, street="Rua Augusta", housenumber=10, city="Lisboa", distance=4.2)
    found = await client.reverse(AT, language="pt")
    assert found is not None
    assert (found.street, found.city, found.country_code, found.distance_m) == ("Rua Augusta 10", "Lisboa", "PT", 4.2)
    assert found.timezone == "Europe/Lisbon"
    assert found.attribution == "© OpenStreetMap contributors, Powered by Geoapify"
    path, asked = world.asked[0]
    assert path == "/v1/geocode/reverse"
    assert (asked["lat"], asked["lon"], asked["lang"]) == ("38.713900", "-9.139400", "pt")


async def test_the_key_goes_in_a_header_alone(world: GeoapifyServer, client: GeoapifyGeocoder) -> None:
    await client.reverse(AT, language="en")
    assert world.requests[0].headers["x-api-key"] == KEY
    assert KEY not in world.requests[0].path


async def test_the_longitude_comes_first_in_filter_and_bias(world: GeoapifyServer, client: GeoapifyGeocoder) -> None:
    await client.forward("Padaria Rosa", near=AT, language="en", limit=3)
    await client.nearby(AT, radius_m=500, category="pharmacy", language="en", limit=5)
    assert world.asked[0][1]["bias"] == "proximity:-9.139400,38.713900"
    assert world.asked[1][1]["filter"] == "circle:-9.139400,38.713900,500"
    assert world.asked[1][1]["categories"] == "healthcare.pharmacy"


async def test_odd_answers_are_read_as_far_as_they_go(world: GeoapifyServer, client: GeoapifyGeocoder) -> None:
    world.raw = json.dumps(
        {
            "features": [
                {"type": "Feature", "properties": {"lat": 91, "lon": 0}},
                {"type": "Feature", "properties": None},
                "no feature",
                {"type": "Feature", "properties": {"name": "A\u0000B\nC", "postcode": 1000, "rank": "high",
                 "timezone": {"name": "Nowhere/At_All"}, "village": "Aldeia"},
                 "geometry": {"type": "Point", "coordinates": [-8.6, 41.1]}},
            ]
        }
    )  # fmt: skip
    (found,) = await client.forward("x", near=None, language="en", limit=5)
    assert (found.lat, found.lon, found.name, found.city, found.timezone) == (41.1, -8.6, "AB C", "Aldeia", None)


async def test_nothing_there_is_no_error(world: GeoapifyServer, client: GeoapifyGeocoder) -> None:
    assert await client.reverse(Point(0, 0), language="en") is None
    assert await client.forward("nowhere", near=None, language="en", limit=1) == ()


@pytest.mark.parametrize(("statuses", "requests"), [([429], 2), ([500, 503], 3), ([429, 500], 3)])
async def test_what_passes_is_asked_again(
    world: GeoapifyServer, client: GeoapifyGeocoder, statuses: list[int], requests: int
) -> None:
    world.at, world.statuses = feature(1, 2, city="X"), statuses
    assert await client.reverse(AT, language="en") is not None
    assert len(world.requests) == requests


@pytest.mark.parametrize(("status", "told"), [(401, "STEWARD_GEOAPIFY_API_KEY"), (400, "400 (No)")])
async def test_what_is_wrong_is_not_asked_again(
    world: GeoapifyServer, client: GeoapifyGeocoder, status: int, told: str
) -> None:
    world.statuses = [status]
    with pytest.raises(IntegrationFailed, match=told.replace("(", r"\(").replace(")", r"\)")):
        await client.reverse(AT, language="en")
    assert len(world.requests) == 1


async def test_a_quota_that_is_used_up_is_left_alone(world: GeoapifyServer, client: GeoapifyGeocoder) -> None:
    world.statuses = [429, 429, 429]
    with pytest.raises(IntegrationFailed, match="quota"):
        await client.reverse(AT, language="en")
    with pytest.raises(IntegrationFailed, match="quota"):
        await client.reverse(AT, language="en")
    assert len(world.requests) == 3


async def test_no_more_than_four_a_second(world: GeoapifyServer, client: GeoapifyGeocoder) -> None:
    world.at = feature(1, 2, city="X")
    await asyncio.gather(*(client.reverse(Point(one, 0), language="en") for one in range(5)))
    times = sorted(request.at for request in world.requests)
    assert times[-1] - times[0] >= 0.95


async def test_no_log_line_and_no_error_holds_a_point_or_the_key(
    world: GeoapifyServer, client: GeoapifyGeocoder
) -> None:
    written = StringIO()
    before = logging.getLogger().handlers[:], logging.getLogger().level
    configure_logging(json_lines=True, level="DEBUG", stream=written)
    logging.getLogger("httpx").setLevel(logging.DEBUG)  # as somebody who looks for a fault would set it
    try:
        world.statuses = [500, 429, 401]
        with pytest.raises(IntegrationFailed) as failed:
            await client.reverse(AT, language="en")
        logging.getLogger("steward").error("failed", exc_info=failed.value)
        bad = httpx.HTTPStatusError(
            f"Client error for url '{world.url}/v1/geocode/reverse?lat=38.7139&lon=-9.1394&apiKey={KEY}'",
            request=httpx.Request("GET", world.url),
            response=httpx.Response(400),
        )
        logging.getLogger("steward").error("failed", exc_info=bad)
        logging.getLogger("steward").error("%s", bad)
    finally:
        logging.getLogger("httpx").setLevel(logging.WARNING)
        logging.getLogger().handlers, level = before
        logging.getLogger().setLevel(level)
    told = written.getvalue()
    assert "geocode/reverse?[redacted]" in told
    assert [secret for secret in (KEY, "38.71", "9.139") if secret in told] == []
    assert "38.71" not in str(failed.value)


async def test_a_server_that_hangs_or_is_gone_is_told(world: GeoapifyServer) -> None:
    client = GeoapifyGeocoder("http://127.0.0.1:9", KEY)
    with pytest.raises(IntegrationFailed, match="can't be reached"):
        await client.forward("x", near=None, language="en", limit=1)
    await client.close()
    world.raw = "<html>"
    client = GeoapifyGeocoder(world.url, KEY)
    with pytest.raises(IntegrationFailed, match="no GeoJSON"):
        await client.forward("x", near=None, language="en", limit=1)
    await client.close()
