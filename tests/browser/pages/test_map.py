"""Does the map show the places and the stays of a day, move by mouse, keys and fingers, and ask nobody else for it?"""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect
from tests.browser.conftest import Visit
from tests.support.browser import PHONE, Visitor, visiting
from tests.support.by_reader import reading_steward
from tests.support.console_pages import assert_readable, at, settled
from tests.support.postgres import PostgresServer
from tests.support.steward import Person
from tests.support.tile_server import TileServer
from tests.support.waiting import eventually

from orchestrator.kit.clock import rfc3339

pytestmark = pytest.mark.browser
BEGAN = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
HOME, GYM, PARK = (38.7223, -9.1393), (38.7323, -9.1393), (38.7500, -9.1600)
MINUTES = ((HOME, 0, 60), (GYM, 75, 150), (PARK, 165, 240))


async def a_day(person: Person) -> dict[str, Any]:
    """Two named places, one of them with a name that is no markup, and three stays of 2 March."""
    home = {"name": "Casa <b>da</b> Ana", "lat": HOME[0], "lon": HOME[1], "radius_m": 90}
    made = await person.post("/places", home)
    await person.post("/places", {"name": "Iron Gym", "lat": GYM[0], "lon": GYM[1], "radius_m": 80})
    samples = [
        {"captured_at": rfc3339(BEGAN + timedelta(minutes=minute)), "lat": lat, "lon": lon, "accuracy_m": 15}
        for (lat, lon), first, last in MINUTES
        for minute in range(first, last + 1, 5)
    ]
    await person.post("/mobile/location", {"device": "phone", "samples": samples})
    return dict(made)


async def zoom_of(visitor: Visitor) -> float:
    return float(await visitor.page.locator(".map-frame").get_attribute("data-zoom") or "nan")


async def test_a_life_without_places(visitor: Visitor) -> None:
    await at(visitor, "places/map")
    await expect(visitor.page.get_by_text("No place has coordinates yet.")).to_be_visible()
    await expect(visitor.page.get_by_text("No stay is known of that day.")).to_be_visible()
    assert len(await visitor.page.locator(".map path.land").get_attribute("d") or "") > 10_000, "no world"
    await assert_readable(visitor, "empty map")


async def test_a_day_on_the_map_and_in_the_list(visitor: Visitor, ana: Person) -> None:
    made = await a_day(ana)
    await at(visitor, "places/map")
    page = visitor.page
    await expect(page.get_by_role("heading", name="Monday, 2 March 2026")).to_be_focused()
    stays = page.locator(".stays-of-day li")
    await expect(stays).to_have_count(3)
    await expect(stays.nth(0)).to_contain_text("08:00")
    await expect(stays.nth(1)).to_contain_text("Iron Gym")
    await expect(stays.nth(2)).to_contain_text("somewhere without a name")
    await expect(page.locator(".map .stay")).to_have_count(3)
    await expect(page.locator(".map-way polyline")).to_have_count(1)
    await expect(page.locator(".map-labels")).to_contain_text("Casa <b>da</b> Ana")
    await assert_readable(visitor, "map")
    await page.evaluate("document.documentElement.dir = 'rtl'")
    await assert_readable(visitor, "map from right to left")
    await page.evaluate("document.documentElement.dir = 'ltr'")

    await visitor.button("Show Casa <b>da</b> Ana on the map").click()
    await expect(page.locator(".map .place.selected")).to_have_attribute("data-place", made["id"])
    await page.locator(".map-about").get_by_role("link", name="Casa <b>da</b> Ana").click()
    await settled(visitor)
    await page.get_by_role("link", name="Show on the map").click()
    await settled(visitor)
    await expect(page.locator(".map .place.selected")).to_have_attribute("data-place", made["id"])

    await page.get_by_role("link", name="The day after").click()
    await expect(page.get_by_text("No stay is known of that day.")).to_be_visible()
    await page.get_by_label("Day", exact=True).fill("2026-03-02")
    await expect(stays).to_have_count(3)


async def test_it_moves_by_mouse_and_by_keys(visitor: Visitor, ana: Person) -> None:
    await a_day(ana)
    await at(visitor, "places/map")
    surface = visitor.page.get_by_role("application", name="Map of your places")
    box = await surface.bounding_box()
    assert box is not None
    dot = visitor.page.locator(".map .place .dot").first
    whole, began = await zoom_of(visitor), float(await dot.get_attribute("cx") or "nan")

    await visitor.page.mouse.move(box["x"] + 300, box["y"] + 300)
    await visitor.page.mouse.wheel(0, -400)
    await expect(visitor.page.locator(".map-frame")).not_to_have_attribute("data-zoom", f"{whole:.2f}")
    assert await zoom_of(visitor) > whole
    await visitor.button("Show everything").click()
    await expect(visitor.page.locator(".map-frame")).to_have_attribute("data-zoom", f"{whole:.2f}")

    await visitor.page.mouse.move(box["x"] + 300, box["y"] + 300)
    await visitor.page.mouse.down()
    await visitor.page.mouse.move(box["x"] + 200, box["y"] + 300, steps=4)
    await visitor.page.mouse.up()
    await expect(dot).not_to_have_attribute("cx", str(began))
    dragged = float(await dot.get_attribute("cx") or "nan")
    assert dragged < began

    await surface.focus()
    await visitor.page.keyboard.press("ArrowLeft")
    await expect(dot).not_to_have_attribute("cx", str(dragged))
    assert float(await dot.get_attribute("cx") or "nan") > dragged
    await visitor.page.keyboard.press("+")
    await expect(visitor.page.locator(".map-frame")).to_have_attribute("data-zoom", f"{whole + 1:.2f}")
    await visitor.page.keyboard.press("-")
    await visitor.page.keyboard.press("0")
    await expect(visitor.page.locator(".map-frame")).to_have_attribute("data-zoom", f"{whole:.2f}")


async def test_two_fingers_pinch_it(visit: Visit, ana: Person) -> None:
    await a_day(ana)
    async with visit(viewport=PHONE, has_touch=True, is_mobile=True) as visitor:
        await visitor.come_in(ana.token)
        await at(visitor, "places/map")
        surface = visitor.page.locator(".map")
        await surface.scroll_into_view_if_needed()
        box = await surface.bounding_box()
        assert box is not None
        whole = await zoom_of(visitor)
        touch = await visitor.page.context.new_cdp_session(visitor.page)
        for kind, apart in (("touchStart", 30), ("touchMove", 45), ("touchMove", 60), ("touchMove", 120)):
            middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            points = [{"x": middle[0] + side * apart, "y": middle[1], "id": side + 1} for side in (-1, 1)]
            await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        await expect(visitor.page.locator(".map-frame")).not_to_have_attribute("data-zoom", f"{whole:.2f}")
        assert await zoom_of(visitor) == pytest.approx(whole + 2, abs=0.3)


@pytest_asyncio.fixture
async def tiles() -> AsyncIterator[TileServer]:
    """The user's own."""
    async with TileServer() as server:
        yield server


async def test_tiles_of_ones_own_are_asked_only_where_a_setting_names_them(
    running_browser: Browser, postgres: PostgresServer, tmp_path: Path, tiles: TileServer, ana: Person
) -> None:
    template = f"{tiles.url}/{{z}}/{{x}}/{{y}}.png"
    assert tiles.url not in (await ana.send("GET", "/")).headers["content-security-policy"]
    assert (await ana.get("/map")) == {"tiles": None}
    async with reading_steward(postgres, tmp_path, map_tiles_url=template, map_tiles_attribution="© Us") as steward:
        rui = await steward.person()
        await a_day(rui)
        assert (await rui.get("/map"))["tiles"] == {"url": template, "attribution": "© Us", "max_zoom": 19}
        async with visiting(running_browser, steward.url) as visitor:
            await visitor.come_in(rui.token)
            await at(visitor, "places/map")
            await expect(visitor.page.locator(".map-credit")).to_have_text("© Us")
            await expect(visitor.page.locator(".map-tiles image").first).to_be_attached()
            await eventually(lambda: tiles.paths)
            asked, others = [], []
            for wrong in visitor.wrongs:
                (asked if tiles.url in wrong else others).append(wrong)
            assert set(tiles.paths) <= {urlsplit(one.removeprefix("asked another host: ")).path for one in asked}
            visitor.wrongs[:] = others
